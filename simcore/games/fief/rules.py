"""The rules of fief as the engine sees them (FIEF-01 to FIEF-159, `scenarios/fief/RULES.md`).

The chapters stand in their own modules: turn (setup, draws, turns), economy, payment, actions, movement, war, ending.
"""

import numpy as np

from simcore.games.fief.actions import (
    apply_destination,
    apply_extra_deck,
    apply_main,
    apply_supply,
    legal_destinations,
    legal_main,
    legal_supply,
    settle,
)
from simcore.games.fief.bits import count
from simcore.games.fief.economy import food_capacity, gold_capacity, partner_of
from simcore.games.fief.ending import side_key
from simcore.games.fief.movement import apply_move, apply_move_destination, legal_move, legal_move_destination
from simcore.games.fief.payment import apply_pay, apply_resource, legal_pay, legal_resource
from simcore.games.fief.state import (
    ARTISTS_USED,
    AT_ARCHER,
    AT_BONUS,
    AT_BUREAUCRAT,
    AT_DAMAGE,
    AT_DEFEND,
    AT_DESTINATION,
    AT_DRAFT,
    AT_DRAW,
    AT_EXTRA_DECK,
    AT_GROUP,
    AT_MAIN,
    AT_MERCHANT_FROM,
    AT_MOVE,
    AT_MOVE_DESTINATION,
    AT_PAY,
    AT_PLEDGE,
    AT_PRIEST,
    AT_SUPPLY,
    AT_SUPPORT,
    AT_TARGET,
    AT_WAR,
    ATTACKERS_PRESENT,
    BUILD,
    BUILDING_KINDS,
    BUILDINGS_LOST,
    BUREAUCRATS_USED,
    DECK,
    DECK_OF,
    DEST,
    ELIMINATED,
    ELIMINATED_TURN,
    EXCHANGED,
    EXTERNAL_MOVES,
    EXTRA_CARDS,
    FIGHTS_WON,
    FIRST_BUILDING_TURN,
    HAND_UNITS,
    HEALS,
    HIGHEST_PRESTIGE,
    HIGHEST_SIEGE,
    KIND_MASK,
    KINDS,
    LANDSCAPES_RAZED,
    LOC,
    MERCHANTS_USED,
    NONE,
    PASS,
    PLACES,
    PLACES_PLEDGED,
    PLAY,
    PLEDGE,
    PLEDGES_USED,
    PRODUCED,
    RAZED_BY_ME,
    RES,
    SAVING_HEALS,
    SHOTS,
    STREAM_DECKS,
    STREAM_PILES,
    SURCHARGES,
    TO_ABILITIES,
    TO_CASUALTIES,
    TO_FIGHTS,
    TO_NEXT_TURN,
    TROOP,
    TROOPS_DROPPED,
    TROOPS_KILLED,
    TROOPS_LOST,
    TROOPS_PLAYED,
    TROOPS_STARVED,
    TURNS_INVADED,
    TURNS_TAKEN,
    WARS_DECLARED,
    WARS_SUFFERED,
    WASTED,
)
from simcore.games.fief.turn import (
    MOST_BUILDINGS,
    apply_draft,
    apply_draw,
    can_pledge,
    next_turn,
    offer_pledge,
    set_up,
)
from simcore.games.fief.war import (
    advance_fights,
    apply_ability,
    apply_bonus,
    apply_damage,
    apply_defend,
    apply_group,
    apply_support,
    apply_target,
    apply_war,
    legal_ability,
    legal_bonus,
    legal_damage,
    legal_defend,
    legal_group,
    legal_support,
    legal_target,
    legal_war,
    next_ability,
    resolve,
)
from simcore.kernels.deck import shuffle
from simcore.kernels.jit import compiled, rule


@rule
def setup(s, t):
    set_up(s, t)


# --- phases -----------------------------------------------------------------------------------------------


