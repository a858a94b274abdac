"""Mythotopia in sentences: actions, events, positions."""

from simcore.games.mythotopia.cards import deck_size
from simcore.games.mythotopia.layout import card_name, cards_in, members, roads, strengths
from simcore.games.mythotopia.names import PROGRESS, PROVINCES, SEA_AREAS, TYPES, VP_CARDS
from simcore.games.mythotopia.state import (
    ADD_PICK,
    ALCH_1TO2,
    ALCH_2TO3,
    ALCHEMY,
    ARM_MERCHANT,
    ARM_MILL,
    ARM_WILD,
    ATK_ORIGIN,
    ATK_ROUTE,
    ATK_TARGET,
    BONUS_VP,
    BUILD_CARD,
    BUILD_SITE,
    BUILD_TOOL,
    BUNDLE,
    BUY,
    BUY_BUNDLE,
    CITADEL_SITE,
    COUNSEL_PICK,
    COUNT,
    DECLARED,
    DIPLOMAT,
    DISCARD_PICK,
    DRAFT_DISCARD,
    END_TURN,
    FROM_CARD,
    FROM_POOL,
    MAIN,
    MARAUD_OWNER,
    MARAUD_PROV,
    MERC_COUNT,
    MERC_PROV,
    MOVE_COUNT,
    MOVE_FROM,
    MOVE_TO,
    MYSTIC_PICK,
    N_ALCHEMY,
    N_HEROES,
    N_SCRIBE,
    NO,
    PAY_FOOD,
    PAY_GOLD,
    PAY_SHIP,
    PAY_STONE,
    PHILOSOPHER_PICK,
    PLACE_PROV,
    PLAY_ARMY,
    PLAY_SHIP,
    PLAYER,
    PROV,
    PROVIDENCE,
    RESERVE_PICK,
    ROAD_END,
    ROUTE,
    SCRIBE_SOURCE,
    SEA,
    SHIP_SEA,
    STALL,
    STOP,
    THIN_PICK,
    TYPE,
    VP_CITADEL,
    VP_DRAGONS,
    VP_LORD,
    VP_MASTER,
    VP_RUNESTONES,
    VP_SPOILS,
    WAR_PROV,
    WAREHOUSE_PICK,
    WD_ARMIES,
    WD_MERCS,
    WD_PROV,
    WDS_COUNT,
    WDS_SEA,
    YES,
)
from simcore.games.mythotopia.tokens import empty_cards, victory_points
from simcore.games.mythotopia.uncompiled import uncompiled
from simcore.games.mythotopia.war import wars

CARD_VERBS = {
    DRAFT_DISCARD: "give back",
    ATK_ORIGIN: "attack from",
    PAY_SHIP: "sail with",
    PAY_FOOD: "pay food with",
    PAY_STONE: "pay stone with",
    PAY_GOLD: "pay gold with",
    PLAY_ARMY: "send armies with",
    PLAY_SHIP: "send a ship with",
    ADD_PICK: "take",
    RESERVE_PICK: "store",
    WAREHOUSE_PICK: "store",
    DISCARD_PICK: "discard",
    COUNSEL_PICK: "discard",
    THIN_PICK: "remove",
    BUILD_TOOL: "build with",
    BUILD_CARD: "site card",
    MYSTIC_PICK: "take back",
    PHILOSOPHER_PICK: "take",
}
PLACE_VERBS = {
    CITADEL_SITE: "citadel in",
    ATK_TARGET: "attack",
    PLACE_PROV: "place in",
    WD_PROV: "withdraw from",
    WAR_PROV: "end the war in",
    BUILD_SITE: "build in",
    ROAD_END: "road to",
    MOVE_FROM: "move from",
    MOVE_TO: "move to",
    MARAUD_PROV: "maraud in",
    MERC_PROV: "mercenaries to",
}
SEA_VERBS = {SHIP_SEA: "ships to", WDS_SEA: "ships from"}
COUNTED = {
    WD_ARMIES: ("army", "armies"),
    MOVE_COUNT: ("army", "armies"),
    WD_MERCS: ("mercenary", "mercenaries"),
    MERC_COUNT: ("mercenary", "mercenaries"),
    WDS_COUNT: ("ship", "ships"),
}
ROUTE_WORDS = (
    "over a normal border",
    "over a hill border",
    "over one sea area",
    "over two sea areas",
    "through Portal",
)
WILD_CARDS = {PAY_FOOD: "Farming", PAY_STONE: "Quarry", PAY_GOLD: "Gold Mine", PLAY_ARMY: "Levies"}
# Tokens of one conquest come in this order (MYT-109).
CONQUEST_TOKENS = (VP_SPOILS, VP_CITADEL, VP_DRAGONS, VP_RUNESTONES, VP_LORD)
TOKEN_ORDER = (*(card for card in range(len(VP_CARDS)) if card not in CONQUEST_TOKENS), *CONQUEST_TOKENS)
STOP_PHASES = (PLAY_ARMY, PLAY_SHIP, RESERVE_PICK, DISCARD_PICK, THIN_PICK, MOVE_FROM, COUNSEL_PICK)


