"""simcore: a Monte Carlo game-balance simulator.

    import simcore
    run = simcore.run("loewenherz", games=10_000, seed=1)
    run.seats.group_by("seat").agg(pl.col("win").mean()).collect()
    table = simcore.Table("tictactoe")

Everything is imported when first used: `import simcore` itself is quick.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from simcore.api import replay, resume, run
    from simcore.errors import UserError
    from simcore.experiments.ablate import ablate
    from simcore.experiments.compare import compare
    from simcore.experiments.matrix import matrix
    from simcore.experiments.planning import plan_games
    from simcore.experiments.sensitivity import sensitivity
    from simcore.experiments.sweep import sweep
    from simcore.experiments.tune import tune
    from simcore.experiments.verify import verify_targets
    from simcore.scenario import Scenario
    from simcore.scenario import load as load_scenario
    from simcore.store import Run, load
    from simcore.table import Table

__all__ = [
    "Run",
    "Scenario",
    "Table",
    "UserError",
    "ablate",
    "compare",
    "load",
    "load_scenario",
    "matrix",
    "plan_games",
    "replay",
    "resume",
    "run",
    "sensitivity",
    "sweep",
    "tune",
    "verify_targets",
]

_HOMES = {
    "Run": ("simcore.store", "Run"),
    "Scenario": ("simcore.scenario", "Scenario"),
    "Table": ("simcore.table", "Table"),
    "UserError": ("simcore.errors", "UserError"),
    "ablate": ("simcore.experiments.ablate", "ablate"),
    "compare": ("simcore.experiments.compare", "compare"),
    "load": ("simcore.store", "load"),
    "load_scenario": ("simcore.scenario", "load"),
    "matrix": ("simcore.experiments.matrix", "matrix"),
    "plan_games": ("simcore.experiments.planning", "plan_games"),
    "replay": ("simcore.api", "replay"),
    "resume": ("simcore.api", "resume"),
    "run": ("simcore.api", "run"),
    "sensitivity": ("simcore.experiments.sensitivity", "sensitivity"),
    "sweep": ("simcore.experiments.sweep", "sweep"),
    "tune": ("simcore.experiments.tune", "tune"),
    "verify_targets": ("simcore.experiments.verify", "verify_targets"),
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'simcore' has no attribute '{name}'")
    module, attribute = _HOMES[name]
    return getattr(importlib.import_module(module), attribute)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
