from simcore.games.fief.bits import count
from simcore.games.fief.economy import attached_anywhere
from simcore.games.fief.state import (
    ARCHER,
    AT_DRAFT,
    AT_DRAW,
    AT_EXTRA_DECK,
    AT_MAIN,
    AT_MOVE,
    CHARACTER_DECK,
    INFANTRY,
    KIND_MASK,
    KNIGHT,
    LANDSCAPE_DECK,
    MILITARY_DECK,
    PASS,
    SOLDIER,
    STABLE,
    WORKER,
)
from simcore.kernels.jit import compiled, rule
from simcore.kernels.rng import choose
from simcore.strategy import strategy
from strategies.fief import judgement as j

TARGET = j.OWN  # memory: the seat under attack, plus 1


@rule
def _draft(s, legal, seat):
    """Three landscapes, two characters, the rest military."""
    n = s.hand_cards[seat]
    return j.deck_or_other(legal, LANDSCAPE_DECK if n < 3 else CHARACTER_DECK if n < 5 else MILITARY_DECK)


@compiled
def _draw(s, t, legal, seat):
    if j.lacks_landscape(s, t, seat, 3):
        return j.deck_or_other(legal, LANDSCAPE_DECK)
    luck = choose(s, seat, 20)
    return j.deck_or_other(legal, MILITARY_DECK if luck < 12 else CHARACTER_DECK if luck < 17 else LANDSCAPE_DECK)


@compiled
def _act(s, t, legal, seat):
    """Food and energy, a few Workers (two more against many), then every fighter that can be paid; buildings from the rest."""
    duel = t.players == 2
    code = j.play_landscape(s, t, legal, seat, 1 if j.landscapes_of(s, seat) < 2 else 0, True)
    if code < 0 and count(s.owned[seat] & KIND_MASK[WORKER]) < (3 if duel else 5):
        code = j.try_play(s, t, legal, seat, WORKER, 0)
    if code < 0:
        code = j.employ(s, t, legal, seat, KIND_MASK[WORKER] * 1, False)
    for kind in (KNIGHT, INFANTRY, SOLDIER, ARCHER):
        if code < 0:
            code = j.try_play(s, t, legal, seat, kind, 2 if kind == KNIGHT else 1)
    if code < 0:
        code = j.best_building(
            s, t, legal, seat, (0 if duel else 1) + j.junk(s, t, seat, j.WARLIKE), j.taste_for(STABLE, 2)
        )
    if code < 0:
        code = j.spend_the_rest(s, t, legal, seat, 0)
    return code if code >= 0 else PASS


@compiled
def _march(s, t, legal, seat, band):
    """Everybody who can fight goes for the weakest opponent when the band is large enough or two can do harm; else home."""
    army = j.fighters(s, t, seat) & ~s.tapped & ~attached_anywhere(s)
    target = int(s.memory[seat, TARGET]) - 1
    if target < 0 or not s.alive[target] or army & ~s.at[seat] == 0:
        target = j.weakest_opponent(s, t, seat)
        s.memory[seat, TARGET] = target + 1
    if target < 0:
        return PASS
    enough = count(army) >= (min(band, 2) if t.players == 2 else band)
    if enough or (count(army) >= 2 and j.can_hurt(s, t, army, target)):
        code = j.march(s, t, legal, seat, army, target)
        return code if code >= 0 else PASS
    return j.come_home(s, t, legal, seat)


@strategy
def rusher(s, t, legal, seat, band=3):
    """Goes for an early kill: fighters first, and all of them against the weakest opponent.

    Marches when `band` fighters are ready (two in a duel or against a defenceless fief), splits up when the defender
    has fewer blockers, and takes the city whenever it falls, else the landscape with most prestige.
    """
    code = j.routine(s, t, legal, seat, j.WARLIKE, 1)
    if code < 0:
        if s.phase == AT_DRAFT:
            code = _draft(s, legal, seat)
        elif s.phase == AT_DRAW or s.phase == AT_EXTRA_DECK:
            code = _draw(s, t, legal, seat)
        elif s.phase == AT_MAIN:
            code = _act(s, t, legal, seat)
        elif s.phase == AT_MOVE:
            code = _march(s, t, legal, seat, band)
        else:
            code = j.declare_war(s, t, legal, seat, -1)
    return j.settled(s, t, legal, seat, code)
