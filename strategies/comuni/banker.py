from simcore.games.comuni.project import income_due
from simcore.games.comuni.state import (
    ALLIANCE,
    BID,
    CLAIM,
    GOLD,
    INCOME,
    MAIN,
    NOBODY,
    PILGRIM,
    PILGRIMS_TO_GOLD,
)
from simcore.kernels.jit import rule
from simcore.strategy import strategy
from strategies.comuni.judgement import (
    Style,
    amount,
    armies_to_spare,
    best_bid,
    envoys_out,
    has,
    is_last_invasion,
    largest_gift_seen,
    plan_bid,
    steady,
)

STYLE = Style(
    max_envoys=3,
    kinds=(1.4, 0.9, 1.0, 1.0),
    max_bid=7,
    income_worth=5,
    low_gold=4,
    favourites=(2, 0, 0, 0),
    pay_gold=1,
)
POOR = 3  # with no more gold than this it goes to the bank


@rule
def _go_to_the_bank(s, t, legal, seat):
    """Income when it brings gold, else pilgrims into gold; NOBODY when neither helps."""
    if income_due(s, t, seat, GOLD) >= 2 and s.supply[GOLD] >= 2:
        return INCOME
    if s.stock[seat, PILGRIM] >= 4 and has(legal, PILGRIMS_TO_GOLD):
        return PILGRIMS_TO_GOLD
    return NOBODY


@rule
def _main(s, t, legal, seat):
    """Gold first; then three envoys with as much as half the purse; then the claim."""
    if s.last_round:
        return steady(s, t, legal, seat, STYLE)
    gold = s.stock[seat, GOLD]
    if envoys_out(s, t, seat) < STYLE.max_envoys and has(legal, BID):
        if gold <= POOR:
            code = _go_to_the_bank(s, t, legal, seat)
            if code != NOBODY:
                return code
        column, bid, _ = best_bid(s, t, seat, STYLE, max(2, gold // 2))
        if column != NOBODY:
            plan_bid(s, seat, column, bid)
            return BID
    return CLAIM if has(legal, CLAIM) else INCOME


@strategy
def banker(s, t, legal, seat):
    """A gold engine: economy first, income before the purse is empty, three envoys with fat bids.

    Turns idle pilgrims into gold, pays armies with gold, and buys the last hero tile with what is left.
    """
    if s.phase == MAIN:
        return _main(s, t, legal, seat)
    if s.phase == ALLIANCE and is_last_invasion(s, t):
        spare = armies_to_spare(s, t, seat, 0)
        wanted = largest_gift_seen(s, seat) + 2
        return amount(s, t, seat, wanted if spare >= wanted else spare // 2)
    return steady(s, t, legal, seat, STYLE)
