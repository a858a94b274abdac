"""What the scripted players of Adellos share, in chapters: worth of pieces and players; threats; strikes; steps; cards
of the own turn; purchases; spending action points; decisions outside the free part of the turn.

A strategy says what it wants by a `Style` and by its own choices in `MAIN`; this module finds the best way to do it.
Everything here looks only at what the seat may see: the open table, the own hand, and how many cards others hold.
"""

from typing import NamedTuple

import numpy as np

from simcore.games.adellos.board import bit, enemies_of, first, holds, size_of, vacant, vacant_at_home, within_steps
from simcore.games.adellos.cards import supply_of_value
from simcore.games.adellos.combat import attack_from, attack_with_cards, beats, defence_against, defence_with_cards
from simcore.games.adellos.hiring import kind_in, summoning_counters
from simcore.games.adellos.material import hand_size
from simcore.games.adellos.movement import attack_targets, bind_targets, freezable, move_targets, swap_partners
from simcore.games.adellos.nobles import active_pieces, family_amount
from simcore.games.adellos.pieces import (
    ASSAULT,
    AURA_ATT,
    AURA_DEF,
    BIND,
    BOOK_KEEPER,
    BUY_CARDS,
    CALL_TO_ARMS,
    CENSORSHIP,
    COMBAT_TRAINING,
    COMMAND,
    FAMILY_ATT,
    FAMILY_DEF,
    FIRST_AID,
    FIRST_NOBLE,
    FLY,
    INCOME,
    INCOMING,
    MIND_CONTROL,
    PARTY,
    PATH_TO_WISDOM,
    QUICK_ATTACK,
    REINFORCEMENTS,
    REVOLT,
    SLOTS,
    TIME_SHIFT,
    TOWER,
    TRADE_AGREEMENTS,
    TREACH,
    UNCHAINED,
    UNIT_KINDS,
    WISDOM,
)
from simcore.games.adellos.state import (
    ATTACK,
    BIND_FIELD,
    BUY_CARD,
    CARD,
    COMBAT,
    DISCARD,
    END_TURN,
    EXCHANGE_FIELD,
    EXCHANGE_TYPE,
    FIELD,
    FIRST_AID_WINDOW,
    FREE_FIELD,
    FREE_TYPE,
    GIVE_CARD,
    HIRE_PALADIN,
    HIRE_PLACE,
    MAIN,
    MOVE,
    NOBLE,
    NOBLE_PLACE,
    OPTION,
    OPTION_A,
    OPTION_B,
    PALADIN_PLACE,
    PASS,
    PICK_GIFT,
    PICK_PLAYER,
    PICK_PROTECTED,
    PLAYER,
    REINFORCE_FIELD,
    REINFORCE_TYPE,
    SACRIFICE,
    SETUP_BUY,
    SETUP_PLACE,
    SHIFT_TARGET,
    SWAP,
    TYPE,
    UNIT,
)
from simcore.games.adellos.turn import hold_limit, holds_tower
from simcore.kernels.jit import compiled, rule
from simcore.kernels.rng import choose

NOBODY = -1
NOTHING = -1  # no action worth taking
NEVER = -1e9
HARMLESS = -0.4  # rather than walking a worker to and fro
LAST_RESORT = -6.0  # a card or ability that would be wasted
NOBLE_WORTH = 30
IDLE_GOLD = 8  # with so much gold one more Ancient Wisdom unit is hired
WORTH_LEARNING = 4  # cards in the deck below which no Ancient Wisdom unit is hired
SCHOLAR = 3  # gold for an Ancient Wisdom unit
DEAR = 4  # a unit of this worth is not given up for the sake of a card
DISLODGING = 45.0  # value of a strike against a tower about to be won
WORTHWHILE = 20.0  # value of a strike for which gold buys an action point

# Slots of a seat's memory, from 0; strategies use those from OWN_MEMORY on.
PENDING = 0  # action of the selected piece, plus one
LEFT = 1  # field that a piece left last, plus one
LEFT_IN = 2  # turn in which it did
OWN_MEMORY = 3


class Style(NamedTuple):
    """How much a player cares, for what; the first four shape every strategy, the others single ones."""

    tower: float  # entering and keeping the tower
    noble: float  # walking towards the prey's noble
    defence: float  # meeting intruders near the own noble
    fear: float  # keeping units out of the enemy's reach
    home: float  # staying near the own castle
    guard: float  # standing beside an own piece on the tower, on the side from which opponents come
    ambush: float  # standing where a noble can be struck in the next turn
    wall: float  # keeping fighters on the front row of the castle
    spite: float  # factor of cards that hurt the leader; above 1 the leader is their victim
    thrift: float  # 1: Quick Attack only against nobles and on the tower
    grudge: float  # defeating units of the prey
    sturdy: float  # least defence of a piece that enters the tower within the enemy's reach
    reserve: float  # 1: the last Party, Quick Attack and First Aid are kept for nobles and the tower
    trading: float  # gold from which Trade Agreements are worth a further action point


class Summons(NamedTuple):
    """What counts in a unit to be summoned."""

    attack: float
    defence: float
    move: float


class Hires(NamedTuple):
    """What counts in a fighter to be hired for gold."""

    attack: float
    defence: float
    move: float
    value: float


AGAINST_A_MENACE = Hires(attack=1.0, defence=0.3, move=0.2, value=0.2)
BROUGHT_BY_A_CARD = Summons(attack=1.0, defence=0.8, move=0.5)


@rule
def style_of(
    tower,
    noble,
    defence,
    fear,
    home=0.0,
    guard=0.0,
    ambush=0.0,
    wall=0.0,
    spite=1.0,
    thrift=0.0,
    grudge=0.0,
    sturdy=0.0,
    reserve=0.0,
    trading=8.0,
):
    """A style in which most things do not matter. All strategies share one type, so that code is compiled once."""
    return Style(
        float(tower),
        float(noble),
        float(defence),
        float(fear),
        float(home),
        float(guard),
        float(ambush),
        float(wall),
        float(spite),
        float(thrift),
        float(grudge),
        float(sturdy),
        float(reserve),
        float(trading),
    )


# --- worth of pieces and players -----------------------------------------------------------------


@rule
def worth(t, kind):
    """A noble 30, a token 3, a unit its value."""
    return NOBLE_WORTH if kind >= FIRST_NOBLE else max(1, t.worth[kind])


@rule
def is_worker(t, kind):
    """Units that are kept for what they bring, not for fighting."""
    ability = t.ability[kind]
    return kind < FIRST_NOBLE and (ability in (INCOME, WISDOM, COMMAND) or t.attack[kind] == 0)


@rule
def has_retired(s, t, seat, kind):
    """An Income unit when gold has nothing left to buy, an Ancient Wisdom unit when the deck is empty."""
    if t.ability[kind] == WISDOM:
        return s.deck_pos >= s.deck_n
    return t.ability[kind] == INCOME and s.gold[seat] >= max(IDLE_GOLD, goods_left(s, t, seat))


@rule
def is_fighter(t, kind):
    return kind < FIRST_NOBLE and not is_worker(t, kind)


@rule
def plain_attack(s, t, seat, kind):
    """Attack without auras."""
    return t.attack[kind] + family_amount(s, t, seat, FAMILY_ATT, t.family[kind])


@rule
def plain_defence(s, t, seat, kind):
    """Defence without auras."""
    return t.defence[kind] + family_amount(s, t, seat, FAMILY_DEF, t.family[kind])


@rule
def count_ability(s, t, seat, ability):
    """Own units with an ability, frozen ones included."""
    n = 0
    pieces = s.pieces[seat]
    while pieces:
        n += t.ability[s.kind[first(pieces)]] == ability
        pieces &= pieces - 1
    return n


@rule
def attack_of_fighters(s, t, pieces):
    """Sum of the printed attack of the fighters among `pieces`."""
    total = 0
    while pieces:
        kind = s.kind[first(pieces)]
        pieces &= pieces - 1
        if is_fighter(t, kind):
            total += t.attack[kind]
    return total


@rule
def strength(s, t, seat):
    """Attack of a seat's fighters, frozen ones included."""
    return attack_of_fighters(s, t, s.pieces[seat])


@rule
def ready_strength(s, t, seat):
    """Attack of the fighters that can act now."""
    return attack_of_fighters(s, t, active_pieces(s, t, seat))


@rule
def fighters(s, t, seat):
    """How many fighters a seat has on the board."""
    n = 0
    pieces = s.pieces[seat]
    while pieces:
        n += is_fighter(t, s.kind[first(pieces)])
        pieces &= pieces - 1
    return n


@rule
def has_active_fighter(s, t, seat):
    """Whether action points can be spent on more than walking workers about."""
    found = False
    pieces = active_pieces(s, t, seat)
    while pieces and not found:
        found = is_fighter(t, s.kind[first(pieces)])
        pieces &= pieces - 1
    return found


@rule
def strongest_army(s, t, seat):
    """The strength of the strongest opponent."""
    most = 0
    for other in range(s.players):
        if other != seat:
            most = max(most, strength(s, t, other))
    return most


