"""What must be true after every action; the numbers are those of the list in RULES.md, "Invariants"."""

import numpy as np

from simcore.games.comuni.building import has_height
from simcore.games.comuni.refill import stacks_ended
from simcore.games.comuni.scoring import rank_of
from simcore.games.comuni.state import (
    ALLIANCE,
    BUILD_CARD,
    CARDS,
    CLAIM_BONUS,
    DISCARD,
    DISCARDED,
    DISPLACED,
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
    MAIN,
    NOBODY,
    OUT,
    REST_WAITS,
    ROOM,
    SORTS,
    TIE_SHARED,
    TOP,
)
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
    if not fists_are_paid(s, t):
        return 19
    if not plunder_adds_up(s):
        return 20
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
    """2, 21: every card of the game is in exactly one place, all others nowhere; a claimed card is with its claimer."""
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
    """10: at the end of a turn a guild card is owned if and only if somebody has a building that is high enough.

    Its owner has such a building or took the card from somebody (COM-90), so he has built in that kind.
    """
    fine = True
    if s.phase == MAIN:
        for kind in range(KINDS):
            owner = s.guild_owner[kind]
            exists = False
            for seat in range(s.players):
                exists |= has_height(s, seat, kind, t.guild_storeys)
            fine &= exists == (owner != NOBODY)
            fine &= owner == NOBODY or has_height(s, owner, kind, 1)
    return fine


@rule
def phase_3_to_come(s, t):
    """Whether the active player may hold any number of cards: from his claim to his discards."""
    running = BUILD_CARD <= s.phase <= DISCARD or s.phase == CLAIM_BONUS
    invaded = ALLIANCE <= s.phase <= FIST_PILGRIMS or s.phase == GAME_OVER
    return running or (invaded and (s.claimed_now == 1 or t.final_round == 0))


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
        if seat != s.active or not phase_3_to_come(s, t):
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
    refilling = s.phase == CLAIM_BONUS or ALLIANCE <= s.phase <= FIST_PILGRIMS or s.phase == GAME_OVER
    fine = True
    if not refilling and t.refill_timing != REST_WAITS and s.stack_left[t.stacks_used - 1] > 0:
        for column in range(t.columns_in_play):
            fine &= s.column_n[column] == t.capacity[column]
    return fine


@rule
def invasions_match_stacks(s, t):
    """14: one invasion for each stack that ended, except while it runs; the last one only at the end."""
    if s.invasion > 0:
        return s.invasion == s.invasions_done + 1
    if s.over:
        return s.reason != LAST_INVASION or s.invasions_done == t.stacks_used
    return s.invasions_done == stacks_ended(s, t)


@rule
def leader_is_right(s):
    """15: the alliance leader is the active player, in the last round the trigger."""
    return s.leader == (s.trigger_seat if s.last_round else s.active)


@rule
def turns_are_even(s, t):
    """16: nobody is more than one turn ahead; at the normal end the seats up to the trigger have one turn more."""
    fine = True
    if s.over and s.reason == LAST_INVASION and t.final_round:
        trigger = (s.trigger_seat - s.start_seat + s.players) % s.players
        for seat in range(s.players):
            relative = (seat - s.start_seat + s.players) % s.players
            fine &= s.turns_taken[seat] == s.turns_taken[s.trigger_seat] - (relative > trigger)
        return fine
    for seat in range(s.players):
        fine &= abs(s.turns_taken[seat] - s.turns_taken[s.start_seat]) <= 1
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
def fists_are_paid(s, t):
    """19: every army in a fist was paid with an army stone or with the stones of an exchange."""
    fine = True
    for invasion in range(INVASIONS):
        for seat in range(s.players):
            exchanged = s.seen_gold[seat, invasion] + s.seen_pilgrims[seat, invasion]
            if t.army_price > 0:
                exchanged = exchanged // t.army_price
            fine &= s.seen_alliance[seat, invasion] + s.seen_city[seat, invasion] == (
                s.seen_armies[seat, invasion] + exchanged
            )
            fine &= s.seen_returned[seat, invasion] <= s.seen_armies[seat, invasion]
    return fine


@rule
def plunder_adds_up(s):
    """20: plunder comes from invasions and goes by repair."""
    fine = True
    for seat in range(s.players):
        received = 0
        for invasion in range(INVASIONS):
            received += s.seen_plunder[seat, invasion]
        fine &= s.plunder[seat] == received - s.repaired[seat] and s.plunder[seat] >= 0
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