@rule
def legal(s, t, buf):
    """The codes of the deciding seat, ascending."""
    phase = s.phase
    n = 0
    if phase == AT_MAIN:
        n = legal_main(s, t, buf)
    elif phase == AT_PAY:
        n = legal_pay(s, t, buf)
    elif phase == AT_DESTINATION:
        n = legal_destinations(s, buf)
    elif phase in (AT_DRAFT, AT_DRAW, AT_EXTRA_DECK):
        n = legal_decks(s, buf)
    elif phase == AT_MOVE:
        n = legal_move(s, t, buf)
    elif phase == AT_MOVE_DESTINATION:
        n = legal_move_destination(s, t, buf)
    elif phase == AT_WAR:
        n = legal_war(s, t, buf)
    elif phase == AT_SUPPLY:
        n = legal_supply(s, buf)
    elif phase == AT_PLEDGE:
        n = legal_pledges(s, t, buf)
    elif AT_MERCHANT_FROM <= phase <= AT_BUREAUCRAT:
        n = legal_resource(s, t, buf)
    else:
        n = legal_in_war(s, t, buf)
    return n


@rule
def legal_in_war(s, t, buf):
    phase = s.phase
    n = 0
    if phase == AT_GROUP:
        n = legal_group(s, buf)
    elif phase == AT_DEFEND:
        n = legal_defend(s, buf)
    elif phase == AT_TARGET:
        n = legal_target(s, t, buf)
    elif phase == AT_SUPPORT:
        n = legal_support(s, buf)
    elif phase == AT_BONUS:
        n = legal_bonus(s, buf)
    elif phase == AT_DAMAGE:
        n = legal_damage(s, t, buf)
    elif phase in (AT_ARCHER, AT_PRIEST):
        n = legal_ability(s, t, buf)
    return n


@rule
def legal_decks(s, buf):
    """FIEF-08, FIEF-11, FIEF-14: any deck that is not empty."""
    n = 0
    for deck in range(3):
        if s.deck_left[deck] > 0:
            buf[n] = DECK + deck
            n += 1
    return n


@rule
def legal_pledges(s, t, buf):
    """FIEF-155: the partner of the active player offers places, or stops."""
    buf[0] = PASS
    n = 1
    for place in range(PLACES):
        if can_pledge(s, t, int(s.seat), place):
            buf[n] = PLEDGE + place
            n += 1
    return n


@rule
def apply(s, t, action):
    """Carry out one action and every step without a decision; afterwards seat and phase say who decides what."""
    phase = s.phase
    if phase == AT_MAIN:
        apply_main(s, t, action)
    elif phase == AT_PAY:
        apply_pay(s, t, action)
    elif phase == AT_DESTINATION:
        apply_destination(s, t, action - DEST - 1)
    elif phase == AT_DRAFT:
        apply_draft(s, t, action - DECK)
    elif phase == AT_DRAW:
        apply_draw(s, t, action - DECK)
    elif phase == AT_EXTRA_DECK:
        apply_extra_deck(s, t, action - DECK)
    elif phase == AT_MOVE:
        apply_move(s, action)
    elif phase == AT_MOVE_DESTINATION:
        apply_move_destination(s, action - LOC)
    elif phase == AT_WAR:
        apply_war(s, t, action)
    elif phase == AT_SUPPLY:
        apply_supply(s, t, action - TROOP)
    elif phase == AT_PLEDGE:
        apply_pledge(s, t, action)
    elif AT_MERCHANT_FROM <= phase <= AT_BUREAUCRAT:
        apply_resource(s, t, action - RES)
    else:
        apply_in_war(s, t, action)
    if s.phase == AT_PAY:
        settle(s, t)
    if s.phase == TO_FIGHTS:
        advance_fights(s, t)
    if s.phase == TO_ABILITIES:
        next_ability(s, t)
    if s.phase == TO_CASUALTIES:
        resolve(s, t)
    if s.phase == TO_NEXT_TURN:
        next_turn(s, t)


@rule
def apply_in_war(s, t, action):
    phase = s.phase
    if phase == AT_GROUP:
        apply_group(s, t, action)
    elif phase == AT_DEFEND:
        apply_defend(s, t, action)
    elif phase == AT_TARGET:
        apply_target(s, t, action)
    elif phase == AT_SUPPORT:
        apply_support(s, t, action - TROOP)
    elif phase == AT_BONUS:
        apply_bonus(s, t, action)
    elif phase == AT_DAMAGE:
        apply_damage(s, t, action)
    else:
        apply_ability(s, t, action)


