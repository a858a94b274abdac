"""Uniform random tic-tac-toe on one core: the engine against C, plain Python, itself interpreted, and its peers.

Each contender plays whole games from the start position with uniformly random legal moves; its mean result must be
the exact one before its speed is believed.
"""

import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from simcore import plan, scenario, workers
from simcore.plan import Plan

ADVANTAGE, SPREAD = 0.296825, 0.8860  # exact mean and standard deviation of the first player's result (1, 0 or -1)
HERE = Path(__file__).parent


@dataclass
class Contender:
    name: str
    rate: float = 0.0  # games per second
    note: str = ""


def measure(name: str, play: Callable[[int], float], start: int, seconds: float = 2.0) -> Contender:
    """Play ever larger batches until one takes `seconds`; report that one. `play` returns the first player's mean result."""
    games = start
    while True:
        begun = time.perf_counter()
        result = play(games)
        elapsed = time.perf_counter() - begun
        if elapsed >= seconds:
            break
        games = int(games * min(max(1.2 * seconds / max(elapsed, 1e-3), 1.5), 20))
    assert abs(result - ADVANTAGE) < 5 * SPREAD / games**0.5, f"{name} plays another game"
    return Contender(name, games / elapsed)


def engine_kernel() -> Contender:
    """The generic loop with a strategy handed in, writing rows, as a worker runs it."""
    batch = _uniform_games()
    workers.play(batch, 0, 10)  # compiles, or loads what is compiled
    block = 50_000

    def play(games: int) -> float:
        balance = 0
        for first in range(0, games, block):
            rows, _ = workers.play(batch, first, min(first + block, games))
            balance += int((rows["winner"] == 0).sum()) - int((rows["winner"] == 1).sum())
        return balance / games

    return measure("simcore kernel", play, 100_000)


def _uniform_games() -> Plan:
    return plan.make(scenario.load("tictactoe"), games=2**31, seed=1, lineup="mirror:uniform")


def interpreted_kernel() -> Contender:
    code = "from benchmarks.peers import interpreted_here; print(interpreted_here().rate)"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment)
    if done.returncode:
        return Contender("simcore kernel, interpreted", note=done.stderr.strip().splitlines()[-1])
    return Contender("simcore kernel, interpreted", float(done.stdout))


def interpreted_here() -> Contender:
    """The same kernels without the compiler; a small batch is enough."""
    batch, games = _uniform_games(), 3000
    begun = time.perf_counter()
    workers.play(batch, 0, games)
    return Contender("interpreted", games / (time.perf_counter() - begun))


LINES = [0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100]
WINNING = [any(marks & line == line for line in LINES) for marks in range(512)]


def tuned_python() -> Contender:
    """Hand-tuned, move by move: bit masks, a table of won positions, a shrinking list of empty cells."""

    def play(games: int) -> float:
        draw, won, cells = random.Random(1).random, WINNING, [1 << cell for cell in range(9)]
        counts = [0, 0, 0]
        for _ in range(games):
            empty = cells.copy()
            mine = theirs = 0
            for turn in range(9):
                mine |= empty.pop(int(draw() * (9 - turn)))
                if won[mine]:
                    counts[turn & 1] += 1
                    break
                mine, theirs = theirs, mine
            else:
                counts[2] += 1
        return (counts[0] - counts[1]) / games

    return measure("plain Python, hand-tuned", play, 20_000)


def plain_python() -> Contender:
    """The loop that comes to mind first: a board of cells, a list of empty ones, eight lines to look at."""
    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

    def play(games: int) -> float:
        choice = random.Random(1).choice
        counts = [0, 0, 0]
        for _ in range(games):
            board = [" "] * 9
            result = 2
            for turn in range(9):
                mark = "XO"[turn % 2]
                board[choice([cell for cell in range(9) if board[cell] == " "])] = mark
                if any(board[a] == mark and board[b] == mark and board[c] == mark for a, b, c in lines):
                    result = turn % 2
                    break
            counts[result] += 1
        return (counts[0] - counts[1]) / games

    return measure("plain Python", play, 20_000)


def c_loop() -> Contender:
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        return Contender("C, hand-written", note="no C compiler here")
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "tictactoe"
        subprocess.run([compiler, "-O3", "-march=native", "-o", program, HERE / "tictactoe.c"], check=True)

        def play(games: int) -> float:
            words = subprocess.run([program, str(games)], capture_output=True, text=True, check=True).stdout.split()
            return (int(words[1]) - int(words[2])) / games

        return measure("C, hand-written", play, 1_000_000)


def open_spiel() -> Contender:
    """OpenSpiel's own loop in C++: the random rollouts with which its tree search values the start position."""
    name = "OpenSpiel (C++ rollouts)"
    try:
        import pyspiel
    except ImportError:
        return Contender(name, note="not installed (pip install 'simcore[bench]')")
    game = pyspiel.load_game("tic_tac_toe")

    def play(games: int) -> float:
        evaluator = pyspiel.RandomRolloutEvaluator(games, 1)
        one_visit = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, 1, False)
        return one_visit.mcts_search(game.new_initial_state()).total_reward

    return measure(name, play, 20_000)


def pgx() -> Contender:
    """pgx under jit and vmap with large batches, compilation excluded, on the CPU."""
    name = "pgx (jit + vmap)"
    try:
        import jax
        import jax.numpy as jnp
        import pgx as package
    except ImportError:
        return Contender(name, note="not installed (pip install 'simcore[bench]')")
    env = package.make("tic_tac_toe")

    def one(key: "jax.Array") -> "jax.Array":
        def step(carry: tuple) -> tuple:
            state, key = carry
            key, draw = jax.random.split(key)
            logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
            return env.step(state, jax.random.categorical(draw, logits)), key

        state = env.init(key)
        first = state.current_player
        state, _ = jax.lax.while_loop(lambda carry: ~carry[0].terminated, step, (state, key))
        return state.rewards[first]

    batch = 50_000
    many = jax.jit(jax.vmap(one))
    many(jax.random.split(jax.random.PRNGKey(0), batch)).block_until_ready()

    def play(games: int) -> float:
        total, rounds = 0.0, -(-games // batch)
        key = jax.random.PRNGKey(1)
        for _ in range(rounds):
            key, part = jax.random.split(key)
            total += float(many(jax.random.split(part, batch)).sum())
        return total / (rounds * batch)

    return measure(name, play, batch)


@contextmanager
def one_core() -> Iterator[None]:
    """Some peers would use every core; the comparison is about one."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def table() -> str:
    with one_core():
        return _table()


def _table() -> str:
    contenders = [
        c_loop(),
        engine_kernel(),
        open_spiel(),
        pgx(),
        tuned_python(),
        plain_python(),
        interpreted_kernel(),
    ]
    ours = next(each for each in contenders if each.name == "simcore kernel")
    lines = ["Uniform tic-tac-toe, whole games, one core", f"{'':<30} {'games/s':>12}   simcore is"]
    for each in contenders:
        if not each.rate:
            lines.append(f"{each.name:<30} {'-':>12}   {each.note}")
            continue
        ratio = ours.rate / each.rate
        said = "" if each is ours else f"{ratio:.1f}x as fast" if ratio >= 1 else f"{1 / ratio:.1f}x slower"
        lines.append(f"{each.name:<30} {each.rate:>12,.0f}   {said}")
    return "\n".join(lines)
