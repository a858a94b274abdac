"""Eliminations and the three ways a game ends (chapters 3.14 to 3.17)."""

from simcore.games.fief.bits import count, lowest
from simcore.games.fief.economy import (
    are_allied,
    enemies_of,
    gold_capacity,
    is_guarded,
    partner_of,
    place_exists,
    refresh_place,
    side_prestige,
    take_off,
)
from simcore.games.fief.state import (
    AT_GAME_OVER,
    ATTACKERS_PRESENT,
    BY_CITY,
    BY_CITY_FALL,
    BY_DECKS,
    BY_LAST_BUILDING,
    BY_PRESTIGE,
    BY_SIEGE,
    ELIMINATED,
    ELIMINATED_TURN,
    KINDS,
    NONE,
    PLACES,
)
from simcore.kernels.jit import compiled, rule

SIEGE_ANY_UNGUARDED, SIEGE_ALL_UNGUARDED, SIEGE_ANY_ENEMY = range(3)  # knob siege_condition
_MOST = 1 << 10  # larger than any capacity or hand


@rule
def side_mask(t, seat):
    """The seats that win together with this one."""
    partner = partner_of(t, seat)
    mask = 1 << seat
    if partner >= 0:
        mask |= 1 << partner
    return mask


@rule
def end_game(s, reason, winners):
    s.over = 1
    s.phase = AT_GAME_OVER
    s.reason = reason
    s.winners = winners


# --- prestige (FIEF-130, FIEF-148) --------------------------------------------------------------------


@rule
def check_prestige(s, t, seat):
    """FIEF-130: the target wins at once, or starts the last round (knob equal_turns_at_prestige)."""
    if side_prestige(s, t, seat) >= t.target:
        if t.equal_turns_at_prestige:
            s.closing = 1
        else:
            end_game(s, BY_PRESTIGE, side_mask(t, seat))


# --- elimination (FIEF-132 to FIEF-137) ---------------------------------------------------------------


@compiled
def eliminate(s, t, seat, cause):
    """FIEF-132: all cards of the player leave the game; FIEF-133: the last side left wins."""
    s.counter[seat, ELIMINATED] = cause
    s.counter[seat, ELIMINATED_TURN] = s.turns
    s.counter[seat, ATTACKERS_PRESENT] = count(enemies_of(s, t, seat) & s.at[seat])
    while s.owned[seat]:
        take_off(s, t, lowest(s.owned[seat]))
    for kind in range(KINDS):
        s.discard[kind] += s.hand[seat, kind]
        s.hand[seat, kind] = 0
    s.hand_cards[seat] = 0
    for place in range(PLACES):
        for i in range(3):
            if s.building[seat, place, i] >= 0:
                s.discard_buildings[s.building[seat, place, i]] += 1
                s.building[seat, place, i] = NONE
        if place > 0 and s.land[seat, place] >= 0:
            s.discard[s.land[seat, place]] += 1
        s.land[seat, place] = NONE
        refresh_place(s, t, seat, place)
    s.place_tapped[seat] = 0
    s.prestige[seat] = 0
    s.siege[seat] = 0
    s.alive[seat] = 0
    check_military(s, t, BY_CITY if cause == BY_CITY_FALL else BY_SIEGE)


@rule
def check_military(s, t, reason):
    """FIEF-133, FIEF-149: one side is left."""
    last = NONE
    alone = True
    for seat in range(t.players):
        if s.alive[seat]:
            if last >= 0 and not are_allied(t, last, seat):
                alone = False
            last = seat
    if alone:
        end_game(s, reason, side_mask(t, last))


@compiled
def lies_open(s, t, seat):
    """FIEF-135: no landscape, or an unguarded one (the city does not count); with it a single enemy besieges the fief."""
    lands = 0
    unguarded = 0
    for place in range(1, PLACES):
        if place_exists(s, seat, place):
            lands += 1
            if not is_guarded(s, seat, place):
                unguarded += 1
    if t.siege_condition == SIEGE_ANY_ENEMY:
        return True
    if t.siege_condition == SIEGE_ALL_UNGUARDED:
        return unguarded == lands
    return lands == 0 or unguarded > 0


@rule
def is_besieged(s, t, seat):
    """FIEF-135: an enemy stands in the fief, and it lies open."""
    return enemies_of(s, t, seat) & s.at[seat] != 0 and lies_open(s, t, seat)


# --- lack of cards (FIEF-138 to FIEF-146) -------------------------------------------------------------


@rule
def check_decks(s, t):
    """FIEF-139, FIEF-145: enough decks are empty."""
    empty = 0
    for deck in range(3):
        if s.deck_left[deck] == 0:
            empty += 1
    if empty >= t.empty_decks_to_end:
        end_by_prestige_order(s, t, BY_DECKS)


@rule
def check_last_building(s, t):
    """FIEF-138: the last building is bought."""
    if t.end_on_last_building and s.pile_left[0] + s.pile_left[1] + s.pile_left[2] == 0:
        end_by_prestige_order(s, t, BY_LAST_BUILDING)


@rule
def side_total(s, t, seat, criterion):
    """FIEF-140 to FIEF-142, FIEF-151: prestige, gold capacity or hand cards of a side's living members."""
    amount = 0
    for member in range(t.players):
        if s.alive[member] and are_allied(t, seat, member):
            if criterion == 0:
                amount += s.prestige[member]
            elif criterion == 1:
                amount += gold_capacity(s, t, member)
            else:
                amount += s.hand_cards[member]
    return amount


@rule
def side_key(s, t, seat):
    """The three criteria in one number, the larger the better."""
    return (side_total(s, t, seat, 0) * _MOST + side_total(s, t, seat, 1)) * _MOST + side_total(s, t, seat, 2)


@compiled
def end_by_prestige_order(s, t, reason):
    """FIEF-140 to FIEF-143: most prestige, then gold capacity, then hand cards, then the win is shared."""
    best = -1
    for seat in range(t.players):
        if s.alive[seat]:
            best = max(best, side_key(s, t, seat))
    winners = 0
    level = 0
    for seat in range(t.players):
        if not s.alive[seat]:
            continue
        key = side_key(s, t, seat)
        if key == best:
            if winners and not (winners >> seat) & 1:
                level = 3
            winners |= side_mask(t, seat)
        elif key // _MOST == best // _MOST:
            level = max(level, 2)
        elif key // (_MOST * _MOST) == best // (_MOST * _MOST):
            level = max(level, 1)
    s.tie_break = level
    end_game(s, reason, winners)
