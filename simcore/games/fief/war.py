"""War: declaration, groups, defence, targets, fights, archers, priests, casualties (chapters 3.10 to 3.13).

One war runs through the phases group, defend, target; then each fight through support, bonus and damage; then archers
and priests once for the whole war; then everything is removed at the same time.
"""

from simcore.games.fief.actions import write_troops
from simcore.games.fief.bits import BIT, count, lowest
from simcore.games.fief.economy import (
    are_allied,
    attached_anywhere,
    available_at,
    guards_of,
    has_military_building,
    lose_building,
    lose_landscape,
    partner_of,
    place_exists,
    place_of,
    plus_one,
    refresh_place,
    refresh_prestige,
    sum_over,
    take_off,
    tap_place,
)
from simcore.games.fief.ending import eliminate
from simcore.games.fief.movement import is_neutral
from simcore.games.fief.state import (
    ARCHERS,
    AT_ARCHER,
    AT_BONUS,
    AT_DAMAGE,
    AT_DEFEND,
    AT_GROUP,
    AT_PRIEST,
    AT_SUPPORT,
    AT_TARGET,
    AT_WAR,
    BY_CITY_FALL,
    FIGHTS_WON,
    GROUP,
    GROUPS,
    HANDLES,
    HEALS,
    HOLD,
    INFANTRIES,
    KIND_MASK,
    KIND_OF,
    LANDSCAPES_RAZED,
    LOCATIONS,
    NONE,
    PASS,
    PRIESTS,
    RAZED_BY_ME,
    SAVING_HEALS,
    SHOTS,
    STONE,
    STONE_CITY,
    TARGET_GROUP,
    TARGET_PLACE,
    TO_ABILITIES,
    TO_CASUALTIES,
    TO_FIGHTS,
    TOWER,
    TROOP,
    TROOPS_KILLED,
    TROOPS_LOST,
    WAR,
    WARS_DECLARED,
    WARS_SUFFERED,
)
from simcore.games.fief.turn import end_turn
from simcore.kernels.jit import compiled, rule

ATTACK, DEFENCE = 0, 1  # sides of a fight
MERGE = 0  # knob multi_attack_on_one_target
SEQUENTIAL = 1  # knob damage_split


# --- declaration (FIEF-99 to FIEF-101) --------------------------------------------------------------------


@compiled
def legal_war(s, t, buf):
    """FIEF-100: one war per location and turn; FIEF-101: who can be attacked where."""
    seat = int(s.active)
    buf[0] = PASS
    n = 1
    for location in range(LOCATIONS):
        mine = s.owned[seat] & s.at[location]
        if mine == 0 or (s.war_done >> location) & 1:
            continue
        neutral = is_neutral(s, location)
        if not neutral and available_at(s, seat, location) == 0:
            continue
        for opponent in range(t.players):
            if not s.alive[opponent] or are_allied(t, seat, opponent):
                continue
            if s.owned[opponent] & s.at[location] or location == opponent:
                buf[n] = WAR + 4 * location + opponent
                n += 1
    return n


@compiled
def apply_war(s, t, action):
    if action == PASS:
        end_turn(s)
        return
    location, opponent = (action - WAR) // 4, (action - WAR) % 4
    seat = int(s.active)
    s.war_attacker = seat
    s.war_defender = opponent
    s.war_location = location
    s.war_done |= 1 << location
    s.counter[seat, WARS_DECLARED] += 1
    s.counter[opponent, WARS_SUFFERED] += 1
    if s.first_war_turn == 0:
        s.first_war_turn = s.turns
    s.groups = 0
    s.fights = 0
    for group in range(GROUPS):
        s.group_target[group] = NONE
    if is_neutral(s, location):
        # FIEF-126: all troops of both sides there, tapped or not, are exactly two armies.
        add_fight(s, s.owned[seat] & s.at[location], s.owned[opponent] & s.at[location], NONE)
        start_fights(s, t)
    else:
        s.war_pending = available_at(s, seat, location)
        s.phase = AT_GROUP


# --- step 1: groups (FIEF-105) -----------------------------------------------------------------------------


@rule
def legal_group(s, buf):
    """The next troop joins a group, opens one, or (at home, if somebody else can take part) stays out."""
    n = 0
    for group in range(min(int(s.groups) + 1, GROUPS)):
        buf[n] = GROUP + group
        n += 1
    others = s.war_pending & ~BIT[lowest(s.war_pending)]
    if s.war_location == s.war_attacker and (s.groups > 0 or others):
        buf[n] = HOLD
        n += 1
    return n


