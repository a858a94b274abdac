"""What must be true after every action; the numbers are those of the list in RULES.md, "Invariants".

`invariants` looks at one position, `step_invariants` at the positions before and after an action.
"""

import numpy as np

from simcore.games.comuni.building import has_height, points_sum
from simcore.games.comuni.refill import is_announced, stacks_ended
from simcore.games.comuni.scoring import rank_of
from simcore.games.comuni.state import (
    ALLIANCE,
    ARMY,
    BUILD_CARD,
    CARDS,
    CLAIM_BONUS,
    CRAFTSMAN,
    DISCARD,
    DISCARDED,
    DISPLACED,
    EVERY_TURN,
    FIST_PILGRIMS,
    GAME_OVER,
    GOLD,
    IN_BUILDING,
    IN_COLUMN,
    IN_HAND,
    IN_STACK,
    IN_WALL,
    INVASIONS,
    KINDS,
    LAST_INVASION,
    NOBODY,
    OUT,
    PILGRIM,
    REPAIR,
    REST_WAITS,
    ROOM,
    SORTS,
    SURPLUS_RETURNS,
    TIE_SHARED,
    TIES_TAKE,
    TOP,
)
from simcore.games.comuni.stones import armies_for
from simcore.kernels.jit import compiled, rule


@compiled
def invariants(s, t):
    """The number of the first broken invariant, or 0."""
    if not stones_are_conserved(s, t):
        return 1
    if not cards_are_conserved(s, t):
        return 2
    if not envoys_are_conserved(s, t):
        return 3
    if not bids_lie_on_cards(s, t):
        return 4
    if not points_come_from_buildings(s, t):
        return 5
    if not cards_make_storeys(s):
        return 6
    if not bonus_walls_add_up(s, t):
        return 7
    if not active_cards_have_buildings(s, t):
        return 9
    if not guilds_are_owned(s, t):
        return 10
    if not hands_are_small(s, t):
        return 11
    if not stacks_end_in_order(s, t):
        return 12
    if not columns_are_full(s, t):
        return 13
    if not invasions_match_stacks(s, t):
        return 14
    if not leader_is_right(s):
        return 15
    if not turns_are_even(s, t):
        return 16
    if not chain_is_short(s, t):
        return 17
    if not heroes_are_two(s):
        return 18
    if not winner_is_single(s, t):
        return 22
    return 0


@rule
def stones_are_conserved(s, t):
    """1: supply, stocks and bids make up the total of each sort; nothing is negative."""
    fine = True
    for sort in range(SORTS):
        total = s.supply[sort] + 0
        fine &= s.supply[sort] >= 0
        for seat in range(s.players):
            total += s.stock[seat, sort]
            fine &= s.stock[seat, sort] >= 0
        if sort == GOLD:
            total += s.displaced_gold
            for column in range(t.columns_in_play):
                total += s.bid_gold[column]
                fine &= s.bid_gold[column] >= 0
        fine &= total == t.stones_total[sort]
    return fine


@rule
def cards_are_conserved(s, t):
    """2, 21: every card of the game is in exactly one place, all others nowhere; a claimed card is with its claimer.

    So the cards a player claimed are those in his buildings, walls and hand, and those he discarded.
    """
    seen = np.zeros(CARDS, np.int64)
    fine = True
    for stack in range(t.stacks_used):
        for i in range(t.stack_size[stack] - s.stack_left[stack], t.stack_size[stack]):
            card = s.stack[stack, i]
            seen[card] += 1
            fine &= s.place[card] == IN_STACK
    for column in range(t.columns_in_play):
        for i in range(s.column_n[column]):
            card = s.column[column, i]
            seen[card] += 1
            fine &= s.place[card] == IN_COLUMN
    for seat in range(s.players):
        for i in range(s.hand_n[seat]):
            card = s.hand[seat, i]
            seen[card] += 1
            fine &= s.place[card] == IN_HAND and s.claimer[card] == seat
            fine &= i == 0 or s.hand[seat, i - 1] < card
    in_game = 0
    for card in range(CARDS):
        place = s.place[card]
        used_up = place in (IN_BUILDING, IN_WALL, DISCARDED)
        in_game += place != OUT
        fine &= seen[card] == (1 if place in (IN_STACK, IN_COLUMN, IN_HAND) else 0)
        fine &= (s.claimer[card] != NOBODY) == (used_up or place == IN_HAND)
    for stack in range(t.stacks_used):
        used = 0
        for i in range(t.pool_n[stack]):
            used += s.place[t.pool[stack, i]] != OUT
        fine &= used == t.stack_size[stack]
        in_game -= used
    return fine and in_game == 0


