"""Positions in words for rule cases: keys that lay out a position, and keys that look at one.

"table" = "clear"                      nobody has a province, all cards are in their piles, seat 0 begins its turn
"provinces 0" = ["Palmain", "Wold"]    exactly these; their cards go to the draw pile
"hand 0" = ["Palmain", "start Army"]   exactly these, wherever they were; likewise draw, discard, reserve, aside
"armies 0" = { Blore = 3 }             on the board; stock and supply follow
"""

from simcore.errors import did_you_mean
from simcore.games.mythotopia.cards import capacity, deck_size
from simcore.games.mythotopia.names import BASIC_CARDS, PROGRESS, PROVINCES, SEA_AREAS, VP_CARDS
from simcore.games.mythotopia.rules import fill_pool
from simcore.games.mythotopia.state import (
    ALL_PROGRESS,
    ALL_PROVINCES,
    ALL_START,
    CITADEL_STANDS,
    FIRST_VARIABLE,
    MAIN,
    NO_CITADEL,
    PROGRESS_CARD,
    SEATS,
    START_CARD,
    VP_LORD,
    VP_MASTER,
)
from simcore.games.mythotopia.tokens import empty_cards, victory_points
from simcore.games.mythotopia.uncompiled import uncompiled
from simcore.games.mythotopia.war import neutral_strength, strength, takes_part, wars

ZONES = ("hand", "draw", "discard", "reserve")


def start_card_name(t, slot):
    """ "start Army", "start Army 2" for the second of its kind, ..."""
    kind = t.start_cards[slot]
    same = sum(1 for other in range(slot + 1) if t.start_cards[other] == kind)
    return f"start {BASIC_CARDS[kind]}" + (f" {same}" if same > 1 else "")


def card_name(t, code):
    if code < PROGRESS_CARD:
        return PROVINCES[code]
    if code < START_CARD:
        return PROGRESS[code - PROGRESS_CARD]
    return start_card_name(t, code - START_CARD)


def card_code(t, name):
    known = {card_name(t, code): code for code in range(START_CARD + 5)}
    return _known(name, known)


def _known(name, known):
    if name not in known:
        raise ValueError(f'there is no "{name}"{did_you_mean(name, known)}')
    return known[name]


def members(mask, of):
    """The names in a set of provinces, sea areas or progress cards."""
    return [of[i] for i in range(len(of)) if int(mask) >> i & 1]


def mask_of(listed, of):
    places = {name: i for i, name in enumerate(of)}
    return sum(1 << _known(name, places) for name in dict.fromkeys(listed))


def cards_in(t, word0, word1):
    codes = [c for c in range(PROGRESS_CARD) if int(word0) >> c & 1]
    codes += [PROGRESS_CARD + c for c in range(34) if int(word1) >> c & 1]
    return [card_name(t, code) for code in codes]


# --- laying out ------------------------------------------------------------------------------------------------------
def clear(s, t, value):
    """Nobody has a province, every progress card is in the pile, only the fixed victory-point cards are in play."""
    if value != "clear":
        raise ValueError('"table" can only be "clear"')
    for zone in ZONES:
        getattr(s, zone)[:] = 0
    for name in ("own", "aside", "linked", "armies", "mercs", "ships", "tokens", "in_play", "tokens_left", "lord_left"):
        getattr(s, name)[:] = 0
    for name in ("master_left", "master_done", "master_marks", "citadel_state", "limbo", "pending", "wild_used"):
        getattr(s, name)[:] = 0
    for name in ("display", "gone", "city", "citadel", "castle", "dragon", "runestone", "pile_top", "last_token_round"):
        setattr(s, name, 0)
    s.province_pile, s.progress_pile = ALL_PROVINCES, ALL_PROGRESS
    for seat in range(s.players):
        s.draw[seat, 1] = ALL_START
        s.army_stock[seat], s.army_supply[seat] = t.start_armies, t.supply_armies
        s.ship_stock[seat], s.ship_supply[seat] = t.start_ships, t.supply_ships
        s.village_stock[seat], s.city_stock[seat] = t.villages, t.cities
    s.castle_supply, s.road_supply, s.merc_supply = t.castles, t.roads, t.mercenaries
    for card in range(FIRST_VARIABLE):
        s.in_play[card], s.tokens_left[card] = 1, t.fixed_tokens
    uncompiled(fill_pool)(s, t)
    s.turns, s.rounds = 1, 1
    begin_turn_of(s, t, 0)


