"""Plays the same seed blocks with a card barred: what the card does, not what goes with it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from simcore import catalogue
from simcore.errors import UserError
from simcore.experiments.setting import Setting
from simcore.experiments.study import Cell
from simcore.scenario import Scenario

if TYPE_CHECKING:
    from reports.experiments.ablation import Ablation

DEFAULT_GAMES = 2_000


def ablate(
    scenario: str | Scenario, cards: str | Sequence[str] = "all", *, barred_players: str = "one", **setting: Any
) -> "Ablation":
    """What is each card worth to the player who may use it?

    cards           "all", or keys of cards
    barred_players  "one": one player of each line-up may not play the card, in every seat in turn, and the change of
                    that player's win rate is the card's impact; "all": nobody may, and the game itself changes
    setting         games (per card), until, seed, players, lineup, strategies, out, jobs: see `Setting`
    """
    how = Setting(**setting)
    how.check_points("impacts")
    loaded = how.load(scenario)
    base = Cell("nothing barred", how.plan(loaded))
    if barred_players == "one" and base.plan.kind == "mirror":
        raise UserError(
            "cards --ablate with a mirror line-up never rotates the barred player: use --for all, or a field"
        )
    cells = [
        Cell(f"without {key}", how.plan(loaded, barred=(key,), barred_players=barred_players), {"card": key})
        for key in _keys(loaded, cards)
    ]
    study = how.begin("ablate", loaded.name, {"barred_players": barred_players}, [base, *cells])
    analysis = catalogue.reports("experiments.ablation")
    ending = how.play(study, DEFAULT_GAMES, analysis.widest, "every impact")
    result = analysis.Ablation(study, ending, barred_players, anytime=bool(how.until))
    result.write()
    return result


def _keys(scenario: Scenario, cards: str | Sequence[str]) -> list[str]:
    game = catalogue.game(scenario.game)
    if not game.cards:
        raise UserError(f"{game.name} counts no cards; its columns: simcore describe {game.name} --columns")
    if cards == "all":
        return list(game.cards[0].keys)
    named = [key.strip() for key in (cards.split(",") if isinstance(cards, str) else cards)]
    found = list(dict.fromkeys(filter(None, named)))
    if not found:
        raise UserError(f'--ablate "{cards}": write all, or cards such as {",".join(game.cards[0].keys[:2])}')
    return found
