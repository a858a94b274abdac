"""How an action is completed: earned tokens, the bonus after a city or a road, the discard pile (rulebook 3.3, 3.19)."""

from simcore.games.mythotopia.cards import available, empty_limbo
from simcore.games.mythotopia.payment import gold_payable
from simcore.games.mythotopia.state import (
    ADD_CARD,
    BONUS_VP,
    BUILD_CITY,
    BUILD_ROAD,
    END_WAR,
    FIRST_FREE,
    LAST_FREE,
    MAIN,
    PASS,
    ROAD_MOVE,
    TYPE,
    VP_GUILDED,
    VP_INNS,
    WAREHOUSE,
)
from simcore.games.mythotopia.tokens import settle_tokens, sources
from simcore.kernels.jit import rule


@rule
def complete(s):
    """MYT-33, MYT-35, MYT-37: an action or free action is over; the turn is no longer fresh."""
    empty_limbo(s)
    kind = s.kind
    s.did[s.active, kind - TYPE] += 1
    if FIRST_FREE <= kind <= LAST_FREE:
        s.free_count += 1
        if kind == ROAD_MOVE:
            s.road_used = 1
        elif kind == WAREHOUSE:
            s.warehouse_used = 1
    else:
        s.actions_left -= 1
        if kind == ADD_CARD:
            s.adds += 1
        elif kind == END_WAR:
            s.war_ended = 1
        elif kind == PASS:
            s.passed = 1
    s.fresh = 0
    s.kind = 0
    s.amount = 0
    s.extra = 0
    s.phase = MAIN
    s.seat = s.active


@rule
def settle(s, t):
    """Hand out earned tokens; when nobody has to choose a source, go on with the action."""
    if settle_tokens(s, t, True):
        after_tokens(s, t)


@rule
def after_tokens(s, t):
    """MYT-159, MYT-165, MYT-168: after a city or a road one more token may be bought, once."""
    s.seat = s.active
    if s.extra == 0 and (s.kind == BUILD_CITY or s.kind == BUILD_ROAD):
        s.extra = 1
        if bonus_possible(s, t):
            s.phase = BONUS_VP
            return
    complete(s)


@rule
def bonus_card(s):
    return VP_GUILDED if s.kind == BUILD_CITY else VP_INNS


@rule
def bonus_gold(s, t):
    return t.guilded_city_gold if s.kind == BUILD_CITY else t.roadside_inns_gold


@rule
def bonus_possible(s, t):
    if sources(s, t, s.active, bonus_card(s), 0) == 0:
        return False
    return gold_payable(s, t, available(s, 1), bonus_gold(s, t))
