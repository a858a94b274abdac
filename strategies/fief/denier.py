from simcore.games.fief.bits import count
from simcore.games.fief.economy import attached_anywhere, side_prestige
from simcore.games.fief.state import (
    AT_DRAFT,
    AT_DRAW,
    AT_EXTRA_DECK,
    AT_MAIN,
    AT_MOVE,
    BUILD,
    CHARACTER_DECK,
    KNIGHT,
    LANDSCAPE_DECK,
    MILITARY_DECK,
    NONE,
    PASS,
    SOLDIER,
)
from simcore.kernels.jit import compiled, rule
from simcore.strategy import strategy
from strategies.fief import judgement as j


@rule
def _draft(s, legal, seat):
    n = s.hand_cards[seat]
    return j.deck_or_other(legal, LANDSCAPE_DECK if n < 4 else CHARACTER_DECK if n < 7 else MILITARY_DECK)


@rule
def _draw(s, t, legal, seat):
    if j.landscapes_of(s, seat) >= 3 and j.is_outgunned(s, t, seat, 3):
        return j.deck_or_other(legal, MILITARY_DECK)
    code = j.draw_for_household(s, t, legal, seat, 4, 2)
    if code < 0:
        short = count(j.fighters(s, t, seat)) + j.hand_of_deck(s, seat, MILITARY_DECK) < 3
        code = j.deck_or_other(legal, MILITARY_DECK if short else CHARACTER_DECK)
    return code


@rule
def _is_close(s, t, rival):
    """Within two prestige points of the target."""
    return rival >= 0 and side_prestige(s, t, rival) >= t.target - 2


@compiled
def _deny(s, t, legal, seat, rival, weight):
    """Own gain plus a share of what the leader would gain; copies only to keep them from a leader close to the target."""
    best = NONE
    best_value = 0.0
    for pile in range(3):
        if s.pile_left[pile] == 0 or j.first_between(legal, BUILD + 5 * pile, BUILD + 5 * pile + 5) < 0:
            continue
        building = int(s.pile_cards[pile, s.pile_left[pile] - 1])
        mine = j.prestige_gain(s, t, seat, building)
        theirs = j.prestige_gain(s, t, rival, building) if rival >= 0 else 0
        if mine == 0 and (theirs == 0 or not _is_close(s, t, rival)):
            continue
        price = j.building_price(s, t, legal, seat, pile)
        wins = side_prestige(s, t, seat) + mine >= t.target
        spend = j.purse(s, t, seat, j.WARLIKE) + (1 if _is_close(s, t, rival) else 0)
        if price >= j.IMPOSSIBLE or (s.memory[seat, j.PLAN_HAND] > spend and not wins):
            continue
        value = 1000.0 + 300.0 * (mine + weight * theirs) - price + (10000.0 if wins else 0.0)
        if value > best_value:
            best_value = value
            best = int(s.memory[seat, j.POST])
    return best


@compiled
def _act(s, t, legal, seat, rival, weight):
    code = j.keep_house(s, t, legal, seat, 6, 2)
    if code < 0:
        code = _deny(s, t, legal, seat, rival, weight)
    if code < 0 and count(j.fighters(s, t, seat)) < 3 and j.landscapes_of(s, seat) >= 3:
        for kind in (KNIGHT, SOLDIER):
            if code < 0:
                code = j.try_play(s, t, legal, seat, kind, 1 if _is_close(s, t, rival) else 0)
    if code < 0:
        code = j.play_ready_specialist(s, t, legal, seat, 0)
    if code < 0:
        code = j.spend_the_rest(s, t, legal, seat, 1)
    return code if code >= 0 else PASS


@compiled
def _march(s, t, legal, seat, rival):
    """Fighters go only against a leader close to the target; otherwise everybody comes home."""
    if _is_close(s, t, rival):
        code = j.march(s, t, legal, seat, j.fighters(s, t, seat) & ~s.tapped & ~attached_anywhere(s), rival)
        if code >= 0:
            return code
        return PASS
    return j.come_home(s, t, legal, seat)


@strategy
def denier(s, t, legal, seat, weight=0.8):
    """Leader control: takes what the leader needs and strikes when he is close to winning.

    A building counts its own prestige plus `weight` times what it would give the leading opponent. A few Knights or
    Soldiers march only against an opponent within two points of the target, for his most valuable landscape.
    """
    code = j.routine(s, t, legal, seat, j.WARLIKE, 0)
    if code < 0:
        rival = j.leading_opponent(s, t, seat)
        if s.phase == AT_DRAFT:
            code = _draft(s, legal, seat)
        elif s.phase == AT_DRAW or s.phase == AT_EXTRA_DECK:
            code = _draw(s, t, legal, seat)
        elif s.phase == AT_MAIN:
            code = _act(s, t, legal, seat, rival, weight)
        elif s.phase == AT_MOVE:
            code = _march(s, t, legal, seat, rival)
        else:
            code = j.declare_war(s, t, legal, seat, 0)
    return j.settled(s, t, legal, seat, code)
