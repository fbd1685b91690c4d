"""Programs that see, with our own library: the examples do what they are for, and pictures, segments and points have
the same bytes through shared memory and over TCP."""

import os
import shutil
import subprocess
from pathlib import Path

from everything import PATIENCE, compile_controller

ROOT = Path(__file__).resolve().parents[2]
VENV = Path(os.environ.get("FOXDEN_VENV", ROOT / ".venv"))


# Examples in C are compiled with the library.
IN_C = ["line_follower", "lidar_avoider", "painter"]


def number_after(text, words):
    assert words in text, text
    return float(text.split(words)[1].split()[0])


def witness(run, start, home, scratch):
    """The lines about pictures of a controller that is started by Foxden, and of one that connects itself."""
    project = scratch / "witness"
    folder = project / "controllers/witness"
    folder.mkdir(parents=True)
    (project / "worlds").mkdir()
    compile_controller(home, folder, ROOT / "tests/genuine/controllers/witness.c")
    text = (ROOT / "tests/genuine/worlds/witness.wbt").read_text()
    world = project / "worlds/witness.wbt"
    world.write_text(text)

    def lines(text):
        return [line[line.index("step ") :] for line in text.splitlines() if "step " in line]

    expected = lines(run(world))
    assert len(expected) == 8, expected
    assert len({line.split(":")[1] for line in expected}) == 8, "the pictures do not change"
    world.write_text(text.replace('controller "witness"', 'controller "<extern>"'))
    for protocol in ["ipc", "tcp"]:
        assert lines(start(world, protocol, folder / "witness")) == expected, protocol
    return f"{len(expected)} pictures have the same bytes over ipc and tcp"


def check(home, foxden, scratch):
    environment = dict(os.environ, WEBOTS_HOME=str(home), WEBOTS_TMPDIR=str(scratch), VIRTUAL_ENV=str(VENV))
    command = [foxden, "run", "--offline", "--until-controllers-end", "--port", "0"]
    examples = scratch / "examples"
    shutil.copytree(ROOT / "examples", examples, ignore=shutil.ignore_patterns("build", "learning", "templates"))
    for name in IN_C:
        folder = examples / "controllers" / name
        compile_controller(home, folder, folder / f"{name}.c")

    def run(world):
        ended = subprocess.run(
            [*command, world], capture_output=True, text=True, env=environment, timeout=PATIENCE, check=False
        )
        assert ended.returncode == 0, ended.stdout + ended.stderr
        return ended.stdout

    # extern controllers look for the simulator below /tmp/webots only
    near = {name: value for name, value in environment.items() if name != "WEBOTS_TMPDIR"}
    near["USER"] = f"fox-witness-{os.getpid()}"

    def start(world, protocol, program):
        with subprocess.Popen(
            [*command, world], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=near
        ) as simulator:
            port = ""
            while "at port " not in port:
                port = simulator.stderr.readline()
                assert port, "the simulator ended"
            port = port.split("at port ")[1].split()[0].rstrip(".,;:")
            ended = subprocess.run(
                [foxden, "controller", "--protocol", protocol, "--port", port, program],
                capture_output=True, text=True, env=near, timeout=PATIENCE, check=False,
            )  # fmt: skip
            assert ended.returncode == 0, ended.stdout + ended.stderr
            simulator.communicate(timeout=PATIENCE)
            assert simulator.returncode == 0
        return ended.stdout

    same = witness(run, start, home, scratch)
    worlds = examples / "worlds"
    assert number_after(run(worlds / "line_follower.wbt"), "saw the line in ") > 540
    assert number_after(run(worlds / "blob_follower.wbt"), "the ball fills ") > 25
    text = run(worlds / "lidar_avoider.wbt")
    assert number_after(text, "nothing nearer than ") > 0.12 and number_after(text, "away in ") > 0, text
    text = run(worlds / "painter.wbt")
    for color in ["red", "green", "blue"]:
        assert f"painted {color}, the camera sees {color}" in text, text
    text = run(worlds / "picker.wbt")
    assert "2 red blocks gripped, the camera sees 2 on the tray" in text, text
    python = VENV / "bin/python"
    has_opencv = python.exists() and subprocess.run([python, "-c", "import cv2"], check=False).returncode == 0
    if not has_opencv:
        return f"{same}; 5 examples see; the one with OpenCV needs opencv-python-headless"
    text = run(worlds / "opencv_follower.wbt")
    seen, _, steps = text.split("saw the line in ")[1].split()[:3]
    assert int(seen) >= 0.95 * int(steps) > 0, text
    return f"{same}; 6 examples see"
