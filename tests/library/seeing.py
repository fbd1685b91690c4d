"""Examples that see: one grips what its camera recognises, one follows a line with OpenCV if that is installed."""

import os
import subprocess
from pathlib import Path

from everything import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
VENV = Path(os.environ.get("FOXDEN_VENV", ROOT / ".venv"))


def check(home, foxden, scratch):
    environment = dict(os.environ, WEBOTS_HOME=str(home), WEBOTS_TMPDIR=str(scratch), VIRTUAL_ENV=str(VENV))

    def run(world):
        command = [foxden, "run", "--offline", "--until-controllers-end", "--port", "0"]
        ended = subprocess.run(
            [*command, ROOT / "examples/worlds" / world],
            capture_output=True, text=True, env=environment, timeout=PATIENCE, check=False,
        )
        assert ended.returncode == 0, ended.stdout + ended.stderr
        return ended.stdout

    text = run("picker.wbt")
    assert "2 red blocks gripped, the camera sees 2 on the tray" in text, text
    python = VENV / "bin/python"
    has_opencv = python.exists() and subprocess.run([python, "-c", "import cv2"], check=False).returncode == 0
    if not has_opencv:
        return "the picker sorts; the example with OpenCV needs opencv-python-headless"
    text = run("opencv_follower.wbt")
    seen, _, steps = text.split("saw the line in ")[1].split()[:3]
    assert int(seen) >= 0.95 * int(steps) > 0, text
    return "the picker sorts, the follower stays on its line"
