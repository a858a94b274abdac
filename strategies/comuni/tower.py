from simcore.games.comuni.building import craftsmen_needed, has_height
from simcore.games.comuni.state import (
    ALLIANCE,
    BUILD_CARD,
    BUILD_TARGET,
    CITY,
    EXTRA_ACTION,
    KINDS,
    NOBODY,
    PAY_ACTION,
    PROJECT_CARD,
    SKIP,
    TOP,
)
from simcore.kernels.jit import compiled, rule
from simcore.strategy import strategy
from strategies.comuni.judgement import (
    Style,
    amount,
    armies_to_spare,
    bought_tile,
    carry_out_target,
    city_guard,
    craftsmen_to_spend,
    gift_beside_walls,
    last_gift,
    may_play,
    next_invasion,
    plan_target,
    steady,
    wall_places,
)

STYLE = Style(craftsman=0.4, second_building=1.5, wall=0.8, extra=2.5)


@compiled
def _tallest(s, t, legal, seat):
    """The affordable placement that reaches highest, with the card of least level; new buildings for new kinds only."""
    best = (NOBODY + 0, 0, 0)
    best_rank = -99
    for i in range(s.hand_n[seat]):
        card = s.hand[seat, i]
        if not may_play(s, legal, card):
            continue
        for kind in range(KINDS):
            if t.cards_kinds[card, kind] == 0:
                continue
            for height in range(TOP):
                exists = s.buildings[seat, kind, height] > 0 if height > 0 else not has_height(s, seat, kind, 1)
                needed = craftsmen_needed(t, card, height)
                if exists and needed <= craftsmen_to_spend(s, t, seat):
                    rank = 10 * height - 4 * needed - t.level[card]
                    if rank > best_rank:
                        best, best_rank = (card + 0, kind, height), rank
    return best


@rule
def _commit(s, t, seat):
    """The lead in points makes walls too small: they are manned, and the alliance gets what they cannot stop.

    Not more than one and a half shares of the start field, though, unless the rest wins a hero tile.
    """
    spare = armies_to_spare(s, t, seat, STYLE.keep_pilgrims)
    if s.phase == ALLIANCE:
        share = 3 * t.invasion_field[next_invasion(s, t) - 1] // (2 * s.players)
        gift = min(share, gift_beside_walls(s, t, seat, spare, STYLE))
        tile = bought_tile(s, t, seat, spare - wall_places(s, t, seat))
        return amount(s, t, seat, max(gift, tile, last_gift(s, t, seat, STYLE)))
    return amount(s, t, seat, city_guard(s, t, seat, STYLE))


@strategy
def tower(s, t, legal, seat):
    """Few buildings, but high ones: always the storey that reaches highest, a new building only for a missing kind.

    High buildings pay well at incomes and make a large balance bonus; the lead in points draws the invaders.
    """
    if s.phase == BUILD_CARD:
        card, kind, height = _tallest(s, t, legal, seat)
        plan_target(s, seat, kind, height)
        return PROJECT_CARD + card if card != NOBODY else SKIP
    if s.phase == BUILD_TARGET:
        return carry_out_target(s, legal, seat)
    if s.phase == EXTRA_ACTION:
        card, kind, height = _tallest(s, t, legal, seat)
        return PAY_ACTION if card != NOBODY and (height >= 1 or s.hand_n[seat] > t.hand_limit) else SKIP
    if s.phase in (ALLIANCE, CITY):
        return _commit(s, t, seat)
    return steady(s, t, legal, seat, STYLE)
