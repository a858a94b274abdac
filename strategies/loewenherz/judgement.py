"""What the strategies of Löwenherz have in common: how they judge dangers, chances and cards, and decide.

Strategies differ in their `weights` and in their habits; everything here, in `plans` and in `sites` sees only what the
seat may see (LOW-119).
"""

from collections import namedtuple

from simcore.games.loewenherz.actions import (
    alliance_targets,
    defector_possible,
    expansion_fields,
    knight_fields,
    may_invade,
    neighbours_of_region,
)
from simcore.games.loewenherz.fields import (
    around,
    both,
    fetch_at,
    first,
    is_empty,
    meet,
    minus,
    single,
    union,
    without_first,
)
from simcore.games.loewenherz.regions import all_figures, owner
from simcore.games.loewenherz.state import (
    ALLY_OWN,
    BOUNDARIES,
    CASTLES,
    CASTLES_EACH,
    CITY,
    DEFECTOR,
    DEFECTOR_ENEMY,
    DEFECTOR_OWN,
    DEFECTOR_PLACE,
    DEFECTOR_REMOVE,
    DRAW_CODE,
    ENEMY_CODE,
    EXPAND_FIELD,
    EXPAND_REGION,
    EXPANSION,
    FIRST_MINE,
    FOREST,
    KINDS,
    KNIGHTS,
    MAIN,
    NO_ACTION,
    OWN_CODE,
    PLACE_BOUNDARY,
    PLACE_KNIGHT,
    PLAY_CODE,
    REFILL,
    SELL_CODE,
    SETUP_CASTLE,
    SETUP_KNIGHT,
    STOP_CODE,
    TAKE_CODE,
    VILLAGE,
)
from simcore.kernels.jit import compiled, rule
from simcore.kernels.rng import chance, choose
from strategies.loewenherz.plans import (
    BEST_MISSING,
    BEST_PLAN,
    BEST_SCORE,
    CLOSING_PLAN,
    CLOSING_VALUE,
    RATIO,
    SCALE,
    WHOLE_GAME,
    completes_monopoly,
    distance,
    field_value,
    loss_preview,
    place_boundary,
    split_preview,
    study,
)
from strategies.loewenherz.sites import best_site, setup_knight

Weights = namedtuple("Weights", "money denial knight expansion mine boundary ally mode grudge peaceful defection")


@rule
def weights(
    money=0.35,
    denial=0.5,
    knight=0.9,
    expansion=1.0,
    mine=1.2,
    boundary=1.0,
    ally=1.0,
    mode=RATIO,
    grudge=0.0,
    peaceful=0.0,
    defection=1.0,
):
    """What a strategy cares about.

    `denial` is the share of a rival's loss that counts as gain, `grudge` what is added to it against the leading rival;
    with `peaceful` land of other players is never taken; `defection` multiplies the value of defectors.
    """
    return Weights(money, denial, knight, expansion, mine, boundary, ally, mode, grudge, peaceful, defection)


# --- dangers and chances -----------------------------------------------------------------------------


@compiled
def threat(s, castle):
    """How far an unallied neighbour is from outnumbering the region: 1 even, 2 and more attackable now, 0 safe."""
    worst = 0
    near = neighbours_of_region(s, castle) & ~s.allies[castle]
    for other in range(CASTLES):
        if (near >> other) & 1 and owner(other) < s.players:
            worst = max(worst, s.region_knights[other] - s.region_knights[castle] + 1)
    return worst


@compiled
def stake(s, t, castle):
    """What a region has to lose: its points, and monopolies that hang on one of its mines (LOW-104)."""
    points = int(s.region_points[castle])
    for kind in range(KINDS):
        if s.mines[owner(castle), kind] == t.monopoly_mines:
            mines = both(fetch_at(s.regions, castle), fetch_at(s.land, FIRST_MINE + kind))
            points += 0 if is_empty(mines) else t.monopoly_vp
    return points


@rule
def danger(s, t, castle):
    """What one knight more is worth to a region."""
    return threat(s, castle) * (0.4 + 0.05 * stake(s, t, castle))


@compiled
def need_of_knights(s, t, seat, amount):
    """The worst danger that so many knights can avert, in an own region that has room for one."""
    need = 0.2
    room = knight_fields(s, t, seat, s.ducats[seat], t.forest_surcharge)
    for castle in range(CASTLES_EACH * seat, CASTLES_EACH * seat + CASTLES_EACH):
        helps = threat(s, castle) <= amount + 1  # beyond that the neighbour would still outnumber the region
        if s.is_region[castle] and helps and meet(room, fetch_at(s.regions, castle)):
            need = max(need, danger(s, t, castle))
    return need


