"""Names and small vocabularies: factions, units, tokens, nobles, event cards, abilities, noble effects, fields.

The numbers of all these lie in `scenarios/adellos/`; the rows there stand in the order given here.
"""

FACTION_KEYS = ("clergy", "royal_army", "rebels", "undead")
FACTIONS = ("Clergy", "Royal Army", "Rebels", "Undead")

SLOTS = 10  # unit types of a faction
UNITS = (
    *("Pilgrim", "Almoner", "Temple Guard", "Flagellant", "Monk"),
    *("Crusader", "Relic Bearer", "Templar Rider", "Inquisitor", "Seraph"),
    *("Recruit", "Peasant", "Pikeman", "Soldier", "Court Scholar"),
    *("Knight", "Field Marshal", "Siege Engine", "Royal Herald", "Steel Colossus"),
    *("Vagabond", "Smuggler", "Bandit", "Rogue", "Hedge Witch"),
    *("Brawler", "Highwayman", "Ringleader", "Assassin", "Troll Mercenary"),
    *("Zombie", "Grave Robber", "Skeleton", "Zombie Squad", "Cultist"),
    *("Banshee", "Necromancer", "Bone Guard", "Vampire", "Bone Dragon"),
)
TOKENS = ("Paladin", "Ghoul")
NOBLES = (
    *("Pope Anicetus IV", "Arch Paladin Mathias", "Abbess Walburga"),
    *("Jester Caspar", "General Iron Fist", "Prince Konrad"),
    *("Merchant Pinkerton", "Battle Maiden Evelyn", "Rebels Favorite Dana"),
    *("Zombie-Lord", "Vampirelord Darkula", "Lich-Baron Kynoth"),
)
CARDS = (
    *("Call to Arms", "Combat Training", "Reinforcements", "Treach", "Trade Agreements", "Time Shift"),
    *("Incoming", "First Aid", "Path to Wisdom", "Mind Control", "Book-Keeper", "Assault"),
    *("Censorship", "Unchained", "Party", "Quick Attack", "Revolt"),
)


def key_of(name: str) -> str:
    """The name as it stands in scenario files and column names: `Pope Anicetus IV` is `pope_anicetus_iv`."""
    return name.lower().replace(" ", "_").replace("-", "_")


UNIT_KEYS = tuple(map(key_of, UNITS))
TOKEN_KEYS = tuple(map(key_of, TOKENS))
NOBLE_KEYS = tuple(map(key_of, NOBLES))
CARD_KEYS = tuple(map(key_of, CARDS))

# A piece on the board has a kind: 0-39 unit types (10 * faction + slot), 40-41 tokens, 42-53 nobles.
UNIT_KINDS = len(UNITS)
PALADIN, GHOUL = UNIT_KINDS, UNIT_KINDS + 1
FIRST_NOBLE = UNIT_KINDS + len(TOKENS)
KINDS = FIRST_NOBLE + len(NOBLES)
PIECES = UNITS + TOKENS + NOBLES

CARD_KINDS = len(CARDS)
(
    CALL_TO_ARMS,
    COMBAT_TRAINING,
    REINFORCEMENTS,
    TREACH,
    TRADE_AGREEMENTS,
    TIME_SHIFT,
    INCOMING,
    FIRST_AID,
    PATH_TO_WISDOM,
    MIND_CONTROL,
    BOOK_KEEPER,
    ASSAULT,
    CENSORSHIP,
    UNCHAINED,
    PARTY,
    QUICK_ATTACK,
    REVOLT,
) = range(CARD_KINDS)

# ADE-930 to ADE-938
ABILITIES = (
    *("none", "income", "wisdom", "command", "aura_att", "aura_def"),
    *("plunder", "raise", "bind", "pierce", "fly"),
)
NO_ABILITY, INCOME, WISDOM, COMMAND, AURA_ATT, AURA_DEF, PLUNDER, RAISE, BIND, PIERCE, FLY = range(len(ABILITIES))

FAMILIES = ("none", "soldier", "knight", "crusader", "bandit", "rogue", "zombie", "vampire", "paladin")
NO_FAMILY = 0
ZOMBIE_FAMILY = FAMILIES.index("zombie")

# ADE-903 to ADE-915; the last two are the stronger alternatives for the invented nobles.
EFFECTS = (
    *("none", "immune_time", "hire_paladin", "copy_unused", "buy_card"),
    *("family_att", "family_def", "family_discount", "incantation", "income", "wisdom"),
)
(
    NO_EFFECT,
    IMMUNE_TIME,
    HIRE_PALADINS,
    COPY_UNUSED,
    BUY_CARDS,
    FAMILY_ATT,
    FAMILY_DEF,
    FAMILY_DISCOUNT,
    INCANTATION,
    NOBLE_INCOME,
    NOBLE_WISDOM,
) = range(len(EFFECTS))

# ADE-D09: field id = 15 * sector + k; k = 0-8 castle (0-2 back row, 6-8 front row), 9-14 plain; the tower is 60.
SECTORS = "NESW"
SECTOR_FIELDS = 15
TOWER = 60
FIELDS = 61
FIELD_NAMES = (
    *(f"{sector}{f'c{k}' if k < 9 else f'p{k - 9}'}" for sector in SECTORS for k in range(SECTOR_FIELDS)),
    "T",
)
FIELD_IDS = {name: f for f, name in enumerate(FIELD_NAMES)}
