"""Which cards go with winning? Four figures per card, from weak to strong evidence.

1. How often a seat has or uses it.
2. Association: win rate of seats with the card minus that of seats without. Long games show more cards and some
   strategies like some cards, so this is not the card's doing.
3. Adjusted association: the same difference among seats of the same strategy, the same seat and games of similar
   length (a regression with a term for every such stratum, errors clustered by block).
4. Randomised difference, where the set-up alone decides who gets the card or whether it is in the game: unbiased.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
import polars as pl

from reports.stats.intervals import CONFIDENCE, mean_interval, rate_interval
from reports.stats.multiple import benjamini_hochberg

_LENGTH_BINS = 10
_MOST_CLUSTERS = 8_000  # lines of a regression; more would only make it slower


# --- association: one pass over all rows ----------------------------------------------------------


@dataclass
class Sums:
    """Products summed over blocks, per card, of: wins of seats with the card, seats with it, wins of all seats, 1."""

    cards: int
    per_block: int  # seat rows in a block
    copies: np.ndarray = field(init=False)
    products: np.ndarray = field(init=False)
    blocks_with: np.ndarray = field(init=False)
    blocks_without: np.ndarray = field(init=False)

    def __post_init__(self) -> None:
        self.copies, self.blocks_with, self.blocks_without = np.zeros((3, self.cards))
        self.products = np.zeros((self.cards, 4, 4))

    def add(self, win: np.ndarray, counts: Sequence[np.ndarray]) -> None:
        """Rows of whole blocks, block after block; `counts` has one array per card."""
        wins = np.ascontiguousarray(win, np.float32)
        present, both = np.empty_like(wins), np.empty_like(wins)  # reused: fresh pages would cost more than the sums
        ones = np.ones(self.per_block, np.float32)

        def per_block(values: np.ndarray) -> np.ndarray:
            return values.reshape(-1, self.per_block) @ ones

        block = np.ones((4, len(wins) // self.per_block))
        block[2] = per_block(wins)
        for card, count in enumerate(counts):
            np.greater(count, 0, out=present)
            np.multiply(present, wins, out=both)
            block[0], block[1] = per_block(both), per_block(present)
            self.copies[card] += count.sum()
            self.blocks_with[card] += (block[1] > 0).sum()
            self.blocks_without[card] += (block[1] < self.per_block).sum()
            self.products[card] += np.einsum("ib,jb->ij", block, block)


def association(sums: Sums, confidence: float = CONFIDENCE) -> pl.DataFrame:
    """One line per card: share of seats that have it, win rate with and without, their difference."""
    wins, present, all_wins, blocks = np.moveaxis(sums.products[:, :, 3], 1, 0)
    rows = blocks * sums.per_block
    with np.errstate(divide="ignore", invalid="ignore"):
        rate_with, rate_without = wins / present, (all_wins - wins) / (rows - present)
        zero, one = np.zeros_like(wins), np.ones_like(wins)
        # What a block adds to each figure's error, as weights of the four block sums.
        of_share = np.array([zero, one, zero, -present / blocks]) / rows
        of_with = np.array([one, -rate_with, zero, zero]) / present
        of_without = np.array([-one, rate_without, one, -rate_without * sums.per_block]) / (rows - present)
        figures = {
            "share": (present / rows, of_share, blocks),
            "win_with": (rate_with, of_with, sums.blocks_with),
            "win_without": (rate_without, of_without, sums.blocks_without),
            "difference": (rate_with - rate_without, of_with - of_without, blocks),
        }
        columns = {"n": present.astype(np.int64), "copies": sums.copies / rows}
        constant = np.zeros(len(wins), bool)
        for name, (value, weights, size) in figures.items():
            variance = np.einsum("ac,cab,bc->c", weights, sums.products, weights)
            se = np.sqrt(np.where(variance > 1e-18, variance, 0) * blocks / np.maximum(blocks - 1, 1))
            interval = mean_interval if name == "difference" else rate_interval
            low, high = interval(value, se, size, confidence)
            constant |= (se == 0) & (name != "share")
            columns |= {name: value, f"{name}_low": low, f"{name}_high": high}
        # Where all seats with (or all without) the card fared alike, the two intervals bound the difference.
        columns["difference_low"] = np.where(
            constant, columns["win_with_low"] - columns["win_without_high"], columns["difference_low"]
        )
        columns["difference_high"] = np.where(
            constant, columns["win_with_high"] - columns["win_without_low"], columns["difference_high"]
        )
    return pl.DataFrame(columns).fill_nan(None)


# --- adjusted and randomised differences: regression on whole blocks -------------------------------


@dataclass(frozen=True)
class Effect:
    """A difference with its interval and p-value; None where nothing varies."""

    difference: float | None = None
    low: float | None = None
    high: float | None = None
    p: float | None = None


def length_bins(length: np.ndarray, bins: int = _LENGTH_BINS) -> np.ndarray:
    """Games of similar length: bins of about equal numbers of games."""
    edges = np.unique(np.quantile(length, np.linspace(0, 1, bins + 1)[1:-1]))
    return np.searchsorted(edges, length, side="left")


def strata(columns: Iterable[np.ndarray]) -> np.ndarray:
    """One number per combination of values."""
    codes = np.zeros(0, np.int64)
    for column in columns:
        values = np.unique(column, return_inverse=True)[1]
        codes = values if not len(codes) else codes * (values.max() + 1) + values
    return np.unique(codes, return_inverse=True)[1]


def centred(values: np.ndarray, stratum: np.ndarray) -> np.ndarray:
    """Values minus the mean of their stratum: what a regression with a term per stratum leaves (Frisch-Waugh)."""
    sizes = np.bincount(stratum)
    return values - (np.bincount(stratum, values) / sizes)[stratum]


def effect(outcome: np.ndarray, present: np.ndarray, per_block: int, confidence: float = CONFIDENCE) -> Effect:
    """The coefficient of `present` on `outcome`, both centred within strata, errors clustered by block.

    Rows come block by block, `per_block` each. A regression on one line per block, made from the block's sums of
    squares and products, has the same coefficient as one on all rows, and its heteroscedasticity-robust error is their
    cluster-robust error. Of many blocks, neighbours are taken together, which keeps the errors valid.
    """
    from statsmodels.regression.linear_model import OLS

    together = per_block * -(-len(outcome) // per_block // _MOST_CLUSTERS)
    starts = np.arange(0, len(outcome), together)
    squares = np.add.reduceat(present**2, starts)
    products = np.add.reduceat(present * outcome, starts)
    varied = squares > 1e-9
    if varied.sum() < 3:
        return Effect()
    root = np.sqrt(squares[varied])
    model = OLS(products[varied] / root, root).fit(cov_type="HC1", use_t=True)
    if not np.isfinite(model.bse[0]) or model.bse[0] == 0:
        return Effect()
    low, high = model.conf_int(1 - confidence)[0]
    return Effect(float(model.params[0]), float(low), float(high), float(model.pvalues[0]))


def discoveries(p_values: Sequence[float | None], rate: float = 1 - CONFIDENCE) -> list[bool]:
    """Which cards stand out: Benjamini-Hochberg at 5 % false discoveries."""
    flags = iter(benjamini_hochberg([p for p in p_values if p is not None], rate))
    return [bool(next(flags)) if p is not None else False for p in p_values]
