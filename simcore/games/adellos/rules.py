"""What may be decided in each phase and what a decision does; results; hidden cards (`scenarios/adellos/RULES.md`)."""

import numpy as np

from simcore.games.adellos import cards, combat, hiring, movement, setup, turn
from simcore.games.adellos.board import first, vacant, vacant_at_home
from simcore.games.adellos.material import capture, discard, hand_size
from simcore.games.adellos.nobles import NOBLE_COUNT, active_pieces, noble_with
from simcore.games.adellos.pieces import (
    BUY_CARDS,
    CARD_KINDS,
    COPY_UNUSED,
    FIRST_AID,
    HIRE_PALADINS,
    SLOTS,
    TOKENS,
    TRADE_AGREEMENTS,
    UNIT_KINDS,
)
from simcore.games.adellos.state import (
    ATTACK,
    BIND_FIELD,
    BUY_CARD,
    CARD,
    COMBAT,
    DISCARD,
    END_TURN,
    EXCHANGE_FIELD,
    EXCHANGE_TYPE,
    FIELD,
    FIRST_AID_WINDOW,
    FREE_FIELD,
    FREE_TYPE,
    GIFT_CARD,
    GIFT_GOLD,
    GIVE_CARD,
    HIRE_PALADIN,
    HIRE_PLACE,
    MAIN,
    MOVE,
    NOBLE,
    NOBLE_PICK,
    NOBLE_PLACE,
    OPTION,
    OPTION_A,
    OPTION_B,
    PALADIN_PLACE,
    PASS,
    PICK_GIFT,
    PICK_PLAYER,
    PICK_PROTECTED,
    PLAYER,
    REDEAL_STREAM,
    REINFORCE_FIELD,
    REINFORCE_TYPE,
    SACRIFICE,
    SEATS,
    SETUP_BUY,
    SETUP_PLACE,
    SHIFT_TARGET,
    SWAP,
    TYPE,
    UNIT,
)
from simcore.kernels.deck import shuffle
from simcore.kernels.jit import compiled, rule

# --- legal actions -------------------------------------------------------------------------------


@rule
def list_fields(buf, n, base, fields):
    while fields:
        buf[n] = base + first(fields)
        fields &= fields - 1
        n += 1
    return n


@rule
def list_hand(s, seat, buf, n):
    for kind in range(CARD_KINDS):
        if s.hand[seat, kind] > 0:
            buf[n] = CARD + kind
            n += 1
    return n


@rule
def list_affordable(s, t, seat, buf, n):
    for slot in range(SLOTS):
        if hiring.affordable(s, t, seat, slot):
            buf[n] = TYPE + slot
            n += 1
    return n


@rule
def list_supply_of_value(s, t, buf, n):
    value = t.cards_to_value[s.card]
    for slot in range(SLOTS):
        if s.supply[s.cur, slot] > 0 and t.value[hiring.kind_in(s, s.cur, slot)] == value:
            buf[n] = TYPE + slot
            n += 1
    return n


@rule
def list_seats(s, buf, n, base, without):
    """Living seats but one."""
    for seat in range(s.players):
        if s.alive[seat] and seat != without:
            buf[n] = base + seat
            n += 1
    return n


@rule
def may_copy(s, t, noble):
    """ADE-907: a noble that nobody chose and that was not copied in this turn."""
    if ((s.used_nobles | s.copied) >> noble) & 1:
        return False
    return t.jester_scope == 0 or t.nobles_faction[noble] == s.faction[s.cur]