@rule
def best_neighbour_value(s, t, fields, mine):
    best = 0.0
    rest = fields
    while not is_empty(rest):
        best = max(best, field_value(s, t, first(rest), mine))
        rest = without_first(rest)
    return best


@rule
def lost_income(s, field):
    """LOW-99: 1 when a player's region loses the only mine of its kind with this field."""
    kind = int(s.terrain[field]) - FIRST_MINE
    return 1.0 if kind >= 0 and s.mines[owner(int(s.region_of[field])), kind] == 1 else 0.0


@compiled
def gain(s, t, seat, castle, field, w):
    """What annexing a field is worth: its value, what a rival loses by it, and where it leads."""
    value = field_value(s, t, field, w.mine * turns_ahead(s, seat))
    if completes_monopoly(s, t, seat, field):
        value += t.monopoly_vp
    former = int(s.region_of[field])
    if former >= 0 and owner(former) < s.players:
        weight = w.denial
        if w.grudge > 0.0 and owner(former) == leading_rival(s, seat):
            weight += w.grudge
        if weight > 0.0:
            value += weight * (loss_preview(s, t, field) + lost_income(s, field) * w.mine * turns_ahead(s, seat))
    outside = minus(around(single(field)), union(fetch_at(s.regions, castle), all_figures(s)))
    return value + 0.15 * best_neighbour_value(s, t, outside, w.mine)


@rule
def annexed_points(s, t, seat, field):
    """LOW-79, LOW-103: what annexing a field scores at once."""
    monopoly = t.monopoly_vp if completes_monopoly(s, t, seat, field) else 0
    return t.field_points[s.terrain[field]] + monopoly


@compiled
def closed_land(s, t, castle, w):
    """What an expansion of this region can never take, or a peaceful one will not."""
    closed = all_figures(s)
    for other in range(CASTLES):
        if s.is_region[other]:
            spared = w.peaceful and owner(other) < s.players
            if other == castle or spared or not may_invade(s, t, castle, other):
                closed = union(closed, fetch_at(s.regions, other))
    return closed


@compiled
def most_points(s, t, seat, fields):
    """The most that annexing one of these fields scores."""
    best = 0
    rest = fields
    while not is_empty(rest):
        best = max(best, annexed_points(s, t, seat, first(rest)))
        rest = without_first(rest)
    return best


@compiled
def winning_field(s, t, seat, castle, amount, w):
    """LOW-109: the field to take first when `amount` fields can reach the king's chip, or -1."""
    missing = t.target - s.points[seat]
    if missing > amount * max(t.field_points[CITY], t.field_points[VILLAGE], t.monopoly_vp):
        return -1
    closed = closed_land(s, t, castle, w)
    fields = minus(expansion_fields(s, t, castle), closed)
    rest = fields
    while not is_empty(rest):
        field = first(rest)
        rest = without_first(rest)
        points = annexed_points(s, t, seat, field)
        if amount > 1 and points < missing:
            step = minus(around(single(field)), closed)  # LOW-74: the second field may lie beside the first
            points += most_points(s, t, seat, minus(union(fields, step), single(field)))
        if points >= missing:
            return field
    return -1


@compiled
def could_win(s, t, seat, amount, w):
    """Whether an expansion by so many fields of some own region can reach the king's chip."""
    found = False
    for castle in range(CASTLES_EACH * seat, CASTLES_EACH * seat + CASTLES_EACH):
        found |= s.is_region[castle] and winning_field(s, t, seat, castle, amount, w) >= 0
    return found


@compiled
def best_gains(s, t, seat, castle, amount, w):
    """The sum of the `amount` largest gains of one region."""
    if winning_field(s, t, seat, castle, amount, w) >= 0:
        return WHOLE_GAME
    best = 0.0
    second = 0.0
    rest = expansion_fields(s, t, castle)
    while not is_empty(rest):
        field = first(rest)
        rest = without_first(rest)
        if w.peaceful and belongs_to_player(s, field):
            continue
        value = gain(s, t, seat, castle, field, w)
        if value > best:
            second = best
            best = value
        elif value > second:
            second = value
    return best + second if amount > 1 else best


@rule
def belongs_to_player(s, field):
    castle = int(s.region_of[field])
    return castle >= 0 and owner(castle) < s.players


@rule
def leading_rival(s, seat):
    """The other player with most points, or -1 when nobody has any."""
    best = -1
    for other in range(s.players):
        if other != seat and s.points[other] > 0 and (best < 0 or s.points[other] > s.points[best]):
            best = other
    return best


