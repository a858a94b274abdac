"""What follows from the numbers of a scenario: columns, stacks, levels, values. Plain Python, once per scenario."""

from simcore.errors import UserError
from simcore.games.comuni.state import CARD_CODES, INVASIONS, PER_CARD, STACKS, TOP

_ALL, _NO_GENERAL, _NO_JOKERS, _PLAIN_ONLY = range(4)
_LISTED, _NO_TILES, _FLAT, _DOUBLED = range(4)
_FLAT_TILES = (3, 1)


def derive(t, values, players):
    """Fill the derived tables; refuses a scenario that cannot be set up."""
    _columns(t, players)
    _communes(t, players)
    t.stacks_used = STACKS - 1 if values["rules"]["last_stack"] == "C" else STACKS
    _levels(t)
    dropped = values["rules"]["drop_card"]
    if dropped not in ("none", *CARD_CODES):
        raise UserError(f'comuni: there is no card "{dropped}" to drop (COM-09)')
    for stack in range(t.stacks_used):
        _stack(t, stack, players, dropped)
    display = int(t.capacity[: t.columns_in_play].sum())
    if t.stack_size[0] <= display:
        raise UserError(
            f"comuni with {players} players: stack A has {t.stack_size[0]} cards, but the first display takes {display}"
            " (COM-10): enlarge the stack or use fewer or smaller columns"
        )
    for height in range(1, TOP + 1):
        t.building_points[height] = t.building_points[height - 1] + t.points_for_storey[height - 1]
    for invasion in range(INVASIONS):
        t.invasion_field[invasion] = (
            (invasion + 1) * players if t.invasion_start_by_players else t.invasion_start[invasion]
        )
        t.hero_value[invasion] = _hero_tiles(t, invasion)
    _army_values(t)


def _columns(t, players):
    """COM-10: the columns in play are the leftmost ones."""
    listed = sum(1 for i in range(t.columns_n) if t.columns_min_players[i] <= players)
    t.columns_in_play = listed + t.extra_columns
    if not 1 <= t.columns_in_play <= t.columns_n:
        raise UserError(
            f"comuni with {players} players: {t.columns_in_play} columns, allowed are 1 to {t.columns_n} (COM-10)"
        )
    for i in range(t.columns_in_play):
        t.capacity[i] = t.equal_capacity or t.columns_capacity[i]


def _communes(t, players):
    """COM-02: numbers are unique, and there is a commune for every player."""
    numbers = t.communes_number[: t.communes_n].tolist()
    if len(set(numbers)) < len(numbers) or len(numbers) < players:
        raise UserError(f"comuni: {players} players need as many communes with different numbers (COM-02)")
    wanted = t.communes_by_seat[:players].tolist()
    if len(set(wanted)) < players or not set(wanted) <= set(numbers):
        raise UserError("comuni: communes_by_seat must list different numbers of existing communes (COM-02)")
    if t.fixed_start_seat >= players:
        raise UserError(f"comuni: fixed_start_seat must be below the number of players, {players} (COM-03)")


def _levels(t):
    for card in range(t.cards_n):
        t.level[card] = min(max(t.cards_level[card] + t.level_shift, 1), TOP)


def _stack(t, stack, players, dropped):
    """COM-09: the cards shuffled into a stack and how many of them are used.

    A size above the number of cards for this player count brings in cards for more players, in their order. Cards that
    the deck filter leaves out make the stack smaller.
    """
    size = int(t.stacks_size[stack])
    cards = [card for card in range(t.cards_n) if t.cards_stack[card] == stack and t.cards_min_players[card] <= 5]
    pool = [card for card in cards if t.cards_min_players[card] <= players]
    pool += [card for card in cards if card not in pool][: max(0, size - len(pool))]
    left_out = [card for card in pool if _is_left_out(t, card) or CARD_CODES[card] == dropped]
    pool = sorted(set(pool) - set(left_out))
    size = min(size - len(left_out), len(pool))
    if size < 1:
        raise UserError(f"comuni: stack {'ABCD'[stack]} has no cards (COM-09)")
    t.pool_n[stack] = len(pool)
    t.pool[stack, : len(pool)] = pool
    t.stack_size[stack] = size


def _is_left_out(t, card):
    kinds = int(t.cards_kinds[card].sum())
    if kinds == 0:
        raise UserError(f"comuni: card {CARD_CODES[card]} must fit at least one kind (COM-68)")
    general, joker = kinds == 4, 1 < kinds < 4
    return {_ALL: False, _NO_GENERAL: general, _NO_JOKERS: joker, _PLAIN_ONLY: general or joker}[int(t.deck)]


def _hero_tiles(t, invasion):
    """COM-13."""
    if t.hero_tiles == _NO_TILES:
        return (0, 0)
    if t.hero_tiles == _FLAT:
        return _FLAT_TILES
    factor = 2 if t.hero_tiles == _DOUBLED else 1
    return (factor * t.heroes_high[invasion], factor * t.heroes_low[invasion])


def _army_values(t):
    """COM-111, COM-112: the worth of one army by place, and the order in which armies take places (COM-113)."""
    t.army_value[0] = t.unwalled_value
    t.army_value[1:] = t.card_storey_value if t.wall_manning == PER_CARD else t.wall_value
    t.manning_order[:] = sorted(range(1, TOP + 1), key=lambda height: (-t.army_value[height], -height))
