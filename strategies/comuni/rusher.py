from simcore.games.comuni.state import BID, CLAIM, INCOME, MAIN, NOBODY, WALL_CARD
from simcore.kernels.jit import rule
from simcore.strategy import strategy
from strategies.comuni.judgement import Style, best_bid, envoys_out, has, income_now, plan_bid, steady, wall_off

STYLE = Style(max_bid=1, craftsman=0.4, wall=0.8, extra=1.0, alliance=0.3)
NEVER = -99.0  # no card is bad enough for a wall of its own accord
PAY_DAY = 9  # stones that even a rusher stops for


@rule
def _main(s, t, legal, seat):
    """Bid, claim, bid, claim: an envoy never stands for a second round if it can be helped."""
    if has(legal, CLAIM) and (s.last_round or envoys_out(s, t, seat) >= 1):
        return CLAIM
    if s.last_round:
        return INCOME
    if income_now(s, t, seat) >= PAY_DAY:
        return INCOME
    if has(legal, BID):
        column, bid, _ = best_bid(s, t, seat, STYLE, STYLE.max_bid)
        if column != NOBODY:
            plan_bid(s, seat, column, bid)
            return BID
    return INCOME


@strategy
def rusher(s, t, legal, seat):
    """Claims as fast as it can: a bid of one gold at most, a claim in the very next turn, everything built at once.

    Spends craftsmen freely on levels and further actions, walls up only what the hand limit would cost, and drives the
    stacks down. Short of armies, it suffers in the invasions.
    """
    if s.phase == MAIN:
        return _main(s, t, legal, seat)
    if s.phase == WALL_CARD:
        return wall_off(s, t, legal, seat, STYLE, NEVER)
    return steady(s, t, legal, seat, STYLE)
