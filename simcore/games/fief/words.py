"""Fief in sentences: actions, events and positions for replays, rule cases and notebooks."""

from simcore.game import FIRST_REASON
from simcore.games.fief.bits import BIT, amounts_of, count, lowest
from simcore.games.fief.economy import (
    food_capacity,
    gold_capacity,
    is_guarded,
    partner_of,
    place_of,
    troops_fed,
)
from simcore.games.fief.ending import side_mask
from simcore.games.fief.params import BUILDINGS, RESOURCES
from simcore.games.fief.state import (
    ABILITY,
    AT_ARCHER,
    AT_BONUS,
    AT_BUREAUCRAT,
    AT_DAMAGE,
    AT_DEFEND,
    AT_DESTINATION,
    AT_DRAFT,
    AT_DRAW,
    AT_EXTRA_DECK,
    AT_GROUP,
    AT_MAIN,
    AT_MERCHANT_FROM,
    AT_MERCHANT_SECOND,
    AT_MERCHANT_TO,
    AT_MOVE,
    AT_MOVE_DESTINATION,
    AT_PAY,
    AT_PLEDGE,
    AT_PRIEST,
    AT_SUPPLY,
    AT_SUPPORT,
    AT_TARGET,
    AT_WAR,
    BUILD,
    DECK,
    DECK_NAMES,
    DECK_OF,
    DEST,
    DROP,
    END_REASONS,
    EXCHANGE,
    EXTRA_CARD,
    FIRST_SPECIALIST,
    GROUP,
    GROUPS,
    HAND,
    HANDLES,
    HOLD,
    KIND_NAMES,
    KIND_OF,
    KINDS,
    LOC,
    LOCATIONS,
    PAY_BUILDING,
    PAY_EXTRA,
    PAY_LANDSCAPE,
    PAY_REMOVAL,
    PAY_TROOP,
    PLACES,
    PLAY,
    PLEDGE,
    REMOVE,
    RES,
    SEATS,
    STONE,
    TAP,
    TAP_PARTNER,
    TARGET_GROUP,
    TARGET_PLACE,
    TOWER,
    TROOP,
    WAR,
    WASTED,
)
from simcore.games.fief.war import ATTACK, DEFENCE, STEP_ATTACK_DAMAGE, STEP_ATTACK_SUPPORT, fight_of, members

STONES = (*BUILDINGS[TOWER:], "city")


# --- names ------------------------------------------------------------------------------------------------


def place_name(s, seat, place):
    """`city`, `Forest 3` for the Forest in slot 3, `slot 3` when nothing lies there."""
    if place == 0:
        return "city"
    kind = int(s.land[seat, place])
    return f"{KIND_NAMES[kind]} {place}" if kind >= 0 else f"slot {place}"


def location_name(t, location, viewer=None):
    if location < SEATS:
        return "own fief" if location == viewer else f"fief of seat {location}"
    a = location - 4
    return f"in-between {a}-{(a + 1) % int(t.players)}"


def owner_of(s, handle):
    return next((seat for seat in range(SEATS) if int(s.owned[seat]) & int(BIT[handle])), None)


def where(s, handle):
    return next((location for location in range(LOCATIONS) if int(s.at[location]) & int(BIT[handle])), None)


def troop_name(s, t, handle, viewer):
    """`loose Worker`, `tapped Worker at Field 1`, `Knight in fief of seat 1`; wounds and bonuses in a war."""
    owner = owner_of(s, handle)
    if owner is None:
        return None
    place, location = place_of(s, handle), where(s, handle)
    name = KIND_NAMES[KIND_OF[handle]]
    if place >= 0:
        text = f"{name} at {place_name(s, owner, place)}"
    elif location == owner:
        text = f"loose {name}"
    else:
        text = f"{name} in {location_name(t, location)}"
    if int(s.tapped) & int(BIT[handle]):
        text = f"tapped {text}"
    moves = sum(1 for i in range(3) if int(s.moved[i]) & int(BIT[handle]))
    marks = []
    if t.summoning_delay and int(s.fresh) & int(BIT[handle]):
        marks.append("new")
    if moves:
        marks.append(f"moved {moves}")
    if s.damage[handle]:
        marks.append(f"{s.damage[handle]} damage")
    if s.bonus[handle]:
        marks.append(f"+{s.bonus[handle]} defence")
    if marks:
        text += f" ({', '.join(marks)})"
    return text if owner == viewer else f"seat {owner}'s {text}"


