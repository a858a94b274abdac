"""Comuni in sentences: actions, events with the rules behind them, positions."""

from simcore.games.comuni import layout
from simcore.games.comuni.building import craftsmen_needed
from simcore.games.comuni.invasion import places
from simcore.games.comuni.project import building_income, guild_income
from simcore.games.comuni.refill import current_stack
from simcore.games.comuni.scoring import balance_score, guild_score, majorities, total_score
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
    CARD_CODES,
    CARDS,
    CITY,
    CLAIM,
    CLAIM_BONUS,
    CLAIM_COLUMN,
    CLAIM_ONE,
    COLUMNS,
    COMMUNES,
    CONTRIBUTORS,
    DISCARD,
    DISPLACED,
    EXTRA_ACTION,
    FIST_GOLD,
    FIST_PILGRIMS,
    GOLD_TO_ARMY,
    IN_STACK,
    INCOME,
    KIND_NAMES,
    KINDS,
    MAIN,
    MOST,
    NOBODY,
    PAY_ACTION,
    PER_CARD,
    PILGRIMS_TO_ARMY,
    PILGRIMS_TO_GOLD,
    PROJECT_CARD,
    REPAIR,
    REPAIR_POINTS,
    SKIP,
    SORTS,
    STALLED,
    TAKE_BACK,
    TAKE_STONE,
    TIE_HIGHEST,
    TIE_LOWEST,
    TIE_STONES,
    TOP,
    TURN_CAP,
    WALL_CARD,
    WALL_ON,
    WALL_TARGET,
)
from simcore.kernels.jit import plain

GUILDS = ("Treasurer", "Captain", "Architect", "Bishop")
INVADERS = ("the Doge of Venice", "the Pope", "the King of France", "the Emperor")
STACK_LETTERS = layout.STACK_LETTERS
_ONE = ("a gold", "an army", "a craftsman", "a pilgrim")
_SINGULAR = ("gold", "army", "craftsman", "pilgrim")
_PLURAL = ("gold", "armies", "craftsmen", "pilgrims")


# --- names -------------------------------------------------------------------------------------------


def commune(s, t, seat):
    return COMMUNES[s.commune[seat]]


def stones(number, sort):
    return f"{number} {_SINGULAR[sort] if number == 1 else _PLURAL[sort]}"


def stone_list(numbers):
    found = [stones(int(number), sort) for sort, number in enumerate(numbers) if number]
    return ", ".join(found) if found else "nothing"


def points(number):
    return f"{number} point{'' if number == 1 else 's'}"


def card(t, number):
    """`A09 (economy or culture, level 1)`."""
    kinds = [KIND_NAMES[kind] for kind in range(KINDS) if t.cards_kinds[number, kind]]
    fits = "any kind" if len(kinds) == KINDS else " or ".join(kinds)
    return f"{CARD_CODES[number]} ({fits}, level {t.level[number]})"


# --- actions -----------------------------------------------------------------------------------------


def action(s, t, code):
    """The words of one action, or None when the code means nothing in this phase."""
    say = _ACTIONS.get(int(s.phase))
    return say(s, t, code) if say else None


def _main(s, t, code):
    return {
        BID: "bid",
        CLAIM: "claim" if t.claim_mode == CLAIM_ONE else "claim all own columns",
        INCOME: "income",
    }.get(code) or _exchange(t, code)


def _exchange(t, code):
    return {
        PILGRIMS_TO_GOLD: f"exchange {stones(t.pilgrims_per_gold, 3)} for 1 gold",
        PILGRIMS_TO_ARMY: f"exchange {stones(t.army_price, 3)} for 1 army",
        GOLD_TO_ARMY: f"exchange {stones(t.army_price, 0)} for 1 army",
    }.get(code)


def _at_column(prefix):
    def say(s, t, code):
        return f"{prefix}column {code - AT_COLUMN + 1}" if AT_COLUMN <= code < AT_COLUMN + COLUMNS else None

    return say


def _displaced(s, t, code):
    return "take back" if code == TAKE_BACK else _at_column("relocate to ")(s, t, code)


