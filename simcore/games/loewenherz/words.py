"""Löwenherz in sentences: actions, what they brought, positions. Fields are written row,column from 0,0 at the top left."""

from simcore.games.loewenherz.state import (
    ALLY_ENEMY,
    ALLY_OWN,
    CARD_NAMES,
    CASTLES,
    CASTLES_EACH,
    COLOURS,
    DECK,
    DEFECTOR_ENEMY,
    DEFECTOR_OWN,
    DEFECTOR_PLACE,
    DEFECTOR_REMOVE,
    DRAW_CODE,
    EDGE_CODE,
    ENEMY_CODE,
    EXPAND_FIELD,
    EXPAND_REGION,
    FIELDS,
    FOREST,
    KINDS,
    KINDS_OF_MINE,
    KING,
    LETTERS,
    MAIN,
    OWN_CODE,
    PLACE_BOUNDARY,
    PLACE_KNIGHT,
    PLAY_CODE,
    REFILL,
    SELL_CODE,
    SETUP_CASTLE,
    SETUP_KNIGHT,
    SIDE,
    STALL,
    STOP_CODE,
    TAKE_CODE,
    TERRAIN_SIGNS,
    TERRAINS,
    TILE_KEYS,
    UPRIGHT_EDGES,
)

COLOUR_NAMES = ("Blue", "Orange", "Red", "Green")
_PIECES = ("nothing", "boundaries", "knights", "expansion", "defector", "alliance")


# --- names -------------------------------------------------------------------------------------------


def colour_name(s, colour):
    neutral = " (neutral)" if colour >= s.players else ""
    return COLOUR_NAMES[colour] + neutral


def place(field):
    return f"{field // SIDE},{field % SIDE}"


def edge_name(edge):
    if edge < UPRIGHT_EDGES:
        return f"{edge // (SIDE - 1)},{edge % (SIDE - 1)} east"
    return f"{place(edge - UPRIGHT_EDGES)} south"


def card_name(card):
    return CARD_NAMES[card] if card < len(CARD_NAMES) else f"card {card}"


def region_name(s, castle):
    """A region is called by its colour and the field of its castle."""
    return f"{colour_name(s, castle // CASTLES_EACH)} {place(int(s.castle_field[castle]))}"


def ducats(amount):
    return f"{amount} ducat" if amount == 1 else f"{amount} ducats"


def points(amount):
    return f"{amount} point" if amount == 1 else f"{amount} points"


def knights(amount):
    return f"{amount} knight" if amount == 1 else f"{amount} knights"


def fields(amount):
    return f"{amount} field" if amount == 1 else f"{amount} fields"


def quarter_turns(amount):
    return "1 quarter turn" if amount == 1 else f"{amount} quarter turns"


def fields_of(words):
    """The fields of a set, ascending."""
    return [48 * w + b for w in range(3) for b in range(48) if int(words[w]) >> b & 1]


def seat_name(s, seat):
    return COLOUR_NAMES[seat]


# --- actions -----------------------------------------------------------------------------------------

_FIELD_WORDS = {
    SETUP_CASTLE: "castle on",
    SETUP_KNIGHT: "knight on",
    PLACE_KNIGHT: "place knight",
    EXPAND_FIELD: "take field",
    DEFECTOR_PLACE: "place defector",
    DEFECTOR_REMOVE: "remove knight",
}
_OWN_WORDS = {EXPAND_REGION: "expand", DEFECTOR_OWN: "bring a defector to", ALLY_OWN: "ally"}
_ENEMY_WORDS = {DEFECTOR_ENEMY: "from", ALLY_ENEMY: "with"}


def action(s, t, code):
    """The words of one action, or None when the code means nothing here."""
    phase = int(s.phase)
    if code < EDGE_CODE:
        return f"{_FIELD_WORDS[phase]} {place(code)}" if phase in _FIELD_WORDS else None
    if code < SELL_CODE:
        return f"place boundary {edge_name(code - EDGE_CODE)}" if phase == PLACE_BOUNDARY else None
    if code < DRAW_CODE:
        return _card_words(s, t, code) if phase == MAIN else None
    if code < OWN_CODE:
        return _refill_words(t, code) if phase == REFILL else None
    if code < STOP_CODE:
        castle = code - OWN_CODE if code < ENEMY_CODE else code - ENEMY_CODE
        words = _OWN_WORDS if code < ENEMY_CODE else _ENEMY_WORDS
        if phase not in words or s.castle_field[castle] < 0:
            return None
        return f"{words[phase]} {region_name(s, castle)}"
    return "stop" if phase in (PLACE_BOUNDARY, PLACE_KNIGHT, EXPAND_FIELD) else None


