"""Positions in words, for rule cases: what a case may lay out (`set`) and look at (`expect`) beyond the state's fields.

Cards are named by their codes ("A01"), columns "column 1" from the left, buildings "E3 M1" (kind and height, in the
order economy, military, culture, religion), walls "3 1" (heights), stones [gold, army, craftsman, pilgrim].
"""

import numpy as np

from simcore.games.comuni.building import points_sum
from simcore.games.comuni.hidden import redeal
from simcore.games.comuni.invasion import start_invasion
from simcore.games.comuni.project import add_to_hand
from simcore.games.comuni.refill import current_stack, stacks_ended
from simcore.games.comuni.setting_up import setup
from simcore.games.comuni.state import (
    CARD_CODES,
    CARDS,
    DISCARDED,
    GOLD,
    IN_BUILDING,
    IN_COLUMN,
    IN_HAND,
    IN_STACK,
    IN_WALL,
    KIND_NAMES,
    KINDS,
    NOBODY,
    SORTS,
    STATE,
    TOP,
)
from simcore.kernels.jit import compiled, plain

KIND_LETTERS = "EMCR"
STACK_LETTERS = "ABCD"
_BOOKKEEPING = ("streams", "place", "claimer")
_OBSERVABLE = tuple(name for name in STATE.names if name not in _BOOKKEEPING)


@compiled
def refresh(s, t):
    """What follows from the facts of a position: the supply, envoys at home, invasions past."""
    for sort in range(SORTS):
        s.supply[sort] = t.stones_total[sort]
        for seat in range(s.players):
            s.supply[sort] -= s.stock[seat, sort]
    s.supply[GOLD] -= s.displaced_gold
    for seat in range(s.players):
        s.envoys_home[seat] = t.max_envoys
    for column in range(t.columns_in_play):
        if s.bid_owner[column] != NOBODY:
            s.supply[GOLD] -= s.bid_gold[column]
            s.envoys_home[s.bid_owner[column]] -= 1
    if s.invasion == 0:
        s.invasions_done = stacks_ended(s, t)


# --- laying out --------------------------------------------------------------------------------------


def _deal(s, t, value):
    """`deal = true` with start = "empty": the set-up of the game, without a check of the invariants afterwards."""
    if value:
        plain(setup)(s, t)


def _turn(s, t, seat):
    s.active = s.leader = s.seat = seat


def _stones(s, t, stocks):
    for seat, stock in enumerate(stocks):
        s.stock[seat] = stock


def _bids(s, t, bids):
    """`bids = { "column 2" = [1, 3] }`: seat 1 has bid 3 gold on the second column."""
    for name, (seat, gold) in bids.items():
        column = _column(t, name)
        s.bid_owner[column] = seat
        s.bid_gold[column] = gold


def _column(t, name):
    number = int(name.removeprefix("column "))
    if not 1 <= number <= t.columns_in_play:
        raise ValueError(f'no "{name}" in play')
    return number - 1


def _card(code):
    if code not in CARD_CODES:
        raise ValueError(f'no card "{code}"')
    return CARD_CODES.index(code)


def _current_stack(s, t, letter):
    """The stacks before this one are used up and their cards discarded."""
    for stack in range(STACK_LETTERS.index(letter)):
        _left(s, t, {STACK_LETTERS[stack]: 0})


def _left(s, t, numbers):
    """`left = { A = 2 }`: all but the last two cards of stack A have been played and discarded."""
    for letter, number in numbers.items():
        stack = STACK_LETTERS.index(letter)
        while s.stack_left[stack] > number:
            _discard(s, _draw(s, t, stack))


def _draw(s, t, stack):
    card = int(s.stack[stack, t.stack_size[stack] - s.stack_left[stack]])
    s.stack_left[stack] -= 1
    return card


def _discard(s, card):
    s.place[card] = DISCARDED
    s.claimer[card] = 0


def _next(s, t, orders):
    """`next = { A = ["A05", "A07"] }`: the cards that stack A will give next, in this order."""
    for letter, codes in orders.items():
        stack = STACK_LETTERS.index(letter)
        for i, code in enumerate(codes):
            top = int(t.stack_size[stack] - s.stack_left[stack]) + i
            at = s.stack[stack].tolist().index(_card(code), top)
            s.stack[stack, top], s.stack[stack, at] = s.stack[stack, at], s.stack[stack, top]


