from simcore.games.fief.bits import count
from simcore.games.fief.state import (
    ARCHER,
    AT_DRAFT,
    AT_DRAW,
    AT_EXTRA_DECK,
    AT_MAIN,
    AT_MOVE,
    CASTLE,
    CHARACTER_DECK,
    CHURCH,
    FORTRESS,
    INFANTRY,
    LANDSCAPE_DECK,
    MILITARY_DECK,
    PASS,
    PRIEST,
    SOLDIER,
    TOWER,
)
from simcore.kernels.jit import compiled
from simcore.strategy import strategy
from strategies.fief import judgement as j


@compiled
def _draft(s, t, legal, seat):
    """Three landscapes, arms as far as an opponent shows them (in a duel three at least), characters, the last landscape."""
    if j.hand_of_deck(s, seat, LANDSCAPE_DECK) < 3:
        return j.deck_or_other(legal, LANDSCAPE_DECK)
    arms = j.hand_of_deck(s, seat, MILITARY_DECK)
    if arms < (3 if t.players == 2 else 1) or (arms < 4 and j.is_outgunned(s, t, seat, 4)):
        return j.deck_or_other(legal, MILITARY_DECK)
    few_people = j.hand_of_deck(s, seat, CHARACTER_DECK) < 3
    return j.deck_or_other(legal, CHARACTER_DECK if few_people else LANDSCAPE_DECK)


@compiled
def _draw(s, t, legal, seat):
    if j.landscapes_of(s, seat) >= 2 and j.is_outgunned(s, t, seat, 4):
        return j.deck_or_other(legal, MILITARY_DECK)
    code = j.draw_for_household(s, t, legal, seat, 4, 2)
    return code if code >= 0 else j.deck_or_other(legal, CHARACTER_DECK)


@compiled
def _act(s, t, legal, seat, blockers):
    """Guards everywhere, walls where most stands, a few blockers at the ready."""
    danger = j.threat(s, t, seat) > 0
    code = -1
    if j.landscapes_of(s, seat) >= 2 and count(j.fighters(s, t, seat)) < min(4, j.menace(s, t, seat)):
        code = j.call_up(s, t, legal, seat, 2)
    if code < 0:
        code = j.keep_house(s, t, legal, seat, 7, 2)
    if danger and s.memory[seat, j.RESERVE] < blockers:
        s.memory[seat, j.RESERVE] = blockers
    if code < 0:
        taste = j.taste_for(TOWER, 2) + j.taste_for(FORTRESS, 2) + j.taste_for(CASTLE, 2) + j.taste_for(CHURCH, 1)
        code = j.best_building(s, t, legal, seat, 1 + j.junk(s, t, seat, True), taste)
    if code < 0 and count(j.fighters(s, t, seat)) < (3 if danger else 1):
        for kind in (INFANTRY, SOLDIER, ARCHER):
            if code < 0:
                code = j.try_play(s, t, legal, seat, kind, 0)
    if code < 0:
        code = j.try_play(s, t, legal, seat, PRIEST, 0)
    if code < 0:
        code = j.buy_extra_card(s, t, legal, seat, 1)
    return code if code >= 0 else PASS


@strategy
def turtle(s, t, legal, seat, blockers=2):
    """Fortified prestige: every landscape guarded, walls on the richest place, blockers kept back.

    Prefers Tower, Fortress and Castle, keeps `blockers` loose troops untapped while enemies are near, never marches out
    and attacks intruders whenever that pays.
    """
    code = j.routine(s, t, legal, seat, True, 1)
    if code < 0:
        if s.phase == AT_DRAFT:
            code = _draft(s, t, legal, seat)
        elif s.phase == AT_DRAW or s.phase == AT_EXTRA_DECK:
            code = _draw(s, t, legal, seat)
        elif s.phase == AT_MAIN:
            code = _act(s, t, legal, seat, blockers)
        elif s.phase == AT_MOVE:
            code = j.come_home(s, t, legal, seat)
        else:
            code = j.fight_intruders(s, t, legal, seat, -2)
    return j.settled(legal, code)
