"""Positions in words, for rule cases: keys of `set` and `expect` beyond the fields of the state.

    [case.set.board]                       # everything not named is meadow; Blue is on turn
    terrain    = { forest = ["0,10"], village = ["1,10"] }
    castles    = { blue = ["0,11"] }
    knights    = { blue = ["1,11"] }
    boxes      = ["0,9 2,11"]              # boundaries around a rectangle, frame sides need none
    boundaries = ["2,11 south"]            # single ones, east or south of a field
    without    = ["2,11 south"]            # left out of the boxes
    anchors    = false                     # default true: castles Blue 11,11 and Orange 11,9 keep the rest open land
    [case.set]
    turn    = "orange"                     # whose turn it is
    playing = "B3"                         # a card under way and paid; "B2|K1 knight" names the symbol
    hand    = { blue = ["B2", "K1", "E1"] }
    deck    = ["K1"]                       # what is left of it, from the top
    market  = ["B2", "K2"]
    ducats  = [7, 7, 7]                    # the bank holds the rest
    allied  = [["orange 1,1", "blue 4,1"]]
    placing = "blue"                       # setup: whose castle is to be placed
Supply, stocks and points follow from the board; a later key may state them otherwise.
"""

import numpy as np

from simcore.errors import UserError, did_you_mean
from simcore.games.loewenherz import words
from simcore.games.loewenherz.actions import begin_action
from simcore.games.loewenherz.placing import lay_out_table
from simcore.games.loewenherz.state import (
    ACTION_KINDS,
    CARD_NAMES,
    CASTLES,
    CASTLES_EACH,
    COLOURS,
    FIELDS,
    KINDS,
    KINDS_OF_MINE,
    LETTERS,
    MAIN,
    NO_INCOME,
    PER_MINE,
    SEATS,
    SETUP_CASTLE,
    SIDE,
    STATE,
    TERRAIN_SIGNS,
    TERRAINS,
    UPRIGHT_EDGES,
)
from simcore.kernels.jit import plain

_ANCHORS = ((0, "11,11"), (1, "11,9"))
_BOARD_KEYS = ("all", "terrain", "castles", "knights", "boxes", "boundaries", "without", "anchors")
_TERRAIN_WORDS = {name.split()[0]: i for i, name in enumerate(TERRAINS)} | {"city": 3, "gems": 7}
_HEADER_PER_SEAT = ("choices",)  # of the engine
_COLOURS = tuple(name.lower() for name in words.COLOUR_NAMES)


# --- reading words -----------------------------------------------------------------------------------


def _known(word, names, what):
    if word not in names:
        raise UserError(f'no {what} "{word}"{did_you_mean(word, names)}')
    return list(names).index(word)


def _field(text):
    row, column = (int(part) for part in text.split(","))
    if not (0 <= row < SIDE and 0 <= column < SIDE):
        raise UserError(f'"{text}" is no field of the board')
    return SIDE * row + column


def _edge(text):
    where, direction = text.split()
    field = _field(where)
    row, column = divmod(field, SIDE)
    if direction == "east" and column < SIDE - 1:
        return (SIDE - 1) * row + column
    if direction == "south" and row < SIDE - 1:
        return UPRIGHT_EDGES + field
    raise UserError(f'"{text}" is no edge: write "row,column east" or "row,column south"')


def _box(text):
    """The edges around a rectangle that do not lie along the frame."""
    (top, left), (bottom, right) = (divmod(_field(corner), SIDE) for corner in text.split())
    edges = []
    for row in range(top, bottom + 1):
        edges += [(SIDE - 1) * row + column for column in (left - 1, right) if 0 <= column < SIDE - 1]
    for column in range(left, right + 1):
        edges += [UPRIGHT_EDGES + SIDE * row + column for row in (top - 1, bottom) if 0 <= row < SIDE - 1]
    return edges


def _seat(s, text):
    seat = _known(text, _COLOURS, "colour")
    if seat >= s.players:
        raise UserError(f"nobody plays {text} with {s.players} players")
    return seat


def _card(text):
    return _known(text, CARD_NAMES, "card")


