"""What the strategies of Comuni share: the worth of cards, columns, placements and armies, and a steady way to play.

A `Style` holds the weights of a player. `steady` decides anything in that style; a strategy with a head of its own
takes its special decisions first and leaves the rest to `steady`. Only what the seat may see is used: the display,
bids, buildings, walls, points, the past invasions, and the own stones and cards.
"""

from typing import NamedTuple

from simcore.games.comuni.building import craftsmen_needed, has_height, points_sum
from simcore.games.comuni.invasion import (
    armies_available,
    attack_on,
    city_value,
    fist_gold_range,
    fist_pilgrims_range,
    leader_point,
    places,
)
from simcore.games.comuni.project import accepts, building_income, income_due, least_bid
from simcore.games.comuni.scoring import balance_of, balance_score
from simcore.games.comuni.state import (
    ALLIANCE,
    AMOUNT,
    ARMY,
    AT_COLUMN,
    BID,
    BID_AMOUNT,
    BID_COLUMN,
    BUILD_CARD,
    BUILD_ON,
    BUILD_TARGET,
    CITY,
    CLAIM,
    CLAIM_BONUS,
    CLAIM_COLUMN,
    CONTRIBUTORS,
    CRAFTSMAN,
    DISCARD,
    DISPLACED,
    EXTRA_ACTION,
    FIST_GOLD,
    GOLD,
    INCOME,
    KINDS,
    MAIN,
    NOBODY,
    PAY_ACTION,
    PILGRIM,
    PILGRIMS_TO_GOLD,
    PROJECT_CARD,
    REPAIR,
    REPAIR_POINTS,
    SKIP,
    SORTS,
    TAKE_BACK,
    TAKE_STONE,
    TOP,
    WALL_CARD,
    WALL_ON,
)
from simcore.games.comuni.stones import armies_for
from simcore.kernels.jit import compiled, rule

# What a seat keeps in its memory: the plan of its turn
PLAN_TURN, PLAN_COLUMN, PLAN_GOLD, PLAN_TARGET = 0, 1, 2, 3

CLAIM_WORTH = 2.0  # in the last round a claim of less is not worth the turn
LEAST_BID_WORTH = 0.5
PENNILESS = 2  # stones that an income may be smaller when there is no gold left
PAY_DAY = 10  # stones that make an income attractive however full the purse is
HEAP = 12  # stones of a sort beyond which more are of no use
SPARE_PILGRIMS = 4  # pilgrims that one must have to turn two of them into gold ...
MANY_PILGRIMS = 8  # ... and so many, beside those for repair, to do so while gold is left
LAST_EXTRA = 0.9  # in the last round any point justifies another action
ANY_POINTS = 99  # more than any storey scores
WASTED_LEVEL = 0.25  # worth of each level above the first that a ground floor wastes
HIGHER_LEVEL = 0.02  # between cards that are worth the same, the one of higher level is kept
WORTH_AN_ARMY = 2.0  # points of plunder that one more army must save to leave the stock


class Style(NamedTuple):
    """The weights of a player."""

    max_envoys: int = 2  # envoys he puts out before he claims
    income_worth: int = 5  # stones that make an income attractive ...
    low_gold: int = 3  # ... when no more gold than this is left
    max_bid: int = 5
    kinds: tuple[float, float, float, float] = (1.0, 1.0, 1.0, 1.0)  # worth of a storey by kind
    craftsman: float = 0.7  # price of a craftsman spent on a level
    second_building: float = 0.5  # penalty for another building of a kind
    guild: float = 0.5  # worth of winning a guild card
    wall: float = 1.3  # cards worth no more than this become walls
    defence: float = 0.0  # worth of a card in the walls, for each invasion to come
    alliance: float = 0.5  # share of the start field he gives to the alliance, per player
    bold: float = 0.67  # share of his armies he pays for a hero tile
    others: float = 0.5  # share of the start field he expects from each other player
    city: float = 1.0  # share of the expected attack he defends against
    extra: float = 1.8  # worth of a placement that justifies another action
    relocate: float = 2.0  # worth of a column that justifies a pilgrim
    deny: float = 1.0  # extra worth of a column that somebody else wants: what he loses
    favourites: tuple[int, int, int, int] = (0, 0, 0, 0)  # sorts he wants more of
    pilgrims_to_gold: int = 0  # 1: buys gold with pilgrims when he has none
    keep_pilgrims: int = 1  # pilgrims he neither fights nor repairs with
    pay_gold: int = 0  # 1: pays armies with gold before pilgrims
    trust: float = 1.0  # part of the gifts expected that he counts on


