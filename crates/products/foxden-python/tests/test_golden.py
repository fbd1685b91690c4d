"""Recorded worlds of the genuine Webots, driven through this package: their numbers come
out. The recorder of those worlds is a controller that reads every device, writes fields and
drives motors; here its part is played by the package."""

from __future__ import annotations

import csv
import math
import os
import re
import warnings
from pathlib import Path
from typing import Any

import numpy
import pytest

import foxden
from foxden.gym import Task, VectorEnv, terms

# differs on purpose (docs/compatibility.md), and a world whose devices have numbers as names
EXCEPT = ("mk_fluid_ifs_dragt_0", "max_range")

DATA = Path(os.environ["FOXDEN_ROOT"]) / "crates/development/foxden-golden/data"
GROUPS = ("lightsensor", "charger", "devices", "dynamics")

NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?|[-+]?inf|nan", re.IGNORECASE)

SUFFIXES: dict[str, Any] = {
    **{f".{axis}": lambda device, at=at: device.values[at] for at, axis in enumerate("xyz")},
    ".speed": lambda device: device.speed,
    **{f".v{axis}": lambda device, at=at: device.velocity[at] for at, axis in enumerate("xyz")},
    **{f".q{axis}": lambda device, at=at: device.quaternion[at] for at, axis in enumerate("xyzw")},
    ".presence": lambda device: float(
        device.presence if isinstance(device, foxden.Connector) else device.has_object
    ),
    "": lambda device: device.value,
}
"""What the recorder writes of a device, by the end of the column's name."""

# the recorder writes what it sent, and angles that are not defined upright
IGNORED = (".target", ".velocity", ".roll", ".pitch", ".yaw", ".locked", ".on", ".queue", ".packets")


class Unsupported(Exception):
    """The recorder does something that the package has no function for."""


def number(text: str) -> float:
    found = NUMBER.match(text.strip())
    return float(found[0]) if found else 0.0


