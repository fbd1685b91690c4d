"""Uses an installed wheel as a person would. `cargo xtask test` runs it in a fresh
environment that has nothing but the wheel."""

from __future__ import annotations

import importlib.metadata
import os
import re
import subprocess
import sys
import urllib.request
from pathlib import Path

def run(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return done.stdout


def main() -> None:
    read_me = Path(sys.argv[1]).read_text()
    example = re.search(r"```python\n(.*?)```", read_me, re.DOTALL)
    assert example is not None
    printed = run(sys.executable, "-c", example[1]).split()
    assert printed[0] == "1.6", printed
    assert len(printed) == 4, printed

    command = os.fspath(Path(sys.executable).with_name("foxden"))
    assert importlib.metadata.version("foxden") in run(command, "--version")
    run(command, "run", "worlds/hello.wbt", "--steps", "5")

    # the viewer of the wheel shows a world
    import foxden

    viewer = foxden.World("worlds/hello.wbt").view(paused=True)
    try:
        with urllib.request.urlopen(viewer.url, timeout=60) as answer:
            assert b"<html" in answer.read()
        assert viewer.url.split("?")[0] in viewer._repr_html_()
    finally:
        viewer.close()

    # the simulator starts a controller in Python that uses the package of the wheel
    import controller

    assert (Path(controller.__file__).parent / "lib/libController.so").is_file()
    assert hasattr(controller, "Supervisor")

    # the package does without NumPy until a picture is read
    loaded = run(sys.executable, "-c", "import sys, foxden; print('numpy' in sys.modules)")
    assert loaded.strip() == "False"

    extras = importlib.metadata.metadata("foxden").get_all("Provides-Extra") or []
    assert sorted(extras) == ["gym", "ray", "view"], extras


if __name__ == "__main__":
    main()
