"""The scripts of the guide for clusters run without a cluster."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import ROOT


def scripts() -> list[str]:
    text = (ROOT / "docs/guide/scale.md").read_text()
    return re.findall(r"```sh\n(.*?)```", text, re.DOTALL)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with the worlds and a command `foxden`."""
    (tmp_path / "worlds").symlink_to(ROOT / "worlds")
    command = tmp_path / "bin/foxden"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -P -m foxden "$@"\n')
    command.chmod(0o755)
    return tmp_path


def run(script: str, place: Path, **variables: str) -> int:
    environment = {**os.environ, **variables, "PATH": f"{place}/bin:{os.environ['PATH']}"}
    done = subprocess.run(
        ["sh", "-eu", "-c", script], cwd=place, env=environment, capture_output=True, text=True
    )
    return done.returncode


def test_a_job_of_an_array_writes_its_file(place: Path) -> None:
    one, _ = scripts()
    assert run(one, place, SLURM_ARRAY_TASK_ID="3") == 0
    first = (place / "out/3.csv").read_bytes()
    # the scheduler repeats a job
    assert run(one, place, SLURM_ARRAY_TASK_ID="3") == 0
    assert (place / "out/3.csv").read_bytes() == first


def test_a_job_with_a_loop_writes_all_files(place: Path) -> None:
    one, loop = scripts()
    assert run(loop, place, SLURM_ARRAY_TASK_ID="2", RUNS="3") == 0
    assert sorted(path.name for path in (place / "out").iterdir()) == ["6.csv", "7.csv", "8.csv"]
    looped = (place / "out/7.csv").read_bytes()
    assert run(one, place, SLURM_ARRAY_TASK_ID="7") == 0
    assert (place / "out/7.csv").read_bytes() == looped


def test_a_job_whose_run_fails_says_so(place: Path) -> None:
    _, loop = scripts()
    missing = loop.replace("worlds/hello.wbt", "worlds/none.wbt")
    assert missing != loop
    assert run(missing, place, SLURM_ARRAY_TASK_ID="0", RUNS="2") == 1
