"""Set-up, turn structure and the end of the game (rulebook 3.2, 3.3, 3.17), and the contract with the engine."""

import numpy as np

from simcore.games.mythotopia.actions import apply_step, choose_type, legal_main, legal_step
from simcore.games.mythotopia.bits import NOTHING, bit, count, has, lowest, nth
from simcore.games.mythotopia.building import lay_road
from simcore.games.mythotopia.cards import deck_size, draw_card, list_cards, list_places, refill, up
from simcore.games.mythotopia.completion import after_tokens
from simcore.games.mythotopia.state import (
    ADD_PICK,
    ALL_PROGRESS,
    ALL_PROVINCES,
    ALL_START,
    CAP,
    CITADEL_SITE,
    CITADEL_STANDS,
    DEAL,
    DECLARED,
    DISPLAY,
    DRAFT_DISCARD,
    DRAGON_SITES,
    END_GAME,
    END_TURN,
    FIRST_VARIABLE,
    FROM_CARD,
    FROM_POOL,
    GAME_OVER,
    MAIN,
    N_BLOCKED,
    N_DECK_MIN,
    N_END_TIES,
    N_END_WARS,
    N_MOST,
    N_PASS_TURNS,
    N_PROGRESS,
    N_PROVINCES,
    N_TURNS,
    N_VP,
    PHILOSOPHER_CARD,
    PHILOSOPHER_PICK,
    PROGRESS_CARD,
    PROV,
    RESERVE_ABILITIES,
    RUNESTONE_SITES,
    SCRIBE_SOURCE,
    STALL,
    START_CARD,
    TYPE,
    VP_CHOICE,
    VP_CITADEL,
    VP_DRAGONS,
    VP_LORD,
    VP_MASTER,
    VP_RUNESTONES,
)
from simcore.games.mythotopia.tokens import (
    IN_POOL,
    ON_CARD,
    empty_cards,
    settle_tokens,
    take_from,
    victory_points,
)
from simcore.games.mythotopia.war import (
    clear_winner,
    completed_islands,
    leads_alone,
    resolve_all_wars,
    strongest,
    wars_of,
    would_win,
)
from simcore.kernels.jit import compiled, rule
from simcore.kernels.rng import below, choose


# --- set-up (3.2) --------------------------------------------------------------------------------------------------
@rule
def draw_from(s, stream, members):
    """A random member of a set."""
    return nth(members, below(s, stream, count(members)))


@compiled
def setup(s, t):
    """MYT-08 to MYT-32, in the order of the rulebook."""
    set_out_pieces(s, t)
    deal_provinces(s, t)
    lay_out_display(s, t)
    choose_vp_cards(s, t)
    if s.in_play[VP_DRAGONS]:
        s.dragon = sites_in_pile(s, DRAGON_SITES, t.dragons, NOTHING)
    if s.in_play[VP_RUNESTONES]:
        s.runestone = sites_in_pile(s, RUNESTONE_SITES, t.runestones, s.dragon)
    s.seat = 0
    if t.draft_discard > 0:
        s.phase = DRAFT_DISCARD
    else:
        begin_citadels(s, t)


@rule
def set_out_pieces(s, t):
    """MYT-04, MYT-09 to MYT-11."""
    for seat in range(s.players):
        bonus = min(t.seat_bonus_armies[seat], t.supply_armies)
        s.army_stock[seat] = t.start_armies + bonus
        s.army_supply[seat] = t.supply_armies - bonus
        s.ship_stock[seat] = t.start_ships
        s.ship_supply[seat] = t.supply_ships
        s.village_stock[seat] = t.villages
        s.city_stock[seat] = t.cities
    s.road_supply = t.roads
    s.castle_supply = t.castles
    s.merc_supply = t.mercenaries


@rule
def deal_provinces(s, t):
    """MYT-12 to MYT-14."""
    s.province_pile = ALL_PROVINCES
    for _ in range(t.start_provinces + t.draft_extra):
        for seat in range(s.players):
            place = bit(draw_from(s, DEAL, s.province_pile))
            s.province_pile &= ~place
            s.own[seat] |= place
            s.draw[seat, 0] |= place
            s.village_stock[seat] -= 1


@rule
def lay_out_display(s, t):
    """MYT-15."""
    s.progress_pile = ALL_PROGRESS
    for card in range(N_PROGRESS):
        if t.banned_progress[card]:
            s.progress_pile &= ~bit(card)
            s.gone |= bit(card)
    for _ in range(min(t.display_size, count(s.progress_pile))):
        card = bit(draw_from(s, DISPLAY, s.progress_pile))
        s.progress_pile &= ~card
        s.display |= card
    s.offered = s.display


