"""A study: several runs on common seed blocks, kept together in one folder.

    <out>/study.json      what was asked, the command that repeats it, and the list of cells
    <out>/cells/NAME/     one run folder per cell: a variant, a knob value, a match-up, a barred card

All cells have the same seed, and block k of one cell shares its deal with block k of every other. A cell grows by
further blocks without playing the earlier ones again. The command that began a study continues it: what is already
there is not played twice.
"""

import hashlib
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from simcore import runner, store
from simcore.errors import UserError
from simcore.experiments.progress import StudyReporter
from simcore.plan import Plan
from simcore.store import STUDY, Run
from simcore.workers import cores

SCHEMA_VERSION = 1
_PART_SECONDS = 0.5  # short, since cells may grow and the last part is played again when it was not a full one
_PART_BLOCKS = 5_000
_PARTS_PER_WORKER = 2


@dataclass(frozen=True)
class Cell:
    """One run of a study."""

    name: str  # as tables and figures call it
    plan: Plan
    at: dict[str, Any] = field(default_factory=dict)  # what this cell changes, e.g. {"rules.side": 4}

    @property
    def fingerprint(self) -> str:
        """Two cells with the same one play the same games."""
        plan = self.plan
        content = [plan.scenario.hash, plan.seed, plan.kind, [str(player) for player in plan.pool], plan.files]
        content += [plan.barred, plan.barred_players]
        return hashlib.sha256(json.dumps(content).encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Workers:
    """Who plays."""

    jobs: int | None = None
    backend: str = "loky"
    scheduler: str | None = None


class Study:
    """The folder of a study. Make or continue one with `begin`."""

    def __init__(self, path: Path, content: dict[str, Any]):
        self.path = path
        self.content = content
        self.cells: list[Cell] = []
        self.runs: dict[str, Run] = {}
        self._seconds: float | None = None  # per game

    @property
    def kind(self) -> str:
        return self.content["kind"]

    @property
    def command(self) -> str:
        return self.content["command"]

    @property
    def request(self) -> dict[str, Any]:
        return self.content["request"]

    @classmethod
    def begin(cls, path: Path, kind: str, request: dict[str, Any], command: str) -> "Study":
        """A new study, or the one of the same request that was begun in this folder."""
        request = json.loads(json.dumps(request))
        if (path / STUDY).is_file():
            study = cls(path, read(path))
            if not study.answers(kind, request):
                raise UserError(
                    f"{path}: holds another study ({study.command or study.kind}); choose another folder with --out"
                )
            study.content["command"] = command or study.command
            return study
        if path.is_dir() and any(path.iterdir()):
            raise UserError(f"{path}: is not empty; choose another --out")
        content = {
            "schema": SCHEMA_VERSION,
            "kind": kind,
            "command": command,
            "request": request,
            "status": "running",
            "started": store.now(),
            "cells": [],
            "provenance": store.provenance(),
        }
        study = cls(path, content)
        study.save()
        return study

    def answers(self, kind: str, request: dict[str, Any]) -> bool:
        return self.kind == kind and self.request == request

    def save(self, status: str = "running", **findings: Any) -> None:
        self.content.update(status=status, **findings)
        store.write_atomically(self.path / STUDY, json.dumps(self.content, indent=1).encode())

    def add(self, cell: Cell) -> Cell:
        """Enter a cell, or find it again after an interruption."""
        known = {each["name"]: each for each in self.content["cells"]}
        if cell.name in known and known[cell.name]["fingerprint"] != cell.fingerprint:
            raise UserError(
                f'{self.path}: its cell "{cell.name}" was played with other rules or strategies; choose another --out'
            )
        if cell.name not in known:
            entry = {
                "name": cell.name,
                "folder": f"cells/{len(known):03d}-{_slug(cell.name)}",
                "at": cell.at,
                "scenario": cell.plan.scenario.name,
                "fingerprint": cell.fingerprint,
            }
            self.content["cells"].append(entry)
            self.save()
        if all(each.name != cell.name for each in self.cells):
            self.cells.append(cell)
        return cell

    def folder(self, cell: Cell) -> Path:
        entry = next(each for each in self.content["cells"] if each["name"] == cell.name)
        return self.path / entry["folder"]

    def blocks(self, cell: Cell) -> int:
        """Blocks that are already played."""
        run = self.runs.get(cell.name)
        return run.manifest["blocks"] if run else 0

    def play(
        self,
        blocks: int,
        workers: Workers,
        reporter: StudyReporter,
        *,
        cells: Iterable[Cell] | None = None,
        grows: bool = False,
    ) -> None:
        """Bring cells to at least this many blocks. `grows`: they will be asked for more later."""
        chosen = list(self.cells if cells is None else cells)
        for number, cell in enumerate(chosen, 1):
            if self.blocks(cell) >= blocks:
                continue
            reporter.cell(f"{number}/{len(chosen)} {cell.name}")
            self.runs[cell.name] = self._play_cell(cell, blocks, workers, reporter, grows)
        self._check_code()

    def _check_code(self) -> None:
        """Cells with the same strategies were played by the same code, or their difference means nothing."""
        seen: dict[str, str] = {}
        for run in self.runs.values():
            strategies = json.dumps(run.manifest["lineup"]["pool"])
            if seen.setdefault(strategies, run.manifest["code_hash"]) != run.manifest["code_hash"]:
                raise UserError(
                    f"{self.path}: the rules or strategies changed while this study was played, so its cells do not"
                    f" compare; begin it anew in another --out"
                )

    def _play_cell(self, cell: Cell, blocks: int, workers: Workers, reporter: StudyReporter, grows: bool) -> Run:
        out = self.folder(cell)
        plan = replace(cell.plan, blocks=blocks)
        if not (out / store.MANIFEST).is_file():
            chunk = self._chunk(plan, workers, reporter, grows)
            return runner.run(plan, out, **vars(workers), chunk=chunk, reporter=reporter, command=self.command)
        manifest = store.read_manifest(out)
        if manifest["blocks"] < blocks:
            extend(out, blocks)
        elif manifest["status"] == "finished" and len(manifest["parts"]):
            return store.load(out)
        return runner.resume(out, **vars(workers), reporter=reporter)

    def _chunk(self, plan: Plan, workers: Workers, reporter: StudyReporter, grows: bool) -> int:
        """Games per part: few parts, since a study has many small runs, but enough to keep every worker busy."""
        if self._seconds is None:
            self._seconds = runner.warm(plan, reporter)
        blocks = min(int(_PART_SECONDS / max(self._seconds * plan.rotations, 1e-7)), _PART_BLOCKS)
        if not grows:
            blocks = min(blocks, -(-plan.blocks // (_PARTS_PER_WORKER * (workers.jobs or cores()))))
        return plan.rotations * max(1, blocks)


def read(path: Path) -> dict[str, Any]:
    """The content of a study's file."""
    file = path / STUDY
    try:
        content = json.loads(file.read_text("utf-8"))
        if content["schema"] != SCHEMA_VERSION or not isinstance(content["cells"], list):
            raise ValueError("unknown version")
        return content
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UserError(f"{file}: cannot be read as a study ({error}); begin it anew in another --out") from None


def extend(out: Path, blocks: int) -> None:
    """Let a run folder ask for more blocks. Its last part is played again when it was not a full one."""
    with store.locked(out):
        manifest = store.read_manifest(out)
        whole = [part for part in manifest["parts"] if part["games"] == manifest["chunk"]]
        games = blocks * manifest["rotations"]
        manifest.update(blocks=blocks, games=games, parts=whole, status="interrupted", finished=None)
        store.write_manifest(out, manifest)


def default_out(kind: str, name: str, seed: int, request: dict[str, Any]) -> Path:
    """A folder under ./runs: a fresh one, or that of the same request when it was begun before."""
    request = json.loads(json.dumps(request))
    for suffix in ("", *(f"-{i}" for i in range(2, 10_000))):
        folder = Path("runs") / f"{kind}-{_slug(name)}-{seed}{suffix}"
        if not folder.exists():
            return folder
        if (folder / STUDY).is_file() and Study(folder, read(folder)).answers(kind, request):
            return folder
    raise UserError("runs/: too many studies of this scenario and seed; name a folder with --out")


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.removesuffix(".toml").lower()).strip("-")[:60] or "cell"
