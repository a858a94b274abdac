"""The rows of the results: one for the game, one for each seat."""

from simcore.games.comuni.scoring import balance_score, guild_score, majorities, majority_score, rank_of, total_score
from simcore.games.comuni.state import (
    CARDS,
    COLUMNS,
    DISCARDED,
    IN_BUILDING,
    IN_STACK,
    IN_WALL,
    INVASIONS,
    KINDS,
    NOBODY,
    OUT,
    SORTS,
    TOP,
)
from simcore.kernels.jit import compiled, rule


@compiled
def finish(s, t, game, seats):
    fill_game(s, t, game)
    for seat in range(s.players):
        row = seats[seat]
        fill_score(s, t, seat, row)
        fill_course(s, t, seat, row)
        fill_economy(s, t, seat, row)
        fill_possessions(s, t, seat, row)
        fill_cards(s, t, seat, row)
        fill_invasions(s, t, seat, row)


@rule
def alliance_total(s, invasion):
    total = 0
    for seat in range(s.players):
        total += s.seen_alliance[seat, invasion]
    return total


@rule
def track_leader(s, invasion):
    """The seat alone in front on the track when an invasion came, or NOBODY."""
    if s.invasion_turn[invasion] == 0:
        return NOBODY
    best = 0
    shared = False
    for seat in range(1, s.players):
        if s.seen_points[seat, invasion] > s.seen_points[best, invasion]:
            best = seat
            shared = False
        elif s.seen_points[seat, invasion] == s.seen_points[best, invasion]:
            shared = True
    return NOBODY if shared else best


@rule
def fill_game(s, t, game):
    game.trigger_seat = s.trigger_seat
    claims = 0
    gains = 0
    free_riders = 0
    first_places = 0
    best = total_score(s, t, 0)
    for seat in range(s.players):
        claims += s.claims[seat]
        best = max(best, total_score(s, t, seat))
        for kind in range(KINDS):
            gains += s.guild_gains[seat, kind]
        for invasion in range(INVASIONS):
            free_riders += s.invasion_turn[invasion] > 0 and s.seen_alliance[seat, invasion] == 0
    for seat in range(s.players):
        first_places += total_score(s, t, seat) == best
    for kind in range(KINDS):
        gains -= s.guild_owner[kind] != NOBODY  # the first gain takes it from nobody
    cards_left = 0
    for column in range(COLUMNS):
        cards_left += s.column_n[column]
    game.claims = claims
    game.tie_break = first_places > 1
    game.guild_changes = gains
    game.free_riders = free_riders
    game.cards_left = cards_left
    game.chains_1 = s.chains[0]
    game.chains_2 = s.chains[1]
    game.chains_3 = s.chains[2]
    game.chains_4 = s.chains[3]
    game.invasion_turn_1 = s.invasion_turn[0]
    game.invasion_turn_2 = s.invasion_turn[1]
    game.invasion_turn_3 = s.invasion_turn[2]
    game.invasion_turn_4 = s.invasion_turn[3]
    game.alliance_total_1 = alliance_total(s, 0)
    game.alliance_total_2 = alliance_total(s, 1)
    game.alliance_total_3 = alliance_total(s, 2)
    game.alliance_total_4 = alliance_total(s, 3)
    game.track_leader_1 = track_leader(s, 0)
    game.track_leader_2 = track_leader(s, 1)
    game.track_leader_3 = track_leader(s, 2)
    game.track_leader_4 = track_leader(s, 3)


@rule
def fill_score(s, t, seat, row):
    """COM-135 to COM-145."""
    total = total_score(s, t, seat)
    best_other = -(1 << 14)
    for other in range(s.players):
        if other != seat:
            best_other = max(best_other, total_score(s, t, other))
    row.score = total
    row.rank = rank_of(s, t, seat)
    row.margin = total - best_other
    row.track = s.points[seat]
    row.guild_points = guild_score(s, t, seat)
    row.majority = majorities(s, t, seat)
    row.heroes = s.hero_points[seat]
    row.plunder = -s.plunder[seat]
    row.balance = balance_score(s, t, seat)


