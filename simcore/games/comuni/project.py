"""Phase 1: bid, claim or income (COM-23 to COM-56)."""

from simcore.games.comuni.state import (
    ALL_OF_KIND,
    AMOUNT,
    AT_COLUMN,
    BID,
    CLAIM,
    GOLD,
    IN_HAND,
    INCOME,
    KINDS,
    MOST,
    NOBODY,
    PILGRIM,
    SORTS,
    TAKE_BACK,
    TAKE_STONE,
    TOP,
)
from simcore.games.comuni.stones import pay, receive, write_exchanges
from simcore.kernels.jit import compiled, rule

PRICE_UNIT = 6  # prices of cards are counted in sixths of a gold, exact for columns of 1, 2 and 3 cards
PRICE_LIMIT = 255


@rule
def legal_main(s, t, buf):
    """COM-23, COM-24: bid and claim where possible, income always, exchanges before the choice (COM-18 a)."""
    seat = s.seat
    n = 0
    if s.envoys_home[seat] > 0 and accepts_any(s, t, seat):
        buf[n] = BID
        n += 1
    if s.envoys_home[seat] < t.max_envoys:
        buf[n] = CLAIM
        n += 1
    buf[n] = INCOME
    return write_exchanges(s, t, seat, buf, n + 1)


# --- option A: bid -----------------------------------------------------------------------------------


@rule
def least_bid(s, t, column):
    """COM-28: 0 on a free column, else the raise over the lying bid."""
    return s.bid_gold[column] + t.min_raise if s.bid_owner[column] != NOBODY else 0


@rule
def accepts(s, t, column, seat):
    """COM-26, COM-28 to COM-31: a column with cards, without an own envoy, whose least bid the seat can pay."""
    least = least_bid(s, t, column)
    return s.column_n[column] > 0 and s.bid_owner[column] != seat and least <= s.stock[seat, GOLD] and least <= MOST


@rule
def accepts_any(s, t, seat):
    found = False
    for column in range(t.columns_in_play):
        found |= accepts(s, t, column, seat)
    return found


@rule
def legal_bid_column(s, t, buf):
    """COM-25, COM-30."""
    n = 0
    for column in range(t.columns_in_play):
        if accepts(s, t, column, s.seat):
            buf[n] = AT_COLUMN + column
            n += 1
    return n


@rule
def legal_bid_amount(s, t, buf):
    """COM-25, COM-28, COM-31."""
    n = 0
    for gold in range(least_bid(s, t, s.bid_column), min(s.stock[s.seat, GOLD], MOST) + 1):
        buf[n] = AMOUNT + gold
        n += 1
    return n


@rule
def place_bid(s, t, gold):
    """COM-25, COM-32, COM-33: the envoy goes to its column; returns 1 when another envoy was thrown out."""
    seat = s.active
    s.envoys_home[seat] -= 1
    s.stock[seat, GOLD] -= gold
    s.bids[seat] += 1
    s.chain_length = 0
    return occupy(s, s.bid_column, seat, gold)


@rule
def occupy(s, column, seat, gold):
    """COM-26, COM-33: a column carries one bid; the previous one becomes the displaced bid."""
    owner = s.bid_owner[column]
    lying = s.bid_gold[column]
    s.bid_owner[column] = seat
    s.bid_gold[column] = gold
    if owner == NOBODY:
        s.displaced_owner = NOBODY
        s.displaced_gold = 0
        s.displaced_from = NOBODY
        return 0
    s.displaced_owner = owner
    s.displaced_gold = lying
    s.displaced_from = column
    s.chain_length += 1
    s.displacements[owner] += 1
    s.outbids[seat] += 1
    return 1


@rule
def is_target(s, column):
    """COM-36, COM-37: any other column with cards that is free, or carries another player's strictly lower bid."""
    owner = s.bid_owner[column]
    return s.column_n[column] > 0 and (
        owner == NOBODY or (owner != s.displaced_owner and s.bid_gold[column] < s.displaced_gold)
    )


@rule
def legal_displaced(s, t, buf):
    """COM-33 to COM-39."""
    buf[0] = TAKE_BACK
    n = 1
    if t.relocation and s.stock[s.seat, PILGRIM] >= t.relocation_cost:
        for column in range(t.columns_in_play):
            if is_target(s, column):
                buf[n] = AT_COLUMN + column
                n += 1
    return n


@rule
def take_back(s):
    """COM-34: the envoy and its gold return to their owner."""
    owner = s.displaced_owner
    s.envoys_home[owner] += 1
    s.stock[owner, GOLD] += s.displaced_gold
    s.take_backs[owner] += 1
    s.displaced_owner = NOBODY
    s.displaced_gold = 0
    s.displaced_from = NOBODY


@rule
def relocate(s, t, column):
    """COM-35, COM-38: the same envoy with the same gold goes elsewhere; returns 1 when that throws a third one out."""
    owner = s.displaced_owner
    pay(s, owner, PILGRIM, t.relocation_cost)
    s.pilgrims_relocation[owner] += t.relocation_cost
    s.relocations[owner] += 1
    return occupy(s, column, owner, s.displaced_gold)


