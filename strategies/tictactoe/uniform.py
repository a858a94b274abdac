from simcore.kernels.rng import choose
from simcore.strategy import strategy


@strategy
def uniform(s, t, legal, seat):
    """Marks any empty cell, each equally likely."""
    return legal[choose(s, seat, len(legal))]
