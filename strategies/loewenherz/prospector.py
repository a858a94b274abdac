from simcore.games.loewenherz.actions import expansion_fields
from simcore.games.loewenherz.fields import first, is_empty, without_first
from simcore.games.loewenherz.state import (
    CASTLES_EACH,
    EXPAND_FIELD,
    EXPAND_REGION,
    EXPANSION,
    FIRST_MINE,
    MAIN,
    OWN_CODE,
    REFILL,
    STOP_CODE,
    TAKE_CODE,
)
from simcore.kernels.jit import compiled
from simcore.strategy import strategy
from strategies.loewenherz.judgement import (
    card_of,
    could_win,
    decide,
    gain,
    is_sale,
    symbol_of,
    turns_ahead,
    weights,
)
from strategies.loewenherz.plans import split_preview


@compiled
def _lode(s, t, seat, field):
    """A mine of a kind begun is a share of a monopoly to come; the mine that completes it counts as gain already."""
    terrain = s.terrain[field]
    if terrain < FIRST_MINE:
        return 0.0
    own = s.mines[seat, terrain - FIRST_MINE]
    if 0 < own < t.monopoly_mines - 1:
        return t.monopoly_vp / t.monopoly_mines * turns_ahead(s, seat)
    return 0.5 * turns_ahead(s, seat) if own == 0 else 0.0


@compiled
def _richest_field(s, t, seat, castle, w):
    best = 0.0
    rest = expansion_fields(s, t, castle)
    while not is_empty(rest):
        field = first(rest)
        rest = without_first(rest)
        if s.terrain[field] >= FIRST_MINE:
            best = max(best, gain(s, t, seat, castle, field, w) + _lode(s, t, seat, field))
    return best


@compiled
def _best_strike(s, t, seat, w):
    """The best mine that an expansion could reach now."""
    best = 0.0
    for castle in range(CASTLES_EACH * seat, CASTLES_EACH * seat + CASTLES_EACH):
        if s.is_region[castle]:
            best = max(best, _richest_field(s, t, seat, castle, w))
    return best


@compiled
def _play_expansion(s, t, legal, seat):
    """The cheapest playable expansion, or -1."""
    pick = -1
    cheapest = 99
    for code in legal:
        if not is_sale(code):
            card = card_of(s, seat, code)
            if t.symbol_kind[card, symbol_of(code)] == EXPANSION and t.price[card] < cheapest:
                cheapest = t.price[card]
                pick = int(code)
    return pick


@compiled
def _dig(s, t, legal, seat, w):
    """Towards mines first: a region or field by gain and lode together."""
    best = -1e9
    pick = int(legal[0])
    for code in legal:
        if code == STOP_CODE:
            value = 0.0
        elif s.phase == EXPAND_REGION:
            value = _richest_field(s, t, seat, code - OWN_CODE, w)
        else:
            value = gain(s, t, seat, int(s.own_region), int(code), w) + _lode(s, t, seat, int(code))
            value += split_preview(s, t, seat, int(code))
        if value > best:
            best = value
            pick = int(code)
    return pick


@compiled
def _take_expansion(s, t, legal):
    """An expansion card from the market, or -1."""
    pick = -1
    for code in legal[1:]:
        card = code - TAKE_CODE
        if t.symbol_kind[card, 0] == EXPANSION or t.symbol_kind[card, 1] == EXPANSION:
            pick = int(code)
    return pick


@strategy
def prospector(s, t, legal, seat, money=0.35, denial=0.5, knight=0.9, expansion=1.0, mine=3.0, strike=3.5):
    """Settles beside mines, lives on their income, and pushes for the third mine of a kind (LOW-103)."""
    w = weights(money, denial, knight, expansion, mine)
    if could_win(s, t, seat, 2, w):  # then mines no longer matter
        return decide(s, t, legal, seat, w)
    if s.phase == MAIN and _best_strike(s, t, seat, w) >= strike:
        code = _play_expansion(s, t, legal, seat)
        if code >= 0:
            return code
    if s.phase == EXPAND_FIELD or (s.phase == EXPAND_REGION and _best_strike(s, t, seat, w) >= strike):
        return _dig(s, t, legal, seat, w)
    if s.phase == REFILL and s.idle_turns < 10 and _best_strike(s, t, seat, w) >= strike:
        code = _take_expansion(s, t, legal)
        if code >= 0:
            return code
    return decide(s, t, legal, seat, w)
