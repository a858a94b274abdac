from simcore.games.fief.state import (
    AT_DRAFT,
    AT_DRAW,
    AT_EXTRA_DECK,
    AT_MAIN,
    AT_MOVE,
    CHARACTER_DECK,
    LANDSCAPE_DECK,
    PASS,
)
from simcore.kernels.jit import compiled
from simcore.kernels.rng import choose
from simcore.strategy import strategy
from strategies.fief import judgement as j


@compiled
def _draw(s, t, legal, seat):
    code = j.draw_for_household(s, t, legal, seat, 4, 2)
    return code if code >= 0 else int(legal[choose(s, seat, len(legal))])


@compiled
def _act(s, t, legal, seat, workers):
    code = j.keep_house(s, t, legal, seat, workers, 1)
    if code < 0:
        spend = j.purse(s, t, seat, j.PEACEFUL) if j.landscapes_of(s, seat) >= 3 else 0
        code = j.best_building(s, t, legal, seat, spend, 0)
    if code < 0:
        code = j.play_ready_specialist(s, t, legal, seat, 0)
    if code < 0:
        code = j.spend_the_rest(s, t, legal, seat, 0)
    return code if code >= 0 else PASS


@strategy
def builder(s, t, legal, seat, workers=7):
    """Races for prestige: landscapes, Workers, then a new building every turn; fights only intruders.

    Buys the building with the most prestige for its price and spends one or two hand cards on it. Keeps at most
    `workers` Workers, each on the place that needs a helper or a guard. Blocks attackers when that saves more than the blocker.
    """
    code = j.routine(s, t, legal, seat, j.PEACEFUL, 0)
    if code < 0:
        if s.phase == AT_DRAFT:
            code = j.deck_or_other(legal, LANDSCAPE_DECK if s.hand_cards[seat] < 5 else CHARACTER_DECK)
        elif s.phase == AT_DRAW or s.phase == AT_EXTRA_DECK:
            code = _draw(s, t, legal, seat)
        elif s.phase == AT_MAIN:
            code = _act(s, t, legal, seat, workers)
        elif s.phase == AT_MOVE:
            code = j.come_home(s, t, legal, seat)
        else:
            code = j.fight_intruders(s, t, legal, seat, -2)
    return j.settled(s, t, legal, seat, code)