@rule
def choose_vp_cards(s, t):
    """MYT-17 to MYT-20."""
    for card in range(FIRST_VARIABLE):
        s.in_play[card] = 1
        s.tokens_left[card] = t.fixed_tokens
    free = NOTHING
    wanted = t.variable_vp_cards_in_play
    for i in range(N_VP - FIRST_VARIABLE):
        if t.forced_vp_cards[i]:
            s.in_play[FIRST_VARIABLE + i] = 1
            wanted -= 1
        elif not t.banned_vp_cards[i]:
            free |= bit(i)
    for _ in range(wanted):
        i = draw_from(s, VP_CHOICE, free)
        free &= ~bit(i)
        s.in_play[FIRST_VARIABLE + i] = 1
    for i in range(N_VP - FIRST_VARIABLE):
        if s.in_play[FIRST_VARIABLE + i]:
            s.tokens_left[FIRST_VARIABLE + i] = t.vp_cards_tokens[i]
    for condition in range(2):
        s.lord_left[condition] = s.in_play[VP_LORD]
        s.master_left[condition] = s.in_play[VP_MASTER]
    fill_pool(s, t)


@rule
def fill_pool(s, t):
    """MYT-20: the spare pool is what lies neither on the cards nor with the players."""
    for value in range(1, 4):
        s.pool[value] = t.token_supply[value - 1] - tokens_on_cards(s, t, value) - tokens_of_players(s, value)


@rule
def tokens_on_cards(s, t, value):
    total = 0
    for card in range(N_VP):
        if card != VP_LORD and card != VP_MASTER and t.token_value[card, 0] == value:
            total += s.tokens_left[card]
    for condition in range(2):
        if t.token_value[VP_LORD, condition] == value:
            total += s.lord_left[condition]
        if t.token_value[VP_MASTER, condition] == value:
            total += s.master_left[condition]
    return total


@rule
def tokens_of_players(s, value):
    total = 0
    for seat in range(s.players):
        total += s.tokens[seat, value]
    return total


@rule
def sites_in_pile(s, stream, number, taken):
    """MYT-21, MYT-22: the provinces of the top cards of the pile; cards of dragons lie under it."""
    free = s.province_pile & ~taken
    found = NOTHING
    for _ in range(min(number, count(free))):
        place = bit(draw_from(s, stream, free))
        free &= ~place
        found |= place
    return found


@rule
def legal_draft(s, buf):
    """MYT-31: an own province card not yet chosen."""
    chosen = NOTHING
    for i in range(s.pending[s.seat, 0]):
        chosen |= bit(s.pending[s.seat, 1 + i])
    return list_cards(buf, 0, s.own[s.seat] & ~chosen, NOTHING)


@rule
def choose_to_give_back(s, t, province):
    """MYT-31: secret until all have chosen."""
    seat = s.seat
    s.pending[seat, 1 + s.pending[seat, 0]] = province
    s.pending[seat, 0] += 1
    if s.pending[seat, 0] < t.draft_discard:
        return
    s.seat += 1
    if s.seat == s.players:
        give_back(s)
        s.seat = 0
        begin_citadels(s, t)


@rule
def give_back(s):
    for seat in range(s.players):
        for i in range(s.pending[seat, 0]):
            place = bit(s.pending[seat, 1 + i])
            s.own[seat] &= ~place
            s.draw[seat, 0] &= ~place
            s.province_pile |= place
            s.village_stock[seat] += 1
            s.pending[seat, 1 + i] = 0
        s.pending[seat, 0] = 0


@rule
def begin_citadels(s, t):
    """MYT-23, MYT-32."""
    if s.in_play[VP_CITADEL]:
        s.phase = CITADEL_SITE
    else:
        begin_play(s, t)


@rule
def choose_citadel(s, t, province):
    """MYT-23: secret until all have chosen, then each citadel replaces a village."""
    s.pending[s.seat, 0] = 1
    s.pending[s.seat, 1] = province
    s.seat += 1
    if s.seat < s.players:
        return
    for seat in range(s.players):
        s.citadel |= bit(s.pending[seat, 1])
        s.citadel_state[seat] = CITADEL_STANDS
        s.village_stock[seat] += 1
        s.pending[seat, 0] = 0
        s.pending[seat, 1] = 0
    begin_play(s, t)


