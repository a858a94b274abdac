import numpy as np

from simcore.games.fief.bits import BIT, count, total
from simcore.games.fief.economy import (
    attached_anywhere,
    available_at,
    guards_of,
    is_guarded,
    loose_at_home,
    place_exists,
)
from simcore.games.fief.rules import apply
from simcore.games.fief.rules import legal as legal_codes
from simcore.games.fief.state import (
    ACTIONS,
    AT_BUREAUCRAT,
    AT_DRAFT,
    AT_DRAW,
    AT_EXTRA_DECK,
    AT_MAIN,
    AT_MOVE,
    AT_PAY,
    AT_SUPPLY,
    CHARACTER_DECK,
    DECK,
    DECK_OF,
    DEST,
    DROP,
    FIRST_HANDLE,
    HAND_UNITS,
    KINDS,
    LANDSCAPE_DECK,
    MILITARY_DECK,
    NONE,
    PASS,
    PLACES,
    PLAY,
    REMOVE,
    STATE,
    TROOP,
    WASTED,
    WORKER,
)
from simcore.kernels.jit import compiled, rule
from simcore.strategy import strategy
from strategies.fief import judgement as j

# The worth of a position: prestige, units of yield, troops, hand cards, guarded places with buildings, attack of enemies who
# are near and not matched by own troops at the ready; and a loose helper who has a place to go to.
PRESTIGE, YIELD, TROOP_WORTH, CARD, GUARDED, THREAT, HELPER = 10.0, 1.5, 0.8, 0.5, 2.0, 0.7, 1.2
OVER = 1000.0
RECORD = np.dtype((np.record, STATE))  # so that fields are attributes in interpreted code too


@rule
def _open_threat(s, t, seat):
    """Attack of enemies who are near, less that of the own troops at the ready."""
    return max(0, j.threat(s, t, seat) - j.attack_sum(t, available_at(s, seat, seat)))


@compiled
def _worth(s, t, seat, waste):
    """The worth of a position to a seat, less every unit wasted so far; a game that is over is worth everything or nothing."""
    if s.over:
        return OVER if (s.winners >> seat) & 1 else -OVER
    worth = PRESTIGE * s.prestige[seat] + TROOP_WORTH * count(s.owned[seat]) + CARD * s.hand_cards[seat]
    free = 0
    for place in range(PLACES):
        worth += YIELD * total(s.place_units[seat, place])
        if place_exists(s, seat, place):
            free += max(0, t.place_slots[s.land[seat, place]] - count(guards_of(s, seat, place) & t.helpers))
        if s.building[seat, place, 0] >= 0 and is_guarded(s, seat, place):
            worth += GUARDED
    worth += HELPER * min(free, count(loose_at_home(s, seat) & t.helpers))
    return worth - THREAT * _open_threat(s, t, seat) - waste * s.counter[seat, WASTED]


@compiled
def _play_on(s, t, action):
    apply(s, t, action)


@compiled
def _choices(s, t, codes):
    return legal_codes(s, t, codes)


@compiled
def _tried(s, t, seat, action, waste, card, trials, codes):
    """The worth of the position after an action and its payment, played on a copy; nothing hidden counts in it.

    card  what a hand card was worth that is spent as money though it is of use on the table
    """
    trials[0] = s
    trial = trials[0]
    _play_on(trial, t, action)
    while not trial.over and (AT_PAY <= trial.phase <= AT_BUREAUCRAT or trial.phase == AT_SUPPLY):
        n = _choices(trial, t, codes)
        _play_on(trial, t, j.routine(trial, t, codes[:n], seat, j.PEACEFUL, 0))
    spent = trial.counter[seat, HAND_UNITS] - s.counter[seat, HAND_UNITS]
    if spent > 0 and not trial.over:
        card *= max(0, spent - j.junk(s, t, seat, j.PEACEFUL))
    else:
        card = 0.0
    return _worth(trial, t, seat, waste) - card + (CARD if trial.phase == AT_EXTRA_DECK else 0.0)


@compiled
def _tried_post(s, t, seat, action, waste, trials, codes):
    """The worth after the best move of a troop inside the fief; where to is remembered."""
    best = -2 * OVER
    trials[1] = s
    _play_on(trials[1], t, action)
    n = _choices(trials[1], t, codes)
    post = NONE
    for i in range(n):
        destination = int(codes[i])
        trials[0] = trials[1]
        _play_on(trials[0], t, destination)
        worth = _worth(trials[0], t, seat, waste)
        if trials[0].phase != AT_SUPPLY and worth > best:
            best = worth
            post = destination - DEST - 1
    s.memory[seat, j.POST] = post
    return best