@rule
def has(legal, code):
    """Whether an action is on offer."""
    found = False
    for i in range(len(legal)):
        found |= legal[i] == code
    return found


# --- cards -------------------------------------------------------------------------------------------


@rule
def would_win_guild(s, t, seat, kind, height):
    """Whether adding a storey to a building of this height would bring the guild card of the kind."""
    owner = s.guild_owner[kind]
    if owner == seat:
        return False
    if owner == NOBODY:
        return height + 1 >= t.guild_storeys
    gain = t.building_points[height + 1] - t.building_points[height]
    return points_sum(s, t, seat, kind) + gain > points_sum(s, t, owner, kind)


@compiled
def balance_gain(s, t, seat, kind, height):
    """What adding a storey to a building of this height would change in the balance bonus (COM-141)."""
    city = s.buildings[seat].copy()
    city[kind, height + 1] += 1
    city[kind, height] -= height > 0
    return balance_of(city, t) - balance_score(s, t, seat)


@rule
def final_value(s, t, seat, card, kind, height):
    """Worth of a placement in the last round: what it scores, a little less for craftsmen."""
    worth = t.points_for_storey[height] - 0.1 * craftsmen_needed(t, card, height)
    if would_win_guild(s, t, seat, kind, height):
        worth += t.guild_points
    return worth + balance_gain(s, t, seat, kind, height)


@rule
def placement_value(s, t, seat, style, card, kind, height):
    """Worth of putting a card on an own building of this kind and height (0: a new one)."""
    if s.last_round:
        return final_value(s, t, seat, card, kind, height)
    worth = style.kinds[kind] * t.points_for_storey[height] - style.craftsman * craftsmen_needed(t, card, height)
    if s.active_card[seat, kind] == 0:
        worth += 0.5
    if height == 0:
        worth -= WASTED_LEVEL * (t.level[card] - 1)
        if has_height(s, seat, kind, 1):
            worth -= style.second_building
    surety = s.invasions_done / t.stacks_used  # what counts at the end counts the more the nearer it is
    if would_win_guild(s, t, seat, kind, height):
        worth += max(style.guild, surety * t.guild_points)
    if s.invasions_done > 0:
        worth += surety * balance_gain(s, t, seat, kind, height)
    return worth


@compiled
def card_value(s, t, seat, style, card):
    """Worth of a card: its best placement in the own city as it stands, craftsmen not counted.

    A high level is wasted on a ground floor, but makes the card no worse.
    """
    best = -9.0
    for kind in range(KINDS):
        if t.cards_kinds[card, kind]:
            for height in range(TOP):
                if height == 0 or s.buildings[seat, kind, height] > 0:
                    worth = placement_value(s, t, seat, style, card, kind, height)
                    if height == 0 and not s.last_round:
                        worth += WASTED_LEVEL * (t.level[card] - 1)
                    best = max(best, worth)
    return 0.3 + best + HIGHER_LEVEL * t.level[card]


@rule
def wall_value(s, t, style):
    """Worth of any card as a wall, which serves in every invasion to come."""
    return style.defence * (t.stacks_used - s.invasions_done)


@compiled
def column_value(s, t, seat, style, column):
    """Worth of the cards of a column, with the stone for a single one."""
    worth = float(t.single_card_bonus) if s.column_n[column] == 1 else 0.0
    for i in range(s.column_n[column]):
        worth += max(card_value(s, t, seat, style, s.column[column, i]), wall_value(s, t, style))
    return worth


@rule
def may_play(s, legal, card):
    """Whether a hand card is among those on offer; other questions than which card to play do not limit it."""
    return (s.phase != BUILD_CARD and s.phase != WALL_CARD) or has(legal, PROJECT_CARD + card)


@compiled
def worst_card(s, t, legal, seat, style):
    """The playable hand card of least worth, and that worth; NOBODY when there is none."""
    worst = NOBODY
    least = 1e9
    for i in range(s.hand_n[seat]):
        card = s.hand[seat, i]
        worth = card_value(s, t, seat, style, card)
        if worth < least and may_play(s, legal, card):
            worst, least = card + 0, worth
    return worst, least


@rule
def craftsmen_to_spend(s, t, seat):
    """Craftsmen for levels: those in stock, without the price of the further action that is in question."""
    return s.stock[seat, CRAFTSMAN] - (t.extra_action_cost if s.phase == EXTRA_ACTION else 0)


