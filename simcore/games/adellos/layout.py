"""Positions in words, for rule cases: `"nobles"` sets the table, then `"Nc7" = "0 Soldier"` puts a piece on a field.

`"nobles" = ["General Iron Fist", "Pope Anicetus IV"]` gives every seat its noble and with it its faction, puts the
nobles on c1 of their castles and begins the turn of seat 0: 3 AP, no gold, no cards, full supplies, full deck.
"""

from simcore.errors import UserError, did_you_mean
from simcore.games.adellos.pieces import (
    CARD_KINDS,
    CARDS,
    FACTION_KEYS,
    FIELD_NAMES,
    FIELDS,
    FIRST_NOBLE,
    INCANTATION,
    NOBLES,
    PIECES,
    SECTOR_FIELDS,
    SLOTS,
    TOKENS,
    UNIT_KINDS,
    UNITS,
)
from simcore.games.adellos.state import MAIN, TALLIES
from simcore.games.adellos.words import hand_of, piece_on

NOBLE_PLACE_IN_CASTLE = 1


def _index(names, name, what):
    if name not in names:
        raise UserError(f'there is no {what} "{name}"{did_you_mean(name, names)}')
    return names.index(name)


# --- arrange -------------------------------------------------------------------------------------


def nobles(s, t, names):
    if len(names) != s.players:
        raise UserError(f'"nobles" needs {s.players} names')
    for f in range(FIELDS):
        _clear(s, f)
    s.used_nobles = 0
    taken = []
    for seat, name in enumerate(names):
        noble = _index(NOBLES, name, "noble")
        s.noble[seat] = noble
        s.used_nobles |= 1 << noble
        s.faction[seat] = t.nobles_faction[noble]
        taken.append(int(s.faction[seat]))
        s.supply[seat] = t.units_count[SLOTS * s.faction[seat] : SLOTS * (s.faction[seat] + 1)]
        _place(s, seat, FIRST_NOBLE + noble, SECTOR_FIELDS * int(s.sector[seat]) + NOBLE_PLACE_IN_CASTLE)
    for seat, faction in enumerate(sorted(set(range(len(FACTION_KEYS))) - set(taken)), s.players):
        s.faction[seat] = faction
    gold(s, t, [0] * int(s.players))
    hands(s, t, [[]] * int(s.players))
    s.rounds = 1
    s.turns = 1
    turn(s, t, 0)


def turn(s, t, seat):
    """Case key `turn`: the free part of this seat's turn, with the usual action points."""
    s.cur = s.seat = seat
    s.phase = MAIN
    s.ap = t.base_ap
    s.incant = 0
    s.gifts_left = t.gifts_per_turn if t.gifts else 0
    if t.factions_summons[s.faction[seat]]:
        noble = s.noble[seat]
        s.incant = t.incantations + (t.nobles_amount[noble] if t.nobles_effect[noble] == INCANTATION else 0)


def gold(s, t, amounts):
    """Case key `gold`: the bank has the rest."""
    s.gold[: len(amounts)] = amounts
    s.bank = t.gold_coins - sum(amounts)
    s.bank_low = s.bank


def hands(s, t, names):
    """Case key `hands`: the other cards are the deck, sorted by kind."""
    s.hand[:] = 0
    for seat, own in enumerate(names):
        for name in own:
            s.hand[seat, _index(CARDS, name, "event card")] += 1
    s.boxed_cards[:] = 0
    left = [int(t.card_count[kind]) - int(s.hand[:, kind].sum()) for kind in range(CARD_KINDS)]
    _lay_deck(s, [kind for kind in range(CARD_KINDS) for _ in range(left[kind])])


def deck(s, t, names):
    """Case key `deck`: these cards from the top are the whole deck; cards that are nowhere lie in the box."""
    kinds = [_index(CARDS, name, "event card") for name in names]
    for kind in range(CARD_KINDS):
        s.boxed_cards[kind] = t.card_count[kind] - s.hand[:, kind].sum() - kinds.count(kind)
        if s.boxed_cards[kind] < 0:
            raise UserError(f'"deck": there are only {t.card_count[kind]} copies of {CARDS[kind]}')
    _lay_deck(s, kinds)


