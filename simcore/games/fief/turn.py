"""Setup, initial draw, start and end of turns (chapters 3.1, 3.2 and 3.7)."""

import numpy as np

from simcore.games.fief.bits import total
from simcore.games.fief.economy import (
    enemies_of,
    is_hungry,
    partner_of,
    place_untapped,
    plus_one,
    refresh_place,
)
from simcore.games.fief.ending import check_decks, eliminate, end_by_prestige_order, is_besieged
from simcore.games.fief.payment import pledge_units
from simcore.games.fief.state import (
    AT_DRAFT,
    AT_DRAW,
    AT_MAIN,
    AT_PLEDGE,
    AT_SUPPLY,
    BUILDING_KINDS,
    BY_CAP,
    BY_PRESTIGE,
    BY_SIEGE_FALL,
    CITY,
    DECK_OF,
    HIGHEST_SIEGE,
    KINDS,
    NONE,
    PLACES,
    SEATS,
    STREAM_DECKS,
    STREAM_PILES,
    STREAM_STARTER,
    TO_NEXT_TURN,
    TURNS_INVADED,
    TURNS_TAKEN,
)
from simcore.kernels.deck import shuffle
from simcore.kernels.jit import compiled, rule
from simcore.kernels.rng import below

DRAFT_BLOCK, DRAFT_ONE_BY_ONE, DRAFT_SNAKE = range(3)  # knob draft_order
DRAWN_SEAT, FIRST_FIXED_SEAT = 0, 1  # knob starting_seat
MOST_BUILDINGS = 30


# --- setup (FIEF-01 to FIEF-07) -------------------------------------------------------------------------


@compiled
def set_up(s, t):
    for seat in range(SEATS):
        for place in range(PLACES):
            s.land[seat, place] = NONE
            for i in range(3):
                s.building[seat, place, i] = NONE
    for seat in range(t.players):
        s.alive[seat] = 1
        s.land[seat, 0] = CITY
        refresh_place(s, t, seat, 0)
    lay_decks(s, t)
    lay_piles(s, t)
    clear_choices(s)
    choose_starter(s, t)
    s.phase = AT_DRAFT
    s.draft_step = NONE
    next_drafter(s, t)


@rule
def choose_starter(s, t):
    """FIEF-07: drawn with luck of its own, or a fixed seat."""
    s.starting_seat = 0
    if t.starting_seat == DRAWN_SEAT:
        s.starting_seat = below(s, STREAM_STARTER, t.players)
    elif t.starting_seat - FIRST_FIXED_SEAT < t.players:
        s.starting_seat = t.starting_seat - FIRST_FIXED_SEAT


@rule
def clear_choices(s):
    s.chosen = NONE
    s.pay_card = NONE
    s.pay_pile = NONE
    s.pay_place = NONE
    s.pay_from = NONE
    s.war_attacker = NONE
    s.war_defender = NONE
    s.war_location = NONE


@rule
def lay_decks(s, t):
    """FIEF-02: three decks, each shuffled for itself."""
    for deck in range(3):
        n = 0
        for kind in range(KINDS):
            if DECK_OF[kind] == deck:
                for _ in range(t.kind_count[kind]):
                    s.deck_cards[deck, n] = kind
                    n += 1
        s.deck_left[deck] = n
        shuffle(s, STREAM_DECKS + deck, s.deck_cards[deck], 0, n)