@rule
def close_chain(s):
    """COM-40: the chain is over; its length is kept for the results."""
    if s.chain_length > 0:
        s.chains[min(s.chain_length, 4) - 1] += 1
    s.chain_length = 0
    s.bid_column = NOBODY


# --- option B: claim ---------------------------------------------------------------------------------


@rule
def own_columns(s, t, seat):
    """COM-43: the columns where the player has an envoy, as a bit mask."""
    mask = 0
    for column in range(t.columns_in_play):
        if s.bid_owner[column] == seat:
            mask |= 1 << column
    return mask


@rule
def legal_claim_column(s, t, buf):
    """Only with claim_mode = one: the column to claim."""
    n = 0
    for column in range(t.columns_in_play):
        if s.bid_owner[column] == s.seat:
            buf[n] = AT_COLUMN + column
            n += 1
    return n


@rule
def add_to_hand(s, seat, card):
    """The hand is kept in ascending order."""
    place = s.hand_n[seat]
    while place > 0 and s.hand[seat, place - 1] > card:
        s.hand[seat, place] = s.hand[seat, place - 1]
        place -= 1
    s.hand[seat, place] = card
    s.hand_n[seat] += 1


@compiled
def claim(s, t, mask):
    """COM-43 to COM-48: envoys home, gold to the supply, cards to the hand, bonus stones to be chosen."""
    seat = s.active
    s.claims[seat] += 1
    s.claimed_now = 1
    for column in range(t.columns_in_play):
        if (mask >> column) & 1 == 0:
            continue
        gold = s.bid_gold[column]
        cards = s.column_n[column]
        s.supply[GOLD] += gold
        s.envoys_home[seat] += 1
        s.bid_owner[column] = NOBODY
        s.bid_gold[column] = 0
        for i in range(cards):
            card = s.column[column, i]
            add_to_hand(s, seat, card)
            s.place[card] = IN_HAND
            s.claimer[card] = seat
            s.price[card] = min(PRICE_UNIT * gold // cards, PRICE_LIMIT)
        s.column_n[column] = 0
        if cards == 1:
            s.bonus_left += t.single_card_bonus
        s.columns_claimed[seat, cards - 1] += 1
        s.gold_paid[seat, cards - 1] += gold
    s.refill_mask = mask


@rule
def stones_in_supply(s):
    found = False
    for sort in range(SORTS):
        found |= s.supply[sort] > 0
    return found


@rule
def legal_claim_bonus(s, t, buf):
    """COM-46, COM-48: any sort that the supply has."""
    n = 0
    for sort in range(SORTS):
        if s.supply[sort] > 0:
            buf[n] = TAKE_STONE + sort
            n += 1
    return n


@rule
def take_bonus(s, sort):
    """COM-46."""
    receive(s, s.active, sort, 1)
    s.bonus_stones[s.active, sort] += 1
    s.bonus_left -= 1


# --- option C: income --------------------------------------------------------------------------------


@rule
def storeys_paid(s, t, seat, kind):
    """COM-50: the height of the highest building of a kind (or of all of them, as a variant)."""
    storeys = 0
    for height in range(1, TOP + 1):
        count = s.buildings[seat, kind, height]
        if t.income_buildings == ALL_OF_KIND:
            storeys += count * height
        elif count > 0:
            storeys = height
    return storeys


@rule
def building_income(s, t, seat, kind):
    """COM-50, COM-51: stones of the kind's sort, if its activation card is active."""
    return storeys_paid(s, t, seat, kind) * t.stones_per_storey if s.active_card[seat, kind] else 0


@rule
def guild_income(s, t, seat, kind):
    """COM-53."""
    return t.guild_yield if s.guild_owner[kind] == seat else 0


@rule
def income_due(s, t, seat, sort):
    """COM-49, COM-50, COM-53: what an income would bring of one sort, shortage aside. Kind k yields sort k."""
    base = t.communes_income[s.commune[seat], sort]
    return base + building_income(s, t, seat, sort) + guild_income(s, t, seat, sort)


@compiled
def collect_income(s, t):
    """COM-49 to COM-56: all parts at once, as far as the supply reaches; then all activation cards are neutral."""
    seat = s.active
    s.incomes[seat] += 1
    for sort in range(SORTS):
        due = income_due(s, t, seat, sort)
        paid = min(due, s.supply[sort])
        s.base_stones[seat, sort] += t.communes_income[s.commune[seat], sort]
        s.building_stones[seat, sort] += building_income(s, t, seat, sort)
        s.guild_stones[seat, sort] += guild_income(s, t, seat, sort)
        s.shortage[seat, sort] += due - paid
        receive(s, seat, sort, paid)
    if t.deactivate_on_income:
        for kind in range(KINDS):
            s.active_card[seat, kind] = 0