@rule
def apply_group(s, t, action):
    bit = BIT[lowest(s.war_pending)]
    s.war_pending &= ~bit
    if action != HOLD:
        group = action - GROUP
        s.group[group] |= bit
        s.groups = max(int(s.groups), group + 1)
    if s.war_pending == 0:
        s.war_pending = available_at(s, int(s.war_defender), int(s.war_location))
        s.phase = AT_DEFEND
        s.seat = s.war_defender
        if s.war_pending == 0:
            start_targets(s, t)


# --- step 2: defenders (FIEF-106, FIEF-107) ------------------------------------------------------------------


@rule
def legal_defend(s, buf):
    n = 0
    for group in range(s.groups):
        buf[n] = GROUP + group
        n += 1
    if s.war_location == s.war_defender:
        buf[n] = HOLD
        n += 1
    return n


@rule
def apply_defend(s, t, action):
    bit = BIT[lowest(s.war_pending)]
    s.war_pending &= ~bit
    if action != HOLD:
        s.opposing[action - GROUP] |= bit
    if s.war_pending == 0:
        start_targets(s, t)


# --- step 3: targets (FIEF-108, FIEF-109) ----------------------------------------------------------------------


@rule
def start_targets(s, t):
    s.seat = s.war_attacker
    s.fight = NONE
    next_target(s, t)


@rule
def next_target(s, t):
    """The next group that nobody opposes; after the last one the fights begin."""
    s.fight += 1
    while s.fight < s.groups and s.opposing[s.fight]:
        s.fight += 1
    if s.fight < s.groups:
        s.phase = AT_TARGET
    else:
        match_groups(s)
        start_fights(s, t)


@rule
def is_taken(s, target):
    """Knob multi_attack_on_one_target: another group has this target."""
    taken = False
    for group in range(s.groups):
        taken |= s.group_target[group] == target
    return taken


@rule
def assigned_defenders(s):
    mask = s.opposing[0] & 0
    for group in range(GROUPS):
        mask |= s.opposing[group]
    return mask


@compiled
def legal_target(s, t, buf):
    """FIEF-108: nothing, a loose unassigned troop (c), a place of the defender at home (a), an army already opposed (b)."""
    defender = int(s.war_defender)
    location = int(s.war_location)
    merge = t.multi_attack_on_one_target == MERGE
    buf[0] = PASS
    n = 1
    loose = s.owned[defender] & s.at[location] & ~attached_anywhere(s) & ~assigned_defenders(s)
    left = loose
    while left:
        handle = lowest(left)
        taken = is_taken(s, TROOP + handle)
        same = KIND_MASK[KIND_OF[handle]] & (s.tapped if s.tapped & BIT[handle] else ~s.tapped)
        left &= ~BIT[handle]
        if not taken:
            # identical troops that no group has chosen yet are one option
            twins = left & same
            while twins:
                twin = lowest(twins)
                twins &= ~BIT[twin]
                if not is_taken(s, TROOP + twin):
                    left &= ~BIT[twin]
        if merge or not taken:
            buf[n] = TROOP + handle
            n += 1
    if location == defender:
        for place in range(5):
            if place_exists(s, defender, place) and (merge or not is_taken(s, TARGET_PLACE + place)):
                buf[n] = TARGET_PLACE + place
                n += 1
    if merge:
        for group in range(s.groups):
            if s.opposing[group]:
                buf[n] = TARGET_GROUP + group
                n += 1
    return n


@rule
def apply_target(s, t, action):
    s.group_target[s.fight] = NONE if action == PASS else action
    next_target(s, t)


@rule
def add_fight(s, attackers, defenders, place):
    fight = int(s.fights)
    s.fight_attackers[fight] = attackers
    s.fight_defenders[fight] = defenders
    s.fight_place[fight] = place
    s.surplus[fight, ATTACK] = 0
    s.surplus[fight, DEFENCE] = 0
    s.fights += 1