def _fetch(s, t, card):
    """Take a card from wherever it lies; a column gets another one from the current stack instead."""
    place = s.place[card]
    if place == IN_STACK:
        stack = int(t.cards_stack[card])
        _next(s, t, {STACK_LETTERS[stack]: [CARD_CODES[card]]})
        _draw(s, t, stack)
    elif place == IN_COLUMN:
        column, i = next(
            (c, i) for c in range(t.columns_in_play) for i in range(s.column_n[c]) if s.column[c, i] == card
        )
        other = _draw(s, t, current_stack(s, t))
        s.column[column, i] = other
        s.place[other] = IN_COLUMN
    elif place != DISCARDED:
        raise ValueError(f"card {CARD_CODES[card]} is not in the game, or already somebody's")


def _any_card(s, t):
    """A card nobody looks at: discarded earlier, or from the bottom of the current stack."""
    for card in range(CARDS):
        if s.place[card] == DISCARDED:
            return card
    stack = current_stack(s, t)
    bottom = int(s.stack[stack, t.stack_size[stack] - 1])
    _fetch(s, t, bottom)
    return bottom


def _hands(s, t, hands):
    for seat, codes in enumerate(hands):
        for code in codes:
            card = _card(code)
            _fetch(s, t, card)
            plain(add_to_hand)(s, seat, card)
            s.place[card] = IN_HAND
            s.claimer[card] = seat


def _columns(s, t, columns):
    """`columns = { "column 1" = ["A05"] }`: the cards lying there; the others of that column leave it."""
    for name, codes in columns.items():
        column = _column(t, name)
        wanted = [_card(code) for code in codes]
        lying = s.column[column, : s.column_n[column]].tolist()
        leaving = [card for card in lying if card not in wanted]
        for card in wanted:
            if card in lying:
                continue
            if s.place[card] == IN_COLUMN and leaving:
                _swap(s, t, card, leaving.pop())
            else:
                _fetch(s, t, card)
        for card in leaving:
            _discard(s, card)
        for i, card in enumerate(wanted):
            s.column[column, i] = card
            s.place[card], s.claimer[card] = IN_COLUMN, NOBODY
        s.column_n[column] = len(wanted)


def _swap(s, t, card, other):
    """Two cards in columns change places."""
    spots = {int(s.column[c, i]): (c, i) for c in range(t.columns_in_play) for i in range(s.column_n[c])}
    s.column[spots[card]], s.column[spots[other]] = other, card


def _buildings(s, t, cities):
    """`buildings = ["E3 M1", ""]`: the buildings of each seat, with the points that they brought."""
    for seat, city in enumerate(cities):
        for name in city.split():
            kind, height = KIND_LETTERS.index(name[0]), int(name[1:])
            s.buildings[seat, kind, height] += 1
            s.points[seat] += t.building_points[height]
            for storey in range(1, height + 1):
                card = _any_card(s, t)
                s.place[card], s.claimer[card], s.storey[card] = IN_BUILDING, seat, storey


def _walls(s, t, cities):
    """`walls = ["3 1", ""]`: heights of each seat's walls; a wall of four comes without its bonus wall."""
    for seat, city in enumerate(cities):
        for height in map(int, city.split()):
            s.walls[seat, height] += 1
            for _ in range(height):
                card = _any_card(s, t)
                s.place[card], s.claimer[card] = IN_WALL, seat


def _guilds(s, t, owners):
    """`guilds = { economy = 0 }`: owners of guild cards."""
    for kind, seat in owners.items():
        s.guild_owner[KIND_NAMES.index(kind)] = seat


def _active_kinds(s, t, letters):
    """`active_kinds = ["EM", ""]`: the activation cards of each seat that are active."""
    for seat, kinds in enumerate(letters):
        for kind in kinds:
            s.active_card[seat, KIND_LETTERS.index(kind)] = 1


def _invasion(s, t, number):
    """`invasion = 2`: the second invasion begins, the active player commits first."""
    s.invasions_done = number - 1
    plain(start_invasion)(s, number)


def _last_round(s, t, trigger):
    """`last_round = 1`: seat 1 drew the last card and the turn of the seat after it begins."""
    _left(s, t, dict.fromkeys(STACK_LETTERS[: t.stacks_used], 0))
    _turn(s, t, (trigger + 1) % s.players)
    s.leader = s.trigger_seat = trigger
    s.last_round = 1
    s.final_turns_left = s.players


