"""The rows of a finished game."""

from simcore.games.mythotopia.bits import count, has
from simcore.games.mythotopia.cards import capacity, deck_size, reserve_count
from simcore.games.mythotopia.state import (
    ADD_CARD,
    END_GAME,
    FIRST_FREE,
    LAST_FREE,
    N_ALCHEMY,
    N_ARMIES,
    N_BLOCKED,
    N_CASTLES,
    N_CITIES,
    N_DECK_MIN,
    N_DEFENDED,
    N_END_TIES,
    N_END_WARS,
    N_HEROES,
    N_LOST,
    N_MARGIN,
    N_MOST,
    N_NEUTRAL,
    N_NO_VILLAGE,
    N_PASS_TURNS,
    N_PROGRESS,
    N_PROVINCES,
    N_RIVAL,
    N_ROADS,
    N_SCRIBE,
    N_SHIPS,
    N_START,
    N_THINNED,
    N_TURNS,
    N_VP,
    TYPE,
    VP_CASTLE,
    VP_CITADEL,
    VP_CITY,
    VP_DEFENDER,
    VP_DRAGONS,
    VP_GUILDED,
    VP_INNS,
    VP_LORD,
    VP_MASTER,
    VP_PATRONAGE,
    VP_RUNESTONES,
    VP_SPOILS,
    VP_STREETS,
    W_ATTACKER,
    W_DEFENDER,
    W_DIPLOMAT,
    W_FINAL,
    W_OPENED,
    W_SHARED,
    W_TURNS,
    W_VANISHED,
)
from simcore.games.mythotopia.tokens import empty_cards, victory_points
from simcore.kernels.jit import rule


@rule
def finish(s, t, game, seats):
    finish_game(s, t, game)
    for seat in range(s.players):
        finish_seat(s, t, seat, seats[seat])
        finish_cards(s, seat, seats[seat])


@rule
def finish_game(s, t, game):
    first = second = -1
    for seat in range(s.players):
        points = victory_points(s, t, seat)
        if points > first:
            first, second = points, first
        elif points > second:
            second = points
    game.largest_lead = first - second
    game.enough_empty_round = s.enough_round
    game.enough_empty_leader = s.enough_leader if s.enough_round > 0 else -1
    game.rounds_after_enough = s.rounds - s.enough_round if s.enough_round > 0 else 0
    game.empty_vp_cards = empty_cards(s)
    game.wars_opened = s.war_stat[W_OPENED]
    game.wars_won_by_attacker = s.war_stat[W_ATTACKER]
    game.wars_won_by_defender = s.war_stat[W_DEFENDER]
    game.wars_by_diplomat = s.war_stat[W_DIPLOMAT]
    game.wars_at_the_end = s.war_stat[W_FINAL]
    game.wars_vanished = s.war_stat[W_VANISHED]
    game.wars_shared = s.war_stat[W_SHARED]
    game.war_turns = s.war_stat[W_TURNS]
    game.emptied_city = s.emptied[VP_CITY]
    game.emptied_castle = s.emptied[VP_CASTLE]
    game.emptied_streets = s.emptied[VP_STREETS]
    game.emptied_citadel = s.emptied[VP_CITADEL]
    game.emptied_defender_of_the_realm = s.emptied[VP_DEFENDER]
    game.emptied_guilded_city = s.emptied[VP_GUILDED]
    game.emptied_here_be_dragons = s.emptied[VP_DRAGONS]
    game.emptied_lord_of_the_isles = s.emptied[VP_LORD]
    game.emptied_master_of_the_sea = s.emptied[VP_MASTER]
    game.emptied_patronage = s.emptied[VP_PATRONAGE]
    game.emptied_roadside_inns = s.emptied[VP_INNS]
    game.emptied_runestones = s.emptied[VP_RUNESTONES]
    game.emptied_spoils_of_war = s.emptied[VP_SPOILS]


