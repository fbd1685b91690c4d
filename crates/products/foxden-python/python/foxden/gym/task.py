"""What an environment observes, does and rewards."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias, Union

import numpy
from numpy.typing import NDArray

from .. import _foxden
from ..actuators import Connector, Motor, VacuumGripper
from ..cameras import Camera, Lidar, RangeFinder
from ..device import Device, Sensor
from ..errors import UnknownNameError, unknown
from ..nodes import Node
from ..robots import Robot
from ..sensors import GPS, InertialUnit, TouchSensor
from ..world import World
from .terms import Condition, Term, Terms

__all__ = [
    "Act",
    "Choice",
    "LogUniform",
    "Normal",
    "Observe",
    "RewardFunction",
    "Task",
    "Uniform",
]

Observation: TypeAlias = NDArray[numpy.float32]
Numbers: TypeAlias = Union[float, Sequence[float]]
RewardFunction: TypeAlias = Callable[[World, Any, Any], float]
"""A reward in Python: the world, the observation and the action after a step."""


# in seconds: some thirty years
_LONGEST_EPISODE = 1e9


class Observe(NamedTuple):
    """A sensor that is observed: all its numbers. The range from ``low`` to ``high`` is
    mapped to -1 to 1; without a range numbers are observed as they are."""

    device: str
    low: float | None = None
    high: float | None = None


class Act(NamedTuple):
    """A device that is driven: an action from -1 to 1 is mapped to the range from ``low``
    to ``high``. ``kind`` is ``velocity``, ``position`` or ``force`` of a motor (by default
    with the limits of the motor), ``lock`` of a connector or ``grip`` of a gripper (on
    above 0)."""

    device: str
    low: float | None = None
    high: float | None = None
    kind: str = "velocity"


class Uniform(NamedTuple):
    """A value between two, each number for itself."""

    low: Numbers
    high: Numbers


class LogUniform(NamedTuple):
    """A value between two positive ones, equally likely in each order of magnitude."""

    low: Numbers
    high: Numbers


class Normal(NamedTuple):
    """A value around a mean, with a standard deviation."""

    mean: Numbers
    deviation: Numbers


class Choice(NamedTuple):
    """One of several values."""

    values: Sequence[Numbers]


Distribution: TypeAlias = Union[Uniform, LogUniform, Normal, Choice]
Observed: TypeAlias = Union[str, tuple[str, float, float], Observe, Term]
Driven: TypeAlias = Union[str, tuple[str, float, float], Act]
Rewarded: TypeAlias = Union[Term, Terms, RewardFunction]
Ended: TypeAlias = Union[Condition, Sequence[Condition], Callable[[World, Any], bool], None]


@dataclasses.dataclass(frozen=True)
class Task:
    """A task in a world.

    ``world`` is a file or a `World`, whose state is the start of each episode.
    ``randomise`` maps ``(node, field)`` to a distribution. ``period`` is the time between
    two actions in milliseconds, by default one step of the world."""

    world: str | os.PathLike[str] | World
    observe: Sequence[Observed]
    act: Sequence[Driven]
    reward: Rewarded | Sequence[Rewarded]
    done: Ended = None
    time_limit: float = 30.0
    period: float | None = None
    randomise: Mapping[tuple[str, str], Distribution] = dataclasses.field(default_factory=dict)

    def open(self) -> World:
        """The world at the start."""
        if isinstance(self.world, World):
            return self.world.fork()
        return World(self.world)

    def functions(self) -> tuple[RewardFunction | None, Callable[[World, Any], bool] | None]:
        """The parts of the task that are Python functions."""
        reward = None if isinstance(self.reward, (Term, Terms, Sequence)) else self.reward
        done = self.done if callable(self.done) else None
        return reward, done

    def resolve(self, world: World) -> ResolvedTask:
        """Finds names in a world and checks values."""
        return _Resolver(world).task(self)


class ResolvedTask(NamedTuple):
    """A task as the compiled part takes it, and the limits of its observations."""

    observations: list[Any]
    actions: list[tuple[int, str, float, float]]
    rewards: list[list[Any]]
    conditions: list[tuple[Any, float, bool]]
    randomisations: list[tuple[int, str, str, list[list[float]]]]
    repeat: int
    limit: int
    low: Observation
    high: Observation

    def batch(self, worlds: Sequence[World], threads: int) -> _foxden.Batch:
        """The compiled part for worlds that continue from the same point."""
        cores = [world._core for world in worlds]
        return _foxden.Batch(cores, *self[:7], threads)


class _Resolver:
    def __init__(self, world: World) -> None:
        self.world = world
        self.robots = {robot._name: robot for robot in reversed(world.robots)}

    def task(self, task: Task) -> ResolvedTask:
        observations: list[Any] = []
        low: list[float] = []
        high: list[float] = []
        for observed in _listed(task.observe, "observe"):
            for row, least, greatest in self.observation(observed):
                observations.append(row)
                count = row[1] if len(row) == 3 else 1
                low += [least] * count
                high += [greatest] * count
        if not observations:
            raise ValueError("an environment needs at least one observation")
        actions = [self.action(driven) for driven in _listed(task.act, "act")]
        step = self.world.basic_time_step
        repeat = 1 if task.period is None else round(task.period / step)
        if repeat < 1 or (task.period is not None and repeat * step != task.period):
            raise ValueError(
                f"the period must be a multiple of the world's step of {step:g} ms, "
                f"not {task.period}"
            )
        # NaN is refused, too
        if not abs(task.time_limit) <= _LONGEST_EPISODE:
            raise ValueError(
                f"the time limit must be at most {_LONGEST_EPISODE:g} s, not {task.time_limit} s"
            )
        limit = round(task.time_limit * 1000 / (step * repeat))
        if limit < 1:
            raise ValueError(f"the time limit must be a step or more, not {task.time_limit} s")
        return ResolvedTask(
            observations,
            actions,
            [self.reward(part) for part in self.agents(task)],
            self.conditions(task.done),
            [self.randomisation(*item) for item in task.randomise.items()],
            repeat,
            limit,
            numpy.array(low, dtype=numpy.float32),
            numpy.array(high, dtype=numpy.float32),
        )

    @staticmethod
    def agents(task: Task) -> list[Rewarded]:
        if isinstance(task.reward, (Term, Terms)) or callable(task.reward):
            return [task.reward]
        if not isinstance(task.reward, Sequence):
            given = type(task.reward).__name__
            raise TypeError(f"a reward is made of terms or a function, not {given}")
        return list(task.reward)

    def device(self, name: str) -> Device:
        """A device by its name, or by the names of robot and device."""
        if not isinstance(name, str):
            raise TypeError(f"the name of a device must be a str, not {type(name).__name__}")
        robot_name, separator, rest = name.partition("/")
        if separator and robot_name in self.robots:
            return self.robots[robot_name][rest]
        robots = self.world.robots
        if not robots:
            raise UnknownNameError(f"there is no device {name!r}: the world has no robot")
        return robots[0][name]

    def node(self, name: str) -> Node:
        """A node by its DEF name, a robot by its name, or a solid of a robot by both."""
        if name in self.robots:
            return self.robots[name]
        robot_name, separator, rest = name.partition("/")
        if separator and robot_name in self.robots:
            robot = self.robots[robot_name]
            solid = _foxden.find_solid(self.world._core, robot._number, rest)
            if solid is not None:
                return Node(self.world._core, solid)
            raise UnknownNameError(f"robot {robot_name!r} has no solid {rest!r}")
        found = _foxden.find_def(self.world._core, name)
        if found is not None:
            return Node(self.world._core, found)
        known = [*_foxden.def_names(self.world._core), *self.robots]
        message = f"there is no node with DEF {name!r} and no robot of this name"
        raise UnknownNameError(unknown(message, str(name), known))

    def robot(self, name: str) -> Robot:
        return self.world.robot(name)

    def term(self, term: Term) -> tuple[Any, ...]:
        if not isinstance(term, Term):
            raise TypeError(f"a term of foxden.gym.terms is needed, not {type(term).__name__}")
        if term.signal == "reading":
            numbers = [self.device(term.names[0])._number]
        elif term.signal in ("battery", "used", "received"):
            numbers = [self.robot(term.names[0])._number]
        else:
            numbers = [self.node(name)._number for name in term.names]
        limits = (term.low, term.high)
        scale = (float(term.gain), float(term.offset))
        return (term.signal, numbers, term.index, term.point, term.form, *scale, *limits)

    def observation(self, observed: Observed) -> list[tuple[Any, float, float]]:
        if isinstance(observed, Term):
            return [(self.term(observed), observed.low, observed.high)]
        if isinstance(observed, str):
            observed = Observe(observed)
        name, low, high = _triple(observed, "an observation")
        device = self.device(name)
        if not isinstance(device, Sensor):
            raise TypeError(f"{name!r} is a {device.base_type_name} and measures nothing")
        if isinstance(device, (Camera, RangeFinder, Lidar)):
            return [self.picture(device)]
        indices = range(3)
        if isinstance(device, InertialUnit):
            indices = range(4, 7)
        elif isinstance(device, TouchSensor):
            indices = range(3 if device.get("type") == "force-3d" else 1)
        elif not isinstance(device, GPS) and not hasattr(type(device), "values"):
            indices = range(1)
            if not hasattr(type(device), "value") and not isinstance(
                device, (Connector, VacuumGripper)
            ):
                raise TypeError(f"{name!r} is a {device.base_type_name} without numbers")
        terms = [Term("reading", (name,), index) for index in indices]
        if low is not None and high is not None:
            terms = [term.scaled(low, high) for term in terms]
        return [(self.term(term), term.low, term.high) for term in terms]

    def picture(self, device: Camera | RangeFinder | Lidar) -> tuple[Any, float, float]:
        count = device.width * device.height
        if isinstance(device, Camera):
            return (device._number, count, 1 / 255), 0.0, 1.0
        if isinstance(device, Lidar):
            count = device.get("horizontalResolution") * device.get("numberOfLayers")
        # what is out of range is infinite
        return (device._number, count, 1 / device.max_range), 0.0, float("inf")

    def action(self, driven: Driven) -> tuple[int, str, float, float]:
        if isinstance(driven, str):
            driven = Act(driven)
        kind = driven.kind if isinstance(driven, Act) else "velocity"
        name, low, high = _triple(driven[:3], "an action")
        device = self.device(name)
        wanted: type[Device] = {"lock": Connector, "grip": VacuumGripper}.get(kind, Motor)
        if not isinstance(device, wanted):
            raise TypeError(
                f"{name!r} is a {device.base_type_name}; {kind!r} needs a {wanted.__name__}"
            )
        if isinstance(device, Motor):
            limits = device.position_limits
            default = {
                "velocity": (-device.max_velocity, device.max_velocity),
                "force": (-device.max_force, device.max_force),
                "position": limits or (-3.141592653589793, 3.141592653589793),
            }
            if kind not in default:
                raise ValueError(f"a motor has no action {kind!r}; there are: {', '.join(default)}")
            least, greatest = default[kind]
        else:
            least, greatest = -1.0, 1.0
        return (
            device._number,
            kind,
            least if low is None else low,
            greatest if high is None else high,
        )

    def reward(self, part: Rewarded) -> list[Any]:
        if isinstance(part, Term):
            part = Terms((part,))
        if isinstance(part, Terms):
            return [self.term(term) for term in part.items]
        if not callable(part):
            raise TypeError(f"a reward is made of terms or a function, not {type(part).__name__}")
        return []

    def conditions(self, done: Ended) -> list[tuple[Any, float, bool]]:
        if done is None or (callable(done) and not isinstance(done, Condition)):
            return []
        conditions = [done] if isinstance(done, Condition) else done
        if not isinstance(conditions, Sequence) or isinstance(conditions, str):
            raise TypeError(
                "an end is a comparison of a term with a number, a list of these or a "
                f"function, not {type(done).__name__}"
            )
        for one in conditions:
            if not isinstance(one, Condition):
                raise TypeError(
                    f"an end is a comparison of a term with a number, not {type(one).__name__}"
                )
        return [(self.term(one.term), one.threshold, one.is_above) for one in conditions]

    def randomisation(
        self, place: tuple[str, str], distribution: Distribution
    ) -> tuple[int, str, str, list[list[float]]]:
        if not isinstance(place, tuple) or len(place) != 2:
            raise TypeError(f"randomise maps (node, field) to a distribution, not {place!r}")
        name, field = place
        node = self.node(name)
        if field not in node.fields:
            raise node._unknown(field)
        kinds: dict[type, str] = {
            Uniform: "uniform",
            LogUniform: "log_uniform",
            Normal: "normal",
            Choice: "choice",
        }
        kind = kinds.get(type(distribution))
        if kind is None:
            raise TypeError(f"a distribution is needed, not {type(distribution).__name__}")
        values = distribution.values if isinstance(distribution, Choice) else distribution
        return node._number, field, kind, [_numbers(value) for value in values]


def _listed(items: Sequence[Any], what: str) -> list[Any]:
    if isinstance(items, (str, Term)):
        raise TypeError(f"{what} must be a list")
    return list(items)


def _triple(item: Sequence[Any], what: str) -> tuple[str, float | None, float | None]:
    if not isinstance(item, tuple) or len(item) != 3:
        raise TypeError(f"{what} is a name, or a name with two limits, not {item!r}")
    name, low, high = item
    if (low is None) != (high is None):
        raise ValueError(f"{what} needs both limits or none: {item!r}")
    return name, low, high


def _numbers(value: Numbers) -> list[float]:
    if isinstance(value, (int, float)):
        return [float(value)]
    return [float(number) for number in value]