@compiled
def best_placement(s, t, legal, seat, style, most_points):
    """The affordable placement of most worth that scores no more than so many points.

    Returns card, kind, height, worth; card NOBODY when there is none.
    """
    best = (NOBODY + 0, 0, 0, -9.0)
    for i in range(s.hand_n[seat]):
        card = s.hand[seat, i]
        if not may_play(s, legal, card):
            continue
        for kind in range(KINDS):
            if t.cards_kinds[card, kind]:
                for height in range(TOP):
                    exists = height == 0 or s.buildings[seat, kind, height] > 0
                    fits = exists and t.points_for_storey[height] <= most_points
                    if fits and craftsmen_needed(t, card, height) <= craftsmen_to_spend(s, t, seat):
                        worth = placement_value(s, t, seat, style, card, kind, height)
                        if worth > best[3]:
                            best = (card + 0, kind, height, worth)
    return best


# --- the auction -------------------------------------------------------------------------------------


@rule
def envoys_out(s, t, seat):
    return t.max_envoys - s.envoys_home[seat]


@rule
def own_columns_value(s, t, seat, style):
    """Worth of everything a claim would bring now."""
    worth = 0.0
    for column in range(t.columns_in_play):
        if s.bid_owner[column] == seat:
            worth += column_value(s, t, seat, style, column)
    return worth


@compiled
def best_bid(s, t, seat, style, max_bid):
    """The column and gold of the most profitable bid, and its profit; column NOBODY when none is worth it."""
    best = (NOBODY + 0, 0, LEAST_BID_WORTH)
    for column in range(t.columns_in_play):
        if not accepts(s, t, column, seat):
            continue
        worth = column_value(s, t, seat, style, column)
        gold = least_bid(s, t, column)
        if s.bid_owner[column] == NOBODY:
            gold = min(s.stock[seat, GOLD], max_bid, max(0, int(worth / 2.5)))
        elif gold > max_bid:
            continue
        else:
            worth += style.deny
        profit = worth - 0.9 * gold
        if profit > best[2]:
            best = (column, gold + 0, profit)
    return best


@rule
def plan_bid(s, seat, column, gold):
    """Remember the bid that was decided on, for the questions that follow."""
    s.memory[seat, PLAN_TURN] = s.turns
    s.memory[seat, PLAN_COLUMN] = column
    s.memory[seat, PLAN_GOLD] = gold


@rule
def carry_out_bid(s, legal, seat):
    """Answer which column and how much gold by the plan."""
    planned = s.memory[seat, PLAN_TURN] == s.turns
    code = AT_COLUMN + s.memory[seat, PLAN_COLUMN] if s.phase == BID_COLUMN else AMOUNT + s.memory[seat, PLAN_GOLD]
    return code if planned and has(legal, code) else legal[0]


@compiled
def income_now(s, t, seat):
    """Stones that an income would bring now, without those added to a heap that is large enough."""
    total = 0
    for sort in range(SORTS):
        wanted = max(0, HEAP - s.stock[seat, sort])
        total += min(income_due(s, t, seat, sort), s.supply[sort], wanted)
    return total


@rule
def cards_left(s, t):
    """Cards left in the current stack: how near the next invasion is."""
    for stack in range(t.stacks_used):
        if s.stack_left[stack] > 0:
            return s.stack_left[stack] + 0
    return 0


@rule
def best_target(s, t, legal, seat, style):
    """Where a displaced envoy would best go, and what that is worth."""
    target = NOBODY
    best = -1.0
    for code in legal:
        if code != TAKE_BACK:
            worth = column_value(s, t, seat, style, code - AT_COLUMN)
            if worth > best:
                target, best = code + 0, worth
    return target, best


@rule
def scarcest_sort(s, legal, seat, favourites):
    """The stone on offer of which there are fewest, favourites taken into account."""
    pick = legal[0]
    least = 1e9
    for code in legal:
        stones = float(s.stock[seat, code - TAKE_STONE] - favourites[code - TAKE_STONE])
        if stones < least:
            pick, least = code, stones
    return pick


# --- invasions ---------------------------------------------------------------------------------------


@rule
def next_invasion(s, t):
    """The number of the invasion that runs or comes next."""
    return min(s.invasions_done + 1, t.stacks_used)


@rule
def is_last_invasion(s, t):
    return s.invasions_done + 1 == t.stacks_used