def _card_words(s, t, code):
    """Equal cards are told apart by their place in the hand."""
    seat = int(s.on_turn)
    slot = code - SELL_CODE if code < PLAY_CODE else (code - PLAY_CODE) // 2
    if slot >= s.hand_n[seat]:
        return None
    hand = [int(card) for card in s.hand[seat][: s.hand_n[seat]]]
    again = f" (hand card {slot + 1})" if hand[slot] in hand[:slot] else ""
    name = card_name(hand[slot])
    if code < PLAY_CODE:
        return f"sell {name}{again}"
    kind = int(t.symbol_kind[hand[slot], (code - PLAY_CODE) % 2])
    return f"play {name} for {_PIECES[kind]}{again}" if kind else None


def _refill_words(t, code):
    if code == DRAW_CODE:
        return "draw from the deck"
    return f"take {card_name(code - TAKE_CODE)} from the market" if code - TAKE_CODE < t.cards_n else None


# --- what happened -----------------------------------------------------------------------------------


def happened(before, after, t, code):
    """What the action brought about, with amounts, reasons and rule IDs."""
    told = []
    phase = int(before.phase)
    if phase == SETUP_CASTLE and after.distance_lowered > before.distance_lowered:
        told.append("no field keeps the full distance, so it is lowered for this castle (LOW-31)")
    if phase == MAIN:
        told += _card_told(before, after, t, code)
    if phase == REFILL and code == DRAW_CODE:
        seat = int(before.on_turn)
        told.append(f"{seat_name(after, seat)} draws {card_name(int(before.deck[before.deck_next]))} (LOW-41)")
        if after.final_phase and not before.final_phase:
            told.append("that was the last card: the final phase begins (LOW-111)")
    if phase == REFILL and code != DRAW_CODE and t.market_fee:
        told.append(f"the market fee is {ducats(int(t.market_fee))} (LOW-41)")
    told += _knights_told(before, after, t, code)
    told += _annexed_told(before, after, t, code)
    told += _lapsed_told(before, after, code)
    told += _regions_told(before, after)
    told += _monopolies_told(before, after, t)
    told += _points_told(before, after)
    if phase == ALLY_ENEMY:
        told.append(
            f"{region_name(after, int(before.own_region))} and {region_name(after, code - ENEMY_CODE)}"
            " are allied: neither may expand into the other (LOW-97)"
        )
    if after.over:
        told += _end_told(after, t)
    elif after.turns > before.turns:
        told += _turn_told(before, after, t)
    return told


def _card_told(before, after, t, code):
    seat = int(before.on_turn)
    who = seat_name(after, seat)
    if code < PLAY_CODE:
        card = int(before.hand[seat, code - SELL_CODE])
        got = int(after.card_earned[seat, card]) - int(before.card_earned[seat, card])
        told = [f"{who} receives {ducats(got)} for {card_name(card)} (LOW-44)"]
        if got < t.sale[card]:
            told.append(f"the bank is empty: {ducats(int(t.sale[card]) - got)} forfeited (LOW-106)")
        for other in range(int(t.cards_n)):
            if before.market[other] + (other == card) > after.market[other]:
                told.append(f"the market is full: {card_name(other)} leaves it (LOW-44)")
        return told
    slot, symbol = divmod(code - PLAY_CODE, 2)
    card = int(before.hand[seat, slot])
    price = int(t.price[card])
    kind, amount = int(t.symbol_kind[card, symbol]), int(t.symbol_amount[card, symbol])
    what = {
        1: f"{amount} to place (LOW-53)",
        2: f"{amount} to place (LOW-60)",
        3: f"up to {fields(amount)} (LOW-73)",
        4: "a knight of an adjacent region changes sides (LOW-88)",
        5: "two adjacent regions make peace (LOW-96)",
    }
    return [
        f"{who} pays {ducats(price)} (LOW-47), {ducats(int(before.ducats[seat]) - price)} left; {_PIECES[kind]}: {what[kind]}"
    ]


def _knights_told(before, after, t, code):
    told = []
    phase = int(before.phase)
    if phase in (PLACE_KNIGHT, DEFECTOR_PLACE) and code < FIELDS:
        seat = int(before.on_turn)
        surcharge = int(t.forest_surcharge) if phase == PLACE_KNIGHT or t.surcharge_on_defector else 0
        if before.terrain[code] == FOREST and surcharge:
            told.append(f"the forest costs {seat_name(after, seat)} {ducats(surcharge)} more (LOW-62)")
        castle = int(after.region_of[code])
        if castle >= 0:
            told.append(f"{region_name(after, castle)} now holds {knights(int(after.region_knights[castle]))}")
    if phase == DEFECTOR_REMOVE:
        castle = int(before.enemy_region)
        told.append(f"{region_name(after, castle)} keeps {knights(int(after.region_knights[castle]))} (LOW-91)")
    return told