@rule
def apply_pledge(s, t, action):
    if action == PASS:
        s.phase = AT_MAIN
        s.seat = s.active
    else:
        s.pledged |= 1 << (action - PLEDGE)
        s.counter[s.seat, PLACES_PLEDGED] += 1
        offer_pledge(s, t)


@rule
def plays_card(s, t, action):
    """The card that an action plays from the hand, or -1."""
    return action - PLAY if s.phase == AT_MAIN and PLAY <= action < BUILD else NONE


# --- results ----------------------------------------------------------------------------------------------


@rule
def standing(s, t, scores):
    for seat in range(t.players):
        scores[seat] = s.prestige[seat]


@compiled
def final_key(s, t, seat):
    """Winners before all others; then sides with a living member, then FIEF-140 to FIEF-142."""
    key = side_key(s, t, seat) + (1 << 31)
    partner = partner_of(t, seat)
    if not s.alive[seat] and (partner < 0 or not s.alive[partner]):
        key = 0
    if (s.winners >> seat) & 1:
        key += 1 << 40
    return key


@rule
def share_of_win(s, t, seat):
    """FIEF-143: each of the sides that win together has an equal share."""
    if (s.winners >> seat) & 1 == 0:
        return 0.0
    seats_a_side = 2 if t.team_game else 1
    return seats_a_side / count(int(s.winners))


@rule
def finish(s, t, game, seats):
    fill_game(s, t, game)
    for seat in range(t.players):
        fill_seat(s, t, seat, seats[seat])


@compiled
def fill_game(s, t, game):
    best_winner = 0
    best_other = 0
    game.players_out = 0
    wars = 0
    for seat in range(t.players):
        prestige = side_key(s, t, seat) >> 20
        if (s.winners >> seat) & 1:
            best_winner = max(best_winner, prestige)
        else:
            best_other = max(best_other, prestige)
        if not s.alive[seat]:
            game.players_out += 1
        wars += s.counter[seat, WARS_DECLARED]
    game.starting_seat_wins = share_of_win(s, t, int(s.starting_seat))
    game.team_game = t.team_game
    game.margin = best_winner - best_other
    game.tie_break = s.tie_break
    game.landscape_deck_left = s.deck_left[0]
    game.military_deck_left = s.deck_left[1]
    game.character_deck_left = s.deck_left[2]
    game.pile_0_left = s.pile_left[0]
    game.pile_1_left = s.pile_left[1]
    game.pile_2_left = s.pile_left[2]
    game.wars = wars
    game.first_war_turn = s.first_war_turn
    game.damage_dealt = s.damage_dealt
    game.cards_drawn = s.draws_initial + s.draws_normal + s.draws_extra
    game.extra_cards = s.draws_extra


@compiled
def fill_seat(s, t, seat, row):
    row.score = s.prestige[seat]
    rank = 1
    for other in range(t.players):
        if final_key(s, t, other) > final_key(s, t, seat):
            rank += 1
    row.rank = rank
    row.food_capacity = food_capacity(s, seat)
    row.troops_end = count(s.owned[seat])
    row.hand_end = s.hand_cards[seat]
    row.gold_capacity = gold_capacity(s, t, seat)
    fill_counters(s, seat, row)
    for kind in range(KINDS):
        row.drawn[kind] = s.drawn[seat, kind]
        row.played[kind] = s.played[seat, kind]
        row.spent[kind] = s.spent[seat, kind]
        row.killed[kind] = s.killed[seat, kind]
        row.starved[kind] = s.starved[seat, kind]
        row.removed[kind] = s.removed[seat, kind]
        row.in_play_end[kind] = count(s.owned[seat] & KIND_MASK[kind])
        for place in range(1, PLACES):
            if s.land[seat, place] == kind:
                row.in_play_end[kind] += 1
    for building in range(BUILDING_KINDS):
        row.bought[building] = s.bought[seat, building]
        row.duplicate[building] = s.duplicate[seat, building]
        row.bought_turn[building] = s.bought_turn[seat, building]
        row.site[building] = s.site[seat, building]
        row.destroyed[building] = s.destroyed[seat, building]
        row.owned_end[building] = 0
        for place in range(PLACES):
            for i in range(3):
                if s.building[seat, place, i] == building:
                    row.owned_end[building] += 1