@rule
def power(s, t, seat):
    """How far ahead a seat is: worth of its units, and 20 for each turn of its streak."""
    total = 20 * np.int64(s.hold[seat])
    pieces = s.pieces[seat]
    while pieces:
        kind = s.kind[first(pieces)]
        pieces &= pieces - 1
        if kind < FIRST_NOBLE:
            total += worth(t, kind)
    return total


@compiled
def strongest_opponent(s, t, seat, with_gold):
    """The opponent who is furthest ahead."""
    best = NOBODY
    most = -1
    for other in range(s.players):
        if other != seat and s.alive[other]:
            ahead = power(s, t, other) + (s.gold[other] if with_gold else 0)
            if ahead > most:
                most = ahead
                best = other
    return best


@compiled
def weakest_noble(s, t, seat):
    """The opponent whose noble is easiest to get at: near to own fighters, few pieces around it, low defence."""
    best = NOBODY
    least = 1e9
    for other in range(s.players):
        if other == seat or not s.alive[other]:
            continue
        at = s.noble_field[other]
        near = 12
        pieces = s.pieces[seat]
        while pieces:
            f = first(pieces)
            pieces &= pieces - 1
            if is_fighter(t, s.kind[f]):
                near = min(near, t.distance[f, at])
        around = size_of(t.ball[2, at] & s.pieces[other]) - 1
        trouble = near + 1.5 * around + 2.0 * t.defence[s.kind[at]]
        if trouble < least:
            least = trouble
            best = other
    return best


# --- threats -------------------------------------------------------------------------------------


@compiled
def dangers(s, t, seat):
    """Fields that an enemy can strike within a turn: one set for each defence that it would overcome, 0 to 5.

    Enemies are those on the board and those that an opponent can hire for his gold and send out at once.
    """
    over_0 = over_1 = over_2 = over_3 = over_4 = over_5 = np.int64(0)
    for other in range(s.players):
        if other == seat or not s.alive[other]:
            continue
        pieces = active_pieces(s, t, other)
        earning = 0
        while pieces:
            f = first(pieces)
            pieces &= pieces - 1
            kind = s.kind[f]
            earning += t.amount[kind] if t.ability[kind] == INCOME else 0
            attack = plain_attack(s, t, other, kind)
            if attack == 0:
                continue
            fields = t.ball[2 * t.move[kind] + 1, f]
            over_0 |= fields
            if attack > 1:
                over_1 |= fields
            if attack > 2:
                over_2 |= fields
            if attack > 3:
                over_3 |= fields
            if attack > 4:
                over_4 |= fields
            if attack > 5:
                over_5 |= fields
        gates = front_row(s, t, other) & vacant(s)
        if gates == 0 or not holds(s.home[other], s.noble_field[other]):
            continue
        gold = s.gold[other] + (0 if s.mark_revolt[other] else earning)
        slow = fast = 0
        for slot in range(SLOTS):
            kind = kind_in(s, other, slot)
            if s.supply[other, slot] > 0 and not t.units_pay[kind] and t.units_cost[kind] <= gold:
                attack = plain_attack(s, t, other, kind)
                slow = max(slow, attack)
                if t.move[kind] > 1:
                    fast = max(fast, attack)
        near = far = np.int64(0)
        while gates:
            f = first(gates)
            gates &= gates - 1
            near |= t.ball[3, f]
            far |= t.ball[5, f]
        if fast > 0:
            over_0 |= far
        if fast > 1:
            over_1 |= far
        if fast > 2:
            over_2 |= far
        if fast > 3:
            over_3 |= far
        if fast > 4:
            over_4 |= far
        if slow > 0:
            over_0 |= near
        if slow > 1:
            over_1 |= near
        if slow > 2:
            over_2 |= near
        if slow > 3:
            over_3 |= near
        if slow > 4:
            over_4 |= near
    return over_0, over_1, over_2, over_3, over_4, over_5


@rule
def in_danger(danger, f, defence):
    return holds(danger[min(max(defence, 0), 5)], f)


@rule
def menaces(s, t, seat, f):
    """Whether the enemy piece on f could strike the own noble in its next turn."""
    at = s.noble_field[seat]
    kind = s.kind[f]
    near = t.distance[f, at] - 1 <= 2 * t.move[kind]
    return near and plain_attack(s, t, s.owner[f], kind) > t.defence[s.kind[at]]


@rule
def menaced(s, t, seat):
    """Whether an active enemy piece could strike the own noble in its next turn."""
    found = False
    for other in range(s.players):
        if other != seat and s.alive[other]:
            pieces = active_pieces(s, t, other) & t.ball[7, s.noble_field[seat]]
            while pieces and not found:
                found = menaces(s, t, seat, first(pieces))
                pieces &= pieces - 1
    return found


@rule
def urgency(s, t, seat):
    """0 while no opponent holds the tower, otherwise 1, 2 or 4 as the win comes nearer."""
    holder = s.owner[TOWER]
    if holder < 0 or holder == seat or not holds_tower(s, t, holder):
        return 0
    limit = hold_limit(s, t)
    if limit == 0:
        return 0
    left = limit - s.hold[holder]
    return 4 if left <= 1 else 2 if left == 2 else 1


@rule
def out_of_reach(s, t, seat, e):
    """Whether no own fighter could beat the enemy piece on e within a turn."""
    found = True
    own = active_pieces(s, t, seat)
    while own and found:
        f = first(own)
        own &= own - 1
        kind = s.kind[f]
        strong = is_fighter(t, kind) and plain_attack(s, t, seat, kind) > t.defence[s.kind[e]]
        found = not (strong and t.distance[f, e] - 1 <= 2 * t.move[kind])
    return found


@rule
def raided(s, t, seat):
    """Whether an enemy fighter has come near the own noble and no own fighter can get at it."""
    raiders = enemies_of(s, seat) & t.ball[4, s.noble_field[seat]] & ~s.frozen
    found = False
    while raiders and not found:
        e = first(raiders)
        raiders &= raiders - 1
        found = is_fighter(t, s.kind[e]) and out_of_reach(s, t, seat, e)
    return found


@rule
def tower_slips_away(s, t, seat):
    """Whether an opponent has begun to win by the tower and no own fighter can get at the holder."""
    urgent = urgency(s, t, seat)
    begun = urgent >= 2 or (urgent == 1 and s.hold[s.owner[TOWER]] >= 2)
    return begun and out_of_reach(s, t, seat, TOWER)


@rule
def staying_on_tower(s, t, seat, style):
    """What it costs to leave the tower: the more, the nearer the own streak is to the win."""
    limit = hold_limit(s, t)
    if limit > 0 and limit - s.hold[seat] <= 1:
        return 900.0
    return 30.0 * style.tower + 15.0 * s.hold[seat]


@rule
def target_value(s, t, seat, f, urgent):
    """What the defeat of the enemy piece on f would be worth."""
    value = float(worth(t, s.kind[f]))
    ability = t.ability[s.kind[f]]
    if ability in (WISDOM, COMMAND):
        value += 2.0  # it would bring something in every further turn
    elif ability == INCOME:
        value += 1.0
    if f == TOWER and not holds(s.frozen, f):
        value += 6.0 * (1 + urgent)
    if t.distance[f, s.noble_field[seat]] <= 3:
        value += 3.0
    if menaces(s, t, seat, f):
        value += 6.0
    return value


# --- strikes -------------------------------------------------------------------------------------


@rule
def quick_attacks_needed(t, attack, defence, have):
    """How many Quick Attacks win this fight; 99 when the hand has too few."""
    bonus = max(1, t.cards_bonus[QUICK_ATTACK])
    for n in range(have + 1):
        if beats(t, attack + n * bonus, defence):
            return n
    return 99


@rule
def strike_score(s, t, seat, style, danger, f, spot, target, points, urgent, prey):
    """Value of defeating `target` from `spot` with this many AP, Quick Attacks from the hand included."""
    kind = s.kind[f]
    attack = attack_from(s, t, seat, kind, spot, f)
    defence = defence_against(s, t, target, kind, spot)
    cards = quick_attacks_needed(t, attack, defence, to_spend(s, t, seat, style, QUICK_ATTACK, target))
    if cards == 99:
        return NEVER
    if s.kind[target] >= FIRST_NOBLE:
        return 1000.0 - 10.0 * cards - points
    value = target_value(s, t, seat, target, urgent)
    if s.owner[target] == prey:
        value += style.grudge
    if cards > 0 and value < 5.0:
        return NEVER
    score = (10.0 * value - 12.0 * cards) / points
    if f == TOWER and spot != f:
        score -= staying_on_tower(s, t, seat, style)
    if kind >= FIRST_NOBLE and spot != f:
        score -= 20.0
    exposed = in_danger(danger, spot, plain_defence(s, t, seat, kind)) and not in_danger(
        danger, f, plain_defence(s, t, seat, kind)
    )
    if exposed:
        score -= style.fear * 2.0 * worth(t, kind) / points
    return score