@rule
def legal_main(s, t, buf):
    """ADE-211 to ADE-219: everything the player may do with the rest of the turn."""
    seat = s.cur
    n = 0
    if s.ap > 0:
        free = vacant(s)
        targets = movement.attack_targets(s, t)
        partners = movement.swap_partners(s, t)
        pieces = active_pieces(s, t, seat)
        while pieces:
            f = first(pieces)
            pieces &= pieces - 1
            if movement.can_act(s, t, f, free, targets, partners):
                buf[n] = FIELD + f
                n += 1
    spending = n > 0
    if hiring.may_hire(s, t, seat):
        n = list_affordable(s, t, seat, buf, n)
    for kind in range(CARD_KINDS):
        if s.hand[seat, kind] > 0 and cards.playable(s, t, seat, kind):
            buf[n] = CARD + kind
            n += 1
            spending |= t.costly_cards[kind] > 0
    jester = noble_with(s, t, seat, COPY_UNUSED)
    if jester >= 0 and s.ap >= t.nobles_ap[jester]:
        for noble in range(NOBLE_COUNT):
            if may_copy(s, t, noble):
                buf[n] = NOBLE + noble
                n += 1
                spending |= t.nobles_ap[jester] > 0
    buys = hiring.may_buy_card(s, t, seat)
    hires = hiring.may_hire_paladin(s, t, seat)
    if buys:
        spending |= t.nobles_ap[noble_with(s, t, seat, BUY_CARDS)] > 0
    if hires:
        spending |= t.nobles_ap[noble_with(s, t, seat, HIRE_PALADINS)] > 0
    if s.ap == 0 or not spending or t.must_spend_ap == 0:  # ADE-214, ADE-215
        buf[n] = END_TURN
        n += 1
    if buys:
        buf[n] = BUY_CARD
        n += 1
    if hires:
        buf[n] = HIRE_PALADIN
        n += 1
    if s.gifts_left > 0:
        if s.gold[seat] > 0:
            n = list_seats(s, buf, n, GIFT_GOLD, seat)
        if hand_size(s, seat) > 0:
            n = list_seats(s, buf, n, GIFT_CARD, seat)
    return n


@rule
def legal_unit(s, t, buf):
    """What the selected piece can do (sections 3.4, 3.5)."""
    f = np.int64(s.chosen_field)
    near = t.adjacent[f]
    n = list_fields(buf, 0, MOVE, movement.move_targets(s, t, f))
    n = list_fields(buf, n, ATTACK, near & movement.attack_targets(s, t))
    n = list_fields(buf, n, SWAP, near & movement.swap_partners(s, t))
    return list_fields(buf, n, BIND_FIELD, movement.bind_targets(s, t, f))


@rule
def legal_setup(s, t, buf):
    n = 0
    if s.phase == NOBLE_PICK:
        for noble in range(NOBLE_COUNT):
            if t.nobles_faction[noble] == s.faction[s.seat]:
                buf[n] = NOBLE + noble
                n += 1
    elif s.phase == SETUP_BUY:  # ADE-110
        if vacant_at_home(s, s.seat):
            n = list_affordable(s, t, s.seat, buf, n)
        buf[n] = PASS
        n += 1
    else:
        n = list_fields(buf, n, FIELD, vacant_at_home(s, s.seat))
    return n


@compiled
def legal_card_step(s, t, buf):
    """The further decisions that an event card brings."""
    n = 0
    phase = s.phase
    if phase == EXCHANGE_FIELD:
        n = list_fields(buf, n, FIELD, cards.exchangeable(s, t))
        buf[n] = PASS
        n += 1
    elif phase in (EXCHANGE_TYPE, REINFORCE_TYPE):
        n = list_supply_of_value(s, t, buf, n)
    elif phase == REINFORCE_FIELD:
        n = list_fields(buf, n, FIELD, vacant_at_home(s, s.cur))
    elif phase == OPTION:
        if s.card != TRADE_AGREEMENTS or s.gold[s.cur] >= t.cards_gold_a[s.card]:
            buf[n] = OPTION_A
            n += 1
        if s.card != TRADE_AGREEMENTS or s.gold[s.cur] >= t.cards_gold_b[s.card]:
            buf[n] = OPTION_B
            n += 1
    elif phase == FREE_TYPE:
        for slot in range(SLOTS):
            if cards.free_slot(s, t, slot):
                buf[n] = TYPE + slot
                n += 1
        buf[n] = PASS
        n += 1
    elif phase == FREE_FIELD:
        n = list_fields(buf, n, FIELD, vacant(s))
    elif phase == SHIFT_TARGET:
        n = list_fields(buf, n, FIELD, cards.shift_targets(s, t))
    elif phase == PICK_PLAYER:
        n = list_seats(s, buf, n, PLAYER, s.cur)
    elif phase == PICK_PROTECTED:
        n = list_seats(s, buf, n, PLAYER, s.target)
    elif phase == SACRIFICE:
        n = list_fields(buf, n, FIELD, cards.victims_units(s))
    elif phase in (GIVE_CARD, PICK_GIFT, DISCARD):
        n = list_hand(s, s.seat, buf, n)
    return n


