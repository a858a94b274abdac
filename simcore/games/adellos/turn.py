"""The turn and the end of the game (ADE-201 to ADE-222, ADE-801 to ADE-810, ADE-956 to ADE-959)."""

import numpy as np

from simcore.games.adellos.board import first, holds, remove_counters, type_of
from simcore.games.adellos.material import draw_cards, hand_size, take_gold
from simcore.games.adellos.nobles import active_pieces, noble_with
from simcore.games.adellos.pieces import (
    COMMAND,
    FIRST_NOBLE,
    INCANTATION,
    INCOME,
    NOBLE_INCOME,
    NOBLE_WISDOM,
    TOWER,
    WISDOM,
)
from simcore.games.adellos.state import CAP, DISCARD, GAME_OVER, LYING, MAIN, NO_PROGRESS, SEATS, TOWER_WIN
from simcore.kernels.jit import compiled, rule


@rule
def to_main(s):
    """Back to the free part of the turn (ADE-211)."""
    s.phase = MAIN
    s.seat = s.cur


@rule
def end_game(s, reason, winners):
    s.over = 1
    s.reason = reason
    s.winners = winners
    s.phase = GAME_OVER


# --- phase 1 -------------------------------------------------------------------------------------


@rule
def hold_limit(s, t):
    """ADE-804, ADE-809: own turns in a row on the tower that win; 0 means that the tower wins nothing."""
    players = s.players if t.hold_basis else s.living
    return t.hold_turns[max(players, 2) - 2]


@rule
def holds_tower(s, t, seat):
    """ADE-802, ADE-806, ADE-808: an active piece of `seat` stands on the tower."""
    if not holds(active_pieces(s, t, seat), TOWER):
        return False
    return t.noble_counts_on_tower == 1 or s.kind[TOWER] < FIRST_NOBLE


@rule
def check_tower(s, t, seat):
    """ADE-803, ADE-804: lengthen or break the streak; whether the tower is held."""
    if not holds_tower(s, t, seat):
        s.hold[seat] = 0
        return False
    s.hold[seat] += 1
    s.progress = 1
    s.tower_turns[seat] += 1
    s.longest_streak[seat] = max(s.longest_streak[seat], s.hold[seat])
    limit = hold_limit(s, t)
    if limit > 0 and s.hold[seat] >= limit:
        end_game(s, TOWER_WIN, 1 << seat)
    return True


@rule
def incantations_of(s, t, seat):
    """ADE-821, ADE-915: how many summons a turn allows."""
    if not t.factions_summons[s.faction[seat]]:
        return 0
    lich = noble_with(s, t, seat, INCANTATION)
    return t.incantations + (t.nobles_amount[lich] if lich >= 0 else 0)


@compiled
def begin_turn(s, t, seat):
    """ADE-202: phase 1 in its fixed order; then the player acts."""
    s.cur = seat
    s.turns += 1
    s.progress = 0
    held = check_tower(s, t, seat)
    if s.over:
        return
    ap = t.base_ap + (t.tower_ap if held else 0)  # ADE-203, ADE-204
    if s.rounds == 1:
        ap += t.first_turn_ap_delta[seat]
    gold = 0
    cards = 0
    pieces = active_pieces(s, t, seat)  # ADE-209, ADE-210
    while pieces:
        kind = s.kind[first(pieces)]
        pieces &= pieces - 1
        ability = t.ability[kind]
        if ability == COMMAND:
            ap += t.amount[kind]  # ADE-205
        elif ability == INCOME:
            gold += t.amount[kind]
        elif ability == WISDOM:
            cards += t.amount[kind]
    noble = noble_with(s, t, seat, NOBLE_INCOME)
    gold += t.nobles_amount[noble] if noble >= 0 else 0
    noble = noble_with(s, t, seat, NOBLE_WISDOM)
    cards += t.nobles_amount[noble] if noble >= 0 else 0
    s.ap = max(0, ap)
    s.ap_available[seat] += s.ap
    if s.mark_revolt[seat]:  # ADE-765
        gold = 0
    if held:
        gold += t.tower_gold
    s.gold_income[seat] += take_gold(s, t, seat, gold)  # ADE-207
    if not s.mark_censor[seat]:  # ADE-755
        draw_cards(s, t, seat, cards)  # ADE-208
    s.mark_revolt[seat] = 0
    s.mark_censor[seat] = 0
    s.ban = s.mark_treach[seat]
    s.mark_treach[seat] = 0
    for place in range(LYING):
        s.lying[seat, place] = 0
    s.incant = incantations_of(s, t, seat)
    s.gifts_left = t.gifts_per_turn if t.gifts else 0
    to_main(s)


