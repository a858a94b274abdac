"""Noble effects, immunity and freezing (ADE-822, ADE-901 to ADE-915)."""

from simcore.games.adellos.board import bit, holds
from simcore.games.adellos.pieces import FIRST_NOBLE, IMMUNE_TIME, NOBLES
from simcore.kernels.jit import rule

NOBLE_COUNT = len(NOBLES)


@rule
def noble_works(s, seat):
    """A noble has its effect while it is on the board without time counters, wherever it stands (ADE-507, ADE-D18)."""
    return s.noble_field[seat] >= 0 and not holds(s.frozen, s.noble_field[seat])


@rule
def noble_with(s, t, seat, effect):
    """The noble whose effect of this kind `seat` enjoys now, its own or a copied one (ADE-907); -1 if none."""
    found = -1
    if noble_works(s, seat):
        if t.nobles_effect[s.noble[seat]] == effect:
            found = s.noble[seat]
        elif s.copied and seat == s.cur:
            for noble in range(NOBLE_COUNT):
                if (s.copied >> noble) & 1 and t.nobles_effect[noble] == effect:
                    found = noble
    return found


@rule
def family_amount(s, t, seat, effect, family):
    """What the nobles of `seat` give to pieces of a family (ADE-906, ADE-908, ADE-909, ADE-911 to ADE-914)."""
    amount = 0
    if family > 0 and noble_works(s, seat):
        own = s.noble[seat]
        if t.nobles_effect[own] == effect and t.nobles_family[own] == family:
            amount = t.nobles_amount[own]
        if s.copied and seat == s.cur:
            for noble in range(NOBLE_COUNT):
                if (s.copied >> noble) & 1 and t.nobles_effect[noble] == effect and t.nobles_family[noble] == family:
                    amount += t.nobles_amount[noble]
    return amount


@rule
def immune(s, t, seat):
    """ADE-903, ADE-904: time counters cannot be put on the units of `seat` and have no effect on them."""
    return noble_with(s, t, seat, IMMUNE_TIME) >= 0


@rule
def active_pieces(s, t, seat):
    """ADE-822: pieces of `seat` that can act and whose abilities work."""
    pieces = s.pieces[seat]
    if pieces & s.frozen and not immune(s, t, seat):
        pieces &= ~s.frozen
    return pieces


@rule
def noble_bits(s):
    """The fields on which nobles stand."""
    fields = 0
    for seat in range(s.players):
        if s.noble_field[seat] >= 0:
            fields |= bit(s.noble_field[seat])
    return fields


@rule
def noble_kind(noble):
    return FIRST_NOBLE + noble