def _lay_deck(s, kinds):
    s.deck[: len(kinds)] = kinds
    s.deck_n, s.deck_pos = len(kinds), 0


def put_piece(field):
    """The function behind a case key like `Nc7`."""

    def put(s, t, text):
        if text != "vacant":
            name, _, counters = text[2:].partition(" +")
            kind = _index(PIECES, name, "piece")
            seat = int(text[0])
            if kind >= FIRST_NOBLE and s.noble_field[seat] >= 0:
                _clear(s, int(s.noble_field[seat]))
            _clear(s, field)
            _place(s, seat, kind, field, int(counters or 0))
        else:
            _clear(s, field)

    return put


def _clear(s, f):
    if s.kind[f] < 0:
        return
    seat, kind = int(s.owner[f]), int(s.kind[f])
    if kind < UNIT_KINDS:
        s.supply[seat, kind % SLOTS] += 1
    elif kind < FIRST_NOBLE:
        s.tokens[kind - UNIT_KINDS] += 1
    else:
        s.noble_field[seat] = -1
    s.pool += s.counters[f]
    s.counters[f] = 0
    s.owner[f] = s.kind[f] = -1
    s.pieces[seat] &= ~(1 << f)
    s.frozen &= ~(1 << f)


def _place(s, seat, kind, f, counters=0):
    if not int(s.fields) >> f & 1:
        raise UserError(f"{FIELD_NAMES[f]} is not on this board")
    if kind < UNIT_KINDS:
        if kind // SLOTS != s.faction[seat]:
            raise UserError(f"seat {seat} has no {PIECES[kind]}")
        s.supply[seat, kind % SLOTS] -= 1
    elif kind < FIRST_NOBLE:
        s.tokens[kind - UNIT_KINDS] -= 1
    else:
        s.noble_field[seat] = f
    s.owner[f], s.kind[f], s.counters[f] = seat, kind, counters
    s.pool -= counters
    s.pieces[seat] |= 1 << f
    if counters:
        s.frozen |= 1 << f


ARRANGE = {
    "nobles": nobles,
    "turn": turn,
    "gold": gold,
    "hands": hands,
    "deck": deck,
    **{name: put_piece(f) for f, name in enumerate(FIELD_NAMES)},
}

# --- observe -------------------------------------------------------------------------------------


def _supply(kind):
    def supply(s, t):
        seats = [seat for seat in range(s.players) if s.faction[seat] == kind // SLOTS]
        return int(s.supply[seats[0], kind % SLOTS]) if seats else 0

    return supply


def _by_seat(name):
    """A field with one value for each seat, cut to the players."""
    return lambda s, t: s[name][: s.players]


OBSERVE = {
    **{name: (lambda f: lambda s, t: piece_on(s, f))(f) for f, name in enumerate(FIELD_NAMES)},
    **{f"supply of {name}": _supply(kind) for kind, name in enumerate(UNITS)},
    **{f"{name} in the box": (lambda kind: lambda s, t: s.box[kind])(kind) for kind, name in enumerate(UNITS + TOKENS)},
    **{name: _by_seat(name) for name in ("gold", "hold", "alive", "mark_revolt", "mark_censor", "mark_treach")},
    **{column.name: _by_seat(column.name) for column in TALLIES},
    "hands": lambda s, t: [hand_of(s, seat) for seat in range(s.players)],
    "hand sizes": lambda s, t: [int(s.hand[seat].sum()) for seat in range(s.players)],
    "cards in the box": lambda s, t: s.boxed_cards.sum(),
    "deck left": lambda s, t: s.deck_n - s.deck_pos,
    "factions": lambda s, t: [FACTION_KEYS[faction] for faction in s.faction[: s.players]],
    "nobles": lambda s, t: [NOBLES[noble] for noble in s.noble[: s.players]],
    "castles": lambda s, t: ["NESW"[sector] for sector in s.sector[: s.players]],
}