@rule
def legal(s, t, buf):
    phase = s.phase
    if phase == MAIN:
        n = legal_main(s, t, buf)
    elif phase == UNIT:
        n = legal_unit(s, t, buf)
    elif phase in (HIRE_PLACE, PALADIN_PLACE):
        n = list_fields(buf, 0, FIELD, vacant_at_home(s, s.cur))
    elif phase == COMBAT:
        buf[0] = CARD + combat.combat_card(s.side)
        buf[1] = PASS
        n = 2
    elif phase == FIRST_AID_WINDOW:
        buf[0] = CARD + FIRST_AID
        buf[1] = PASS
        n = 2
    elif phase <= SETUP_PLACE:
        n = legal_setup(s, t, buf)
    else:
        n = legal_card_step(s, t, buf)
    return n


# --- carrying out --------------------------------------------------------------------------------


@rule
def apply_main(s, t, action):
    if action < MOVE:
        s.chosen_field = action - FIELD
        s.phase = UNIT
    elif action < CARD:
        s.chosen_slot = action - TYPE
        s.phase = HIRE_PLACE
    elif action < NOBLE:
        cards.play_card(s, t, action - CARD)
    elif action < PLAYER:
        copy_noble(s, t, action - NOBLE)
    elif action == END_TURN:
        turn.end_turn(s, t)
    elif action == BUY_CARD:
        hiring.buy_card(s, t, s.cur)
    elif action == HIRE_PALADIN:
        s.phase = PALADIN_PLACE
    elif action < GIFT_CARD:
        cards.give_gold(s, action - GIFT_GOLD)
    else:
        s.target = action - GIFT_CARD
        s.phase = PICK_GIFT


@rule
def copy_noble(s, t, noble):
    """ADE-907."""
    price = t.nobles_ap[noble_with(s, t, s.cur, COPY_UNUSED)]
    s.ap -= price
    s.ap_abilities[s.cur] += price
    s.copied |= 1 << noble


@rule
def apply_unit(s, t, action):
    start = np.int64(s.chosen_field)
    turn.to_main(s)
    if action < ATTACK:
        movement.move(s, t, start, action - MOVE)
    elif action < SWAP:
        combat.attack(s, t, start, action - ATTACK)
    elif action < BIND_FIELD:
        movement.swap(s, t, start, action - SWAP)
    else:
        movement.bind(s, t, start, action - BIND_FIELD)


@compiled
def apply_setup(s, t, action):
    phase = s.phase
    if phase == NOBLE_PICK:
        setup.choose_noble(s, s.seat, action - NOBLE)
        setup.next_pick(s, t)
    elif phase == NOBLE_PLACE:
        setup.place_noble(s, t, action - FIELD)
    elif phase == SETUP_PLACE:
        hiring.hire(s, t, s.cur, s.chosen_slot, action - FIELD)
        s.phase = SETUP_BUY
    elif action == PASS:
        setup.end_purchases(s, t)
    else:
        s.chosen_slot = action - TYPE
        s.phase = SETUP_PLACE