def _amount(sentence):
    def say(s, t, code):
        number = code - AMOUNT
        paid = stones(number, 1) if number else "no army"
        return sentence.format(n=number, armies=stones(number, 1), paid=paid) if 0 <= number <= MOST else None

    return say


def _take_stone(s, t, code):
    return f"take {_ONE[code - TAKE_STONE]}" if TAKE_STONE <= code < TAKE_STONE + SORTS else None


def _hand_card(verb, skip=None):
    def say(s, t, code):
        if code == SKIP:
            return skip
        return f"{verb} {CARD_CODES[code - PROJECT_CARD]}" if PROJECT_CARD <= code < PROJECT_CARD + CARDS else None

    return say


def _build_target(s, t, code):
    if not BUILD_ON <= code < BUILD_ON + KINDS * TOP:
        return None
    kind, height = divmod(code - BUILD_ON, TOP)
    return f"extend {KIND_NAMES[kind]} {height} to {height + 1}" if height else f"new {KIND_NAMES[kind]} building"


def _wall_target(s, t, code):
    if not WALL_ON <= code < WALL_ON + TOP:
        return None
    height = code - WALL_ON
    return f"raise wall {height} to {height + 1}" if height else "new wall"


def _extra_action(s, t, code):
    return {SKIP: "stop building", PAY_ACTION: "pay for another action"}.get(code)


def _repair(s, t, code):
    if code == REPAIR_POINTS:
        return "repair nothing" if s.plunder[s.seat] else "end the turn"
    if REPAIR_POINTS < code <= REPAIR_POINTS + 2:
        return f"repair {points(code - REPAIR_POINTS)}"
    return _exchange(t, code)


_ACTIONS = {
    MAIN: _main,
    BID_COLUMN: _at_column(""),
    BID_AMOUNT: _amount("bid {n} gold"),
    DISPLACED: _displaced,
    CLAIM_BONUS: _take_stone,
    ALLIANCE: _amount("send {armies} to the alliance"),
    CITY: _amount("keep {armies} for the city"),
    FIST_GOLD: _amount("pay {paid} with gold"),
    FIST_PILGRIMS: _amount("pay {paid} with pilgrims"),
    BUILD_CARD: _hand_card("build with", "build nothing"),
    BUILD_TARGET: _build_target,
    WALL_CARD: _hand_card("wall with", "no wall"),
    WALL_TARGET: _wall_target,
    EXTRA_ACTION: _extra_action,
    DISCARD: _hand_card("discard"),
    REPAIR: _repair,
    CLAIM_COLUMN: _at_column("claim "),
}


# --- events ------------------------------------------------------------------------------------------


def happened(before, after, t, code):
    """What the action brought about, with names, amounts and rule IDs."""
    told = []
    for tell in (
        _tell_bid,
        _tell_displacement,
        _tell_claim,
        _tell_income,
        _tell_exchange,
        _tell_invasion_result,
        _tell_refill,
        _tell_last_round,
        _tell_building,
        _tell_guilds,
        _tell_repair,
        _tell_invasion_start,
        _tell_next_turn,
        _tell_end,
    ):
        told += tell(before, after, t, code)
    return told


def _tell_bid(before, after, t, code):
    if before.phase != BID_AMOUNT:
        return []
    column, who = int(before.bid_column), commune(before, t, before.active)
    gold = code - AMOUNT
    lying = ", ".join(card(t, c) for c in before.column[column, : before.column_n[column]])
    told = [f"{who} puts an envoy with {gold} gold above column {column + 1}: {lying} (COM-25)"]
    owner = before.bid_owner[column]
    if owner != NOBODY:
        told.append(f"{commune(before, t, owner)}'s bid of {before.bid_gold[column]} gold is outbid (COM-28, COM-33)")
    return told


