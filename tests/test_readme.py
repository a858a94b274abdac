"""The README's tutorial: its files are written, its commands run, in order, in a copy of the project."""

import os
import re
import shutil
import subprocess
import sys

import pytest
from conftest import ROOT

pytestmark = pytest.mark.xdist_group("readme")

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"^(?:# file: (\S+)|<!-- file: (\S+) -->)\n")


def tutorial_blocks():
    text = (ROOT / "README.md").read_text("utf-8")
    begin = text.index("## Your first variant, your first strategy, your first game")
    return BLOCK.findall(text[begin : text.index("\n## ", begin + 5)])


def test_the_tutorial_works_from_top_to_bottom(tmp_path):
    for name in ("simcore", "strategies", "scenarios", "reports", "tests"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / "strategies" / "nim").mkdir()
    (tmp_path / "strategies" / "nim" / "__init__.py").touch()
    commands = 0
    for language, content in tutorial_blocks():
        named = FILE.match(content)
        if named:
            file = tmp_path / (named[1] or named[2])
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(content[named.end() :] if language != "markdown" else content, "utf-8")
        elif language == "console":
            for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", content, re.MULTILINE):
                run(command, expected.strip(), tmp_path)
                commands += 1
    assert commands >= 8


def run(command, expected, folder):
    """Run one line of the tutorial; `simcore` and `python` mean the copy and this interpreter."""
    line = re.sub(r"^simcore ", f"{sys.executable} -m simcore ", command)
    line = re.sub(r"^python ", f"{sys.executable} ", line)
    environment = {**os.environ, "PYTHONPATH": str(folder), "MPLBACKEND": "agg"}
    done = subprocess.run(line, shell=True, cwd=folder, env=environment, capture_output=True, text=True, timeout=300)
    if expected:
        assert expected in done.stdout + done.stderr, f"$ {command}\n{done.stdout}{done.stderr}"
    else:
        assert done.returncode == 0, f"$ {command}\n{done.stdout}{done.stderr}"


def test_the_readme_names_every_command():
    text = (ROOT / "README.md").read_text("utf-8")
    help_text = subprocess.run(
        [sys.executable, "-m", "simcore", "--help"], capture_output=True, text=True, cwd=ROOT
    ).stdout
    commands = re.findall(r"^  ([\w-]+) ", help_text[help_text.index("Commands:") :], re.MULTILINE)
    assert len(commands) > 12
    for command in commands:
        assert f"`simcore {command}" in text, command
