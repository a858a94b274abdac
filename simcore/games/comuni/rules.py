"""The course of the game (COM-21, COM-22, COM-97, COM-98, COM-129 to COM-134, COM-146) and the contract with the engine.

The chapters of the rulebook: setting_up, stones (exchange), project (bid, claim, income), refill, building (build, guild
masters, repair), invasion, scoring. This module leads from one decision to the next.
"""

from simcore.games.comuni.building import (
    build,
    discard,
    hand_out_guilds,
    legal_build_target,
    legal_discard,
    legal_extra_action,
    legal_hand_or_skip,
    legal_repair,
    legal_wall_target,
    may_act_again,
    most_repairable,
    pay_action,
    repair,
    strengthen_walls,
)
from simcore.games.comuni.invasion import all_committed, commit, legal_commitment, resolve, start_invasion
from simcore.games.comuni.project import (
    claim,
    close_chain,
    collect_income,
    legal_bid_amount,
    legal_bid_column,
    legal_claim_bonus,
    legal_claim_column,
    legal_displaced,
    legal_main,
    own_columns,
    place_bid,
    relocate,
    stones_in_supply,
    take_back,
    take_bonus,
)
from simcore.games.comuni.refill import (
    FILLED,
    fill_columns,
    is_announced,
    open_refill,
    stacks_ended,
)
from simcore.games.comuni.scoring import end_game, majorities, total_score
from simcore.games.comuni.state import (
    ALLIANCE,
    AMOUNT,
    AT_COLUMN,
    BID,
    BID_AMOUNT,
    BID_COLUMN,
    BUILD_CARD,
    BUILD_ON,
    BUILD_TARGET,
    CLAIM,
    CLAIM_BONUS,
    CLAIM_COLUMN,
    CLAIM_ONE,
    DISCARD,
    DISPLACED,
    EXTRA_ACTION,
    FIST_PILGRIMS,
    GAME_OVER,
    GOLD_TO_ARMY,
    INCOME,
    KINDS,
    LAST_INVASION,
    MAIN,
    NOBODY,
    PILGRIMS_TO_GOLD,
    PROJECT_CARD,
    REPAIR,
    REPAIR_POINTS,
    REST_WAITS,
    SKIP,
    STALLED,
    TAKE_BACK,
    TAKE_STONE,
    TOP,
    TURN_CAP,
    WALL_CARD,
    WALL_ON,
    WALL_TARGET,
)
from simcore.games.comuni.stones import can_exchange, exchange, exchanges_in_repair
from simcore.kernels.jit import compiled, rule


@compiled
def legal(s, t, buf):
    """The legal actions of the deciding seat, ascending."""
    phase = s.phase
    if phase == MAIN:
        return legal_main(s, t, buf)
    if phase == BID_COLUMN:
        return legal_bid_column(s, t, buf)
    if phase == BID_AMOUNT:
        return legal_bid_amount(s, t, buf)
    if phase == DISPLACED:
        return legal_displaced(s, t, buf)
    if phase == CLAIM_BONUS:
        return legal_claim_bonus(s, t, buf)
    if ALLIANCE <= phase <= FIST_PILGRIMS:
        return legal_commitment(s, t, buf)
    if phase in (BUILD_CARD, WALL_CARD):
        return legal_hand_or_skip(s, t, buf)
    if phase == BUILD_TARGET:
        return legal_build_target(s, t, buf)
    if phase == WALL_TARGET:
        return legal_wall_target(s, t, buf)
    if phase == EXTRA_ACTION:
        return legal_extra_action(s, t, buf)
    if phase == DISCARD:
        return legal_discard(s, t, buf)
    if phase == REPAIR:
        return legal_repair(s, t, buf)
    if phase == CLAIM_COLUMN:
        return legal_claim_column(s, t, buf)
    return 0


