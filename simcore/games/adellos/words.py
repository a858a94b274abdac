"""Adellos in sentences: actions, events, positions."""

from simcore.games.adellos import state as code_of
from simcore.games.adellos.pieces import (
    ASSAULT,
    BOOK_KEEPER,
    CARDS,
    CENSORSHIP,
    COMMAND,
    FACTIONS,
    FIELD_NAMES,
    FIELDS,
    FIRST_NOBLE,
    GHOUL,
    INCOME,
    INCOMING,
    NOBLES,
    PARTY,
    PIECES,
    QUICK_ATTACK,
    RAISE,
    SLOTS,
    TIME_SHIFT,
    TOWER,
    TRADE_AGREEMENTS,
    TREACH,
    UNITS,
)
from simcore.games.adellos.state import (
    COMBAT,
    DISCARD,
    EXCHANGE_FIELD,
    EXCHANGE_TYPE,
    FIRST_AID_WINDOW,
    FREE_FIELD,
    FREE_TYPE,
    GIVE_CARD,
    HIRE_PLACE,
    MAIN,
    NOBLE_PICK,
    NOBLE_PLACE,
    OPTION,
    PALADIN_PLACE,
    PHASES,
    PICK_GIFT,
    PICK_PLAYER,
    PICK_PROTECTED,
    REINFORCE_FIELD,
    REINFORCE_TYPE,
    SACRIFICE,
    SETUP_BUY,
    SETUP_PLACE,
    SHIFT_TARGET,
    UNIT,
)

REASONS = {
    code_of.LAST_NOBLE: "the last noble on the board is theirs (ADE-956)",
    code_of.TOWER_WIN: "the tower is held long enough (ADE-804)",
    code_of.SUDDEN_DEATH: "the first defeated noble decides (knob sudden_death)",
    code_of.CAP: "the round limit stops the game (ADE-959)",
    code_of.NO_PROGRESS: "nothing has happened for too long (ADE-959)",
}


def plural(n, noun):
    return f"{n} {noun}" if n == 1 or noun == "AP" else f"{n} {noun}s"


def seat_name(s, seat):
    return f"seat {seat} ({FACTIONS[s.faction[seat]]})"


def piece(s, f):
    """The piece on a field and the field: "Soldier on Nc7"."""
    return f"{PIECES[s.kind[f]]} on {FIELD_NAMES[f]}" if s.kind[f] >= 0 else FIELD_NAMES[f]


def unit_in(s, slot):
    return UNITS[SLOTS * s.faction[s.seat] + slot]


# --- actions -------------------------------------------------------------------------------------


def action(s, t, code):
    """The words of one action, or None when the code means nothing in this phase."""
    phase = s.phase
    if code < code_of.MOVE:
        return _field_action(s, code)
    if code < code_of.TYPE:
        return _unit_action(s, code) if phase == UNIT else None
    if code < code_of.CARD:
        return _type_action(s, t, code - code_of.TYPE)
    if code < code_of.NOBLE:
        return _card_action(phase, CARDS[code - code_of.CARD])
    if code < code_of.PLAYER:
        verb = {NOBLE_PICK: "choose", MAIN: "copy"}.get(phase)
        return f"{verb} {NOBLES[code - code_of.NOBLE]}" if verb else None
    if code < code_of.OPTION_A:
        verb = {PICK_PLAYER: "choose", PICK_PROTECTED: "protect"}.get(phase)
        return f"{verb} seat {code - code_of.PLAYER}" if verb else None
    if code <= code_of.OPTION_B:
        return _option(s, t, code == code_of.OPTION_A) if phase == OPTION else None
    if code == code_of.PASS:
        return {
            SETUP_BUY: "stop buying",
            COMBAT: "pass",
            FIRST_AID_WINDOW: "pass",
            EXCHANGE_FIELD: "stop",
            FREE_TYPE: "stop",
        }.get(phase)
    if phase != MAIN:
        return None
    if code < code_of.GIFT_GOLD:
        return {
            code_of.END_TURN: "end turn",
            code_of.BUY_CARD: "buy a card",
            code_of.HIRE_PALADIN: "hire Paladin",
        }[code]
    if code < code_of.GIFT_CARD:
        return f"give 1 gold to seat {code - code_of.GIFT_GOLD}"
    return f"give a card to seat {code - code_of.GIFT_CARD}"


