"""Finds games, strategies, scenarios and rule cases by their folders; there are no hand-kept lists."""

import functools
import hashlib
import importlib
import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from simcore.errors import UserError, did_you_mean
from simcore.strategy import Strategy

if TYPE_CHECKING:
    from simcore.game import Game

GAMES = Path(__file__).parent / "games"
_OWN_STRATEGY = "_strategy_file_"  # begins the module names of users' strategy files


def game_names() -> list[str]:
    return sorted(folder.parent.name for folder in GAMES.glob("*/__init__.py"))


def check_game_name(name: str) -> str:
    if name not in game_names():
        raise UserError(
            f'there is no game "{name}"{did_you_mean(name, game_names())} (games: {", ".join(game_names())})'
        )
    return name


@functools.cache
def game(name: str) -> "Game":
    """Import one game; the others stay unimported."""
    return importlib.import_module(f"simcore.games.{check_game_name(name)}").GAME


def package_folder(name: str) -> Path:
    """The folder of one of our generically named packages, after checking that it is ours."""
    spec = importlib.util.find_spec(name)
    ours = Path(__file__).parent.parent / name
    found = Path(next(iter(spec.submodule_search_locations or [""]))) if spec else None
    if found is None or found.resolve() != ours.resolve():
        raise UserError(
            f'the package "{name}" that Python finds is not simcore\'s: {found or "none"} instead of {ours}.\n'
            f"  Start simcore from another folder, or rename the folder or package that hides it."
        )
    return ours


def strategies_folder(game_name: str) -> Path:
    return package_folder("strategies") / check_game_name(game_name)


def strategy_files(game_name: str) -> dict[str, Path]:
    """Name -> file of every strategy of a game; files without @strategy are helpers."""
    return {file.stem: file for file in sorted(strategies_folder(game_name).glob("*.py")) if _holds_strategy(file)}


def strategy_helpers(folder: Path) -> list[Path]:
    """Modules that the strategies of a folder share."""
    return [file for file in folder.glob("*.py") if not _holds_strategy(file)]


def _holds_strategy(file: Path) -> bool:
    return "\n@strategy" in file.read_text("utf-8")


def strategy(game_name: str, name: str) -> Strategy:
    known = strategy_files(game_name)
    if name not in known:
        raise UserError(
            f'{game_name} has no strategy "{name}"{did_you_mean(name, known)} (strategies: {", ".join(known)};'
            f" your own: --strategy FILE.py)"
        )
    module = importlib.import_module(f"strategies.{game_name}.{name}")
    return _only_strategy(module, known[name])


def strategy_from_file(path: Path) -> Strategy:
    """A user's strategy file; it is read again when it has changed, as in a notebook between two runs."""
    if not path.is_file():
        raise UserError(f"{path}: there is no such strategy file")
    return _strategy_from_source(path, path.read_bytes())


@functools.cache
def _strategy_from_source(path: Path, source: bytes) -> Strategy:
    digest = hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:12]
    module_name = f"{_OWN_STRATEGY}{path.stem}_{digest}"  # stable: compiled code on disk refers to it
    spec = importlib.util.spec_from_file_location(module_name, path)
    if spec is None:
        raise UserError(f"{path}: a strategy file must end in .py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[module_name] = module
    try:
        exec(compile(source, str(path), "exec"), vars(module))
    except UserError:
        raise
    except SyntaxError as error:
        raise UserError(f"{path}:{error.lineno}: {error.msg}") from None
    except Exception as error:
        trace = error.__traceback__
        line = 0
        while trace is not None:
            if trace.tb_frame.f_code.co_filename == str(path):
                line = trace.tb_lineno
            trace = trace.tb_next
        raise UserError(f"{path}:{line}: {type(error).__name__}: {error}") from None
    return _only_strategy(module, path)


def files_of_own_strategies() -> set[str]:
    """The users' strategy files that were read in this process."""
    return {str(module.__file__) for name, module in sys.modules.items() if name.startswith(_OWN_STRATEGY)}


def _only_strategy(module: ModuleType, file: Path) -> Strategy:
    marked = [each for each in vars(module).values() if isinstance(each, Strategy)]
    found = [each for each in marked if each.file.resolve() == file.resolve()]
    if len(found) != 1:
        raise UserError(f"{file}: a strategy file holds exactly one function marked @strategy, this one {len(found)}")
    return found[0]


def scenarios_folder() -> Path:
    return package_folder("scenarios")


def scenario_names(game_name: str) -> list[str]:
    """Every scenario file of a game; TOML files without `game` or `base` are parts that others include."""
    folder = scenarios_folder() / check_game_name(game_name)
    heads = re.compile(r"^(game|base)\s*=", re.MULTILINE)
    return sorted(file.stem for file in folder.glob("*.toml") if heads.search(file.read_text("utf-8")))


def rules_text(game_name: str) -> Path:
    return scenarios_folder() / check_game_name(game_name) / "RULES.md"


def case_files(game_name: str) -> list[Path]:
    """The rule cases: beside the sources in a checkout, inside the package when installed."""
    for folder in (Path(__file__).parent / "_cases", Path(__file__).parent.parent / "tests" / "cases"):
        if folder.is_dir():
            return sorted((folder / check_game_name(game_name)).glob("*.toml"))
    raise UserError("no rule cases are installed; run from a checkout or name a file with --file")


def reports(module: str) -> ModuleType:
    """A module of the reports package, which the engine itself never imports."""
    package_folder("reports")
    return importlib.import_module(f"reports.{module}")
