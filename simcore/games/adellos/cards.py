"""The event cards of the own turn (ADE-601 to ADE-612, ADE-701 to ADE-766) and gifts (ADE-1003)."""

import numpy as np

from simcore.games.adellos.board import bit, first, lift, put, remove_counters, vacant, vacant_at_home
from simcore.games.adellos.combat import lose_unit
from simcore.games.adellos.hiring import kind_in
from simcore.games.adellos.material import capture, discard, draw_cards, hand_size, pay_gold, take_gold
from simcore.games.adellos.movement import freezable, freeze, note_broken_streak
from simcore.games.adellos.pieces import (
    ASSAULT,
    BOOK_KEEPER,
    CALL_TO_ARMS,
    CENSORSHIP,
    COMBAT_TRAINING,
    INCOME,
    INCOMING,
    MIND_CONTROL,
    PATH_TO_WISDOM,
    REINFORCEMENTS,
    REVOLT,
    SLOTS,
    TIME_SHIFT,
    TRADE_AGREEMENTS,
    TREACH,
    UNCHAINED,
    UNIT_KINDS,
    WISDOM,
)
from simcore.games.adellos.state import (
    EXCHANGE_FIELD,
    FREE_TYPE,
    GIVE_CARD,
    LYING_CENSORSHIP,
    LYING_REVOLT,
    LYING_TREACH,
    OPTION,
    OPTION_A,
    PICK_PLAYER,
    PICK_PROTECTED,
    REINFORCE_TYPE,
    SACRIFICE,
    SEATS,
    SHIFT_TARGET,
)
from simcore.games.adellos.turn import next_living, to_main
from simcore.kernels.jit import compiled, rule


@rule
def playable(s, t, seat, kind):
    """ADE-213, ADE-603, ADE-607: in hand, for the own turn, and its price can be paid."""
    if s.hand[seat, kind] == 0 or t.main_cards[kind] == 0:
        return False
    gold = max(t.cards_gold[kind], t.cards_min_gold[kind])
    return s.ap >= t.cards_ap[kind] and s.gold[seat] >= gold


@rule
def note_effect(s):
    """The card being played changes something beside its price."""
    if not s.changed:
        s.changed = 1
        s.effective[s.cur, s.card] += 1


@rule
def gain_ap(s, n):
    s.ap += n
    s.ap_available[s.cur] += n
    if n > 0:
        note_effect(s)


@compiled
def play_card(s, t, kind):
    """Pay, put the card into the box, and begin its effect."""
    seat = s.cur
    s.ap -= t.cards_ap[kind]
    s.ap_cards[seat] += t.cards_ap[kind]
    pay_gold(s, seat, t.cards_gold[kind])
    discard(s, seat, kind)
    s.cards_played[seat] += 1
    s.played[seat, kind] += 1
    s.card = kind
    s.changed = 0
    s.left = t.cards_units[kind]
    to_main(s)
    if kind in (CALL_TO_ARMS, COMBAT_TRAINING):
        next_exchange(s, t)
    elif kind == REINFORCEMENTS:
        next_reinforcement(s, t)
    elif kind in (TRADE_AGREEMENTS, TIME_SHIFT, INCOMING, PATH_TO_WISDOM):
        s.phase = OPTION
    elif kind == MIND_CONTROL:
        s.target = s.cur
        next_giver(s, t)
    elif kind == BOOK_KEEPER:
        collect_gold(s)
    elif kind == UNCHAINED:
        gain_ap(s, t.cards_ap_gain[kind])  # ADE-758
    elif kind in (TREACH, ASSAULT, CENSORSHIP, REVOLT):
        s.phase = PICK_PLAYER


# --- units from the supply -----------------------------------------------------------------------


@rule
def supply_of_value(s, t, seat, value):
    """Whether a unit of this value is left in the supply."""
    found = False
    for slot in range(SLOTS):
        found |= s.supply[seat, slot] > 0 and t.value[kind_in(s, seat, slot)] == value
    return found


@rule
def exchangeable(s, t):
    """ADE-701, ADE-704, ADE-705: own units of the right value, if there is anything to replace them by."""
    fields = np.int64(0)
    if supply_of_value(s, t, s.cur, t.cards_to_value[s.card]):
        pieces = s.pieces[s.cur]
        while pieces:
            f = first(pieces)
            pieces &= pieces - 1
            if s.kind[f] < UNIT_KINDS and t.value[s.kind[f]] == t.cards_from_value[s.card]:
                fields |= bit(f)
    return fields


@rule
def next_exchange(s, t):
    if s.left > 0 and exchangeable(s, t):
        s.phase = EXCHANGE_FIELD
    else:
        to_main(s)


@rule
def exchange(s, t, slot):
    """ADE-702, ADE-703: the old tile returns to the supply, the new one is ready at once."""
    seat = s.cur
    f = s.chosen_field
    s.supply[seat, s.kind[f] % SLOTS] += 1
    lift(s, f)
    s.supply[seat, slot] -= 1
    put(s, seat, kind_in(s, seat, slot), f)
    s.units_placed[seat] += 1
    note_effect(s)
    s.left -= 1
    next_exchange(s, t)


@rule
def next_reinforcement(s, t):
    """ADE-706, ADE-707."""
    value = t.cards_to_value[s.card]
    if s.left > 0 and vacant_at_home(s, s.cur) and supply_of_value(s, t, s.cur, value):
        s.phase = REINFORCE_TYPE
    else:
        to_main(s)


