"""The menu of actions and the steps in which each is carried out (rulebook 3.3, 3.5 to 3.17, 3.20)."""

import numpy as np

from simcore.games.mythotopia.abilities import (
    alchemize,
    can_alchemize,
    counsel,
    hand_besides,
    maraud,
    philosophize,
    take_shown,
)
from simcore.games.mythotopia.bits import NOTHING, has
from simcore.games.mythotopia.building import (
    build_sites,
    castle_sites,
    city_sites,
    destinations,
    finish_moving,
    legal_site_cards,
    legal_tools,
    movable,
    move_armies,
    road_sites,
    stones_of_building,
    stones_paid,
)
from simcore.games.mythotopia.campaign import (
    all_targets,
    choose_origin,
    end_chosen_war,
    endable_wars,
    idle_forces,
    legal_army_cards,
    legal_origins,
    legal_routes,
    legal_ship_cards,
    may_end_war,
    more_army_cards,
    more_ship_cards,
    next_cost_of_attack,
    own_seas,
    places_for_armies,
    play_army_card,
    seas_with_ships,
    send_armies,
    send_ships,
    withdraw,
)
from simcore.games.mythotopia.cards import (
    SPENT,
    USED,
    available,
    card_bit,
    draw_card,
    in_reserve,
    list_cards,
    list_places,
    play_card,
    word_of,
)
from simcore.games.mythotopia.completion import bonus_gold, complete
from simcore.games.mythotopia.gold import cards_to_add, charge_gold, gold_paid, legal_bundles, may_buy, may_patronize
from simcore.games.mythotopia.payment import SHIPS_NEEDED, arm, gold_payable, legal_payment, pay, ship_options
from simcore.games.mythotopia.reserve import discard_one, may_store, may_thin, store_card, thin_card
from simcore.games.mythotopia.state import (
    ADD_CARD,
    ADD_PICK,
    ALCH_1TO2,
    ALCH_2TO3,
    ALCHEMIST,
    ALCHEMIST_CARD,
    ALCHEMY,
    ARM_WILD,
    ARMY,
    ATK_ORIGIN,
    ATK_ROUTE,
    ATK_TARGET,
    ATTACK,
    B_ALCHEMIST,
    B_COUNSELLOR,
    B_DIPLOMAT,
    B_MARAUDERS,
    B_MERCENARY,
    B_MILITIA,
    B_MYSTIC,
    B_PHILOSOPHER,
    B_PROVIDENCE,
    B_WAREHOUSE,
    BONUS_VP,
    BUILD_CARD,
    BUILD_CASTLE,
    BUILD_CITY,
    BUILD_ROAD,
    BUILD_SITE,
    BUILD_TOOL,
    BUNDLE,
    BUY,
    BUY_BUNDLE,
    COUNSEL_PICK,
    COUNSELLOR,
    COUNSELLOR_CARD,
    COUNT,
    DIPLOMAT,
    DIPLOMAT_CARD,
    DISCARD,
    DISCARD_PICK,
    END_GAME,
    END_TURN,
    END_WAR,
    FOOD,
    GOLD,
    MARAUD_OWNER,
    MARAUD_PROV,
    MARAUDERS,
    MARAUDERS_CARD,
    MAX_COUNT,
    MERC_COUNT,
    MERC_PROV,
    MERCENARY,
    MERCENARY_CARD,
    MILITIA,
    MILITIA_CARD,
    MOVE_COUNT,
    MOVE_FROM,
    MOVE_TO,
    MYSTIC,
    MYSTIC_CARD,
    MYSTIC_PICK,
    NO,
    PASS,
    PATRONAGE,
    PAY_FOOD,
    PAY_GOLD,
    PAY_SHIP,
    PAY_STONE,
    PHILOSOPHER,
    PHILOSOPHER_PICK,
    PLACE_ARMIES,
    PLACE_PROV,
    PLACE_SHIPS,
    PLAY_ARMY,
    PLAY_SHIP,
    PLAYER,
    PROV,
    PROVIDENCE,
    PROVIDENCE_CARD,
    RESERVE,
    RESERVE_PICK,
    ROAD_END,
    ROAD_MOVE,
    ROUTE,
    SEA,
    SHIP,
    SHIP_SEA,
    STONE,
    STOP,
    THIN,
    THIN_PICK,
    WAR_PROV,
    WAREHOUSE,
    WAREHOUSE_PICK,
    WD_ARMIES,
    WD_MERCS,
    WD_PROV,
    WDS_COUNT,
    WDS_SEA,
    WITHDRAW_ARMIES,
    WITHDRAW_SHIPS,
    YES,
)
from simcore.games.mythotopia.tokens import empty_cards
from simcore.games.mythotopia.war import any_army, army_places, put_mercenaries, wars_of, would_win
from simcore.kernels.jit import compiled, rule