def _tell_displacement(before, after, t, code):
    if before.phase != DISPLACED:
        return []
    who, gold = commune(before, t, before.seat), int(before.displaced_gold)
    if code == TAKE_BACK:
        return [f"{who} takes envoy and {gold} gold back (COM-34)"]
    column = code - AT_COLUMN
    told = [
        f"{who} pays {stones(t.relocation_cost, 3)} and moves the envoy with its {gold} gold to column {column + 1}"
        " (COM-35)"
    ]
    owner = before.bid_owner[column]
    if owner != NOBODY:
        told.append(
            f"that throws out {commune(before, t, owner)}'s bid of {before.bid_gold[column]} gold (COM-36, COM-38)"
        )
    return told


def _tell_claim(before, after, t, code):
    if before.phase == CLAIM_BONUS:
        return [f"{commune(before, t, before.active)} takes {_ONE[code - TAKE_STONE]} for a one-card column (COM-46)"]
    seat = before.active
    if after.claims[seat] == before.claims[seat]:
        return []
    who = commune(before, t, seat)
    told = []
    for column in range(t.columns_in_play):
        if before.bid_owner[column] == seat and (before.phase == MAIN or code == AT_COLUMN + column):
            cards = ", ".join(card(t, c) for c in before.column[column, : before.column_n[column]])
            told.append(
                f"{who} pays {before.bid_gold[column]} gold for column {column + 1}: {cards} (COM-43 to COM-45)"
            )
    return told


def _tell_income(before, after, t, code):
    seat = before.active
    if after.incomes[seat] == before.incomes[seat]:
        return []
    received = [after.stock[seat, sort] - before.stock[seat, sort] for sort in range(SORTS)]
    base = t.communes_income[before.commune[seat]]
    buildings = [plain(building_income)(before, t, seat, kind) for kind in range(KINDS)]
    guilds = [plain(guild_income)(before, t, seat, kind) for kind in range(KINDS)]
    parts = [f"base {stone_list(base)}"]
    if any(buildings):
        parts.append(f"buildings {stone_list(buildings)}")
    if any(guilds):
        parts.append(f"guilds {stone_list(guilds)}")
    told = [f"{commune(before, t, seat)} receives {stone_list(received)} ({'; '.join(parts)}; COM-49, COM-50, COM-53)"]
    missing = [after.shortage[seat, sort] - before.shortage[seat, sort] for sort in range(SORTS)]
    if any(missing):
        told.append(f"the supply is short of {stone_list(missing)} (COM-54)")
    if any(before.active_card[seat]) and t.deactivate_on_income:
        told.append("all activation cards are turned to neutral (COM-52)")
    return told


def _tell_exchange(before, after, t, code):
    if before.phase not in (MAIN, REPAIR) or not PILGRIMS_TO_GOLD <= code <= GOLD_TO_ARMY:
        return []
    rule = "COM-14" if code == PILGRIMS_TO_GOLD else "COM-15"
    return [f"{commune(before, t, before.seat)} now has {stone_list(after.stock[before.seat])} ({rule})"]


def _tell_refill(before, after, t, code):
    drawn = {
        column: [c for c in after.column[column, : after.column_n[column]] if before.place[c] == IN_STACK]
        for column in range(t.columns_in_play)
    }
    told = [
        f"column {column + 1} is filled with {', '.join(card(t, c) for c in cards)}"
        for column, cards in drawn.items()
        if cards
    ]
    if told:
        ended = [STACK_LETTERS[k] for k in range(t.stacks_used) if before.stack_left[k] > 0 == after.stack_left[k]]
        stack = plain(current_stack)(after, t)
        rest = f"stack {STACK_LETTERS[stack]}: {after.stack_left[stack]} left" if stack >= 0 else "no cards are left"
        told[-1] += "".join(f"; stack {letter} is empty" for letter in ended) + f"; {rest} (COM-57 to COM-59)"
    return told


def _tell_building(before, after, t, code):
    seat = before.active
    who = commune(before, t, seat)
    if before.phase == BUILD_TARGET:
        kind, height = divmod(code - BUILD_ON, TOP)
        return [_built(before, after, t, seat, kind, height)]
    if before.phase == WALL_TARGET:
        told = [f"{who} {_walled(before, t, code - WALL_ON)}"]
        if after.bonus_walls[seat] > before.bonus_walls[seat]:
            told.append("the wall is complete and brings a bonus wall (COM-80)")
        return told
    if before.phase == EXTRA_ACTION and code == PAY_ACTION:
        return [f"{who} pays {stones(t.extra_action_cost, 2)} for another build action (COM-83)"]
    if before.phase == DISCARD:
        return [f"{who} discards {card(t, code - PROJECT_CARD)}, the hand limit is {t.hand_limit} (COM-86)"]
    return []