ARRANGE = {
    "deal": _deal,
    "turn": _turn,
    "stones": _stones,
    "bids": _bids,
    "current_stack": _current_stack,
    "left": _left,
    "next": _next,
    "hands": _hands,
    "columns": _columns,
    "buildings": _buildings,
    "walls": _walls,
    "guilds": _guilds,
    "active_kinds": _active_kinds,
    "invasion": _invasion,
    "last_round": _last_round,
}


# --- looking at --------------------------------------------------------------------------------------


def stones(s, t):
    return s.stock[: s.players].tolist()


def hands(s, t):
    return [[CARD_CODES[card] for card in s.hand[seat, : s.hand_n[seat]]] for seat in range(s.players)]


def columns(s, t):
    return {
        f"column {c + 1}": [CARD_CODES[card] for card in s.column[c, : s.column_n[c]]] for c in range(t.columns_in_play)
    }


def column_sizes(s, t):
    return s.column_n[: t.columns_in_play].tolist()


def bids(s, t):
    return {
        f"column {c + 1}": [int(s.bid_owner[c]), int(s.bid_gold[c])]
        for c in range(t.columns_in_play)
        if s.bid_owner[c] != NOBODY
    }


def buildings_of(s, seat):
    names = [
        f"{KIND_LETTERS[kind]}{height}"
        for kind in range(len(KIND_LETTERS))
        for height in range(TOP, 0, -1)
        for _ in range(s.buildings[seat, kind, height])
    ]
    return " ".join(names)


def walls_of(s, seat):
    return " ".join(str(height) for height in range(TOP, 0, -1) for _ in range(s.walls[seat, height]))


def buildings(s, t):
    return [buildings_of(s, seat) for seat in range(s.players)]


def walls(s, t):
    return [walls_of(s, seat) for seat in range(s.players)]


def guilds(s, t):
    return {KIND_NAMES[k]: int(s.guild_owner[k]) for k in range(len(KIND_NAMES)) if s.guild_owner[k] != NOBODY}


def active_kinds(s, t):
    return [
        "".join(KIND_LETTERS[k] for k in range(len(KIND_LETTERS)) if s.active_card[seat, k])
        for seat in range(s.players)
    ]


def left(s, t):
    return {STACK_LETTERS[stack]: int(s.stack_left[stack]) for stack in range(t.stacks_used)}


def discarded(s, t):
    return sorted(CARD_CODES[card] for card in range(CARDS) if s.place[card] == DISCARDED)


def points_sums(s, t):
    """COM-88, by seat: the points sums of economy, military, culture, religion."""
    return [[int(plain(points_sum)(s, t, seat, kind)) for kind in range(KINDS)] for seat in range(s.players)]


def secrets(s, t):
    """The fields that the deciding seat cannot know: those that change when what it does not see is dealt anew."""
    changed = set()
    for trial in range(30):
        other = np.array([s], s.dtype).view(np.recarray)[0]
        other.streams[:] = np.arange(1, len(s.streams) + 1) * (trial + 1)
        plain(redeal)(other, t, int(s.seat))
        changed |= {name for name in _OBSERVABLE if not np.array_equal(other[name], s[name])}
    return sorted(changed)


def commune_numbers(s, t):
    return [int(t.communes_number[s.commune[seat]]) for seat in range(s.players)]


def _by_seat(name):
    """The values of one field of the state for the seats in play; for invasions, those of the latest one."""

    def observe(s, t):
        values = getattr(s, name)[: s.players]
        return values[:, s.invasions_done - 1].tolist() if values.ndim == 2 else values.tolist()

    return observe


OBSERVE = {
    "stones": stones,
    "hands": hands,
    "columns": columns,
    "column_sizes": column_sizes,
    "bids": bids,
    "buildings": buildings,
    "walls": walls,
    "guilds": guilds,
    "active_kinds": active_kinds,
    "left": left,
    "discarded_cards": discarded,
    "commune_numbers": commune_numbers,
    "points_sums": points_sums,
    "secrets": secrets,
    "points": _by_seat("points"),
    "plunder_points": _by_seat("plunder"),
    "hero_points": _by_seat("hero_points"),
    "envoys_home": _by_seat("envoys_home"),
    "turns_taken": _by_seat("turns_taken"),
    "attacks": _by_seat("seen_attack"),
    "remaining_attacks": _by_seat("seen_remaining"),
    "defences": _by_seat("seen_defence"),
    "new_plunder": _by_seat("seen_plunder"),
    "hero_ranks": _by_seat("seen_hero"),
    "is_last_round": lambda s, t: bool(s.last_round),
}