@compiled
def apply_card_step(s, t, action):
    phase = s.phase
    if phase == EXCHANGE_FIELD:
        if action == PASS:
            turn.to_main(s)
        else:
            s.chosen_field = action - FIELD
            s.phase = EXCHANGE_TYPE
    elif phase == EXCHANGE_TYPE:
        cards.exchange(s, t, action - TYPE)
    elif phase == REINFORCE_TYPE:
        s.chosen_slot = action - TYPE
        s.phase = REINFORCE_FIELD
    elif phase == REINFORCE_FIELD:
        cards.place_from_supply(s, s.chosen_slot, action - FIELD)
        cards.next_reinforcement(s, t)
    elif phase == OPTION:
        cards.take_option(s, t, action)
    elif phase == FREE_TYPE:
        if action == PASS:
            turn.to_main(s)
        else:
            s.chosen_slot = action - TYPE
            s.phase = FREE_FIELD
    elif phase == FREE_FIELD:
        cards.place_from_supply(s, s.chosen_slot, action - FIELD)
        cards.next_free_unit(s, t)
    elif phase == SHIFT_TARGET:
        cards.shift_time(s, t, action - FIELD)
    elif phase == PICK_PLAYER:
        cards.pick_player(s, t, action - PLAYER)
    elif phase == PICK_PROTECTED:
        cards.protect(s, action - PLAYER)
    elif phase == SACRIFICE:
        cards.sacrifice(s, t, action - FIELD)
    elif phase == GIVE_CARD:
        cards.give_card(s, t, action - CARD)
    elif phase == PICK_GIFT:  # ADE-1003
        capture(s, s.cur, s.target, action - CARD, 1)
        s.gifts_left -= 1
        turn.to_main(s)
    else:  # DISCARD
        discard(s, s.cur, action - CARD)
        turn.end_turn(s, t)


@rule
def apply(s, t, action):
    phase = s.phase
    if phase == MAIN:
        apply_main(s, t, action)
    elif phase == UNIT:
        apply_unit(s, t, action)
    elif phase == HIRE_PLACE:
        hiring.hire(s, t, s.cur, s.chosen_slot, action - FIELD)
        turn.to_main(s)
    elif phase == PALADIN_PLACE:
        hiring.hire_paladin(s, t, s.cur, action - FIELD)
        turn.to_main(s)
    elif phase == COMBAT:
        if action == PASS:
            combat.pass_combat(s, t)
        else:
            combat.play_combat_card(s, t)
    elif phase == FIRST_AID_WINDOW:
        if action == PASS:
            combat.defeat(s, t)
        else:
            combat.give_first_aid(s)
    elif phase <= SETUP_PLACE:
        apply_setup(s, t, action)
    else:
        apply_card_step(s, t, action)


# --- results -------------------------------------------------------------------------------------


@rule
def plays_card(s, t, action):
    """The kind of event card that an action plays, or -1; giving away and discarding play none."""
    playing = s.phase == MAIN or s.phase == COMBAT or s.phase == FIRST_AID_WINDOW
    return action - CARD if playing and CARD <= action < NOBLE else -1


@rule
def standing(s, t, scores):
    """Material of the living; nothing for the eliminated."""
    for seat in range(s.players):
        scores[seat] = turn.material(s, t, seat)


@rule
def rank_of(s, seat):
    """ADE-958: winners first, the living after them, then the eliminated, the last one first."""
    better = 0
    for other in range(s.players):
        if place(s, other) < place(s, seat):
            better += 1
    return better + 1


@rule
def place(s, seat):
    if (s.winners >> seat) & 1:
        return 0
    return 1 if s.alive[seat] else 1 + SEATS - s.elimination[seat]


@compiled
def finish(s, t, game, seats):
    game.eliminations = s.players - s.living
    game.first_tower_round = s.first_tower_round
    game.first_loss_round = s.first_loss_round
    game.deck_left = s.deck_n - s.deck_pos
    game.bank_low = s.bank_low
    game.pool_low = s.pool_low
    game.leader_round_5 = s.leader_round_5
    game.leader_round_10 = s.leader_round_10
    for seat in range(s.players):
        finish_seat(s, t, seat, seats[seat])


