"""Which mix of strategies would last? Equilibria of tables of win rates.

`tables[a, b, k - 1]` is the win rate of a seat that plays a at a table with k seats of a and the others of b; with
k = n, and where a is b, it is the fair share. With two players `tables[:, :, 0]` is the matrix of win rates.
"""

import functools
import itertools

import numpy as np

_POPULATION = 50  # players of the evolving population
_RANKING_INTENSITY = 100.0  # how strongly success decides who is copied; win rates are small numbers


def nash(wins: np.ndarray) -> np.ndarray:
    """Two players: the mix that no strategy beats, by linear programming on the matrix of win rates."""
    from scipy.optimize import linprog

    size = len(wins)
    advantage = wins - wins.T  # zero-sum
    # Maximise the worst result v: mix >= 0, sum(mix) = 1, for every reply b: sum_a mix[a] * advantage[a, b] >= v.
    found = linprog(
        c=np.append(np.zeros(size), -1.0),
        A_ub=np.hstack([-advantage.T, np.ones((size, 1))]),
        b_ub=np.zeros(size),
        A_eq=np.append(np.ones(size), 0.0)[None],
        b_eq=[1.0],
        bounds=[(0, 1)] * size + [(None, None)],
    )
    return _shares(found.x[:size])


def alpha_rank(tables: np.ndarray) -> np.ndarray:
    """Any number of players: how long an evolving population plays each strategy (alpha-rank, Omidshafiei 2019).

    The population plays one strategy until a single newcomer with another takes over; the chance of that follows from
    the win rates of both at tables whose players are drawn from the mixed population.
    """
    size = len(tables)
    chain = np.zeros((size, size))
    for old, new in itertools.permutations(range(size), 2):
        chain[old, new] = _fixation(tables[new, old], tables[old, new]) / (size - 1)
    chain[np.diag_indices(size)] = 1 - chain.sum(axis=1)
    equations = np.vstack([chain.T - np.eye(size), np.ones(size)])
    stationary = np.linalg.lstsq(equations, np.append(np.zeros(size), 1.0), rcond=None)[0]
    return _shares(stationary)


def _fixation(new: np.ndarray, old: np.ndarray) -> float:
    """The chance that one newcomer ends up as the whole population; win rates by the number of own seats."""
    for_new, for_old = _opponents(len(new))
    advantage = for_new @ new - for_old @ old[::-1]
    losses = np.cumsum(-_RANKING_INTENSITY * advantage)
    return float(1 / (1 + np.exp(np.clip(losses, -700, 50)).sum()))


@functools.cache
def _opponents(players: int) -> tuple[np.ndarray, np.ndarray]:
    """How likely 0, 1, ... newcomers sit among the others of a table, for a newcomer and for an old player.

    One line per number of newcomers in the population, from 1 to all but one.
    """
    from scipy.stats import hypergeom

    newcomers = np.arange(1, _POPULATION)[:, None]
    seated = np.arange(players)
    return tuple(hypergeom.pmf(seated, _POPULATION - 1, count, players - 1) for count in (newcomers - 1, newcomers))


def equilibrium(tables: np.ndarray) -> np.ndarray:
    return nash(tables[:, :, 0]) if tables.shape[2] == 2 else alpha_rank(tables)


def _shares(values: np.ndarray) -> np.ndarray:
    values = np.where(values > 1e-6, values, 0.0)
    return values / values.sum()


def cycles(beats: np.ndarray) -> list[tuple[int, int, int]]:
    """Every three strategies of which each beats the next; `beats[a, b]` as shown by the intervals."""
    return [
        (a, *order)
        for a, b, c in itertools.combinations(range(len(beats)), 3)
        for order in ((b, c), (c, b))
        if beats[a, order[0]] and beats[order[0], order[1]] and beats[order[1], a]
    ]


def dominated(mean: np.ndarray, low: np.ndarray, high: np.ndarray) -> dict[int, int]:
    """Strategies that another one is never worse than and somewhere shown to be better: loser -> the better one."""
    found = {}
    for worse, better in itertools.permutations(range(len(mean)), 2):
        shown = (low[better] > high[worse]).any() or low[better, worse] > mean[worse, worse]
        if (mean[better] >= mean[worse] - 1e-12).all() and shown and worse not in found:
            found[worse] = better
    return found