def _annexed_told(before, after, t, code):
    if before.phase != EXPAND_FIELD or code >= FIELDS:
        return []
    castle, former = int(before.own_region), int(before.region_of[code])
    terrain = TERRAINS[int(before.terrain[code])]
    value = int(t.field_points[before.terrain[code]])
    if former < 0:
        return [
            f"{region_name(after, castle)} takes a {terrain} outside all regions for {points(value)} (LOW-76, LOW-79)"
        ]
    told = [
        f"{region_name(after, castle)} ({knights(int(before.region_knights[castle]))}) takes a {terrain} from"
        f" {region_name(after, former)} ({knights(int(before.region_knights[former]))}) for {points(value)} (LOW-75, LOW-79)"
    ]
    cut = [f for f in fields_of(before.regions[former]) if f != code and after.region_of[f] != former]
    if cut:
        lost = sum(int(t.field_points[before.terrain[f]]) for f in cut)
        loss = f": {points(lost)} lost" if former // CASTLES_EACH < after.players else ""  # LOW-36
        told.append(f"{fields(len(cut))} cut off into a neutral zone{loss} (LOW-81)")
    return told


_LAPSED = {
    PLACE_BOUNDARY: "no boundary can be placed any more: the rest lapses (LOW-53)",
    PLACE_KNIGHT: "no knight can be placed any more: the rest lapses (LOW-60)",
    EXPAND_FIELD: "no further field can be taken (LOW-87)",
}


def _lapsed_told(before, after, code):
    phase = int(before.phase)
    done = before.left <= 1 or code == STOP_CODE or after.over or after.phase == phase
    return [] if done or phase not in _LAPSED else [_LAPSED[phase]]


def _regions_told(before, after):
    told = []
    for castle in range(CASTLES):
        if after.is_region[castle] and not before.is_region[castle]:
            area = fields(len(fields_of(after.regions[castle])))
            if castle // CASTLES_EACH < after.players:
                worth = f"{points(int(after.region_points[castle]))} (LOW-67, LOW-68)"
            else:
                worth = "the neutral colour scores nothing (LOW-36)"
            told.append(f"region {region_name(after, castle)} comes into being: {area}, {worth}")
    if told:
        spared = int(after.supply) - int(before.supply) + 1
        if before.phase == PLACE_BOUNDARY and spared > 0:
            spare = (
                "1 superfluous boundary inside returns"
                if spared == 1
                else f"{spared} superfluous boundaries inside return"
            )
            told.append(f"{spare} to the supply (LOW-69)")
    return told


def _monopolies_told(before, after, t):
    told = []
    for seat in range(after.players):
        for kind in range(KINDS):
            had, has = before.monopolies[seat] >> kind & 1, after.monopolies[seat] >> kind & 1
            if has > had:
                told.append(
                    f"{seat_name(after, seat)} gains the {KINDS_OF_MINE[kind]} monopoly: +{t.monopoly_vp} (LOW-103)"
                )
            elif had > has:
                told.append(
                    f"{seat_name(after, seat)} loses the {KINDS_OF_MINE[kind]} monopoly: -{t.monopoly_vp} (LOW-104)"
                )
    return told


def _points_told(before, after):
    told = []
    for seat in range(after.players):
        old, new = int(before.points[seat]), int(after.points[seat]) - int(after.bonus[seat])
        if old != new:
            told.append(f"{seat_name(after, seat)} now has {points(new)} ({new - old:+d})")
    return told


def _turn_told(before, after, t):
    seat = int(after.on_turn)
    income = int(after.income[seat]) - int(before.income[seat])
    told = []
    if before.turns == 0:
        told.append(f"all castles stand; {seat_name(after, seat)} has the first turn (LOW-39)")
    if income:
        told.append(f"turn {int(after.turns)}: {seat_name(after, seat)} receives {ducats(income)} from mines (LOW-99)")
    return told


