from simcore.games.loewenherz.actions import expansion_fields
from simcore.games.loewenherz.fields import around, east_edge, first, is_empty, single, south_edge, union, without_first
from simcore.games.loewenherz.regions import all_regions, legal_boundaries_east, legal_boundaries_south
from simcore.games.loewenherz.state import (
    BOUNDARIES,
    CASTLES_EACH,
    DRAW_CODE,
    EDGE_CODE,
    EXPAND_FIELD,
    EXPAND_REGION,
    EXPANSION,
    MAIN,
    OWN_CODE,
    PLACE_BOUNDARY,
    REFILL,
    SETUP_CASTLE,
    STOP_CODE,
    TAKE_CODE,
)
from simcore.kernels.jit import compiled
from simcore.kernels.rng import choose
from simcore.strategy import strategy
from strategies.loewenherz.judgement import card_of, decide, is_sale, symbol_of, weights
from strategies.loewenherz.plans import annex_preview, boundary_preview, field_value


@compiled
def _best_boundary(s, t, seat):
    """The most that one boundary could bring now."""
    best = 0.0
    regions = all_regions(s)
    rest = legal_boundaries_east(s, regions)
    while not is_empty(rest):
        best = max(best, boundary_preview(s, t, seat, east_edge(first(rest))))
        rest = without_first(rest)
    rest = legal_boundaries_south(s, regions)
    while not is_empty(rest):
        best = max(best, boundary_preview(s, t, seat, south_edge(first(rest))))
        rest = without_first(rest)
    return best


@compiled
def _best_annexation(s, t, castle):
    """The most that one field could bring this region now."""
    best = 0.0
    rest = expansion_fields(s, t, castle)
    while not is_empty(rest):
        best = max(best, annex_preview(s, t, castle, first(rest)))
        rest = without_first(rest)
    return best


@compiled
def _one_ply(s, t, seat, kind):
    if kind == BOUNDARIES:
        return _best_boundary(s, t, seat)
    best = 0.0
    if kind == EXPANSION:
        for castle in range(CASTLES_EACH * seat, CASTLES_EACH * seat + CASTLES_EACH):
            if s.is_region[castle]:
                best = max(best, _best_annexation(s, t, castle))
    return best


@compiled
def _cash_in(s, t, legal, seat):
    """Play what scores most at once; if nothing does, sell the card with the highest sale value."""
    boundary = -1.0
    expansion = -1.0
    best = 0.01
    pick = -1
    for code in legal:
        if is_sale(code):
            continue
        card = card_of(s, seat, code)
        kind = t.symbol_kind[card, symbol_of(code)]
        value = 0.0
        if kind == BOUNDARIES:
            if boundary < 0.0:
                boundary = _one_ply(s, t, seat, kind)
            value = boundary
        elif kind == EXPANSION:
            if expansion < 0.0:
                expansion = _one_ply(s, t, seat, kind)
            value = expansion
        value -= 0.02 * t.price[card]
        if value > best:
            best = value
            pick = int(code)
    if pick >= 0:
        return pick
    best_sale = -1
    for code in legal:
        if is_sale(code) and t.sale[card_of(s, seat, code)] > best_sale:
            best_sale = t.sale[card_of(s, seat, code)]
            pick = int(code)
    return pick


@compiled
def _best_piece(s, t, legal, seat):
    """The boundary, region or field that scores most; equals at random."""
    best = -1e9
    ties = 0
    pick = int(legal[0])
    for code in legal:
        if code == STOP_CODE:
            value = 0.0
        elif s.phase == PLACE_BOUNDARY:
            value = boundary_preview(s, t, seat, code - EDGE_CODE)
        elif s.phase == EXPAND_REGION:
            value = _best_annexation(s, t, code - OWN_CODE)
        else:
            value = annex_preview(s, t, int(s.own_region), int(code))
        if value > best:
            best = value
            pick = int(code)
            ties = 1
        elif value == best:
            ties += 1
            if choose(s, seat, ties) == 0:
                pick = int(code)
    return pick


@compiled
def _rich_surroundings(s, t, legal):
    """The field with most points within two steps."""
    best = -1.0
    pick = int(legal[0])
    for code in legal:
        near = around(single(int(code)))
        rest = union(near, around(near))
        value = 0.0
        while not is_empty(rest):
            value += field_value(s, t, first(rest), 0.5)
            rest = without_first(rest)
        if value > best:
            best = value
            pick = int(code)
    return pick


@compiled
def _useful_now(s, t, legal, seat):
    """A market card that would score at once and can be paid, else the deck."""
    best = 1.5
    pick = DRAW_CODE
    for code in legal[1:]:
        card = code - TAKE_CODE
        if t.price[card] <= s.ducats[seat]:
            for symbol in range(2):
                value = _one_ply(s, t, seat, t.symbol_kind[card, symbol])
                if value > best:
                    best = value
                    pick = int(code)
    return pick


@strategy
def greedy(s, t, legal, seat):
    """Looks one piece ahead: plays what scores at once, own points against the others' mean, and sells otherwise.

    It closes what others have prepared and builds nothing itself.
    """
    if s.phase == MAIN:
        return _cash_in(s, t, legal, seat)
    if s.phase == PLACE_BOUNDARY or s.phase == EXPAND_REGION or s.phase == EXPAND_FIELD:
        return _best_piece(s, t, legal, seat)
    if s.phase == SETUP_CASTLE and t.setup_colour[s.setup_step] == seat:
        return _rich_surroundings(s, t, legal)
    if s.phase == REFILL:
        return _useful_now(s, t, legal, seat) if s.idle_turns < 10 else DRAW_CODE
    return decide(s, t, legal, seat, weights())
