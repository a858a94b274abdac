from simcore.strategy import strategy
from strategies.loewenherz.judgement import decide, weights


@strategy
def builder(s, t, legal, seat, money=0.35, denial=0.5, knight=0.9, expansion=1.0, mine=1.2, boundary=1.0, ally=1.0):
    """Encloses the rectangles that pay best for their boundaries, then expands them; defends what is threatened."""
    w = weights(money, denial, knight, expansion, mine, boundary, ally)
    return decide(s, t, legal, seat, w)