@rule
def begin_play(s, t):
    """MYT-25 to MYT-28: island tokens, decks, starting hands, first turn."""
    for seat in range(s.players):
        s.dealt[seat] = s.own[seat]
        completed_islands(s, t, seat, s.own[seat])
    settle_tokens(s, t, False)
    for seat in range(s.players):
        s.draw[seat, 1] = ALL_START
        s.stat[seat, N_DECK_MIN] = deck_size(s, seat)
        s.stat[seat, N_MOST] = count(s.own[seat])
        extra = t.last_seat_extra_cards if seat == s.players - 1 else 0
        for _ in range(t.hand_size + extra):
            draw_card(s, seat)
    start_turn(s, t, 0)


# --- turns (3.3) -----------------------------------------------------------------------------------------------------
@rule
def start_turn(s, t, seat):
    """MYT-33, MYT-37."""
    s.turns += 1
    s.rounds = (s.turns - 1) // s.players + 1
    s.active = seat
    s.seat = seat
    s.phase = MAIN
    s.actions_left = t.actions_per_turn
    s.fresh = 1
    s.adds = 0
    s.war_ended = 0
    s.road_used = 0
    s.warehouse_used = 0
    s.free_count = 0
    s.passed = 0
    for kind in range(4):
        s.wild_used[kind] = 0
    s.thinned_now[0] = 0
    s.thinned_now[1] = 0
    s.stat[seat, N_TURNS] += 1
    note_obstacles(s, t, seat)


@compiled
def note_obstacles(s, t, seat):
    """Count what keeps the player from ending a war or the game."""
    rest = wars_of(s, seat)
    tied = False
    while rest != 0:
        tied |= clear_winner(strongest(s, t, lowest(rest))) < 0
        rest &= rest - 1
    s.stat[seat, N_BLOCKED] += tied
    if empty_cards(s) >= t.end_empty_cards:
        if leads_alone(s, t, seat):
            s.stat[seat, N_END_WARS] += not would_win(s, t, seat)
        else:
            s.stat[seat, N_END_TIES] += shares_lead(s, t, seat)


@rule
def shares_lead(s, t, seat):
    for other in range(s.players):
        if victory_points(s, t, other) > victory_points(s, t, seat):
            return False
    return not leads_alone(s, t, seat)


@compiled
def end_turn(s, t):
    """MYT-39 to MYT-43; then the next seat, or the stop of a game that does not end by itself (MYT-D18)."""
    seat = s.active
    count_turn(s, t, seat)
    refill(s, t, seat)
    if seat < s.players - 1:
        start_turn(s, t, seat + 1)
    elif t.max_rounds > 0 and s.rounds >= t.max_rounds:
        stop_game(s, t, CAP)
    elif t.stall_rounds > 0 and s.rounds - s.last_token_round >= t.stall_rounds:
        stop_game(s, t, STALL)
    else:
        start_turn(s, t, 0)


@rule
def count_turn(s, t, seat):
    stored = s.reserve[seat, 1] & RESERVE_ABILITIES
    while stored != 0:
        up(s.kept, seat, lowest(stored))
        stored &= stored - 1
    s.stat[seat, N_DECK_MIN] = min(s.stat[seat, N_DECK_MIN], deck_size(s, seat))
    s.stat[seat, N_MOST] = max(s.stat[seat, N_MOST], count(s.own[seat]))
    s.stat[seat, N_PASS_TURNS] += s.passed


# --- the end (3.17) ----------------------------------------------------------------------------------------------------
@rule
def end_game(s, t):
    """MYT-144, MYT-147: all wars are resolved, the declaring player wins."""
    s.did[s.active, END_GAME - TYPE] += 1
    resolve_all_wars(s, t)
    s.over = 1
    s.phase = GAME_OVER
    s.reason = DECLARED
    s.winners = 1 << s.active


@rule
def stop_game(s, t, reason):
    """MYT-D18: wars are resolved, the highest score wins, equal scores share."""
    resolve_all_wars(s, t)
    best = np.int64(0)
    for seat in range(s.players):
        best = max(best, victory_points(s, t, seat))
    winners = 0
    for seat in range(s.players):
        if victory_points(s, t, seat) == best:
            winners |= 1 << seat
    s.over = 1
    s.phase = GAME_OVER
    s.reason = reason
    s.winners = winners