@rule
def finish_seat(s, t, seat, row):
    points = victory_points(s, t, seat)
    row.score = points
    row.rank = 1
    for other in range(s.players):
        row.rank += victory_points(s, t, other) > points
    row.provinces_start = count(s.dealt[seat])
    row.provinces_end = count(s.own[seat])
    row.tokens_1 = s.tokens[seat, 1]
    row.tokens_2 = s.tokens[seat, 2]
    row.tokens_3 = s.tokens[seat, 3]
    row.province_vp = t.province_vp * count(s.own[seat])
    row.token_vp = points - t.province_vp * count(s.own[seat]) - t.seat_bonus_vp[seat]
    row.deck_end = deck_size(s, seat)
    row.reserve_end = reserve_count(s, seat)
    row.capacity_end = capacity(s, t, seat)
    row.cards_drafted = s.did[seat, ADD_CARD - TYPE]
    row.free_actions = 0
    for kind in range(FIRST_FREE, LAST_FREE + 1):
        row.free_actions += s.did[seat, kind - TYPE]
    row.start_food = count(s.dealt[seat] & t.sym0[0])
    row.start_stone = count(s.dealt[seat] & t.sym0[1])
    row.start_gold = count(s.dealt[seat] & t.sym0[2])
    row.start_army = count(s.dealt[seat] & t.sym0[3])
    row.cities_built = s.stat[seat, N_CITIES]
    row.castles_built = s.stat[seat, N_CASTLES]
    row.roads_built = s.stat[seat, N_ROADS]
    row.conquests_neutral = s.stat[seat, N_NEUTRAL]
    row.conquests_rival = s.stat[seat, N_RIVAL]
    row.provinces_lost = s.stat[seat, N_LOST]
    row.provinces_max = s.stat[seat, N_MOST]
    row.wars_defended = s.stat[seat, N_DEFENDED]
    row.war_margin = s.stat[seat, N_MARGIN]
    row.wars_blocked = s.stat[seat, N_BLOCKED]
    row.heroes = s.stat[seat, N_HEROES]
    row.conquests_without_village = s.stat[seat, N_NO_VILLAGE]
    row.armies_bought = s.stat[seat, N_ARMIES]
    row.ships_bought = s.stat[seat, N_SHIPS]
    row.cards_thinned = s.stat[seat, N_THINNED]
    row.deck_min = s.stat[seat, N_DECK_MIN]
    row.pass_turns = s.stat[seat, N_PASS_TURNS]
    row.own_turns = s.stat[seat, N_TURNS]
    row.alchemy_gains = s.stat[seat, N_ALCHEMY]
    row.scribe_tokens = s.stat[seat, N_SCRIBE]
    row.end_blocked_wars = s.stat[seat, N_END_WARS]
    row.end_blocked_ties = s.stat[seat, N_END_TIES]


@rule
def finish_cards(s, seat, row):
    deck = s.hand[seat, 1] | s.draw[seat, 1] | s.discard[seat, 1] | s.reserve[seat, 1]
    if seat == s.active:
        deck |= s.limbo[1]
    for card in range(N_PROGRESS):
        row.offered[card] = has(s.offered, card)
        row.drafted[card] = s.drafted[seat, card]
        row.drawn[card] = s.drawn[seat, card]
        row.spent[card] = s.spent[seat, card]
        row.used[card] = s.used[seat, card]
        row.kept[card] = s.kept[seat, card]
        row.thinned[card] = s.thinned[seat, card]
        row.owned[card] = has(deck, card)
    for card in range(N_VP):
        row.in_play[card] = s.in_play[card]
        row.tokens[card] = s.token_count[seat, card]
    for slot in range(N_START):
        row.start_spent[slot] = s.start_spent[seat, slot]
        row.start_used[slot] = s.start_used[seat, slot]
        row.start_thinned[slot] = s.start_thinned[seat, slot]
    for p in range(N_PROVINCES):
        row.dealt[p] = has(s.dealt[seat], p)
        row.conquered[p] = s.conquered[seat, p]
        row.held[p] = has(s.own[seat], p)
    for kind in range(row.did.shape[0]):
        row.did[kind] = s.did[seat, kind if kind < END_GAME - TYPE else kind + 1]
    for route in range(5):
        row.attacks[route] = s.routes[seat, route]
