"""The outcome of a game: score, rank and the game's own columns."""

from simcore.games.loewenherz.ending import ahead
from simcore.games.loewenherz.fields import count, fetch_at, first, has, is_empty, meet, minus, union
from simcore.games.loewenherz.placing import field_of_tile
from simcore.games.loewenherz.regions import all_castles, all_regions, component_of
from simcore.games.loewenherz.state import (
    ACTION_KINDS,
    CARD_KEYS,
    CASTLES_EACH,
    CITY,
    FIELDS,
    KINDS,
    KING,
    LETTERS,
    SIDE,
    TILE_SIDE,
    TILES,
)
from simcore.kernels.jit import compiled, rule

_SYMBOLS = len(ACTION_KINDS) - 1
_CARDS = len(CARD_KEYS)


@rule
def finish(s, t, game, seats):
    fill_game(s, t, game)
    for seat in range(s.players):
        fill_seat(s, t, seats[seat], seat)
        fill_cards(s, seats[seat], seat)


@compiled
def fill_game(s, t, game):
    game.first_mover = s.first_mover
    game.turns_before_final = s.turns_before_final
    game.king_in_final = 1 if s.reason == KING and s.final_phase else 0
    game.regions_by_boundary = s.regions_by_boundary
    game.regions_by_expansion = s.regions_by_expansion
    game.double_creations = s.double_creations
    given = 0
    for seat in range(s.players):
        given += s.regions_given[seat]
    game.regions_given = given
    game.monopolies_gained = s.monopolies_gained
    game.monopolies_lost = s.monopolies_lost
    game.alliances = s.alliances
    game.defectors = s.defectors
    game.lowest_supply = s.lowest_supply
    game.lowest_bank = s.lowest_bank
    game.market_end = min(255, s.market_n)
    game.distance_lowered = s.distance_lowered
    game.margin = margin(s)
    fill_winner(s, game)
    fill_land(s, game)
    game.layout = layout_number(s)


@rule
def fill_winner(s, game):
    winners = 0
    for seat in range(s.players):
        winners += (s.winners >> seat) & 1
    game.shared_victory = 1 if winners > 1 else 0
    game.winner_on_turn = -1
    if winners == 1:
        game.winner_on_turn = (s.winners >> s.on_turn) & 1


@compiled
def fill_land(s, game):
    """LOW-11, LOW-12: what is nobody's at the end, and who holds the royal city."""
    rest = minus((-1, -1, -1), all_regions(s))
    zones = 0
    zone_fields = 0
    open_fields = 0
    castles = all_castles(s)
    for field in range(FIELDS):
        if has(rest, field):
            part = component_of(s, field)
            rest = minus(rest, part)
            if meet(part, castles):
                open_fields += count(part)
            else:
                zones += 1
                zone_fields += count(part)
    game.neutral_zones = zones
    game.neutral_zone_fields = zone_fields
    game.open_fields = open_fields
    game.city_owner = city_owner(s)


@rule
def city_owner(s):
    city = fetch_at(s.land, CITY)
    if is_empty(city):
        return -1
    castle = int(s.region_of[first(city)])
    if castle < 0 or castle // CASTLES_EACH >= s.players:
        return -1
    return castle // CASTLES_EACH


@rule
def margin(s):
    best = -1
    second = -1
    for seat in range(s.players):
        points = int(s.points[seat])
        if points > best:
            second = best
            best = points
        elif points > second:
            second = points
    return best - second


@rule
def layout_number(s):
    """Nine digits 1-9 for the tiles, nine digits 0-3 for their turns."""
    number = 0
    for position in range(TILES):
        number = number * 10 + int(s.tile_at[position]) + 1
    for position in range(TILES):
        number = number * 10 + int(s.tile_turns[position])
    return number