@rule
def lay_piles(s, t):
    """FIEF-05: the chosen buildings face up, the others shuffled and dealt round the piles below them."""
    rest = np.empty(MOST_BUILDINGS, np.int64)
    face_up = np.empty(3, np.int64)
    n = 0
    for kind in range(BUILDING_KINDS):
        for _ in range(t.building_count[kind]):
            rest[n] = kind
            n += 1
    for pile in range(3):
        face_up[pile] = NONE
        wanted = t.face_up_start_buildings[pile]
        for i in range(n):
            if rest[i] == wanted:
                face_up[pile] = wanted
                n -= 1
                rest[i] = rest[n]
                break
    shuffle(s, STREAM_PILES, rest, 0, n)
    for pile in range(3):
        if face_up[pile] < 0:
            n -= 1
            face_up[pile] = rest[n]
    for i in range(n):
        s.pile_cards[i % 3, i // 3] = rest[i]
    for pile in range(3):
        below_it = (n + 2 - pile) // 3
        s.pile_cards[pile, below_it] = face_up[pile]
        s.pile_left[pile] = below_it + 1


# --- initial draw (FIEF-08 to FIEF-11) ------------------------------------------------------------------


@rule
def seat_in_order(s, t, position):
    return (int(s.starting_seat) + position) % t.players


@rule
def turn_position(s, t, seat):
    return (seat - int(s.starting_seat) + t.players) % t.players


@rule
def initial_cards_due(s, t, position):
    """Cards that the player at this position in the turn order still takes."""
    return t.initial_hand + t.initial_hand_bonus_by_turn_order[position] - s.hand_cards[seat_in_order(s, t, position)]


@compiled
def next_drafter(s, t):
    """FIEF-09: whose card is next; after the last one the first turn begins.

    draft_step counts the offers made. With block order a player is offered again until his hand is full.
    """
    players = int(t.players)
    if t.draft_order == DRAFT_BLOCK:
        position = max(0, int(s.draft_step))
        while position < players and initial_cards_due(s, t, position) <= 0:
            position += 1
        s.draft_step = position
        if position < players:
            s.seat = seat_in_order(s, t, position)
            return
    else:
        for _ in range(2 * players):
            s.draft_step += 1
            position = s.draft_step % players
            if t.draft_order == DRAFT_SNAKE and (s.draft_step // players) % 2 == 1:
                position = players - 1 - position
            if initial_cards_due(s, t, position) > 0:
                s.seat = seat_in_order(s, t, position)
                return
    s.active = seat_in_order(s, t, players - 1)
    s.phase = TO_NEXT_TURN


# --- drawing (FIEF-14, FIEF-41, FIEF-145) ---------------------------------------------------------------


@compiled
def take_card(s, t, seat, deck):
    s.deck_left[deck] -= 1
    kind = s.deck_cards[deck, s.deck_left[deck]]
    s.hand[seat, kind] += 1
    s.hand_cards[seat] += 1
    plus_one(s.drawn, seat, kind)


@rule
def apply_draft(s, t, deck):
    take_card(s, t, int(s.seat), deck)
    s.draws_initial += 1
    next_drafter(s, t)


@rule
def apply_draw(s, t, deck):
    """FIEF-14; the game may end with this card (FIEF-139)."""
    take_card(s, t, int(s.active), deck)
    s.draws_normal += 1
    s.draws_left -= 1
    check_decks(s, t)
    if not s.over and s.draws_left == 0:
        reactivate(s, t)


# --- turns (FIEF-13, FIEF-15, FIEF-18) ------------------------------------------------------------------


@rule
def next_living(s, t, seat):
    following = (seat + 1) % t.players
    while not s.alive[following]:
        following = (following + 1) % t.players
    return following


@compiled
def next_turn(s, t):
    """The next living player clockwise; goes on at once past a player whom a siege eliminates (FIEF-136)."""
    while not s.over:
        seat = next_living(s, t, int(s.active))
        wraps = s.turns == 0 or turn_position(s, t, seat) <= turn_position(s, t, int(s.active))
        if wraps and s.closing:
            end_by_prestige_order(s, t, BY_PRESTIGE)
            return
        if t.turn_cap > 0 and s.turns >= t.turn_cap:
            end_by_prestige_order(s, t, BY_CAP)
            return
        s.active = seat
        s.turns += 1
        if wraps:
            s.rounds += 1
        s.counter[seat, TURNS_TAKEN] += 1
        check_siege(s, t, seat)
        if s.siege[seat] < t.siege_turns:
            start_turn(s, t, seat)
            return
        eliminate(s, t, seat, BY_SIEGE_FALL)


@rule
def check_siege(s, t, seat):
    """FIEF-135, FIEF-136: the counter of consecutive besieged turns."""
    if enemies_of(s, t, seat) & s.at[seat]:
        s.counter[seat, TURNS_INVADED] += 1
    if is_besieged(s, t, seat):
        s.siege[seat] += 1
    else:
        s.siege[seat] = 0
    s.counter[seat, HIGHEST_SIEGE] = max(s.counter[seat, HIGHEST_SIEGE], s.siege[seat])


@rule
def start_turn(s, t, seat):
    s.seat = seat
    s.internal_moves_left = t.internal_moves_per_turn
    s.fresh = 0
    s.pledged = 0
    s.war_done = 0
    for i in range(3):
        s.moved[i] = 0
    s.draws_left = t.draw_per_turn
    if s.turns == 1 and not t.first_player_draws_turn1:
        s.draws_left = 0
    if is_hungry(s, t, seat):
        s.phase = AT_SUPPLY
        s.return_phase = AT_DRAW
    else:
        enter_draw(s, t)


@rule
def enter_draw(s, t):
    if s.draws_left == 0:
        reactivate(s, t)
    else:
        s.phase = AT_DRAW


@compiled
def reactivate(s, t):
    """FIEF-15: all cards of the active player are untapped, wherever they are; then the partner may pledge help."""
    seat = int(s.active)
    s.tapped &= ~s.owned[seat]
    s.place_tapped[seat] = 0
    s.phase = AT_MAIN
    offer_pledge(s, t)


@rule
def can_pledge(s, t, partner, place):
    """FIEF-155: an untapped place that still gives something after the fee."""
    return (
        (s.pledged >> place) & 1 == 0
        and place_untapped(s, partner, place)
        and total(pledge_units(s, t, partner, place)) >= 1
    )


@rule
def offer_pledge(s, t):
    partner = partner_of(t, int(s.active))
    if partner >= 0 and s.alive[partner]:
        for place in range(PLACES):
            if can_pledge(s, t, partner, place):
                s.phase = AT_PLEDGE
                s.seat = partner
                return
    s.phase = AT_MAIN
    s.seat = s.active


@rule
def end_turn(s):
    """FIEF-18: damage vanishes, the next living player is on."""
    for handle in range(len(s.damage)):
        s.damage[handle] = 0
    s.war_done = 0
    s.fresh = 0
    for i in range(3):
        s.moved[i] = 0
    s.phase = TO_NEXT_TURN
