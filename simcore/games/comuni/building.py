"""Phases 3 to 5: building, guild masters, repair (COM-65 to COM-96)."""

from simcore.games.comuni.state import (
    ANY_NUMBER,
    BUILD_ON,
    BUILDING_PART,
    CRAFTSMAN,
    DISCARDED,
    EVERY_TURN,
    IN_BUILDING,
    IN_WALL,
    KINDS,
    NOBODY,
    ONE_EXTRA,
    PAY_ACTION,
    PILGRIM,
    PROJECT_CARD,
    REPAIR_POINTS,
    SKIP,
    TIES_TAKE,
    TOP,
    WALL_ON,
    WALL_PART,
)
from simcore.games.comuni.stones import exchanges_in_repair, pay, write_exchanges
from simcore.kernels.deck import index_of, remove_at
from simcore.kernels.jit import compiled, rule


@rule
def craftsmen_needed(t, card, height):
    """COM-66, COM-69, COM-70, COM-78: craftsmen for putting a card on a building or wall of this height; new: none."""
    return t.level_cost * max(0, height + 1 - t.level[card]) if height > 0 else 0


@rule
def legal_hand_or_skip(s, t, buf):
    """COM-65: each part of a build action is optional and takes any hand card."""
    buf[0] = SKIP
    n = 1
    for i in range(s.hand_n[s.seat]):
        buf[n] = PROJECT_CARD + s.hand[s.seat, i]
        n += 1
    return n


@rule
def legal_build_target(s, t, buf):
    """COM-66 to COM-73: a new building of a kind on the card, or an affordable extension of such a building."""
    seat = s.seat
    card = s.chosen_card
    n = 0
    for kind in range(KINDS):
        if t.cards_kinds[card, kind] == 0:
            continue
        for height in range(TOP):
            exists = height == 0 or s.buildings[seat, kind, height] > 0
            if exists and craftsmen_needed(t, card, height) <= s.stock[seat, CRAFTSMAN]:
                buf[n] = BUILD_ON + TOP * kind + height
                n += 1
    return n


@rule
def legal_wall_target(s, t, buf):
    """COM-77, COM-78: a new wall, or an affordable raise."""
    seat = s.seat
    n = 0
    for height in range(TOP):
        exists = height == 0 or s.walls[seat, height] > 0
        if exists and craftsmen_needed(t, s.chosen_card, height) <= s.stock[seat, CRAFTSMAN]:
            buf[n] = WALL_ON + height
            n += 1
    return n


@rule
def take_from_hand(s, seat, card):
    place = index_of(s.hand[seat], s.hand_n[seat], card)
    remove_at(s.hand[seat], s.hand_n[seat], place)
    s.hand_n[seat] -= 1


@rule
def pay_levels(s, t, seat, card, height):
    """COM-70."""
    needed = craftsmen_needed(t, card, height)
    pay(s, seat, CRAFTSMAN, needed)
    s.craftsmen_levels[seat] += needed


@compiled
def build(s, t, kind, height):
    """COM-66 to COM-76: the chosen card becomes storey height + 1 of a building."""
    seat = s.active
    card = s.chosen_card
    pay_levels(s, t, seat, card, height)
    take_from_hand(s, seat, card)
    if height > 0:
        s.buildings[seat, kind, height] -= 1
    s.buildings[seat, kind, height + 1] += 1
    s.points[seat] += t.points_for_storey[height]
    s.active_card[seat, kind] = 1
    s.place[card] = IN_BUILDING
    s.storey[card] = height + 1
    s.chosen_card = NOBODY
    s.built_kinds |= 1 << kind
    s.action_used |= BUILDING_PART


@compiled
def strengthen_walls(s, t, height):
    """COM-77 to COM-82: the chosen card becomes card height + 1 of a wall; a complete wall brings a bonus wall."""
    seat = s.active
    card = s.chosen_card
    pay_levels(s, t, seat, card, height)
    take_from_hand(s, seat, card)
    if height > 0:
        s.walls[seat, height] -= 1
    s.walls[seat, height + 1] += 1
    s.place[card] = IN_WALL
    s.chosen_card = NOBODY
    s.action_used |= WALL_PART
    if height + 1 == TOP and s.bonus_walls_left > 0:
        s.bonus_walls_left -= 1
        s.bonus_walls[seat] += 1
        s.walls[seat, 1] += 1