@compiled
def apply(s, t, action):
    """Carry out one action and everything automatic up to the next decision."""
    phase = s.phase
    if phase == MAIN:
        apply_main(s, t, action)
    elif phase == BID_COLUMN:
        s.bid_column = action - AT_COLUMN
        s.phase = BID_AMOUNT
    elif phase == BID_AMOUNT:
        after_move(s, t, place_bid(s, t, action - AMOUNT))
    elif phase == DISPLACED:
        apply_displaced(s, t, action)
    elif phase == CLAIM_COLUMN:
        claim(s, t, 1 << (action - AT_COLUMN))
        after_claim(s, t)
    elif phase == CLAIM_BONUS:
        take_bonus(s, action - TAKE_STONE)
        after_claim(s, t)
    elif ALLIANCE <= phase <= FIST_PILGRIMS:
        commit(s, t, action - AMOUNT)
        if all_committed(s):
            resolve(s, t)
            after_invasion(s, t)
    elif phase == REPAIR:
        apply_repair(s, t, action)
    else:
        apply_build(s, t, action)


# --- phase 1 -----------------------------------------------------------------------------------------


@rule
def apply_main(s, t, action):
    """COM-23: exactly one of bid, claim, income, after any number of exchanges."""
    if action == BID:
        s.phase = BID_COLUMN
    elif action == CLAIM:
        if t.claim_mode == CLAIM_ONE:
            s.phase = CLAIM_COLUMN
        else:
            claim(s, t, own_columns(s, t, s.active))
            after_claim(s, t)
    elif action == INCOME:
        collect_income(s, t)
        begin_build(s, t)
    else:
        exchange(s, t, s.seat, action)


@rule
def after_move(s, t, displaced):
    """COM-32, COM-33, COM-40: the owner of a displaced bid decides at once; otherwise phase 1 is over."""
    if displaced:
        s.seat = s.displaced_owner
        s.phase = DISPLACED
    else:
        close_chain(s)
        begin_build(s, t)


@rule
def apply_displaced(s, t, action):
    """COM-34, COM-35, COM-38."""
    if action == TAKE_BACK:
        take_back(s)
        after_move(s, t, 0)
    else:
        after_move(s, t, relocate(s, t, action - AT_COLUMN))


@rule
def after_claim(s, t):
    """COM-46, COM-48: bonus stones one by one, as long as the supply has any; then phase 2."""
    if s.bonus_left > 0 and stones_in_supply(s):
        s.seat = s.active
        s.phase = CLAIM_BONUS
    else:
        s.bonus_left = 0
        open_refill(s, t)
        refill(s, t)


# --- phase 2 -----------------------------------------------------------------------------------------


@compiled
def refill(s, t):
    """COM-57 to COM-64: fill up; an invasion comes first when a stack ended, else phase 3 begins."""
    if fill_columns(s, t) == FILLED:
        begin_build(s, t)
    else:
        start_invasion(s, s.invasions_done + 1)


@rule
def after_invasion(s, t):
    """COM-61, COM-134: the turn goes on where it was interrupted; after the last invasion the game ends."""
    if s.invasions_done == t.stacks_used:
        s.phase = GAME_OVER
        end_game(s, t, LAST_INVASION)
    elif s.invasions_done < stacks_ended(s, t) or (is_announced(s) and not t.final_round):
        start_invasion(s, s.invasions_done + 1)
    elif t.refill_timing == REST_WAITS:
        begin_build(s, t)
    else:
        refill(s, t)


# --- phases 3 to 5 -----------------------------------------------------------------------------------


@rule
def begin_build(s, t):
    """COM-65: phase 3."""
    s.seat = s.active
    s.built_kinds = 0
    s.build_actions = 0
    begin_action(s, t)


@rule
def begin_action(s, t):
    s.action_used = 0
    if s.hand_n[s.active] > 0:
        s.phase = BUILD_CARD
    else:
        end_build(s, t)


