"""From a scenario's values to the tables that the rules read: setup sequence, tiles, deck. Plain Python."""

from simcore.errors import UserError
from simcore.games.loewenherz.state import (
    ACTION_KINDS,
    CITY,
    CLOCKWISE,
    FOREST,
    LETTERS,
    MAX_CARD_TYPES,
    MAX_DECK,
    MAX_HAND,
    NEUTRAL,
    SNAKE,
    TERRAIN_SIGNS,
    TILES,
    VILLAGE,
)

# LOW-49, knob remove_symbol: what a card that pictured only the removed action becomes.
REPLACEMENT = {
    "alliance": ("boundary", 2),
    "defector": ("knight", 2),
    "expansion": ("boundary", 2),
    "knight": ("boundary", 2),
}


def derive(t, values, players):
    _setup_sequence(t, players)
    _tiles(t, values)
    _cards(t, values)
    _deck(t, values)
    start = players * int(t.start_ducats) + sum(int(t.seat_ducat_bonus[seat]) for seat in range(players))
    if t.ducat_bank and start > t.ducat_bank:
        raise UserError(
            f'"rules.start_ducats" needs {start} ducats for {players} players, "rules.ducat_bank" has {t.ducat_bank}'
        )


def _setup_sequence(t, players):
    """LOW-25, LOW-34: who places which colour, castle by castle."""
    castles = int(t.castles_per_player)
    steps = []
    for turn in range(castles):
        if t.setup_order == CLOCKWISE:
            backwards = False
        elif t.setup_order == SNAKE:
            backwards = turn % 2 == 1
        else:
            backwards = turn >= (castles + 1) // 2
        order = range(players - 1, -1, -1) if backwards else range(players)
        steps += [(seat, seat) for seat in order]
    neutral = int(t.neutral_castles) if players == 2 else 0
    steps += [(i % players, NEUTRAL) for i in range(neutral)]
    t.colours = players + (1 if neutral else 0)
    t.setup_n = len(steps)
    for i, (seat, colour) in enumerate(steps):
        t.setup_seat[i] = seat
        t.setup_colour[i] = colour


def _tiles(t, values):
    grids = [row["grid"] for row in values["tiles"].values()]
    if len(grids) != TILES:
        raise UserError(f'"tiles" must have {TILES} rows, not {len(grids)} (LOW-17)')
    for i, grid in enumerate(grids):
        t.tile_terrain[i] = [TERRAIN_SIGNS.index(sign) for sign in "".join(grid)]
    _check_room(t, grids)
    t.field_points[FOREST], t.field_points[VILLAGE], t.field_points[CITY] = t.vp_table
    t.land_points = sum(int(t.field_points[terrain]) for tile in t.tile_terrain for terrain in tile)
    layout = values["rules"]["fixed_layout"]
    rows = list(values["layouts"])
    if layout != "random" and layout not in rows:
        raise UserError(f'"rules.fixed_layout" is "{layout}", but "layouts" has no such row')
    t.layout_row = -1 if layout == "random" else rows.index(layout)
    for name, row in values["layouts"].items():
        if sorted(row["tiles"]) != list(range(TILES)):
            raise UserError(f'"layouts.{name}.tiles" must name each of the {TILES} tiles once')


def _check_room(t, grids):
    """LOW-26, LOW-27: room for every castle with its knight, wherever the others stand.

    A castle and its knight cover two fields, so they spoil at most two of the places counted here.
    """
    places = sum(_places_for_pairs(grid) for grid in grids)
    needed = 2 * int(t.setup_n) - 1
    if places < needed:
        raise UserError(
            f'"tiles" have {places} separate places for a castle on meadow with a knight beside it;'
            f" {needed} are needed to place {int(t.setup_n)} castles in any case"
        )


def _places_for_pairs(grid):
    """Pairs of neighbouring fields on a tile that take a castle and its knight, no field in two pairs."""
    side = len(grid)
    used = set()
    for row in range(side):
        for column in range(side):
            for other in ((row, column + 1), (row + 1, column)):
                pair = {(row, column), other}
                if max(other) == side or used & pair:
                    continue
                signs = {grid[r][c] for r, c in pair}
                if "." in signs and signs <= {".", "F"}:
                    used |= pair
    return len(used) // 2


def _cards(t, values):
    """LOW-49: symbols, prices and sale values of the card types."""
    removed = values["rules"]["remove_symbol"]
    for i, row in enumerate(values["cards"].values()):
        symbols = [(row["action"], row["amount"])]
        if row["or_action"] != "none":
            symbols.append((row["or_action"], row["or_amount"]))
            symbols = [symbol for symbol in symbols if symbol[0] != removed] or symbols[:1]
        for k, (kind, amount) in enumerate(symbols):
            t.symbol_kind[i, k] = ACTION_KINDS.index(kind)
            t.symbol_amount[i, k] = amount
        t.price[i] = max(0, row["price"] + int(t.price_delta))
        t.sale[i] = max(0, row["sell"] + int(t.sell_delta))


def _deck(t, values):
    """LOW-19: the four stacks in drawing order."""
    cards = list(values["cards"].items())
    if not cards or len(cards) > MAX_CARD_TYPES:
        raise UserError(f'"cards" must have 1 to {MAX_CARD_TYPES} rows')
    removed = values["rules"]["remove_symbol"]
    substitute = _substitute(cards, removed)
    n = 0
    for letter, name in enumerate(LETTERS):
        for i, (_, row) in enumerate(cards):
            pictured = {row["action"], row["or_action"]} - {"none"}
            card = substitute if pictured == {removed} else i
            for _ in range(row[name.lower()]):
                if n == MAX_DECK:
                    raise UserError(f'"cards": the deck has more than {MAX_DECK} cards')
                t.deck_type[n] = card
                t.deck_letter[n] = letter
                t.copies[card] += 1
                n += 1
        t.letter_end[letter] = n
    t.deck_n = n
    dealt = int(t.players) * int(t.hand_size)
    if int(t.hand_size) > MAX_HAND or n <= dealt:
        raise UserError(f'"cards": the deck of {n} cards is too small to deal {dealt} (LOW-20)')


def _substitute(cards, removed):
    if removed == "none":
        return -1
    wanted = REPLACEMENT[removed]
    for i, (_, row) in enumerate(cards):
        if (row["action"], row["amount"]) == wanted and row["or_action"] == "none":
            return i
    raise UserError(f'"rules.remove_symbol" = "{removed}" needs a card with {wanted[1]} x {wanted[0]} to replace it')