def troop_names(s, t, mask):
    """Several troops as one phrase, equal ones counted."""
    found = {}
    mask = int(mask)
    while mask:
        handle = int(lowest(mask))
        mask &= ~int(BIT[handle])
        name = KIND_NAMES[KIND_OF[handle]]
        if int(s.tapped) & int(BIT[handle]):
            name = f"tapped {name}"
        found[name] = found.get(name, 0) + 1
    return ", ".join(counted(n, name) for name, n in found.items())


def counted(n, name):
    """`Worker`, `2 Workers`; Infantry is its own plural."""
    plural = "" if name.endswith("Infantry") else "s"
    return name if n == 1 else f"{n} {name}{plural}"


def amounts_text(bundle):
    parts = [f"{n} {RESOURCES[i]}" for i, n in enumerate(amounts_of(bundle)) if n]
    return ", ".join(parts) or "nothing"


def top_of(s, pile):
    return int(s.pile_cards[pile, s.pile_left[pile] - 1]) if s.pile_left[pile] > 0 else -1


# --- actions ------------------------------------------------------------------------------------------------


def action(s, t, code):
    """The words of one action, or None when the code means nothing in this phase."""
    speak = _SPEAKERS.get(int(s.phase))
    return speak(s, t, int(code)) if speak else None


def _deck(s, t, code):
    return f"draw {DECK_NAMES[code - DECK]}" if DECK <= code < PLAY else None


def _pledge(s, t, code):
    if code == 0:
        return "end pledges"
    if PLEDGE <= code < PLEDGE + PLACES:
        return f"pledge {place_name(s, int(s.seat), code - PLEDGE)}"
    return None


def _supply(s, t, code):
    name = _troop(s, t, code, TROOP)
    return f"give up {name}" if name else None


def _troop(s, t, code, first):
    if not first <= code < first + HANDLES:
        return None
    return troop_name(s, t, code - first, int(s.seat))


def _main(s, t, code):
    seat = int(s.active)
    if code == 0:
        return "end actions"
    if PLAY <= code < BUILD:
        return f"play {KIND_NAMES[code - PLAY]}"
    if BUILD <= code < EXTRA_CARD:
        pile, place = divmod(code - BUILD, PLACES)
        kind = top_of(s, pile)
        if kind < 0:
            return None
        twin = any(top_of(s, other) == kind for other in range(pile))
        return f"build {BUILDINGS[kind]}{f' from pile {pile}' if twin else ''} at {place_name(s, seat, place)}"
    if code == EXTRA_CARD:
        return "buy an extra card"
    if REMOVE <= code < TROOP:
        return f"remove {place_name(s, seat, code - REMOVE + 1)}"
    name = _troop(s, t, code, TROOP)
    if name:
        return f"move {name}"
    name = _troop(s, t, code, DROP)
    return f"discard {name}" if name else None


def _destination(s, t, code):
    if not DEST <= code <= DEST + PLACES:
        return None
    return "go loose" if code == DEST else f"go to {place_name(s, int(s.active), code - DEST - 1)}"


def _pay(s, t, code):
    seat = int(s.active)
    name = _troop(s, t, code, TROOP)
    if name:
        return f"tap {name}"
    if TAP <= code < TAP_PARTNER:
        return f"tap {place_name(s, seat, code - TAP)}"
    if TAP_PARTNER <= code < ABILITY:
        partner = partner_of(t, seat)
        return f"tap partner's {place_name(s, partner, code - TAP_PARTNER)}" if partner >= 0 else None
    if ABILITY <= code < HAND:
        name = troop_name(s, t, code - ABILITY + FIRST_SPECIALIST, seat)
        return f"use {name}" if name else None
    if HAND <= code < EXCHANGE:
        kind, resource = divmod(code - HAND, 4)
        return f"discard {KIND_NAMES[kind]} for {RESOURCES[resource]}"
    if EXCHANGE <= code < RES:
        source, target = divmod(code - EXCHANGE, 4)
        return None if source == target else f"exchange {t.exchange_in} {RESOURCES[source]} for {RESOURCES[target]}"
    return None