@compiled
def match_groups(s):
    """FIEF-107, FIEF-109: groups with the same target are one army; fights in the order of their lowest group."""
    done = 0
    for group in range(s.groups):
        if (done >> group) & 1:
            continue
        target = int(s.group_target[group])
        if s.opposing[group]:
            target = TARGET_GROUP + group
        if target < 0:
            continue
        attackers = s.group[group] & 0
        for other in range(s.groups):
            if s.group_target[other] == target or (s.opposing[other] and target == TARGET_GROUP + other):
                attackers |= s.group[other]
                done |= 1 << other
        if target >= TARGET_GROUP:
            add_fight(s, attackers, s.opposing[target - TARGET_GROUP], NONE)
        elif target >= TARGET_PLACE:
            place = target - TARGET_PLACE
            add_fight(s, attackers, guards_of(s, int(s.war_defender), place), place)
        else:
            add_fight(s, attackers, BIT[target - TROOP], NONE)


# --- fights: support, bonus, damage (FIEF-102, FIEF-110 to FIEF-114) ---------------------------------------------

STEP_ATTACK_SUPPORT, STEP_DEFENCE_SUPPORT, STEP_BONUS, STEP_ATTACK_DAMAGE, STEP_DEFENCE_DAMAGE, STEP_DONE = range(6)


@rule
def start_fights(s, t):
    s.fight = 0
    s.side = STEP_ATTACK_SUPPORT
    s.war_pending = 0
    s.used = 0
    if s.fights > 0:
        s.war_pending = supporters(s, t, 0, ATTACK)
    s.phase = TO_FIGHTS


@rule
def members(s, fight, side):
    return s.fight_attackers[fight] if side == ATTACK else s.fight_defenders[fight]


@rule
def supporters(s, t, fight, side):
    """FIEF-87: infantry in an army of at least two troops."""
    army = members(s, fight, side)
    if t.infantry_support_defence == 0 or count(army) < 2:
        return army & 0
    return army & INFANTRIES


@rule
def civil_buildings(s, seat, place):
    n = 0
    for i in range(3):
        if s.building[seat, place, i] >= 0 and s.building[seat, place, i] < TOWER:
            n += 1
    return n


@rule
def stone_on(s, seat, place, stone):
    """Whether a stone (Tower, Fortress, Castle, city) stands on the place."""
    if stone == STONE_CITY:
        return place == 0
    found = False
    for i in range(3):
        found |= s.building[seat, place, i] == TOWER + stone
    return found


@rule
def stone_defence(s, t, stone):
    printed = t.city_defence if stone == STONE_CITY else t.building_defence[TOWER + stone]
    return printed + s.stone_bonus[stone]


@rule
def stone_attack(t, stone):
    return t.city_attack if stone == STONE_CITY else t.building_attack[TOWER + stone]


@rule
def troop_room(s, t, handle):
    """Damage that a troop can still take in this fight."""
    return max(0, t.kind_defence[KIND_OF[handle]] + s.bonus[handle] - s.damage[handle])


@rule
def stone_room(s, t, stone):
    return max(0, stone_defence(s, t, stone) - s.stone_damage[stone])


@compiled
def attack_of(s, t, fight, side):
    """FIEF-102, FIEF-104, FIEF-111: the attack values of all cards of a side, guards' buildings and the city included."""
    attack = sum_over(t.kind_attack, members(s, fight, side))
    place = int(s.fight_place[fight])
    if side == DEFENCE and place >= 0:
        for stone in range(4):
            if stone_on(s, int(s.war_defender), place, stone):
                attack += stone_attack(t, stone)
    return attack


@compiled
def room_of(s, t, fight, side):
    """The damage that the cards of a side can still take; the city only takes the surplus (FIEF-116)."""
    room = 0
    army = members(s, fight, side)
    while army:
        handle = lowest(army)
        army &= ~BIT[handle]
        room += troop_room(s, t, handle)
    place = int(s.fight_place[fight])
    if side == DEFENCE and place >= 0:
        for stone in range(STONE_CITY):
            if stone_on(s, int(s.war_defender), place, stone):
                room += stone_room(s, t, stone)
    return room