# --- the menu ---------------------------------------------------------------------------------------------------------
@rule
def offer(buf, n, code, possible):
    if possible:
        buf[n] = code
        return n + 1
    return n


@compiled
def legal_main(s, t, buf):
    """Every action and free action that can be carried out to the end, ascending."""
    n = 0
    if s.actions_left > 0:
        n = legal_actions(s, t, buf)
    if s.free_count < t.free_actions_per_turn:
        n = legal_free_actions(s, t, buf, n)
    if s.actions_left == 0:
        n = offer(buf, n, END_TURN, True)
    return n


@rule
def legal_actions(s, t, buf):
    seat = s.active
    cards0, cards1 = available(s, 0), available(s, 1)
    any_card = cards0 | cards1 != 0
    n = offer(buf, 0, ATTACK, all_targets(s, t) != 0)
    n = offer(buf, n, PLACE_ARMIES, places_for_armies(s, t) != 0)
    n = offer(buf, n, WITHDRAW_ARMIES, idle_forces(s) != 0)
    ship_card = cards0 & t.sym0[SHIP] | cards1 & t.sym1[SHIP]
    n = offer(buf, n, PLACE_SHIPS, ship_card != 0 and s.ship_stock[seat] > 0 and own_seas(s, t, seat) != 0)
    n = offer(buf, n, WITHDRAW_SHIPS, seas_with_ships(s, seat) != 0)
    n = offer(buf, n, END_WAR, may_end_war(s, t))
    n = offer(buf, n, BUY, may_buy(s, t))
    to_add = s.adds < t.add_cards_per_turn and cards_to_add(s, 0) | cards_to_add(s, 1) != 0
    n = offer(buf, n, ADD_CARD, to_add and gold_payable(s, t, cards1, t.card_gold))
    n = offer(buf, n, RESERVE, may_store(s, t))
    n = offer(buf, n, DISCARD, any_card)
    n = offer(buf, n, THIN, may_thin(s, t))
    if cards1 & t.build_cards:
        n = offer(buf, n, BUILD_CITY, city_sites(s, t) != 0)
        n = offer(buf, n, BUILD_CASTLE, castle_sites(s, t) != 0)
        n = offer(buf, n, BUILD_ROAD, road_sites(s, t, -1) != 0)
    if cards1 & B_DIPLOMAT and wars_of(s, seat):
        n = offer(buf, n, DIPLOMAT, gold_payable(s, t, cards1 & ~np.int64(B_DIPLOMAT), t.diplomat_gold))
    if cards1 & B_ALCHEMIST:
        n = offer(buf, n, ALCHEMIST, can_alchemize(s, 1) or can_alchemize(s, 2))
    n = offer(buf, n, PATRONAGE, may_patronize(s, t))
    n = offer(buf, n, PASS, True)
    return offer(buf, n, END_GAME, may_end_game(s, t))