def begin_turn_of(s, t, seat):
    """ "turn of" = seat: a fresh turn."""
    s.active = s.seat = seat
    s.phase = MAIN
    s.actions_left, s.fresh, s.kind = t.actions_per_turn, 1, 0
    s.adds = s.war_ended = s.road_used = s.warehouse_used = s.free_count = 0
    s.thinned_now[:] = 0


def _set_provinces(seat):
    def lay(s, t, listed):
        wanted = mask_of(listed, PROVINCES)
        for other in range(s.players):
            leaving = int(s.own[other]) & ~wanted if other == seat else int(s.own[other]) & wanted
            _leave(s, other, leaving)
        new = wanted & ~int(s.own[seat])
        s.own[seat] |= new
        s.province_pile &= ~new
        s.draw[seat, 0] |= new
        s.village_stock[seat] -= bin(new).count("1")

    return lay


def _leave(s, seat, places):
    s.own[seat] &= ~places
    for zone in ZONES:
        getattr(s, zone)[seat, 0] &= ~places
    s.province_pile |= places
    s.village_stock[seat] += bin(places & ~int(s.city) & ~int(s.citadel)).count("1")
    s.city_stock[seat] += bin(places & int(s.city)).count("1")
    if places & int(s.citadel):
        s.citadel_state[seat] = NO_CITADEL
    s.city &= ~places
    s.citadel &= ~places


def _set_zone(zone, seat):
    """The zone holds exactly these cards; what lay there goes to the draw pile (from there to the discard pile)."""

    def lay(s, t, listed):
        other = "discard" if zone == "draw" else "draw"
        for word in range(2):
            getattr(s, other)[seat, word] |= getattr(s, zone)[seat, word]
            getattr(s, zone)[seat, word] = 0
        for name in listed:
            _take_anywhere(s, t, seat, name)
            code = card_code(t, name)
            word, place = (0, code) if code < PROGRESS_CARD else (1, code - PROGRESS_CARD)
            getattr(s, zone)[seat, word] |= 1 << place

    return lay


def _take_anywhere(s, t, seat, name):
    """Take a card from wherever it lies."""
    code = card_code(t, name)
    if code < PROGRESS_CARD:
        if not int(s.own[seat]) >> code & 1:
            raise ValueError(f'seat {seat} does not control {name}: state "provinces {seat}" before its cards')
        s.province_pile &= ~(1 << code)
        for zone in ZONES:
            getattr(s, zone)[seat, 0] &= ~(1 << code)
        return
    card = 1 << (code - PROGRESS_CARD)
    seats = range(s.players) if code < START_CARD else [seat]
    for other in seats:
        for zone in ZONES:
            getattr(s, zone)[other, 1] &= ~card
    if code >= START_CARD:
        s.aside[seat] &= ~card
    else:
        s.display &= ~card
        s.progress_pile &= ~card
        s.gone &= ~card


def _set_aside(seat):
    def lay(s, t, listed):
        for name in listed:
            _take_anywhere(s, t, seat, name)
            s.aside[seat] |= 1 << (card_code(t, name) - PROGRESS_CARD)

    return lay


def _set_thinned(s, t, listed):
    """Cards of own provinces thinned in an earlier turn: in the province pile."""
    for name in listed:
        places = 1 << _known(name, {each: i for i, each in enumerate(PROVINCES)})
        for seat in range(s.players):
            for zone in ZONES:
                getattr(s, zone)[seat, 0] &= ~places
        s.province_pile |= places


def _set_display(s, t, listed):
    s.progress_pile |= s.display
    s.display = 0
    for name in listed:
        _take_anywhere(s, t, 0, name)
        s.display |= 1 << (card_code(t, name) - PROGRESS_CARD)


def _set_progress_pile(s, t, listed):
    """Exactly these; the others go to the display."""
    s.display |= s.progress_pile
    s.progress_pile = 0
    for name in listed:
        _take_anywhere(s, t, 0, name)
        s.progress_pile |= 1 << (card_code(t, name) - PROGRESS_CARD)


def _set_armies(seat):
    def lay(s, t, placed):
        on_board = sum(s.armies[seat].tolist())
        s.armies[seat] = 0
        s.army_stock[seat] += on_board
        for name, number in placed.items():
            s.armies[seat, mask_of([name], PROVINCES).bit_length() - 1] = number
            s.army_stock[seat] -= number
        _note_wars(s)

    return lay


def _set_mercenaries(seat):
    def lay(s, t, placed):
        s.merc_supply += sum(s.mercs[seat].tolist())
        s.mercs[seat] = 0
        for name, number in placed.items():
            s.mercs[seat, mask_of([name], PROVINCES).bit_length() - 1] = number
            s.merc_supply -= number
        _note_wars(s)

    return lay