@compiled
def fill_seat(s, t, row, seat):
    row.score = s.points[seat]
    rank = 1
    for other in range(s.players):
        if ahead(s, other, seat):
            rank += 1
    row.rank = rank
    row.first_mover = 1 if s.first_mover == seat else 0
    row.turns_taken = min(255, s.turns_taken[seat])
    monopolies = 0
    mines = 0
    for kind in range(KINDS):
        monopolies += (s.monopolies[seat] >> kind) & 1
        mines += s.mines[seat, kind]
    row.monopolies = monopolies
    row.mines = mines
    row.monopoly_points = monopolies * t.monopoly_vp
    row.bonus_points = s.bonus[seat]
    row.ducats = s.ducats[seat]
    row.knights_on_board = count(fetch_at(s.knights, seat))
    row.boundaries_placed = min(255, s.boundaries_placed[seat])
    row.annexed_open = s.annexed_open[seat]
    row.annexed_zone = s.annexed_zone[seat]
    row.annexed_enemy = s.annexed_enemy[seat]
    row.lost_fields = s.lost_fields[seat]
    row.cut_off_fields = s.cut_off_fields[seat]
    row.points_lost = s.points_lost[seat]
    row.income = s.income[seat]
    row.plays = min(255, s.plays[seat])
    row.sales = s.sales[seat]
    row.market_takes = s.takes[seat]
    row.first_region_turn = s.first_region_turn[seat]
    row.regions_given = s.regions_given[seat]
    row.owns_city = 1 if city_owner(s) == seat else 0
    fill_regions(s, row, seat)
    fill_tiles(s, t, row, seat)


@compiled
def fill_regions(s, row, seat):
    regions = 0
    fields = 0
    largest = 0
    land = 0
    corners = 0
    for castle in range(CASTLES_EACH * seat, CASTLES_EACH * seat + s.castles_placed[seat]):
        if s.is_region[castle]:
            area = count(fetch_at(s.regions, castle))
            regions += 1
            fields += area
            largest = max(largest, area)
            land += s.region_points[castle]
        row_ = int(s.castle_field[castle]) // SIDE
        column = int(s.castle_field[castle]) % SIDE
        if min(row_, SIDE - 1 - row_) + min(column, SIDE - 1 - column) <= 2:
            corners += 1
    row.regions = regions
    row.fields = fields
    row.largest_region = largest
    row.land_points = land
    row.castles_open = s.castles_placed[seat] - regions
    row.corner_castles = corners


@compiled
def fill_tiles(s, t, row, seat):
    """Points of own region fields by tile."""
    own = fetch_at(s.regions, CASTLES_EACH * seat)
    for castle in range(CASTLES_EACH * seat + 1, CASTLES_EACH * (seat + 1)):
        own = union(own, fetch_at(s.regions, castle))
    for position in range(TILES):
        points = 0
        for place in range(TILE_SIDE * TILE_SIDE):
            field = field_of_tile(position, place)
            if has(own, field):
                points += t.field_points[s.terrain[field]]
        row.land_on[s.tile_at[position]] = points


@compiled
def fill_cards(s, row, seat):
    for card in range(_CARDS):
        dealt = int(s.card_dealt[seat, card])
        drawn = int(s.card_drawn[seat, card])
        taken = int(s.card_taken[seat, card])
        row.dealt[card] = dealt
        row.drawn[card] = drawn
        row.taken[card] = taken
        row.owned[card] = min(255, dealt + drawn + taken)
        row.played[card] = s.card_played[seat, card]
        row.sold[card] = s.card_sold[seat, card]
        row.left[card] = 0
        row.gained[card] = s.card_gained[seat, card]
        row.hurt[card] = s.card_hurt[seat, card]
        row.spent[card] = s.card_spent[seat, card]
        row.earned[card] = s.card_earned[seat, card]
    for slot in range(s.hand_n[seat]):
        card = s.hand[seat, slot]
        if card < _CARDS:
            row.left[card] += 1
    for symbol in range(_SYMBOLS):
        row.chosen[symbol] = s.symbol_chosen[seat, symbol + 1]
        row.points_by[symbol] = s.symbol_gained[seat, symbol + 1]
        row.hurt_by[symbol] = s.symbol_hurt[seat, symbol + 1]
    for stack in range(len(LETTERS) + 1):
        row.plays_in[stack] = s.stack_plays[seat, stack]