@rule
def may_end_game(s, t):
    """MYT-141 to MYT-143."""
    if t.end_game_first_action_only and not s.fresh:
        return False
    return empty_cards(s) >= t.end_empty_cards and would_win(s, t, s.active)


@rule
def legal_free_actions(s, t, buf, n):
    seat = s.active
    cards1 = available(s, 1)
    n = offer(buf, n, ROAD_MOVE, s.has_road != 0 and not s.road_used and movable(s) != 0)
    warehouse = in_reserve(s, seat, B_WAREHOUSE) and not s.warehouse_used
    n = offer(buf, n, WAREHOUSE, warehouse and may_store(s, t))
    if cards1 & FREE_ACTION_CARDS == 0:
        return n
    n = offer(buf, n, COUNSELLOR, cards1 & B_COUNSELLOR != 0 and hand_besides(s, B_COUNSELLOR) > 0)
    n = offer(buf, n, MARAUDERS, cards1 & B_MARAUDERS != 0 and any_army(s) != 0)
    if cards1 & B_MERCENARY and s.merc_supply > 0 and army_places(s, seat):
        n = offer(buf, n, MERCENARY, gold_payable(s, t, cards1 & ~np.int64(B_MERCENARY), t.mercenary_gold))
    n = offer(buf, n, MILITIA, cards1 & B_MILITIA != 0 and s.army_supply[seat] > 0)
    if cards1 & B_MYSTIC and s.discard[seat, 0] | s.discard[seat, 1]:
        n = offer(buf, n, MYSTIC, gold_payable(s, t, cards1 & ~np.int64(B_MYSTIC), t.mystic_gold))
    n = offer(buf, n, PHILOSOPHER, cards1 & B_PHILOSOPHER != 0 and s.progress_pile != 0)
    return offer(buf, n, PROVIDENCE, cards1 & B_PROVIDENCE != 0)


FREE_ACTION_CARDS = B_COUNSELLOR | B_MARAUDERS | B_MERCENARY | B_MILITIA | B_MYSTIC | B_PHILOSOPHER | B_PROVIDENCE


@compiled
def choose_type(s, t, kind):
    """The first step of an action. A card with an ability of its own is played at once (MYT-44)."""
    seat = s.active
    s.kind = kind
    s.amount = 0
    s.extra = 0
    if kind == ATTACK:
        s.phase = ATK_TARGET
    elif kind == PLACE_ARMIES:
        s.phase = PLACE_PROV
    elif kind == WITHDRAW_ARMIES:
        s.phase = WD_PROV
    elif kind == PLACE_SHIPS:
        s.phase = SHIP_SEA
    elif kind == WITHDRAW_SHIPS:
        s.phase = WDS_SEA
    elif kind == END_WAR:
        s.phase = WAR_PROV
    elif kind == BUY:
        s.phase = BUY_BUNDLE
    elif kind == ADD_CARD:
        s.phase = ADD_PICK
    elif kind == RESERVE:
        s.phase = RESERVE_PICK
    elif kind == DISCARD:
        s.phase = DISCARD_PICK
    elif kind == THIN:
        s.phase = THIN_PICK
    elif kind in (BUILD_CITY, BUILD_CASTLE, BUILD_ROAD):
        s.phase = BUILD_SITE
    elif kind == DIPLOMAT:
        play_card(s, DIPLOMAT_CARD, USED)
        s.phase = WAR_PROV
    elif kind == ALCHEMIST:
        play_card(s, ALCHEMIST_CARD, USED)
        s.phase = ALCHEMY
    elif kind == PATRONAGE:
        charge_gold(s, t, t.patronage_gold)
    elif kind == PASS:
        complete(s)
    elif kind == ROAD_MOVE:
        s.phase = MOVE_FROM
    elif kind == WAREHOUSE:
        s.phase = WAREHOUSE_PICK
    elif kind == COUNSELLOR:
        play_card(s, COUNSELLOR_CARD, USED)
        s.phase = COUNSEL_PICK
    elif kind == MARAUDERS:
        play_card(s, MARAUDERS_CARD, USED)
        s.phase = MARAUD_PROV
    elif kind == MERCENARY:
        play_card(s, MERCENARY_CARD, USED)
        charge_gold(s, t, t.mercenary_gold)
    elif kind == MILITIA:
        play_card(s, MILITIA_CARD, USED)
        s.army_supply[seat] -= 1
        s.army_stock[seat] += 1
        complete(s)
    elif kind == MYSTIC:
        play_card(s, MYSTIC_CARD, USED)
        charge_gold(s, t, t.mystic_gold)
    elif kind == PHILOSOPHER:
        philosophize(s)
    elif kind == PROVIDENCE:
        play_card(s, PROVIDENCE_CARD, USED)
        draw_card(s, seat)
        draw_card(s, seat)
        complete(s)


