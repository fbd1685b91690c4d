"""Numbers of a world that rewards, observations and ends of episodes are made of. They
are evaluated in Rust: no Python code runs for them.

>>> from foxden.gym.terms import distance, energy_used, progress
>>> reward = progress("CUB", "LAMP") - 0.01 * energy_used("cub")
>>> done = distance("CUB", "LAMP") < 0.1
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import NamedTuple

__all__ = [
    "Condition",
    "Term",
    "Terms",
    "action",
    "alive",
    "battery",
    "contact",
    "distance",
    "effort",
    "energy_received",
    "energy_used",
    "facing",
    "light",
    "position",
    "progress",
    "reading",
    "relative",
    "upright",
    "velocity",
]

_INFINITE = float("inf")


@dataclasses.dataclass(frozen=True, eq=False)
class Term:
    """A number of a world, scaled and limited. It can be multiplied with a number, added
    to other terms, and compared with a number to end an episode."""

    signal: str
    """What is read."""
    names: tuple[str, ...] = ()
    """The robots, devices or nodes that it is read of."""
    index: int = 0
    """Which of several numbers."""
    point: tuple[float, float, float] | None = None
    """A point in the world."""
    form: str = "plain"
    """What is made of the signal: ``plain``, ``change`` (since the step before),
    ``cosine``, ``sine``, ``absolute`` or ``square``."""
    gain: float = 1.0
    """The factor."""
    offset: float = 0.0
    """What is added."""
    low: float = -_INFINITE
    """The least value."""
    high: float = _INFINITE
    """The greatest value."""

    def __mul__(self, factor: float) -> Term:
        low, high = sorted((self.low * factor, self.high * factor)) if factor else (0.0, 0.0)
        return dataclasses.replace(
            self, gain=self.gain * factor, offset=self.offset * factor, low=low, high=high
        )

    __rmul__ = __mul__

    def __neg__(self) -> Term:
        return self * -1.0

    def __add__(self, other: Term | Terms) -> Terms:
        return Terms((self,)) + other

    def __sub__(self, other: Term | Terms) -> Terms:
        return Terms((self,)) + -1.0 * other

    def __lt__(self, threshold: float) -> Condition:
        return Condition(self, float(threshold), False)

    def __gt__(self, threshold: float) -> Condition:
        return Condition(self, float(threshold), True)

    def formed(self, form: str) -> Term:
        """The same number in another form."""
        return dataclasses.replace(self, form=form)

    def scaled(self, low: float, high: float) -> Term:
        """Maps the range from ``low`` to ``high`` to -1 to 1; what is outside is limited."""
        if not low < high:
            raise ValueError(f"the range must be in order, not {low} to {high}")
        gain = 2.0 / (high - low)
        return dataclasses.replace(
            self, gain=gain, offset=-1.0 - low * gain, low=-1.0, high=1.0
        )

    def limited(self, low: float, high: float) -> Term:
        """The same number, but not below ``low`` and not above ``high``."""
        if not low <= high:
            raise ValueError(f"the range must be in order, not {low} to {high}")
        return dataclasses.replace(self, low=low, high=high)


@dataclasses.dataclass(frozen=True)
class Terms:
    """A sum of terms."""

    items: tuple[Term, ...]

    def __add__(self, other: Term | Terms) -> Terms:
        more = other.items if isinstance(other, Terms) else (other,)
        return Terms((*self.items, *more))

    def __sub__(self, other: Term | Terms) -> Terms:
        return self + -1.0 * other

    def __mul__(self, factor: float) -> Terms:
        return Terms(tuple(item * factor for item in self.items))

    __rmul__ = __mul__


class Condition(NamedTuple):
    """Ends an episode when a term is above or below a threshold."""

    term: Term
    threshold: float
    is_above: bool


_AXES = {"x": 0, "y": 1, "z": 2, "turn x": 3, "turn y": 4, "turn z": 5}


def _axis(axis: str) -> int:
    if axis not in _AXES:
        raise ValueError(f"there is no axis {axis!r}; there are: {', '.join(_AXES)}")
    return _AXES[axis]


def reading(device: str, index: int = 0) -> Term:
    """What a sensor measured, or one of its numbers. A device of another robot than the
    first is ``"robot/device"``. An inertial unit has a quaternion (0 to 3) and roll,
    pitch and yaw (4 to 6); a GPS has position (0 to 2), speed (3) and velocity (4 to 6)."""
    return Term("reading", (device,), index)


def light(device: str) -> Term:
    """What a light sensor measured."""
    return reading(device)


def distance(a: str, b: str | Sequence[float]) -> Term:
    """The distance between two nodes, or of a node from a point, in metres."""
    if isinstance(b, str):
        return Term("distance", (a, b))
    x, y, z = b
    return Term("distance", (a,), point=(float(x), float(y), float(z)))


def progress(a: str, b: str | Sequence[float]) -> Term:
    """By how much ``a`` came nearer to ``b`` in this step, in metres."""
    return -distance(a, b).formed("change")


def position(node: str, axis: str) -> Term:
    """A coordinate of a node in the world, in metres."""
    return Term("position", (node,), _axis(axis))


def velocity(node: str, axis: str) -> Term:
    """How fast a solid moves along an axis (``x``) or turns about it (``turn x``)."""
    return Term("velocity", (node,), _axis(axis))


def relative(node: str, other: str, axis: str) -> Term:
    """A coordinate of another node in the frame of a node, in metres."""
    return Term("relative", (node, other), _axis(axis))


def upright(node: str) -> Term:
    """1 if the z axis of a node points up, -1 if it points down."""
    return Term("orientation", (node,), 8)


def facing(node: str, axis: str) -> Term:
    """The cosine between the x axis of a node and an axis of the world."""
    return Term("orientation", (node,), 3 * _axis(axis))


def battery(robot: str) -> Term:
    """The energy in a robot's battery, in joules."""
    return Term("battery", (robot,))


def energy_used(robot: str) -> Term:
    """What a robot used in this step, in joules."""
    return Term("used", (robot,), form="change")


def energy_received(robot: str) -> Term:
    """What a robot got of chargers in this step, in joules."""
    return Term("received", (robot,), form="change")


def contact(node: str, other: str | None = None) -> Term:
    """1 while a solid (a topmost one, with all below it) touches another one, or a
    certain one."""
    return Term("contact", (node,) if other is None else (node, other))


def action(index: int) -> Term:
    """An action of this step, from -1 to 1."""
    return Term("action", index=index)


def effort() -> Term:
    """The sum of the squares of the actions of this step."""
    return Term("effort")


def alive() -> Term:
    """1 for each step."""
    return Term("one")
