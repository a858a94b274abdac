from simcore.games.comuni.state import (
    ALLIANCE,
    BID,
    CLAIM,
    GOLD,
    INCOME,
    MAIN,
    NOBODY,
)
from simcore.kernels.jit import rule
from simcore.strategy import strategy
from strategies.comuni.judgement import (
    Style,
    amount,
    armies_to_spare,
    best_bid,
    envoys_out,
    fill_purse,
    has,
    last_gift,
    next_invasion,
    plan_bid,
    steady,
    tile_gift,
)

STYLE = Style(
    kinds=(1.4, 0.9, 1.0, 1.0),
    max_bid=7,
    low_gold=4,
    favourites=(2, 0, 0, 0),
    pilgrims_to_gold=1,
    pay_gold=1,
)


@rule
def _main(s, t, legal, seat):
    """Gold first; then two envoys, each with half the purse at most, a third if that leaves the purse full; then the claim."""
    if s.last_round:
        return steady(s, t, legal, seat, STYLE)
    gold = s.stock[seat, GOLD]
    envoys = STYLE.max_envoys + (1 if gold > STYLE.max_bid else 0)
    if envoys_out(s, t, seat) < envoys and has(legal, BID):
        code = fill_purse(s, t, legal, seat, STYLE)
        if code != NOBODY:
            return code
        column, bid, _ = best_bid(s, t, seat, STYLE, min(STYLE.max_bid, max(2, gold // 2)))
        if column != NOBODY:
            plan_bid(s, seat, column, bid)
            return BID
    return CLAIM if has(legal, CLAIM) else INCOME


@rule
def _gift(s, t, seat):
    """Buys a hero tile when that takes no more than two thirds of all armies; else a fair share at most."""
    spare = armies_to_spare(s, t, seat, 0)
    fair = t.invasion_field[next_invasion(s, t) - 1] // s.players
    tile = tile_gift(s, t, seat, spare, 2 * spare // 3)
    return max(tile, min(fair, spare // 2), last_gift(s, t, seat, STYLE))


@strategy
def banker(s, t, legal, seat):
    """A gold engine: economy first, income before the purse is empty, fat bids, a third envoy when the purse is full.

    Turns idle pilgrims into gold, pays armies with gold, and buys hero tiles when it can afford them.
    """
    if s.phase == MAIN:
        return _main(s, t, legal, seat)
    if s.phase == ALLIANCE:
        return amount(s, t, seat, _gift(s, t, seat))
    return steady(s, t, legal, seat, STYLE)