@rule
def place_from_supply(s, slot, f):
    """A unit enters free of charge and without time counters."""
    s.supply[s.cur, slot] -= 1
    put(s, s.cur, kind_in(s, s.cur, slot), f)
    s.units_placed[s.cur] += 1
    s.left -= 1
    note_effect(s)


@rule
def free_ability(s):
    """ADE-724, ADE-740: the keyword of the units that the card places."""
    return INCOME if s.card == INCOMING else WISDOM


@rule
def free_slot(s, t, slot):
    return s.supply[s.cur, slot] > 0 and t.ability[kind_in(s, s.cur, slot)] == free_ability(s)


@rule
def next_free_unit(s, t):
    """ADE-725: up to two units, as long as supply and vacant fields last."""
    found = False
    for slot in range(SLOTS):
        found |= free_slot(s, t, slot)
    if s.left > 0 and found and vacant(s):
        s.phase = FREE_TYPE
    else:
        to_main(s)


# --- options -------------------------------------------------------------------------------------


@rule
def take_option(s, t, action):
    """ADE-719, ADE-720, ADE-724, ADE-740."""
    seat = s.cur
    first_option = action == OPTION_A
    to_main(s)
    if s.card == TRADE_AGREEMENTS:
        pay_gold(s, seat, t.cards_gold_a[s.card] if first_option else t.cards_gold_b[s.card])
        gain_ap(s, t.cards_ap_a[s.card] if first_option else t.cards_ap_b[s.card])
    elif s.card == TIME_SHIFT:
        s.left = 0 if first_option else 1
        if shift_targets(s, t):  # ADE-723
            s.phase = SHIFT_TARGET
    elif first_option:
        next_free_unit(s, t)
    elif s.card == INCOMING:
        taken = take_gold(s, t, seat, t.cards_gold_gain[s.card])
        s.gold_cards[seat] += taken
        if taken > 0:
            note_effect(s)
    elif draw_cards(s, t, seat, t.cards_cards[s.card]) > 0:
        note_effect(s)


@rule
def shift_targets(s, t):
    """ADE-720, ADE-722: own frozen units (`left` 0), or enemy units that are not immune (`left` 1)."""
    own_nobles = bit(s.noble_field[s.cur])
    if s.left == 0:
        fields = s.pieces[s.cur] & s.frozen
        return fields if t.time_shift_nobles else fields & ~own_nobles
    fields = freezable(s, t)
    if t.time_shift_nobles:
        for seat in range(s.players):
            if seat != s.cur and s.noble_field[seat] >= 0:
                fields |= bit(s.noble_field[seat])
    return fields


@rule
def shift_time(s, t, f):
    """ADE-720, ADE-721."""
    n = t.cards_counters[TIME_SHIFT]
    if s.left == 0:
        remove_counters(s, f, min(n, s.counters[f]))
        note_effect(s)
    elif freeze(s, t, f, n) > 0:
        note_effect(s)
    to_main(s)


# --- other players -------------------------------------------------------------------------------


@rule
def pick_player(s, t, seat):
    """ADE-611: Treach, Assault, Censorship and Revolt name another living player."""
    s.target = seat
    if s.card == TREACH:
        s.phase = PICK_PROTECTED
    elif s.card == ASSAULT:
        next_sacrifice(s, t)
    elif s.card == CENSORSHIP:  # ADE-755, ADE-766
        s.mark_censor[seat] = 1
        s.lying[seat, LYING_CENSORSHIP] += 1
        note_effect(s)
        to_main(s)
    else:  # ADE-765, ADE-766
        s.mark_revolt[seat] = 1
        s.lying[seat, LYING_REVOLT] += 1
        note_effect(s)
        to_main(s)


@rule
def protect(s, seat):
    """ADE-716, ADE-717."""
    s.mark_treach[s.target] |= 1 << seat
    s.lying[s.target, LYING_TREACH] += 1
    note_effect(s)
    to_main(s)


@rule
def victims_units(s):
    """ADE-752: everything of the target but its noble."""
    return s.pieces[s.target] & ~bit(s.noble_field[s.target])


@rule
def next_sacrifice(s, t):
    if s.left > 0 and victims_units(s):
        s.phase = SACRIFICE
        s.seat = s.target
    else:
        to_main(s)


@rule
def sacrifice(s, t, f):
    """ADE-751, ADE-752."""
    note_broken_streak(s, f)
    lose_unit(s, f)
    note_effect(s)
    s.left -= 1
    next_sacrifice(s, t)


@rule
def next_giver(s, t):
    """ADE-745, ADE-746: clockwise from the left of the player; who has no cards is skipped."""
    to_main(s)
    giver = next_living(s, s.target)
    while giver != s.cur:
        if hand_size(s, giver) > 0:
            s.target = giver
            s.left = t.cards_cards[s.card]
            s.seat = giver
            s.phase = GIVE_CARD
            break
        giver = next_living(s, giver)


@rule
def give_card(s, t, kind):
    capture(s, s.seat, s.cur, kind, 1)
    note_effect(s)
    s.left -= 1
    if s.left <= 0 or hand_size(s, s.seat) == 0:
        next_giver(s, t)


@rule
def collect_gold(s):
    """ADE-748."""
    for seat in range(SEATS):
        if seat != s.cur and s.gold[seat] > 0:
            s.gold[s.cur] += s.gold[seat]
            s.gold_cards[s.cur] += s.gold[seat]
            s.gold[seat] = 0
            note_effect(s)


@rule
def give_gold(s, seat):
    """ADE-1003: one coin."""
    s.gold[s.cur] -= 1
    s.gold[seat] += 1
    s.gold_cards[seat] += 1
    s.gifts_left -= 1