@rule
def largest_gift_seen(s, seat):
    """The most that another player gave to the alliance in the latest invasion, which all could see."""
    largest = 0
    if s.invasions_done > 0:
        for other in range(s.players):
            if other != seat:
                largest = max(largest, s.seen_alliance[other, s.invasions_done - 1])
    return largest


@rule
def gifts_expected(s, t, seat, share):
    """What the others will probably give: as in the latest invasion, grown with the start field; at first a share."""
    start = t.invasion_field[next_invasion(s, t) - 1]
    if s.invasions_done == 0:
        return share * start * (s.players - 1) / s.players
    given = 0
    for other in range(s.players):
        if other != seat:
            given += s.seen_alliance[other, s.invasions_done - 1]
    return 1.0 * given * start / max(1, t.invasion_field[s.invasions_done - 1])


@rule
def price_of_tile(s, t, seat, place):
    """Armies that should make the first (0) or second (1) hero: one more than that rival's last gift, grown since."""
    first = 0
    second = 0
    for other in range(s.players):
        if other != seat:
            given = s.seen_alliance[other, s.invasions_done - 1] if s.invasions_done > 0 else 0
            second = max(second, min(first, given))
            first = max(first, given)
    if s.invasions_done == 0:
        return max(1, t.invasion_field[0] // s.players) + 1 - place
    now, before = t.invasion_field[next_invasion(s, t) - 1], max(1, t.invasion_field[s.invasions_done - 1])
    return (first if place == 0 else second) * now // before + 1


@rule
def bought_tile(s, t, seat, most):
    """The gift that wins the best hero tile for at most so many armies; 0 when none can be had."""
    for place in range(2):
        price = price_of_tile(s, t, seat, place)
        if price <= most and t.hero_value[next_invasion(s, t) - 1, place] > 0:
            return price
    return 0


@rule
def armies_to_spare(s, t, seat, keep_pilgrims):
    """Armies a player is ready to commit: some pilgrims stay home."""
    pilgrims = max(0, s.stock[seat, PILGRIM] - keep_pilgrims)
    return s.stock[seat, ARMY] + armies_for(t, s.stock[seat, GOLD]) + armies_for(t, pilgrims)


@rule
def expected_attack(s, t, seat, gift, style):
    """The attack left after the own gift and what the others will probably give, as far as that helps this player."""
    attack = attack_on(s, t, seat, next_invasion(s, t))
    if gift == 0 and t.alliance_benefit == CONTRIBUTORS:
        return 1.0 * attack
    return attack - gift - style.trust * gifts_expected(s, t, seat, style.others)


@compiled
def armies_needed(s, t, seat, attack, most):
    """The fewest city armies that stop an attack, or all there are."""
    for armies in range(most + 1):
        if city_value(s, t, seat, armies) + leader_point(s, t, seat) >= attack:
            return armies
    return most


@compiled
def city_guard(s, t, seat, style):
    """City armies for the share of the attack that the style defends against, in the last invasion for all of it.

    An army that saves two points or more on a wall always goes there: in stock it is hardly worth that.
    """
    last = is_last_invasion(s, t)
    gift = s.commit_alliance[seat] + 0
    most = armies_to_spare(s, t, seat, 0 if last else style.keep_pilgrims) - gift
    attack = expected_attack(s, t, seat, gift, style)
    armies = armies_needed(s, t, seat, attack if last else style.city * attack, most)
    missing = attack - leader_point(s, t, seat)
    while armies < most:
        saved = min(missing, city_value(s, t, seat, armies + 1)) - min(missing, city_value(s, t, seat, armies))
        if saved < WORTH_AN_ARMY:
            break
        armies += 1
    return armies


@rule
def last_gift(s, t, seat, style):
    """In the last invasion all that the city would need without it, but one: a last army may be the only one left.

    Afterwards armies count for the majority alone (COM-136). What the gift then saves the city stays in stock for the
    other majorities.
    """
    if not is_last_invasion(s, t):
        return 0
    spare = armies_to_spare(s, t, seat, 0)
    return max(0, spare - armies_needed(s, t, seat, expected_attack(s, t, seat, 0, style), spare) - 1)


@rule
def wall_places(s, t, seat):
    """Places on walls where an army is worth more than in the alliance."""
    found = 0
    for height in range(1, TOP + 1):
        if t.army_value[height] > 1:
            found += places(s, t, seat, height)
    return found


@rule
def tile_gift(s, t, seat, spare, most):
    """The gift that wins the best hero tile for so many armies, or for all those that no wall needs.

    An army without a wall stops one point of attack at home, but the same point in the alliance.
    """
    return bought_tile(s, t, seat, max(most, spare - wall_places(s, t, seat)))


@rule
def gift_beside_walls(s, t, seat, spare, style):
    """What to give to the alliance when the walls are manned first: as much as the walls will not stop.

    An army without a wall stops one point of attack at home, but the same point in the alliance, where it also makes
    heroes.
    """
    manned = min(spare, wall_places(s, t, seat))
    held = city_value(s, t, seat, manned) + leader_point(s, t, seat)
    missing = expected_attack(s, t, seat, 0, style) - held
    return max(0, min(spare - manned, int(missing + 0.99)))


@rule
def pay_fists(s, t, seat, gold_first):
    """Army stones first; then the sort the player can spare. In the last invasion an army stays for the majority."""
    armies = s.stock[seat, ARMY] - is_last_invasion(s, t)
    missing = s.commit_alliance[seat] + s.commit_city[seat] - armies
    if s.phase == FIST_GOLD:
        fewest, most = fist_gold_range(s, t, seat)
        return AMOUNT + (min(most, max(fewest, missing)) if gold_first else fewest)
    fewest, most = fist_pilgrims_range(s, t, seat)
    return AMOUNT + min(most, max(fewest, missing - s.commit_gold[seat]))


@rule
def amount(s, t, seat, wanted):
    """A number of armies within what this question allows; one at least where only contributors are sheltered."""
    most = armies_available(s, t, seat)
    if s.phase == CITY:
        most -= s.commit_alliance[seat]
    elif t.alliance_benefit == CONTRIBUTORS:
        wanted = max(wanted, 1)
    return AMOUNT + max(0, min(wanted, most))


# --- building ----------------------------------------------------------------------------------------


@compiled
def best_wall(s, t, legal, seat):
    """The wall to build on: height that pays, minus craftsmen; new walls only as far as armies can man them."""
    walls = 0
    for height in range(1, TOP + 1):
        walls += s.walls[seat, height]
    pick = legal[0]
    best = -1e9
    for code in legal:
        height = code - WALL_ON
        if height == 0:
            worth = 1.0 if walls <= s.stock[seat, ARMY] else 0.3
        else:
            worth = float(t.army_value[height + 1] - t.army_value[height])
            worth -= 0.8 * craftsmen_needed(t, s.chosen_card, height)
            if height + 1 == TOP:
                worth += 1.0
        if worth >= best:
            pick, best = code, worth
    return pick


@rule
def build_on(s, t, legal, seat, style):
    """Where the chosen card is worth most."""
    pick = legal[0]
    best = -1e9
    for code in legal:
        kind, height = (code - BUILD_ON) // TOP, (code - BUILD_ON) % TOP
        worth = placement_value(s, t, seat, style, s.chosen_card, kind, height)
        if worth > best:
            pick, best = code, worth
    return pick


@rule
def plan_target(s, seat, kind, height):
    """Remember where the card that is being named shall go."""
    s.memory[seat, PLAN_TARGET] = BUILD_ON + TOP * kind + height


@rule
def carry_out_target(s, legal, seat):
    code = s.memory[seat, PLAN_TARGET]
    return code if has(legal, code) else legal[0]


@rule
def wall_off(s, t, legal, seat, style, dear):
    """The worst card as a wall, if it is worth no more than this or the hand too full."""
    card, worth = worst_card(s, t, legal, seat, style)
    wanted = s.hand_n[seat] > t.hand_limit or worth <= dear
    return PROJECT_CARD + card if wanted and card != NOBODY else SKIP


# --- the steady way to play --------------------------------------------------------------------------


@rule
def buildings_pay(s, t, seat):
    """Whether an income would bring stones from buildings."""
    stones = 0
    for kind in range(KINDS):
        stones += building_income(s, t, seat, kind)
    return stones > 0


@rule
def fill_purse(s, t, legal, seat, style):
    """How a player with little gold gets more: an income if it is large, pilgrims into gold; NOBODY when he need not.

    Without any gold a smaller income will do, if it brings gold: bids of nothing are soon outbid. An income without
    gold is taken for the stones of the buildings: in communes that earn none, armies and craftsmen do more than bids.
    """
    gold = s.stock[seat, GOLD]
    stones = income_now(s, t, seat)
    if stones >= PAY_DAY:
        return INCOME
    if gold > style.low_gold:
        return NOBODY
    pays_gold = income_due(s, t, seat, GOLD) > 0
    enough = style.income_worth - PENNILESS if gold == 0 and pays_gold else style.income_worth
    if stones >= enough and (pays_gold or buildings_pay(s, t, seat)):
        return INCOME
    least = MANY_PILGRIMS + s.plunder[seat]
    if gold == 0 and style.pilgrims_to_gold == 1:
        least = SPARE_PILGRIMS + 0
    return PILGRIMS_TO_GOLD if s.stock[seat, PILGRIM] >= least and has(legal, PILGRIMS_TO_GOLD) else NOBODY


@rule
def steady_main(s, t, legal, seat, style):
    """Bid while envoys are to be placed, then claim; but fill the purse first."""
    if s.last_round:
        worth = own_columns_value(s, t, seat, style)
        return CLAIM if has(legal, CLAIM) and worth >= CLAIM_WORTH else INCOME
    if envoys_out(s, t, seat) < style.max_envoys and has(legal, BID):
        code = fill_purse(s, t, legal, seat, style)
        if code != NOBODY:
            return code
        column, bid, _ = best_bid(s, t, seat, style, style.max_bid)
        if column != NOBODY:
            plan_bid(s, seat, column, bid)
            return BID
    return CLAIM if has(legal, CLAIM) else INCOME


@rule
def steady_displaced(s, t, legal, seat, style):
    target, worth = best_target(s, t, legal, seat, style)
    return target if target != NOBODY and worth >= style.relocate else TAKE_BACK


@rule
def steady_commitment(s, t, legal, seat, style):
    """A fair gift to the alliance, then what the city is expected to need."""
    spare = armies_to_spare(s, t, seat, style.keep_pilgrims)
    if s.phase == ALLIANCE:
        start = t.invasion_field[next_invasion(s, t) - 1]
        fair = min(spare, int(style.alliance * start / s.players + 0.5))
        tile = tile_gift(s, t, seat, spare, int(style.bold * spare))
        return amount(s, t, seat, max(fair, tile, last_gift(s, t, seat, style)))
    if s.phase == CITY:
        return amount(s, t, seat, city_guard(s, t, seat, style))
    return pay_fists(s, t, seat, style.pay_gold)


@rule
def steady_build(s, t, legal, seat, style):
    """The best placement, the worst card as a wall, another action when that pays."""
    if s.phase == BUILD_CARD:
        card, _, _, worth = best_placement(s, t, legal, seat, style, ANY_POINTS)
        return PROJECT_CARD + card if worth > 0.0 else SKIP
    if s.phase == BUILD_TARGET:
        return build_on(s, t, legal, seat, style)
    if s.phase == WALL_CARD:
        return wall_off(s, t, legal, seat, style, style.wall)
    if s.phase == EXTRA_ACTION:
        _, _, _, worth = best_placement(s, t, legal, seat, style, ANY_POINTS)
        enough = min(style.extra, LAST_EXTRA) if s.last_round else style.extra
        return PAY_ACTION if worth >= enough or s.hand_n[seat] > t.hand_limit else SKIP
    return best_wall(s, t, legal, seat)


@rule
def steady_repair(s, t, legal, seat, keep_pilgrims):
    """Two points when pilgrims abound, one when one can be spared; none is kept that cannot move an envoy any more."""
    spare = s.stock[seat, PILGRIM] - (keep_pilgrims if t.relocation and not s.last_round else 0)
    for points in range(2, 0, -1):
        if has(legal, REPAIR_POINTS + points) and spare >= t.repair_cost[points] + points - 1:
            return REPAIR_POINTS + points
    return REPAIR_POINTS


@compiled
def steady(s, t, legal, seat, style):
    """Every decision in the given style."""
    phase = s.phase
    if phase == MAIN:
        return steady_main(s, t, legal, seat, style)
    if phase in (BID_COLUMN, BID_AMOUNT):
        return carry_out_bid(s, legal, seat)
    if phase == DISPLACED:
        return steady_displaced(s, t, legal, seat, style)
    if phase == CLAIM_BONUS:
        return scarcest_sort(s, legal, seat, style.favourites)
    if phase == CLAIM_COLUMN:
        return best_target(s, t, legal, seat, style)[0]
    if ALLIANCE <= phase < BUILD_CARD:
        return steady_commitment(s, t, legal, seat, style)
    if phase == REPAIR:
        return steady_repair(s, t, legal, seat, style.keep_pilgrims)
    if phase == DISCARD:
        return PROJECT_CARD + worst_card(s, t, legal, seat, style)[0]
    return steady_build(s, t, legal, seat, style)
