from simcore.games.comuni.project import accepts, least_bid
from simcore.games.comuni.state import (
    ALLIANCE,
    AT_COLUMN,
    BID,
    DISPLACED,
    MAIN,
    NOBODY,
    TAKE_BACK,
)
from simcore.kernels.jit import compiled, rule
from simcore.strategy import strategy
from strategies.comuni.judgement import (
    Style,
    amount,
    armies_to_spare,
    column_value,
    envoys_out,
    has,
    last_gift,
    next_invasion,
    plan_bid,
    price_of_tile,
    steady,
    wall_places,
)

STYLE = Style(deny=2.0, pilgrims_to_gold=1)
SPITE = 0.5  # part of a rival's loss that counts as own gain


@rule
def _spite(s, t, seat, column):
    """What it is worth to throw this column's owner out: the more he could make of it, and if he leads on the track."""
    owner = s.bid_owner[column]
    leads = 0.5 if s.points[owner] > s.points[seat] else 0.0
    return leads + max(STYLE.deny, SPITE * column_value(s, t, owner, STYLE, column))


@compiled
def _shot(s, t, seat):
    """The occupied column that is best to snatch for one gold more; NOBODY when none is worth it."""
    target = NOBODY + 0
    best = 2.0
    for column in range(t.columns_in_play):
        if s.bid_owner[column] == NOBODY or not accepts(s, t, column, seat):
            continue
        gold = least_bid(s, t, column)
        worth = column_value(s, t, seat, STYLE, column) + _spite(s, t, seat, column) - 0.9 * gold
        if gold <= STYLE.max_bid and worth > best:
            target, best = column, worth
    return target


@rule
def _ricochet(s, t, legal, seat):
    """A displaced envoy goes on to throw out somebody else, if the column is any good; else where it is best."""
    pick = TAKE_BACK
    best = 1.5
    for code in legal:
        if code != TAKE_BACK:
            column = code - AT_COLUMN
            worth = column_value(s, t, seat, STYLE, column)
            if s.bid_owner[column] != NOBODY:
                worth += 1.0
            if worth > best:
                pick, best = code + 0, worth
    return pick


@rule
def _gift(s, t, seat):
    """One army more than the largest gift of the last invasion, if that leaves a third for the city."""
    spare = armies_to_spare(s, t, seat, STYLE.keep_pilgrims)
    fair = int(STYLE.alliance * t.invasion_field[next_invasion(s, t) - 1] / s.players + 0.5)
    price = price_of_tile(s, t, seat, 0)
    gift = price if price <= max(2 * spare // 3, spare - wall_places(s, t, seat)) else min(fair, spare)
    return max(gift, last_gift(s, t, seat, STYLE))


@strategy
def sniper(s, t, legal, seat):
    """Waits for others to bid and snatches their columns for one gold more, the leader's most gladly.

    Moves displaced envoys onto lower bids, and outbids the hero of the last invasion by one army when it can.
    """
    if s.phase == MAIN and not s.last_round and has(legal, BID) and envoys_out(s, t, seat) < STYLE.max_envoys:
        column = _shot(s, t, seat)
        if column != NOBODY:
            plan_bid(s, seat, column, least_bid(s, t, column))
            return BID
    if s.phase == DISPLACED:
        return _ricochet(s, t, legal, seat)
    if s.phase == ALLIANCE:
        return amount(s, t, seat, _gift(s, t, seat))
    return steady(s, t, legal, seat, STYLE)
