"""From the scenario's words to the tables that the rules read: map, symbols, tokens. Plain Python."""

from simcore.errors import UserError
from simcore.games.mythotopia.names import BASIC_CARDS, FIXED_VP_CARDS, PROGRESS, PROVINCES, SYMBOLS, VARIABLE_VP_CARDS
from simcore.games.mythotopia.state import (
    ARMY,
    B_FARMING,
    B_GOLD_MINE,
    B_LEVIES,
    B_QUARRY,
    BASIC_BUILD,
    FIRST_VARIABLE,
    N_PROVINCES,
    PROGRESS_BITS,
    SHIP,
    START_BIT,
    VP_LORD,
    VP_MASTER,
)


def derive(t, values, players):
    _check_rows(values)
    _check_players(t, players)
    _derive_symbols(t)
    _derive_map(t, values)
    _derive_tokens(t)


def _check_rows(values):
    """Card effects and code numbers belong to these names, in this order."""
    for table, names in (
        ("provinces", PROVINCES),
        ("progress_cards", PROGRESS),
        ("basic_cards", BASIC_CARDS),
        ("vp_cards", VARIABLE_VP_CARDS),
    ):
        if tuple(values[table]) != names:
            wrong = next((row for row in values[table] if row not in names), "?")
            raise UserError(f'{table}: the rows must be {", ".join(names)}, in this order (found "{wrong}")')


def _check_players(t, players):
    """MYT-29: no draft with two players; the deal must fit the 40 provinces."""
    if players == 2 and (t.draft_extra or t.draft_discard):
        raise UserError("the starting draft (rules.draft_extra, rules.draft_discard) is for 3 or 4 players (MYT-29)")
    if (t.start_provinces + t.draft_extra) * players > N_PROVINCES:
        raise UserError(f"rules.start_provinces: {players} players need more than {N_PROVINCES} provinces (MYT-12)")
    if t.draft_discard >= t.start_provinces + t.draft_extra:
        raise UserError("rules.draft_discard: every player must keep a province (MYT-31)")
    if t.start_provinces + t.draft_extra > t.villages:
        raise UserError("rules.villages: every province dealt needs a village (MYT-13)")
    if sum(t.forced_vp_cards) > t.variable_vp_cards_in_play:
        raise UserError("rules.forced_vp_cards: more cards than rules.variable_vp_cards_in_play (MYT-17)")
    if any(a and b for a, b in zip(t.forced_vp_cards, t.banned_vp_cards, strict=True)):
        raise UserError("rules.forced_vp_cards: a card cannot be forced and banned (MYT-17)")
    if t.variable_vp_cards_in_play > len(VARIABLE_VP_CARDS) - sum(t.banned_vp_cards):
        raise UserError("rules.banned_vp_cards: too few variable cards are left (MYT-17)")


def _derive_symbols(t):
    """MYT-45, MYT-46, MYT-200: which cards show which symbol."""
    for kind, symbol in enumerate(SYMBOLS):
        word0 = sum(1 << p for p in range(N_PROVINCES) if t.provinces_symbol[p] == kind)
        progress = getattr(t, f"progress_cards_{symbol}")
        basic = getattr(t, f"basic_cards_{symbol}")
        word1 = sum(1 << i for i in range(len(PROGRESS)) if progress[i])
        word1 |= sum(1 << (START_BIT + slot) for slot, card in enumerate(t.start_cards) if basic[card])
        t.sym0[kind], t.sym1[kind] = word0, word1
    t.res0 = t.sym0[0] | t.sym0[1] | t.sym0[2]
    t.res1 = t.sym1[0] | t.sym1[1] | t.sym1[2]
    t.army_symbols[: len(PROGRESS)] = getattr(t, f"progress_cards_{SYMBOLS[ARMY]}")
    for slot, card in enumerate(t.start_cards):
        t.army_symbols[START_BIT + slot] = t.basic_cards_army[card]
    if t.sym1[SHIP] & (B_FARMING | B_QUARRY | B_GOLD_MINE | B_LEVIES):
        raise UserError("progress_cards: Farming, Quarry, Gold Mine and Levies cannot show a ship (MYT-56)")
    t.build_cards = PROGRESS_BITS[PROGRESS.index("Build")]
    for slot, card in enumerate(t.start_cards):
        if card == BASIC_BUILD:
            t.build_cards |= 1 << (START_BIT + slot)