def _castle(s, text):
    colour, where = text.split()
    field = _field(where)
    for castle in range(CASTLES):
        if s.castle_field[castle] == field and castle // CASTLES_EACH == _known(colour, _COLOURS, "colour"):
            return castle
    raise UserError(f'there is no castle "{text}"')


def _put(sets, field):
    sets[field // 48] |= np.int64(1) << (field % 48)


# --- keys of `set` -----------------------------------------------------------------------------------


def lay_board(s, t, board):
    for key in board:
        _known(key, _BOARD_KEYS, "part of the board")
    if s.deck_n == 0:
        plain(lay_out_table)(s, t)
    s.terrain[:] = _TERRAIN_WORDS[board.get("all", "meadow")]
    for terrain, places in board.get("terrain", {}).items():
        _known(terrain, _TERRAIN_WORDS, "terrain")
        for text in places:
            s.terrain[_field(text)] = _TERRAIN_WORDS[terrain]
    s.castles[:] = 0
    s.knights[:] = 0
    s.castle_field[:] = -1
    s.castles_placed[:] = 0
    s.allies[:] = 0
    s.knight_stock[:] = t.knight_stock
    castles = [
        (_known(colour, _COLOURS, "colour"), text) for colour, all in board.get("castles", {}).items() for text in all
    ]
    for colour, text in castles + (list(_ANCHORS) if board.get("anchors", True) else []):
        s.castle_field[CASTLES_EACH * colour + s.castles_placed[colour]] = _field(text)
        s.castles_placed[colour] += 1
        _put(s.castles[colour], _field(text))
    for colour, places in board.get("knights", {}).items():
        for text in places:
            _put(s.knights[_known(colour, _COLOURS, "colour")], _field(text))
            s.knight_stock[_COLOURS.index(colour)] -= 1
    _lay_boundaries(s, t, board)
    s.points[:] = -1  # refresh counts them
    s.setup_step = t.setup_n
    s.turns = 1
    s.rounds = 1
    s.first_mover = 0
    set_turn(s, t, "blue")


def _lay_boundaries(s, t, board):
    edges = {edge for box in board.get("boxes", []) for edge in _box(box)}
    edges |= {_edge(text) for text in board.get("boundaries", [])}
    for text in board.get("without", []):
        if _edge(text) not in edges:
            raise UserError(f'no box has the boundary "{text}"')
        edges.discard(_edge(text))
    for field in range(FIELDS):
        row, column = divmod(field, SIDE)
        east = column < SIDE - 1 and (SIDE - 1) * row + column not in edges
        south = row < SIDE - 1 and UPRIGHT_EDGES + field not in edges
        bit = np.int64(1) << (field % 48)
        for sets, is_open in ((s.open_east, east), (s.open_south, south)):
            sets[field // 48] = sets[field // 48] | bit if is_open else sets[field // 48] & ~bit
    s.supply = t.boundary_supply - len(edges)


def set_turn(s, t, colour):
    s.seat = s.on_turn = _seat(s, colour)
    s.turns_taken[:] = 0
    s.turns_taken[s.seat] = 1
    s.phase = MAIN


def set_playing(s, t, text):
    """A card has been paid and discarded; its first decision comes now."""
    name, _, symbol = text.partition(" ")
    card = _card(name)
    kinds = [ACTION_KINDS[kind] for kind in t.symbol_kind[card] if kind]
    which = _known(symbol, kinds, "symbol of this card") if symbol else 0
    seat = int(s.on_turn)
    hand = [int(each) for each in s.hand[seat][: s.hand_n[seat]]]
    _give(s, seat, [card, *hand[1:]] if hand else [card])
    s.hand[seat, :-1] = s.hand[seat, 1:]
    s.hand_back[seat, :-1] = s.hand_back[seat, 1:]
    s.hand_n[seat] -= 1
    s.discard[card] += 1
    s.plays[seat] += 1
    s.card = card
    s.symbol = t.symbol_kind[card, which]
    s.left = t.symbol_amount[card, which]
    s.placed = 0
    plain(begin_action)(s, t)


def set_hands(s, t, hands):
    for colour, cards in hands.items():
        _give(s, _seat(s, colour), [_card(card) for card in cards])


def _give(s, seat, cards):
    """Put these cards into a hand, exchanging them with the deck so that no card is lost."""
    for slot, card in enumerate(cards):
        if slot < s.hand_n[seat]:
            if s.hand[seat, slot] == card:
                continue
            i = _find_in_deck(s, card)
            s.deck[i], s.hand[seat, slot] = s.hand[seat, slot], card
            s.deck_back[i], s.hand_back[seat, slot] = s.hand_back[seat, slot], s.deck_back[i]
        else:
            s.hand_back[seat, slot] = _pull_from_deck(s, card)
            s.hand[seat, slot] = card
            s.hand_n[seat] += 1
    while s.hand_n[seat] > len(cards):
        s.hand_n[seat] -= 1
        s.deck[s.deck_n] = s.hand[seat, s.hand_n[seat]]
        s.deck_back[s.deck_n] = s.hand_back[seat, s.hand_n[seat]]
        s.deck_n += 1


def _find_in_deck(s, card):
    for i in range(s.deck_next, s.deck_n):
        if s.deck[i] == card:
            return i
    raise UserError(f"the deck has no {CARD_NAMES[card]} left")


def _pull_from_deck(s, card):
    """Take one copy out of the deck; returns its back."""
    i = _find_in_deck(s, card)
    back = int(s.deck_back[i])
    s.deck[i : s.deck_n - 1] = s.deck[i + 1 : s.deck_n]
    s.deck_back[i : s.deck_n - 1] = s.deck_back[i + 1 : s.deck_n]
    s.deck_n -= 1
    return back


def set_deck(s, t, cards):
    """What is left of the deck; the other cards lie in the discard."""
    backs = [_pull_from_deck(s, _card(card)) for card in cards]
    for i in range(s.deck_next, s.deck_n):
        s.discard[s.deck[i]] += 1
    s.deck_n = s.deck_next + len(cards)
    for i, (card, back) in enumerate(zip(cards, backs, strict=True)):
        s.deck[s.deck_next + i] = _card(card)
        s.deck_back[s.deck_next + i] = back


def set_market(s, t, cards):
    for text in cards:
        card = _card(text)
        _pull_from_deck(s, card)
        s.market[card] += 1
        s.market_queue[s.market_n % len(s.market_queue)] = card
        s.market_n += 1


def set_ducats(s, t, amounts):
    s.ducats[: len(amounts)] = amounts
    s.bank = max(0, int(t.ducat_bank) - sum(amounts))


def set_allied(s, t, pairs):
    for one, other in pairs:
        a, b = _castle(s, one), _castle(s, other)
        s.allies[a] |= 1 << b
        s.allies[b] |= 1 << a
        s.alliances += 1


def set_placing(s, t, colour):
    """Setup: the next castle of this colour is to be placed."""
    wanted = _known(colour, _COLOURS, "colour")
    steps = [i for i in range(t.setup_n) if t.setup_colour[i] == wanted]
    s.setup_step = steps[int(s.castles_placed[wanted])]
    s.seat = s.on_turn = t.setup_seat[s.setup_step]
    s.phase = SETUP_CASTLE
    s.turns = s.rounds = 0


ARRANGE = {
    "board": lay_board,
    "turn": set_turn,
    "playing": set_playing,
    "hand": set_hands,
    "deck": set_deck,
    "market": set_market,
    "ducats": set_ducats,
    "allied": set_allied,
    "placing": set_placing,
}


# --- keys of `expect` --------------------------------------------------------------------------------


def _regions(s, t):
    return [
        f"{words.region_name(s, castle)}: {words.fields(len(words.fields_of(s.regions[castle])))},"
        f" {words.points(int(s.region_points[castle]))}, {words.knights(int(s.region_knights[castle]))}"
        for castle in range(CASTLES)
        if s.is_region[castle]
    ]


def _areas(s):
    """Components as lists of fields."""
    left = set(range(FIELDS))
    while left:
        todo, found = [min(left)], set()
        while todo:
            field = todo.pop()
            if field in found:
                continue
            found.add(field)
            row, column = divmod(field, SIDE)
            if words._open(s.open_east, field):
                todo.append(field + 1)
            if words._open(s.open_south, field):
                todo.append(field + SIDE)
            if column and words._open(s.open_east, field - 1):
                todo.append(field - 1)
            if row and words._open(s.open_south, field - SIDE):
                todo.append(field - SIDE)
        left -= found
        yield sorted(found)


def _castles_in(s, area):
    return sum(int(field) in area for field in s.castle_field if field >= 0)


def _neutral_zones(s, t):
    return [" ".join(words.place(field) for field in area) for area in _areas(s) if _castles_in(s, area) == 0]


def _open_land(s, t):
    """Numbers of fields of the components with several castles."""
    return [len(area) for area in _areas(s) if _castles_in(s, area) > 1]


def _figures(s, t):
    found = []
    for colour in range(COLOURS):
        for kind, sets in (("castle", s.castles), ("knight", s.knights)):
            found += [f"{_COLOURS[colour]} {kind} {words.place(field)}" for field in words.fields_of(sets[colour])]
    return found


def _legal_fields(s, t):
    """All legal fields of the decision, found by the rules themselves."""
    from simcore.engine import engine

    ready = engine("loewenherz")
    buf = ready.new_buffer()
    n = ready.legal(s, t, buf)
    return [words.place(int(code)) for code in buf[:n] if code < FIELDS]


def _hands(s, t):
    return [[CARD_NAMES[card] for card in s.hand[seat][: s.hand_n[seat]]] for seat in range(s.players)]


def _market(s, t):
    return [name for card, name in enumerate(CARD_NAMES) for _ in range(s.market[card])]


def _income(s, t):
    """What each player would receive at the beginning of a turn."""
    if t.income_mode == NO_INCOME:
        return [0] * int(s.players)
    mines = s.mines[: s.players].astype(int)
    return (mines if t.income_mode == PER_MINE else mines > 0).sum(axis=1)


def _of_players(name):
    """A field with one entry a seat, without the seats that nobody plays."""
    return lambda s, t: getattr(s, name)[: s.players]


_PER_SEAT = [name for name in STATE.names if STATE[name].shape == (SEATS,) and name not in _HEADER_PER_SEAT]

OBSERVE = {name: _of_players(name) for name in _PER_SEAT} | {
    "stock": lambda s, t: s.knight_stock[: t.colours],
    "turn": lambda s, t: _COLOURS[s.on_turn],
    "decides": lambda s, t: _COLOURS[s.seat],
    "regions": _regions,
    "neutral_zones": _neutral_zones,
    "open_land": _open_land,
    "figures": _figures,
    "legal_fields": _legal_fields,
    "hands": _hands,
    "market": _market,
    "income": _income,
    "boundaries": lambda s, t: int(t.boundary_supply) - int(s.supply),
    "deck_left": lambda s, t: int(s.deck_n) - int(s.deck_next),
    "deck_letters": lambda s, t: "".join(LETTERS[back] for back in s.deck_back[: s.deck_n]),
    "terrain": lambda s, t: [
        "".join(TERRAIN_SIGNS[s.terrain[SIDE * row + column]] for column in range(SIDE)) for row in range(SIDE)
    ],
    "monopolies": lambda s, t: [
        f"{_COLOURS[seat]} {KINDS_OF_MINE[kind]}"
        for seat in range(s.players)
        for kind in range(KINDS)
        if s.monopolies[seat] >> kind & 1
    ],
    "allied": lambda s, t: [
        f"{words.region_name(s, one)} - {words.region_name(s, other)}"
        for one in range(CASTLES)
        for other in range(one + 1, CASTLES)
        if int(s.allies[one]) >> other & 1
    ],
    "target": lambda s, t: t.target,
    "setup_order": lambda s, t: [int(seat) for seat in t.setup_seat[: t.setup_n]],
    "setup_colours": lambda s, t: [_COLOURS[colour] for colour in t.setup_colour[: t.setup_n]],
}
