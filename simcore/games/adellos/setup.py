"""Setup (ADE-101 to ADE-114): factions, castles, deck, gold, then nobles and purchases in turn."""

from simcore.games.adellos.board import put
from simcore.games.adellos.hiring import kind_in
from simcore.games.adellos.material import draw_cards, take_gold
from simcore.games.adellos.nobles import NOBLE_COUNT, noble_kind
from simcore.games.adellos.pieces import CARD_KINDS, FIELDS, SLOTS, TOKENS
from simcore.games.adellos.state import (
    DECK_STREAM,
    FACTION_STREAM,
    LAYOUT_STREAM,
    NOBLE_PICK,
    NOBLE_PLACE,
    NOBLE_STREAM,
    SEATS,
    SETUP_BUY,
)
from simcore.games.adellos.turn import begin_turn, incantations_of
from simcore.kernels.deck import shuffle
from simcore.kernels.jit import compiled, rule
from simcore.kernels.rng import below

PICKED_BY_CHANCE = -2


@rule
def setup(s, t):
    """From the empty record to the first decision."""
    for f in range(FIELDS):
        s.owner[f] = -1
        s.kind[f] = -1
    for seat in range(SEATS):
        s.noble[seat] = -1
        s.noble_field[seat] = -1
        s.eliminated_by[seat] = -1
    s.leader_round_5 = -1
    s.leader_round_10 = -1
    draw_factions(s, t)
    draw_layout(s, t)
    shuffle_deck(s, t)
    hand_out(s, t)
    fix_nobles(s, t)
    next_pick(s, t)


@rule
def draw_factions(s, t):
    """ADE-101, ADE-102: an order of all factions is drawn; seats with a fixed faction trade theirs for it."""
    for seat in range(SEATS):
        s.faction[seat] = seat
    shuffle(s, FACTION_STREAM, s.faction, 0, SEATS)
    for seat in range(t.players):
        if t.fixed_faction[seat] >= 0:
            for other in range(SEATS):
                if s.faction[other] == t.fixed_faction[seat]:
                    s.faction[other] = s.faction[seat]
                    s.faction[seat] = t.fixed_faction[seat]
                    break


@rule
def draw_layout(s, t):
    """ADE-108, ADE-D10: which castle is whose, and which fields exist."""
    s.layout = t.layout_first + (below(s, LAYOUT_STREAM, t.layout_count) if t.layout_count > 1 else 0)
    castles = 0
    for seat in range(t.players):
        sector = t.layouts_sectors[s.layout, seat]
        s.sector[seat] = sector
        s.home[seat] = t.castle[sector]
        castles |= t.castle[sector]
    s.fields = t.fields
    if t.unused_castles:
        s.fields &= ~(t.castle_fields & ~castles)


@rule
def shuffle_deck(s, t):
    """ADE-104."""
    for kind in range(CARD_KINDS):
        for _ in range(t.card_count[kind]):
            s.deck[s.deck_n] = kind
            s.deck_n += 1
    shuffle(s, DECK_STREAM, s.deck, 0, s.deck_n)


@rule
def hand_out(s, t):
    """ADE-105, ADE-106, ADE-114: bank, pools, gold, supplies."""
    s.bank = t.gold_coins
    s.bank_low = s.bank
    s.pool = t.time_counters
    s.pool_low = s.pool
    for token in range(len(TOKENS)):
        s.tokens[token] = t.tokens_count[token]
    s.living = t.players
    for seat in range(t.players):
        s.alive[seat] = 1
        summons = t.factions_summons[s.faction[seat]]
        gold = t.start_gold_undead if summons else t.start_gold_other
        take_gold(s, t, seat, gold + t.seat_gold_bonus[seat])
        for slot in range(SLOTS):
            s.supply[seat, slot] = t.units_count[kind_in(s, seat, slot)]
        draw_cards(s, t, seat, t.seat_card_bonus[seat])


@rule
def fix_nobles(s, t):
    """ADE-107 where the scenario or chance picks the noble."""
    for seat in range(t.players):
        if t.fixed_noble[seat] >= 0:
            choose_noble(s, seat, t.fixed_noble[seat])
        elif t.fixed_noble[seat] == PICKED_BY_CHANCE:
            picked = -1
            seen = 0
            for noble in range(NOBLE_COUNT):
                if t.nobles_faction[noble] == s.faction[seat]:
                    seen += 1
                    if below(s, NOBLE_STREAM, seen) == 0:
                        picked = noble
            choose_noble(s, seat, picked)


@rule
def choose_noble(s, seat, noble):
    s.noble[seat] = noble
    s.used_nobles |= 1 << noble


@compiled
def next_pick(s, t):
    """ADE-107: openly in seat order; then the placing begins."""
    for seat in range(t.players):
        if s.noble[seat] < 0:
            s.phase = NOBLE_PICK
            s.seat = seat
            s.cur = seat
            return
    s.setup_step = 0
    begin_placing(s, t)


@rule
def begin_placing(s, t):
    """ADE-109: seat by seat, in the order of knob `setup_order`."""
    seat = t.players - 1 - s.setup_step if t.setup_order else s.setup_step
    s.phase = NOBLE_PLACE
    s.seat = seat
    s.cur = seat


@rule
def place_noble(s, t, f):
    """ADE-109, ADE-111: the noble stands; purchases begin."""
    put(s, s.cur, noble_kind(s.noble[s.cur]), f)
    if t.setup_incantations:
        s.incant = incantations_of(s, t, s.cur)
    s.phase = SETUP_BUY


@rule
def end_purchases(s, t):
    """ADE-112, ADE-113: the next seat, or the first turn."""
    s.incant = 0
    s.setup_step += 1
    if s.setup_step < t.players:
        begin_placing(s, t)
    else:
        s.rounds = 1
        begin_turn(s, t, 0)