def _resource(verb):
    def speak(s, t, code):
        return f"{verb} {RESOURCES[code - RES]}" if RES <= code < GROUP else None

    return speak


def _move(s, t, code):
    if code == 0:
        return "end movement"
    name = _troop(s, t, code, TROOP)
    return f"march {name}" if name else None


def _move_destination(s, t, code):
    if not LOC <= code < LOC + LOCATIONS or not t.adjacent[code - LOC]:
        return None
    return f"to {location_name(t, code - LOC)}"


def _war(s, t, code):
    if code == 0:
        return "end turn"
    if not WAR <= code < TAP:
        return None
    location, opponent = divmod(code - WAR, 4)
    if not t.adjacent[location] or opponent >= t.players:
        return None
    return f"war on seat {opponent} in {location_name(t, location)}"


def _pending(s):
    return KIND_NAMES[KIND_OF[lowest(s.war_pending)]]


def _group(s, t, code):
    if GROUP <= code < GROUP + GROUPS:
        return f"{_pending(s)} into group {code - GROUP}"
    return f"{_pending(s)} stays out" if code == HOLD else None


def _defend(s, t, code):
    if GROUP <= code < GROUP + s.groups:
        return f"{_pending(s)} against group {code - GROUP}"
    return f"{_pending(s)} is held back" if code == HOLD else None


def _target(s, t, code):
    group = f"group {s.fight}"
    if code == 0:
        return f"{group} attacks nothing"
    if TROOP <= code < DROP:
        handle = code - TROOP
        if owner_of(s, handle) != s.war_defender or where(s, handle) != s.war_location:
            return None
        if any(int(s.opposing[g]) & int(BIT[handle]) for g in range(s.groups)):
            return None
        chosen = [g for g in range(s.groups) if s.group_target[g] == code]
        mark = f" (target of group {', '.join(map(str, chosen))})" if chosen else ""
        return f"{group} attacks {troop_name(s, t, handle, int(s.war_defender))}{mark}"
    if TARGET_PLACE <= code < TARGET_GROUP:
        return f"{group} attacks {place_name(s, int(s.war_defender), code - TARGET_PLACE)}"
    if TARGET_GROUP <= code < TARGET_GROUP + s.groups:
        return f"{group} attacks the defenders of group {code - TARGET_GROUP}"
    return None


def _member(s, t, code, side):
    """The name of a troop of one side of the fight, None for all others."""
    if not TROOP <= code < DROP or not int(members(s, int(s.fight), side)) & int(BIT[code - TROOP]):
        return None
    return troop_name(s, t, code - TROOP, int(s.seat))


def _support(s, t, code):
    name = _member(s, t, code, ATTACK if s.side == STEP_ATTACK_SUPPORT else DEFENCE)
    if name and code - TROOP == lowest(s.war_pending):
        return "Infantry supports itself"
    return f"Infantry supports {name}" if name else None


def _stone(s, t, code, side):
    if STONE <= code < STONE + 4:
        return STONES[code - STONE]
    return _member(s, t, code, side)


def _bonus(s, t, code):
    name = _stone(s, t, code, DEFENCE)
    return f"bonus for {name}" if name else None


def _damage(s, t, code):
    name = _stone(s, t, code, ATTACK if s.side == STEP_ATTACK_DAMAGE else DEFENCE)
    return f"1 damage to {name}" if name else None


def _army_mark(s, handle):
    """Tells equal troops of different armies apart, when there are several."""
    fight = fight_of(s, handle)
    if fight >= 0:
        return f" of fight {fight}" if s.fights > 1 else ""
    group = [g for g in range(s.groups) if int(s.group[g]) & int(BIT[handle])]
    acted = ", who has acted" if int(s.used) & int(BIT[handle]) else ""
    return f" of group {group[0]}" if group else f" outside the fights{acted}" if s.fights else ""