def _derive_map(t, values):
    """MYT-63 to MYT-67: neighbours by terrain, provinces on common and on adjacent sea areas."""
    areas = list(values["sea_areas"])
    adjacent = [
        _listed(row["next_to"], areas, f"sea_areas.{name}.next_to") for name, row in values["sea_areas"].items()
    ]
    for a, others in enumerate(adjacent):
        for b in others:
            if a not in adjacent[b]:
                raise UserError(f'sea_areas: "{areas[a]}" is next to "{areas[b]}" but not the other way round')
    seas = []
    for p, (name, row) in enumerate(values["provinces"].items()):
        touched = _listed(row["seas"], areas, f"provinces.{name}.seas")
        seas.append(set(touched))
        t.seas[p] = sum(1 << sea for sea in touched)
        for sea in touched:
            t.coast[sea] |= 1 << p
        t.neutral[p] = max(0, t.provinces_strength[p] + t.neutral_offset)
        if row["rough"]:
            t.rough |= 1 << p
        if row["island"] != "mainland":
            t.islands[0 if row["island"] == "large" else 1] |= 1 << p
    for i, name in enumerate(values["borders"]):
        ends = name.split("-")
        if len(ends) != 2 or ends[0] == ends[1] or not set(ends) <= set(PROVINCES):
            raise UserError(f'borders: "{name}" must name two provinces, e.g. Palmain-Blore')
        a, b = (PROVINCES.index(end) for end in ends)
        if (t.border[0, a] | t.border[1, a] | t.border[2, a]) >> b & 1:
            raise UserError(f'borders: "{name}" stands there twice')
        t.border[t.borders_terrain[i], a] |= 1 << b
        t.border[t.borders_terrain[i], b] |= 1 << a
    for a in range(N_PROVINCES):
        beyond = {far for sea in seas[a] for far in adjacent[sea]}
        for b in range(N_PROVINCES):
            if a != b and seas[a] & seas[b]:
                t.sea1[a] |= 1 << b
            elif a != b and beyond & seas[b]:
                t.sea2[a] |= 1 << b


def _listed(text, known, where):
    found = [part.strip() for part in text.split(",") if part.strip()]
    for part in found:
        if part not in known:
            raise UserError(f'{where}: there is no sea area "{part}" (sea areas: {", ".join(known)})')
    return [known.index(part) for part in found]


def _derive_tokens(t):
    """MYT-18, MYT-19; MYT-D03: no choice of cards may need more tokens than exist."""
    for card in range(len(FIXED_VP_CARDS)):
        t.token_value[card] = t.fixed_token_value
    for i in range(len(VARIABLE_VP_CARDS)):
        t.token_value[FIRST_VARIABLE + i, 0] = t.vp_cards_value[i]
        t.token_value[FIRST_VARIABLE + i, 1] = t.vp_cards_second_value[i]
    for card in (VP_LORD, VP_MASTER):
        if t.vp_cards_tokens[card - FIRST_VARIABLE] != 2 or t.token_value[card, 1] == 0:
            raise UserError(
                f'vp_cards.{VARIABLE_VP_CARDS[card - FIRST_VARIABLE]}: needs two tokens, "value" and "second_value"'
            )
    for value in (1, 2, 3):
        wanted = [_tokens_of_value(t, i, value) for i in range(len(VARIABLE_VP_CARDS))]
        forced = [wanted[i] for i in range(len(wanted)) if t.forced_vp_cards[i]]
        free = [wanted[i] for i in range(len(wanted)) if not t.forced_vp_cards[i] and not t.banned_vp_cards[i]]
        room = t.variable_vp_cards_in_play - len(forced)
        most = sum(forced) + sum(sorted(free, reverse=True)[:room])
        if value == t.fixed_token_value:
            most += len(FIXED_VP_CARDS) * t.fixed_tokens
        if most > t.token_supply[value - 1]:
            raise UserError(
                f"the victory-point cards may need {most} tokens of value {value}, but rules.token_supply has "
                f"{t.token_supply[value - 1]} (MYT-D03)"
            )


def _tokens_of_value(t, i, value):
    if t.vp_cards_second_value[i]:
        return int(t.vp_cards_value[i] == value) + int(t.vp_cards_second_value[i] == value)
    return int(t.vp_cards_tokens[i]) if t.vp_cards_value[i] == value else 0
