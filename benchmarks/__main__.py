"""`make bench`: speed tables as ratios within this run, then one line per game with its behaviour hash.

    python -m benchmarks [--quick] [--accept]

`--accept` stores the hashes in `signature.txt`; a commit that changes one says why.
"""

import argparse
import sys
from pathlib import Path

from benchmarks import batch, peers, report
from simcore import catalogue, speed

SIGNATURES = Path(__file__).parent / "signature.txt"


def signatures(seconds: float, accept: bool) -> int:
    known = dict(line.split() for line in SIGNATURES.read_text().splitlines()) if SIGNATURES.exists() else {}
    changed = []
    print(f"{'game':<12} {'games/s':>12} {'decisions/s':>14}  behaviour (one core, field, largest player count)")
    for name in catalogue.game_names():
        games, decisions = speed.measure(name, seconds)
        found = speed.signature(name)
        if known.get(name) != found:
            changed.append(name)
        note = "" if known.get(name) == found else f"  was {known.get(name, 'not recorded')}"
        known[name] = found
        print(f"{name:<12} {games:>12,.0f} {decisions:>14,.0f}  {found}{note}", flush=True)
    if accept:
        SIGNATURES.write_text("".join(f"{name} {known[name]}\n" for name in sorted(known)))
    elif changed:
        print(f"behaviour changed: {', '.join(changed)}; if meant, store it: python -m benchmarks --accept")
    return 0 if accept or not changed else 1


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Speed as ratios, and behaviour hashes.")
    parser.add_argument("--quick", action="store_true", help="a tenth of the games and of the time")
    parser.add_argument("--accept", action="store_true", help="only store the behaviour hashes in signature.txt")
    options = parser.parse_args()
    if not options.accept:
        print(peers.table(), "\n", flush=True)
        print(batch.table(1_000_000 if options.quick else 10_000_000))
        print(batch.startup(), "\n", flush=True)
        print(report.table(), "\n", flush=True)
    return signatures(1.0 if options.quick else 5.0, options.accept)


sys.exit(main())
