"""Stones and their exchange (COM-05, COM-06, COM-14 to COM-20)."""

from simcore.games.comuni.state import (
    ARMY,
    EVERY_REPAIR,
    GOLD,
    GOLD_TO_ARMY,
    LAST_REPAIR,
    PILGRIM,
    PILGRIMS_TO_ARMY,
    PILGRIMS_TO_GOLD,
)
from simcore.kernels.jit import rule


@rule
def pay(s, seat, sort, number):
    """COM-06: stones go from a stock to the supply."""
    s.stock[seat, sort] -= number
    s.supply[sort] += number


@rule
def receive(s, seat, sort, number):
    """COM-06: stones go from the supply to a stock."""
    s.stock[seat, sort] += number
    s.supply[sort] -= number


@rule
def can_exchange(s, t, seat, code):
    """COM-14 to COM-17, COM-19: the stones to pay are there, and the supply has the wanted one."""
    if code == PILGRIMS_TO_GOLD:
        return s.stock[seat, PILGRIM] >= t.pilgrims_per_gold and s.supply[GOLD] > 0
    if t.army_price == 0 or s.supply[ARMY] == 0:
        return False
    return s.stock[seat, PILGRIM if code == PILGRIMS_TO_ARMY else GOLD] >= t.army_price


@rule
def write_exchanges(s, t, seat, buf, n):
    """The exchanges on offer, added to the list of legal actions."""
    for code in range(PILGRIMS_TO_GOLD, GOLD_TO_ARMY + 1):
        if can_exchange(s, t, seat, code):
            buf[n] = code
            n += 1
    return n


@rule
def exchange(s, t, seat, code):
    """COM-14, COM-15."""
    if code == PILGRIMS_TO_GOLD:
        pay(s, seat, PILGRIM, t.pilgrims_per_gold)
        receive(s, seat, GOLD, 1)
    else:
        pay(s, seat, PILGRIM if code == PILGRIMS_TO_ARMY else GOLD, t.army_price)
        receive(s, seat, ARMY, 1)
    s.exchanges[seat, code - PILGRIMS_TO_GOLD] += 1


@rule
def exchanges_in_repair(s, t):
    """COM-18 b: exchanges are offered in phase 5 of the last round."""
    return t.exchange_moments == EVERY_REPAIR or (t.exchange_moments == LAST_REPAIR and s.last_round == 1)


@rule
def armies_for(t, stones):
    """COM-15, COM-105: whole armies that so many stones of one sort are worth."""
    return stones // t.army_price if t.army_price > 0 else 0