def _field_action(s, f):
    phase = s.phase
    if phase in (NOBLE_PLACE, SETUP_PLACE, HIRE_PLACE, PALADIN_PLACE, REINFORCE_FIELD, FREE_FIELD):
        return f"place on {FIELD_NAMES[f]}"
    verb = {MAIN: "select", EXCHANGE_FIELD: "replace", SHIFT_TARGET: "shift", SACRIFICE: "sacrifice"}.get(phase)
    return f"{verb} {piece(s, f)}" if verb else None


def _unit_action(s, code):
    f = code % FIELDS
    verb = ("", "move to", "attack", "swap with", "bind")[code // FIELDS]
    return f"{verb} {FIELD_NAMES[f] if code < code_of.ATTACK else piece(s, f)}"


def _type_action(s, t, slot):
    if s.phase in (MAIN, SETUP_BUY):
        summons = t.units_pay[SLOTS * s.faction[s.seat] + slot]
        return f"{'summon' if summons else 'hire'} {unit_in(s, slot)}"
    if s.phase == EXCHANGE_TYPE:
        return f"exchange for {unit_in(s, slot)}"
    if s.phase in (REINFORCE_TYPE, FREE_TYPE):
        return f"take {unit_in(s, slot)}"
    return None


def _card_action(phase, name):
    if phase in (MAIN, COMBAT, FIRST_AID_WINDOW):
        return f"play {name}"
    if phase in (GIVE_CARD, PICK_GIFT):
        return f"give {name}"
    return f"discard {name}" if phase == DISCARD else None


def _option(s, t, first):
    if s.card == TRADE_AGREEMENTS:
        gold, ap = (t.cards_gold_a, t.cards_ap_a) if first else (t.cards_gold_b, t.cards_ap_b)
        return f"pay {gold[s.card]} gold for {ap[s.card]} AP"
    if s.card == TIME_SHIFT:
        return "remove counters" if first else "add counters"
    if first:
        return "place units"
    return "take gold" if s.card == INCOMING else "draw cards"


# --- events --------------------------------------------------------------------------------------


def happened(before, after, t, code):
    """What the action brought about, with rule IDs."""
    told = []
    phase = before.phase
    if phase == MAIN:
        told += _told_main(before, after, t, code)
    elif phase == UNIT and not code_of.ATTACK <= code < code_of.SWAP:
        told += _told_unit(before, after, code)
    elif phase in (SETUP_PLACE, HIRE_PLACE, PALADIN_PLACE, NOBLE_PLACE, REINFORCE_FIELD, FREE_FIELD):
        told += _told_placing(before, after, code)
    elif phase == EXCHANGE_TYPE:
        f = before.chosen_field
        told.append(f"{piece(before, f)} becomes {PIECES[after.kind[f]]} (ADE-702, ADE-703)")
    elif phase == OPTION and before.card == TRADE_AGREEMENTS:
        told.append(f"{_points(before, after)}, {after.gold[before.cur]} gold left (ADE-719)")
    elif phase == OPTION and before.card == TIME_SHIFT and after.phase == MAIN:
        told.append("there is no unit for it (ADE-723)")
    elif phase == SHIFT_TARGET:
        told.append(f"{piece(after, code)} now carries {plural(after.counters[code], 'time counter')} (ADE-720)")
    elif phase == PICK_PLAYER:
        told += _told_target(before, code - code_of.PLAYER)
    elif phase == PICK_PROTECTED:
        told.append(f"seat {before.target} may not attack seat {code - code_of.PLAYER} in its next turn (ADE-717)")
    elif phase == SACRIFICE:
        told.append(f"{piece(before, code)} of {seat_name(before, before.seat)} goes to the box (ADE-752)")
    elif phase in (GIVE_CARD, PICK_GIFT):
        receiver = before.cur if phase == GIVE_CARD else before.target
        rule = "ADE-745" if phase == GIVE_CARD else "ADE-1003"
        told.append(f"{seat_name(before, receiver)} receives {CARDS[code - code_of.CARD]} ({rule})")
    told += _told_combat(before, after, t, code)
    if after.turns == before.turns:
        told += _told_gains(before, after, code)
    else:
        told += _told_turn(before, after, t)
    if after.over:
        winners = [seat_name(after, seat) for seat in range(after.players) if after.winners >> seat & 1]
        verb = "wins" if len(winners) == 1 else "share the win"
        told.append(f"{', '.join(winners)} {verb}: {REASONS.get(int(after.reason), 'the game is stopped')}")
    return told


def _told_main(before, after, t, code):
    if code_of.CARD <= code < code_of.NOBLE:
        kind = code - code_of.CARD
        price = f"{plural(t.cards_ap[kind], 'AP')}{_priced(t.cards_gold[kind])}"
        told = [f"costs {price}, {_points(before, after)} (ADE-212)"]
        if after.phase == MAIN and after.effective[before.cur, kind] == before.effective[before.cur, kind]:
            told.append("without effect (ADE-607)")
        return told
    if code_of.NOBLE <= code < code_of.PLAYER:
        copied = NOBLES[code - code_of.NOBLE]
        return [f"the Jester has the effect of {copied} until the turn ends, {_points(before, after)} (ADE-907)"]
    if code == code_of.BUY_CARD:
        return [f"pays {plural(before.gold[before.cur] - after.gold[before.cur], 'coin')} (ADE-910)"]
    if code_of.GIFT_GOLD <= code < code_of.GIFT_CARD:
        receiver = code - code_of.GIFT_GOLD
        left = after.gold[before.cur]
        return [f"{seat_name(before, receiver)} has {after.gold[receiver]} gold now, the giver {left} (ADE-1003)"]
    return []


def _priced(gold):
    return f" and {gold} gold" if gold else ""


def _points(before, after):
    gained = after.ap_available[before.cur] - before.ap_available[before.cur]
    brings = f"brings {plural(gained, 'AP')}, " if gained else ""
    return f"{brings}{plural(after.ap, 'AP')} left"


def _told_unit(before, after, code):
    start, f = before.chosen_field, code % FIELDS
    left = f"{plural(after.ap, 'AP')} left"
    who = PIECES[before.kind[start]]
    if code < code_of.ATTACK:
        return [f"{who} goes from {FIELD_NAMES[start]} to {FIELD_NAMES[f]}, {left} (ADE-401)"]
    if code < code_of.BIND_FIELD:
        return [f"{who} on {FIELD_NAMES[start]} and {piece(before, f)} change places, {left} (ADE-406)"]
    return [f"{piece(after, f)} now carries {plural(after.counters[f], 'time counter')}, {left} (ADE-936)"]


def _told_placing(before, after, f):
    seat, name = before.cur, piece(after, f)
    if after.kind[f] >= FIRST_NOBLE:
        return [f"{name} (ADE-109)"]
    if after.counters[f] or after.units_summoned[seat] > before.units_summoned[seat]:
        return [f"{name} is summoned with {plural(after.counters[f], 'time counter')} (ADE-820)"]
    price = before.gold[seat] - after.gold[seat]
    if price:
        if before.phase == PALADIN_PLACE:
            points = plural(before.ap - after.ap, "AP")
            return [f"{name} for {price} gold and {points}, {after.gold[seat]} gold and {after.ap} AP left (ADE-905)"]
        return [f"{name} for {price} gold, {after.gold[seat]} left (ADE-301)"]
    rule = "ADE-706" if before.phase == REINFORCE_FIELD else "ADE-724" if before.card == INCOMING else "ADE-740"
    return [f"{name}, free of charge ({rule})"]


def _told_target(before, seat):
    who = seat_name(before, seat)
    return {
        TREACH: [],
        ASSAULT: [f"{who} must sacrifice units (ADE-751)"],
        CENSORSHIP: [f"{who} will draw no cards at the start of its next turn (ADE-755)"],
    }.get(int(before.card), [f"{who} will take no Income gold at the start of its next turn (ADE-765)"])


def _with_printed(total, printed):
    """A total of combat, with the printed number where nobles, auras or walls change it."""
    return str(total) if total == printed else f"{total} (printed {printed})"


def _told_combat(before, after, t, code):
    phase = before.phase
    declared = phase == UNIT and code_of.ATTACK <= code < code_of.SWAP
    if not declared and phase not in (COMBAT, FIRST_AID_WINDOW):
        return []
    told = []
    f, start = int(after.def_field), int(after.att_field)
    who, whom = PIECES[before.kind[start]], piece(before, f)
    owner = before.owner[f]
    if declared:
        attack = _with_printed(after.att_total, t.attack[before.kind[start]])
        defence = _with_printed(after.def_total, t.defence[before.kind[f]])
        totals = f"attack {attack} against defence {defence} before cards"
        told.append(
            f"{who} on {FIELD_NAMES[start]} attacks {whom} of {seat_name(before, owner)}: {totals} (ADE-504, ADE-505)"
        )
    attack, defence = _totals(after, t)
    if phase == COMBAT and code != code_of.PASS:
        told.append(f"now attack {attack} against defence {defence}")
    if after.phase == COMBAT:
        return told
    if after.phase == FIRST_AID_WINDOW:
        return [*told, f"{attack} against {defence}: {whom} is beaten unless First Aid helps (ADE-518)"]
    if phase == FIRST_AID_WINDOW and code != code_of.PASS:
        return [*told, f"{whom} is saved and cannot be attacked again in this turn (ADE-732, ADE-734)"]
    if after.owner[f] == owner:
        return [*told, f"{attack} against {defence}: {whom} holds (ADE-513)"]
    told.append(f"{attack} against {defence}: {whom} is defeated (ADE-512)")
    return told + _told_defeat(before, after, t, f)


def _totals(s, t):
    return (
        int(s.att_total) + int(s.att_cards) * int(t.cards_bonus[QUICK_ATTACK]),
        int(s.def_total) + int(s.def_cards) * int(t.cards_bonus[PARTY]),
    )


def _told_defeat(before, after, t, f):
    told = []
    killer = before.cur
    for seat in range(before.players):
        if before.alive[seat] and not after.alive[seat]:
            lost = after.units_lost[seat] - before.units_lost[seat]
            leaving = f" and {plural(lost, 'unit')} {'leaves' if lost == 1 else 'leave'} the board" if lost else ""
            told.append(f"{seat_name(before, seat)} is eliminated{leaving} (ADE-951, ADE-952)")
            loot = after.gold_loot[killer] - before.gold_loot[killer]
            taken = _captured(before, after, killer)
            cards = f" and {', '.join(taken)}" if taken else ""
            told.append(f"{seat_name(before, killer)} takes {loot} gold{cards} (ADE-953)")
    plunder = after.gold_plunder[killer] - before.gold_plunder[killer]
    if plunder:
        told.append(f"{seat_name(before, killer)} takes {plunder} gold for it (ADE-934)")
    if after.kind[f] == GHOUL:
        told.append(f"a Ghoul rises on {FIELD_NAMES[f]} (ADE-935)")
    elif t.ability[before.kind[after.att_field]] == RAISE:
        told.append("no Ghoul is left to rise (ADE-922)")
    return told


def _captured(before, after, seat):
    names = []
    for kind, name in enumerate(CARDS):
        names += [name] * int(after.captured[seat, kind] - before.captured[seat, kind])
    return names


def _drawn(before, after, seat):
    names = []
    for kind, name in enumerate(CARDS):
        names += [name] * int(after.drawn[seat, kind] - before.drawn[seat, kind])
    return names


def _told_gains(before, after, code):
    seat = before.cur
    told = []
    gold = after.gold_cards[seat] - before.gold_cards[seat]
    if before.phase == OPTION and before.card == INCOMING and code == code_of.OPTION_B and not gold:
        told.append("the bank is empty (ADE-725)")
    if gold:
        rule = "ADE-748" if after.card == BOOK_KEEPER else "ADE-724"
        told.append(f"{seat_name(before, seat)} takes {gold} gold ({rule})")
    drawn = _drawn(before, after, seat)
    if drawn:
        rule = "ADE-953" if after.living < before.living else "ADE-601"
        told.append(f"{seat_name(before, seat)} draws {', '.join(drawn)} ({rule})")
    return told


def _told_turn(before, after, t):
    """The end-of-turn step of one player and phase 1 of the next."""
    told = []
    if before.turns > 0:
        seat = before.cur
        thawed = [
            piece(before, f)
            for f in range(FIELDS)
            if before.counters[f] > 0 and after.counters[f] == 0 and after.owner[f] >= 0
        ]
        lapsed = after.ap_lapsed[seat] - before.ap_lapsed[seat]
        if lapsed:
            told.append(f"{plural(lapsed, 'AP')} lapse (ADE-215)")
        if thawed:
            told.append(f"{', '.join(thawed)}: the last time counter comes off (ADE-825)")
    seat = after.cur
    if after.hold[seat] > before.hold[seat]:
        limit = int(t.hold_turns[(int(after.players) if t.hold_basis else int(after.living)) - 2])
        told.append(f"{seat_name(after, seat)} holds the tower: {after.hold[seat]} of {limit or 'no limit'} (ADE-803)")
    elif before.hold[seat] > 0:
        told.append(
            f"{seat_name(after, seat)} no longer holds the tower after {plural(before.hold[seat], 'turn')} (ADE-803)"
        )
    if after.over:
        return told
    income = after.gold_income[seat] - before.gold_income[seat]
    sources = ["ADE-203"]
    if after.hold[seat] > before.hold[seat]:
        sources.append("ADE-204")
    own = [f for f in range(FIELDS) if after.owner[f] == seat and after.counters[f] == 0]
    if any(t.ability[after.kind[f]] == COMMAND for f in own):
        sources.append("ADE-205")
    parts = [f"{plural(after.ap, 'AP')} ({', '.join(sources)})"]
    bank_gives_out = t.gold_limited and after.bank == 0
    if income:
        parts.append(f"{income} gold{', the last of the bank' if bank_gives_out else ''} (ADE-207)")
    elif bank_gives_out and not before.mark_revolt[seat] and any(t.ability[after.kind[f]] == INCOME for f in own):
        parts.append("no gold, the bank is empty (ADE-207)")
    drawn = _drawn(before, after, seat)
    if drawn:
        parts.append(f"draws {', '.join(drawn)} (ADE-208)")
    if before.mark_revolt[seat]:
        parts.append("no Income because of Revolt (ADE-765)")
    if before.mark_censor[seat]:
        parts.append("no cards because of Censorship (ADE-755)")
    if after.ban:
        banned = [f"seat {other}" for other in range(after.players) if after.ban >> other & 1]
        parts.append(f"may not attack {', '.join(banned)} (ADE-717)")
    told.append(f"round {after.rounds}, {seat_name(after, seat)}: " + ", ".join(parts))
    return told


# --- positions -----------------------------------------------------------------------------------


def opening(s, t):
    """The draw of factions, castles and gold."""
    return [
        f"{seat_name(s, seat)} has castle {'NESW'[s.sector[seat]]} and {s.gold[seat]} gold (ADE-101, ADE-105, ADE-108)"
        for seat in range(s.players)
    ]


def piece_on(s, f):
    """ "0 Soldier", "1 Zombie +2" with two time counters, "vacant"."""
    if s.kind[f] < 0:
        return "vacant"
    counters = f" +{s.counters[f]}" if s.counters[f] else ""
    return f"{s.owner[f]} {PIECES[s.kind[f]]}{counters}"


def hand_of(s, seat):
    return [name for kind, name in enumerate(CARDS) for _ in range(s.hand[seat, kind])]


def position(s, t):
    """The whole position for people."""
    lines = [
        f"round {s.rounds}, turn of seat {s.cur}, seat {s.seat} decides ({PHASES[s.phase]}): {s.ap} AP,"
        f" incantations {s.incant}; bank {s.bank}, counters {s.pool}, deck {s.deck_n - s.deck_pos}"
    ]
    for seat in range(s.players):
        noble = NOBLES[s.noble[seat]] if s.noble[seat] >= 0 else "no noble yet"
        state = "" if s.alive[seat] else ", eliminated"
        lines.append(
            f"seat {seat}: {FACTIONS[s.faction[seat]]}, {noble}, castle {'NESW'[s.sector[seat]]}, {s.gold[seat]} gold,"
            f" hold {s.hold[seat]}, hand: {', '.join(hand_of(s, seat)) or 'none'}{state}"
        )
        pieces = [f"{FIELD_NAMES[f]} {piece_on(s, f)[2:]}" for f in range(FIELDS) if s.owner[f] == seat]
        lines.append("  " + ("; ".join(pieces) or "no pieces"))
    lines.append("tower: " + piece_on(s, TOWER))
    return "\n".join(lines)
