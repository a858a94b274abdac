"""Positions in words for rule cases: what a case may lay out (`arrange`) and look at (`observe`).

    "fief_0"    = ["city: Worker, Worker", "Field: Bank, Worker", "Forest tapped", "loose: Soldier, tapped Worker"]
    "guests_1"  = ["seat 0: Soldier"]                  troops of others in the fief of seat 1
    "between_4" = ["seat 0: Knight, tapped Worker"]    troops in in-between fief 4
    "hand_0"    = ["Field", "2 Workers"]
    "piles"     = [["School", "Bank"], ["Castle"], []] top card first; what is not named is discarded
    "decks"     = [3, 1, 0]                            cards left in each deck; the others are discarded
    "deck_tops" = ["Worker"]                           cards to be drawn next, each from its own deck
    "turn_of"   = 0                                    this seat is in its action step

Every card comes from its deck (or its pile, or the discard pile), so the counts of the game stay right.
"""

from simcore.errors import UserError, did_you_mean
from simcore.games.fief.bits import BIT, amounts_of, count
from simcore.games.fief.economy import food_capacity, gold_capacity, put_troop, refresh
from simcore.games.fief.params import BUILDINGS
from simcore.games.fief.state import (
    AT_MAIN,
    DECK_OF,
    HANDLES,
    KIND_NAMES,
    KIND_OF,
    KINDS,
    PLACES,
    SEATS,
)
from simcore.games.fief.words import fief_text, hand_text, place_name, top_of, troop_names


def _number(text, names, what):
    if text not in names:
        raise UserError(f'"{text}" is no {what}{did_you_mean(text, names)}')
    return names.index(text)


def _kind(text):
    return _number(text, KIND_NAMES, "card")


def _entries(text):
    """`2 Workers, tapped Knight` as (name, tapped) pairs."""
    for part in filter(None, (part.strip() for part in text.split(","))):
        words = part.split()
        copies = int(words.pop(0)) if words[0].isdigit() else 1
        tapped = words[0] == "tapped"
        if copies > 1:
            words[-1] = words[-1].removesuffix("s")
        yield from [(" ".join(words[1:] if tapped else words), tapped)] * copies


def _take(s, kind):
    """One card of this kind: from its deck if one is left there, else from the discard pile."""
    deck = DECK_OF[kind]
    left = int(s.deck_left[deck])
    for i in range(left - 1, -1, -1):
        if s.deck_cards[deck, i] == kind:
            s.deck_cards[deck, i : left - 1] = s.deck_cards[deck, i + 1 : left].copy()
            s.deck_left[deck] -= 1
            s.draws_initial += 1
            return
    if s.discard[kind] == 0:
        raise UserError(f"there is no {KIND_NAMES[kind]} left to lay out")
    s.discard[kind] -= 1


def _take_building(s, kind):
    """One building: from below the top cards if possible, then from the tops, then from the discard pile."""
    for from_top in (False, True):
        for pile in range(3):
            left = int(s.pile_left[pile])
            for i in range(left - (0 if from_top else 1)):
                if s.pile_cards[pile, i] == kind:
                    s.pile_cards[pile, i : left - 1] = s.pile_cards[pile, i + 1 : left].copy()
                    s.pile_left[pile] -= 1
                    return
    if s.discard_buildings[kind] == 0:
        raise UserError(f"there is no {BUILDINGS[kind]} left to lay out")
    s.discard_buildings[kind] -= 1


def _new_troop(s, t, seat, kind, location, tapped):
    _take(s, kind)
    handle = put_troop(s, t, seat, kind)
    s.at[seat] &= ~BIT[handle]
    s.at[location] |= BIT[handle]
    s.fresh &= ~BIT[handle]
    if tapped:
        s.tapped |= BIT[handle]
    return handle


def _lay_fief(seat):
    def lay(s, t, lines):
        slot = 0
        for line in lines:
            head, _, rest = line.partition(":")
            place = -1
            words = head.split()
            if words[0] != "loose":
                if words[0] != "city":
                    slot += 1
                    place = slot
                    kind = _kind(words[0])
                    _take(s, kind)
                    s.land[seat, place] = kind
                else:
                    place = 0
                if "tapped" in words[1:]:
                    s.place_tapped[seat] |= 1 << place
            _fill_place(s, t, seat, place, rest)
        refresh(s, t)

    return lay


def _fill_place(s, t, seat, place, text):
    for name, tapped in _entries(text):
        if name in BUILDINGS:
            kind = BUILDINGS.index(name)
            _take_building(s, kind)
            free = next(i for i in range(3) if s.building[seat, place, i] < 0)
            s.building[seat, place, free] = kind
            continue
        handle = _new_troop(
            s, t, seat, _kind(name), seat, tapped or bool(place >= 0 and s.place_tapped[seat] >> place & 1)
        )
        if place >= 0:
            s.attached[place] |= BIT[handle]


def _lay_guests(location):
    def lay(s, t, lines):
        for line in lines:
            head, _, rest = line.partition(":")
            seat = int(head.removeprefix("seat "))
            for name, tapped in _entries(rest):
                _new_troop(s, t, seat, _kind(name), location, tapped)

    return lay


