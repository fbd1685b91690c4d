"""Keyboard, mouse and joystick without a window: a controller hears what --keys, --keys-file and a terminal say."""

import os
import subprocess

WORLD = """#VRML_SIM R2023b utf8
WorldInfo { basicTimeStep 32 }
Viewpoint { }
Robot { name "listener" controller "listener" supervisor TRUE }
"""

CONTROLLER = """
import sys
from controller import Supervisor
robot = Supervisor()
keyboard, mouse, joystick = robot.getKeyboard(), robot.getMouse(), robot.getJoystick()
for device in (keyboard, mouse, joystick):
    device.enable(32)
heard = []
if "wait" in sys.argv:
    event = robot.waitForUserInputEvent(robot.EVENT_KEYBOARD, -1)
    print("event", event, keyboard.getKey(), robot.getTime())
    print("event", robot.waitForUserInputEvent(robot.EVENT_KEYBOARD, 1), robot.getTime())
for step in range(100):
    if robot.step(32) == -1:
        break
    keys = []
    while True:
        key = keyboard.getKey()
        if key == -1:
            break
        keys.append(key)
    if keys:
        print("keys", round(robot.getTime() * 1000), *keys)
    state = mouse.getState()
    if state.left:
        print("mouse", round(robot.getTime() * 1000), state.u, state.v)
    button = joystick.getPressedButton()
    if button != -1:
        print("joystick", round(robot.getTime() * 1000), button, joystick.getAxisValue(0), joystick.getNumberOfAxes())
sys.stdout.flush()
robot.simulationQuit(0)
robot.step(32)
"""

SCRIPT = "w@0s, shift+w@100ms-200ms, up@1s # a comment\nmouse:0.25:0.5@1s, mouse:left@1500ms\naxis:0:-7@1s, button:3@2s"

HEARD = [
    "keys 32 87",
    "keys 128 65623",
    "keys 160 65623",
    "keys 192 65623",
    "keys 1024 315",
    "mouse 1504 0.25 0.5",
    "joystick 2016 3 -7 1",
]


def listen(home, foxden, folder, options, arguments="", typed=None):
    (folder / "worlds").mkdir(exist_ok=True, parents=True)
    (folder / "controllers/listener").mkdir(exist_ok=True, parents=True)
    world = WORLD.replace('"listener" supervisor', f'"listener" controllerArgs [ "{arguments}" ] supervisor')
    (folder / "worlds/a.wbt").write_text(world)
    (folder / "controllers/listener/listener.py").write_text(CONTROLLER)
    ran = subprocess.run(
        [foxden, "run", "--quiet", "--offline", "--port", "0", *options, folder / "worlds/a.wbt"],
        capture_output=True, text=True, check=False, timeout=300, input=typed,
        env=dict(os.environ, WEBOTS_HOME=str(home)),
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout.splitlines()


def check(home, foxden, scratch):
    heard = listen(home, foxden, scratch / "keys", ["--keys", SCRIPT])
    assert heard == HEARD, heard
    (scratch / "keys.txt").write_text(SCRIPT)
    heard = listen(home, foxden, scratch / "file", ["--keys-file", scratch / "keys.txt"])
    assert heard == HEARD, heard
    # who waits gets what comes next, without simulated time, and what follows keeps its distance
    heard = listen(home, foxden, scratch / "wait", ["--keys", "a@1s,b@2s"], "wait")
    assert heard[:2] == ["event 4 65 0.0", "event 0 0.0"], heard
    assert heard[2:] == ["keys 1024 66"], heard
    heard = listen(home, foxden, scratch / "live", ["--keyboard", "--mode", "fast"], "wait", typed="d")
    assert heard[0] == "event 4 68 0.0", heard
    refused = subprocess.run(
        [foxden, "run", "--keys", "hello@1s", scratch / "keys/worlds/a.wbt"], capture_output=True, text=True, check=False
    )
    assert refused.returncode == 1 and "'hello' is not a key" in refused.stderr, refused.stderr
    return f"{2 * len(HEARD) + 3} lines heard"
