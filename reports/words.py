"""Numbers and names as a designer reads them."""

import math
from collections.abc import Sequence


def percent(value: float | None, digits: int = 1) -> str:
    """29.1 %"""
    return "–" if value is None or math.isnan(value) else f"{100 * value:.{digits}f} %"


def points(value: float | None, digits: int = 1) -> str:
    """+4.1 or −0.3, in percentage points."""
    return "–" if value is None or math.isnan(value) else signed(100 * value, digits)


def signed(value: float | None, digits: int = 1) -> str:
    if value is None or math.isnan(value):
        return "–"
    text = f"{abs(value):.{digits}f}"
    if not float(text):
        return text
    return ("+" if value > 0 else "−") + text


def number(value: float | None, digits: int | None = None) -> str:
    """12.3, 4,500, –; about three significant digits unless told."""
    if value is None or math.isnan(value):
        return "–"
    if digits is None:
        digits = 0 if abs(value) >= 100 or float(value).is_integer() else 1 if abs(value) >= 10 else 2
    return f"{value:,.{digits}f}".replace("-", "−")


def digits_for(half: float) -> int:
    """Decimals that show an interval of this half width with one or two figures."""
    if not half or not math.isfinite(half):
        return 1
    return min(max(-math.floor(math.log10(half * 1.05)), 1), 3)


def _enough(digits: int, value: float) -> int:
    """At least so many decimals, and more where a small value would read as 0."""
    return max(digits, -math.floor(math.log10(value)))


def rate(mean: float, low: float, high: float) -> str:
    """29.1 % ± 0.3, or a range where the interval is lopsided."""
    if math.isnan(mean):
        return "–"
    digits = digits_for(100 * (high - low) / 2)
    if low == high:
        return f"{100 * mean:.3g} %"
    if mean == 0:
        return f"0 % (at most {100 * high:.{_enough(digits, 100 * high)}f})"
    if mean == 1:
        return f"100 % (at least {100 * low:.{_enough(digits, 100 * (1 - low))}f})"
    if lopsided(mean, low, high):
        return f"{100 * mean:.{digits}f} % ({100 * low:.{digits}f} to {100 * high:.{digits}f})"
    return f"{100 * mean:.{digits}f} % ± {100 * (high - low) / 2:.{digits}f}"


def mean_of(mean: float, low: float, high: float) -> str:
    """12.31 ± 0.04"""
    if math.isnan(mean):
        return "–"
    digits = digits_for((high - low) / 2)
    return f"{round(mean, digits) + 0.0:,.{digits}f} ± {(high - low) / 2:,.{digits}f}".replace("-", "−")


def difference(value: float | None, low: float | None, high: float | None, scale: float = 100) -> str:
    """+4.1 ± 0.3"""
    if value is None or low is None or high is None or math.isnan(value):
        return "–"
    half = scale * (high - low) / 2
    digits = digits_for(half)
    return f"{signed(scale * value, digits)} ± {half:.{digits}f}"


def lopsided(mean: float, low: float, high: float) -> bool:
    short, long = sorted((mean - low, high - mean))
    return long > 0 and short < 0.75 * long


def short(name: str, most: int = 36) -> str:
    """A name for a sentence."""
    return name if len(name) <= most else name[: most - 1].rstrip() + "…"


def plain(name: str) -> str:
    """A column or category as words."""
    return name.replace("_", " ")


def listed(items: Sequence[str], most: int = 8) -> str:
    """a, b and c; long lists end with how many more there are."""
    if len(items) > most:
        return f"{', '.join(items[:most])} and {len(items) - most} more"
    return " and ".join(filter(None, [", ".join(items[:-1]), items[-1]])) if items else "none"


def plural(noun: str) -> str:
    """games, strategies"""
    return noun[:-1] + "ies" if noun.endswith("y") and noun[-2:-1] not in "aeiou" else noun + "s"


def counted(count: int, noun: str) -> str:
    """1 game, 2,000 games"""
    return f"{count:,} {noun if count == 1 else plural(noun)}"


def p_value(p: float | None) -> str:
    if p is None:
        return "–"
    return "p < 0.001" if p < 0.001 else f"p = {p:.3f}"


def player(strategy: str, settings: dict[str, float]) -> str:
    """A strategy with its settings, as a line-up names it."""
    return f"{strategy}({', '.join(f'{name}={value:g}' for name, value in settings.items())})" if settings else strategy


def lineup(manifest: dict) -> str:
    """The line-up in words."""
    names = [player(each["strategy"], each["settings"]) for each in manifest["lineup"]["pool"]]
    kind = manifest["lineup"]["kind"]
    if kind == "mirror":
        return f"{names[0]} in every seat"
    if kind == "rotated":
        return f"{', '.join(names)}, rotated over the seats"
    return f"field of {counted(len(names), 'strategy')}, balanced over seats and opponents"
