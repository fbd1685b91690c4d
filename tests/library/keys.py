"""Keyboard, mouse and joystick without a window: a controller hears what --keys, --keys-file and a terminal say."""

import os
import pty
import select
import subprocess
import termios
import time

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
if "type" in sys.argv:
    print("listening", flush=True)
for step in range(10000 if "type" in sys.argv else 100):
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


# Longer than a busy machine takes.
PATIENCE = 120


class Terminal:
    """A run in a pseudo-terminal of its own, with a shell that knows jobs."""

    def __init__(self, home, foxden, world):
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.environ.update(WEBOTS_HOME=str(home), PS1="$ ", TERM="xterm")
            os.execvp("bash", ["bash", "--norc", "--noprofile", "-i"])
        self.text = ""
        run = f"{foxden} run --quiet --offline --port 0 --keyboard --mode realtime --duration 60s {world}"
        self.type(f"stty -echo; {run}; echo status $?\n")

    def type(self, keys):
        os.write(self.terminal, keys.encode())

    def has_key_mode(self):
        return not termios.tcgetattr(self.terminal)[3] & (termios.ICANON | termios.ECHO)

    def wait(self, what, condition):
        end = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < end, f"{what}: {self.text!r}"
            if select.select([self.terminal], [], [], 0.05)[0]:
                self.text += os.read(self.terminal, 4096).decode(errors="replace")

    def close(self):
        os.close(self.terminal)
        os.waitpid(self.process, 0)


def type_live(home, foxden, folder):
    """Keys typed in a terminal: they come at once, also after Ctrl-Z, and no output is lost."""
    listen(home, foxden, folder, [])
    world = folder / "worlds/a.wbt"
    world.write_text(WORLD.replace('"listener" supervisor', '"listener" controllerArgs [ "type" ] supervisor'))
    run = Terminal(home, foxden, world)
    try:
        run.wait("start", lambda: "listening" in run.text and run.has_key_mode())
        run.type("w")
        run.wait("letter", lambda: " 87\r\n" in run.text)
        run.type("\x1b[A")
        run.wait("arrow", lambda: " 315\r\n" in run.text)
        run.type("\x1a")
        run.wait("stop", lambda: "Stopped" in run.text and run.text.endswith("$ "))
        shown = run.text.count("foxden run")
        run.type("fg\n")
        run.wait("going on", lambda: run.text.count("foxden run") > shown)
        # the mode comes back soon after that
        run.wait("letter after Ctrl-Z", lambda: run.type("d") or time.sleep(0.2) or " 68\r\n" in run.text)
        run.type("\x03")
        run.wait("end", lambda: run.text.rstrip().endswith("$"))
        # nothing erases what a controller prints
        assert "\x1b[2K" not in run.text, run.text
        heard = [line.split()[2] for line in run.text.split("\r\n") if line.startswith("keys ")]
        assert {"87", "315", "68"} == set(heard), run.text
    finally:
        run.close()
    return 3


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
    typed = type_live(home, foxden, scratch / "typed")
    return f"{2 * len(HEARD) + 3 + typed} lines heard"
