"""Small sets as bit masks."""

import numpy as np

from simcore.kernels.jit import rule

ONE = np.int64(1)
NOTHING = np.int64(0)  # the empty set
_PAIRS = np.int64(0x5555555555555555)
_NIBBLES = np.int64(0x3333333333333333)
_BYTES = np.int64(0x0F0F0F0F0F0F0F0F)


@rule
def bit(place):
    """The set that holds only `place`."""
    return ONE << np.int64(place)


@rule
def has(members, place):
    return (members >> np.int64(place)) & 1


@rule
def count(members):
    """How many members the set has. Sets have fewer than 63 places, so nothing here overflows."""
    members = members - ((members >> 1) & _PAIRS)
    members = (members & _NIBBLES) + ((members >> 2) & _NIBBLES)
    members = (members + (members >> 4)) & _BYTES
    members = members + (members >> 8)
    members = members + (members >> 16)
    members = members + (members >> 32)
    return members & 0x7F


@rule
def lowest(members):
    """The smallest place in a set that is not empty."""
    return count((members & -members) - 1)


@rule
def nth(members, n):
    """The place of member number n, counted from 0 at the smallest."""
    for _ in range(n):
        members &= members - 1
    return lowest(members)
