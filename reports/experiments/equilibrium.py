"""Which mix of strategies would last? Equilibria of a matrix of win rates.

`wins[a, b]` is the win rate of a seat that plays a among seats that play b; the diagonal is the fair share.
"""

import itertools

import numpy as np

_POPULATION = 50  # players of the evolving population
_RANKING_INTENSITY = 100.0  # how strongly success decides who is copied; win rates are small numbers


def nash(wins: np.ndarray) -> np.ndarray:
    """Two players: the mix that no strategy beats, by linear programming."""
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


def alpha_rank(wins: np.ndarray) -> np.ndarray:
    """Any number of players: how long an evolving population plays each strategy (alpha-rank, Omidshafiei 2019).

    The population plays one strategy until a single newcomer with another takes over; the chance of that follows from
    the win rates of both in the mixed population.
    """
    size = len(wins)
    chain = np.zeros((size, size))
    for old, new in itertools.permutations(range(size), 2):
        chain[old, new] = _fixation(wins, new, old) / (size - 1)
    chain[np.diag_indices(size)] = 1 - chain.sum(axis=1)
    equations = np.vstack([chain.T - np.eye(size), np.ones(size)])
    stationary = np.linalg.lstsq(equations, np.append(np.zeros(size), 1.0), rcond=None)[0]
    return _shares(stationary)


def _fixation(wins: np.ndarray, new: int, old: int) -> float:
    """The chance that one newcomer ends up as the whole population."""
    count = np.arange(1, _POPULATION)  # players of the new strategy
    others = _POPULATION - 1
    fit_new = (count - 1) / others * wins[new, new] + (_POPULATION - count) / others * wins[new, old]
    fit_old = count / others * wins[old, new] + (_POPULATION - count - 1) / others * wins[old, old]
    losses = np.cumsum(-_RANKING_INTENSITY * (fit_new - fit_old))
    return float(1 / (1 + np.exp(np.clip(losses, -700, 50)).sum()))


def equilibrium(wins: np.ndarray, players: int) -> np.ndarray:
    return nash(wins) if players == 2 else alpha_rank(wins)


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