@rule
def finish_seat(s, t, seat, row):
    row.score = turn.material(s, t, seat)
    row.rank = rank_of(s, seat)
    row.faction = s.faction[seat]
    row.noble = s.noble[seat]
    row.sector = s.sector[seat]
    row.middle_castle = t.layouts_middle[s.layout] == seat
    row.material = row.score
    row.gold_income = s.gold_income[seat]
    row.gold_cards = s.gold_cards[seat]
    row.gold_loot = s.gold_loot[seat]
    row.gold_plunder = s.gold_plunder[seat]
    row.gold_spent = s.gold_spent[seat]
    row.cards_drawn = s.cards_drawn[seat]
    row.cards_played = s.cards_played[seat]
    row.cards_captured = s.cards_captured[seat]
    row.units_hired = s.units_hired[seat]
    row.units_summoned = s.units_summoned[seat]
    row.units_placed = s.units_placed[seat]
    row.units_lost = s.units_lost[seat]
    row.units_killed = s.units_killed[seat]
    row.nobles_killed = s.nobles_killed[seat]
    row.ap_available = s.ap_available[seat]
    row.ap_moves = s.ap_moves[seat]
    row.ap_attacks = s.ap_attacks[seat]
    row.ap_swaps = s.ap_swaps[seat]
    row.ap_cards = s.ap_cards[seat]
    row.ap_abilities = s.ap_abilities[seat]
    row.ap_lapsed = s.ap_lapsed[seat]
    row.attacks_made = s.attacks_made[seat]
    row.attacks_won = s.attacks_won[seat]
    row.attacks_behind = s.attacks_behind[seat]
    row.tower_turns = s.tower_turns[seat]
    row.longest_streak = s.longest_streak[seat]
    row.streaks_broken = s.streaks_broken[seat]
    row.noble_away_turns = s.noble_away_turns[seat]
    row.eliminated_round = s.eliminated_round[seat]
    row.eliminated_by = s.eliminated_by[seat]
    for kind in range(CARD_KINDS):
        row.drawn[kind] = s.drawn[seat, kind]
        row.captured[kind] = s.captured[seat, kind]
        row.played[kind] = s.played[seat, kind]
        row.effective[kind] = s.effective[seat, kind]
        row.decisive[kind] = s.decisive[seat, kind]
    for slot in range(SLOTS):
        copy_unit_counters(s, row, seat, slot, hiring.kind_in(s, seat, slot))
    for token in range(len(TOKENS)):
        copy_unit_counters(s, row, seat, SLOTS + token, UNIT_KINDS + token)


@rule
def copy_unit_counters(s, row, seat, own, kind):
    row.fielded[kind] = s.fielded[seat, own]
    row.kills[kind] = s.kills[seat, own]
    row.lost[kind] = s.lost[seat, own]
    row.survived[kind] = s.survived[seat, own]
    row.paid[kind] = s.paid[seat, own]


# --- hidden information --------------------------------------------------------------------------


@rule
def redeal(s, t, seat):
    """ADE-601: other hands and the order of the deck are hidden; hands keep their size.

    The rest of the deck and all other hands are laid into one row, shuffled, and the hands dealt again from its end.
    """
    left = np.int64(s.deck_n - s.deck_pos)
    for i in range(left):
        s.deck[i] = s.deck[s.deck_pos + i]
    row = left
    for other in range(s.players):
        if other != seat:
            for kind in range(CARD_KINDS):
                for _ in range(s.hand[other, kind]):
                    s.deck[row] = kind
                    row += 1
    shuffle(s, REDEAL_STREAM, s.deck, 0, row)
    for other in range(s.players):
        if other != seat:
            size = hand_size(s, other)
            for kind in range(CARD_KINDS):
                s.hand[other, kind] = 0
            for _ in range(size):
                row -= 1
                s.hand[other, s.deck[row]] += 1
    s.deck_pos = 0
    s.deck_n = left