# --- the steps of an action -------------------------------------------------------------------------------------------
@compiled
def legal_step(s, t, buf):
    """The options of every phase after the choice of an action."""
    seat, phase = s.active, s.phase
    if phase == PAY_FOOD:
        return legal_payment(s, t, buf, FOOD, 1)
    if phase == PAY_STONE:
        return legal_payment(s, t, buf, STONE, 0)
    if phase == PAY_GOLD:
        return legal_payment(s, t, buf, GOLD, 0)
    if phase == PLAY_ARMY:
        return legal_army_cards(s, t, buf)
    if phase == ATK_TARGET:
        return list_places(buf, 0, PROV, all_targets(s, t))
    if phase == ATK_ROUTE:
        return legal_routes(s, t, buf)
    if phase == ATK_ORIGIN:
        return legal_origins(s, t, buf)
    if phase == PAY_SHIP:
        return list_cards(buf, 0, ship_options(s, t, 0), ship_options(s, t, 1))
    if phase == PLACE_PROV:
        return list_places(buf, 0, PROV, places_for_armies(s, t))
    if phase == WD_PROV:
        return list_places(buf, 0, PROV, idle_forces(s))
    if phase == WD_ARMIES:
        first = 0 if s.mercs[seat, s.target] > 0 else 1
        return list_counts(buf, first, s.armies[seat, s.target])
    if phase == WD_MERCS:
        return list_counts(buf, 0 if s.amount > 0 else 1, s.mercs[seat, s.target])
    if phase == SHIP_SEA:
        return list_places(buf, 0, SEA, own_seas(s, t, seat))
    if phase == PLAY_SHIP:
        return legal_ship_cards(s, t, buf)
    if phase == WDS_SEA:
        return list_places(buf, 0, SEA, seas_with_ships(s, seat))
    if phase == WDS_COUNT:
        return list_counts(buf, 1, s.ships[seat, s.target])
    if phase == WAR_PROV:
        return list_places(buf, 0, PROV, endable_wars(s, t) if s.kind == END_WAR else wars_of(s, seat))
    if phase == BUY_BUNDLE:
        return legal_bundles(s, t, buf)
    if phase == ADD_PICK:
        return list_cards(buf, 0, cards_to_add(s, 0), cards_to_add(s, 1))
    if phase in (RESERVE_PICK, WAREHOUSE_PICK):
        n = list_cards(buf, 0, s.hand[seat, 0], s.hand[seat, 1])
        return offer(buf, n, STOP, s.amount > 0)
    if phase in (DISCARD_PICK, THIN_PICK):
        n = list_cards(buf, 0, available(s, 0), available(s, 1))
        return offer(buf, n, STOP, s.amount > 0)
    if phase == BUILD_SITE:
        return list_places(buf, 0, PROV, build_sites(s, t))
    if phase == ROAD_END:
        return list_places(buf, 0, PROV, road_sites(s, t, s.target))
    if phase == BUILD_TOOL:
        return legal_tools(s, t, buf)
    if phase == BUILD_CARD:
        return legal_site_cards(s, t, buf)
    if phase == BONUS_VP:
        return offer(buf, offer(buf, 0, YES, True), NO, True)
    if phase == ALCHEMY:
        return offer(buf, offer(buf, 0, ALCH_1TO2, can_alchemize(s, 1)), ALCH_2TO3, can_alchemize(s, 2))
    if phase == MOVE_FROM:
        return offer(buf, list_places(buf, 0, PROV, movable(s)), STOP, s.amount > 0)
    if phase == MOVE_TO:
        return list_places(buf, 0, PROV, destinations(s, s.target))
    if phase == MOVE_COUNT:
        return list_counts(buf, 1, s.armies[seat, s.target])
    if phase == COUNSEL_PICK:
        if s.amount == 0:
            return list_cards(buf, 0, s.hand[seat, 0], s.hand[seat, 1])
        return offer(buf, list_cards(buf, 0, available(s, 0), available(s, 1)), STOP, True)
    if phase == MARAUD_PROV:
        return list_places(buf, 0, PROV, any_army(s))
    if phase == MARAUD_OWNER:
        n = 0
        for other in range(s.players):
            n = offer(buf, n, PLAYER + other, s.armies[other, s.target] > 0)
        return n
    if phase == MERC_PROV:
        return list_places(buf, 0, PROV, army_places(s, seat))
    if phase == MERC_COUNT:
        return list_counts(buf, 1, min(2, s.merc_supply))
    if phase == MYSTIC_PICK:
        return list_cards(buf, 0, s.discard[seat, 0], s.discard[seat, 1])
    return list_cards(buf, 0, NOTHING, s.shown)  # PHILOSOPHER_PICK


