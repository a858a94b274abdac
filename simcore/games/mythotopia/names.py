"""Names of everything on the table, in the order of their numbers."""

SYMBOLS = ("food", "stone", "gold", "army", "ship")
TERRAINS = ("normal", "hill", "mountain")
ISLANDS = ("mainland", "large", "small")
ROUTES = ("normal", "hill", "sea1", "sea2", "portal")

SEA_AREAS = (
    "Inner Mere",
    "West Strait",
    "Northwest Reach",
    "North Sound",
    "Northeast Deep",
    "East Bight",
    "Southeast Gulf",
    "South Roads",
    "Southwest Haven",
)

PROVINCES = (
    *("Fescue", "Gault", "Hythe", "Jorum", "Knap", "Limn", "Moraine", "Holm", "Quern", "Eagre"),
    *("Oxter", "Aporia", "Nesus", "Diclesum", "Raddle", "Skerry", "Voe", "Palmain", "Iracund", "Sarsen"),
    *("Thole", "Nesh", "Ictus", "Scombroid", "Blore", "Umbel", "Vair", "Kinabra", "Camarine", "Wold"),
    *("Yarrow", "Zaffre", "Brume", "Inch", "Ait", "Cairn", "Dulse", "Esker", "Fallow", "Garth"),
)

PROGRESS = (
    *("Alchemist", "Army", "Build", "Cavalry", "Counsellor", "Diplomat", "Farming", "General", "Gold Mine", "Hero"),
    *("Levies", "Limes", "Market", "Marauders", "Mercenary", "Merchant", "Militia", "Mystic", "Philosopher", "Portal"),
    *("Providence", "Quarry", "Queen", "Ranger", "Reserve Army", "Scribe", "Ship", "Warehouse", "Water Mill"),
)

BASIC_CARDS = ("Army", "Build", "Market", "Ship")

FIXED_VP_CARDS = ("City", "Castle", "Streets")
VARIABLE_VP_CARDS = (
    "Citadel",
    "Defender of the Realm",
    "Guilded City",
    "Here Be Dragons",
    "Lord of the Isles",
    "Master of the Sea",
    "Patronage",
    "Roadside Inns",
    "Runestones",
    "Spoils of War",
)
VP_CARDS = FIXED_VP_CARDS + VARIABLE_VP_CARDS

TYPES = (
    "attack",
    "place armies",
    "withdraw armies",
    "place ships",
    "withdraw ships",
    "end a war",
    "buy",
    "add a card",
    "reserve",
    "discard",
    "thin",
    "build a city",
    "build a castle",
    "build a road",
    "Diplomat",
    "Alchemist",
    "patronage",
    "pass",
    "end the game",
    "move along roads",
    "Warehouse",
    "Counsellor",
    "Marauders",
    "Mercenary",
    "Militia",
    "Mystic",
    "Philosopher",
    "Providence",
    "end turn",
)


def key(name: str) -> str:
    """The name as part of a column name or a row of a scenario file."""
    return name.lower().replace(" ", "_")