@compiled
def best_strike(s, t, seat, style, danger, urgent, prey, nobles_only):
    """The best attack within the AP of this turn, walking to it if need be: score, piece, action.

    The action is the attack, or the first move on the way to a field beside the target.
    """
    best = NEVER
    piece = np.int64(0)
    action = np.int64(0)
    targets = attack_targets(s, t)
    if nobles_only:
        nobles = np.int64(0)
        for other in range(s.players):
            if other != seat and s.alive[other]:
                nobles |= bit(s.noble_field[other])
        targets &= nobles
    if targets == 0:
        return best, piece, action
    most_moves = (s.ap - t.attack_ap) // t.move_ap
    free = vacant(s)
    pieces = active_pieces(s, t, seat)
    while pieces:
        f = first(pieces)
        pieces &= pieces - 1
        kind = s.kind[f]
        if t.attack[kind] == 0:
            continue
        moves = most_moves
        pace = t.move[kind]
        near = targets & t.ball[min(pace * moves + 1, 7), f]
        while near:
            target = first(near)
            near &= near - 1
            beside = t.adjacent[target]
            if holds(beside, f):
                score = strike_score(s, t, seat, style, danger, f, f, target, t.attack_ap, urgent, prey)
                if score > best:
                    best, piece, action = score, f, ATTACK + target
                continue
            if kind >= FIRST_NOBLE and not nobles_only and not menaces(s, t, seat, target):
                continue  # nobles go out for nobles, and against whoever menaces them
            steps = max(1, t.distance[f, target] - 1)
            for walk in range((steps + pace - 1) // pace, moves + 1):
                spots = reached_by_moves(s, t, f, f, walk, free) & beside
                if spots:
                    spot = first(spots)
                    points = walk * t.move_ap + t.attack_ap
                    score = strike_score(s, t, seat, style, danger, f, spot, target, points, urgent, prey)
                    if score > best:
                        step = step_towards(s, t, f, spot, walk - 1, free)
                        if step >= 0:
                            best, piece, action = score, f, MOVE + step
                    break
    return best, piece, action


@compiled
def reached_by_moves(s, t, f, start, moves, free):
    """Vacant fields that the piece on f would reach from `start`; a flyer passes others but ends each move on a free one."""
    pace = t.move[s.kind[f]]
    if t.ability[s.kind[f]] != FLY:
        return within_steps(t, start, pace * moves, free) & free
    reached = bit(start)
    for _ in range(moves):
        edge = reached
        while edge:
            reached |= t.ball[pace, first(edge)] & free
            edge &= edge - 1
    return reached & free


@rule
def step_towards(s, t, f, spot, moves, free):
    """A field for the next move from which further `moves` moves lead to `spot`."""
    fields = move_targets(s, t, f)
    if holds(fields, spot):
        return spot
    found = np.int64(-1)
    free |= bit(f)
    while fields and found < 0:
        y = first(fields)
        fields &= fields - 1
        near = moves > 0 and t.distance[y, spot] <= moves * t.move[s.kind[f]]
        if near and holds(reached_by_moves(s, t, f, y, moves, free), spot):
            found = y
    return found


# --- steps ---------------------------------------------------------------------------------------


@rule
def nearest_to_tower(s, t, seat):
    """The own active fighter that is closest to the tower."""
    best = np.int64(-1)
    least = 99
    pieces = active_pieces(s, t, seat)
    while pieces:
        f = first(pieces)
        pieces &= pieces - 1
        if is_fighter(t, s.kind[f]) and t.distance[f, TOWER] < least:
            least = t.distance[f, TOWER]
            best = f
    return best


@rule
def nearest_beatable_intruder(s, t, seat, f, intruders):
    """The closest enemy near the own noble that the piece on f could beat; -1 if none."""
    best = np.int64(-1)
    least = 99
    attack = plain_attack(s, t, seat, s.kind[f])
    while intruders:
        e = first(intruders)
        intruders &= intruders - 1
        if attack > t.defence[s.kind[e]] and t.distance[f, e] < least:
            least = t.distance[f, e]
            best = e
    return best


@rule
def front_row(s, t, seat):
    """Castle fields that touch the plain."""
    fields = np.int64(0)
    castle = s.home[seat]
    while castle:
        f = first(castle)
        castle &= castle - 1
        if t.adjacent[f] & ~s.home[seat]:
            fields |= bit(f)
    return fields


@rule
def standstill(s):
    """Whether nothing has happened for three rounds."""
    return s.idle_turns >= 3 * s.living


@rule
def restless(s, style):
    """In a standstill everybody becomes bold, nobles too: it wins nothing."""
    if not standstill(s):
        return style
    return style_of(style.tower + 2.0, style.noble + 2.0, style.defence, 0.0, spite=style.spite, grudge=style.grudge)


class Outlook(NamedTuple):
    """What a seat sees before it moves its pieces."""

    intruders: int  # enemies near the own noble
    holder: int  # who stands on the tower
    runner: int  # the own fighter that is closest to it
    quarry: int  # field of the prey's noble
    quarry_defence: int
    boldness: float  # with a clearly stronger army the march on the quarry is worth more
    shield: int  # whoever stands here keeps attackers away from the own noble
    menaced: bool  # an enemy could strike the own noble in its next turn
    gates: int  # castle fields that touch the plain
    crowded: bool  # the castle is full, though there is something to hire or summon
    bored: bool
    posts: int  # fields beside the tower on the opponents' side
    left: int  # the field that an own piece left last in this turn


@rule
def guard_posts(s, t, seat):
    """For each opponent the field beside the tower that is nearest to his noble: a guard there bars the short way."""
    posts = np.int64(0)
    for other in range(s.players):
        if other == seat or not s.alive[other]:
            continue
        best = np.int64(t.neighbour[TOWER, 0])
        for i in range(1, t.neighbours[TOWER]):
            f = np.int64(t.neighbour[TOWER, i])
            if t.distance[f, s.noble_field[other]] < t.distance[best, s.noble_field[other]]:
                best = f
        posts |= bit(best)
    return posts


@rule
def outlook(s, t, seat, prey):
    own_noble = np.int64(s.noble_field[seat])
    open_prey = prey >= 0 and not (s.ban >> prey) & 1
    quarry = np.int64(s.noble_field[prey]) if open_prey else np.int64(NOBODY)
    stronger = prey >= 0 and ready_strength(s, t, seat) >= 1.5 * max(1, strength(s, t, prey))
    wants_room = s.gold[seat] >= 3 or s.incant > 0
    return Outlook(
        enemies_of(s, seat) & t.ball[4, own_noble],
        np.int64(s.owner[TOWER]),
        np.int64(nearest_to_tower(s, t, seat)),
        quarry,
        np.int64(t.defence[s.kind[quarry]] if quarry >= 0 else 0),
        4.0 if stronger else 0.0,
        np.int64(t.adjacent[own_noble]),
        bool(menaced(s, t, seat)),
        np.int64(front_row(s, t, seat)),
        bool(wants_room and size_of(vacant_at_home(s, seat)) <= 2),
        bool(standstill(s)),
        np.int64(guard_posts(s, t, seat)),
        np.int64(s.memory[seat, LEFT] - 1 if s.memory[seat, LEFT_IN] == s.turns else NOBODY),
    )


@rule
def noble_step(s, t, seat, style, view, f, y, risk):
    """Nobles stay at home and out of danger; from the tower they do not come down."""
    score = -3.0 - 4.0 * risk * style.defence + 4.0 * home_gain(s, t, seat, f, y)
    if f == TOWER:
        score -= staying_on_tower(s, t, seat, style)
    elif view.bored:
        score += 6.0 * (t.distance[f, TOWER] - t.distance[y, TOWER])
    return score


@rule
def worker_step(s, t, seat, view, f, y, risk):
    """Workers stand at home around the noble, away from enemies, not in the gates, where fighters have to pass."""
    score = -0.5 - (0.0 if holds(s.home[seat], y) else 3.0) - 2.0 * risk + home_gain(s, t, seat, f, y)
    score += 2.0 * (float(holds(view.shield, y)) - float(holds(view.shield, f)))
    enemies = enemies_of(s, seat)
    score -= 0.5 * (size_of(t.ball[2, y] & enemies) - size_of(t.ball[2, f] & enemies))
    return score - 0.5 * (float(holds(view.gates, y)) - float(holds(view.gates, f)))


@rule
def pull_of_tower(s, t, seat, style, view, danger, f, urgent):
    """How much a step towards the tower is worth to the fighter on f; less if it would be struck down there at once."""
    if view.holder < 0:
        defence = plain_defence(s, t, seat, s.kind[f])
        chance = 1.0
        if in_danger(danger, TOWER, defence):  # with more opponents nobody feels obliged to strike
            chance = 0.1 + 0.1 * s.living if defence >= style.sturdy else 0.0
        return style.tower * (1.0 if f == view.runner else 0.4) * chance
    if view.holder == seat:
        return 0.3 * style.tower
    if urgent >= 2 and t.ability[s.kind[f]] == BIND and holds(freezable(s, t), TOWER):
        return 10.0 * urgent  # a piece that is bound no longer holds the tower
    able = plain_attack(s, t, seat, s.kind[f]) > t.defence[s.kind[TOWER]]
    return (style.tower + urgent) * (1.0 + 0.5 * urgent) * (1.0 if able else 0.15)


@rule
def pull_of_quarry(s, t, seat, style, view, f):
    """How much a step towards the prey's noble is worth to the fighter on f."""
    if view.quarry < 0 or style.noble <= 0:
        return 0.0
    able = plain_attack(s, t, seat, s.kind[f]) > view.quarry_defence
    close = t.distance[f, view.quarry] <= 4
    return (style.noble + view.boldness) * (1.0 if able else 0.4) * (2.0 if close else 1.0)


@rule
def fighter_step(s, t, seat, style, view, danger, f, y, defence, risk, urgent, may_enter_tower):
    """What a fighter's step is worth beside the pulls of tower, quarry and intruders."""
    if f == TOWER:
        return -staying_on_tower(s, t, seat, style)
    score = -0.2 - style.fear * 0.6 * worth(t, s.kind[f]) * risk
    if y == TOWER:
        safe = not in_danger(danger, TOWER, defence)
        enters = may_enter_tower and (safe or defence >= style.sturdy)
        score += (2.0 if safe else 0.5) * style.tower if enters else -50.0
    if style.guard > 0 and view.holder == seat:
        score += style.guard * (float(holds(view.posts, y)) - float(holds(view.posts, f)))
    if style.home > 0:
        score += style.home * home_gain(s, t, seat, f, y)
    if view.crowded and holds(s.home[seat], f):
        score += 1.0 * (t.distance[f, TOWER] - t.distance[y, TOWER])
    if view.menaced:  # a bodyguard stays
        score += 4.0 * (float(holds(view.shield, y)) - float(holds(view.shield, f)))
    walled = style.wall > 0 and urgent < 2  # a tower about to be won breaks up the wall
    if walled and holds(view.gates, f) and size_of(view.gates & s.pieces[seat]) <= 3:
        score -= style.wall
    if style.ambush > 0 and view.quarry >= 0 and not in_danger(danger, y, defence):
        reach = 2 * t.move[s.kind[f]] + 1
        arrives = t.distance[y, view.quarry] <= reach < t.distance[f, view.quarry]
        if arrives and plain_attack(s, t, seat, s.kind[f]) > view.quarry_defence:
            score += style.ambush
    return score


@rule
def best_bind(s, t, f, urgent):
    """The best enemy to freeze for the piece on f: score, field."""
    best = NEVER
    target = np.int64(0)
    binding = bind_targets(s, t, f) & ~s.frozen
    while binding:
        e = first(binding)
        binding &= binding - 1
        score = 3.0 * worth(t, s.kind[e]) + (20.0 * urgent if e == TOWER else 0.0)
        if score > best:
            best, target = score, e
    return best, target


@rule
def best_swap(s, t, seat, f):
    """A fighter shut in by own workers changes places with one that stands freely; nobles stay where they are."""
    best = NEVER
    target = np.int64(0)
    partners = t.adjacent[f] & swap_partners(s, t)
    free = vacant(s)
    while partners:
        g = first(partners)
        partners &= partners - 1
        score = -20.0 if s.kind[f] >= FIRST_NOBLE or s.kind[g] >= FIRST_NOBLE else -5.0
        if is_fighter(t, s.kind[f]) and is_worker(t, s.kind[g]) and t.adjacent[g] & free:
            score = 1.0
        if score > best:
            best, target = score, g
    return best, target


@compiled
def best_step(s, t, seat, usual_style, danger, urgent, prey, quiet_tower):
    """The best move or bind that prepares something: score, piece, action."""
    style = restless(s, usual_style)
    view = outlook(s, t, seat, prey)
    may_enter_tower = quiet_tower or view.bored
    best = NEVER
    ties = 1
    piece = np.int64(0)
    action = np.int64(0)
    pieces = active_pieces(s, t, seat)
    while pieces:
        f = first(pieces)
        pieces &= pieces - 1
        kind = s.kind[f]
        score, target = best_bind(s, t, f, urgent)
        if score > best:
            best, piece, action, ties = score, f, BIND_FIELD + target, 1
        fields = move_targets(s, t, f)
        if fields == 0:
            score, target = best_swap(s, t, seat, f)
            if score > best:
                best, piece, action, ties = score, f, SWAP + target, 1
            continue
        noble = kind >= FIRST_NOBLE
        worker = is_worker(t, kind) and not has_retired(s, t, seat, kind)
        defence = plain_defence(s, t, seat, kind)
        here = in_danger(danger, f, defence)
        to_tower = to_quarry = 0.0
        careful = False
        meeting = np.int64(NOBODY)
        if not noble and not worker and f != TOWER:
            meeting = nearest_beatable_intruder(s, t, seat, f, view.intruders)
            to_tower = pull_of_tower(s, t, seat, style, view, danger, f, urgent)
            to_quarry = pull_of_quarry(s, t, seat, style, view, f)
            careful = view.boldness > 0 and worth(t, kind) >= DEAR
        while fields:
            y = first(fields)
            fields &= fields - 1
            risk = float(in_danger(danger, y, defence)) - float(here)
            if noble:
                score = noble_step(s, t, seat, style, view, f, y, risk)
            elif worker:
                score = worker_step(s, t, seat, view, f, y, risk)
            else:
                score = fighter_step(s, t, seat, style, view, danger, f, y, defence, risk, urgent, may_enter_tower)
                score += to_tower * (t.distance[f, TOWER] - t.distance[y, TOWER])
                if view.quarry >= 0:
                    pull = to_quarry * (0.3 if careful and risk > 0 else 1.0)  # boldness is for the common soldier
                    score += pull * (t.distance[f, view.quarry] - t.distance[y, view.quarry])
                if meeting >= 0:
                    score += style.defence * (t.distance[f, meeting] - t.distance[y, meeting])
            if y == view.left and not worker:
                score -= 1.5  # going back makes the last step useless
            if score > best:
                best, piece, action, ties = score, f, MOVE + y, 1
            elif score == best:
                ties += 1
                if choose(s, seat, ties) == 0:
                    piece, action = f, MOVE + y
    return best, piece, action


@rule
def home_gain(s, t, seat, f, y):
    """Steps that a move from f to y brings a piece nearer to the own castle."""
    return float(home_distance(s, t, seat, f) - home_distance(s, t, seat, y))


@rule
def home_distance(s, t, seat, f):
    if holds(s.home[seat], f):
        return 0
    steps = 1
    while steps < 7 and not t.ball[steps, f] & s.home[seat]:
        steps += 1
    return steps


# --- cards of the own turn -----------------------------------------------------------------------


@rule
def upgradable(s, t, seat, value):
    """Own fighters of a value that an exchange would improve."""
    n = 0
    pieces = s.pieces[seat]
    while pieces:
        kind = s.kind[first(pieces)]
        pieces &= pieces - 1
        n += kind < UNIT_KINDS and t.value[kind] == value and is_fighter(t, kind)
    return n


@rule
def opponents_gold(s, seat):
    total = 0
    for other in range(s.players):
        if other != seat:
            total += s.gold[other]
    return total


@rule
def opponents_with_cards(s, seat):
    n = 0
    for other in range(s.players):
        n += other != seat and hand_size(s, other) > 0
    return n


@rule
def opponents_workers(s, t, seat, ability, marks):
    """The most workers of a kind that one opponent has who is not under the same card already."""
    most = 0
    for other in range(s.players):
        if other != seat and not marks[other]:
            most = max(most, count_ability(s, t, other, ability))
    return most


@rule
def victim_workers(s, t, seat, style, ability, marks):
    """Workers of a kind that the card would stop: the leader's out of spite, otherwise the most that one player has."""
    if style.spite > 1.0:
        leader = strongest_opponent(s, t, seat, True)
        return 0 if marks[leader] else count_ability(s, t, leader, ability)
    return opponents_workers(s, t, seat, ability, marks)


@rule
def may_be_attacked_by(s, t, seat, other):
    """Whether `other` could strike the own noble, or the own piece on the tower, in its next turn."""
    if not s.alive[other] or other == seat or (s.mark_treach[other] >> seat) & 1:
        return False
    own_tower = holds(s.pieces[seat], TOWER)
    found = False
    pieces = active_pieces(s, t, other)
    while pieces and not found:
        f = first(pieces)
        pieces &= pieces - 1
        found = menaces(s, t, seat, f)
        if own_tower and plain_attack(s, t, other, s.kind[f]) > plain_defence(s, t, seat, s.kind[TOWER]):
            found |= t.distance[f, TOWER] - 1 <= 2 * t.move[s.kind[f]]
    return found


@rule
def treach_score(s, t, seat):
    """A Treach is kept for the turn in which somebody could strike the own noble or the own holder of the tower."""
    score = LAST_RESORT
    for other in range(s.players):
        if may_be_attacked_by(s, t, seat, other):
            score = max(score, 5.0 + 3.0 * s.hold[seat])
    return score


@rule
def time_shift_score(s, t, seat, style, urgent):
    """Against the holder of the tower or a menace to the own noble, or for an own unit that has long to wait."""
    holder = np.int64(s.owner[TOWER])
    if holder >= 0 and holder != seat and holds(freezable(s, t) & ~s.frozen, TOWER):
        spite = style.spite if holder == strongest_opponent(s, t, seat, True) else 1.0
        return spite * (5.0 + (15.0 if urgent >= 2 else 0.0))
    score = 6.0 if menaced(s, t, seat) else LAST_RESORT
    waiting = s.pieces[seat] & s.frozen
    while waiting:
        f = first(waiting)
        waiting &= waiting - 1
        saved = min(t.cards_counters[TIME_SHIFT], s.counters[f])
        if saved >= 2:
            score = max(score, 0.5 * saved * worth(t, s.kind[f]))
    return score


@rule
def exchange_score(s, t, seat, kind):
    """Two for each fighter that would become better."""
    better = False
    for slot in range(SLOTS):
        new = kind_in(s, seat, slot)
        better |= s.supply[seat, slot] > 0 and t.value[new] == t.cards_to_value[kind] and is_fighter(t, new)
    n = upgradable(s, t, seat, t.cards_from_value[kind]) if better else 0
    return 2.0 * min(3, n) - 1.0 if n > 0 else LAST_RESORT


@rule
def card_score(s, t, seat, style, kind, urgent):
    """What it is worth to spend AP on this card now; below 0 it waits for a better moment."""
    score = NEVER
    if kind == REINFORCEMENTS:
        useful = vacant_at_home(s, seat) and supply_of_value(s, t, seat, t.cards_to_value[kind])
        score = 15.0 if useful else LAST_RESORT
    elif kind == INCOMING:
        score = 15.0 if s.gold[seat] < goods_left(s, t, seat) else 1.0
    elif kind == PATH_TO_WISDOM:
        score = 12.0 if cards_left(s) > 0 else LAST_RESORT
    elif kind == ASSAULT:
        most = 0
        for other in range(s.players):
            if other != seat and s.alive[other]:
                most = max(most, size_of(s.pieces[other]) - 1)
        score = style.spite * 8.0 * min(3, most)
    elif kind == TIME_SHIFT:
        score = time_shift_score(s, t, seat, style, urgent)
    elif kind == MIND_CONTROL:
        givers = opponents_with_cards(s, seat)
        score = 2.0 * givers - 0.5 if givers > 0 else LAST_RESORT
    elif kind == BOOK_KEEPER:
        gold = opponents_gold(s, seat)
        score = style.spite * 1.2 * gold - 1.0 if gold > 0 else LAST_RESORT
    elif kind in (CALL_TO_ARMS, COMBAT_TRAINING):
        score = exchange_score(s, t, seat, kind)
    elif kind == CENSORSHIP:
        stopped = victim_workers(s, t, seat, style, WISDOM, s.mark_censor)
        score = style.spite * 2.0 * stopped - 0.5 if stopped > 0 else LAST_RESORT
    elif kind == REVOLT:
        stopped = victim_workers(s, t, seat, style, INCOME, s.mark_revolt)
        score = style.spite * 1.2 * stopped - 0.5 if stopped > 0 else LAST_RESORT
    elif kind == TREACH:
        score = treach_score(s, t, seat)
    return score


@compiled
def best_card(s, t, legal, seat, style, urgent):
    """The best event card with an AP price, the Paladin and the Jester's copies: score, action."""
    best = NEVER
    action = np.int64(NOTHING)
    for i in range(len(legal)):
        code = legal[i]
        score = NEVER
        if CARD <= code < NOBLE:
            kind = code - CARD
            if t.cards_ap[kind] > 0:
                score = card_score(s, t, seat, style, kind, urgent) / t.cards_ap[kind]
        elif NOBLE <= code < PLAYER:
            score = copy_score(s, t, seat, code - NOBLE)
        elif code == HIRE_PALADIN:
            score = 5.0
        if score > best:
            best = score
            action = np.int64(code)
    return best, action


@rule
def copy_score(s, t, seat, noble):
    """The Jester copies an attack bonus for a unit beside an enemy, or the Merchant for idle gold.

    Any other copy is a harmless way to spend a point that must be spent.
    """
    score = HARMLESS
    if t.nobles_effect[noble] == BUY_CARDS and s.gold[seat] >= 4 and s.deck_pos < s.deck_n:
        score = 2.0 * (s.gold[seat] // max(1, t.nobles_gold[noble])) - 2.0
    if t.nobles_effect[noble] == FAMILY_ATT and s.ap >= 2:
        targets = attack_targets(s, t)
        pieces = active_pieces(s, t, seat)
        while pieces:
            f = first(pieces)
            pieces &= pieces - 1
            kind = s.kind[f]
            near = t.adjacent[f] & targets
            while near and t.family[kind] == t.nobles_family[noble]:
                e = first(near)
                near &= near - 1
                attack = attack_from(s, t, seat, kind, f, f)
                defence = defence_against(s, t, e, kind, f)
                if not beats(t, attack, defence) and beats(t, attack + t.nobles_amount[noble], defence):
                    score = max(score, 4.0 * worth(t, s.kind[e]))
    return score


@rule
def is_legal(legal, code):
    found = False
    for i in range(len(legal)):
        found |= legal[i] == code
    return found


# --- purchases -----------------------------------------------------------------------------------


@rule
def goods_left(s, t, seat):
    """Gold that the units in the supply cost, without those that bring gold themselves."""
    goods = 0
    for slot in range(SLOTS):
        kind = kind_in(s, seat, slot)
        if not t.units_pay[kind] and t.ability[kind] != INCOME:
            goods += s.supply[seat, slot] * t.units_cost[kind]
    return goods


@rule
def pays_off(s, t, seat, earning):
    """Whether the supply is worth six turns of one more Income unit. The Undead, who summon, have less to buy."""
    return 5 * (earning + 1) <= goods_left(s, t, seat)


@rule
def fighters_left(s, t, seat, least_value):
    """Whether the supply has a fighter for gold of at least this value."""
    found = False
    for slot in range(SLOTS):
        kind = kind_in(s, seat, slot)
        good = s.supply[seat, slot] > 0 and not t.units_pay[kind] and is_fighter(t, kind)
        found |= good and t.value[kind] >= least_value
    return found


@rule
def fighter_ready_soon(s, t, seat):
    """Whether an own fighter can act in the next own turn."""
    found = False
    pieces = s.pieces[seat]
    while pieces:
        f = first(pieces)
        pieces &= pieces - 1
        found |= is_fighter(t, s.kind[f]) and s.counters[f] <= 1
    return found


@compiled
def worker_to_hire(s, t, legal, seat, incomes, wisdoms):
    """Income units up to `incomes`, then Ancient Wisdom units up to `wisdoms`, then units that bring action points.

    Against a single opponent, where games are short, an Ancient Wisdom unit comes before the second Income unit.
    """
    action = np.int64(NOTHING)
    earning = count_ability(s, t, seat, INCOME)
    learning = count_ability(s, t, seat, WISDOM)
    poor = earning < incomes and pays_off(s, t, seat, earning)
    if s.gold[seat] >= IDLE_GOLD:
        wisdoms += 1
    if cards_left(s) < WORTH_LEARNING:
        wisdoms = 0
    wants_wisdom = learning < wisdoms and (not poor or earning >= min(2, incomes))
    hurried = s.living == 2 and learning < wisdoms and (learning == 0 or earning >= min(2, learning))
    wants_points = learning >= wisdoms and not poor
    for i in range(len(legal)):
        code = legal[i]
        if TYPE <= code < CARD:
            ability = t.ability[kind_in(s, seat, code - TYPE)]
            if poor and ability == INCOME and (not hurried or s.gold[seat] < SCHOLAR):
                return np.int64(code)
            if ((wants_wisdom or hurried) and ability == WISDOM) or (wants_points and ability == COMMAND):
                action = np.int64(code)
    return action


@compiled
def scholar_to_hire(s, t, legal, seat, wisdoms):
    """An Ancient Wisdom unit up to `wisdoms`; after the first one an Income unit must stand before the next."""
    own = count_ability(s, t, seat, WISDOM)
    action = np.int64(NOTHING)
    if (
        own < wisdoms
        and cards_left(s) >= WORTH_LEARNING
        and (own == 0 or count_ability(s, t, seat, INCOME) >= min(own, 2))
    ):
        for i in range(len(legal)):
            code = legal[i]
            if TYPE <= code < CARD and t.ability[kind_in(s, seat, code - TYPE)] == WISDOM:
                action = np.int64(code)
    return action


@compiled
def fighter_to_hire(s, t, legal, seat, wanted, least_value):
    """The fighter for gold with the best weighted sum of its numbers; -1 if none can be paid.

    Those below `least_value` are hired when no better one is left.
    """
    best = NEVER
    action = np.int64(NOTHING)
    if not fighters_left(s, t, seat, least_value):
        least_value = 1
    for i in range(len(legal)):
        code = legal[i]
        if not TYPE <= code < CARD:
            continue
        kind = kind_in(s, seat, code - TYPE)
        if t.units_pay[kind] or not is_fighter(t, kind) or t.value[kind] < least_value:
            continue
        score = fighter_score(s, t, seat, kind, wanted) + wanted.value * t.value[kind]
        if score > best:
            best = score
            action = np.int64(code)
    return action


@rule
def fighter_score(s, t, seat, kind, wanted):
    """Numbers of a fighter, its noble's help included; an aura is worth a point and a half once there are others."""
    score = wanted.attack * plain_attack(s, t, seat, kind) + wanted.defence * plain_defence(s, t, seat, kind)
    score += wanted.move * t.move[kind]
    if t.ability[kind] in (AURA_ATT, AURA_DEF) and fighters(s, t, seat) >= 2:
        score += 1.5 * t.amount[kind]
    return score


@rule
def room_to_keep(s, t, seat):
    """Castle fields that summons leave free, because cards and gold win more than one more body.

    One for each Ancient Wisdom unit and the second Income unit that are still to come, one for a fighter that gold can buy.
    """
    wisdom = min(supply_of(s, t, seat, WISDOM), 3 - count_ability(s, t, seat, WISDOM))
    income = min(supply_of(s, t, seat, INCOME), 3 - count_ability(s, t, seat, INCOME))
    keep = max(0, income) + (max(0, wisdom) if s.deck_pos < s.deck_n else 0)
    return keep + int(fighters_left(s, t, seat, 2))


@compiled
def unit_to_summon(s, t, legal, seat, wanted):
    """The summons with the best numbers, each time counter weighing against it by `patience`.

    It waits for the end of the turn, so that no frozen unit stands in the way of others.
    Somebody must use the action points: without a fighter that is ready soon, waiting weighs more. Two castle fields
    stay free for fighters, as long as gold can buy any: a castle full of frozen units wastes gold and AP.
    With a raider in the castle units that are ready soon come first: others would be cut down frozen.
    """
    best = NEVER
    action = np.int64(NOTHING)
    if s.phase == MAIN and s.ap > 0 and not is_legal(legal, END_TURN):
        return action
    raid = raided(s, t, seat)
    room = size_of(vacant_at_home(s, seat))
    keep = 0 if raid else room_to_keep(s, t, seat)
    if room == 0:
        return action
    patience = 3.0 if raid else 1.0 if fighter_ready_soon(s, t, seat) else 2.0
    for i in range(len(legal)):
        code = legal[i]
        if not TYPE <= code < CARD:
            continue
        kind = kind_in(s, seat, code - TYPE)
        counters = summoning_counters(s, t, seat, kind)
        if not t.units_pay[kind] or room <= min(keep, 1 + counters):
            continue
        score = 3.0 + fighter_score(s, t, seat, kind, wanted) - patience * counters
        if score > best:
            best = score
            action = np.int64(code)
    return action


@rule
def recruit_to_hire(s, t, legal, seat):
    """With Call to Arms in hand the cheapest units, up to three, and then at once the card that makes them better ones."""
    action = np.int64(NOTHING)
    if s.hand[seat, CALL_TO_ARMS] == 0 or s.ap == 0:
        return action
    low = t.cards_from_value[CALL_TO_ARMS]
    waiting = upgradable(s, t, seat, low)
    if waiting >= t.cards_units[CALL_TO_ARMS]:
        return play_free(legal, CALL_TO_ARMS)
    better = 0
    for slot in range(SLOTS):
        kind = kind_in(s, seat, slot)
        better += s.supply[seat, slot] if t.value[kind] == t.cards_to_value[CALL_TO_ARMS] else 0
    for i in range(len(legal)):
        code = legal[i]
        if TYPE <= code < CARD:
            kind = kind_in(s, seat, code - TYPE)
            if t.value[kind] == low and not t.units_pay[kind] and better > waiting:
                action = np.int64(code)
    return play_free(legal, CALL_TO_ARMS) if action < 0 and waiting >= 2 and better > 0 else action


@compiled
def raise_army(s, t, legal, seat, summons, hires, least_value):
    """Incantations, then in the own turn recruits for Call to Arms and fighters for gold.

    What it hires is worth at least `least_value`.
    """
    action = unit_to_summon(s, t, legal, seat, summons)
    if action < 0 and s.phase == MAIN:
        action = recruit_to_hire(s, t, legal, seat)
    if action < 0 and s.phase == MAIN:
        action = fighter_to_hire(s, t, legal, seat, hires, least_value)
    return action


# --- spending action points ----------------------------------------------------------------------


@rule
def remember(s, seat, piece, action):
    """Select a piece now; its action follows when it is asked for."""
    s.memory[seat, PENDING] = action + 1
    return np.int64(FIELD + piece)


@compiled
def strike_a_noble(s, t, seat, style, danger):
    """The surest and shortest way to defeat a noble in this turn; -1 if there is none."""
    score, piece, action = best_strike(s, t, seat, style, danger, 0, NOBODY, True)
    if score <= 0:
        score, piece, action = break_in(s, t, seat, style, danger)
    return remember(s, seat, piece, action) if score > 0 else np.int64(NOTHING)


@compiled
def break_in(s, t, seat, style, danger):
    """A piece in the way to a noble that can be defeated at once, so that the noble falls in the same turn.

    Returns score, piece, action.
    """
    best = NEVER
    piece = np.int64(0)
    action = np.int64(0)
    if s.ap < t.attack_ap + t.move_ap + t.attack_ap:
        return best, piece, action
    attackers = active_pieces(s, t, seat)
    targets = attack_targets(s, t)
    for other in range(s.players):
        if other == seat or not s.alive[other]:
            continue
        shields = t.ball[3, s.noble_field[other]] & ~bit(s.noble_field[other]) & targets
        while shields and best < 0:
            x = first(shields)
            shields &= shields - 1
            near = t.adjacent[x] & attackers
            while near and best < 0:
                f = first(near)
                near &= near - 1
                defence = defence_against(s, t, x, s.kind[f], f)
                if beats(t, attack_from(s, t, seat, s.kind[f], f, f), defence):
                    owner = s.owner[x]
                    s.pieces[owner] ^= bit(x)
                    s.ap -= t.attack_ap
                    score, _, _ = best_strike(s, t, seat, style, danger, 0, NOBODY, True)
                    s.ap += t.attack_ap
                    s.pieces[owner] ^= bit(x)
                    if score > 0:
                        best, piece, action = score, f, ATTACK + x
    return best, piece, action


@compiled
def spend_point(s, t, legal, seat, style, danger, prey, may_enter_tower):
    """The best use of the next action point: a strike, a step, a card; END_TURN where that is allowed and better."""
    urgent = urgency(s, t, seat)
    best, piece, action = best_strike(s, t, seat, style, danger, urgent, prey, False)
    choice = remember(s, seat, piece, action) if best > NEVER else np.int64(NOTHING)
    score, piece, action = best_step(s, t, seat, style, danger, urgent, prey, may_enter_tower)
    if score > best:
        best = score
        choice = remember(s, seat, piece, action)
    score, action = best_card(s, t, legal, seat, style, urgent)
    if score > best:
        best = score
        choice = action
    if (best < 0 or choice < 0) and is_legal(legal, END_TURN):
        return np.int64(END_TURN)
    return choice if is_legal(legal, choice) else last_resort(legal)


@rule
def last_resort(legal):
    """Nothing is wanted: end the turn if possible, otherwise whatever comes first."""
    return np.int64(END_TURN) if is_legal(legal, END_TURN) else np.int64(legal[0])


@rule
def play_free(legal, kind):
    """Play a card of this kind if it can be played now."""
    return np.int64(CARD + kind) if is_legal(legal, CARD + kind) else np.int64(NOTHING)


@compiled
def strike_with_more_points(s, t, seat, style, danger, prey, points, nobles_only):
    """The value of the best strike that as many more action points would allow."""
    s.ap += points
    score, _, _ = best_strike(s, t, seat, style, danger, urgency(s, t, seat), prey, nobles_only)
    s.ap -= points
    return score


@compiled
def answer_menace(s, t, legal, seat):
    """A fighter for gold, if an enemy could strike the own noble, raids the castle unpunished, or wins by the tower.

    A Treach comes before it when nobody for hire could beat the menace: purchases would take the gold that it needs.
    """
    if s.phase == MAIN and s.ap > 0 and beyond_hire(s, t, legal, seat, False):
        treach = play_free(legal, TREACH)
        if treach >= 0:
            return treach
    if s.phase == MAIN and (menaced(s, t, seat) or raided(s, t, seat) or tower_slips_away(s, t, seat)):
        return fighter_to_hire(s, t, legal, seat, AGAINST_A_MENACE, least_value=2)
    return np.int64(NOTHING)


@compiled
def beyond_hire(s, t, legal, seat, and_reach):
    """Whether an enemy menaces the own noble that no fighter for hire, and with `and_reach` no own one, could beat."""
    strongest = 0
    if s.hand[seat, TREACH] == 0:
        return False
    for i in range(len(legal)):
        code = legal[i]
        if TYPE <= code < CARD and not t.units_pay[kind_in(s, seat, code - TYPE)]:
            strongest = max(strongest, plain_attack(s, t, seat, kind_in(s, seat, code - TYPE)))
    found = False
    for other in range(s.players):
        if other != seat and s.alive[other] and not (s.mark_treach[other] >> seat) & 1:
            pieces = active_pieces(s, t, other) & t.ball[7, s.noble_field[seat]]
            while pieces and not found:
                e = first(pieces)
                pieces &= pieces - 1
                found = menaces(s, t, seat, e) and plain_defence(s, t, other, s.kind[e]) >= strongest
                if and_reach:
                    found = found and out_of_reach(s, t, seat, e)
    return found


@compiled
def opening_blow(s, t, legal, seat, style, danger, prey):
    """Before other purchases: strike a noble, play Unchained, strike what is worth it, hire against a menace."""
    action = np.int64(NOTHING)
    if s.phase != MAIN:
        return action
    if s.ap > 0:
        action = strike_a_noble(s, t, seat, style, danger)
    if action < 0:
        action = trade_for_a_noble(s, t, legal, seat, style, danger)
    if action < 0 and has_active_fighter(s, t, seat):
        action = play_free(legal, UNCHAINED)
    if action < 0:
        action = stop_tower_win(s, t, legal, seat)
    if action < 0 and beyond_hire(s, t, legal, seat, True):
        action = play_free(legal, TREACH)
    if action < 0:
        action = worthwhile_strike(s, t, seat, style, danger, prey)
    return action if action >= 0 else answer_menace(s, t, legal, seat)


@rule
def stop_tower_win(s, t, legal, seat):
    """A card that ends a streak for certain, when the next turn would win: a strike can be parried.

    Time Shift on a holder that can be frozen, Assault on a holder who has no other units left to give.
    """
    action = np.int64(NOTHING)
    holder = s.owner[TOWER]
    if urgency(s, t, seat) < 4 or (hand_size(s, holder) == 0 and not out_of_reach(s, t, seat, TOWER)):
        return action
    if holds(freezable(s, t), TOWER):
        action = play_free(legal, TIME_SHIFT)
    if action < 0 and loses_tower_by_assault(s, t, holder):
        action = play_free(legal, ASSAULT)
    return action


@rule
def loses_tower_by_assault(s, t, other):
    """Whether a player would have to sacrifice the unit that holds the tower."""
    return s.kind[TOWER] < FIRST_NOBLE and size_of(s.pieces[other]) - 1 <= t.cards_units[ASSAULT]


@compiled
def worthwhile_strike(s, t, seat, style, danger, prey):
    """A strike that need not wait for purchases: a unit hired first could stand in its way."""
    if s.phase != MAIN or s.ap == 0:
        return np.int64(NOTHING)
    score, piece, action = best_strike(s, t, seat, style, danger, urgency(s, t, seat), prey, False)
    return remember(s, seat, piece, action) if score >= WORTHWHILE else np.int64(NOTHING)


@rule
def trade_for_a_noble(s, t, legal, seat, style, danger):
    """Trade Agreements for the action point that a blow against a noble, or a tower about to be won, lacks."""
    trade = play_free(legal, TRADE_AGREEMENTS)
    if trade >= 0 and strike_with_more_points(s, t, seat, style, danger, NOBODY, 1, True) > 0:
        return trade
    if trade >= 0 and urgency(s, t, seat) >= 2:
        now = strike_with_more_points(s, t, seat, style, danger, NOBODY, 0, False)
        if now < DISLODGING <= strike_with_more_points(s, t, seat, style, danger, NOBODY, 1, False):
            return trade
    return np.int64(NOTHING)


@compiled
def rest_of_turn(s, t, legal, seat, style, danger, prey, may_enter_tower, reserve):
    """After the purchases: the Merchant's cards, then action points, then the end of the turn."""
    if s.phase == SETUP_BUY:
        return np.int64(PASS)
    if s.gold[seat] >= reserve and is_legal(legal, BUY_CARD):
        return np.int64(BUY_CARD)
    if s.ap > 0:
        return spend_point(s, t, legal, seat, style, danger, prey, may_enter_tower)
    trade = play_free(legal, TRADE_AGREEMENTS)
    if trade >= 0 and s.gold[seat] >= goods_left(s, t, seat) + 2 and has_active_fighter(s, t, seat):
        return trade  # this gold has nothing else to buy
    rich = trade >= 0 and s.gold[seat] >= style.trading
    if rich and strike_with_more_points(s, t, seat, style, danger, prey, 1, False) >= WORTHWHILE:
        return trade
    return last_resort(legal)


# --- decisions outside the free part of the turn -------------------------------------------------


@compiled
def follow_up(s, t, legal, seat, style, corner):
    """Every decision outside MAIN and SETUP_BUY. `corner` places the noble in a corner of the castle."""
    phase = s.phase
    if phase == UNIT:
        return carry_out(s, legal, seat)
    if phase == COMBAT:
        return combat_card(s, t, seat, style)
    if phase == FIRST_AID_WINDOW:
        saves = worth(t, s.kind[s.def_field]) >= 3 or s.def_field == TOWER
        return np.int64(CARD + FIRST_AID if saves and to_spend(s, t, seat, style, FIRST_AID, s.def_field) > 0 else PASS)
    if phase == OPTION:
        return choose_option(s, t, seat)
    best = NEVER
    pick = np.int64(legal[choose(s, seat, len(legal))])  # the noble is drawn
    for i in range(len(legal)):
        score = follow_up_score(s, t, seat, style, np.int64(legal[i]), corner)
        if score > best:
            best = score
            pick = np.int64(legal[i])
    return pick


@rule
def follow_up_score(s, t, seat, style, code, corner):
    """What one answer to the question of the phase is worth."""
    phase = s.phase
    score = NEVER
    if phase == NOBLE_PLACE:
        score = noble_place_score(t, code, corner)
    elif phase in (HIRE_PLACE, SETUP_PLACE, PALADIN_PLACE, REINFORCE_FIELD, FREE_FIELD):
        score = place_score(s, t, seat, code)
    elif phase == SACRIFICE:
        score = -sacrifice_cost(s, t, code)
    elif phase in (GIVE_CARD, DISCARD, PICK_GIFT):
        score = -float(keeping(code - CARD))
    elif code == PASS:
        score = -1000.0
    elif phase == EXCHANGE_FIELD:
        score = replace_score(s, t, code)
    elif phase in (EXCHANGE_TYPE, REINFORCE_TYPE, FREE_TYPE):
        score = free_unit_score(s, t, seat, kind_in(s, seat, code - TYPE))
    elif phase == SHIFT_TARGET:
        score = shift_score(s, t, seat, code)
    elif phase == PICK_PLAYER:
        score = victim_score(s, t, seat, style, code - PLAYER)
    elif phase == PICK_PROTECTED:
        score = 1.0 if code == PLAYER + seat else 0.0
    return score


@rule
def free_unit_score(s, t, seat, kind):
    """A unit that a card brings: the best fighter, or a worker while there are fewer than two of its sort."""
    score = fighter_score(s, t, seat, kind, BROUGHT_BY_A_CARD)
    ability = t.ability[kind]
    useful = (ability == INCOME and goods_left(s, t, seat) > s.gold[seat]) or (ability == WISDOM and cards_left(s) >= 8)
    if useful and count_ability(s, t, seat, ability) < 2 and not raided(s, t, seat):
        score += 6.0
    return score


@rule
def cards_left(s):
    """Event cards left in the deck."""
    return np.int64(s.deck_n) - np.int64(s.deck_pos)


@rule
def carry_out(s, legal, seat):
    """The action for which the piece was selected."""
    action = np.int64(s.memory[seat, PENDING]) - 1
    if MOVE <= action < ATTACK:
        s.memory[seat, LEFT] = s.chosen_field + 1
        s.memory[seat, LEFT_IN] = s.turns
    return action if is_legal(legal, action) else np.int64(legal[0])


@rule
def to_spend(s, t, seat, style, kind, f):
    """How many cards of a kind may be spent on a combat about f.

    The last can be reserved for nobles, dear units, the tower, and against whoever menaces the own noble.
    """
    cards = np.int64(s.hand[seat, kind])
    kind_there = s.kind[f]
    if f == TOWER or kind_there >= FIRST_NOBLE or (s.owner[f] != seat and menaces(s, t, seat, f)):
        return cards
    if kind == QUICK_ATTACK and style.thrift > 0:
        return np.int64(0)
    return max(np.int64(0), cards - 1) if style.reserve > 0 and worth(t, kind_there) < DEAR else cards


@rule
def combat_card(s, t, seat, style):
    """A card only if it is needed, if there are enough of them, and if the piece is worth it."""
    attack = attack_with_cards(s, t)
    defence = defence_with_cards(s, t)
    winning = beats(t, attack, defence)
    f = s.def_field
    if s.side == 0:
        value = target_value(s, t, seat, f, urgency(s, t, seat))
        needed = quick_attacks_needed(t, attack, defence, to_spend(s, t, seat, style, QUICK_ATTACK, f))
        plays = not winning and value >= 3 and needed < 99
        return np.int64(CARD + QUICK_ATTACK if plays else PASS)
    value = worth(t, s.kind[f]) + (6 if f == TOWER else 0)
    holding = False
    for n in range(1, to_spend(s, t, seat, style, PARTY, f) + 1):
        holding |= not beats(t, attack, defence + n * t.cards_bonus[PARTY])
    return np.int64(CARD + PARTY if winning and holding and value >= 2 else PASS)


@rule
def noble_place_score(t, f, corner):
    """A corner has the fewest neighbours; otherwise the middle of the back row."""
    score = float(t.distance[f, TOWER])
    return score if corner else 10.0 * (t.neighbours[f] == 3) + score


@rule
def place_score(s, t, seat, f):
    """Workers around the noble, fighters towards the tower and against intruders; frozen units wait beside the lane."""
    kind = UNIT_KINDS if s.phase == PALADIN_PLACE else kind_in(s, seat, s.chosen_slot)
    summoned = s.phase != FREE_FIELD and kind < UNIT_KINDS and t.units_pay[kind] == 1
    if is_worker(t, kind):
        return worker_place_score(s, t, seat, f)
    if summoned and summoning_counters(s, t, seat, kind) > 1:
        return waiting_place_score(s, t, seat, kind, f)
    at = s.noble_field[seat]
    score = -float(t.distance[f, TOWER])
    intruders = enemies_of(s, seat) & t.ball[4, at]
    while intruders:
        e = first(intruders)
        intruders &= intruders - 1
        if plain_attack(s, t, seat, kind) > t.defence[s.kind[e]]:
            score += max(0, 4 - t.distance[f, e])
        if menaces(s, t, seat, e) and holds(t.adjacent[at], f):
            score += 2.0
    return score


@rule
def worker_place_score(s, t, seat, f):
    """At home, around the noble, away from enemies."""
    enemies = enemies_of(s, seat)
    score = float(t.distance[f, TOWER]) + (2.0 if holds(t.adjacent[s.noble_field[seat]], f) else 0.0)
    score -= 3.0 * size_of(t.ball[3, f] & enemies) + 6.0 * size_of(t.adjacent[f] & enemies)
    return score if holds(s.home[seat], f) else score - 20.0


@rule
def waiting_place_score(s, t, seat, kind, f):
    """A unit that is frozen for long takes the outer gates, where it bars the way and gets out, then the middle row.

    The back row is left to workers, the last open gate to those who walk, and fields in the reach of a stronger enemy
    are avoided.
    """
    gates = front_row(s, t, seat)
    score = 0.0
    if holds(gates, f):
        open_gates = size_of(gates & vacant(s))
        score = 6.0 if open_gates > 1 else -6.0
    elif t.adjacent[f] & gates:
        score = 3.0
    if menaced(s, t, seat) and holds(t.adjacent[s.noble_field[seat]], f):
        score += 8.0  # even a frozen body keeps attackers away
    score -= 1.0 if t.neighbours[f] == 4 else 0.0  # the middle file is the lane of the others
    enemies = enemies_of(s, seat) & ~s.frozen & t.ball[5, f]
    while enemies:
        e = first(enemies)
        enemies &= enemies - 1
        strong = plain_attack(s, t, s.owner[e], s.kind[e]) > plain_defence(s, t, seat, kind)
        if strong and t.distance[f, e] - 1 <= 2 * t.move[s.kind[e]]:
            score -= 4.0
    return score


@rule
def sacrifice_cost(s, t, f):
    """The least worth goes first, frozen before active; the last two Income units are kept, Ancient Wisdom and a piece on the tower too."""
    seat = s.owner[f]
    ability = t.ability[s.kind[f]]
    cost = float(worth(t, s.kind[f])) + (100.0 if f == TOWER else 0.0) - 0.5 * holds(s.frozen, f)
    if ability == INCOME and count_ability(s, t, seat, INCOME) <= 2 and goods_left(s, t, seat) > s.gold[seat]:
        cost += 10.0  # without Income no gold ever comes back
    elif ability == WISDOM and s.deck_pos < s.deck_n:
        cost += 2.0
    return cost


@rule
def keeping(kind):
    """How much a card in hand is worth keeping."""
    value = 2
    if kind == ASSAULT:
        value = 9
    elif kind == FIRST_AID:
        value = 8
    elif kind in (PARTY, QUICK_ATTACK):
        value = 7
    elif kind == UNCHAINED:
        value = 6
    elif kind == BOOK_KEEPER:
        value = 5
    elif kind in (INCOMING, REINFORCEMENTS, PATH_TO_WISDOM, MIND_CONTROL):
        value = 4
    elif kind in (TREACH, TRADE_AGREEMENTS):
        value = 0
    return value


@rule
def replace_score(s, t, f):
    """Exchanges improve fighters only: the one on the tower first, then the weakest."""
    kind = np.int64(s.kind[f])
    score = -float(t.attack[kind] + t.defence[kind]) + (5.0 if f == TOWER else 0.0)
    return score if is_fighter(t, kind) else NEVER


@rule
def choose_option(s, t, seat):
    """Trade Agreements large with idle gold only, Time Shift against a tower holder, Incoming and Path to Wisdom for units while these have time to pay."""
    first_option = True
    if s.card == TIME_SHIFT:
        held = holds(freezable(s, t) & ~s.frozen, TOWER)
        first_option = s.pieces[seat] & s.frozen != 0 and not held and not menaced(s, t, seat)
    elif s.card == TRADE_AGREEMENTS:
        first_option = s.gold[seat] < goods_left(s, t, seat) + t.cards_gold_b[TRADE_AGREEMENTS]
    elif s.card == INCOMING:
        first_option = supply_of(s, t, seat, INCOME) >= 2 and size_of(vacant_at_home(s, seat)) >= 3
    elif s.card == PATH_TO_WISDOM:
        few = count_ability(s, t, seat, WISDOM) <= 1 and supply_of(s, t, seat, WISDOM) >= 2
        first_option = cards_left(s) == 0 or (few and cards_left(s) >= 10 and size_of(vacant_at_home(s, seat)) >= 3)
    return np.int64(OPTION_A if first_option else OPTION_B)


@rule
def supply_of(s, t, seat, ability):
    n = 0
    for slot in range(SLOTS):
        if t.ability[kind_in(s, seat, slot)] == ability:
            n += s.supply[seat, slot]
    return n


@rule
def shift_score(s, t, seat, f):
    """The piece on the tower, an enemy that menaces the noble, otherwise the most valuable one that acts."""
    score = float(worth(t, s.kind[f]))
    if s.owner[f] == seat:
        return score + s.counters[f]
    score += (100.0 if f == TOWER else 0.0) + (20.0 if menaces(s, t, seat, f) else 0.0)
    return score - 150.0 * holds(s.frozen, f)


@rule
def victim_score(s, t, seat, style, other):
    """The leader out of spite; otherwise Revolt and Censorship look for workers, Treach for a striker, others for power."""
    score = 0.01 * power(s, t, other)
    if style.spite > 1.0:
        score += 1000.0 * (other == strongest_opponent(s, t, seat, True))
    elif s.card == REVOLT:
        score += 10.0 * count_ability(s, t, other, INCOME) * (1 - s.mark_revolt[other])
    elif s.card == CENSORSHIP:
        score += 10.0 * count_ability(s, t, other, WISDOM) * (1 - s.mark_censor[other])
    elif s.card == TREACH:
        score += 100.0 * may_be_attacked_by(s, t, seat, other)
    elif s.card == ASSAULT:
        score += 10.0 * loss_by_assault(s, t, other)
    if s.card == ASSAULT and s.owner[TOWER] == other and urgency(s, t, seat) == 4:
        score += 2000.0 * loses_tower_by_assault(s, t, other)
    return score


@rule
def loss_by_assault(s, t, other):
    """What an Assault takes from a player: the three units that are least dear to him."""
    least = middle = most = 0.0
    n = 0
    pieces = s.pieces[other] & ~bit(s.noble_field[other])
    while pieces:
        cost = min(sacrifice_cost(s, t, first(pieces)), 20.0)
        pieces &= pieces - 1
        if n == 0 or cost < least:
            least, middle, most = cost, least, middle
        elif n == 1 or cost < middle:
            middle, most = cost, middle
        elif n == 2 or cost < most:
            most = cost
        n += 1
    return least + middle + most