def plural(number, one, many=None):
    return f"{number} {one if number == 1 else many or one + 's'}"


def verb(number, many):
    """ "1 army leaves", "2 armies leave"."""
    return f"{many}s" if number == 1 else many


def pieces(armies, ships):
    parts = [plural(armies, "army", "armies")] if armies else []
    return " and ".join(parts + ([plural(ships, "ship")] if ships else []))


def action(s, t, code):
    """The words of one action, or None when the code means nothing in this phase."""
    phase = int(s.phase)
    if code < PROV:
        return f"{CARD_VERBS[phase]} {card_name(t, code)}" if phase in CARD_VERBS else None
    if code < SEA:
        return f"{PLACE_VERBS[phase]} {PROVINCES[code - PROV]}" if phase in PLACE_VERBS else None
    if code < PLAYER:
        known = phase in SEA_VERBS and code - SEA < len(SEA_AREAS)
        return f"{SEA_VERBS[phase]} {SEA_AREAS[code - SEA]}" if known else None
    if code < COUNT:
        return f"army of seat {code - PLAYER}" if phase == MARAUD_OWNER and code - PLAYER < s.players else None
    if code < BUNDLE:
        return plural(code - COUNT, *COUNTED[phase]) if phase in COUNTED else None
    if code < TYPE:
        bundle = pieces((code - BUNDLE) // 4, (code - BUNDLE) % 4)
        return f"buy {bundle}" if phase == BUY_BUNDLE and bundle else None
    if code <= END_TURN:
        return TYPES[code - TYPE] if phase == MAIN else None
    if code < STOP:
        return ROUTE_WORDS[code - ROUTE] if phase == ATK_ROUTE else None
    return _small_choice(phase, code)


def _small_choice(phase, code):
    if code == STOP:
        return "that is all" if phase in STOP_PHASES else None
    if code in (YES, NO):
        return ("buy the bonus token" if code == YES else "no bonus token") if phase == BONUS_VP else None
    if code in (FROM_CARD, FROM_POOL):
        where = "take the token from the card" if code == FROM_CARD else "take the token from the spare pool"
        return where if phase == SCRIBE_SOURCE else None
    if code in (ALCH_1TO2, ALCH_2TO3):
        return ("turn a 1 into a 2" if code == ALCH_1TO2 else "turn a 2 into a 3") if phase == ALCHEMY else None
    if code == ARM_WILD:
        return f"use {WILD_CARDS[phase]}" if phase in WILD_CARDS else None
    if phase in (PAY_FOOD, PAY_STONE, PAY_GOLD):
        return {ARM_MILL: "use Water Mill", ARM_MERCHANT: "use Merchant"}.get(code)
    return None


# --- events ----------------------------------------------------------------------------------------------------------
def happened(before, after, t, code):
    """What the action brought about, with amounts and rule IDs, found by comparing the positions."""
    said = []
    said += _attack(before, after)
    said += _control(before, after, t)
    said += _moved_pieces(before, after)
    said += _buildings(before, after)
    said += _tokens(before, after, t)
    said += _cards(before, after, t, code)
    said += _turn_and_end(before, after, t)
    return said


def _seats(s):
    return range(int(s.players))


def _attack(before, after):
    if before.kind == 0 or after.phase != MAIN or before.phase != PLAY_ARMY:
        return []
    p, seat = int(before.target), int(before.active)
    number = int(after.armies[seat, p]) - int(before.armies[seat, p])
    if number <= 0:
        return []
    where = PROVINCES[p]
    if before.kind == TYPE:
        holder = _owner(before, p)
        whose = "neutral" if holder is None else f"held by seat {holder}"
        rule = "joins the war (MYT-72)" if int(uncompiled(wars)(before)) >> p & 1 else "a war begins (MYT-60, MYT-69)"
        return [
            f"seat {seat} attacks {where}, {whose}, {ROUTE_WORDS[before.route]} with {plural(number, 'army', 'armies')}: {rule}"
        ]
    rule = "MYT-79" if int(before.own[seat]) >> p & 1 else "MYT-78"
    return [
        f"{plural(number, 'army', 'armies')} of seat {seat} {verb(number, 'reinforce')} {where}, now {after.armies[seat, p]} ({rule})"
    ]


def _owner(s, p):
    return next((seat for seat in _seats(s) if int(s.own[seat]) >> p & 1), None)


def _moved_pieces(before, after):
    said = []
    for seat in _seats(before):
        bought = pieces(
            int(before.army_supply[seat] - after.army_supply[seat]),
            int(before.ship_supply[seat] - after.ship_supply[seat]),
        )
        if bought:
            rule = "MYT-111" if before.kind == BUY else "MYT-185"
            stock = pieces(int(after.army_stock[seat]), int(after.ship_stock[seat]))
            said.append(f"seat {seat} gets {bought} from its supply and now has {stock} in stock ({rule})")
        for sea, name in enumerate(SEA_AREAS):
            change = int(after.ships[seat, sea]) - int(before.ships[seat, sea])
            if change > 0:
                said.append(f"{plural(change, 'ship')} of seat {seat} to {name} (MYT-82)")
            elif change < 0:
                said.append(f"{plural(-change, 'ship')} of seat {seat} withdrawn from {name} (MYT-85)")
    for p, name in enumerate(PROVINCES):
        for seat in _seats(before):
            said += _piece_change(before, after, seat, p, name)
    return said


def _piece_change(before, after, seat, p, name):
    armies = int(after.armies[seat, p]) - int(before.armies[seat, p])
    hired = int(after.mercs[seat, p]) - int(before.mercs[seat, p])
    said = []
    if hired > 0:
        said.append(
            f"{plural(hired, 'mercenary', 'mercenaries')} {verb(hired, 'join')} seat {seat} in {name} (MYT-183)"
        )
    elif hired < 0:
        why = "MYT-80" if before.phase == WD_MERCS else "MYT-99"
        said.append(
            f"{plural(-hired, 'mercenary', 'mercenaries')} of seat {seat} {verb(-hired, 'leave')} {name} ({why})"
        )
    if armies > 0 and before.phase == MOVE_COUNT:
        said.append(f"{plural(armies, 'army', 'armies')} of seat {seat} {verb(armies, 'move')} to {name} (MYT-137)")
    elif armies < 0:
        why = {MARAUD_OWNER: "MYT-182", WD_ARMIES: "MYT-80", WD_MERCS: "MYT-80", MOVE_COUNT: "MYT-137"}.get(
            int(before.phase), "MYT-99"
        )
        said.append(f"{plural(-armies, 'army', 'armies')} of seat {seat} {verb(-armies, 'leave')} {name} ({why})")
    return said


def _strengths(s, t, p):
    parties = strengths(s, t, p).items()
    return ", ".join(
        f"{'the province' if party == 'neutral' else f'seat {party} has'} {power}" for party, power in parties
    )


def _strongest(s, t, p):
    """The parties with the highest strength in a war."""
    parties = strengths(s, t, p)
    return [party for party, power in parties.items() if power == max(parties.values())]


def _control(before, after, t):
    said = []
    ended = int(uncompiled(wars)(before)) & ~int(uncompiled(wars)(after))
    for p, name in enumerate(PROVINCES):
        was, now = _owner(before, p), _owner(after, p)
        fought = ended >> p & 1
        if fought and before.phase == MARAUD_OWNER:
            said.append(f"no attacker is left in {name}: the war is over and nobody won (MYT-110)")
        elif fought:
            said.append(f"the war in {name} ends, strength: {_strengths(before, t, p)}")
        if was == now:
            if fought and before.phase != MARAUD_OWNER:
                said.append(_kept(before, after, t, p))
            continue
        if now is None:
            said.append(
                f"seat {was} loses {name}, which becomes neutral: the victor has no village (MYT-108)"
                if before.turns
                else f"seat {was} gives {name} back (MYT-31)"
            )
        elif was is None:
            said.append(f"seat {now} conquers {name} and takes its card (MYT-101, MYT-102)")
        else:
            lost = ["village", "city", "citadel"][
                int(before.city) >> p & 1 or (2 if int(before.citadel) >> p & 1 else 0)
            ]
            said.append(
                f"seat {now} conquers {name} from seat {was}, whose {lost} is removed (MYT-101, MYT-102, MYT-105)"
            )
    for mask, what, rule in (
        (before.dragon & ~after.dragon, "dragon", "MYT-160"),
        (before.runestone & ~after.runestone, "runestone", "MYT-166"),
    ):
        said += [f"the {what} leaves {name} ({rule})" for name in members(mask, PROVINCES)]
    if _hero(before, after):
        said.append("Hero decides the tied war (MYT-178)")
    return said


def _hero(before, after):
    return int(after.stat[:, N_HEROES].sum()) > int(before.stat[:, N_HEROES].sum())


def _kept(before, after, t, p):
    """A war that changed no owner: the defender won, or the victor had no village for a neutral province."""
    keeper = _owner(before, p)
    result = f"{PROVINCES[p]} stays neutral" if keeper is None else f"seat {keeper} keeps {PROVINCES[p]}"
    if before.kind == DIPLOMAT:
        return f"{result} (MYT-174)"
    strongest = _strongest(before, t, p)
    if len(strongest) > 1 and not _hero(before, after):
        return f"{result}: the tie is the defender's ({'MYT-144' if after.over else 'MYT-89, war_tie_rule'})"
    if keeper is None and strongest != ["neutral"]:
        return f"{result}: the victor has no village (MYT-108)"
    return f"{result} ({'MYT-144' if after.over else 'MYT-100'})"


def _buildings(before, after):
    said = []
    for name in members(after.city & ~before.city, PROVINCES):
        said.append(f"a city rises in {name} (MYT-128)")
    for name in members(after.castle & ~before.castle, PROVINCES):
        said.append(f"a castle rises in {name} (MYT-129)")
    new = set(roads(after)) - set(roads(before))
    said += [f"a road joins {road.replace('-', ' and ')} (MYT-130)" for road in sorted(new)]
    if int(after.citadel) & ~int(before.citadel):
        said.append(f"the citadels stand in {', '.join(members(after.citadel, PROVINCES))} (MYT-23)")
    return said


def _tokens(before, after, t):
    said = []
    for seat in _seats(before):
        for card in TOKEN_ORDER:
            name = VP_CARDS[card]
            number = int(after.token_count[seat, card]) - int(before.token_count[seat, card])
            if number > 0:
                pool = int(after.stat[seat, N_SCRIBE]) - int(before.stat[seat, N_SCRIBE])
                source = (
                    "from the spare pool (MYT-194)" if pool else f"from {name} ({after.tokens_left[card]} left there)"
                )
                said.append(f"seat {seat} takes {_taken(before, after, t, seat, card)} {source} for {_reason(card)}")
                if after.master_marks[seat] > before.master_marks[seat] and card == VP_MASTER:
                    said.append(f"a village of seat {seat} marks it on the card for good (MYT-195)")
        if int(after.stat[seat, N_ALCHEMY]) > int(before.stat[seat, N_ALCHEMY]):
            old = 1 if after.tokens[seat, 1] < before.tokens[seat, 1] else 2
            said.append(f"seat {seat} exchanges a {old}-VP token for a {old + 1}-VP token of the spare pool (MYT-169)")
    empty = [
        VP_CARDS[card] for card in range(len(VP_CARDS)) if before.tokens_left[card] > 0 and after.tokens_left[card] == 0
    ]
    number = int(uncompiled(empty_cards)(after))
    for name in empty:
        said.append(
            f"{name} is empty, {number} of the {t.end_empty_cards} empty cards that the end needs (MYT-141)"
            if number <= t.end_empty_cards
            else f"{name} is empty: {number} cards are empty, the end needs {t.end_empty_cards} (MYT-141)"
        )
    return said


def _taken(before, after, t, seat, card):
    """The tokens of a card that the seat took, by value: that of the card, of the island or of the sea areas."""
    if card == VP_LORD:
        chosen = [int(before.queue[0, 2])]  # the island is complete already when a Scribe owner is asked (MYT-194)
        conditions = _new_islands(before.own[seat], after.own[seat], t) or chosen
    elif card == VP_MASTER:
        conditions = [i for i in range(2) if after.master_done[seat, i] > before.master_done[seat, i]]
    else:
        conditions = [0] * (int(after.token_count[seat, card]) - int(before.token_count[seat, card]))
    values = [int(t.token_value[card, condition]) for condition in conditions]
    if len(values) == 1:
        return f"a {values[0]}-VP token"
    return f"{len(values)} tokens of {' and '.join(str(value) for value in sorted(set(values)))} VP"


def _new_islands(before, after, t):
    """Islands that became complete."""
    wholes = [int(whole) for whole in t.islands[:2]]
    return [i for i, whole in enumerate(wholes) if whole & ~int(after) == 0 and whole & ~int(before) != 0]


def _reason(card):
    rules = (
        "a city (MYT-154)",
        "a castle (MYT-155)",
        "a road (MYT-156)",
        "a fallen citadel (MYT-157)",
        "a held province (MYT-158)",
    )
    rules += ("the guilds (MYT-159)", "a slain dragon (MYT-160)", "an island (MYT-161)", "its sea areas (MYT-162)")
    rules += ("patronage (MYT-164)", "inns (MYT-165)", "a runestone (MYT-166)", "spoils (MYT-167)")
    return rules[card]


def _cards(before, after, t, code):
    """Cards that change hands; drawn cards are named because the log tells everything."""
    said = []
    for seat in _seats(before):
        drawn = list(
            cards_in(t, after.hand[seat, 0] & ~before.hand[seat, 0], after.hand[seat, 1] & ~before.hand[seat, 1])
        )
        if drawn and not before.turns:
            said.append(f"seat {seat} begins with {', '.join(drawn)} (MYT-27)")
        elif drawn:
            rule = _draw_rule(before, code)
            said.append(
                f"seat {seat} {'takes' if before.phase in (MYSTIC_PICK, PHILOSOPHER_PICK) else 'draws'} {', '.join(drawn)} ({rule})"
            )
        gained = int(after.discard[seat, 1]) & int(before.display) & ~int(after.display)
        said += [f"{name} joins the deck of seat {seat} (MYT-113)" for name in members(gained, PROGRESS)]
        back = int(before.aside[seat]) & ~int(after.aside[seat])
        lands = int(before.province_pile) & ~int(after.province_pile) & int(before.own[seat]) & int(after.own[seat])
        said += [f"{name} returns to the deck of seat {seat} (MYT-113)" for name in cards_in(t, lands, back)]
    if before.phase == THIN_PICK and code != STOP:
        left = uncompiled(deck_size)(after, int(before.active))
        said.append(f"{card_name(t, code)} leaves the deck, {left} cards remain (MYT-124, MYT-126)")
    refilled = int(after.display) & int(before.progress_pile)
    said += [f"{name} comes on display (MYT-16)" for name in members(refilled, PROGRESS)]
    return said


def _draw_rule(before, code):
    if before.phase == MAIN:
        return "MYT-189" if code == PROVIDENCE else "MYT-39"
    return {COUNSEL_PICK: "MYT-173", MYSTIC_PICK: "MYT-186", PHILOSOPHER_PICK: "MYT-187"}.get(
        int(before.phase), "MYT-103"
    )


def _turn_and_end(before, after, t):
    said = []
    if (after.turns != before.turns and after.seat != before.seat) or after.over:
        said.append(
            "victory points "
            + ", ".join(f"seat {seat} {uncompiled(victory_points)(after, t, seat)}" for seat in _seats(after))
        )
    if after.over:
        winners = [f"seat {seat}" for seat in _seats(after) if int(after.winners) >> seat & 1]
        if after.reason == DECLARED:
            said.append(f"{winners[0]} ends the game with strictly the most victory points and wins (MYT-143, MYT-147)")
        else:
            why = "no token was taken for too long" if after.reason == STALL else "the round limit is reached"
            said.append(
                f"{why}: the game is stopped, {' and '.join(winners)} {'win' if len(winners) > 1 else 'wins'} (MYT-D18)"
            )
    return said


# --- positions -------------------------------------------------------------------------------------------------------
def opening(s, t):
    """The set-up in sentences."""
    return [
        f"victory-point cards in play: {', '.join(name for name, here in zip(VP_CARDS, s.in_play, strict=True) if here)} (MYT-17)",
        f"progress cards on display: {', '.join(members(s.display, PROGRESS))} (MYT-15)",
        *(f"seat {seat} controls {', '.join(members(s.own[seat], PROVINCES))} (MYT-13)" for seat in _seats(s)),
        *([f"dragons in {', '.join(members(s.dragon, PROVINCES))} (MYT-21)"] if s.dragon else []),
        *([f"runestones in {', '.join(members(s.runestone, PROVINCES))} (MYT-22)"] if s.runestone else []),
        *(
            f"seat {seat} takes a {t.token_value[VP_LORD, island]}-VP token for an island (MYT-25)"
            for seat in _seats(s)
            if s.token_count[seat, VP_LORD]
            for island in _new_islands(0, s.own[seat], t)
        ),
        *(
            f"seat {seat} begins with {hand} (MYT-27)"
            for seat in _seats(s)
            if (hand := ", ".join(cards_in(t, *s.hand[seat])))
        ),
    ]


def position(s, t):
    """The whole position for people."""
    lines = [f"round {s.rounds}, turn {s.turns}, seat {s.active} has {plural(int(s.actions_left), 'action')} left"]
    for seat in _seats(s):
        lines += _seat_lines(s, t, seat)
    for p in range(len(PROVINCES)):
        if int(uncompiled(wars)(s)) >> p & 1:
            lines.append(f"war in {PROVINCES[p]}: {_strengths(s, t, p)}")
    lines.append("display: " + (", ".join(members(s.display, PROGRESS)) or "empty"))
    left = ", ".join(f"{name} {s.tokens_left[card]}" for card, name in enumerate(VP_CARDS) if s.in_play[card])
    lines.append(f"tokens left: {left}; spare pool {s.pool[1]}/{s.pool[2]}/{s.pool[3]}")
    for mask, what in ((s.castle, "castles"), (s.dragon, "dragons"), (s.runestone, "runestones")):
        if mask:
            lines.append(f"{what}: {', '.join(members(mask, PROVINCES))}")
    if roads(s):
        lines.append(f"roads: {', '.join(roads(s))}")
    return "\n".join(lines)


def _seat_lines(s, t, seat):
    def zone(name):
        cards = getattr(s, name)[seat]
        return ", ".join(cards_in(t, cards[0], cards[1])) or "none"

    marked = []
    for p in range(len(PROVINCES)):
        if int(s.own[seat]) >> p & 1:
            mark = "*" if int(s.city) >> p & 1 else "^" if int(s.citadel) >> p & 1 else ""
            marked.append(PROVINCES[p] + mark)
    forces = [f"{PROVINCES[p]} {s.armies[seat, p]}" for p in range(len(PROVINCES)) if s.armies[seat, p]]
    forces += [
        f"{PROVINCES[p]} {plural(int(s.mercs[seat, p]), 'mercenary', 'mercenaries')}"
        for p in range(len(PROVINCES))
        if s.mercs[seat, p]
    ]
    fleet = [f"{SEA_AREAS[i]} {s.ships[seat, i]}" for i in range(len(SEA_AREAS)) if s.ships[seat, i]]
    stock = f"{s.army_stock[seat]}+{s.army_supply[seat]} armies, {s.ship_stock[seat]}+{s.ship_supply[seat]} ships"
    return [
        f"seat {seat}: {uncompiled(victory_points)(s, t, seat)} VP; provinces (* city, ^ citadel) {', '.join(marked) or 'none'}",
        f"  hand {zone('hand')}; reserve {zone('reserve')}",
        f"  draw pile {zone('draw')}; discard pile {zone('discard')}",
        f"  stock+supply {stock}, {s.village_stock[seat]} villages; armies {', '.join(forces) or 'none'}; ships {', '.join(fleet) or 'none'}",
    ]
