"""Runs published client programs of Robot Raconteur, unmodified, against worlds of Foxden.

Usage: published_clients.py FOXDEN CHECKOUTS [PROGRAM…]

CHECKOUTS is a folder with checkouts of the repositories of these programs, each under its own
name: robotraconteur, robotraconteur_camera_driver, robotraconteur_training_sim, RR_Robot_GUI,
RobotRaconteur_ServiceBrowser. A program whose repository is not there is left out. Programs with
windows need Xvfb and the packages that they import (opencv-contrib-python, tkinter, PySide6).

A program has done its work if it ends by itself without an error, or if it has no end and still
runs without an error after some seconds, and if what it drives has moved, what it shows is not empty and what
it looks for is printed. The result is a table, one row for each program.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path

WORLDS = Path(__file__).resolve().parent / "worlds"
EXAMPLES = "robotraconteur/examples/"
ROBOT = EXAMPLES + "standard_devices/robot/python/"
CAMERA = EXAMPLES + "standard_devices/camera/python/"
DRIVER = "robotraconteur_camera_driver/examples/"
FEATURES = EXAMPLES + "features/"
TRAINING = "robotraconteur_training_sim/gz_example/"
ARM = ("arm.wbt", 52511, "foxden")
ROVER = ("rover.wbt", 59823, "foxden")


class Program:
    """A program, the worlds it runs against and what shows that it works."""

    def __init__(
        self, path, worlds, arguments=(), ends=None, runs=None, moves=(), window=False, says=""
    ):
        self.path, self.worlds, self.arguments = path, worlds, arguments
        # what it prints if it has found what it looks for
        self.says = says
        # seconds until it has ended by itself, or for which it is watched
        self.ends, self.runs = ends, runs
        # ports of the robots that it moves
        self.moves = moves
        self.window = window


def named_camera(text):
    """The world of the rover with the camera that some programs look for."""
    changed = text.replace('name "eye"', 'name "gazebo_camera"')
    assert changed != text, "the rover has no camera with that name"
    return changed


def programs():
    jog = Program(ROBOT + "robot_client_jog_freespace.py", [ARM], runs=8, moves=[52511])
    yield jog
    yield Program(ROBOT + "robot_client_position_command.py", [ARM], runs=8, moves=[52511])
    yield Program(ROBOT + "robot_client_trajectory.py", [ARM], ("ur",), ends=90, moves=[52511])
    for name, ends in (("jog_freespace", None), ("position_command", None), ("trajectory", 90)):
        path = TRAINING + "example_scripts/ur5_client_%s.py" % name
        yield Program(path, [ARM], ends=ends, runs=None if ends else 8, moves=[52511])
    second = ("arm.wbt", 52512, "foxden")
    yield Program(TRAINING + "2ur5e/home.py", [ARM, second], ends=60, moves=[52511, 52512])
    for folder in (CAMERA, DRIVER):
        for name in ("capture_frame", "capture_frame_compressed", "image", "image_preview"):
            yield Program(folder + "camera_client_%s.py" % name, [ROVER], runs=8, window=True)
    for name in ("aruco_detection", "capture_calibration_images"):
        yield Program(DRIVER + "camera_client_%s.py" % name, [ROVER], runs=8, window=True)
    for name, arguments in (
        ("device_connector.py", ()),
        ("device_connector_yaml.py", ("--devices", "devices.yml")),
    ):
        path = FEATURES + "device_connector/python/" + name
        camera = (named_camera, 59823, "foxden")
        yield Program(path, [camera], arguments, runs=14, window=True)
    arm = ("arm.wbt", 52511, "ur5e1")
    gui = ("--robot-name", "ur5e1")
    yield Program("RR_Robot_GUI/gui_client_robot.py", [arm], gui, runs=14, window=True)
    browser = "RobotRaconteur_ServiceBrowser/run.py"
    yield Program(browser, [ARM, ROVER], runs=12, window=True)
    for name, says in (
        ("discovery/python/find_service_by_type.py", "Name: reynard"),
        ("discovery/python/find_node_by_name.py", "NodeName: experimental.reynard_the_robot"),
        ("discovery/python/interrogate_service.py", "reynard"),
        ("subscriptions/python/subscribe_type.py", "Saying hello"),
        ("subscriptions/python/subscribe_filter.py", ""),
        ("subscriptions/python/subscribe_url.py", ""),
    ):
        yield Program(FEATURES + name, ["reynard"], ends=60, says=says)


def own_folders(folder):
    """Folders for local sockets and identities that no other program uses."""
    names = ("SYSTEM_RUN_DIR", "USER_RUN_DIR", "USER_STATE_DIR", "SYSTEM_STATE_DIR")
    return {"ROBOTRACONTEUR_" + name: os.path.join(folder, name.lower()) for name in names}


@contextmanager
def running(command, **options):
    """A program with its children; all are ended."""
    child = subprocess.Popen(command, start_new_session=True, **options)
    try:
        yield child
    finally:
        try:
            os.killpg(child.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        child.wait()


@contextmanager
def world(foxden, about, folder, environment):
    """Foxden with a world, ready for clients."""
    if about == "reynard":
        command = [foxden, "reynard"]
        ready = "29200"
    else:
        file, port, node = about
        path = WORLDS / (file if isinstance(file, str) else "rover.wbt")
        if not isinstance(file, str):
            text = file(path.read_text())
            path = Path(folder) / "camera.wbt"
            path.write_text(text)
        options = ["--raconteur=%d" % port, "--raconteur-node=" + node]
        command = [foxden, "run", str(path), "--mode", "realtime"] + options
        ready = "service  "
    output = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    with running(command, env=environment, **output) as child:
        for line in child.stdout:
            if ready in line:
                break
        else:
            raise SystemExit("foxden did not start: " + " ".join(command))
        # the rest is not needed, but must not fill the pipe
        subprocess.Popen(["cat"], stdin=child.stdout, stdout=subprocess.DEVNULL)
        time.sleep(1)
        yield


@contextmanager
def display(environment):
    """A display for windows."""
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x1024x24"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with running(command, pass_fds=[write], **quiet):
        os.close(write)
        with os.fdopen(read) as numbers:
            number = ":" + numbers.readline().strip()
        environment["DISPLAY"] = number
        yield number


def colours(number):
    """How many colours are on a display."""
    from PIL import ImageGrab

    picture = ImageGrab.grab(xdisplay=number)
    return len(picture.getcolors(1 << 24))


class Joints:
    """How far the joints of robots move."""

    def __init__(self, ports):
        from RobotRaconteur.Client import RRN

        urls = ["rr+tcp://localhost:%d?service=robot" % port for port in ports]
        self.node, self.robots = RRN, [RRN.ConnectService(url) for url in urls]
        self.ranges = [[] for _ in ports]

    def look(self):
        for robot, seen in zip(self.robots, self.ranges):
            seen.append(list(robot.robot_state.PeekInValue()[0].joint_position))

    def moved(self):
        """The longest way of a joint of each robot, in radians."""
        return [max(max(one) - min(one) for one in zip(*seen)) for seen in self.ranges]

    def close(self):
        for robot in self.robots:
            self.node.DisconnectService(robot)


def watch(program, command, folder, environment, screen):
    """Whether a program does its work, and what was seen."""
    log = Path(folder) / "output.txt"
    joints = Joints(program.moves)
    limit = program.ends or program.runs
    shown = 0
    with open(log, "w") as output:
        options = {"stdout": output, "stderr": subprocess.STDOUT, "env": environment}
        options["cwd"] = Path(command[1]).parent
        with running(command, **options) as child:
            end = time.monotonic() + limit
            while time.monotonic() < end and child.poll() is None:
                joints.look()
                time.sleep(0.1)
            if screen is not None:
                shown = colours(screen)
            code = child.poll()
    text = log.read_text(errors="replace")
    moved = joints.moved()
    joints.close()
    seen = []
    if program.moves:
        seen.append("joints moved %s rad" % ", ".join("%.2f" % way for way in moved))
    if screen is not None:
        seen.append("%d colours on the display" % shown)
    seen.append("still ran after %d s" % limit if code is None else "exit code %d" % code)
    if program.says:
        seen.append("prints '%s'" % program.says)
    good = "Traceback" not in text and program.says in text
    good &= code == 0 if program.ends else code is None
    good &= all(way > 0.01 for way in moved)
    good &= screen is None or shown > 8
    if not good:
        seen.append("last line: " + (text.strip().splitlines() or ["nothing"])[-1][:120])
    return good, "; ".join(seen)


def run(foxden, checkouts, program):
    source = Path(checkouts) / program.path
    if not source.exists():
        return None
    with tempfile.TemporaryDirectory() as folder:
        environment = dict(os.environ, ROBOTRACONTEUR_LOG_LEVEL="ERROR", PYTHONUNBUFFERED="1")
        environment["PYTHONDONTWRITEBYTECODE"] = "1"
        environment.update(own_folders(folder))
        command = [sys.executable, str(source), *program.arguments]
        with ExitStack() as stack:
            for one in program.worlds:
                stack.enter_context(world(foxden, one, folder, environment))
            screen = stack.enter_context(display(environment)) if program.window else None
            return watch(program, command, folder, environment, screen)


def main():
    foxden, checkouts, wanted = os.path.abspath(sys.argv[1]), sys.argv[2], sys.argv[3:]
    failures = 0
    print("| program | result | seen |\n|---|---|---|", flush=True)
    for program in programs():
        if wanted and not any(word in program.path for word in wanted):
            continue
        found = run(foxden, checkouts, program)
        if found is None:
            result, seen = "not tried", "no checkout"
        else:
            good, seen = found
            result = "works" if good else "FAILS"
            failures += not good
        print("| `%s` | %s | %s |" % (program.path, result, seen), flush=True)
    print("all is well" if not failures else "%d programs fail" % failures)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