@rule
def envoys_are_conserved(s, t):
    """3: every envoy is at home, on a column, or just thrown out."""
    fine = True
    for seat in range(s.players):
        envoys = s.envoys_home[seat] + 0
        for column in range(t.columns_in_play):
            envoys += s.bid_owner[column] == seat
        envoys += s.displaced_owner == seat
        fine &= envoys == t.max_envoys and s.envoys_home[seat] >= 0
    return fine


@rule
def bids_lie_on_cards(s, t):
    """4: gold lies only with an envoy, and an envoy stands only above cards."""
    fine = True
    for column in range(t.columns_in_play):
        owned = s.bid_owner[column] != NOBODY
        fine &= owned or s.bid_gold[column] == 0
        fine &= not owned or s.column_n[column] > 0
    return fine


@rule
def points_come_from_buildings(s, t):
    """5: only buildings give points on the track."""
    fine = True
    for seat in range(s.players):
        points = t.start_points + 0
        for kind in range(KINDS):
            for height in range(1, TOP + 1):
                points += s.buildings[seat, kind, height] * t.building_points[height]
        fine &= points == s.points[seat]
    return fine


@rule
def cards_make_storeys(s):
    """6, 8: cards in buildings and walls are as many as storeys; heights lie between 1 and 4."""
    fine = True
    for seat in range(s.players):
        built = 0
        walled = s.bonus_walls[seat] + 0
        for card in range(CARDS):
            if s.claimer[card] == seat:
                built += s.place[card] == IN_BUILDING
                walled += s.place[card] == IN_WALL
        fine &= s.walls[seat, 0] == 0
        for height in range(1, TOP + 1):
            walled -= height * s.walls[seat, height]
            fine &= s.walls[seat, height] >= 0
            for kind in range(KINDS):
                built -= height * s.buildings[seat, kind, height]
                fine &= s.buildings[seat, kind, height] >= 0 and s.buildings[seat, kind, 0] == 0
        fine &= built == 0 and walled == 0
    return fine


@rule
def bonus_walls_add_up(s, t):
    """7: bonus walls are handed out for complete walls only, as long as there are any."""
    handed_out = 0
    fine = s.bonus_walls_left >= 0
    for seat in range(s.players):
        handed_out += s.bonus_walls[seat]
        fine &= s.bonus_walls[seat] <= s.walls[seat, TOP]
    return fine and handed_out + s.bonus_walls_left == t.bonus_walls


@rule
def active_cards_have_buildings(s, t):
    """9: an activation card is active through a building (unless all start active)."""
    fine = True
    if t.start_activation == 0:
        for seat in range(s.players):
            for kind in range(KINDS):
                fine &= s.active_card[seat, kind] == 0 or has_height(s, seat, kind, 1)
    return fine


@rule
def guilds_are_owned(s, t):
    """10: unless a player is just building, a guild card is owned if and only if somebody has a building high enough.

    Its owner has such a building or took the card from somebody (COM-90), so he has built in that kind; how he came by
    the card is looked at when it changes hands (`guilds_are_earned`).
    """
    fine = True
    if not BUILD_CARD <= s.phase <= DISCARD:
        for kind in range(KINDS):
            owner = s.guild_owner[kind]
            exists = False
            for seat in range(s.players):
                exists |= has_height(s, seat, kind, t.guild_storeys)
            fine &= exists == (owner != NOBODY)
            fine &= owner == NOBODY or has_height(s, owner, kind, 1)
    return fine


@rule
def phase_3_to_come(s):
    """Whether the active player may hold any number of cards: from his claim to his discards."""
    running = BUILD_CARD <= s.phase <= DISCARD or s.phase == CLAIM_BONUS
    invaded = ALLIANCE <= s.phase <= FIST_PILGRIMS or s.phase == GAME_OVER
    return running or (invaded and s.claimed_now == 1)


@rule
def largest_hand(t):
    """The cards kept and those of the largest columns that a player's envoys can stand on."""
    cards = t.hand_limit + 0
    envoys = t.max_envoys + 0
    for size in range(ROOM, 0, -1):
        columns = 0
        for column in range(t.columns_in_play):
            columns += t.capacity[column] == size
        cards += size * min(envoys, columns)
        envoys -= min(envoys, columns)
    return cards


@rule
def hands_are_small(s, t):
    """11: the hand limit, except before the discards of the own turn; then no more than one claim can add."""
    fine = True
    for seat in range(s.players):
        if seat != s.active or not phase_3_to_come(s):
            fine &= s.hand_n[seat] <= t.hand_limit
        fine &= s.hand_n[seat] <= largest_hand(t)
    return fine


@rule
def stacks_end_in_order(s, t):
    """12: a stack is begun only when the one before is used up."""
    fine = True
    for stack in range(1, t.stacks_used):
        fine &= s.stack_left[stack] == t.stack_size[stack] or s.stack_left[stack - 1] == 0
    return fine