def _levels_paid(t, number, height):
    paid = plain(craftsmen_needed)(t, number, height)
    return f", raising its level with {stones(paid, 2)} (COM-70)" if paid else ""


def _walled(before, t, height):
    number = int(before.chosen_card)
    laid = f"{CARD_CODES[number]} (level {t.level[number]})"
    if height == 0:
        return f"lays {laid} as a new wall (COM-77)"
    return f"raises a wall to height {height + 1} with {laid} (COM-78){_levels_paid(t, number, height)}"


def _built(before, after, t, seat, kind, height):
    number = int(before.chosen_card)
    cost = _levels_paid(t, number, height)
    gained = points(after.points[seat] - before.points[seat])
    if height == 0:
        what = f"builds {card(t, number)} as a new {KIND_NAMES[kind]} building"
    else:
        what = f"adds {card(t, number)} to {KIND_NAMES[kind]}: storey {height + 1}"
    activates = "" if before.active_card[seat, kind] else f"; {KIND_NAMES[kind]} is active (COM-75)"
    rule = "COM-66" if height == 0 else "COM-68"
    return f"{commune(before, t, seat)} {what} ({rule}){cost}: {gained}, now {after.points[seat]} (COM-76){activates}"


def _tell_guilds(before, after, t, code):
    told = []
    for kind in range(KINDS):
        owner, former = after.guild_owner[kind], before.guild_owner[kind]
        if owner != former:
            rule = "first to two storeys, COM-89" if former == NOBODY else f"from {commune(after, t, former)}, COM-90"
            told.append(f"{commune(after, t, owner)} receives the {GUILDS[kind]}, guild of {KIND_NAMES[kind]} ({rule})")
    return told


def _tell_repair(before, after, t, code):
    if before.phase != REPAIR or code <= REPAIR_POINTS:
        return []
    done = code - REPAIR_POINTS
    paid = stones(t.repair_cost[done], 3)
    return [
        f"{commune(before, t, before.active)} repairs {points(done)} of plunder for {paid},"
        f" {after.plunder[before.active]} left (COM-95)"
    ]


def _tell_invasion_start(before, after, t, code):
    if after.invasion == 0 or after.invasion == before.invasion:
        return []
    number = int(after.invasion)
    cause = "COM-133" if number == t.stacks_used else "COM-60"
    return [
        f"invasion {number}: {INVADERS[number - 1]} comes with {t.invasion_field[number - 1]};"
        f" all commit armies in secret, {commune(after, t, after.leader)} leads the alliance ({cause}, COM-99, COM-104)"
    ]


def _tell_invasion_result(before, after, t, code):
    if after.invasions_done == before.invasions_done:
        return []
    now = int(after.invasions_done) - 1
    total = sum(int(after.seen_alliance[seat, now]) for seat in range(after.players))
    told = [f"the fists are opened: {stones(total, 1)} in the alliance against {INVADERS[now]} (COM-108)"]
    told += [_defence(after, t, seat, now) for seat in range(after.players)]
    for place, value in enumerate(t.hero_value[now]):
        hero = after.hero_owner[now, place]
        if hero != NOBODY:
            name = "hero" if place == 0 else "second hero"
            told.append(
                f"{commune(after, t, hero)} is {name} and receives the tile worth {value}"
                f" (COM-125{_hero_tie(after, t, now, place)})"
            )
    if after.hero_owner[now, 0] == NOBODY:
        told.append("nobody gave to the alliance, no hero tile is awarded (COM-127)")
    return told


