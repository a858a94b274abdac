"""What may be decided in each phase, and what follows: the contract with the engine."""

from simcore.games.loewenherz.actions import (
    alliance_targets,
    ally,
    begin_action,
    choose_expanding_region,
    defector_fields,
    defector_possible,
    defector_targets,
    expand,
    expansion_fields,
    knight_fields,
    place_boundary,
    place_defector,
    place_knight,
    possible,
    removable_knights,
    remove_knight,
)
from simcore.games.loewenherz.fields import is_empty, write_edges, write_fields
from simcore.games.loewenherz.placing import castle_fields, place_castle, place_setup_knight, setup_knight_fields
from simcore.games.loewenherz.regions import all_regions, legal_boundaries_east, legal_boundaries_south
from simcore.games.loewenherz.state import (
    ALLY_ENEMY,
    ALLY_OWN,
    CARD_KEYS,
    CASTLES,
    CASTLES_EACH,
    DECK_STREAM,
    DEFECTOR_ENEMY,
    DEFECTOR_OWN,
    DEFECTOR_PLACE,
    DEFECTOR_REMOVE,
    DRAW_CODE,
    EDGE_CODE,
    ENEMY_CODE,
    EXPAND_FIELD,
    EXPAND_REGION,
    LETTERS,
    MAIN,
    MAX_DECK,
    NO_ACTION,
    OPEN_BACK,
    OWN_CODE,
    PLACE_BOUNDARY,
    PLACE_KNIGHT,
    PLAY_CODE,
    REFILL,
    SELL_CODE,
    SETUP_CASTLE,
    SETUP_KNIGHT,
    STOP_CODE,
    TAKE_CODE,
)
from simcore.games.loewenherz.turn import available, draw, end_action, first_turn, pay_for_card, sell, take_from_market
from simcore.kernels import rng
from simcore.kernels.jit import compiled, rule

# --- what may be decided -----------------------------------------------------------------------------


@rule
def legal(s, t, buf):
    phase = s.phase
    seat = int(s.on_turn)
    if phase == MAIN:
        return legal_cards(s, t, buf, seat)
    if phase == PLACE_BOUNDARY:
        return may_stop(buf, legal_boundaries(s, buf), t.forgo_placements == 1 and s.placed > 0)
    if phase == REFILL:
        return legal_refill(s, t, buf, seat)
    if phase == PLACE_KNIGHT:
        n = write_fields(knight_fields(s, t, seat, s.ducats[seat], t.forest_surcharge), buf, 0, 0)
        return may_stop(buf, n, t.forgo_placements == 1 and s.placed > 0)
    if phase == SETUP_CASTLE:
        return write_fields(castle_fields(s, t), buf, 0, 0)
    if phase == SETUP_KNIGHT:
        return write_fields(setup_knight_fields(s), buf, 0, 0)
    if phase == EXPAND_FIELD:
        n = write_fields(expansion_fields(s, t, int(s.own_region)), buf, 0, 0)
        return may_stop(buf, n, s.placed > 0 and t.second_expansion == 0)
    if phase in (EXPAND_REGION, DEFECTOR_OWN, ALLY_OWN):
        return legal_own_regions(s, t, buf, seat)
    if phase == DEFECTOR_ENEMY:
        return write_castles(defector_targets(s, t, int(s.own_region)), buf)
    if phase == DEFECTOR_PLACE:
        return write_fields(defector_fields(s, t, int(s.own_region), s.ducats[seat]), buf, 0, 0)
    if phase == DEFECTOR_REMOVE:
        return write_fields(removable_knights(s, int(s.enemy_region)), buf, 0, 0)
    return write_castles(alliance_targets(s, int(s.own_region)), buf)  # ALLY_ENEMY


@compiled
def legal_boundaries(s, buf):
    """LOW-54 to LOW-56."""
    regions = all_regions(s)
    return write_edges(legal_boundaries_east(s, regions), legal_boundaries_south(s, regions), buf, 0)


@rule
def may_stop(buf, n, allowed):
    """LOW-53, LOW-73: further pieces may be left out where the knobs or the rules allow it."""
    if allowed:
        buf[n] = STOP_CODE
        n += 1
    return n


@compiled
def legal_cards(s, t, buf, seat):
    """LOW-42, LOW-48 to LOW-50: sell any card, or play one whose price can be paid and whose action has an effect."""
    n = 0
    for slot in range(s.hand_n[seat]):
        buf[n] = SELL_CODE + slot
        n += 1
    for slot in range(s.hand_n[seat]):
        card = s.hand[seat, slot]
        left = s.ducats[seat] - t.price[card]
        if left >= 0:
            for symbol in range(2):
                kind = t.symbol_kind[card, symbol]
                if kind != NO_ACTION and possible(s, t, seat, kind, left):
                    buf[n] = PLAY_CODE + 2 * slot + symbol
                    n += 1
    return n


@compiled
def legal_refill(s, t, buf, seat):
    """LOW-41, LOW-45: the top card of the deck, or an open market card that was not sold just now."""
    buf[0] = DRAW_CODE
    n = 1
    if s.market_n > 0 and s.ducats[seat] >= t.market_fee:
        for card in range(t.cards_n):
            if available(s, card) > 0:
                buf[n] = TAKE_CODE + card
                n += 1
    return n


@compiled
def legal_own_regions(s, t, buf, seat):
    """LOW-73, LOW-88, LOW-96: own regions for which the action can be completed."""
    n = 0
    for castle in range(CASTLES_EACH * seat, CASTLES_EACH * seat + CASTLES_EACH):
        if s.is_region[castle]:
            if s.phase == EXPAND_REGION:
                fits = not is_empty(expansion_fields(s, t, castle))
            elif s.phase == DEFECTOR_OWN:
                fits = defector_possible(s, t, castle, s.ducats[seat])
            else:
                fits = alliance_targets(s, castle) != 0
            if fits:
                buf[n] = OWN_CODE + castle
                n += 1
    return n


