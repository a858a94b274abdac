"""Random streams: a game's luck is a pure function of (run seed, block), one stream per purpose.

A stream is a SplitMix64 generator whose state lies in the game's record, so copying a game copies its luck.
Streams start at hashed positions: drawing more from one never moves another.

`below(s, stream, n)` draws from a chance stream of the game, `choose(s, seat, n)` from the stream that belongs to
the strategy in that seat. There is no other source of randomness.
"""

import numpy as np

from simcore.kernels.jit import INTERPRETED, rule

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_CHOICE_PURPOSE = 1 << 20  # purposes below are chance streams, from here on the seats' own streams
_REDEAL_PURPOSE = 1 << 21
_LOW_32 = np.uint64(0xFFFFFFFF)

if INTERPRETED:
    # NumPy scalars warn when uint64 arithmetic wraps, Python integers do not wrap: mask by hand, here only.
    _MASK = (1 << 64) - 1

    def _mix(z):
        z = int(z)
        z = ((z ^ (z >> 30)) * int(_MIX_1)) & _MASK
        z = ((z ^ (z >> 27)) * int(_MIX_2)) & _MASK
        return np.uint64(z ^ (z >> 31))

    def _step(state):
        return np.uint64((int(state) + int(GOLDEN)) & _MASK)

    def _combine(key, number):
        return _mix((int(key) + (int(number) + 1) * int(GOLDEN)) & _MASK)

else:

    @rule
    def _mix(z):
        z = (z ^ (z >> np.uint64(30))) * _MIX_1
        z = (z ^ (z >> np.uint64(27))) * _MIX_2
        return z ^ (z >> np.uint64(31))

    @rule
    def _step(state):
        return state + GOLDEN

    @rule
    def _combine(key, number):
        return _mix(np.uint64(key) + np.uint64(number + 1) * GOLDEN)


@rule
def deal_key(seed, block):
    """The key of all chance in one seed block."""
    return _combine(_mix(np.uint64(seed)), block)


@rule
def open_streams(s, key, rotation):
    """Start every stream of a game; only the strategies' own streams depend on the rotation."""
    for purpose in range(s.streams.shape[0]):
        s.streams[purpose] = _combine(key, purpose)
    first = _CHOICE_PURPOSE + rotation * s.choices.shape[0]
    for seat in range(s.choices.shape[0]):
        s.choices[seat] = _combine(key, first + seat)


@rule
def reseed(s, seat):
    """Replace the chance streams by fresh ones drawn from a seat's own stream: what `seat` must not foresee."""
    s.choices[seat] = _step(s.choices[seat])
    key = _mix(s.choices[seat])
    for purpose in range(s.streams.shape[0]):
        s.streams[purpose] = _combine(key, _REDEAL_PURPOSE + purpose)


@rule
def _next_32(states, i):
    states[i] = _step(states[i])
    return _mix(states[i]) >> np.uint64(32)


@rule
def _bounded(states, i, n):
    """An unbiased integer in 0..n-1 (Lemire's multiply-and-reject, on 32 bits)."""
    bound = np.uint64(n)
    product = _next_32(states, i) * bound
    low = product & _LOW_32
    if low < bound:
        floor = (np.uint64(1 << 32) - bound) % bound
        while low < floor:
            product = _next_32(states, i) * bound
            low = product & _LOW_32
    return np.int64(product >> np.uint64(32))


@rule
def below(s, stream, n):
    """A chance draw in 0..n-1. A rule case may pin the next draws (`next_random`)."""
    if s.pinned > 0:
        value = np.int64(s.pins[0])
        s.pinned -= 1
        for i in range(s.pinned):
            s.pins[i] = s.pins[i + 1]
        return value % n
    return _bounded(s.streams, stream, n)


@rule
def choose(s, seat, n):
    """A draw in 0..n-1 from the own stream of the strategy in `seat`."""
    return _bounded(s.choices, seat, n)


@rule
def chance(s, seat):
    """A draw in [0, 1) from the own stream of the strategy in `seat`."""
    return np.float64(_next_32(s.choices, seat)) / 4294967296.0