@rule
def may_act_again(s, t):
    """COM-83, COM-85: only after an action that did something, with a card and the craftsmen left."""
    allowed = t.extra_actions == ANY_NUMBER or (t.extra_actions == ONE_EXTRA and s.build_actions == 0)
    return (
        allowed
        and s.action_used != 0
        and s.hand_n[s.active] > 0
        and s.stock[s.active, CRAFTSMAN] >= t.extra_action_cost
    )


@rule
def legal_extra_action(s, t, buf):
    """COM-83."""
    buf[0] = SKIP
    buf[1] = PAY_ACTION
    return 2


@rule
def pay_action(s, t):
    """COM-83, COM-84."""
    pay(s, s.active, CRAFTSMAN, t.extra_action_cost)
    s.craftsmen_actions[s.active] += t.extra_action_cost
    s.build_actions += 1


@rule
def legal_discard(s, t, buf):
    """COM-86."""
    n = 0
    for i in range(s.hand_n[s.seat]):
        buf[n] = PROJECT_CARD + s.hand[s.seat, i]
        n += 1
    return n


@rule
def discard(s, card):
    """COM-86: a surplus card leaves the game."""
    take_from_hand(s, s.active, card)
    s.place[card] = DISCARDED


# --- phase 4: guild masters --------------------------------------------------------------------------


@rule
def points_sum(s, t, seat, kind):
    """COM-88."""
    total = 0
    for height in range(1, TOP + 1):
        total += s.buildings[seat, kind, height] * t.building_points[height]
    return total


@rule
def has_height(s, seat, kind, least):
    found = False
    for height in range(least, TOP + 1):
        found |= s.buildings[seat, kind, height] > 0
    return found


@rule
def wins_guild(s, t, seat, kind):
    """COM-89 to COM-91: a first two-storey building, or a higher sum than the owner's."""
    owner = s.guild_owner[kind]
    if owner == NOBODY:
        return has_height(s, seat, kind, t.guild_storeys)
    if owner == seat:
        return False
    own, other = points_sum(s, t, seat, kind), points_sum(s, t, owner, kind)
    return own > other or (own == other and t.guild_takeover == TIES_TAKE)


@compiled
def hand_out_guilds(s, t):
    """COM-89 to COM-94: kinds in which the active player has built this turn (COM-92)."""
    seat = s.active
    for kind in range(KINDS):
        built = (s.built_kinds >> kind) & 1 == 1
        if (built or t.guild_takeover == EVERY_TURN) and wins_guild(s, t, seat, kind):
            s.guild_owner[kind] = seat
            s.guild_gains[seat, kind] += 1
            if s.guild_first[seat, kind] == 0:
                s.guild_first[seat, kind] = s.turns_taken[seat] + 1


# --- phase 5: repair ---------------------------------------------------------------------------------


@rule
def most_repairable(s, t, seat):
    """COM-95, COM-96."""
    most = 0
    for points in range(1, t.repair_limit + 1):
        if points <= s.plunder[seat] and t.repair_cost[points] <= s.stock[seat, PILGRIM]:
            most = points
    return most


@rule
def legal_repair(s, t, buf):
    """COM-95, COM-96; exchanges in the last round (COM-18 b)."""
    seat = s.seat
    n = write_exchanges(s, t, seat, buf, 0) if exchanges_in_repair(s, t) else 0
    for points in range(t.repair_limit + 1):
        if points == 0 or (points <= s.plunder[seat] and t.repair_cost[points] <= s.stock[seat, PILGRIM]):
            buf[n] = REPAIR_POINTS + points
            n += 1
    return n


@rule
def repair(s, t, points):
    """COM-95, COM-96."""
    seat = s.active
    cost = t.repair_cost[points]
    pay(s, seat, PILGRIM, cost)
    s.pilgrims_repair[seat] += cost
    s.plunder[seat] -= points
    s.repaired[seat] += points
