"""Sets of troops as bit masks, and bundles of the four resources in one integer.

A troop is a handle 0-48; a set of troops is a 64-bit mask, so that "my untapped loose Workers" is a few AND operations.
A bundle keeps food, energy, gold and labour in four fields of 16 bits; bundles are added and subtracted as integers.
"""

import numpy as np

from simcore.kernels.jit import rule

HANDLES = 49
BIT = np.array([1 << handle for handle in range(HANDLES)], np.int64)
UNIT = np.array([1, 1 << 16, 1 << 32, 1 << 48], np.int64)
LABOUR_UNIT = 1 << 48

_PAIRS = 0x5555555555555555
_QUADS = 0x3333333333333333
_BYTES = 0x0F0F0F0F0F0F0F0F
_FIELD = 0x7FFF


@rule
def count(mask):
    """How many troops are in the set (bits are added in parallel; no step can overflow)."""
    x = mask - ((mask >> 1) & _PAIRS)
    x = (x & _QUADS) + ((x >> 2) & _QUADS)
    x = (x + (x >> 4)) & _BYTES
    x = x + (x >> 8)
    x = x + (x >> 16)
    x = x + (x >> 32)
    return x & 0x7F


@rule
def lowest(mask):
    """The lowest handle of a set that is not empty."""
    return count((mask & -mask) - 1)


@rule
def units(bundle, resource):
    """How many units of one resource are in the bundle."""
    return (bundle >> (16 * resource)) & _FIELD


@rule
def total(bundle):
    return (bundle & _FIELD) + ((bundle >> 16) & _FIELD) + ((bundle >> 32) & _FIELD) + ((bundle >> 48) & _FIELD)


def bundle_of(amounts):
    """The bundle of [food, energy, gold, labour]; plain Python, for tables and rule cases."""
    return sum(int(amount) << (16 * i) for i, amount in enumerate(amounts))


def amounts_of(bundle):
    """[food, energy, gold, labour] of a bundle; plain Python."""
    return [(int(bundle) >> (16 * i)) & _FIELD for i in range(4)]
