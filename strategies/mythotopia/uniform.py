from simcore.kernels.rng import choose
from simcore.strategy import strategy


@strategy
def uniform(s, t, legal, seat):
    """Takes any legal option, each equally likely."""
    return legal[choose(s, seat, len(legal))]
