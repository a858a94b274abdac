from simcore.strategy import strategy
from strategies.comuni.judgement import Style, steady

STYLE = Style()


@strategy
def balanced(s, t, legal, seat):
    """The all-rounder and reference opponent: two cheap bids, a claim, a little of everything.

    Gives the alliance its fair share, mans its walls against what the others probably leave over, and repairs when a
    pilgrim can be spared.
    """
    return steady(s, t, legal, seat, STYLE)