def _note_wars(s):
    for p in range(len(PROVINCES)):
        s.war_since[p] = s.war_since[p] or s.turns


def _set_ships(seat):
    def lay(s, t, placed):
        s.ship_stock[seat] += sum(s.ships[seat].tolist())
        s.ships[seat] = 0
        for name, number in placed.items():
            s.ships[seat, mask_of([name], SEA_AREAS).bit_length() - 1] = number
            s.ship_stock[seat] -= number

    return lay


def _set_army_stock(s, t, stocks):
    for seat, stock in enumerate(stocks):
        s.army_supply[seat] += s.army_stock[seat] - stock
        s.army_stock[seat] = stock


def _set_ship_stock(s, t, stocks):
    for seat, stock in enumerate(stocks):
        s.ship_supply[seat] += s.ship_stock[seat] - stock
        s.ship_stock[seat] = stock


def _set_cities(s, t, listed):
    new = mask_of(listed, PROVINCES)
    for seat in range(s.players):
        change = bin(int(s.own[seat]) & new).count("1") - bin(int(s.own[seat]) & int(s.city)).count("1")
        s.city_stock[seat] -= change
        s.village_stock[seat] += change
    s.city = new


def _set_citadels(s, t, listed):
    new = mask_of(listed, PROVINCES)
    for seat in range(s.players):
        if int(s.own[seat]) & new:
            s.citadel_state[seat] = CITADEL_STANDS
            s.village_stock[seat] += 1
    s.citadel |= new


def _set_castles(s, t, listed):
    s.castle = mask_of(listed, PROVINCES)
    s.castle_supply = t.castles - len(listed)


def _set_roads(s, t, listed):
    s.linked[:] = 0
    for road in listed:
        a, b = (mask_of([end], PROVINCES).bit_length() - 1 for end in road.split("-"))
        s.linked[a] |= 1 << b
        s.linked[b] |= 1 << a
    s.road_supply = t.roads - len(listed)


def _set_vp_cards(s, t, listed):
    """The variable victory-point cards in play, with all their tokens."""
    for name in listed:
        card = _known(name, {each: i for i, each in enumerate(VP_CARDS)})
        s.in_play[card] = 1
        s.tokens_left[card] = t.vp_cards_tokens[card - FIRST_VARIABLE]
    s.lord_left[:] = s.in_play[VP_LORD]
    s.master_left[:] = s.in_play[VP_MASTER]
    uncompiled(fill_pool)(s, t)


def _set_tokens_left(s, t, left):
    """Tokens on cards; those missing go to the spare pool."""
    for name, number in left.items():
        card = _known(name, {each: i for i, each in enumerate(VP_CARDS)})
        if card in (VP_LORD, VP_MASTER):
            raise ValueError(f'{name}: use "lord_left" or "master_left"')
        s.tokens_left[card] = number
    uncompiled(fill_pool)(s, t)


def _set_parts(field, card):
    def lay(s, t, parts):
        getattr(s, field)[:] = parts
        s.tokens_left[card] = sum(parts)
        uncompiled(fill_pool)(s, t)

    return lay


def _set_tokens(seat):
    def lay(s, t, numbers):
        s.tokens[seat, 1:] = numbers
        uncompiled(fill_pool)(s, t)

    return lay


ARRANGE = {
    "table": clear,
    "turn of": begin_turn_of,
    "thinned provinces": _set_thinned,
    "display": _set_display,
    "progress pile": _set_progress_pile,
    "army stock": _set_army_stock,
    "ship stock": _set_ship_stock,
    "cities": _set_cities,
    "citadels": _set_citadels,
    "castles": _set_castles,
    "roads": _set_roads,
    "dragons": lambda s, t, listed: setattr(s, "dragon", mask_of(listed, PROVINCES)),
    "runestones": lambda s, t, listed: setattr(s, "runestone", mask_of(listed, PROVINCES)),
    "vp cards": _set_vp_cards,
    "tokens left": _set_tokens_left,
    "lord_left": _set_parts("lord_left", VP_LORD),
    "master_left": _set_parts("master_left", VP_MASTER),
    **{f"provinces {seat}": _set_provinces(seat) for seat in range(SEATS)},
    **{f"{zone} {seat}": _set_zone(zone, seat) for zone in ZONES for seat in range(SEATS)},
    **{f"aside {seat}": _set_aside(seat) for seat in range(SEATS)},
    **{f"armies {seat}": _set_armies(seat) for seat in range(SEATS)},
    **{f"mercenaries {seat}": _set_mercenaries(seat) for seat in range(SEATS)},
    **{f"ships {seat}": _set_ships(seat) for seat in range(SEATS)},
    **{f"tokens {seat}": _set_tokens(seat) for seat in range(SEATS)},
}


