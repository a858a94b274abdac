"""`simcore check`: runs rule cases and shows which numbered rules they cover."""

from pathlib import Path

from simcore import cases, catalogue
from simcore.errors import UserError


def report(game: str | None, file: Path | None, *, verbose: bool = False) -> int:
    """Print results and coverage; 0 when all passes and every rule has a case, else 1."""
    if file is not None:
        found = cases.read(file)
        game = game or _game_of_file(file, found)
    elif game is not None:
        found = cases.of_game(catalogue.check_game_name(game))
    else:
        raise UserError("name a game or a case file: simcore check GAME, or simcore check --file CASES.toml")
    results = [cases.run(game, case) for case in found]
    failed = [result for result in results if not result.passed]
    for result in failed:
        print(f"FAIL {result.explain()}\n")
    uncovered: list[str] = []
    if file is None:
        table = cases.coverage(game, found)
        uncovered = [rule for rule, shown_by in table.items() if not shown_by]
        if verbose:
            for rule, shown_by in table.items():
                print(f"  {rule:<10} {', '.join(shown_by) or '-- no case --'}")
        covered = len(table) - len(uncovered)
        share = 100 * covered / len(table) if table else 0.0
        print(f"{game}: {covered} of {len(table)} rules have a case ({share:.0f} %)")
        if uncovered:
            print(f"  without: {', '.join(uncovered)}")
    print(f"{len(results) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed or uncovered else 0


def _game_of_file(file: Path, found: list[cases.Case]) -> str:
    """A case file outside the project: its game is the folder's name, or the one whose rules it names."""
    if file.resolve().parent.name in catalogue.game_names():
        return file.resolve().parent.name
    named = {rule for case in found for rule in case.rules}
    for game in catalogue.game_names():
        if catalogue.rules_text(game).is_file() and named & set(cases.rule_ids(game)):
            return game
    raise UserError(f"{file}: cannot tell the game; say simcore check GAME --file {file}")
