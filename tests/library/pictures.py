"""Picture files of cameras and range-finders in Python: the quality counts for JPEG only."""

import os
import subprocess

WORLD = """#VRML_SIM R2023b utf8
WorldInfo { basicTimeStep 32 }
Viewpoint { }
Robot {
  controller "saver"
  supervisor TRUE
  children [ Camera { width 8 height 8 recognition Recognition { segmentation TRUE } } RangeFinder { width 8 height 8 } ]
}
"""

# Public programs pass the name of the format: the genuine library ignores it.
CONTROLLER = """
from controller import Supervisor
robot = Supervisor()
camera, finder = robot.getDevice("camera"), robot.getDevice("range-finder")
camera.enable(32)
finder.enable(32)
camera.recognitionEnable(32)
camera.enableRecognitionSegmentation()
robot.step(32)
robot.step(32)
print("png", camera.saveImage("a.png", "PNG"), finder.saveImage("b.png", None))
print("segments", camera.saveRecognitionSegmentationImage("c.PNG", "PNG"))
print("jpeg", camera.saveImage("d.jpg", 80), camera.saveImage("e.jpg", 101))
try:
    camera.saveImage("f.jpg", "JPG")
except Exception as error:
    print("refused", type(error).__name__)
robot.simulationQuit(0)
robot.step(32)
"""

SAID = ["png 0 0", "segments 0", "jpeg 0 -1", "refused ArgumentError"]


def check(home, foxden, scratch):
    (scratch / "worlds").mkdir()
    folder = scratch / "controllers/saver"
    folder.mkdir(parents=True)
    (scratch / "worlds/a.wbt").write_text(WORLD)
    (folder / "saver.py").write_text(CONTROLLER)
    ran = subprocess.run(
        [foxden, "run", "--quiet", "--offline", "--port", "0", scratch / "worlds/a.wbt"],
        capture_output=True, text=True, check=False, timeout=300, env=dict(os.environ, WEBOTS_HOME=str(home)),
    )  # fmt: skip
    assert ran.stdout.splitlines() == SAID, ran.stdout + ran.stderr
    saved = sorted(file.name for file in folder.iterdir() if file.suffix != ".py")
    assert saved == ["a.png", "b.png", "c.PNG", "d.jpg"], saved
    return f"{len(saved)} files saved"