def _ability(verb):
    def speak(s, t, code):
        user = KIND_NAMES[KIND_OF[s.chosen]]
        if code == 0:
            return f"{user} does not {verb.rstrip('s')}"
        name = _troop(s, t, code, TROOP)
        return f"{user} {verb} {name}{_army_mark(s, code - TROOP)}" if name else None

    return speak


_SPEAKERS = {
    AT_DRAFT: _deck,
    AT_DRAW: _deck,
    AT_EXTRA_DECK: _deck,
    AT_PLEDGE: _pledge,
    AT_SUPPLY: _supply,
    AT_MAIN: _main,
    AT_DESTINATION: _destination,
    AT_PAY: _pay,
    AT_MERCHANT_FROM: _resource("trade away"),
    AT_MERCHANT_TO: _resource("receive"),
    AT_MERCHANT_SECOND: _resource("also receive"),
    AT_BUREAUCRAT: _resource("cut"),
    AT_MOVE: _move,
    AT_MOVE_DESTINATION: _move_destination,
    AT_WAR: _war,
    AT_GROUP: _group,
    AT_DEFEND: _defend,
    AT_TARGET: _target,
    AT_SUPPORT: _support,
    AT_BONUS: _bonus,
    AT_DAMAGE: _damage,
    AT_ARCHER: _ability("shoots"),
    AT_PRIEST: _ability("heals"),
}


# --- events -------------------------------------------------------------------------------------------------


def happened(before, after, t, code):
    """What the action brought about: draws, units, cards that came and went, prestige, eliminations, the end."""
    lines = []
    lines += _draws(before, after)
    lines += _units(before, after, t)
    lines += _war_opening(before, after, t, code)
    lines += _fiefs(before, after, t)
    lines += _war_news(before, after, t, code)
    lines += _turns(before, after, t)
    lines += _end(before, after, t)
    return lines


def _draws(before, after):
    if int(before.phase) not in (AT_DRAFT, AT_DRAW, AT_EXTRA_DECK):
        return []
    rule = {AT_DRAFT: "FIEF-08", AT_DRAW: "FIEF-14", AT_EXTRA_DECK: "FIEF-41"}[int(before.phase)]
    lines = []
    for seat in range(after.players):
        for kind in range(KINDS):
            if after.drawn[seat, kind] != before.drawn[seat, kind]:
                left = after.deck_left[DECK_OF[kind]]
                lines.append(f"draws {KIND_NAMES[kind]}, {left} left in the deck ({rule})")
    return lines


_PURPOSE = {
    PAY_LANDSCAPE: "the landscape",
    PAY_TROOP: "the troop",
    PAY_BUILDING: "the building",
    PAY_EXTRA: "the extra card",
}


def _price(s):
    return f"{s.pay_any} units of any kind" if s.pay_any else amounts_text(s.pay_need)


def _lost(units):
    return "1 unit is lost" if units == 1 else f"{units} units are lost"


def _units(before, after, t):
    lines = []
    if before.pay_for == 0 and after.pay_for:
        lines.append(f"price: {_price(after)}")
    if after.pay_armed > before.pay_armed:
        lines.append(
            f"the next production is multiplied by {2**after.pay_armed} on {t.artist_max_cards} cards (FIEF-80)"
        )
    if before.pay_for and after.pay_for and int(before.pay_pool) != int(after.pay_pool):
        lines.append(f"has {amounts_text(after.pay_pool)} of {_price(after)}")
    if before.pay_for and int(before.pay_need) != int(after.pay_need) and after.pay_for:
        lines.append(f"the price is now {amounts_text(after.pay_need)} (FIEF-79)")
    if before.pay_for and not after.pay_for:
        seat = int(before.active)
        wasted = after.counter[seat, WASTED] - before.counter[seat, WASTED]
        what = "the removal" if before.pay_for == PAY_REMOVAL else _PURPOSE[int(before.pay_for)]
        lines.append(f"{what} is paid" + (f", {_lost(wasted)} (FIEF-22)" if wasted > 0 else ""))
    return lines