@rule
def fill_course(s, t, seat, row):
    relative = (seat - s.starting_seat + s.players) % s.players
    row.commune = s.commune[seat]
    row.turns_taken = s.turns_taken[seat]
    row.trigger = s.trigger_seat == seat
    row.extra_turn = s.trigger_seat != NOBODY and relative <= (s.trigger_seat - s.starting_seat + s.players) % s.players
    row.incomes = s.incomes[seat]
    row.claims = s.claims[seat]
    row.bids = s.bids[seat]
    row.outbids = s.outbids[seat]
    row.displaced = s.displacements[seat]
    row.relocations = s.relocations[seat]
    row.take_backs = s.take_backs[seat]
    row.columns_of_1 = s.columns_claimed[seat, 0]
    row.columns_of_2 = s.columns_claimed[seat, 1]
    row.columns_of_3 = s.columns_claimed[seat, 2]
    row.gold_for_1 = s.gold_paid[seat, 0]
    row.gold_for_2 = s.gold_paid[seat, 1]
    row.gold_for_3 = s.gold_paid[seat, 2]


@rule
def fill_economy(s, t, seat, row):
    row.pilgrims_for_gold = s.exchanges[seat, 0]
    row.pilgrims_for_armies = s.exchanges[seat, 1]
    row.gold_for_armies = s.exchanges[seat, 2]
    row.craftsmen_levels = s.craftsmen_levels[seat]
    row.craftsmen_actions = s.craftsmen_actions[seat]
    row.pilgrims_relocation = s.pilgrims_relocation[seat]
    row.pilgrims_repair = s.pilgrims_repair[seat]
    row.repaired = s.repaired[seat]
    for sort in range(SORTS):
        row.stones_left[sort] = s.stock[seat, sort]
        row.majority_points[sort] = majority_score(s, t, seat, sort)
        row.base_stones[sort] = s.base_stones[seat, sort]
        row.building_stones[sort] = s.building_stones[seat, sort]
        row.guild_stones[sort] = s.guild_stones[seat, sort]
        row.bonus_stones[sort] = s.bonus_stones[seat, sort]
        row.shortage[sort] = s.shortage[seat, sort]


@rule
def fill_possessions(s, t, seat, row):
    row.bonus_walls = s.bonus_walls[seat]
    row.hand_left = s.hand_n[seat]
    for kind in range(KINDS):
        row.guild_owned[kind] = s.guild_owner[kind] == seat
        row.guild_first_turn[kind] = s.guild_first[seat, kind]
        row.guild_gained[kind] = s.guild_gains[seat, kind]
        row.guild_turns[kind] = s.guild_held[seat, kind]
        for height in range(1, TOP + 1):
            row.buildings[TOP * kind + height - 1] = s.buildings[seat, kind, height]
    for height in range(1, TOP + 1):
        row.walls[height - 1] = s.walls[seat, height]


@rule
def fill_cards(s, t, seat, row):
    for card in range(CARDS):
        place = s.place[card]
        own = s.claimer[card] == seat
        row.drawn[card] = place != OUT and place != IN_STACK
        row.claimed[card] = own
        row.built[card] = own and place == IN_BUILDING
        row.walled[card] = own and place == IN_WALL
        row.discarded[card] = own and place == DISCARDED
        row.card_points[card] = t.points_for_storey[s.storey[card] - 1] if own and place == IN_BUILDING else 0
        row.price[card] = s.price[card] if own else 0


@rule
def fill_invasions(s, t, seat, row):
    for i in range(INVASIONS):
        row.points_at_invasion[i] = s.seen_points[seat, i]
        row.attack[i] = s.seen_attack[seat, i]
        row.attack_left[i] = s.seen_remaining[seat, i]
        row.alliance[i] = s.seen_alliance[seat, i]
        row.city[i] = s.seen_city[seat, i]
        row.army_stones[i] = s.seen_armies[seat, i]
        row.fist_gold[i] = s.seen_gold[seat, i]
        row.fist_pilgrims[i] = s.seen_pilgrims[seat, i]
        row.defence[i] = s.seen_defence[seat, i]
        row.surplus[i] = max(0, s.seen_defence[seat, i] - s.seen_remaining[seat, i])
        row.plundered[i] = s.seen_plunder[seat, i]
        row.hero_rank[i] = s.seen_hero[seat, i]
        row.led[i] = s.seen_leader[seat, i]
