from simcore.kernels.rng import choose
from simcore.strategy import strategy


@strategy
def uniform(s, t, legal, seat):
    """Takes any legal decision, each equally likely; the baseline that wastes nearly everything."""
    return legal[choose(s, seat, len(legal))]