def _fiefs(before, after, t):
    lines = []
    for seat in range(after.players):
        if before.alive[seat] and not after.alive[seat]:
            continue
        lines += _lands(before, after, seat)
        lines += _buildings(before, after, t, seat)
        lines += _troops(before, after, t, seat)
        if after.prestige[seat] != before.prestige[seat]:
            lines.append(f"seat {seat} now has {after.prestige[seat]} prestige (FIEF-129)")
    if before.phase == AT_DESTINATION and food_capacity(before, int(before.active)) != food_capacity(
        after, int(before.active)
    ):
        seat = int(before.active)
        lines.append(f"food for {troops_fed(after, t, seat)} troops (FIEF-72)")
    if after.phase == AT_SUPPLY and after.turns == before.turns:
        lines.append(_hunger(after, t))
    return lines


def _hunger(s, t):
    return f"{counted_troops(s, int(s.active))}, food for {troops_fed(s, t, int(s.active))}: too many (FIEF-75)"


def counted_troops(s, seat):
    troops = count(int(s.owned[seat]))
    return f"{troops} troop{'' if troops == 1 else 's'}"


def _lands(before, after, seat):
    lines = []
    for place in range(1, PLACES):
        old, new = int(before.land[seat, place]), int(after.land[seat, place])
        if old == new:
            continue
        if new >= 0:
            lines.append(f"{KIND_NAMES[new]} lies in slot {place} (FIEF-46)")
        elif before.pay_for == PAY_REMOVAL:
            lines.append(f"{KIND_NAMES[old]} {place} is removed (FIEF-47)")
        else:
            lines.append(f"seat {seat}'s {KIND_NAMES[old]} {place} is destroyed (FIEF-115)")
    return lines


def _buildings(before, after, t, seat):
    lines = []
    for kind, name in enumerate(BUILDINGS):
        if after.bought[seat, kind] != before.bought[seat, kind]:
            extra = ", a second copy" if after.duplicate[seat, kind] != before.duplicate[seat, kind] else ""
            lines.append(f"{name} stands at {place_name(after, seat, int(before.pay_place))}{extra} (FIEF-49)")
        if after.destroyed[seat, kind] != before.destroyed[seat, kind]:
            lines.append(f"seat {seat} loses the {name}")
    for pile in range(3):
        if after.pile_left[pile] < before.pile_left[pile] and seat == before.active:
            top = top_of(after, pile)
            lines.append(
                f"pile {pile} now shows {BUILDINGS[top]} (FIEF-54)" if top >= 0 else f"pile {pile} is empty (FIEF-54)"
            )
    return lines


def _troops(before, after, t, seat):
    lines = []
    came = int(after.owned[seat]) & ~int(before.owned[seat])
    went = int(before.owned[seat]) & ~int(after.owned[seat])
    if came:
        lines.append(f"{troop_names(after, t, came)} stands in the fief (FIEF-64)")
    if went:
        if before.phase == AT_SUPPLY:
            lines.append(f"{troop_names(before, t, went)} starves (FIEF-75)")
        elif before.phase == AT_MAIN:
            lines.append(f"{troop_names(before, t, went)} is discarded (FIEF-70)")
        else:
            lines.append(f"seat {seat} loses {troop_names(before, t, went)} (FIEF-125)")
    return lines


def _army_text(s, t, mask, place, defends):
    """Troops, military buildings and the attacked place, with the damage that they deal and can take together."""
    kinds = [KIND_OF[handle] for handle in range(HANDLES) if int(mask) & int(BIT[handle])]
    attack = sum(int(t.kind_attack[kind]) for kind in kinds)
    defence = sum(int(t.kind_defence[kind]) for kind in kinds)
    parts = [troop_names(s, t, mask)] if int(mask) else []
    lent = ""
    if defends and place >= 0:
        seat = int(s.war_defender)
        stones = [int(b) for b in s.building[seat, place] if b >= TOWER]
        attack += sum(int(t.building_attack[b]) for b in stones) + (int(t.city_attack) if place == 0 else 0)
        defence += sum(int(t.building_defence[b]) for b in stones) + (int(t.city_defence) if place == 0 else 0)
        parts += [BUILDINGS[b] for b in stones]
        bonus = int(t.civil_building_defence) * sum(0 <= b < TOWER for b in s.building[seat, place])
        lent = f" + {bonus} from buildings" if bonus and (parts or place == 0) else ""
        parts.append(place_name(s, seat, place))
    return f"{', '.join(parts[:-1])}{' with ' if len(parts) > 1 else ''}{parts[-1]} (attack {attack}, defence {defence}{lent})"