def _hero_tie(s, t, now, place):
    """`; tied with Firenze at 14: fewer points on the track, COM-126`, or nothing: why this one stands before others."""
    hero = int(s.hero_owner[now, place])
    gave = int(s.seen_alliance[hero, now])
    above = s.hero_owner[now, :place].tolist()
    tied = [
        seat for seat in range(s.players) if seat != hero and seat not in above and s.seen_alliance[seat, now] == gave
    ]
    if not tied:
        return ""
    level = [s.seen_points[seat, now] == s.seen_points[hero, now] for seat in tied]
    why = "as many points, lower commune number" if all(level) else "fewer points on the track"
    if any(level) and not all(level):
        why = "fewer points on the track or a lower commune number"
    return f"; tied with {' and '.join(commune(s, t, seat) for seat in tied)} at {gave}: {why}, COM-126"


def _defence(s, t, seat, now):
    exchanged = [
        text
        for text in (
            f"{s.seen_gold[seat, now]} gold" if s.seen_gold[seat, now] else "",
            stones(s.seen_pilgrims[seat, now], 3) if s.seen_pilgrims[seat, now] else "",
        )
        if text
    ]
    paid = f", {' and '.join(exchanged)} turned into armies (COM-116)" if exchanged else ""
    back = f", {stones(s.seen_returned[seat, now], 1)} not needed come back" if s.seen_returned[seat, now] else ""
    plunder = int(s.seen_plunder[seat, now])
    result = f"{points(plunder)} of plunder (COM-121)" if plunder else "the city holds (COM-120)"
    return (
        f"{commune(s, t, seat)} gave {s.seen_alliance[seat, now]} to the alliance and kept {s.seen_city[seat, now]}{paid}:"
        f" {_attack(s, t, seat, now)}, {_manning(s, t, seat, now)}: {result}{back}"
    )


def _attack(s, t, seat, now):
    """`attack 12 + 5 = 17 (COM-101), 7 left after the alliance`: the start field, the lead, the help of the alliance."""
    attack, left = int(s.seen_attack[seat, now]), int(s.seen_remaining[seat, now])
    start = int(t.invasion_field[now])
    lead = attack - start
    reckoning = f"{start} {'+' if lead > 0 else '-'} {abs(lead)} = {attack}" if lead else f"{attack}"
    if t.alliance_benefit == CONTRIBUTORS and s.seen_alliance[seat, now] == 0:
        return f"attack {reckoning} (COM-101), the alliance does not help those who give nothing"
    return f"attack {reckoning} (COM-101), {left} left after the alliance"


def _manning(s, t, seat, now):
    """`defence 4 (1 army on a wall of height 2: 3; the leader: 1)`: who stands where (COM-111 to COM-114, COM-124)."""
    free = int(s.seen_city[seat, now])
    parts = []
    for height in t.manning_order:
        manned = min(free, int(plain(places)(s, t, seat, height)))
        if manned and t.army_value[height] > t.army_value[0]:
            walls = "a wall" if manned == 1 else "walls"
            where = f"card {height} of {walls}" if t.wall_manning == PER_CARD else f"{walls} of height {height}"
            parts.append(f"{stones(manned, 1)} on {where}: {manned * t.army_value[height]}")
            free -= manned
    if free:
        parts.append(f"{stones(free, 1)} without a wall: {free * t.army_value[0]}")
    if s.seen_leader[seat, now] and t.leader_bonus:
        parts.append(f"the leader: {t.leader_bonus}")
    return f"defence {s.seen_defence[seat, now]}" + (f" ({'; '.join(parts)})" if parts else "")


def _tell_last_round(before, after, t, code):
    told = []
    if before.trigger_seat == NOBODY and after.trigger_seat != NOBODY:
        who = commune(after, t, after.trigger_seat)
        told.append(
            f"the last card is drawn: {who} keeps the alliance leader, everybody has one more turn after this one"
            " (COM-63, COM-130, COM-131)"
            if t.final_round
            else f"the last card is drawn by {who}: the last invasion comes at once"
        )
    return told


def _tell_next_turn(before, after, t, code):
    if after.turns == before.turns:
        return []
    who = commune(after, t, after.active)
    last = " the last round:" if after.last_round else ""
    goods = stone_list(after.stock[after.active])
    return [f"--{last} turn {after.turns}, {who} ({points(after.points[after.active])}; {goods}) --"]


