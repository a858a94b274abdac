from simcore.games.fief.bits import count
from simcore.games.fief.state import (
    AT_DRAFT,
    AT_DRAW,
    AT_EXTRA_DECK,
    AT_MAIN,
    AT_MOVE,
    KIND_MASK,
    LANDSCAPE_DECK,
    PASS,
    WORKER,
)
from simcore.kernels.jit import compiled
from simcore.strategy import strategy
from strategies.fief import judgement as j


@compiled
def _draw(s, t, legal, seat):
    """Towards the end from the smallest deck when leading, from the largest when behind."""
    code = j.draw_for_household(s, t, legal, seat, 4, 0)
    if code >= 0:
        return code
    rival = j.leading_opponent(s, t, seat)
    smallest = min(s.deck_left[0], min(s.deck_left[1], s.deck_left[2]))
    if smallest < 8 and rival >= 0 and s.prestige[seat] > s.prestige[rival]:
        return j.smallest_deck(s, legal)
    if s.hand[seat, WORKER] == 0 and count(s.owned[seat] & KIND_MASK[WORKER]) < 4:
        return j.deck_or_other(legal, 2)
    return j.largest_deck(s, legal)


@compiled
def _act(s, t, legal, seat, purse):
    """A small household; every building that the hand can help to pay; all unused units become cards."""
    code = j.keep_house(s, t, legal, seat, 5, 1)
    if code < 0:
        spend = min(purse, max(0, int(s.hand_cards[seat]) - 1))
        code = j.best_building(s, t, legal, seat, spend, 0)
    if code < 0:
        code = j.play_ready_specialist(s, t, legal, seat, 0)
    if code < 0:
        code = j.spend_the_rest(s, t, legal, seat, 0)
    return code if code >= 0 else PASS


@strategy
def hoarder(s, t, legal, seat, purse=4):
    """Cards as money: turns unused units into extra cards and pays buildings with up to `purse` hand cards.

    Watches the decks: in the lead it empties the smallest one to end the game, behind it draws from the largest.
    """
    code = j.routine(s, t, legal, seat, j.PEACEFUL, 0)
    if code < 0:
        if s.phase == AT_DRAFT:
            code = j.deck_or_other(legal, LANDSCAPE_DECK) if s.hand_cards[seat] < 4 else j.deck_or_other(legal, 2)
        elif s.phase == AT_DRAW or s.phase == AT_EXTRA_DECK:
            code = _draw(s, t, legal, seat)
        elif s.phase == AT_MAIN:
            code = _act(s, t, legal, seat, purse)
        elif s.phase == AT_MOVE:
            code = j.come_home(s, t, legal, seat)
        else:
            code = j.fight_intruders(s, t, legal, seat, -2)
    return j.settled(s, t, legal, seat, code)
