from simcore.games.fief.bits import count
from simcore.games.fief.economy import gold_capacity, has_building
from simcore.games.fief.state import (
    ARTIST,
    AT_DRAFT,
    AT_DRAW,
    AT_EXTRA_DECK,
    AT_MAIN,
    AT_MOVE,
    BANK,
    BUREAUCRAT,
    CHARACTER_DECK,
    KIND_MASK,
    LANDSCAPE_DECK,
    MERCHANT,
    PASS,
    SCHOOL,
    WORKER,
    WORKSHOP,
)
from simcore.kernels.jit import compiled, rule
from simcore.strategy import strategy
from strategies.fief import judgement as j


@rule
def _draw(s, t, legal, seat):
    code = j.draw_for_household(s, t, legal, seat, 4, 1)
    return code if code >= 0 else j.deck_or_other(legal, CHARACTER_DECK)


@rule
def _play_expert(s, t, legal, seat):
    """Bureaucrats first; without the building only a fief rich in gold pays the surcharge."""
    rich = gold_capacity(s, t, seat) >= 3
    code = -1
    for kind in (BUREAUCRAT, ARTIST, MERCHANT):
        if code < 0 and (rich or has_building(s, seat, t.kind_building[kind])):
            code = j.try_play(s, t, legal, seat, kind, 1)
    return code


@compiled
def _act(s, t, legal, seat):
    """Landscapes and a few Workers, then the experts, who stay loose and make every building cheaper."""
    code = j.see_to_defence(s, t, legal, seat, 2 if j.is_alarmed(s, t, seat) else 1)
    if code < 0:
        code = j.play_landscape(s, t, legal, seat, 1 if j.landscapes_of(s, seat) < 2 else 0, False)
    if code < 0:
        code = _play_expert(s, t, legal, seat)
    if code < 0 and count(s.owned[seat] & KIND_MASK[WORKER]) < 6:
        code = j.try_play(s, t, legal, seat, WORKER, 0)
    if code < 0 and j.spare_people(s, seat) > 0:
        code = j.employ(s, t, legal, seat, KIND_MASK[WORKER] * 1, s.memory[seat, j.RESERVE] > 0)
    if code < 0:
        school = 2 if not has_building(s, seat, SCHOOL) else 0
        taste = j.taste_for(SCHOOL, school) + j.taste_for(WORKSHOP, 1) + j.taste_for(BANK, 1)
        code = j.best_building(s, t, legal, seat, j.purse(s, t, seat, j.EXPERT), taste)
    if code < 0:
        code = j.spend_the_rest(s, t, legal, seat, 1)
    return code if code >= 0 else PASS


@strategy
def specialist(s, t, legal, seat):
    """An engine of experts: School, Workshop and Bank, then Bureaucrats, Artists and Merchants before more Workers.

    Experts stay loose so that they can work every turn: Bureaucrats cut the price of each building, an Artist doubles
    the place that lacks most.
    """
    code = j.routine(s, t, legal, seat, j.EXPERT, 0)
    if code < 0:
        if s.phase == AT_DRAFT:
            code = j.deck_or_other(legal, LANDSCAPE_DECK if s.hand_cards[seat] < 4 else CHARACTER_DECK)
        elif s.phase == AT_DRAW or s.phase == AT_EXTRA_DECK:
            code = _draw(s, t, legal, seat)
        elif s.phase == AT_MAIN:
            code = _act(s, t, legal, seat)
        elif s.phase == AT_MOVE:
            code = j.come_home(s, t, legal, seat)
        else:
            code = j.fight_intruders(s, t, legal, seat, -2)
    return j.settled(s, t, legal, seat, code)
