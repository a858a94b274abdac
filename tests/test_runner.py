"""Runs: identical rows however they are played, and nothing lost whatever goes wrong."""

import json
import os
import re
import resource
import signal
import subprocess
import sys
import time

import polars as pl
import psutil
import pytest
from conftest import ROOT, run_python, simcore_command

import simcore
from simcore import store
from simcore.errors import UserError

pytestmark = pytest.mark.xdist_group("tictactoe")


def batch(out, **options):
    options = {"games": 3000, "seed": 7, "lineup": "field:uniform,win_or_block", "jobs": 1, **options}
    return simcore.run("tictactoe", out=out, **options)


@pytest.fixture(scope="module")
def reference(tmp_path_factory):
    """The rows that every other way of playing must give."""
    run = batch(tmp_path_factory.mktemp("reference") / "run")
    return run.games.collect(), run.seats.collect()


def rows(path):
    run = simcore.load(path)
    return run.games.collect(), run.seats.collect()


def assert_same(path, reference):
    for found, expected in zip(rows(path), reference, strict=True):
        assert found.equals(expected)


# --- the same rows ------------------------------------------------------------------------------


@pytest.mark.parametrize(("jobs", "chunk"), [(1, 500), (2, 200), (3, 1234), (2, None)])
def test_rows_do_not_depend_on_workers_or_chunks(tmp_path, reference, jobs, chunk):
    batch(tmp_path / "run", jobs=jobs, chunk=chunk)
    assert_same(tmp_path / "run", reference)


def test_dask_gives_the_same_rows_on_a_cluster_of_its_own(tmp_path, reference):
    pytest.importorskip("distributed")
    batch(tmp_path / "run", jobs=2, chunk=500, backend="dask")
    assert_same(tmp_path / "run", reference)


def test_dask_gives_the_same_rows_on_a_running_scheduler(tmp_path, reference):
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        batch(tmp_path / "run", chunk=500, backend="dask", scheduler=cluster.scheduler_address)
        workers = cluster.scheduler.workers.values()
        assert len({worker.pid if hasattr(worker, "pid") else worker.address for worker in workers}) == 2
    assert_same(tmp_path / "run", reference)


def test_a_scheduler_that_does_not_answer(tmp_path):
    pytest.importorskip("distributed")
    with pytest.raises(UserError, match="no dask scheduler answers there"):
        batch(tmp_path / "run", backend="dask", scheduler="tcp://127.0.0.1:9")


# --- the store ----------------------------------------------------------------------------------


def test_the_run_folder_keeps_its_contract(reference):
    games, seats = reference
    assert games.columns[: len(store.GAME_COLUMNS)] == [name for name, *_ in store.GAME_COLUMNS]
    assert seats.columns[: len(store.SEAT_COLUMNS)] == [name for name, *_ in store.SEAT_COLUMNS]
    assert games["game"].to_list() == list(range(3000))
    assert games["end_reason"].dtype == pl.Enum(
        ["none", "illegal_action", "broken_invariant", "decision_cap", "line", "full_board"]
    )
    assert seats["seat"].to_list() == [0, 1] * 3000
    assert set(seats["strategy"].unique()) == {"uniform", "win_or_block"}
    assert seats.group_by("game").agg(pl.col("win").sum())["win"].unique().to_list() == [1.0]


def test_the_manifest_says_how_to_repeat_the_run(tmp_path):
    batch(tmp_path / "run", command="simcore run tictactoe")
    manifest = simcore.load(tmp_path / "run").manifest
    assert manifest["status"] == "finished" and manifest["seed"] == 7
    assert manifest["scenario"]["values"]["rules"]["side"] == 3
    assert manifest["command"] == "simcore run tictactoe"
    assert {"python", "numpy", "numba", "polars", "simcore"} <= set(manifest["provenance"])
    assert sum(part["games"] for part in manifest["parts"]) == manifest["games"] == 3000


def test_to_pandas(tmp_path):
    games, seats = batch(tmp_path / "run", games=10).to_pandas()
    assert len(games) == 10 and len(seats) == 20


