from simcore.games.fief.state import (
    AT_DRAFT,
    AT_DRAW,
    AT_EXTRA_DECK,
    AT_MAIN,
    AT_MOVE,
    CASTLE,
    CHARACTER_DECK,
    CHURCH,
    FORTRESS,
    LANDSCAPE_DECK,
    MILITARY_DECK,
    PASS,
    PRIEST,
    TOWER,
)
from simcore.kernels.jit import compiled
from simcore.strategy import strategy
from strategies.fief import judgement as j


@compiled
def _draft(s, t, legal, seat):
    """Three landscapes, two characters, one military card; then as many arms as an opponent shows, else people and land."""
    if j.hand_of_deck(s, seat, LANDSCAPE_DECK) < 3:
        return j.deck_or_other(legal, LANDSCAPE_DECK)
    if j.hand_of_deck(s, seat, CHARACTER_DECK) < 2:
        return j.deck_or_other(legal, CHARACTER_DECK)
    if j.hand_of_deck(s, seat, MILITARY_DECK) == 0 or j.is_outgunned(s, t, seat, 3):
        return j.deck_or_other(legal, MILITARY_DECK)
    few = j.hand_of_deck(s, seat, CHARACTER_DECK) < 3
    return j.deck_or_other(legal, CHARACTER_DECK if few else LANDSCAPE_DECK)


@compiled
def _draw(s, t, legal, seat):
    """Arms as long as an opponent has more, then Workers: the cheapest guards and blockers."""
    if j.landscapes_of(s, seat) >= 2 and j.is_outgunned(s, t, seat, 2):
        return j.deck_or_other(legal, MILITARY_DECK)
    code = j.draw_for_household(s, t, legal, seat, 4, 2)
    return code if code >= 0 else j.deck_or_other(legal, CHARACTER_DECK)


@compiled
def _act(s, t, legal, seat, workers):
    """Guards everywhere, fighters against a rush, walls where most stands, blockers at the ready."""
    alarmed = j.is_alarmed(s, t, seat)
    code = j.keep_house(s, t, legal, seat, workers, 2)
    if code < 0 and alarmed:
        code = j.call_up(s, t, legal, seat, 1)
    if code < 0:
        taste = j.taste_for(TOWER, 2) + j.taste_for(FORTRESS, 2) + j.taste_for(CASTLE, 2) + j.taste_for(CHURCH, 1)
        spend = 1 if alarmed else j.purse(s, t, seat, j.WARLIKE)
        code = j.best_building(s, t, legal, seat, spend, taste)
    if code < 0:
        code = j.try_play(s, t, legal, seat, PRIEST, 0)
    if code < 0:
        code = j.play_ready_specialist(s, t, legal, seat, 0)
    if code < 0:
        code = j.spend_the_rest(s, t, legal, seat, 0)
    return code if code >= 0 else PASS


@strategy
def turtle(s, t, legal, seat, workers=6):
    """Fortified prestige: every landscape guarded, walls on the richest place, a blocker for every enemy who is near.

    Keeps up to `workers` Workers, who guard before they double a yield; prefers Tower, Fortress and Castle; never marches
    out, and strikes at intruders with everybody it takes.
    """
    code = j.routine(s, t, legal, seat, j.WARLIKE, 1)
    if code < 0:
        if s.phase == AT_DRAFT:
            code = _draft(s, t, legal, seat)
        elif s.phase == AT_DRAW or s.phase == AT_EXTRA_DECK:
            code = _draw(s, t, legal, seat)
        elif s.phase == AT_MAIN:
            code = _act(s, t, legal, seat, workers)
        elif s.phase == AT_MOVE:
            code = j.come_home(s, t, legal, seat)
        else:
            code = j.fight_intruders(s, t, legal, seat, -3)
    return j.settled(s, t, legal, seat, code)
