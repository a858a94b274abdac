"""Invasions: attack, secret commitments, defence, plunder, heroes (COM-99 to COM-128)."""

from simcore.games.comuni.state import (
    ALLIANCE,
    AMOUNT,
    ARMY,
    CITY,
    CONTRIBUTORS,
    FIST_GOLD,
    FIST_PILGRIMS,
    GOLD,
    LOWEST_PLAYER,
    MEAN_PLAYER,
    MOST,
    NOBODY,
    PER_CARD,
    PILGRIM,
    SURPLUS_RETURNS,
    TOP,
)
from simcore.games.comuni.stones import armies_for, pay
from simcore.kernels.jit import compiled, rule


@rule
def start_invasion(s, number):
    """COM-100, COM-104: everybody commits, the active player first; nobody sees the others' fists."""
    s.invasion = number
    s.committed = 0
    for seat in range(s.players):
        s.commit_alliance[seat] = 0
        s.commit_city[seat] = 0
        s.commit_gold[seat] = 0
        s.commit_pilgrims[seat] = 0
    s.seat = s.active
    s.phase = ALLIANCE


# --- attack ------------------------------------------------------------------------------------------


@rule
def banner_base(s, t):
    """COM-101: the points whose banner stands on the start field."""
    lowest = s.points[0] + 0
    total = 0
    for seat in range(s.players):
        lowest = min(lowest, s.points[seat])
        total += s.points[seat]
    return total // s.players if t.banner_rule == MEAN_PLAYER else lowest


@rule
def attack_on(s, t, seat, invasion):
    """COM-99, COM-101, COM-102: the start field plus the lead in points."""
    start = t.invasion_field[invasion - 1]
    if t.banner_rule == LOWEST_PLAYER:
        return start + s.points[seat] - banner_base(s, t)
    if t.banner_rule == MEAN_PLAYER:
        return max(0, start + s.points[seat] - banner_base(s, t))
    return start + 0


# --- commitment --------------------------------------------------------------------------------------


@rule
def armies_available(s, t, seat):
    """COM-105, COM-106: army stones and whole pairs of gold or pilgrims in stock."""
    return s.stock[seat, ARMY] + armies_for(t, s.stock[seat, GOLD]) + armies_for(t, s.stock[seat, PILGRIM])


@rule
def fist_gold_range(s, t, seat):
    """COM-116: fewest and most armies that can be paid with gold, given both totals."""
    wanted = s.commit_alliance[seat] + s.commit_city[seat]
    fewest = max(0, wanted - s.stock[seat, ARMY] - armies_for(t, s.stock[seat, PILGRIM]))
    return fewest, min(wanted, armies_for(t, s.stock[seat, GOLD]))


@rule
def fist_pilgrims_range(s, t, seat):
    """COM-116: fewest and most armies that can be paid with pilgrims; army stones pay the rest."""
    wanted = s.commit_alliance[seat] + s.commit_city[seat] - s.commit_gold[seat]
    fewest = max(0, wanted - s.stock[seat, ARMY])
    return fewest, min(wanted, armies_for(t, s.stock[seat, PILGRIM]))


@rule
def legal_commitment(s, t, buf):
    """COM-104, COM-105, COM-116: an amount for the question of this phase."""
    seat = s.seat
    first = 0
    last = 0
    if s.phase == ALLIANCE:
        last = armies_available(s, t, seat)
    elif s.phase == CITY:
        last = armies_available(s, t, seat) - s.commit_alliance[seat]
    elif s.phase == FIST_GOLD:
        first, last = fist_gold_range(s, t, seat)
    else:
        first, last = fist_pilgrims_range(s, t, seat)
    n = 0
    for amount in range(first, min(last, MOST) + 1):
        buf[n] = AMOUNT + amount
        n += 1
    return n


@rule
def commit(s, t, amount):
    """COM-104, COM-116: note the answer and go on to the next question that has more than one."""
    seat = s.seat
    if s.phase == ALLIANCE:
        s.commit_alliance[seat] = amount
        s.phase = CITY
        if armies_available(s, t, seat) > amount:
            return
        amount = 0
    if s.phase == CITY:
        s.commit_city[seat] = amount
        s.phase = FIST_GOLD
        fewest, most = fist_gold_range(s, t, seat)
        if fewest < most:
            return
        amount = fewest
    if s.phase == FIST_GOLD:
        s.commit_gold[seat] = amount
        s.phase = FIST_PILGRIMS
        fewest, most = fist_pilgrims_range(s, t, seat)
        if fewest < most:
            return
        amount = fewest
    s.commit_pilgrims[seat] = amount
    s.committed += 1
    s.seat = (seat + 1) % s.players
    s.phase = ALLIANCE


@rule
def all_committed(s):
    return s.committed == s.players


# --- resolution --------------------------------------------------------------------------------------


