"""The knobs of tic-tac-toe."""

from simcore.params import Knob, Params

PARAMS = Params(
    knobs=(
        Knob(
            "side",
            3,
            low=3,
            high=4,
            unit="cells",
            rule="TTT-01",
            alternatives=(4,),
            help="rows and columns of the board",
        ),
        Knob(
            "line",
            3,
            low=3,
            high=4,
            unit="cells",
            rule="TTT-05",
            alternatives=(4,),
            help="cells in a row that make a line",
        ),
        Knob("misere", False, rule="TTT-07", alternatives=(True,), help="whoever makes a line loses"),
    )
)