@rule
def write_castles(castles, buf):
    n = 0
    for castle in range(CASTLES):
        if (castles >> castle) & 1:
            buf[n] = ENEMY_CODE + castle
            n += 1
    return n


# --- what follows ------------------------------------------------------------------------------------


@rule
def apply(s, t, action):
    phase = s.phase
    if action == STOP_CODE:
        end_action(s, t)
    elif phase == MAIN:
        if action < PLAY_CODE:
            sell(s, t, action - SELL_CODE)
        else:
            pay_for_card(s, t, (action - PLAY_CODE) // 2, (action - PLAY_CODE) % 2)
            begin_action(s, t)
    elif phase == PLACE_BOUNDARY:
        place_boundary(s, t, action - EDGE_CODE)
    elif phase == REFILL:
        if action == DRAW_CODE:
            draw(s, t)
        else:
            take_from_market(s, t, action - TAKE_CODE)
    elif phase == PLACE_KNIGHT:
        place_knight(s, t, action)
    elif phase == SETUP_CASTLE:
        place_castle(s, t, action)
    elif phase == SETUP_KNIGHT:
        if place_setup_knight(s, t, action):
            first_turn(s, t)
    elif phase == EXPAND_REGION:
        choose_expanding_region(s, action - OWN_CODE)
    elif phase == EXPAND_FIELD:
        expand(s, t, action)
    elif phase == DEFECTOR_OWN:
        s.own_region = action - OWN_CODE
        s.phase = DEFECTOR_ENEMY
    elif phase == DEFECTOR_ENEMY:
        s.enemy_region = action - ENEMY_CODE
        s.phase = DEFECTOR_PLACE
    elif phase == DEFECTOR_PLACE:
        place_defector(s, t, action)
    elif phase == DEFECTOR_REMOVE:
        remove_knight(s, t, action)
    elif phase == ALLY_OWN:
        s.own_region = action - OWN_CODE
        s.phase = ALLY_ENEMY
    else:
        s.enemy_region = action - ENEMY_CODE
        ally(s, t, action - ENEMY_CODE)


@rule
def plays_card(s, t, action):
    """The power card that an action plays, or -1; selling and taking play none."""
    if s.phase != MAIN or action < PLAY_CODE or action >= DRAW_CODE:
        return -1
    card = s.hand[s.seat, (action - PLAY_CODE) // 2]
    return card if card < len(CARD_KEYS) else -1


@rule
def standing(s, t, scores):
    for seat in range(s.players):
        scores[seat] = s.points[seat]


# --- hidden information (LOW-119) --------------------------------------------------------------------


@rule
def redeal(s, t, seat):
    """Mix the cards that `seat` cannot see: other hands and the deck, within each back letter, since backs are open.

    Cards that others took from the market stay: everybody saw them. With a fully shuffled deck the order of the backs
    below the top card is hidden too.
    """
    if t.deck_order != 0:
        for i in range(s.deck_n - 1, s.deck_next + 1, -1):
            j = s.deck_next + 1 + rng.below(s, DECK_STREAM, i - s.deck_next)
            swap_deck(s, i, j)
    for letter in range(len(LETTERS)):
        redeal_letter(s, seat, letter)


@rule
def swap_deck(s, i, j):
    card, back = s.deck[i], s.deck_back[i]
    s.deck[i], s.deck_back[i] = s.deck[j], s.deck_back[j]
    s.deck[j], s.deck_back[j] = card, back


@rule
def redeal_letter(s, seat, letter):
    """Fisher-Yates over the hidden places with this back: place k of the hands, then of the deck."""
    places = hidden_places(s, seat, letter)
    for i in range(places - 1, 0, -1):
        j = rng.below(s, DECK_STREAM + letter, i + 1)
        one = hidden_place(s, seat, letter, i)
        other = hidden_place(s, seat, letter, j)
        card = card_at(s, one)
        put_at(s, one, card_at(s, other))
        put_at(s, other, card)


@rule
def is_hidden_hand(s, seat, holder, slot, letter):
    return holder != seat and s.hand_back[holder, slot] == letter and letter != OPEN_BACK


@rule
def hidden_places(s, seat, letter):
    n = 0
    for holder in range(s.players):
        for slot in range(s.hand_n[holder]):
            if is_hidden_hand(s, seat, holder, slot, letter):
                n += 1
    for i in range(s.deck_next, s.deck_n):
        if s.deck_back[i] == letter:
            n += 1
    return n


@rule
def hidden_place(s, seat, letter, k):
    """The k-th hidden place: the index in the deck, or MAX_DECK + 4 * holder + slot."""
    for holder in range(s.players):
        for slot in range(s.hand_n[holder]):
            if is_hidden_hand(s, seat, holder, slot, letter):
                if k == 0:
                    return MAX_DECK + 4 * holder + slot
                k -= 1
    for i in range(s.deck_next, s.deck_n):
        if s.deck_back[i] == letter:
            if k == 0:
                return i
            k -= 1
    return -1


@rule
def card_at(s, place):
    if place < MAX_DECK:
        return s.deck[place]
    return s.hand[(place - MAX_DECK) // 4, (place - MAX_DECK) % 4]


@rule
def put_at(s, place, card):
    if place < MAX_DECK:
        s.deck[place] = card
    else:
        s.hand[(place - MAX_DECK) // 4, (place - MAX_DECK) % 4] = card