@rule
def places(s, t, seat, height):
    """COM-110, COM-112: places for armies worth army_value[height]."""
    if t.wall_manning != PER_CARD:
        return s.walls[seat, height] + 0
    found = 0
    for wall in range(height, TOP + 1):
        found += s.walls[seat, wall]
    return found


@rule
def city_value(s, t, seat, armies):
    """COM-110 to COM-114: armies take the most valuable walls first, the rest stand without a wall."""
    value = 0
    left = armies
    for i in range(TOP):
        height = t.manning_order[i]
        if t.army_value[height] <= t.army_value[0]:
            continue
        manned = min(left, places(s, t, seat, height))
        value += manned * t.army_value[height]
        left -= manned
    return value + left * t.army_value[0]


@rule
def leader_point(s, t, seat):
    """COM-119, COM-124."""
    return t.leader_bonus if s.leader == seat else 0


@rule
def returning_armies(s, t, seat, remaining):
    """Only with surplus_armies = returned: army stones of the city that were not needed."""
    city = s.commit_city[seat]
    stones = s.commit_alliance[seat] + city - s.commit_gold[seat] - s.commit_pilgrims[seat]
    back = 0
    while back < min(city, stones) and city_value(s, t, seat, city - back - 1) + leader_point(s, t, seat) >= remaining:
        back += 1
    return back


@compiled
def resolve(s, t):
    """COM-108 to COM-128: reveal, lower the attacks, defend, plunder, honour the heroes, clear the fists."""
    now = s.invasion - 1
    alliance = 0
    for seat in range(s.players):
        alliance += s.commit_alliance[seat]
    for seat in range(s.players):
        attack = attack_on(s, t, seat, s.invasion)
        helped = t.alliance_benefit != CONTRIBUTORS or s.commit_alliance[seat] > 0
        remaining = max(0, attack - alliance) if helped else attack
        defence = city_value(s, t, seat, s.commit_city[seat]) + leader_point(s, t, seat)
        plunder = max(0, remaining - defence)
        s.plunder[seat] += plunder
        s.seen_points[seat, now] = s.points[seat]
        s.seen_attack[seat, now] = attack
        s.seen_remaining[seat, now] = remaining
        s.seen_defence[seat, now] = defence
        s.seen_plunder[seat, now] = plunder
        s.seen_leader[seat, now] = s.leader == seat
        if t.surplus_armies == SURPLUS_RETURNS:
            s.seen_returned[seat, now] = returning_armies(s, t, seat, remaining)
    honour_heroes(s, t)
    for seat in range(s.players):
        open_fists(s, t, seat)
    s.invasion_turn[now] = s.turns
    s.invasions_done += 1
    s.invasion = 0


@rule
def is_braver(s, t, seat, other):
    """COM-125, COM-126: more alliance armies, then fewer points, then the lower commune number."""
    own, others = s.commit_alliance[seat], s.commit_alliance[other]
    if own != others:
        return own > others
    if s.points[seat] != s.points[other]:
        return s.points[seat] < s.points[other]
    return t.communes_number[s.commune[seat]] < t.communes_number[s.commune[other]]


@rule
def bravest(s, t, without):
    """The first in the ranking among contributors, one seat left out; NOBODY when there is none."""
    best = NOBODY
    for seat in range(s.players):
        if seat != without and s.commit_alliance[seat] > 0 and (best == NOBODY or is_braver(s, t, seat, best)):
            best = seat
    return best


@rule
def honour_heroes(s, t):
    """COM-125 to COM-128: the two bravest contributors get the tiles of this invasion."""
    now = s.invasion - 1
    first = bravest(s, t, NOBODY)
    second = bravest(s, t, first) if first != NOBODY else NOBODY
    s.hero_owner[now, 0] = first
    s.hero_owner[now, 1] = second
    if first != NOBODY:
        s.hero_points[first] += t.hero_value[now, 0]
        s.seen_hero[first, now] = 1
    if second != NOBODY:
        s.hero_points[second] += t.hero_value[now, 1]
        s.seen_hero[second, now] = 2


@rule
def open_fists(s, t, seat):
    """COM-117: everything committed goes to the supply."""
    now = s.invasion - 1
    gold, pilgrims = s.commit_gold[seat], s.commit_pilgrims[seat]
    armies = s.commit_alliance[seat] + s.commit_city[seat] - gold - pilgrims
    s.seen_alliance[seat, now] = s.commit_alliance[seat]
    s.seen_city[seat, now] = s.commit_city[seat]
    s.seen_armies[seat, now] = armies
    s.seen_gold[seat, now] = gold * t.army_price
    s.seen_pilgrims[seat, now] = pilgrims * t.army_price
    pay(s, seat, ARMY, armies - s.seen_returned[seat, now])
    pay(s, seat, GOLD, gold * t.army_price)
    pay(s, seat, PILGRIM, pilgrims * t.army_price)
    s.commit_alliance[seat] = 0
    s.commit_city[seat] = 0
    s.commit_gold[seat] = 0
    s.commit_pilgrims[seat] = 0
