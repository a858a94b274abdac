from simcore.games.fief.bits import BIT, count, lowest
from simcore.games.fief.economy import are_allied, attached_anywhere, available_at, is_guarded, place_exists
from simcore.games.fief.ending import lies_open
from simcore.games.fief.state import (
    ARCHER,
    AT_DRAFT,
    AT_DRAW,
    AT_EXTRA_DECK,
    AT_MAIN,
    AT_MOVE,
    CARPENTRY,
    CHARACTER_DECK,
    KIND_MASK,
    KNIGHT,
    LANDSCAPE_DECK,
    MILITARY_DECK,
    NONE,
    PASS,
    PLACES,
    SOLDIER,
    STABLE,
    WORKER,
)
from simcore.kernels.jit import compiled, rule
from simcore.strategy import strategy
from strategies.fief import judgement as j


@rule
def _draft(s, legal, seat):
    n = s.hand_cards[seat]
    return j.deck_or_other(legal, LANDSCAPE_DECK if n < 4 else CHARACTER_DECK if n < 6 else MILITARY_DECK)


@compiled
def _draw(s, t, legal, seat):
    code = j.draw_for_household(s, t, legal, seat, 3, 1)
    if code < 0:
        raiders = count(j.fighters(s, t, seat)) + j.hand_of_deck(s, seat, MILITARY_DECK)
        code = j.deck_or_other(legal, MILITARY_DECK if raiders < 4 else CHARACTER_DECK)
    return code


@compiled
def _act(s, t, legal, seat):
    """A household of three landscapes and three Workers, then Knights; buildings with the rest, the Stable first."""
    code = j.keep_house(s, t, legal, seat, 5, 2)
    settled = j.landscapes_of(s, seat) >= 3 and count(s.owned[seat] & KIND_MASK[WORKER]) >= 2
    if code < 0 and settled:
        code = j.try_play(s, t, legal, seat, KNIGHT, 1)
        if code < 0 and count(j.fighters(s, t, seat)) < 4:
            code = j.try_play(s, t, legal, seat, SOLDIER, 0)
        if code < 0 and count(s.owned[seat] & KIND_MASK[ARCHER]) < 1:
            code = j.try_play(s, t, legal, seat, ARCHER, 0)
    if code < 0:
        code = j.best_building(
            s, t, legal, seat, j.purse(s, t, seat, j.WARLIKE), j.taste_for(STABLE, 2) + j.taste_for(CARPENTRY, 1)
        )
    if code < 0:
        code = j.spend_the_rest(s, t, legal, seat, 0)
    return code if code >= 0 else PASS


@compiled
def _loot(s, t, seat, other, riders):
    """What lies open in a fief: buildings on unguarded landscapes, a siege while its army is away; less its defenders."""
    worth = 0
    for place in range(1, PLACES):
        if place_exists(s, other, place) and not is_guarded(s, other, place):
            worth = max(worth, j.place_worth(s, t, other, place))
    defenders = j.attack_sum(t, available_at(s, other, other))
    away = s.owned[other] & ~s.at[other] != 0
    if away and lies_open(s, t, other) and defenders < j.attack_sum(t, riders):
        worth += 8
    return worth - 2 * defenders - j.distance(t, seat, other) + s.prestige[other]


@rule
def _victim(s, t, seat, riders):
    best = NONE
    most = 2
    for other in range(t.players):
        if s.alive[other] and not are_allied(t, seat, other):
            loot = _loot(s, t, seat, other, riders)
            if loot > most:
                most = loot
                best = other
    return best


@compiled
def _march(s, t, legal, seat):
    """Riders to the best loot; in a fief with open land one troop stays for the siege, the others come home when beaten.

    Nobody waits in an in-between fief for a better day.
    """
    riders = j.fighters(s, t, seat) & ~s.tapped & ~attached_anywhere(s)
    victim = _victim(s, t, seat, riders)
    if victim >= 0 and count(riders) >= 2:
        code = j.march(s, t, legal, seat, riders, victim)
        if code >= 0:
            return code
    for other in range(t.players):
        here = s.owned[seat] & s.at[other]
        if other in (seat, victim) or here == 0:
            continue
        going = here
        if s.alive[other] and not are_allied(t, seat, other) and lies_open(s, t, other):
            going = here & ~BIT[lowest(here)]
        if j.attack_sum(t, available_at(s, other, other)) > j.attack_sum(t, here):
            going = here
        code = j.march(s, t, legal, seat, going, seat)
        if code >= 0:
            return code
    between = s.owned[seat] & (s.at[4] | s.at[5] | s.at[6] | s.at[7])
    code = j.march(s, t, legal, seat, between, seat) if victim < 0 or count(riders) < 2 else NONE
    return code if code >= 0 else PASS


@strategy
def raider(s, t, legal, seat):
    """Knights and sieges: razes unguarded landscapes with buildings, and besieges whoever leaves land open.

    Keeps a builder's household with Stable and Carpentry, sends riders in pairs against the richest open fief, leaves one
    troop behind to run the siege counter, and rides home before stronger defenders.
    """
    code = j.routine(s, t, legal, seat, j.WARLIKE, 0)
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
            code = j.declare_war(s, t, legal, seat, 0)
    return j.settled(s, t, legal, seat, code)