def _opened_fights(before, code):
    """The fights that the last choice of a war opens, as (attackers, defenders, place): FIEF-107, FIEF-109, FIEF-126."""
    if before.phase == AT_WAR:
        location, opponent = divmod(code - WAR, 4)
        here = int(before.at[location])
        return [(int(before.owned[before.active]) & here, int(before.owned[opponent]) & here, -1)]
    opposing = [int(mask) for mask in before.opposing]
    targets = [int(target) for target in before.group_target]
    if before.phase == AT_DEFEND and code != HOLD:
        opposing[code - GROUP] |= int(BIT[lowest(before.war_pending)])
    elif before.phase == AT_TARGET:
        targets[before.fight] = code or -1
    armies: dict[int, int] = {}
    for group in range(before.groups):
        target = TARGET_GROUP + group if opposing[group] else targets[group]
        if target >= 0:
            armies[target] = armies.get(target, 0) | int(before.group[group])
    fights = []
    for target, attackers in armies.items():
        place = target - TARGET_PLACE if TARGET_PLACE <= target < TARGET_GROUP else -1
        if target >= TARGET_GROUP:
            defenders = opposing[target - TARGET_GROUP]
        elif place >= 0:
            defenders = int(before.owned[before.war_defender]) & int(before.attached[place])
        else:
            defenders = int(BIT[target - TROOP])
        fights.append((attackers, defenders, place))
    return fights


def _war_opening(before, after, t, code):
    lines = []
    ends = before.phase in (AT_DEFEND, AT_TARGET) or (before.phase == AT_WAR and code >= WAR)
    if ends and not before.fights and (after.fights or after.war_attacker < 0):
        for fight, (attackers, defenders, place) in enumerate(_opened_fights(before, code)):
            attack = _army_text(before, t, attackers, place, False)
            lines.append(f"fight {fight}: {attack} against {_army_text(before, t, defenders, place, True)}")
    return lines


def _war_news(before, after, t, code):
    lines = []
    if after.phase == AT_DAMAGE and (
        before.phase != AT_DAMAGE or (before.side, before.fight) != (after.side, after.fight)
    ):
        who = after.war_attacker if after.side == STEP_ATTACK_DAMAGE else after.war_defender
        lines.append(f"seat {who} takes {after.points_left} damage in fight {after.fight} (FIEF-113)")
    declared = before.phase == AT_WAR and code >= WAR
    if (before.war_attacker >= 0 or declared) and after.war_attacker < 0:
        users = int(after.tapped) & ~int(before.tapped)
        if users:
            rule = "FIEF-85, FIEF-103" if t.combat_taps_attackers else "FIEF-85"
            lines.append(f"tapped by the war: {troop_names(before, t, users)} ({rule})")
        lines.append("the war is over")
    return lines


def _turns(before, after, t):
    lines = []
    for seat in range(after.players):
        if after.siege[seat] > before.siege[seat]:
            lines.append(f"seat {seat} is besieged, counter {after.siege[seat]} of {t.siege_turns} (FIEF-136)")
        elif after.siege[seat] < before.siege[seat] and after.alive[seat]:
            lines.append(f"the siege of seat {seat} is broken (FIEF-136)")
        if before.alive[seat] and not after.alive[seat]:
            by_siege = before.phase == AT_WAR
            cause = (
                f"besieged {t.siege_turns} turns running (FIEF-136)" if by_siege else "its city is destroyed (FIEF-132)"
            )
            lines.append(f"seat {seat} is eliminated: {cause}; all its cards leave the game")
    if after.closing and not before.closing:
        lines.append("the target is reached: the round is completed")
    if after.turns != before.turns and not after.over:
        lines.append(f"turn {after.turns}: seat {after.active} is on")
        if after.phase == AT_SUPPLY:
            lines.append(_hunger(after, t))
    return lines