@rule
def apply_build(s, t, action):
    """COM-65 to COM-87: building part, wall part, further actions, discards."""
    phase = s.phase
    if phase == BUILD_CARD:
        if action == SKIP:
            s.phase = WALL_CARD
        else:
            s.chosen_card = action - PROJECT_CARD
            s.phase = BUILD_TARGET
    elif phase == BUILD_TARGET:
        build(s, t, (action - BUILD_ON) // TOP, (action - BUILD_ON) % TOP)
        if s.hand_n[s.active] > 0:
            s.phase = WALL_CARD
        else:
            end_build(s, t)
    elif phase == WALL_CARD:
        if action == SKIP:
            end_action(s, t)
        else:
            s.chosen_card = action - PROJECT_CARD
            s.phase = WALL_TARGET
    elif phase == WALL_TARGET:
        strengthen_walls(s, t, action - WALL_ON)
        end_action(s, t)
    elif phase == EXTRA_ACTION:
        if action == SKIP:
            end_build(s, t)
        else:
            pay_action(s, t)
            begin_action(s, t)
    elif phase == DISCARD:
        discard(s, action - PROJECT_CARD)
        end_build(s, t)


@rule
def end_action(s, t):
    """COM-83, COM-85: another action may be bought."""
    if may_act_again(s, t):
        s.phase = EXTRA_ACTION
    else:
        end_build(s, t)


@compiled
def end_build(s, t):
    """COM-86, COM-93: down to the hand limit, then phase 4 and phase 5."""
    if s.hand_n[s.active] > t.hand_limit:
        s.phase = DISCARD
        return
    hand_out_guilds(s, t)
    s.phase = REPAIR
    if most_repairable(s, t, s.active) == 0 and not may_exchange_in_repair(s, t):
        end_turn(s, t)


@rule
def may_exchange_in_repair(s, t):
    offered = False
    if exchanges_in_repair(s, t):
        for code in range(PILGRIMS_TO_GOLD, GOLD_TO_ARMY + 1):
            offered |= can_exchange(s, t, s.active, code)
    return offered


@rule
def apply_repair(s, t, action):
    """COM-95; COM-18 b."""
    if action >= REPAIR_POINTS:
        repair(s, t, action - REPAIR_POINTS)
        end_turn(s, t)
    else:
        exchange(s, t, s.seat, action)


# --- phase 6 and the end -----------------------------------------------------------------------------


@compiled
def end_turn(s, t):
    """COM-97, COM-98, COM-129 to COM-133: the figure and the turn pass on; the last round ends in the last invasion."""
    s.turns_taken[s.active] += 1
    s.turns_since_claim = 0 if s.claimed_now else s.turns_since_claim + 1
    s.claimed_now = 0
    for kind in range(KINDS):
        if s.guild_owner[kind] != NOBODY:
            s.guild_held[s.guild_owner[kind], kind] += 1
    if s.last_round:
        s.final_turns_left -= 1
        if s.final_turns_left == 0:
            start_invasion(s, s.invasions_done + 1)
            return
    elif is_announced(s):
        s.last_round = 1
        s.final_turns_left = s.players
    elif is_stopped(s, t):
        return
    s.active = (s.active + 1) % s.players
    if not s.last_round:
        s.leader = s.active
    s.seat = s.active
    s.phase = MAIN
    s.turns += 1
    s.rounds = (s.turns + s.players - 1) // s.players


@rule
def is_stopped(s, t):
    """Safety limits while cards are left (COM-146): too many turns, or too many rounds without a claim."""
    fewest = s.turns_taken[0] + 0
    for seat in range(1, s.players):
        fewest = min(fewest, s.turns_taken[seat])
    if fewest >= t.turn_cap_per_player:
        s.phase = GAME_OVER
        end_game(s, t, TURN_CAP)
    elif s.turns_since_claim >= t.stall_rounds * s.players:
        s.phase = GAME_OVER
        end_game(s, t, STALLED)
    return s.over == 1


@rule
def plays_card(s, t, action):
    """The project card that an action would build with or wall up, or -1."""
    if (s.phase == BUILD_CARD or s.phase == WALL_CARD) and action >= PROJECT_CARD:
        return action - PROJECT_CARD
    return NOBODY


@rule
def standing(s, t, scores):
    """Every seat's total as far as the table can see it: stones, and so majorities, are behind the screens (COM-07)."""
    for seat in range(s.players):
        scores[seat] = total_score(s, t, seat)
        if not s.over:
            scores[seat] -= majorities(s, t, seat)