@compiled
def _act(s, t, legal, seat, waste, card):
    """Try every action and take the one after which the position is worth most; giving up cards never is.

    Between equals, the landscape that the fief lacks most. When a rush is coming, the defence comes first.
    """
    if j.is_alarmed(s, t, seat):
        code = j.see_to_defence(s, t, legal, seat, 2)
        if code >= 0:
            return code
    trials = np.empty(2, RECORD)
    codes = np.empty(ACTIONS, np.int32)
    best = PASS
    most = _worth(s, t, seat, waste)
    post = NONE
    for code in legal:
        action = int(code)
        if action == PASS or REMOVE <= action < TROOP or action >= DROP:
            continue
        if action >= TROOP:
            worth = _tried_post(s, t, seat, action, waste, trials, codes)
        else:
            worth = _tried(s, t, seat, action, waste, card, trials, codes)
            if PLAY <= action < PLAY + WORKER:
                worth += 0.004 * j.landscape_wish(s, t, seat, action - PLAY, False)
        if worth > most:
            most = worth
            best = action
            post = int(s.memory[seat, j.POST])
    s.memory[seat, j.POST] = post
    return best


@compiled
def _worth_of_card(s, t, seat, kind):
    """What the position gains when this card lies on the table, whatever it costs."""
    if kind < WORKER:
        return YIELD * t.place_base[kind] + 0.025 * j.landscape_wish(s, t, seat, kind, False)
    helpers = 2 * (1 + j.landscapes_of(s, seat))
    helps = BIT[FIRST_HANDLE[kind]] & t.helpers != 0 and count(s.owned[seat] & t.helpers) < helpers
    worth = TROOP_WORTH + (YIELD if helps else 0.0) + 0.2 * t.kind_attack[kind]
    return worth + THREAT * min(int(t.kind_attack[kind]), _open_threat(s, t, seat))


@compiled
def _draw(s, t, legal, seat):
    """Arms against a rush, else the deck whose unseen cards are worth most on average; cards on the table and discarded ones are known to all."""
    if j.is_alarmed(s, t, seat):
        return j.deck_or_other(legal, MILITARY_DECK)
    best = int(legal[0])
    most = -1.0
    room = j.landscapes_of(s, seat) < t.max_landscapes
    for deck in range(3):
        if not j.has(legal, DECK + deck):
            continue
        worth = 0.0
        unseen = 0
        for kind in range(KINDS):
            if DECK_OF[kind] == deck:
                n = t.kind_count[kind] - s.discard[kind] - s.hand[seat, kind] - j.on_table(s, t, kind)
                unseen += n
                if kind >= WORKER or (room and j.hand_of_deck(s, seat, deck) < 2):
                    worth += n * (_worth_of_card(s, t, seat, kind) - 0.2 * t.kind_units[kind])
        worth /= max(1, unseen)
        if worth > most:
            most = worth
            best = DECK + deck
    return best


@compiled
def _march(s, t, legal, seat):
    """March where an attack promises a gain though every available defender stops one fighter; else go home."""
    army = j.fighters(s, t, seat) & ~s.tapped & ~attached_anywhere(s)
    best = NONE
    most = 1
    for other in range(t.players):
        if s.alive[other] and not j.are_allied(t, seat, other):
            free = j.without_strongest(t, army, count(available_at(s, other, other)))
            value = j.best_place_to_attack(s, t, free, other) if free else 0
            if value > most:
                most = value
                best = other
    if best >= 0:
        code = j.march(s, t, legal, seat, army, best)
        return code if code >= 0 else PASS
    return j.come_home(s, t, legal, seat)


@strategy
def greedy(s, t, legal, seat, waste=1.0, card=3.0):
    """Looks one action ahead: tries every action on a copy of the game and takes the one that leaves the best position.

    The worth of a position counts prestige, yields, troops, hand cards and guarded places with buildings; enemies at the
    gate count against it, and so does each wasted unit (`waste`) and each useful hand card spent as money (`card`).
    Draws from the deck with the best unseen cards, marches and fights for any gain.
    """
    code = j.routine(s, t, legal, seat, j.PEACEFUL, 0)
    if code < 0:
        if s.phase == AT_DRAFT:
            code = j.deck_or_other(legal, LANDSCAPE_DECK if s.hand_cards[seat] < 4 else CHARACTER_DECK)
        elif s.phase == AT_DRAW or s.phase == AT_EXTRA_DECK:
            code = _draw(s, t, legal, seat)
        elif s.phase == AT_MAIN:
            code = _act(s, t, legal, seat, waste, card)
        elif s.phase == AT_MOVE:
            code = _march(s, t, legal, seat)
        else:
            code = j.declare_war(s, t, legal, seat, 0)
    return j.settled(s, t, legal, seat, code)
