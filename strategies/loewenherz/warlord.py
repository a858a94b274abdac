from simcore.games.loewenherz.actions import neighbours_of_region
from simcore.games.loewenherz.regions import owner
from simcore.games.loewenherz.state import CASTLES, CASTLES_EACH, FOREST, KNIGHTS, MAIN, PLACE_KNIGHT, STOP_CODE
from simcore.kernels.jit import compiled
from simcore.kernels.rng import chance
from simcore.strategy import strategy
from strategies.loewenherz.judgement import (
    card_of,
    decide,
    is_sale,
    money_weight,
    stake,
    symbol_of,
    symbol_value,
    turns_ahead,
    weights,
)

WORTH_A_CAMPAIGN = 2.2
WORTH_TAKING = 5  # points at stake in the neighbour's region


@compiled
def _prey(s, t, castle, knights):
    """The most valuable unallied neighbour that so many more knights would let this region invade, and do not yet."""
    best = 0.0
    near = neighbours_of_region(s, castle) & ~s.allies[castle]
    have = s.region_knights[castle]
    for other in range(CASTLES):
        if (near >> other) & 1 and owner(other) < s.players:
            need = s.region_knights[other] + t.expansion_margin
            if have < need <= have + knights and stake(s, t, other) >= WORTH_TAKING:
                best = max(best, 1.0 + stake(s, t, other))
    return best


@compiled
def _knights_for_war(s, t, seat, knights):
    best = 0.0
    for castle in range(CASTLES_EACH * seat, CASTLES_EACH * seat + CASTLES_EACH):
        if s.is_region[castle]:
            best = max(best, _prey(s, t, castle, knights))
    return best


@compiled
def _choose_card(s, t, legal, seat, w):
    """As everybody, but knights that open a campaign are worth their price in any case."""
    best = -1e9
    pick = -1
    for code in legal:
        if not is_sale(code):
            card = card_of(s, seat, code)
            symbol = symbol_of(code)
            amount = t.symbol_amount[card, symbol]
            if t.symbol_kind[card, symbol] == KNIGHTS and _knights_for_war(s, t, seat, amount) > 0.0:
                value = symbol_value(s, t, seat, KNIGHTS, amount, w)
                value = max(value, WORTH_A_CAMPAIGN * turns_ahead(s, seat)) - money_weight(s, seat, w) * t.price[card]
                if value > best:
                    best = value
                    pick = int(code)
    usual = int(decide(s, t, legal, seat, w))
    if pick < 0:
        return usual
    if is_sale(usual):
        return pick
    card = card_of(s, seat, usual)
    symbol = symbol_of(usual)
    value = symbol_value(s, t, seat, t.symbol_kind[card, symbol], t.symbol_amount[card, symbol], w)
    return usual if value - money_weight(s, seat, w) * t.price[card] >= best else pick


@compiled
def _muster(s, t, legal, seat):
    """Knights go where they open a campaign, else into the strongest region: one army, not many guards."""
    best = -1e9
    pick = int(legal[0])
    for code in legal:
        if code == STOP_CODE:
            continue
        value = 0.01 * chance(s, seat) - (0.6 if s.terrain[code] == FOREST else 0.0)
        castle = int(s.region_of[code])
        if castle >= 0:
            value += 1.0 + 0.4 * s.region_knights[castle] + 0.3 * _prey(s, t, castle, int(s.left))
        if value > best:
            best = value
            pick = int(code)
    return pick


@strategy
def warlord(s, t, legal, seat, money=0.35, denial=1.0, knight=1.6, expansion=1.3, mine=1.6, boundary=1.0):
    """Gathers knights in one region until it outnumbers a neighbour, then takes the neighbour's land field by field.

    Knights and expansions are the dear cards, so it cares for mines more than a builder does.
    """
    w = weights(money, denial, knight, expansion, mine, boundary, ally=0.5)
    if s.phase == MAIN:
        return _choose_card(s, t, legal, seat, w)
    if s.phase == PLACE_KNIGHT:
        return _muster(s, t, legal, seat)
    return decide(s, t, legal, seat, w)
