from simcore.games.loewenherz.state import BOUNDARIES, CASTLES_EACH, DRAW_CODE, EXPANSION, REFILL, TAKE_CODE
from simcore.kernels.jit import compiled
from simcore.strategy import strategy
from strategies.loewenherz.judgement import best_gains, decide, leading_rival, weights


@compiled
def _use_to(s, t, rival, card, w):
    """What a market card would be worth to a rival, judged from the open board alone."""
    value = 0.0
    for symbol in range(2):
        kind = t.symbol_kind[card, symbol]
        if kind == EXPANSION:
            for castle in range(CASTLES_EACH * rival, CASTLES_EACH * rival + CASTLES_EACH):
                if s.is_region[castle]:
                    gains = best_gains(s, t, rival, castle, t.symbol_amount[card, symbol], w)
                    value = max(value, gains)
        elif kind == BOUNDARIES:
            for castle in range(CASTLES_EACH * rival, CASTLES_EACH * rival + s.castles_placed[rival]):
                if s.is_region[castle] == 0:
                    value = max(value, 0.8 * t.symbol_amount[card, symbol])
    return value


@compiled
def _deny(s, t, legal, rival, w):
    """The market card that the rival could use best, if it is good."""
    best = 2.0
    pick = DRAW_CODE
    for code in legal[1:]:
        value = _use_to(s, t, rival, code - TAKE_CODE, w)
        if value > best:
            best = value
            pick = int(code)
    return pick


@strategy
def spoiler(s, t, legal, seat, money=0.35, denial=0.5, knight=0.9, expansion=1.0, mine=1.2, grudge=1.5, defection=2.0):
    """Plays soundly, but against whoever leads: takes the leader's land, knights, and market cards."""
    w = weights(money, denial, knight, expansion, mine, grudge=grudge, defection=defection)
    code = int(decide(s, t, legal, seat, w))
    if s.phase == REFILL and code == DRAW_CODE and len(legal) > 1 and s.idle_turns < 10:
        rival = leading_rival(s, seat)
        if rival >= 0 and s.points[rival] > s.points[seat]:
            return _deny(s, t, legal, rival, weights())
    return code