@rule
def columns_are_full(s, t):
    """13: outside a claim and its refill every column is full as long as cards are left."""
    refilling = s.phase == CLAIM_BONUS or ALLIANCE <= s.phase <= FIST_PILGRIMS
    fine = True
    if not refilling and t.refill_timing != REST_WAITS and s.stack_left[t.stacks_used - 1] > 0:
        for column in range(t.columns_in_play):
            fine &= s.column_n[column] == t.capacity[column]
    return fine


@rule
def invasions_match_stacks(s, t):
    """14: one invasion for each stack that ended, except while it runs; the last one only at the end."""
    ended = stacks_ended(s, t)
    if s.invasion > 0:
        due = s.invasions_done < ended or (is_announced(s) and s.invasions_done == t.stacks_used - 1)
        return due and s.invasion == s.invasions_done + 1
    if s.over and s.reason == LAST_INVASION:
        return s.invasions_done == t.stacks_used
    return s.invasions_done == ended


@rule
def leader_is_right(s):
    """15: the alliance leader is the active player, in the last round the trigger."""
    return s.leader == (s.trigger_seat if s.last_round else s.active)


@rule
def turns_are_even(s, t):
    """16: nobody is more than one turn ahead; at the normal end the seats up to the trigger have one turn more."""
    fine = True
    normal_end = s.over and s.reason == LAST_INVASION and t.final_round
    trigger = (s.trigger_seat - s.starting_seat + s.players) % s.players
    for seat in range(s.players):
        relative = (seat - s.starting_seat + s.players) % s.players
        if normal_end:
            fine &= s.turns_taken[seat] == s.turns_taken[s.trigger_seat] - (relative > trigger)
        for other in range(seat):
            fine &= abs(s.turns_taken[seat] - s.turns_taken[other]) <= 1
    return fine


@rule
def chain_is_short(s, t):
    """17: the moving bids of a chain get smaller, so it is no longer than there are columns."""
    fine = s.chain_length <= t.columns_in_play
    if s.phase == DISPLACED:
        fine &= s.displaced_gold < s.bid_gold[s.displaced_from] and s.displaced_owner == s.seat
    return fine


@rule
def heroes_are_two(s):
    """18: the lower tile only when the higher is awarded, to another player."""
    fine = True
    for invasion in range(INVASIONS):
        high, low = s.hero_owner[invasion, 0], s.hero_owner[invasion, 1]
        fine &= low == NOBODY or (high != NOBODY and high != low)
    return fine


@rule
def winner_is_single(s, t):
    """22: one winner, unless ties are shared."""
    if not s.over:
        return s.winners == 0
    firsts = 0
    for seat in range(s.players):
        firsts += (s.winners >> seat) & 1
        if (s.winners >> seat) & 1 and rank_of(s, t, seat) != 1:
            return False
    return firsts == 1 or (firsts > 1 and t.tie_break == TIE_SHARED)


# --- from one position to the next -------------------------------------------------------------------


@compiled
def step_invariants(before, s, t, action):
    """The number of the first invariant that the way from the position before an action breaks, or 0."""
    if not guilds_are_earned(before, s, t):
        return 10
    if not stacks_are_drawn_in_order(before, s, t):
        return 12
    if not turns_go_round(before, s):
        return 16
    if not chain_falls(before, s, t):
        return 17
    if not heroes_stay(before, s):
        return 18
    if not fists_are_paid(before, s, t):
        return 19
    if not plunder_has_a_cause(before, s, t):
        return 20
    if not claimed_cards_stay(before, s):
        return 21
    return 0


@rule
def guilds_are_earned(before, s, t):
    """10: a free guild card goes to a building high enough (COM-89), an owned one to a higher sum (COM-90, COM-92).

    In both cases to the player whose turn it is, and buildings never shrink (COM-74).
    """
    fine = True
    for kind in range(KINDS):
        for seat in range(s.players):
            fine &= points_sum(s, t, seat, kind) >= points_sum(before, t, seat, kind)
        owner, loser = s.guild_owner[kind], before.guild_owner[kind]
        if owner == loser:
            continue
        if owner != before.active:
            return False
        fine &= (s.built_kinds >> kind) & 1 == 1 or t.guild_takeover == EVERY_TURN
        if loser == NOBODY:
            fine &= has_height(s, owner, kind, t.guild_storeys)
        else:
            lead = points_sum(s, t, owner, kind) - points_sum(s, t, loser, kind)
            fine &= lead >= (0 if t.guild_takeover == TIES_TAKE else 1)
    return fine