def test_a_damaged_part_is_named_and_mended(tmp_path, reference):
    batch(tmp_path / "run", chunk=500)
    part = tmp_path / "run" / "games" / "part-00002.parquet"
    whole = part.read_bytes()
    for damage, word in (
        (whole[:100], "truncated"),
        (whole[:-1] + bytes([whole[-1] ^ 1]), "damaged"),
        (None, "missing"),
    ):
        part.unlink()
        if damage is not None:
            part.write_bytes(damage)
        with pytest.raises(UserError, match=rf"part-00002.parquet is {word}.*simcore resume"):
            simcore.load(tmp_path / "run")
        simcore.resume(tmp_path / "run", jobs=1)
        assert_same(tmp_path / "run", reference)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("{not json", "is damaged"),
        ("[]", "is damaged"),
        ('{"schema": 1, "parts": 3}', "is damaged"),
        ('{"schema": 1, "parts": []}', "is damaged"),
        ("[" * 100_000, "is damaged"),
    ],
)
def test_a_corrupt_manifest_is_reported(tmp_path, content, expected):
    batch(tmp_path / "run", games=10)
    (tmp_path / "run" / "manifest.json").write_text(content)
    for action in (simcore.load, simcore.resume):
        with pytest.raises(UserError, match=expected):
            action(tmp_path / "run")


def test_a_manifest_of_another_version_names_the_writer(tmp_path):
    batch(tmp_path / "run", games=10)
    file = tmp_path / "run" / "manifest.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), "schema": 99}))
    with pytest.raises(UserError, match=r"version 99 .* reads version 2"):
        simcore.load(tmp_path / "run")


def test_folders_that_are_no_runs(tmp_path):
    for path, expected in ((tmp_path, "is not a run folder"), (tmp_path / "none", "there is no such run folder")):
        with pytest.raises(UserError, match=expected):
            simcore.load(path)
        with pytest.raises(UserError, match=expected):
            simcore.resume(path)
    assert list(tmp_path.iterdir()) == []


# --- faults -------------------------------------------------------------------------------------


def test_an_output_folder_in_use_is_refused(tmp_path):
    with store.locked(tmp_path / "run"), pytest.raises(UserError, match="another run is writing"):
        batch(tmp_path / "run")


def test_a_used_output_folder_is_refused(tmp_path):
    batch(tmp_path / "run", games=10)
    with pytest.raises(UserError, match="already holds a finished run; choose another --out"):
        batch(tmp_path / "run", games=10)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "thesis.txt").write_text("precious")
    with pytest.raises(UserError, match="is not empty"):
        batch(tmp_path / "other", games=10)
    assert [file.name for file in (tmp_path / "other").iterdir()] == ["thesis.txt"]


def test_a_folder_that_cannot_be_written(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match=r"cannot be written .*; choose another folder with --out"):
        batch(tmp_path / "file" / "run", games=10)


@pytest.mark.skipif(os.name != "posix", reason="file-size limits are POSIX")
def test_a_full_disk_loses_nothing(tmp_path, reference):
    """A limit on the size of files makes every larger write fail, as a full disk does."""

    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (9_000, resource.RLIM_INFINITY))

    words = "run tictactoe --games 3000 --seed 7 --lineup field:uniform,win_or_block --jobs 1 --chunk 1000 --out run"
    command = [sys.executable, "-m", "simcore", *words.split()]
    done = subprocess.run(command, cwd=tmp_path, preexec_fn=limit, capture_output=True, text=True, timeout=120)
    assert done.returncode == 2 and "Traceback" not in done.stderr
    assert "cannot be written" in done.stderr and "free some space" in done.stderr
    assert simcore_command("resume", "run", "--jobs", 1, "--quiet", cwd=tmp_path).returncode == 0
    assert_same(tmp_path / "run", reference)


def started_run(tmp_path, *words):
    """A long run in a process group of its own, once it has written a part."""
    lineup = ["--lineup", "mirror:uniform", "--seed", "3", "--games", "3000000", "--chunk", "20000", "--out", "run"]
    command = [sys.executable, "-m", "simcore", "run", "tictactoe", *lineup, *words]
    process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 60
    while not list((tmp_path / "run" / "seats").glob("part-*")) and time.monotonic() < deadline:
        time.sleep(0.02)
    return process