class Recorder:
    """Plays the part of the recorder in one world."""

    def __init__(self, path: Path) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.world = foxden.World(path, strict=False, offline=True)
        recorders = [robot for robot in self.world.robots if robot.get("controller") == "rec"]
        running = [
            robot for robot in self.world.robots
            if robot.get("controller") not in ("rec", "<none>", "void", "")
        ]
        if len(recorders) != 1 or running:
            raise Unsupported("it has several programs")
        self.robot = recorders[0]
        arguments = [item.partition("=") for item in self.robot.get("controllerArgs")]
        self.arguments = [(key, value) for key, _, value in arguments]
        last = dict(self.arguments)
        basic = self.world.basic_time_step
        self.dt = number(last.get("dt", str(basic)))
        if self.dt <= 0 or self.dt % basic or basic % 1:
            raise Unsupported("its period is no multiple of the step")
        self.devices = {device._name: device for device in self.robot.devices}
        if len(self.devices) != len(self.robot.devices):
            raise Unsupported("two devices have one name")
        self.orders: dict[int, list[str]] = {}
        self.off: set[str] = set()
        for key, value in self.arguments:
            if key == "at":
                step, _, order = value.partition(":")
                self.orders.setdefault(int(number(step)), []).append(order)
            elif key in ("feedback", "ret", "battery", "drain") and number(value):
                raise Unsupported(key)
        every = number(last["period"]) if "period" in last else self.dt
        for name, device in self.devices.items():
            period = number(last.get(f"period:{name}", str(every)))
            if isinstance(device, foxden.Sensor) and period > 0:
                device.enable(int(period))
            else:
                self.off.add(name)

    def field(self, target: str) -> tuple[foxden.Node, str] | None:
        name, _, field = target.partition(":")
        try:
            node = self.world.node(name)
        except foxden.UnknownNameError:
            return None
        return (node, field) if field in node.fields else None

    def obey(self, order: str) -> None:
        word, _, rest = order.partition(" ")
        subject, _, rest = rest.partition(" ")
        values = [number(item) for item in rest.split()]
        value = values[0] if values else 0.0
        device: Any = self.devices.get(subject)
        if word == "set":
            self.write(subject, rest, values)
        elif word == "enable" and isinstance(device, foxden.Sensor) and value > 0:
            device.enable(int(value))
        elif word == "disable" and isinstance(device, foxden.Sensor):
            device.disable()
            self.off.add(subject)
        elif word == "led" and isinstance(device, foxden.LED):
            device.light(int(value))
        elif word == "lock" and isinstance(device, foxden.Connector):
            device.lock()
        elif word == "unlock" and isinstance(device, foxden.Connector):
            device.unlock()
        elif word == "brake" and isinstance(device, foxden.Brake):
            device.set_damping(value)
        elif isinstance(device, foxden.Motor) and rest.strip() not in ("inf", "INF"):
            self.drive(device, word, value, values)
        elif word == "import":
            found = self.field(subject)
            if found is not None:
                try:
                    found[0].insert(found[1], rest)
                except foxden.EditError:
                    pass
        else:
            raise Unsupported(order)

    def drive(self, motor: foxden.Motor, word: str, value: float, values: list[float]) -> None:
        if word == "position" and motor.position_limits is None and abs(value) < 1e6:
            motor.move_to(value)
        elif word in ("torque", "force") and abs(value) <= motor.max_force:
            motor.push(value)
        else:
            raise Unsupported(word)

    def write(self, target: str, text: str, values: list[float]) -> None:
        found = self.field(target)
        if found is None:
            return
        node, field = found
        kind = node.fields[field]
        value: Any = {
            "SFFloat": lambda: values[0],
            "SFInt32": lambda: int(values[0]),
            "SFBool": lambda: text in ("TRUE", "1"),
            "SFString": lambda: text,
            "SFVec3f": lambda: values[:3],
            "SFColor": lambda: values[:3],
            "SFRotation": lambda: values[:4],
        }.get(kind)
        if value is None:
            raise Unsupported(kind)
        try:
            node.set(field, value())
        except (foxden.EditError, ValueError):
            pass

    def cell(self, column: str) -> Any:
        """What the recorder writes into a column; None for what is not compared."""
        if column == "time":
            return self.world.time
        for prefix, read in (
            ("position ", lambda node: node.world_position),
            ("orientation ", lambda node: node.world_orientation.ravel()),
            ("velocity ", lambda node: (*node.linear_velocity, *node.angular_velocity)),
        ):
            if column.startswith(prefix):
                return list(read(self.world.node(column.removeprefix(prefix))))
        if column.startswith("contacts ") or column == "step":
            return None
        owner = next((name for name in self.devices if column == name), None)
        if owner is None and "." in column:
            owner = column.rpartition(".")[0]
        if owner in self.devices:
            return self.measured(self.devices[owner], column.removeprefix(owner))
        found = self.field(column)
        if found is None:
            return "MISSING"
        value = found[0].get(found[1])
        if value is None or isinstance(value, (foxden.Node, str, list)):
            return None
        return list(value) if isinstance(value, tuple) else float(value)

    def measured(self, device: foxden.Device, suffix: str) -> Any:
        if suffix in IGNORED or not isinstance(device, foxden.Sensor):
            return None
        if isinstance(device, (foxden.Radar, foxden.Receiver)) or suffix not in SUFFIXES:
            return None
        try:
            value = float(SUFFIXES[suffix](device))
            self.off.discard(device._name)
            return value
        except foxden.NotMeasuredError:
            # the controller library shows old memory where the package raises: before the
            # first step, after a sensor was turned off, and some sensors until they measure
            is_shown = isinstance(device, (foxden.InertialUnit, foxden.Connector))
            is_off = device._name in self.off or self.world.time == 0 or is_shown
            return None if is_off else math.nan

    def step(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.world.step(int(self.dt // self.world.basic_time_step))


def is_near(own: float, recorded: float) -> bool:
    if math.isnan(own) or math.isnan(recorded):
        return math.isnan(own) == math.isnan(recorded)
    return math.isclose(own, recorded, rel_tol=1e-6, abs_tol=1e-9)


def compare(path: Path, recording: Path) -> tuple[int, str | None]:
    """How many numbers were compared, and the first difference."""
    recorder = Recorder(path)
    with recording.open(newline="") as file:
        rows = list(csv.reader(file))
    header, compared = rows[0], 0
    for at, row in enumerate(rows[1:]):
        if at:
            for order in recorder.orders.get(at - 1, []):
                recorder.obey(order)
            recorder.step()
        for column, text in zip(header, row, strict=False):
            own = recorder.cell(column)
            if own is None:
                continue
            if isinstance(own, str) or text == "MISSING":
                if own != text:
                    return compared, f"row {at}, {column}: {own} instead of {text}"
                continue
            recorded = [number(item) for item in text.split(";")]
            mine = own if isinstance(own, list) else [own]
            if len(mine) != len(recorded) or not all(map(is_near, mine, recorded)):
                return compared, f"row {at}, {column}: {mine} instead of {text}"
            compared += len(mine)
    return compared, None


def recorded_worlds(group: str) -> list[tuple[Path, Path]]:
    """World files of the recorder, with their recordings."""
    found = []
    for path in sorted((DATA / group / "worlds").glob("*.wbt")):
        recording = DATA / group / "out" / f"{path.stem}.csv"
        if path.stem in EXCEPT or not recording.exists():
            continue
        if 'controller "rec"' in path.read_text(errors="replace"):
            found.append((path, recording))
    return found


# the least number of worlds of a group: fewer would mean that the package can do less
@pytest.mark.parametrize(
    ("group", "least"), [("lightsensor", 50), ("charger", 5), ("devices", 220), ("dynamics", 130)]
)
def test_recorded_numbers_come_out(group: str, least: int) -> None:
    failed, passed = [], 0
    for path, recording in recorded_worlds(group):
        try:
            compared, difference = compare(path, recording)
        except Unsupported:
            continue
        if difference is not None:
            failed.append(f"{path.stem}: {difference}")
        elif compared > 0:
            passed += 1
    assert not failed, "\n".join(failed)
    assert passed >= least


@pytest.mark.parametrize("threads", [1, 2])
def test_recorded_numbers_come_out_of_vectors(threads: int) -> None:
    """Worlds that run without orders, three at a time. Worlds with noise have other numbers
    for each seed and are left out."""
    passed = 0
    for path, recording in [*recorded_worlds("lightsensor"), *recorded_worlds("dynamics")]:
        if passed == 20:
            break
        passed += compare_vector(path, recording, threads)
    assert passed == 20


def compare_vector(path: Path, recording: Path, threads: int) -> bool:
    """Whether the world could be compared; a difference fails."""
    try:
        recorder = Recorder(path)
    except Unsupported:
        return False
    if recorder.orders or any(key.startswith("period") for key, _ in recorder.arguments):
        return False
    with recording.open(newline="") as file:
        header, *rows = list(csv.reader(file))
    observe: list[Any] = []
    columns: list[tuple[str, int]] = []
    for column in header:
        device = recorder.devices.get(column)
        if isinstance(device, (foxden.LightSensor, foxden.PositionSensor, foxden.DistanceSensor)):
            observe.append(terms.reading(f"{recorder.robot._name}/{column}"))
            columns.append((column, 0))
        elif column.startswith("position "):
            name = column.removeprefix("position ")
            observe += [terms.position(name, axis) for axis in "xyz"]
            columns += [(column, at) for at in range(3)]
    if not observe or len(rows) < 3:
        return False
    fresh = foxden.World(path, strict=False, offline=True)
    limit = 1000 * recorder.dt
    task = Task(fresh, observe, [], terms.alive(), None, limit, recorder.dt)
    if recorder.dt != fresh.basic_time_step:
        return False  # the first observation is after one step of the world
    envs = VectorEnv(task, 3, threads=threads)
    observations, _ = envs.reset(seed=1)
    nothing = numpy.zeros((3, 0), dtype=numpy.float32)
    for at, row in enumerate(rows[1:], 1):
        if at > 1:
            observations = envs.step(nothing)[0]
        if not (observations == observations[0]).all():
            return False
        cells = dict(zip(header, row, strict=False))
        for own, (column, part) in zip(observations[0], columns, strict=True):
            recorded = number(cells[column].split(";")[part])
            near = math.isclose(own, recorded, rel_tol=1e-6, abs_tol=1e-6)
            assert near, f"{path.stem}, row {at}, {column}: {own} instead of {recorded}"
    return True