# --- end of the turn -----------------------------------------------------------------------------


@rule
def end_turn(s, t):
    """ADE-221: discard down to the hand limit if there is one, then the end-of-turn step."""
    if t.hand_limit > 0 and hand_size(s, s.cur) > t.hand_limit:
        s.phase = DISCARD
        s.seat = s.cur
    else:
        close_turn(s, t)


@compiled
def close_turn(s, t):
    """ADE-221 in its order; then the next living player, or the stop of a game that goes nowhere."""
    seat = s.cur
    fields = s.frozen if t.counter_removal else s.frozen & s.pieces[seat]  # ADE-825
    while fields:
        remove_counters(s, first(fields), 1)
        fields &= fields - 1
    s.safe = 0
    s.copied = 0
    s.ban = 0
    s.incant = 0
    s.ap_lapsed[seat] += s.ap  # ADE-215, ADE-216
    s.ap = 0
    count_survivors(s, seat)
    s.idle_turns = 0 if s.progress else s.idle_turns + 1
    following = next_living(s, seat)
    if following <= seat:
        end_round(s, t)
        if s.over:
            return
    if s.idle_turns >= t.no_progress_rounds * s.living:
        stop_game(s, t, NO_PROGRESS)
    else:
        begin_turn(s, t, following)


@rule
def count_survivors(s, seat):
    units = s.pieces[seat]
    while units:
        kind = s.kind[first(units)]
        units &= units - 1
        if kind < FIRST_NOBLE:
            s.survived[seat, type_of(kind)] += 1
    if s.noble_field[seat] >= 0 and not holds(s.home[seat], s.noble_field[seat]):
        s.noble_away_turns[seat] += 1


@rule
def next_living(s, seat):
    """ADE-222: clockwise, eliminated players are skipped."""
    following = seat
    for step in range(1, s.players + 1):
        other = (seat + step) % s.players
        if s.alive[other]:
            following = other
            break
    return following


@rule
def end_round(s, t):
    """ADE-D16: a round is complete when the turn passes to a seat with a lower number."""
    if s.rounds == 5:
        s.leader_round_5 = leader(s, t)
    elif s.rounds == 10:
        s.leader_round_10 = leader(s, t)
    if s.rounds >= t.round_cap:
        stop_game(s, t, CAP)
    else:
        s.rounds += 1


# --- stopped games -------------------------------------------------------------------------------


@rule
def material(s, t, seat):
    """Value of the own units, tokens 3, plus gold."""
    total = s.gold[seat]
    units = s.pieces[seat]
    while units:
        total += t.worth[s.kind[first(units)]]
        units &= units - 1
    return total


@rule
def leader(s, t):
    """The living seat with the most material, -1 when shared."""
    best = -1
    most = -1
    for seat in range(s.players):
        if s.alive[seat]:
            own = material(s, t, seat)
            if own > most:
                most = own
                best = seat
            elif own == most:
                best = -1
    return best


@rule
def stop_value(s, t, seat):
    """ADE-D16: streak of the tower's holder, then material, then cards, as one number."""
    streak = np.int64(s.hold[seat]) if holds_tower(s, t, seat) else 0
    return (streak * 1000 + material(s, t, seat)) * 1000 + hand_size(s, seat)


@compiled
def stop_game(s, t, reason):
    """ADE-959: all living players share, or the best by material."""
    winners = 0
    most = -1
    for seat in range(SEATS):
        if s.alive[seat]:
            value = stop_value(s, t, seat) if t.cap_scoring else 0
            if value > most:
                most = value
                winners = 0
            if value == most:
                winners |= 1 << seat
    end_game(s, reason, winners)
