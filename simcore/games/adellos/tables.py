"""Turns the values of a scenario into the tables that the rules read: the board as sets, all pieces in one list, setup."""

from simcore.errors import UserError
from simcore.games.adellos.pieces import (
    CARD_KEYS,
    FACTION_KEYS,
    FIELD_IDS,
    FIRST_AID,
    FIRST_NOBLE,
    NOBLE_KEYS,
    PARTY,
    QUICK_ATTACK,
    SECTOR_FIELDS,
    SECTORS,
    TOKEN_KEYS,
    TOWER,
    TRADE_AGREEMENTS,
    UNIT_KEYS,
    UNIT_KINDS,
)
from simcore.games.adellos.state import MAX_DEGREE, MAX_RADIUS, SEATS

FAR = 99
OUT_OF_TURN_CARDS = (FIRST_AID, PARTY, QUICK_ATTACK)


def derive(t, values, players):
    _check_rows(values)
    _pieces(t)
    _board(t, values, players)
    _layouts(t, values, players)
    _seats(t, values, players)
    _deck(t, values)


def _check_rows(values):
    """Rules and columns know the rows by their place."""
    for table, keys in (
        ("factions", FACTION_KEYS),
        ("units", UNIT_KEYS),
        ("tokens", TOKEN_KEYS),
        ("nobles", NOBLE_KEYS),
        ("cards", CARD_KEYS),
    ):
        if tuple(values[table]) != keys:
            raise UserError(f'"{table}" must have exactly these rows, in this order: {", ".join(keys)}')


def _pieces(t):
    units = slice(0, UNIT_KINDS)
    t.attack[units], t.defence[units], t.move[units] = t.units_att, t.units_def, t.units_move
    t.value[units], t.worth[units] = t.units_value, t.units_value
    t.ability[units], t.amount[units], t.family[units] = t.units_ability, t.units_amount, t.units_family
    tokens = slice(UNIT_KINDS, FIRST_NOBLE)
    t.attack[tokens], t.defence[tokens], t.move[tokens] = t.tokens_att, t.tokens_def, t.tokens_move
    t.value[tokens], t.worth[tokens] = t.tokens_value, 3
    t.ability[tokens], t.amount[tokens], t.family[tokens] = t.tokens_ability, t.tokens_amount, t.tokens_family
    nobles = slice(FIRST_NOBLE, FIRST_NOBLE + len(NOBLE_KEYS))
    t.attack[nobles], t.move[nobles] = t.nobles_att, t.nobles_move
    t.defence[nobles] = (t.nobles_def + t.noble_def_delta).clip(0)


def _board(t, values, players):
    """ADE-D09, ADE-D10: neighbours, distances and castles of the board in use."""
    in_use = values["tri"] if values["rules"]["board"] == "tri" and players == 3 else values["quad"]
    rows = {name: row for name, row in in_use.items() if row["zone"] != "absent"}
    links = {FIELD_IDS[name]: set() for name in rows}
    for name, row in rows.items():
        for other in row["next_to"].split():
            if other in rows:
                links[FIELD_IDS[name]].add(FIELD_IDS[other])
                links[FIELD_IDS[other]].add(FIELD_IDS[name])
    if values["rules"]["adjacency"] == "king":
        _join_diagonals(rows, links)
    for f, others in links.items():
        if len(others) > MAX_DEGREE:
            raise UserError(f"a field has more than {MAX_DEGREE} neighbours")
        t.adjacent[f] = _mask(others)
        t.neighbours[f] = len(others)
        t.neighbour[f, : len(others)] = sorted(others)
    t.fields = _mask(links)
    for name, row in rows.items():
        f = FIELD_IDS[name]
        if (row["zone"] == "tower") != (f == TOWER):
            raise UserError(f'"{name}": the tower is the field "T", and only that one')
        if row["zone"] == "castle":
            t.castle[SECTORS.index(name[0])] |= 1 << f
            t.castle_fields |= 1 << f
    _distances(t, links)


def _join_diagonals(rows, links):
    for name, row in rows.items():
        for other, place in rows.items():
            near = max(abs(row["row"] - place["row"]), abs(row["col"] - place["col"])) == 1
            if near and row["row"] >= 0 and place["row"] >= 0:
                links[FIELD_IDS[name]].add(FIELD_IDS[other])


def _distances(t, links):
    t.distance[:] = FAR
    for start in links:
        t.distance[start, start] = 0
        edge, seen, steps = {start}, {start}, 0
        while edge:
            edge = {g for f in edge for g in links[f]} - seen
            seen |= edge
            steps += 1
            for f in edge:
                t.distance[start, f] = steps
        for radius in range(MAX_RADIUS):
            t.ball[radius, start] = _mask(g for g in links if t.distance[start, g] <= radius)


def _layouts(t, values, players):
    """ADE-108, ADE-D10: which layouts may be drawn."""
    rules = values["rules"]
    keys = list(values["layouts"])
    if players == 2:
        chosen = [rules["p2_layout"]]
    elif players == 4:
        chosen = ["all_castles"]
    elif rules["board"] == "tri":
        chosen = ["ring"]
    else:
        chosen = ["middle_seat1", "middle_seat2", "middle_seat0"]
        if rules["p3_layout"] != "random":
            chosen = [chosen[int(rules["p3_layout"])]]
    t.layout_first = keys.index(chosen[0])
    t.layout_count = len(chosen)


def _seats(t, values, players):
    """ADE-102, ADE-107: factions and nobles that the scenario fixes."""
    rules = values["rules"]
    t.fixed_faction[:] = -1
    t.fixed_noble[:] = -1
    for seat in range(players):
        noble, faction = rules["noble_choice"][seat], rules["factions"][seat]
        if noble == "random":
            t.fixed_noble[seat] = -2
        elif noble != "strategy":
            t.fixed_noble[seat] = NOBLE_KEYS.index(noble)
            own = values["nobles"][noble]["faction"]
            if faction not in ("random", own):
                raise UserError(f'"rules.noble_choice": {noble} belongs to {own}, but seat {seat} plays {faction}')
            faction = own
        if faction != "random":
            t.fixed_faction[seat] = FACTION_KEYS.index(faction)
    for faction in FACTION_KEYS:
        if faction not in {noble["faction"] for noble in values["nobles"].values()}:
            raise UserError(f'"nobles": the faction {faction} has no noble (ADE-107)')
    fixed = [int(faction) for faction in t.fixed_faction[:SEATS] if faction >= 0]
    if len(fixed) != len(set(fixed)):
        raise UserError('"rules.factions": each seat plays a different faction (ADE-101)')


def _deck(t, values):
    """ADE-612: copies of each kind, and which kinds are played in the own turn."""
    t.card_count[:] = t.cards_count * (1 - t.remove_cards)
    t.deck_size = t.card_count.sum()
    t.main_cards[:] = [kind not in OUT_OF_TURN_CARDS for kind in range(len(CARD_KEYS))]
    t.costly_cards[:] = (t.cards_ap > 0) & (t.main_cards > 0)
    options = values["cards"][CARD_KEYS[TRADE_AGREEMENTS]]
    if options["min_gold"] < options["gold_a"]:
        raise UserError('"cards.trade_agreements": min_gold must cover the first option (gold_a)')


def _mask(fields):
    return sum(1 << f for f in fields)


assert SECTOR_FIELDS * len(SECTORS) == TOWER
