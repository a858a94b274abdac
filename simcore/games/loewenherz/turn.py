"""The course of a turn, the power market and money (rulebook chapters 3.4 to 3.6 and 3.14)."""

from simcore.games.loewenherz.ending import count_up, king_reached, king_wins
from simcore.games.loewenherz.state import (
    AT_ONCE,
    CAP,
    DECK,
    END_OF_ROUND,
    END_OF_TURN,
    FIRST_MOVER_STREAM,
    FIRST_PLACER,
    KINDS,
    LAST_PLACER,
    LETTERS,
    MAIN,
    NO_FINAL_PHASE,
    OPEN_BACK,
    PER_KIND,
    PER_MINE,
    PLAY_OUT_HANDS,
    REFILL,
    STALL,
)
from simcore.kernels import rng
from simcore.kernels.deck import remove_at
from simcore.kernels.jit import compiled, rule

# --- money (LOW-106, LOW-107) ------------------------------------------------------------------------


@rule
def receive(s, t, seat, amount):
    """From the bank, as far as it has ducats; returns what was paid."""
    if t.ducat_bank > 0:
        amount = min(amount, s.bank)
        s.bank -= amount
        s.lowest_bank = min(s.lowest_bank, s.bank)
    s.ducats[seat] += amount
    return amount


@rule
def pay(s, t, seat, amount):
    s.ducats[seat] -= amount
    if t.ducat_bank > 0:
        s.bank += amount


@rule
def add(counters, seat, card, amount):
    """Count without running over."""
    counters[seat, card] = min(255, counters[seat, card] + amount)


# --- turns (LOW-39 to LOW-43) ------------------------------------------------------------------------


@compiled
def first_turn(s, t):
    """LOW-39: the player who placed last begins."""
    seat = t.setup_seat[t.setup_n - 1]
    if t.first_mover == FIRST_PLACER:
        seat = t.setup_seat[0]
    elif t.first_mover != LAST_PLACER:
        seat = rng.below(s, FIRST_MOVER_STREAM, s.players)
    s.first_mover = seat
    begin_turn(s, t, seat)


@compiled
def begin_turn(s, t, seat):
    """LOW-40: income first, then one card to play or sell."""
    s.turns += 1
    s.rounds = (s.turns - 1) // s.players + 1
    s.on_turn = seat
    s.seat = seat
    s.turns_taken[seat] += 1
    s.idle_turns += 1
    if s.final_phase:
        s.final_turns += 1
    s.income[seat] += receive(s, t, seat, income_of(s, t, seat))
    s.card = -1
    s.sold_type = -1
    s.phase = MAIN


@rule
def income_of(s, t, seat):
    """LOW-99 to LOW-102: one ducat for each kind of mine in own regions."""
    amount = 0
    for kind in range(KINDS):
        mines = s.mines[seat, kind]
        if t.income_mode == PER_MINE:
            amount += mines
        elif t.income_mode == PER_KIND and mines > 0:
            amount += 1
    return amount


@rule
def take_from_hand(s, seat, slot):
    """The card leaves the hand, those behind move up."""
    count = s.hand_n[seat]
    card = remove_at(s.hand[seat], count, slot)
    remove_at(s.hand_back[seat], count, slot)
    s.hand_n[seat] = count - 1
    return int(card)


@rule
def put_in_hand(s, seat, card, back):
    s.hand[seat, s.hand_n[seat]] = card
    s.hand_back[seat, s.hand_n[seat]] = back
    s.hand_n[seat] += 1


@compiled
def sell(s, t, slot):
    """LOW-44 to LOW-46: the card goes openly into the market, its sale value comes from the bank."""
    seat = s.on_turn
    card = take_from_hand(s, seat, slot)
    s.market[card] += 1
    s.market_n += 1
    if t.market_limit > 0:
        limit_market(s, t, card)
    s.sold_type = card
    s.sales[seat] += 1
    add(s.card_sold, seat, card, 1)
    add(s.card_earned, seat, card, receive(s, t, seat, t.sale[card]))
    end_action(s, t)