@rule
def list_counts(buf, first, last):
    n = 0
    for number in range(first, min(last, MAX_COUNT) + 1):
        buf[n] = COUNT + number
        n += 1
    return n


@compiled
def apply_step(s, t, code):
    """Carry out one step of an action."""
    seat, phase = s.active, s.phase
    if phase == PAY_FOOD:
        if pay(s, FOOD, code):
            s.phase = PLAY_ARMY
    elif phase == PAY_STONE:
        if pay(s, STONE, code):
            stones_paid(s, t)
    elif phase == PAY_GOLD:
        if pay(s, GOLD, code):
            gold_paid(s, t)
    elif phase == PLAY_ARMY:
        if code == STOP:
            send_armies(s)
        elif code == ARM_WILD:
            arm(s, ARMY, code)
        else:
            play_army_card(s, t, code)
            if not more_army_cards(s, t):
                send_armies(s)
    elif phase == ATK_TARGET:
        s.target = code - PROV
        s.phase = ATK_ROUTE
    elif phase == ATK_ROUTE:
        s.route = code - ROUTE
        s.phase = ATK_ORIGIN
    elif phase == ATK_ORIGIN:
        choose_origin(s, t, code)
    elif phase == PAY_SHIP:
        play_card(s, code, SPENT)
        s.need[SHIPS_NEEDED] -= 1
        next_cost_of_attack(s)
    elif phase == PLACE_PROV:
        s.target = code - PROV
        s.need[SHIPS_NEEDED] = 0
        s.need[FOOD] = 0 if has(s.own[seat], s.target) else t.reinforce_food
        next_cost_of_attack(s)
    elif phase == WD_PROV:
        s.target = code - PROV
        s.phase = WD_ARMIES
    elif phase == WD_ARMIES:
        s.amount = code - COUNT
        if s.mercs[seat, s.target] > 0:
            s.phase = WD_MERCS
        else:
            withdraw(s, 0)
    elif phase == WD_MERCS:
        withdraw(s, code - COUNT)
    elif phase == SHIP_SEA:
        s.target = code - SEA
        s.phase = PLAY_SHIP
    elif phase == PLAY_SHIP:
        if code != STOP:
            play_card(s, code, SPENT)
            s.amount += 1
        if code == STOP or not more_ship_cards(s, t):
            send_ships(s, t)
    elif phase == WDS_SEA:
        s.target = code - SEA
        s.phase = WDS_COUNT
    elif phase == WDS_COUNT:
        s.ships[seat, s.target] -= code - COUNT
        s.ship_stock[seat] += code - COUNT
        complete(s)
    elif phase == WAR_PROV:
        s.target = code - PROV
        if s.kind == END_WAR:
            end_chosen_war(s, t)
        else:
            charge_gold(s, t, t.diplomat_gold)
    elif phase == BUY_BUNDLE:
        s.amount = (code - BUNDLE) // 4
        s.extra = (code - BUNDLE) % 4
        charge_gold(s, t, s.amount * t.army_gold + s.extra * t.ship_gold)
    elif phase == ADD_PICK:
        s.target = code
        charge_gold(s, t, t.card_gold)
    else:
        apply_later_step(s, t, code)