# --- looking ---------------------------------------------------------------------------------------------------------
def _zone(zone, seat):
    return lambda s, t: cards_in(t, getattr(s, zone)[seat, 0], getattr(s, zone)[seat, 1])


def _placed(field, seat, of):
    return lambda s, t: {of[i]: int(n) for i, n in enumerate(getattr(s, field)[seat]) if n and i < len(of)}


def strengths(s, t, p):
    """Strength of every party in a province: seats by number, and "neutral"."""
    found = {
        str(seat): int(uncompiled(strength)(s, t, seat, p))
        for seat in range(s.players)
        if uncompiled(takes_part)(s, seat, p)
    }
    if not int(s.own[0] | s.own[1] | s.own[2] | s.own[3]) >> p & 1:
        found["neutral"] = int(uncompiled(neutral_strength)(s, t, p))
    return found


def roads(s):
    return [
        f"{PROVINCES[a]}-{PROVINCES[b]}"
        for a in range(len(PROVINCES))
        for b in range(a + 1, len(PROVINCES))
        if int(s.linked[a]) >> b & 1
    ]


def _per_seat(function):
    return lambda s, t: [int(function(s, t, seat)) for seat in range(s.players)]


OBSERVE = {
    "vp": _per_seat(uncompiled(victory_points)),
    "capacity": _per_seat(uncompiled(capacity)),
    "deck sizes": _per_seat(lambda s, t, seat: uncompiled(deck_size)(s, seat)),
    "hand sizes": _per_seat(lambda s, t, seat: len(_zone("hand", seat)(s, t))),
    "draw sizes": _per_seat(lambda s, t, seat: len(_zone("draw", seat)(s, t))),
    "reserve sizes": _per_seat(lambda s, t, seat: len(_zone("reserve", seat)(s, t))),
    "province counts": _per_seat(lambda s, t, seat: bin(int(s.own[seat])).count("1")),
    "empty cards": lambda s, t: int(uncompiled(empty_cards)(s)),
    "wars": lambda s, t: members(uncompiled(wars)(s), PROVINCES),
    "display": lambda s, t: members(s.display, PROGRESS),
    "display size": lambda s, t: bin(int(s.display)).count("1"),
    "progress pile": lambda s, t: members(s.progress_pile, PROGRESS),
    "progress pile size": lambda s, t: bin(int(s.progress_pile)).count("1"),
    "province pile": lambda s, t: members(s.province_pile, PROVINCES),
    "province pile size": lambda s, t: bin(int(s.province_pile)).count("1"),
    "out of the game": lambda s, t: members(s.gone, PROGRESS),
    "cities": lambda s, t: members(s.city, PROVINCES),
    "citadels": lambda s, t: members(s.citadel, PROVINCES),
    "castles": lambda s, t: members(s.castle, PROVINCES),
    "dragons": lambda s, t: members(s.dragon, PROVINCES),
    "runestones": lambda s, t: members(s.runestone, PROVINCES),
    "number of dragons": lambda s, t: bin(int(s.dragon)).count("1"),
    "number of runestones": lambda s, t: bin(int(s.runestone)).count("1"),
    "roads": lambda s, t: roads(s),
    "spare pool": lambda s, t: s.pool[1:].tolist(),
    "vp cards": lambda s, t: [name for name, here in zip(VP_CARDS, s.in_play, strict=True) if here],
    **{f"provinces {seat}": (lambda s, t, seat=seat: members(s.own[seat], PROVINCES)) for seat in range(SEATS)},
    **{f"{zone} {seat}": _zone(zone, seat) for zone in ZONES for seat in range(SEATS)},
    **{f"aside {seat}": (lambda s, t, seat=seat: cards_in(t, 0, s.aside[seat])) for seat in range(SEATS)},
    **{f"armies {seat}": _placed("armies", seat, PROVINCES) for seat in range(SEATS)},
    **{f"mercenaries {seat}": _placed("mercs", seat, PROVINCES) for seat in range(SEATS)},
    **{f"ships {seat}": _placed("ships", seat, SEA_AREAS) for seat in range(SEATS)},
    **{f"tokens {seat}": (lambda s, t, seat=seat: s.tokens[seat, 1:].tolist()) for seat in range(SEATS)},
    **{f"strength in {name}": (lambda s, t, p=p: strengths(s, t, p)) for p, name in enumerate(PROVINCES)},
    **{f"tokens on {name}": (lambda s, t, card=card: int(s.tokens_left[card])) for card, name in enumerate(VP_CARDS)},
}