# --- cards -------------------------------------------------------------------------------------------


@compiled
def symbol_value(s, t, seat, kind, amount, w):
    """What carrying out an action now would be worth, in points."""
    first_castle = CASTLES_EACH * seat
    if kind == BOUNDARIES:
        return boundary_value(s, t, seat, amount, w)
    if kind == KNIGHTS:
        return w.knight * amount * need_of_knights(s, t, seat, amount) * turns_ahead(s, seat)
    if kind == EXPANSION:
        best = 0.0
        for castle in range(first_castle, first_castle + CASTLES_EACH):
            if s.is_region[castle]:
                best = max(best, best_gains(s, t, seat, castle, amount, w))
        return w.expansion * best
    if kind == DEFECTOR:
        possible = False
        for castle in range(first_castle, first_castle + CASTLES_EACH):
            possible |= s.is_region[castle] and defector_possible(s, t, castle, s.ducats[seat])
        return 1.6 * w.knight * w.defection * turns_ahead(s, seat) if possible else 0.0
    value = 0.0
    for castle in range(first_castle, first_castle + CASTLES_EACH):
        if s.is_region[castle] and alliance_targets(s, castle) != 0:
            value = max(value, min(3, threat(s, castle)) * 0.1 * s.region_points[castle])
    return w.ally * value * turns_ahead(s, seat)


@rule
def turns_ahead(s, seat):
    """How much of the future is left to knights, alliances and mines: ever less in the final phase (LOW-112)."""
    if not s.final_phase:
        return 1.0
    return (int(s.hand_n[seat]) - (1 if s.phase == MAIN else 0)) / 3.0


@compiled
def boundary_value(s, t, seat, amount, w):
    """Progress of the best plan, or the value of a plan that these boundaries complete."""
    study(s, t, seat, w.mine, w.mode)
    memory = s.memory[seat]
    if memory[BEST_PLAN] < 0:
        return -0.5
    value = memory[BEST_SCORE] / SCALE * min(amount, memory[BEST_MISSING])
    n = min(amount, 3)
    if memory[CLOSING_PLAN + n] >= 0:
        value = max(value, memory[CLOSING_VALUE + n] / SCALE)
    return w.boundary * value


@compiled
def card_value(s, t, seat, card, w):
    """The better of a card's symbols."""
    best = -1.0
    for symbol in range(2):
        kind = t.symbol_kind[card, symbol]
        if kind != NO_ACTION:
            value = symbol_value(s, t, seat, kind, t.symbol_amount[card, symbol], w)
            best = max(best, value)
    return best


@rule
def money_weight(s, seat, w):
    """What a ducat is worth in points: less in the final phase, and to the rich."""
    worth = 0.15 if s.final_phase else w.money
    if s.ducats[seat] >= 16:
        return 0.2 * worth
    return 0.5 * worth if s.ducats[seat] >= 10 else worth


@rule
def neediness(ducats):
    """A ducat is dear to the poor."""
    if ducats < 4:
        return 1.6
    return 1.0 if ducats < 9 else 0.5


@rule
def sale_value(s, t, seat, card, w, usefulness):
    keep = 0.0 if s.final_phase else 0.25 * usefulness
    return money_weight(s, seat, w) * neediness(s.ducats[seat]) * t.sale[card] - keep


@rule
def is_sale(code):
    return code < PLAY_CODE


@rule
def card_of(s, seat, code):
    """The card type that a code of the main phase sells or plays."""
    slot = code - SELL_CODE if code < PLAY_CODE else (code - PLAY_CODE) // 2
    return int(s.hand[seat, slot])


@rule
def symbol_of(code):
    return (code - PLAY_CODE) % 2


@compiled
def choose_card(s, t, legal, seat, w):
    """Play the card that brings most beyond its price, or sell the one missed least."""
    best = -1e9
    pick = legal[0]
    ties = 0
    for code in legal:
        card = card_of(s, seat, code)
        if is_sale(code):
            usefulness = card_value(s, t, seat, card, w)
            value = sale_value(s, t, seat, card, w, usefulness)
        else:
            symbol = symbol_of(code)
            kind = t.symbol_kind[card, symbol]
            value = symbol_value(s, t, seat, kind, t.symbol_amount[card, symbol], w)
            value -= money_weight(s, seat, w) * t.price[card]
        if value > best + 1e-9:
            best = value
            pick = code
            ties = 1
        elif value > best - 1e-9:
            ties += 1
            if choose(s, seat, ties) == 0:
                pick = code
    return pick