def assert_complete(path):
    run = simcore.load(path)
    assert run.finished
    assert run.games.select(pl.len(), pl.col("game").n_unique()).collect().row(0) == (3_000_000, 3_000_000)
    exact = {0: 0.5849, 1: 0.2881, -1: 0.1270}
    rates = run.games.group_by("winner").len().collect()
    assert {winner: pytest.approx(exact[winner], abs=0.003) for winner in exact} == {
        winner: count / 3_000_000 for winner, count in rates.iter_rows()
    }


def test_kill_of_the_parent_and_resume(tmp_path):
    process = started_run(tmp_path, "--jobs", "2")
    children = psutil.Process(process.pid).children(recursive=True)
    process.kill()
    process.wait()
    assert simcore_command("replay", "run", 17, cwd=tmp_path).returncode == 0
    done = simcore_command("resume", "run", "--quiet", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert_complete(tmp_path / "run")
    _, alive = psutil.wait_procs(children, timeout=15)
    assert not alive, "workers outlive a killed parent"


def test_a_run_goes_where_the_caller_stands_now(tmp_path, monkeypatch, reference):
    """Worker processes outlive a run and keep the folder in which they were started."""
    for name in ("here", "there"):
        (tmp_path / name).mkdir()
        monkeypatch.chdir(tmp_path / name)
        batch("run", jobs=2, chunk=500)
        assert_same(tmp_path / name / "run", reference)


def test_kill_of_a_worker_only_costs_its_part(tmp_path):
    process = started_run(tmp_path, "--jobs", "2")
    workers = [p for p in psutil.Process(process.pid).children() if "LokyProcess" in " ".join(p.cmdline())]
    workers[0].kill()
    _, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors
    assert "a worker process died; its part is played again" in errors and "Traceback" not in errors
    assert_complete(tmp_path / "run")


def test_interrupt_keeps_the_finished_parts_and_says_how_to_go_on(tmp_path):
    process = started_run(tmp_path, "--jobs", "2")
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "interrupted; continue with: simcore resume run" in errors and "Traceback" not in errors
    assert json.loads((tmp_path / "run" / "manifest.json").read_text())["status"] == "interrupted"
    assert simcore_command("resume", "run", "--quiet", cwd=tmp_path).returncode == 0
    assert_complete(tmp_path / "run")


def own_strategy(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text((ROOT / "strategies" / "tictactoe" / "uniform.py").read_text().replace("uniform", "mine"))
    return file


def test_an_edited_strategy_file_plays_as_edited(tmp_path):
    file = own_strategy(tmp_path)
    for name in ("before", "same"):
        batch(tmp_path / name, lineup="mine,uniform", strategies=[file], games=100)
    file.write_text(re.sub(r"return .*", "return legal[0]", file.read_text()))
    batch(tmp_path / "after", lineup="mine,uniform", strategies=[file], games=100)
    assert rows(tmp_path / "same")[0].equals(rows(tmp_path / "before")[0])
    assert not rows(tmp_path / "after")[0].equals(rows(tmp_path / "before")[0])


def test_resume_refuses_changed_rules_and_strategies(tmp_path):
    batch(tmp_path / "run", games=10)
    text = (tmp_path / "run" / "manifest.json").read_text()
    (tmp_path / "run" / "manifest.json").write_text(text.replace('"code_hash": "', '"code_hash": "0'))
    with pytest.raises(UserError, match="the rules or strategies changed since this run began"):
        simcore.resume(tmp_path / "run", jobs=1)


def test_a_moved_strategy_file_is_taken_from_the_manifest(tmp_path):
    file = own_strategy(tmp_path)
    batch(tmp_path / "run", lineup="mine,uniform", strategies=[file], games=10)
    file.unlink()
    assert simcore.replay(tmp_path / "run", 3).table.over


PEAK = """
import resource, sys, simcore
simcore.run("tictactoe", games=int(sys.argv[1]), seed=1, lineup="mirror:uniform", jobs=2, out=sys.argv[2])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def test_memory_of_the_parent_does_not_grow_with_the_games(tmp_path):
    small = int(run_python(PEAK, 10_000, tmp_path / "small").stdout)
    large = int(run_python(PEAK, 1_000_000, tmp_path / "large").stdout)
    assert large < small + 60_000, "kilobytes"