@compiled
def advance_fights(s, t):
    """Find the next decision of the fights; after the last one the archers and priests follow.

    `side` is the step within the fight, `war_pending` the infantry still to be asked, `points_left` the bonuses or
    damage points still to be given out.
    """
    while s.fight < s.fights:
        fight = int(s.fight)
        if s.side <= STEP_DEFENCE_SUPPORT:
            if s.war_pending:
                s.phase = AT_SUPPORT
                s.seat = s.war_attacker if s.side == STEP_ATTACK_SUPPORT else s.war_defender
                return
            s.side += 1
            if s.side == STEP_DEFENCE_SUPPORT:
                s.war_pending = supporters(s, t, fight, DEFENCE)
            else:
                start_bonus(s, t, fight)
        elif s.side == STEP_BONUS:
            if s.points_left > 0:
                s.phase = AT_BONUS
                s.seat = s.war_defender
                return
            s.side = STEP_ATTACK_DAMAGE
            start_damage(s, t, fight, ATTACK)
        elif s.side < STEP_DONE:
            if s.points_left > 0:
                s.phase = AT_DAMAGE
                s.seat = s.war_attacker if s.side == STEP_ATTACK_DAMAGE else s.war_defender
                return
            s.side += 1
            if s.side == STEP_DEFENCE_DAMAGE:
                start_damage(s, t, fight, DEFENCE)
        else:
            s.fight += 1
            s.side = STEP_ATTACK_SUPPORT
            if s.fight < s.fights:
                s.war_pending = supporters(s, t, int(s.fight), ATTACK)
    start_abilities(s, t)


@rule
def apply_support(s, t, handle):
    """FIEF-87: one other troop of the army gains defence for this fight."""
    s.bonus[handle] += t.infantry_support_defence
    s.war_pending &= ~BIT[lowest(s.war_pending)]
    s.phase = TO_FIGHTS


@rule
def start_bonus(s, t, fight):
    """FIEF-62, FIEF-63: one bonus per civil building; a single candidate gets them all without a question."""
    place = int(s.fight_place[fight])
    s.points_left = 0
    if place < 0 or t.civil_building_defence == 0:
        return
    owner = int(s.war_defender)
    candidates = count(s.fight_defenders[fight])
    stone_candidate = NONE
    for stone in range(4):
        if stone_on(s, owner, place, stone):
            candidates += 1
            stone_candidate = stone
    bonuses = civil_buildings(s, owner, place)
    if candidates > 1:
        s.points_left = bonuses
    elif candidates == 1:
        if stone_candidate >= 0:
            s.stone_bonus[stone_candidate] += bonuses * t.civil_building_defence
        else:
            s.bonus[lowest(s.fight_defenders[fight])] += bonuses * t.civil_building_defence


@rule
def apply_bonus(s, t, action):
    if action >= STONE:
        s.stone_bonus[action - STONE] += t.civil_building_defence
    else:
        s.bonus[action - TROOP] += t.civil_building_defence
    s.points_left -= 1
    s.phase = TO_FIGHTS


@compiled
def start_damage(s, t, fight, side):
    """FIEF-113, FIEF-114: damage that destroys the whole army is not asked about; the rest of it is the surplus."""
    damage = attack_of(s, t, fight, DEFENCE if side == ATTACK else ATTACK)
    s.damage_dealt += damage
    room = room_of(s, t, fight, side)
    s.points_left = damage
    if damage < room:
        return
    s.points_left = 0
    s.surplus[fight, side] = damage - room
    army = members(s, fight, side)
    while army:
        handle = lowest(army)
        army &= ~BIT[handle]
        s.damage[handle] += troop_room(s, t, handle)
    place = int(s.fight_place[fight])
    if side == DEFENCE and place >= 0:
        for stone in range(STONE_CITY):
            if stone_on(s, int(s.war_defender), place, stone):
                s.stone_damage[stone] += stone_room(s, t, stone)


@rule
def apply_damage(s, t, action):
    if action >= STONE:
        s.stone_damage[action - STONE] += 1
    else:
        s.damage[action - TROOP] += 1
    s.points_left -= 1
    s.phase = TO_FIGHTS


# --- what may be chosen in a fight -----------------------------------------------------------------------------


@rule
def are_comrades(s, handle, twin):
    """In the same army, or both outside groups and fights and both or neither to be tapped for an ability."""
    army = army_of(s, handle)
    if army != BIT[handle]:
        return army_of(s, twin) == army
    same_use = (s.used & BIT[handle] != 0) == (s.used & BIT[twin] != 0)
    return same_use and not is_committed(s, handle) and not is_committed(s, twin)


@rule
def is_committed(s, handle):
    """In a group or a fight of this war."""
    found = False
    for group in range(s.groups):
        if s.group[group] & BIT[handle]:
            found = True
    return found or fight_of(s, handle) >= 0