@rule
def stacks_are_drawn_in_order(before, s, t):
    """12: no card returns to a stack, and none is drawn while an earlier stack has cards."""
    fine = True
    earlier = 0
    for stack in range(t.stacks_used):
        fine &= s.stack_left[stack] <= before.stack_left[stack]
        fine &= s.stack_left[stack] == before.stack_left[stack] or earlier == 0
        earlier += s.stack_left[stack]
    return fine


@rule
def turns_go_round(before, s):
    """16: only the active player's turns are counted, one at a time, and then the turn goes to his left (COM-97).

    It does not when the game ends, nor for the invasion that ends it.
    """
    fine = True
    for seat in range(s.players):
        added = s.turns_taken[seat] - before.turns_taken[seat]
        fine &= added == 0 or (added == 1 and seat == before.active)
    ended = s.turns_taken[before.active] > before.turns_taken[before.active]
    if ended and not s.over and s.invasion == 0:
        return fine and s.active == (before.active + 1) % s.players
    return fine and s.active == before.active


@rule
def chain_falls(before, s, t):
    """17, COM-41: every step of a chain moves a smaller bid than the one before, and no column is entered twice."""
    if before.phase != DISPLACED or s.phase != DISPLACED:
        return s.chain_length <= 1
    return s.displaced_gold < before.displaced_gold and s.chain_length == before.chain_length + 1


@rule
def heroes_stay(before, s):
    """18: hero tiles are awarded in their invasion and never change hands."""
    fine = True
    for invasion in range(INVASIONS):
        for place in range(2):
            same = s.hero_owner[invasion, place] == before.hero_owner[invasion, place]
            fine &= same or (invasion == before.invasions_done and s.invasions_done > invasion)
    return fine


@rule
def fists_are_paid(before, s, t):
    """19: an invasion takes the stones in the fists, nothing else, and leaves the track alone.

    The fists are those that the players closed; of the last one the final answer is only in the record of the invasion.
    """
    if s.invasions_done == before.invasions_done:
        return True
    now = before.invasion - 1
    fine = s.invasions_done == before.invasions_done + 1
    for seat in range(s.players):
        if seat != before.seat:
            fine &= s.seen_alliance[seat, now] == before.commit_alliance[seat]
            fine &= s.seen_city[seat, now] == before.commit_city[seat]
            fine &= s.seen_gold[seat, now] == t.army_price * before.commit_gold[seat]
            fine &= s.seen_pilgrims[seat, now] == t.army_price * before.commit_pilgrims[seat]
        exchanged = armies_for(t, s.seen_gold[seat, now]) + armies_for(t, s.seen_pilgrims[seat, now])
        armies = s.seen_alliance[seat, now] + s.seen_city[seat, now] - exchanged
        returned = s.seen_returned[seat, now]
        fine &= 0 <= returned <= (armies if t.surplus_armies == SURPLUS_RETURNS else 0)
        fine &= before.stock[seat, ARMY] - s.stock[seat, ARMY] == armies - returned
        fine &= before.stock[seat, GOLD] - s.stock[seat, GOLD] == s.seen_gold[seat, now]
        fine &= before.stock[seat, PILGRIM] - s.stock[seat, PILGRIM] == s.seen_pilgrims[seat, now]
        fine &= before.stock[seat, CRAFTSMAN] == s.stock[seat, CRAFTSMAN]
        fine &= before.points[seat] == s.points[seat]
    return fine


@rule
def plunder_has_a_cause(before, s, t):
    """20: plunder grows only in an invasion and falls only by repair, once in an own turn, which it ends."""
    fine = True
    invaded = s.invasions_done > before.invasions_done
    for seat in range(s.players):
        added = s.plunder[seat] - before.plunder[seat]
        if added > 0:
            fine &= invaded and added == s.seen_plunder[seat, before.invasion - 1]
        elif added < 0:
            fine &= before.phase == REPAIR and seat == before.active and -added <= t.repair_limit
            fine &= s.turns_taken[seat] == before.turns_taken[seat] + 1
        fine &= s.plunder[seat] >= 0
    return fine


@rule
def claimed_cards_stay(before, s):
    """21: the active player claims all cards of his columns; a claimed card stays with him, a placed one in place."""
    fine = True
    claimed = 0
    for card in range(CARDS):
        was, now = before.place[card], s.place[card]
        if was in (IN_BUILDING, IN_WALL, DISCARDED):
            fine &= now == was
        if s.claimer[card] != before.claimer[card]:
            claimed += 1
            fine &= was == IN_COLUMN and now == IN_HAND and s.claimer[card] == before.active
    for seat in range(s.players):
        for i in range(ROOM):
            claimed -= (i + 1) * (s.columns_claimed[seat, i] - before.columns_claimed[seat, i])
    return fine and claimed == 0
