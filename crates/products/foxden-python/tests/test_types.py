"""The examples of README, guide and notebooks have no errors of types, by two checkers."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import ROOT

CRATE = ROOT / "crates/products/foxden-python"


def blocks(path: Path) -> list[str]:
    return re.findall(r"```python\n(.*?)```", path.read_text(), re.DOTALL)


def cells(path: Path) -> list[str]:
    listed = json.loads(path.read_text())["cells"]
    return ["".join(cell["source"]) for cell in listed if cell["cell_type"] == "code"]


@pytest.fixture(scope="module")
def examples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with each document's code as one program."""
    folder = tmp_path_factory.mktemp("examples")
    documents = {
        "readme": blocks(CRATE / "README.md"),
        "guide": blocks(ROOT / "docs/guide/python.md"),
        **{path.stem: cells(path) for path in (ROOT / "docs/notebooks").glob("*.ipynb")},
    }
    for name, parts in documents.items():
        assert parts, f"{name} has no code"
        (folder / f"{name}.py").write_text("\n".join(parts))
    return folder


@pytest.fixture(scope="module")
def mypy(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Both runs of mypy share what it knows about packages."""
    cache = str(tmp_path_factory.mktemp("mypy"))
    return ["mypy", "--config-file", str(CRATE / "pyproject.toml"), "--cache-dir", cache]


def check(*command: str) -> None:
    done = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_mypy_finds_nothing(examples: Path, mypy: list[str]) -> None:
    check(*mypy, "--strict", str(examples))


def test_the_example_with_stable_baselines_has_no_wrong_types(mypy: list[str]) -> None:
    check(*mypy, "--strict", str(ROOT / "examples/learning/ppo.py"))


def test_pyright_finds_nothing(examples: Path) -> None:
    paths = os.environ["PYTHONPATH"].split(os.pathsep)
    # a notebook shows the value of a line
    settings = {"extraPaths": paths, "reportUnusedExpression": False}
    (examples / "pyrightconfig.json").write_text(json.dumps(settings))
    check("pyright", "--pythonpath", sys.executable, "--project", str(examples))


def test_a_wrong_type_is_found(mypy: list[str], tmp_path: Path) -> None:
    """The types of the package are seen: without them both tests above find nothing."""
    (tmp_path / "wrong.py").write_text("import foxden\nfoxden.World('a.wbt').step('3')\n")
    with pytest.raises(AssertionError, match="arg-type"):
        check(*mypy, "--strict", str(tmp_path))