@compiled
def one_of_each_wounded(s, mask):
    """The lowest handle of every set of troops that are identical in this war."""
    chosen = mask & 0
    left = mask
    while left:
        handle = lowest(left)
        left &= ~BIT[handle]
        chosen |= BIT[handle]
        twins = left & KIND_MASK[KIND_OF[handle]] & (s.tapped if s.tapped & BIT[handle] else ~s.tapped)
        while twins:
            twin = lowest(twins)
            twins &= ~BIT[twin]
            if (
                s.damage[twin] == s.damage[handle]
                and s.bonus[twin] == s.bonus[handle]
                and place_of(s, twin) == place_of(s, handle)
                and are_comrades(s, handle, twin)
            ):
                left &= ~BIT[twin]
    return chosen


@rule
def legal_support(s, buf):
    """FIEF-87: another troop of the same army."""
    side = ATTACK if s.side == STEP_ATTACK_SUPPORT else DEFENCE
    others = members(s, int(s.fight), side) & ~BIT[lowest(s.war_pending)]
    return write_troops(buf, 0, TROOP, one_of_each_wounded(s, others))


@rule
def legal_bonus(s, buf):
    fight = int(s.fight)
    place = int(s.fight_place[fight])
    n = write_troops(buf, 0, TROOP, one_of_each_wounded(s, s.fight_defenders[fight]))
    for stone in range(4):
        if stone_on(s, int(s.war_defender), place, stone):
            buf[n] = STONE + stone
            n += 1
    return n


@compiled
def legal_damage(s, t, buf):
    """FIEF-113: a card with defence left; with sequential split the card already begun."""
    fight = int(s.fight)
    side = ATTACK if s.side == STEP_ATTACK_DAMAGE else DEFENCE
    place = int(s.fight_place[fight]) if side == DEFENCE else NONE
    army = members(s, fight, side)
    open_troops = army & 0
    begun = army & 0
    while army:
        handle = lowest(army)
        army &= ~BIT[handle]
        if troop_room(s, t, handle) > 0:
            open_troops |= BIT[handle]
            if s.damage[handle] > 0:
                begun |= BIT[handle]
    open_stones = 0
    begun_stones = 0
    if place >= 0:
        for stone in range(STONE_CITY):
            if stone_on(s, int(s.war_defender), place, stone) and stone_room(s, t, stone) > 0:
                open_stones |= 1 << stone
                if s.stone_damage[stone] > 0:
                    begun_stones |= 1 << stone
    if t.damage_split == SEQUENTIAL and (begun or begun_stones):
        open_troops = begun
        open_stones = begun_stones
    n = write_troops(buf, 0, TROOP, one_of_each_wounded(s, open_troops))
    for stone in range(STONE_CITY):
        if (open_stones >> stone) & 1:
            buf[n] = STONE + stone
            n += 1
    return n


# --- step 5: archers, then priests (FIEF-117 to FIEF-124) ---------------------------------------------------------


@rule
def side_in_war(s, t, seat):
    """ATTACK or DEFENCE for the parties of the war and their partners, -1 for the others."""
    if are_allied(t, seat, int(s.war_attacker)):
        return ATTACK
    if are_allied(t, seat, int(s.war_defender)):
        return DEFENCE
    return NONE


@rule
def in_reach(s, t):
    """Troops in the war's location or next to it (FIEF-118)."""
    location = int(s.war_location)
    mask = s.at[location] * 1
    for near in range(LOCATIONS):
        if (t.adjacent[location] >> near) & 1:
            mask |= s.at[near]
    return mask


@rule
def start_abilities(s, t):
    """FIEF-117, FIEF-123: everybody who may use his ability is determined now, and asked one after the other."""
    mask = s.owned[0] & 0
    for seat in range(t.players):
        if side_in_war(s, t, seat) >= 0:
            mask |= s.owned[seat]
    users = mask & 0
    if t.archer_damage > 0:
        users |= ARCHERS
    if t.priest_heal > 0:
        users |= PRIESTS
    s.war_pending = mask & in_reach(s, t) & users & ~s.tapped
    s.phase = TO_ABILITIES


@rule
def user_in_order(s, t, order):
    """FIEF-117: attacker, his partner, defender, his partner."""
    first = int(s.war_attacker) if order < 2 else int(s.war_defender)
    return first if order % 2 == 0 else partner_of(t, first)