@compiled
def choose_refill(s, t, legal, seat, w):
    """A market card that is clearly useful, else the unknown; the deck too when the game stands still."""
    if len(legal) == 1 or s.idle_turns >= 10:
        return DRAW_CODE
    best = 1.2
    pick = DRAW_CODE
    money = money_weight(s, seat, w)
    for code in legal[1:]:
        card = code - TAKE_CODE
        value = card_value(s, t, seat, card, w) - 0.7 * money * t.price[card]
        value = max(value, money * t.sale[card] * (1.3 if s.ducats[seat] < 3 else 0.6))
        if value > best:
            best = value
            pick = code
    return pick


# --- smaller decisions: what each option is worth ----------------------------------------------------


@compiled
def best_option(s, t, legal, seat, w):
    best = -1e9
    pick = legal[0]
    for code in legal:
        value = option_value(s, t, seat, int(code), w)
        if value > best:
            best = value
            pick = code
    return pick


@rule
def option_value(s, t, seat, code, w):
    phase = s.phase
    if phase in (PLACE_KNIGHT, DEFECTOR_PLACE):
        return guard_value(s, t, seat, code)
    if phase == EXPAND_REGION:
        return best_gains(s, t, seat, code - OWN_CODE, int(s.left), w)
    if phase == EXPAND_FIELD:
        return field_gain(s, t, seat, code, w)
    if phase == DEFECTOR_OWN:  # the own region most in danger
        return threat(s, code - OWN_CODE) + 0.01 * s.region_points[code - OWN_CODE]
    if phase == DEFECTOR_ENEMY:
        return victim_value(s, seat, code - ENEMY_CODE, w)
    if phase == DEFECTOR_REMOVE:
        return expendable_value(s, code, int(s.enemy_region), seat)
    if phase == ALLY_OWN:  # the most valuable own region that somebody could attack
        return s.region_points[code - OWN_CODE] * (1.0 + threat(s, code - OWN_CODE))
    return partner_value(s, code - ENEMY_CODE)  # ALLY_ENEMY


@rule
def guard_value(s, t, seat, code):
    """Knights go into own regions, the threatened and valuable first; forest is dearer."""
    if code == STOP_CODE:
        return -1e9
    value = 0.01 * chance(s, seat)
    if s.terrain[code] == FOREST:
        value -= 0.6
    castle = int(s.region_of[code])
    if castle >= 0:
        value += 1.0 + 0.5 * threat(s, castle) + 0.05 * stake(s, t, castle)
    return value


@rule
def field_gain(s, t, seat, code, w):
    """A field to annex, by its gain and by the regions that come of it; STOP when nothing is worth taking."""
    if code == STOP_CODE:
        return 0.0
    if code == winning_field(s, t, seat, int(s.own_region), int(s.left), w):
        return WHOLE_GAME
    value = gain(s, t, seat, int(s.own_region), code, w) + split_preview(s, t, seat, code)
    return value - 100.0 if w.peaceful and belongs_to_player(s, code) else value


@rule
def victim_value(s, seat, castle, w):
    """A defector leaves a valuable enemy region; a player's rather than the neutral colour's, the leader's first."""
    value = float(s.region_points[castle])
    if w.grudge > 0.0 and owner(castle) == leading_rival(s, seat):
        value += 3.0
    return value - 5.0 if owner(castle) >= s.players else value


@rule
def expendable_value(s, code, castle, seat):
    """A knight on meadow leaves before one on forest, which cost more, the farthest from the castle first.

    Who chooses for another colour (LOW-91) takes the one that its owner would rather keep.
    """
    value = distance(code, int(s.castle_field[castle])) - (20.0 if s.terrain[code] == FOREST else 0.0)
    return value if owner(castle) == seat else -value


@rule
def partner_value(s, castle):
    """The strongest neighbour; never the neutral colour, which attacks nobody, if there is a choice."""
    return float(s.region_knights[castle]) - (50.0 if owner(castle) >= s.players else 0.0)


# --- everything together -----------------------------------------------------------------------------


@compiled
def decide(s, t, legal, seat, w):
    """Sound play in every phase; a strategy overrules it where it has habits of its own."""
    phase = s.phase
    if phase == MAIN:
        return choose_card(s, t, legal, seat, w)
    if phase == PLACE_BOUNDARY:
        return place_boundary(s, t, legal, seat, w)
    if phase == REFILL:
        return choose_refill(s, t, legal, seat, w)
    if phase == SETUP_CASTLE:
        return best_site(s, t, legal, seat, w.mine, w.mode, 0.0)
    if phase == SETUP_KNIGHT:
        return setup_knight(s, t, legal, seat, w.mine, w.mode)
    return best_option(s, t, legal, seat, w)