def _tell_end(before, after, t, code):
    if not after.over:
        return []
    how = {
        TURN_CAP: "the turn limit stops the game: scored at once (COM-146)",
        STALLED: "nobody claims any more, the game is stopped and scored at once (COM-146)",
    }.get(int(after.reason), "the last invasion is over: final scoring (COM-134)")
    winners = [seat for seat in range(after.players) if after.winners >> seat & 1]
    names = " and ".join(commune(after, t, seat) for seat in winners)
    return [
        how,
        *(_score(after, t, seat) for seat in range(after.players)),
        f"{names} win{'s' if len(winners) == 1 else ''} ({_winning_tie(after, t, winners)}COM-145)",
    ]


def _winning_tie(s, t, winners):
    """Why one of several with the highest total wins; nothing without a tie or when it is shared."""
    totals = [int(plain(total_score)(s, t, seat)) for seat in range(s.players)]
    if len(winners) > 1 or totals.count(max(totals)) == 1:
        return ""
    why = {
        TIE_LOWEST: "lower commune number",
        TIE_HIGHEST: "higher commune number",
        TIE_STONES: "more stones, then the lower commune number",
    }[int(t.tie_break)]
    return f"tied at {max(totals)}: {why}, "


def _score(s, t, seat):
    return (
        f"{commune(s, t, seat)}: track {s.points[seat]}, guilds {plain(guild_score)(s, t, seat)},"
        f" majorities {plain(majorities)(s, t, seat)}, heroes {s.hero_points[seat]}, plunder {-s.plunder[seat]},"
        f" balance {plain(balance_score)(s, t, seat)}: total {plain(total_score)(s, t, seat)} (COM-135 to COM-144)"
    )


# --- positions ---------------------------------------------------------------------------------------


def opening(s, t):
    """The set-up in sentences."""
    told = [
        f"seat {seat} governs {commune(s, t, seat)} (number {t.communes_number[s.commune[seat]]}):"
        f" {stone_list(s.stock[seat])} (COM-02, COM-11)"
        for seat in range(s.players)
    ]
    told.append(f"{commune(s, t, s.starting_seat)} begins and holds the alliance leader (COM-03, COM-12)")
    told += _display(s, t)
    return told


def _display(s, t):
    lines = []
    for column in range(t.columns_in_play):
        cards = ", ".join(card(t, c) for c in s.column[column, : s.column_n[column]]) or "empty"
        owner = s.bid_owner[column]
        bid = f"; {commune(s, t, owner)} bids {s.bid_gold[column]}" if owner != NOBODY else ""
        lines.append(f"column {column + 1}: {cards}{bid}")
    return lines


def position(s, t):
    """The whole position for people."""
    left = ", ".join(f"{letter} {number}" for letter, number in layout.left(s, t).items())
    lines = [
        f"turn {s.turns} of {commune(s, t, s.active)}; {commune(s, t, s.seat)} (seat {s.seat}) decides;"
        f" alliance leader {commune(s, t, s.leader)}; cards left: {left}; supply {stone_list(s.supply)}",
        *_display(s, t),
    ]
    for seat in range(s.players):
        guilds = ", ".join(GUILDS[kind] for kind in range(KINDS) if s.guild_owner[kind] == seat) or "no guild"
        hand = ", ".join(CARD_CODES[c] for c in s.hand[seat, : s.hand_n[seat]]) or "no cards"
        lines.append(
            f"seat {seat} {commune(s, t, seat)}: {points(s.points[seat])}; {stone_list(s.stock[seat])};"
            f" buildings {layout.buildings_of(s, seat) or 'none'} (active: {layout.active_kinds(s, t)[seat] or 'none'});"
            f" walls {layout.walls_of(s, seat) or 'none'}; {guilds}; hand {hand};"
            f" plunder {s.plunder[seat]}, heroes {s.hero_points[seat]}; {s.envoys_home[seat]} envoys at home"
        )
    return "\n".join(lines)