@compiled
def ability_targets(s, t, seat, handle):
    """FIEF-119: loose troops of the opponent here; FIEF-121: damaged troops of the own side here, not himself."""
    location = int(s.war_location)
    attacking = side_in_war(s, t, seat) == ATTACK
    if BIT[handle] & ARCHERS:
        opponent = int(s.war_defender) if attacking else int(s.war_attacker)
        return s.owned[opponent] & s.at[location] & ~attached_anywhere(s)
    mask = s.owned[seat] & s.at[location]
    partner = partner_of(t, seat)
    if partner >= 0:
        mask |= s.owned[partner] & s.at[location]
    mask &= ~BIT[handle]
    damaged = mask & 0
    while mask:
        each = lowest(mask)
        mask &= ~BIT[each]
        if s.damage[each] > 0:
            damaged |= BIT[each]
    return damaged


@compiled
def next_ability(s, t):
    """The next archer, then priest, who has a target; after the last one the casualties are removed."""
    for step in range(8):
        specialists = ARCHERS if step < 4 else PRIESTS
        seat = user_in_order(s, t, step % 4)
        while seat >= 0 and s.war_pending & s.owned[seat] & specialists:
            handle = lowest(s.war_pending & s.owned[seat] & specialists)
            if ability_targets(s, t, seat, handle):
                s.phase = AT_ARCHER if step < 4 else AT_PRIEST
                s.seat = seat
                s.chosen = handle
                return
            s.war_pending &= ~BIT[handle]
    s.chosen = NONE
    s.phase = TO_CASUALTIES


@rule
def legal_ability(s, t, buf):
    buf[0] = PASS
    targets = ability_targets(s, t, int(s.seat), int(s.chosen))
    return write_troops(buf, 1, TROOP, one_of_each_wounded(s, targets))


@rule
def fight_of(s, handle):
    """The fight that a troop is in, or -1."""
    found = NONE
    for fight in range(s.fights):
        if (s.fight_attackers[fight] | s.fight_defenders[fight]) & BIT[handle]:
            found = fight
    return found


@compiled
def apply_ability(s, t, action):
    archers = s.phase == AT_ARCHER
    user = int(s.chosen)
    s.war_pending &= ~BIT[user]
    if action != PASS:
        s.used |= BIT[user]
        if archers:
            s.damage[action - TROOP] += t.archer_damage  # FIEF-120
            s.damage_dealt += t.archer_damage
            s.counter[s.seat, SHOTS] += 1
        else:
            heal(s, t, action - TROOP)
            s.counter[s.seat, HEALS] += 1
    s.phase = TO_ABILITIES


@rule
def heal(s, t, handle):
    """FIEF-122: the surplus of the army is healed before the troop."""
    fight = fight_of(s, handle)
    for _ in range(t.priest_heal):
        side = ATTACK if fight >= 0 and s.fight_attackers[fight] & BIT[handle] else DEFENCE
        if fight >= 0 and s.surplus[fight, side] > 0:
            s.surplus[fight, side] -= 1
            s.surplus_healed[fight, side] += 1
        elif s.damage[handle] > 0:
            s.damage[handle] -= 1
            s.healed[handle] += 1


# --- step 6: casualties (FIEF-115, FIEF-116, FIEF-125) ------------------------------------------------------------


@rule
def army_of(s, handle):
    """FIEF-85: the troops of one side in the same fight, a group without target, or the troop alone."""
    army = BIT[handle] * 1
    for group in range(s.groups):
        if s.group[group] & BIT[handle]:
            army = s.group[group] * 1
    for fight in range(s.fights):
        for side in range(2):
            if members(s, fight, side) & BIT[handle]:
                army = members(s, fight, side) * 1
    return army


@rule
def tap_users(s, t):
    """FIEF-83, FIEF-85, FIEF-123: users of abilities are tapped with their army and their place."""
    users = s.used * 1
    while users:
        handle = lowest(users)
        users &= ~BIT[handle]
        s.tapped |= army_of(s, handle)
        place = place_of(s, handle)
        if place >= 0:
            for seat in range(t.players):
                if s.owned[seat] & BIT[handle]:
                    tap_place(s, seat, place)


@rule
def is_dead(s, t, handle):
    return s.damage[handle] > 0 and s.damage[handle] >= t.kind_defence[KIND_OF[handle]] + s.bonus[handle]