@rule
def limit_market(s, t, card):
    """Knob `market_limit`: the oldest card makes room."""
    s.market_queue[s.market_n - 1] = card
    if s.market_n > t.market_limit:
        oldest = remove_at(s.market_queue, s.market_n, 0)
        s.market_n -= 1
        s.market[oldest] -= 1
        s.discard[oldest] += 1


@compiled
def pay_for_card(s, t, slot, symbol):
    """LOW-47, LOW-48: the card is discarded and its price paid; then its action begins."""
    seat = s.on_turn
    card = take_from_hand(s, seat, slot)
    s.discard[card] += 1
    s.card = card
    s.symbol = t.symbol_kind[card, symbol]
    s.left = t.symbol_amount[card, symbol]
    s.placed = 0
    pay(s, t, seat, t.price[card])
    s.idle_turns = 0
    s.plays[seat] += 1
    add(s.card_played, seat, card, 1)
    add(s.card_spent, seat, card, t.price[card])
    add(s.symbol_chosen, seat, s.symbol, 1)
    stack = s.deck_back[s.deck_next] if s.deck_next < s.deck_n else len(LETTERS)
    add(s.stack_plays, seat, stack, 1)


@compiled
def end_action(s, t):
    """LOW-41, LOW-112: refill while the deck has cards."""
    s.own_region = -1
    s.enemy_region = -1
    s.left = 0
    s.seat = s.on_turn
    if t.king_end == END_OF_TURN and king_reached(s, t):
        king_wins(s, t)
    elif s.deck_next < s.deck_n:
        s.phase = REFILL
    else:
        next_turn(s, t)


@rule
def available(s, card):
    """LOW-45: market copies that may be taken; not the one sold this turn."""
    return s.market[card] - (1 if s.sold_type == card else 0)


@compiled
def draw(s, t):
    """LOW-41, LOW-111: the last card of the deck brings the final phase."""
    seat = s.on_turn
    card = s.deck[s.deck_next]
    put_in_hand(s, seat, card, s.deck_back[s.deck_next])
    s.deck_next += 1
    s.idle_turns = 0
    s.draws[seat] += 1
    add(s.card_drawn, seat, card, 1)
    if s.deck_next == s.deck_n:
        s.final_phase = 1
        s.turns_before_final = s.turns
        if t.final_phase == NO_FINAL_PHASE:
            count_up(s, t, DECK)
            return
    next_turn(s, t)


@compiled
def take_from_market(s, t, card):
    """LOW-41: free, unless `market_fee` says otherwise. Everybody sees which card it is."""
    seat = s.on_turn
    pay(s, t, seat, t.market_fee)
    s.market[card] -= 1
    if t.market_limit > 0:
        place = 0
        while s.market_queue[place] != card:
            place += 1
        remove_at(s.market_queue, s.market_n, place)
    s.market_n -= 1
    put_in_hand(s, seat, card, OPEN_BACK)
    s.takes[seat] += 1
    add(s.card_taken, seat, card, 1)
    next_turn(s, t)


@compiled
def next_turn(s, t):
    """LOW-114, the limits on idle turns and on all turns, else the next player clockwise."""
    seat = (s.on_turn + 1) % s.players
    if t.king_end == END_OF_ROUND and seat == s.first_mover and king_reached(s, t):
        king_wins(s, t)
    elif s.final_phase and final_phase_over(s, t):
        count_up(s, t, DECK)
    elif not s.final_phase and s.idle_turns >= t.stall_turns:
        count_up(s, t, STALL)
    elif s.turns >= t.max_turns:
        count_up(s, t, CAP)
    else:
        begin_turn(s, t, seat)


@compiled
def final_phase_over(s, t):
    """LOW-114: when the last hand card is gone; knob `final_phase`: after one more turn each."""
    if t.final_phase != PLAY_OUT_HANDS:
        return s.final_turns >= s.players
    cards = 0
    for seat in range(s.players):
        cards += s.hand_n[seat]
    return cards == 0


@rule
def king_ends_now(s, t):
    """LOW-109, LOW-110: tested after every piece."""
    if t.king_end == AT_ONCE and king_reached(s, t):
        king_wins(s, t)
        return True
    return False