@rule
def apply_later_step(s, t, code):
    seat, phase = s.active, s.phase
    if phase == RESERVE_PICK:
        if code != STOP:
            store_card(s, code)
            s.amount += 1
        if code == STOP or not may_store(s, t):
            complete(s)
    elif phase == WAREHOUSE_PICK:
        store_card(s, code)
        complete(s)
    elif phase == DISCARD_PICK:
        if code != STOP:
            discard_one(s, code)
            s.amount += 1
        if code == STOP or available(s, 0) | available(s, 1) == 0:
            complete(s)
    elif phase == THIN_PICK:
        if code != STOP:
            thin_card(s, code)
        if code == STOP or not may_thin(s, t):
            complete(s)
    elif phase == BUILD_SITE:
        s.target = code - PROV
        s.phase = ROAD_END if s.kind == BUILD_ROAD else BUILD_TOOL
    elif phase == ROAD_END:
        s.second = code - PROV
        s.phase = BUILD_TOOL
    elif phase == BUILD_TOOL:
        play_card(s, code, USED)
        s.phase = BUILD_CARD
    elif phase == BUILD_CARD:
        play_card(s, code, USED)
        s.need[STONE] = stones_of_building(s, t)
        s.phase = PAY_STONE
        if s.need[STONE] == 0:
            stones_paid(s, t)
    elif phase == BONUS_VP:
        if code == YES:
            charge_gold(s, t, bonus_gold(s, t))
        else:
            complete(s)
    elif phase == ALCHEMY:
        alchemize(s, 1 if code == ALCH_1TO2 else 2)
    elif phase == MOVE_FROM:
        if code == STOP:
            finish_moving(s)
        else:
            s.target = code - PROV
            s.phase = MOVE_TO
    elif phase == MOVE_TO:
        s.second = code - PROV
        s.phase = MOVE_COUNT
    elif phase == MOVE_COUNT:
        move_armies(s, code - COUNT)
    elif phase == COUNSEL_PICK:
        if code != STOP:
            from_hand = s.hand[seat, word_of(code)] & card_bit(code) != 0
            discard_one(s, code)
            s.amount += 1 if from_hand else 0
        if code == STOP or available(s, 0) | available(s, 1) == 0:
            counsel(s)
    elif phase == MARAUD_PROV:
        s.target = code - PROV
        s.phase = MARAUD_OWNER
    elif phase == MARAUD_OWNER:
        maraud(s, code - PLAYER)
    elif phase == MERC_PROV:
        s.target = code - PROV
        s.phase = MERC_COUNT
    elif phase == MERC_COUNT:
        put_mercenaries(s, seat, s.target, code - COUNT)
        complete(s)
    elif phase == MYSTIC_PICK:
        word, card = word_of(code), card_bit(code)
        s.discard[seat, word] &= ~card
        s.hand[seat, word] |= card
        complete(s)
    elif phase == PHILOSOPHER_PICK:
        take_shown(s, code)