@compiled
def resolve(s, t):
    """FIEF-125: tap the users of abilities, remove the dead, check landscapes and city, all at the same moment."""
    attacker, defender, location = int(s.war_attacker), int(s.war_defender), int(s.war_location)
    tap_users(s, t)
    if t.combat_taps_attackers:
        for fight in range(s.fights):
            s.tapped |= s.fight_attackers[fight]
    dead = s.owned[0] & 0
    here = s.at[location] * 1
    while here:
        handle = lowest(here)
        here &= ~BIT[handle]
        if is_dead(s, t, handle):
            dead |= BIT[handle]
        elif (
            s.healed[handle] > 0
            and s.damage[handle] + s.healed[handle] >= t.kind_defence[KIND_OF[handle]] + s.bonus[handle]
        ):
            count_saved(s, t, handle)
    for fight in range(s.fights):
        count_winner(s, t, fight, dead)
    city_falls = False
    for fight in range(s.fights):
        if s.fight_place[fight] >= 0:
            city_falls = resolve_place(s, t, fight, dead) or city_falls
    while dead:
        handle = lowest(dead)
        dead &= ~BIT[handle]
        bury(s, t, handle, attacker, defender)
    clear_war(s)
    s.seat = s.active
    s.phase = AT_WAR
    if city_falls:
        eliminate(s, t, defender, BY_CITY_FALL)


@rule
def count_saved(s, t, handle):
    for seat in range(t.players):
        if s.owned[seat] & BIT[handle]:
            s.counter[seat, SAVING_HEALS] += 1


@rule
def count_winner(s, t, fight, dead):
    """A fight is won by the side that loses fewer cost units."""
    of_attackers = sum_over(t.kind_units, s.fight_attackers[fight] & dead)
    of_defenders = sum_over(t.kind_units, s.fight_defenders[fight] & dead)
    if of_attackers < of_defenders:
        s.counter[s.war_attacker, FIGHTS_WON] += 1
    elif of_defenders < of_attackers:
        s.counter[s.war_defender, FIGHTS_WON] += 1


@rule
def resolve_place(s, t, fight, dead):
    """FIEF-115: military buildings and the landscape; FIEF-116: whether the city falls."""
    owner = int(s.war_defender)
    place = int(s.fight_place[fight])
    for slot in range(2, -1, -1):
        kind = int(s.building[owner, place, slot])
        if kind >= TOWER and s.stone_damage[kind - TOWER] >= stone_defence(s, t, kind - TOWER):
            lose_building(s, owner, place, slot)
    refresh_prestige(s, t, owner)
    refresh_place(s, t, owner, place)
    surplus = int(s.surplus[fight, DEFENCE])
    healed = int(s.surplus_healed[fight, DEFENCE])
    needed = stone_defence(s, t, STONE_CITY) if place == 0 else 1
    if surplus < needed and surplus + healed >= needed:
        s.counter[owner, SAVING_HEALS] += 1
    if place == 0:
        return surplus >= needed
    if s.fight_defenders[fight] & ~dead == 0 and not has_military_building(s, owner, place) and surplus >= needed:
        plus_one(s.killed, owner, s.land[owner, place])
        s.counter[owner, LANDSCAPES_RAZED] += 1
        s.counter[s.war_attacker, RAZED_BY_ME] += 1
        lose_landscape(s, t, owner, place)
    return False


@rule
def bury(s, t, handle, attacker, defender):
    owner = 0
    for seat in range(t.players):
        if s.owned[seat] & BIT[handle]:
            owner = seat
    plus_one(s.killed, owner, KIND_OF[handle])
    s.counter[owner, TROOPS_LOST] += 1
    s.counter[defender if are_allied(t, owner, attacker) else attacker, TROOPS_KILLED] += 1
    take_off(s, t, handle)


@rule
def clear_war(s):
    s.war_attacker = NONE
    s.war_defender = NONE
    s.war_location = NONE
    s.war_pending = 0
    s.groups = 0
    s.fights = 0
    s.fight = 0
    s.side = 0
    s.points_left = 0
    s.used = 0
    for group in range(GROUPS):
        s.group[group] = 0
        s.opposing[group] = 0
        s.group_target[group] = NONE
        s.fight_attackers[group] = 0
        s.fight_defenders[group] = 0
        s.fight_place[group] = NONE
        for side in range(2):
            s.surplus[group, side] = 0
            s.surplus_healed[group, side] = 0
    for handle in range(HANDLES):
        s.bonus[handle] = 0
        s.healed[handle] = 0
    for stone in range(4):
        s.stone_bonus[stone] = 0
        s.stone_damage[stone] = 0