@rule
def fill_counters(s, seat, row):
    counter = s.counter[seat]
    row.highest_prestige = counter[HIGHEST_PRESTIGE]
    row.first_building_turn = counter[FIRST_BUILDING_TURN]
    row.turns_taken = counter[TURNS_TAKEN]
    row.produced_food = counter[PRODUCED]
    row.produced_energy = counter[PRODUCED + 1]
    row.produced_gold = counter[PRODUCED + 2]
    row.produced_labour = counter[PRODUCED + 3]
    row.wasted = counter[WASTED]
    row.hand_units = counter[HAND_UNITS]
    row.exchanged = counter[EXCHANGED]
    row.merchants_used = counter[MERCHANTS_USED]
    row.artists_used = counter[ARTISTS_USED]
    row.bureaucrats_used = counter[BUREAUCRATS_USED]
    row.landscapes_razed = counter[LANDSCAPES_RAZED]
    row.razed_by_me = counter[RAZED_BY_ME]
    row.buildings_lost = counter[BUILDINGS_LOST]
    row.troops_played = counter[TROOPS_PLAYED]
    row.troops_killed = counter[TROOPS_KILLED]
    row.troops_lost = counter[TROOPS_LOST]
    row.troops_starved = counter[TROOPS_STARVED]
    row.troops_dropped = counter[TROOPS_DROPPED]
    row.external_moves = counter[EXTERNAL_MOVES]
    row.wars_declared = counter[WARS_DECLARED]
    row.wars_suffered = counter[WARS_SUFFERED]
    row.fights_won = counter[FIGHTS_WON]
    row.shots = counter[SHOTS]
    row.heals = counter[HEALS]
    row.saving_heals = counter[SAVING_HEALS]
    row.turns_invaded = counter[TURNS_INVADED]
    row.highest_siege = counter[HIGHEST_SIEGE]
    row.surcharges = counter[SURCHARGES]
    row.extra_cards_bought = counter[EXTRA_CARDS]
    row.places_pledged = counter[PLACES_PLEDGED]
    row.pledges_used = counter[PLEDGES_USED]
    row.eliminated = counter[ELIMINATED]
    row.eliminated_turn = counter[ELIMINATED_TURN]
    row.attackers_present = counter[ATTACKERS_PRESENT]


# --- hidden cards -------------------------------------------------------------------------------------------


@rule
def redeal(s, t, seat):
    """What `seat` cannot see: the order of the decks but for the bottom card, the other hands, the piles below the top.

    How many cards of each deck a hand holds is public (FIEF-10), so every hidden card stays within its deck.
    """
    for deck in range(3):
        redeal_deck(s, t, seat, deck)
    redeal_piles(s)


@compiled
def redeal_deck(s, t, seat, deck):
    """Put the hidden hand cards of this deck behind its hidden cards, shuffle, and deal the same numbers out again."""
    cards = s.deck_cards[deck]
    left = int(s.deck_left[deck])
    n = left
    for other in range(t.players):
        if other != seat:
            for kind in range(KINDS):
                if DECK_OF[kind] == deck:
                    for _ in range(s.hand[other, kind]):
                        cards[n] = kind
                        n += 1
    shuffle(s, STREAM_DECKS + deck, cards, min(1, left), n)
    n = left
    for other in range(t.players):
        if other != seat:
            held = 0
            for kind in range(KINDS):
                if DECK_OF[kind] == deck:
                    held += s.hand[other, kind]
                    s.hand[other, kind] = 0
            for _ in range(held):
                s.hand[other, cards[n]] += 1
                n += 1


@compiled
def redeal_piles(s):
    """The hidden buildings of all piles are one stock: gather, shuffle, lay out again."""
    stock = np.empty(MOST_BUILDINGS, np.int64)
    n = 0
    for pile in range(3):
        for i in range(s.pile_left[pile] - 1):
            stock[n] = s.pile_cards[pile, i]
            n += 1
    shuffle(s, STREAM_PILES, stock, 0, n)
    for pile in range(3):
        for i in range(s.pile_left[pile] - 1):
            n -= 1
            s.pile_cards[pile, i] = stock[n]