_REASON = {
    "prestige": "prestige reaches the target (FIEF-130)",
    "city": "the last enemy city has fallen (FIEF-133)",
    "siege": "the last enemy fell to a siege (FIEF-137)",
    "last_building": "the last building is bought, most prestige wins (FIEF-138)",
    "decks": "too many decks are empty, most prestige wins (FIEF-139)",
    "cap": "the last turn allowed is over, most prestige wins",
}
_TIE = {
    1: ", decided by gold capacity (FIEF-141)",
    2: ", decided by hand cards (FIEF-142)",
    3: ", still tied: shared (FIEF-143)",
}


def _end(before, after, t):
    if before.over or not after.over or after.reason < FIRST_REASON:
        return []
    winners = [seat for seat in range(after.players) if after.winners >> seat & 1]
    who = " and ".join(f"seat {seat}" for seat in winners)
    sides = {int(side_mask(t, seat)) for seat in winners}
    verb = "win" if len(winners) > 1 else "wins"
    shared = " together" if len(sides) > 1 else " as a team" if len(winners) > 1 else ""
    return [
        f"{who} {verb}{shared}: {_REASON[END_REASONS[after.reason - FIRST_REASON]]}{_TIE.get(int(after.tie_break), '')}"
    ]


# --- positions ----------------------------------------------------------------------------------------------


def opening(s, t):
    """The set-up: piles and the face-up bottom cards."""
    tops = ", ".join(BUILDINGS[top_of(s, pile)] for pile in range(3))
    bottoms = ", ".join(KIND_NAMES[s.deck_cards[deck, 0]] for deck in range(3))
    lines = [
        f"face-up buildings: {tops} (FIEF-05)",
        f"bottom cards of the landscape, military and character decks: {bottoms} (FIEF-03)",
        f"seat {s.starting_seat} begins (FIEF-07)",
    ]
    if t.team_game:
        lines.append("seats 0 and 2 play against seats 1 and 3 (FIEF-147)")
    return lines


def hand_text(s, seat):
    cards = [counted(int(n), KIND_NAMES[kind]) for kind, n in enumerate(s.hand[seat]) if n]
    return ", ".join(cards) or "empty"


def fief_text(s, t, seat):
    """One line per place, then loose troops and guests."""
    lines = []
    for place in range(PLACES):
        if s.land[seat, place] < 0:
            continue
        parts = [BUILDINGS[b] for b in s.building[seat, place] if b >= 0]
        guards = troop_names(s, t, s.owned[seat] & s.attached[place])
        if guards:
            parts.append(guards)
        state = " tapped" if s.place_tapped[seat] >> place & 1 else ""
        open_land = "" if place == 0 or is_guarded(s, seat, place) else " (unguarded)"
        made = amounts_text(s.place_units[seat, place])
        lines.append(
            f"  {place_name(s, seat, place)}{state}{open_land}: {made}{'; ' if parts else ''}{', '.join(parts)}"
        )
    return lines


def location_lines(s, t):
    lines = []
    anywhere = 0
    for place in range(PLACES):
        anywhere |= int(s.attached[place])
    for location in range(LOCATIONS):
        for seat in range(t.players):
            here = int(s.owned[seat]) & int(s.at[location]) & ~anywhere
            if here:
                lines.append(f"{location_name(t, location)}: seat {seat} has {troop_names(s, t, here)}")
    return lines


def position(s, t):
    """The whole position for people."""
    lines = [f"turn {s.turns}, seat {s.active} active, decks {list(map(int, s.deck_left))}"]
    tops = [f"{BUILDINGS[top_of(s, p)]} ({s.pile_left[p]})" if s.pile_left[p] else "empty" for p in range(3)]
    lines.append(f"piles: {', '.join(tops)}")
    for seat in range(t.players):
        if not s.alive[seat]:
            lines.append(f"seat {seat}: eliminated")
            continue
        lines.append(
            f"seat {seat}: {s.prestige[seat]} prestige, food for {troops_fed(s, t, seat)}, "
            f"{counted_troops(s, seat)}, gold capacity {gold_capacity(s, t, seat)}, hand: {hand_text(s, seat)}"
        )
        lines += fief_text(s, t, seat)
    return "\n".join(lines + location_lines(s, t))
