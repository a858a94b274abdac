from simcore.games.loewenherz.state import BOUNDARIES, CASTLES_EACH, DRAW_CODE, MAIN, REFILL, SETUP_CASTLE, TAKE_CODE
from simcore.kernels.jit import compiled
from simcore.strategy import strategy
from strategies.loewenherz.judgement import boundary_value, card_of, decide, is_sale, symbol_of, weights
from strategies.loewenherz.plans import BEST_PLAN, SMALL, study
from strategies.loewenherz.sites import best_site


@compiled
def _still_building(s, t, seat, w):
    """Some castle has no region yet, and a plan for one exists."""
    missing = False
    for castle in range(CASTLES_EACH * seat, CASTLES_EACH * seat + s.castles_placed[seat]):
        missing |= s.is_region[castle] == 0
    if missing:
        study(s, t, seat, w.mine, w.mode)
    return missing and s.memory[seat, BEST_PLAN] >= 0


@compiled
def _boundary_card(s, t, legal, seat, w):
    """The playable boundary card that brings most per ducat, or -1."""
    best = 0.0
    pick = -1
    for code in legal:
        if not is_sale(code):
            card = card_of(s, seat, code)
            symbol = symbol_of(code)
            if t.symbol_kind[card, symbol] == BOUNDARIES:
                value = boundary_value(s, t, seat, t.symbol_amount[card, symbol], w) / (1.0 + t.price[card])
                if value > best:
                    best = value
                    pick = int(code)
    return pick


@compiled
def _cash(s, t, legal, seat):
    """Sell the dearest card, one with boundaries only if there is no other."""
    best = -100.0
    pick = -1
    for code in legal:
        if is_sale(code):
            card = card_of(s, seat, code)
            value = float(t.sale[card])
            if t.symbol_kind[card, 0] == BOUNDARIES:
                value -= 50.0
            if value > best:
                best = value
                pick = int(code)
    return pick


@compiled
def _fetch_boundaries(s, t, legal):
    """From the market the largest boundary card, else the unknown: early stacks are full of boundaries."""
    pick = DRAW_CODE
    most = 1
    for code in legal[1:]:
        card = code - TAKE_CODE
        if t.symbol_kind[card, 0] == BOUNDARIES and t.symbol_amount[card, 0] > most:
            most = t.symbol_amount[card, 0]
            pick = int(code)
    return pick


@strategy
def rusher(s, t, legal, seat, money=0.35, denial=0.5, knight=0.4, expansion=1.0, mine=1.2, corner=0.6, plenty=10):
    """Fences in small regions as fast as it can, corners first.

    Until every castle has its region it plays boundary cards and sells everything else, unless it has ducats in
    plenty already.
    """
    w = weights(money, denial, knight, expansion, mine, mode=SMALL)
    if s.phase == SETUP_CASTLE:
        return best_site(s, t, legal, seat, w.mine, w.mode, corner)
    if s.phase == MAIN and _still_building(s, t, seat, w):
        code = _boundary_card(s, t, legal, seat, w)
        if code >= 0:
            return code
        if s.ducats[seat] < plenty:
            return _cash(s, t, legal, seat)
    if s.phase == REFILL and s.idle_turns < 10 and _still_building(s, t, seat, w):
        return _fetch_boundaries(s, t, legal)
    return decide(s, t, legal, seat, w)
