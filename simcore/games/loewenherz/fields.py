"""Sets of fields: three words of 48 bits, four rows of the board each.

Twelve rows of twelve fields do not fit one machine word; 48 bits in a signed word leave room for shifting by one row
without ever touching the sign, so that compiled and interpreted code agree. All set functions are a handful of
instructions: regions, neighbourhoods and legal edges are found for all fields at once.
"""

from simcore.games.loewenherz.state import EDGE_CODE, SIDE, UPRIGHT_EDGES
from simcore.kernels.jit import compiled, rule

NOTHING = (0, 0, 0)
WORD = (1 << 48) - 1
ROW = (1 << SIDE) - 1
WEST_COLUMN = 0x001001001001
EAST_COLUMN = WEST_COLUMN << 11
NOT_WEST = WORD & ~WEST_COLUMN
NOT_EAST = WORD & ~EAST_COLUMN

_PAIRS = 0x5555555555555555
_FOURS = 0x3333333333333333
_EIGHTS = 0x0F0F0F0F0F0F0F0F


@rule
def fetch(words):
    """The set kept in a field of the state."""
    return (words[0], words[1], words[2])


@rule
def keep(words, fields):
    words[0] = fields[0]
    words[1] = fields[1]
    words[2] = fields[2]


@rule
def fetch_at(sets, i):
    """The i-th of several sets; indexed in one step, which compiles to far less code than a slice."""
    return (sets[i, 0], sets[i, 1], sets[i, 2])


@rule
def keep_at(sets, i, fields):
    sets[i, 0] = fields[0]
    sets[i, 1] = fields[1]
    sets[i, 2] = fields[2]


@rule
def single(field):
    bit = 1 << int(field % 48)  # a narrow field number must not narrow the word
    word = field // 48
    return (bit if word == 0 else 0, bit if word == 1 else 0, bit if word == 2 else 0)


@rule
def has(fields, field):
    word = field // 48
    bits = fields[0] if word == 0 else fields[1] if word == 1 else fields[2]
    return (bits >> int(field % 48)) & 1 == 1


@rule
def union(a, b):
    return (a[0] | b[0], a[1] | b[1], a[2] | b[2])


@rule
def both(a, b):
    return (a[0] & b[0], a[1] & b[1], a[2] & b[2])


@rule
def minus(a, b):
    return (a[0] & ~b[0], a[1] & ~b[1], a[2] & ~b[2])


@rule
def is_empty(a):
    return (a[0] | a[1] | a[2]) == 0


@rule
def same(a, b):
    return ((a[0] ^ b[0]) | (a[1] ^ b[1]) | (a[2] ^ b[2])) == 0


@rule
def meet(a, b):
    """Whether two sets have a field in common."""
    return ((a[0] & b[0]) | (a[1] & b[1]) | (a[2] & b[2])) != 0


@rule
def bits(word):
    """How many bits of a word are set."""
    x = word - ((word >> 1) & _PAIRS)
    x = (x & _FOURS) + ((x >> 2) & _FOURS)
    x = (x + (x >> 4)) & _EIGHTS
    x = x + (x >> 8)
    x = x + (x >> 16)
    x = x + (x >> 32)
    return x & 127


@rule
def count(a):
    return bits(a[0]) + bits(a[1]) + bits(a[2])


@rule
def first(a):
    """The lowest field of a set that is not empty."""
    if a[0]:
        return bits((a[0] & -a[0]) - 1)
    if a[1]:
        return 48 + bits((a[1] & -a[1]) - 1)
    return 96 + bits((a[2] & -a[2]) - 1)


@rule
def without_first(a):
    if a[0]:
        return (a[0] & (a[0] - 1), a[1], a[2])
    if a[1]:
        return (a[0], a[1] & (a[1] - 1), a[2])
    return (a[0], a[1], a[2] & (a[2] - 1))


@rule
def to_east(a):
    """Each field's eastern neighbour."""
    return ((a[0] & NOT_EAST) << 1, (a[1] & NOT_EAST) << 1, (a[2] & NOT_EAST) << 1)


@rule
def to_west(a):
    return ((a[0] & NOT_WEST) >> 1, (a[1] & NOT_WEST) >> 1, (a[2] & NOT_WEST) >> 1)


@rule
def to_south(a):
    return ((a[0] << 12) & WORD, ((a[1] << 12) & WORD) | (a[0] >> 36), ((a[2] << 12) & WORD) | (a[1] >> 36))


@rule
def to_north(a):
    return ((a[0] >> 12) | ((a[1] & ROW) << 36), (a[1] >> 12) | ((a[2] & ROW) << 36), a[2] >> 12)


@rule
def around(a):
    """LOW-03: all fields that touch a field of the set horizontally or vertically, whatever lies between."""
    return union(union(to_east(a), to_west(a)), union(to_south(a), to_north(a)))


@rule
def reached(a, open_east, open_south):
    """The fields one step away from the set over edges without a boundary."""
    return union(
        union(to_east(both(a, open_east)), both(to_west(a), open_east)),
        union(to_south(both(a, open_south)), both(to_north(a), open_south)),
    )


@compiled
def component(start, open_east, open_south):
    """LOW-08: everything connected with the set `start` by steps over open edges."""
    found = start
    while True:
        grown = union(found, union(to_east(both(found, open_east)), both(to_west(found), open_east)))
        grown = union(grown, union(to_south(both(grown, open_south)), both(to_north(grown), open_south)))
        if same(grown, found):
            return found
        found = grown


@compiled
def connected(start, inside):
    """The fields of `inside` connected with `start` by neighbouring fields of `inside`."""
    found = start
    while True:
        grown = both(union(found, around(found)), inside)
        if same(grown, found):
            return found
        found = grown


# --- edges (LOW-04): e = 11 * row + column towards the east, 132 + 12 * row + column towards the south ---


@rule
def edge_field(edge):
    """The field west or north of an edge."""
    return edge + edge // (SIDE - 1) if edge < UPRIGHT_EDGES else edge - UPRIGHT_EDGES


@rule
def east_edge(field):
    return field - field // SIDE


@rule
def south_edge(field):
    return UPRIGHT_EDGES + field


@compiled
def write_fields(fields, buf, n, offset):
    """Append offset + field for every field of the set, ascending; returns the new length."""
    rest = fields
    while not is_empty(rest):
        buf[n] = offset + first(rest)
        n += 1
        rest = without_first(rest)
    return n


@compiled
def write_edges(east, south, buf, n):
    """Append the codes of the edges that lie east and south of the given fields, ascending.

    Most edges are legal most of the time: counting instead of branching avoids mispredictions.
    """
    for row in range(SIDE):
        line = east[row // 4] >> (SIDE * (row % 4))
        for column in range(SIDE - 1):
            buf[n] = EDGE_CODE + (SIDE - 1) * row + column
            n += (line >> column) & 1
    for row in range(SIDE - 1):
        line = south[row // 4] >> (SIDE * (row % 4))
        for column in range(SIDE):
            buf[n] = EDGE_CODE + UPRIGHT_EDGES + SIDE * row + column
            n += (line >> column) & 1
    return n
