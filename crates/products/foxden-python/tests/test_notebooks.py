"""The notebooks of the guide run, and their worlds show pictures."""

from __future__ import annotations

import ast
import json
import os
from pathlib import Path
from typing import Any

import pytest

NOTEBOOKS = sorted((Path(os.environ["FOXDEN_ROOT"]) / "docs/notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path) -> None:
    names: dict[str, Any] = {"__name__": "__main__"}
    pictures = 0
    for cell in json.loads(path.read_text())["cells"]:
        if cell["cell_type"] != "code":
            continue
        body = ast.parse("".join(cell["source"])).body
        last = body.pop() if isinstance(body[-1], ast.Expr) else None
        exec(compile(ast.Module(body, []), path.name, "exec"), names)
        if isinstance(last, ast.Expr):
            shown = eval(compile(ast.Expression(last.value), path.name, "eval"), names)
            if hasattr(shown, "_repr_png_"):
                assert shown._repr_png_().startswith(b"\x89PNG")
                pictures += 1
    assert pictures > 0


def test_there_are_three_notebooks_with_pictures() -> None:
    assert len(NOTEBOOKS) == 3
    for path in NOTEBOOKS:
        assert "image/png" in path.read_text(), f"{path.name} has no outputs; run it"