def _lay_hand(seat):
    def lay(s, t, cards):
        for kind in range(KINDS):
            s.discard[kind] += s.hand[seat, kind]
            s.hand[seat, kind] = 0
        for entry in cards:
            for name, _ in _entries(entry):
                kind = _kind(name)
                _take(s, kind)
                s.hand[seat, kind] += 1
        refresh(s, t)

    return lay


def _lay_piles(s, t, piles):
    for pile in range(3):
        for i in range(s.pile_left[pile]):
            s.discard_buildings[s.pile_cards[pile, i]] += 1
        s.pile_left[pile] = 0
    for pile, names in enumerate(piles):
        for name in reversed(names):
            kind = _number(name, BUILDINGS, "building")
            _take_building(s, kind)
            s.pile_cards[pile, s.pile_left[pile]] = kind
            s.pile_left[pile] += 1


def _lay_decks(s, t, left):
    for deck in range(3):
        while s.deck_left[deck] > left[deck]:
            s.deck_left[deck] -= 1
            s.draws_initial += 1
            s.discard[s.deck_cards[deck, s.deck_left[deck]]] += 1
        if s.deck_left[deck] < left[deck]:
            raise UserError(f"deck {deck} has only {s.deck_left[deck]} cards left")


def _lay_tops(s, t, names):
    for name in reversed(names):
        kind = _kind(name)
        deck = DECK_OF[kind]
        left = int(s.deck_left[deck])
        places = [i for i in range(left) if s.deck_cards[deck, i] == kind]
        if not places:
            raise UserError(f"there is no {name} in its deck")
        i = places[-1]
        s.deck_cards[deck, i : left - 1] = s.deck_cards[deck, i + 1 : left].copy()
        s.deck_cards[deck, left - 1] = kind


def _lay_turn(s, t, seat):
    s.active = seat
    s.seat = seat
    s.phase = AT_MAIN
    s.internal_moves_left = t.internal_moves_per_turn
    s.draws_left = 0
    s.turns = max(int(s.turns), 1 + (seat - int(s.starting_seat)) % int(t.players))
    s.rounds = max(int(s.rounds), 1)


ARRANGE = {
    **{f"fief_{seat}": _lay_fief(seat) for seat in range(SEATS)},
    **{f"guests_{seat}": _lay_guests(seat) for seat in range(SEATS)},
    **{f"between_{location}": _lay_guests(location) for location in range(4, 8)},
    **{f"hand_{seat}": _lay_hand(seat) for seat in range(SEATS)},
    "piles": _lay_piles,
    "decks": _lay_decks,
    "deck_tops": _lay_tops,
    "turn_of": _lay_turn,
}


# --- looking at a position ------------------------------------------------------------------------------------


def _see_fief(seat):
    """`Field: 1 food; Worker` without the indentation; loose troops last."""

    def see(s, t):
        lines = [line.strip() for line in fief_text(s, t, seat)]
        anywhere = sum(int(s.attached[place]) for place in range(PLACES))
        loose = troop_names(s, t, int(s.owned[seat]) & int(s.at[seat]) & ~anywhere)
        return lines + ([f"loose: {loose}"] if loose else [])

    return see


def _see_location(location):
    def see(s, t):
        seen = []
        for seat in range(t.players):
            here = int(s.owned[seat]) & int(s.at[location]) if seat != location else 0
            if here:
                seen.append(f"seat {seat}: {troop_names(s, t, here)}")
        return seen

    return see


def _see_hand(seat):
    return lambda s, t: hand_text(s, seat)


def _see_piles(s, t):
    return [BUILDINGS[top_of(s, pile)] if s.pile_left[pile] else "empty" for pile in range(3)]


def _see_damage(s, t):
    """Damage of troops, by name."""
    everyone = sum(int(owned) for owned in s.owned)
    return [f"{KIND_NAMES[KIND_OF[h]]} {s.damage[h]}" for h in range(HANDLES) if everyone & int(BIT[h]) and s.damage[h]]


def _per_seat(function):
    return lambda s, t: [int(function(s, t, seat)) for seat in range(t.players)]


OBSERVE = {
    **{f"fief_{seat}": _see_fief(seat) for seat in range(SEATS)},
    **{f"guests_{seat}": _see_location(seat) for seat in range(SEATS)},
    **{f"between_{location}": _see_location(location) for location in range(4, 8)},
    **{f"hand_{seat}": _see_hand(seat) for seat in range(SEATS)},
    "piles": _see_piles,
    "wounded": _see_damage,
    "pool": lambda s, t: amounts_of(s.pay_pool),
    "price": lambda s, t: int(s.pay_any) if s.pay_any else amounts_of(s.pay_need),
    "food": _per_seat(lambda s, t, seat: food_capacity(s, seat)),
    "gold": _per_seat(gold_capacity),
    "troops": _per_seat(lambda s, t, seat: count(int(s.owned[seat]))),
    "tapped_places": lambda s, t: [
        [place_name(s, seat, p) for p in range(PLACES) if s.place_tapped[seat] >> p & 1] for seat in range(t.players)
    ],
}
