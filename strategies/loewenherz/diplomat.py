from simcore.games.loewenherz.actions import alliance_targets
from simcore.games.loewenherz.regions import owner
from simcore.games.loewenherz.state import (
    ALLIANCE,
    ALLY_ENEMY,
    ALLY_OWN,
    CASTLES,
    CASTLES_EACH,
    ENEMY_CODE,
    MAIN,
    OWN_CODE,
    REFILL,
    TAKE_CODE,
)
from simcore.kernels.jit import compiled
from simcore.strategy import strategy
from strategies.loewenherz.judgement import card_of, decide, is_sale, symbol_of, weights
from strategies.loewenherz.plans import BIG


@compiled
def _risk(s, castle, other):
    """What a neighbour could take: the region's points, more so the more knights stand ready."""
    if owner(other) >= s.players:
        return 0.0
    lead = s.region_knights[other] - s.region_knights[castle]
    if lead < -1:
        return 0.0
    return (1.0 + 0.12 * s.region_points[castle]) * (2 + min(lead, 3))


@compiled
def _worst_risk(s, castle):
    worst = 0.0
    near = alliance_targets(s, castle)
    for other in range(CASTLES):
        if (near >> other) & 1:
            worst = max(worst, _risk(s, castle, other))
    return worst


@compiled
def _need_of_friends(s, seat):
    worst = 0.0
    for castle in range(CASTLES_EACH * seat, CASTLES_EACH * seat + CASTLES_EACH):
        if s.is_region[castle]:
            worst = max(worst, _worst_risk(s, castle))
    return worst


@compiled
def _offer(s, t, legal, seat):
    """The cheapest playable alliance, or -1."""
    pick = -1
    cheapest = 99
    for code in legal:
        if not is_sale(code):
            card = card_of(s, seat, code)
            if t.symbol_kind[card, symbol_of(code)] == ALLIANCE and t.price[card] < cheapest:
                cheapest = t.price[card]
                pick = int(code)
    return pick


@compiled
def _treaty_card(s, t, legal):
    """An alliance card in the market, or -1."""
    for code in legal[1:]:
        card = code - TAKE_CODE
        if t.symbol_kind[card, 0] == ALLIANCE or t.symbol_kind[card, 1] == ALLIANCE:
            return int(code)
    return -1


@compiled
def _most_at_risk(s, legal):
    best = -1.0
    pick = int(legal[0])
    for code in legal:
        risk = _worst_risk(s, code - OWN_CODE)
        if risk > best:
            best = risk
            pick = int(code)
    return pick


@compiled
def _most_dangerous(s, legal):
    best = -1.0
    pick = int(legal[0])
    for code in legal:
        risk = _risk(s, int(s.own_region), code - ENEMY_CODE)
        if risk > best:
            best = risk
            pick = int(code)
    return pick


@strategy
def diplomat(s, t, legal, seat, money=0.35, knight=1.2, expansion=1.0, mine=1.2, trust=4.0):
    """Builds a few large regions, binds dangerous neighbours by alliances, and never expands into a player's land."""
    w = weights(money, 0.0, knight, expansion, mine, 1.3, 3.0, BIG, peaceful=1.0, defection=0.5)
    if s.phase == MAIN and _need_of_friends(s, seat) >= trust:
        code = _offer(s, t, legal, seat)
        if code >= 0:
            return code
    if s.phase == REFILL and s.idle_turns < 10 and _need_of_friends(s, seat) >= trust:
        code = _treaty_card(s, t, legal)
        if code >= 0:
            return code
    if s.phase == ALLY_OWN:
        return _most_at_risk(s, legal)
    if s.phase == ALLY_ENEMY:
        return _most_dangerous(s, legal)
    return decide(s, t, legal, seat, w)