def _end_told(after, t):
    winners = [COLOUR_NAMES[seat] for seat in range(after.players) if after.winners >> seat & 1]
    scores = ", ".join(f"{COLOUR_NAMES[seat]} {int(after.points[seat])}" for seat in range(after.players))
    verb = "win together" if len(winners) > 1 else "wins"
    if after.reason == KING:
        return [f"the king's chip at {t.target} is reached: {' and '.join(winners)} {verb} (LOW-109); points: {scores}"]
    if after.reason == DECK:
        why = "the last card is played or sold (LOW-114)"
    elif after.reason == STALL:
        why = f"{t.stall_turns} turns without a play or a draw: the game stops"
    else:
        why = f"{t.max_turns} turns are over: the game stops"
    told = [why]
    for seat in range(after.players):
        if after.bonus[seat]:
            told.append(
                f"{COLOUR_NAMES[seat]} has {ducats(int(after.ducats[seat]))}: bonus of {points(int(after.bonus[seat]))} (LOW-115)"
            )
    told.append(f"{' and '.join(winners)} {verb} (LOW-117); points: {scores}")
    return told


# --- positions ---------------------------------------------------------------------------------------


def opening(s, t):
    """Sentences about the setup."""
    tiles = ", ".join(
        f"{TILE_KEYS[int(tile)].replace('_', ' ')}{f' ({quarter_turns(int(turns))})' if turns else ''}"
        for tile, turns in zip(s.tile_at, s.tile_turns, strict=True)
    )
    told = [f"tiles row by row: {tiles} (LOW-17)"]
    for seat in range(s.players):
        hand = ", ".join(card_name(int(card)) for card in s.hand[seat][: s.hand_n[seat]])
        told.append(
            f"{COLOUR_NAMES[seat]} (seat {seat}) holds {hand} and {ducats(int(s.ducats[seat]))} (LOW-20, LOW-22)"
        )
    out_of_reach = t.target > t.land_points + KINDS * t.monopoly_vp * s.players
    told.append(f"the king's chip {'is out of reach' if out_of_reach else f'lies on {t.target}'} (LOW-23)")
    return told


def _figure_sign(s, field):
    word, bit = divmod(field, 48)
    for colour in range(COLOURS):
        if int(s.castles[colour, word]) >> bit & 1:
            return COLOUR_NAMES[colour][0]
        if int(s.knights[colour, word]) >> bit & 1:
            return COLOUR_NAMES[colour][0].lower()
    return " "


def _open(words, field):
    return int(words[field // 48]) >> (field % 48) & 1


def board(s, t):
    """The board with its boundaries: terrain sign, then B castle or b knight of the colour's initial."""
    lines = ["    " + "".join(f"{column:<4}" for column in range(SIDE)), "   +" + "---+" * SIDE]
    for row in range(SIDE):
        cells = ""
        below = ""
        for column in range(SIDE):
            field = SIDE * row + column
            cells += f"{TERRAIN_SIGNS[s.terrain[field]]}{_figure_sign(s, field)} "
            cells += " " if _open(s.open_east, field) else "|"
            below += ("   " if _open(s.open_south, field) else "---") + "+"
        lines.append(f"{row:>2} |{cells}")
        lines.append(f"   +{below}")
    return "\n".join(lines)


def position(s, t):
    """The whole position for people."""
    lines = [board(s, t), "   . meadow  F forest  V village  K royal city  C copper  S silver  G gold  E gems"]
    for seat in range(s.players):
        hand = ", ".join(card_name(int(card)) for card in s.hand[seat][: s.hand_n[seat]]) or "no cards"
        held = [KINDS_OF_MINE[kind] for kind in range(KINDS) if s.monopolies[seat] >> kind & 1]
        lines.append(
            f"{COLOUR_NAMES[seat]}: {points(int(s.points[seat]))}, {ducats(int(s.ducats[seat]))},"
            f" {knights(int(s.knight_stock[seat]))} in stock, hand {hand}"
            + (f", monopoly of {' and '.join(held)}" if held else "")
        )
    for castle in range(CASTLES):
        if s.is_region[castle]:
            allied = [region_name(s, other) for other in range(CASTLES) if int(s.allies[castle]) >> other & 1]
            lines.append(
                f"region {region_name(s, castle)}: {fields(len(fields_of(s.regions[castle])))},"
                f" {points(int(s.region_points[castle]))}, {knights(int(s.region_knights[castle]))}"
                + (f", allied with {', '.join(allied)}" if allied else "")
            )
    market = ", ".join(f"{card_name(i)} x{int(n)}" for i, n in enumerate(s.market) if n)
    left = int(s.deck_n) - int(s.deck_next)
    top = f" (top {LETTERS[int(s.deck_back[s.deck_next])]})" if left else ""
    lines.append(
        f"supply {int(s.supply)} boundaries, bank {ducats(int(s.bank))}, deck {left} cards{top}, market {market or 'empty'}"
    )
    return "\n".join(lines)
