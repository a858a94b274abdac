from simcore.games.fief.bits import count
from simcore.games.fief.economy import attached_anywhere, partner_of, side_prestige
from simcore.games.fief.state import (
    AT_DRAFT,
    AT_DRAW,
    AT_EXTRA_DECK,
    AT_MAIN,
    AT_MOVE,
    AT_PLEDGE,
    CHARACTER_DECK,
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
def _friend(s, t, seat):
    """The living partner, or -1."""
    partner = partner_of(t, seat)
    return partner if partner >= 0 and s.alive[partner] else NONE


@rule
def _in_need(s, t, seat):
    """The fief that needs relief: the own one first, then the partner's; -1 when no enemy is about."""
    friend = _friend(s, t, seat)
    if j.intruders(s, t, seat):
        return seat
    if friend >= 0 and j.intruders(s, t, friend):
        return friend
    return NONE


@rule
def _draft(s, legal, seat):
    n = s.hand_cards[seat]
    return j.deck_or_other(legal, LANDSCAPE_DECK if n < 4 else CHARACTER_DECK if n < 7 else MILITARY_DECK)


@compiled
def _draw(s, t, legal, seat):
    if j.landscapes_of(s, seat) >= 2 and j.is_outgunned(s, t, seat, 2):
        return j.deck_or_other(legal, MILITARY_DECK)
    code = j.draw_for_household(s, t, legal, seat, 4, 2)
    return code if code >= 0 else j.deck_or_other(legal, CHARACTER_DECK)


@compiled
def _act(s, t, legal, seat):
    code = j.keep_house(s, t, legal, seat, 7, 2)
    if code < 0:
        code = j.best_building(s, t, legal, seat, j.purse(s, t, seat, j.WARLIKE), 0)
    if code < 0 and count(j.fighters(s, t, seat)) < (3 if _in_need(s, t, seat) >= 0 else 1):
        code = j.try_play(s, t, legal, seat, SOLDIER, 0)
    if code < 0:
        code = j.play_ready_specialist(s, t, legal, seat, 0)
    if code < 0:
        code = j.spend_the_rest(s, t, legal, seat, 1)
    return code if code >= 0 else PASS


@compiled
def _march(s, t, legal, seat):
    """Fighters relieve the partner; everybody else stays or comes home."""
    goal = _in_need(s, t, seat)
    army = j.fighters(s, t, seat) & ~s.tapped & ~attached_anywhere(s)
    if goal >= 0 and goal != seat and count(army) >= 1:
        code = j.march(s, t, legal, seat, army, goal)
        return code if code >= 0 else PASS
    return j.come_home(s, t, legal, seat)


@strategy
def supporter(s, t, legal, seat, near=3):
    """The good partner: builds, pledges its places, and relieves the partner's fief.

    Pledges every place that gives two units after the fee, and any other while the team is within `near` points of the
    target. Sends fighters to a partner with intruders. Without a partner it builds and guards like a careful builder.
    """
    code = j.routine(s, t, legal, seat, j.WARLIKE, 1)
    if s.phase == AT_PLEDGE:
        code = j.pledge(s, t, legal, seat, 1 if side_prestige(s, t, seat) >= t.target - near else 2)
    if code < 0:
        if s.phase == AT_DRAFT:
            code = _draft(s, legal, seat)
        elif s.phase == AT_DRAW or s.phase == AT_EXTRA_DECK:
            code = _draw(s, t, legal, seat)
        elif s.phase == AT_MAIN:
            code = _act(s, t, legal, seat)
        elif s.phase == AT_MOVE:
            code = _march(s, t, legal, seat)
        else:
            code = j.declare_war(s, t, legal, seat, -2 if _in_need(s, t, seat) >= 0 else 0)
    return j.settled(s, t, legal, seat, code)