# --- the contract --------------------------------------------------------------------------------------------------------
@rule
def legal(s, t, buf):
    if s.phase == MAIN:
        return legal_main(s, t, buf)
    if s.phase == DRAFT_DISCARD:
        return legal_draft(s, buf)
    if s.phase == CITADEL_SITE:
        return list_places(buf, 0, PROV, s.own[s.seat])
    if s.phase == SCRIBE_SOURCE:
        buf[0] = FROM_CARD
        buf[1] = FROM_POOL
        return 2
    return legal_step(s, t, buf)


@rule
def apply(s, t, action):
    if s.phase == MAIN:
        if action == END_TURN:
            end_turn(s, t)
        elif action == END_GAME:
            end_game(s, t)
        else:
            choose_type(s, t, action)
    elif s.phase == DRAFT_DISCARD:
        choose_to_give_back(s, t, action)
    elif s.phase == CITADEL_SITE:
        choose_citadel(s, t, action - PROV)
    elif s.phase == SCRIBE_SOURCE:
        choose_source(s, t, action)
    else:
        apply_step(s, t, action)


@rule
def choose_source(s, t, action):
    """MYT-194, MYT-208: the only decision out of turn."""
    take_from(s, t, IN_POOL if action == FROM_POOL else ON_CARD)
    if settle_tokens(s, t, True):
        after_tokens(s, t)


@rule
def plays_card(s, t, action):
    """A progress card is barred by not letting the seat take it into its deck (MYT-113, MYT-187)."""
    taking = s.phase == ADD_PICK or s.phase == PHILOSOPHER_PICK
    return action - PROGRESS_CARD if taking and PROGRESS_CARD <= action < START_CARD else -1


@rule
def standing(s, t, scores):
    for seat in range(s.players):
        scores[seat] = victory_points(s, t, seat)


@compiled
def redeal(s, t, seat):
    """MYT-210: hands and draw piles of the others, the progress pile's known top, secret choices of the set-up.

    Draw piles and the progress pile are sets, so there is no order to shuffle.
    """
    for other in range(s.players):
        if other != seat:
            redeal_hand(s, seat, other)
            redeal_choice(s, seat, other)
    if s.pile_top != 0 and s.used[seat, PHILOSOPHER_CARD - PROGRESS_CARD] == 0:  # another player's Philosopher
        known = count(s.pile_top)
        s.pile_top = some_of(s, seat, s.progress_pile, known)
    if s.shown != 0 and s.active != seat:
        unseen = s.shown | s.progress_pile
        known = count(s.shown)
        s.shown = some_of(s, seat, unseen, known)
        s.progress_pile = unseen & ~s.shown


@rule
def some_of(s, seat, members, number):
    """A random subset, drawn from the seat's own stream."""
    found = NOTHING
    for _ in range(number):
        place = bit(nth(members, choose(s, seat, count(members))))
        members &= ~place
        found |= place
    return found


@rule
def redeal_hand(s, seat, other):
    pool0 = s.hand[other, 0] | s.draw[other, 0]
    pool1 = s.hand[other, 1] | s.draw[other, 1]
    cards = count(s.hand[other, 0]) + count(s.hand[other, 1])
    s.hand[other, 0] = 0
    s.hand[other, 1] = 0
    for _ in range(cards):
        provinces = count(pool0)
        pick = choose(s, seat, provinces + count(pool1))
        if pick < provinces:
            card = bit(nth(pool0, pick))
            pool0 &= ~card
            s.hand[other, 0] |= card
        else:
            card = bit(nth(pool1, pick - provinces))
            pool1 &= ~card
            s.hand[other, 1] |= card
    s.draw[other, 0] = pool0
    s.draw[other, 1] = pool1


@rule
def redeal_choice(s, seat, other):
    free = s.own[other]
    for i in range(s.pending[other, 0]):
        p = nth(free, choose(s, seat, count(free)))
        free &= ~bit(p)
        s.pending[other, 1 + i] = p


@compiled
def refresh(s, t):
    """Recompute what follows from the facts of a position laid out by hand."""
    for seat in range(s.players):
        s.force[seat] = 0
        for p in range(N_PROVINCES):
            if s.armies[seat, p] > 0 or s.mercs[seat, p] > 0:
                s.force[seat] |= bit(p)
    s.has_road = 0
    for a in range(N_PROVINCES):
        for b in range(N_PROVINCES):
            if has(s.linked[a], b):
                lay_road(s, a, b)
