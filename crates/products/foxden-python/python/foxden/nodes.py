"""Nodes of a world and their fields."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _foxden
from .errors import (
    NotMeasuredError,
    UnknownFieldError,
    UnknownNameError,
    WorldWarning,
    unknown,
)

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

__all__ = ["Contact", "Node"]


class Contact(NamedTuple):
    """A point where a solid touches another one."""

    point: tuple[float, float, float]
    """Where, in the world."""
    own: Node
    """The solid that was asked about, or the one below it that touches."""
    other: Node
    """The other solid."""


class Node:
    """A node of a world. Its fields are attributes:

    >>> import foxden
    >>> world = foxden.World("worlds/light_following.wbt")
    >>> light = world.node("LIGHT")
    >>> light.intensity
    0.3
    >>> light.intensity = 0.5
    >>> light.intensity
    0.5
    >>> light.intensity = float("nan")
    Traceback (most recent call last):
    ValueError: intensity must be a finite number, not NaN
    >>> light.intensty
    Traceback (most recent call last):
    foxden.errors.UnknownFieldError: PointLight has no field 'intensty'; did you mean 'intensity'?

    A change acts at once. Fields whose names are attributes of this class are reached
    with `get` and `set`.
    """

    __slots__ = ("_core", "_number")

    _core: _foxden.Core
    _number: int

    def __init__(self, core: _foxden.Core, number: int) -> None:
        object.__setattr__(self, "_core", core)
        object.__setattr__(self, "_number", number)

    def __repr__(self) -> str:
        if not self.exists:
            return "<foxden.Node that was removed>"
        return f"<foxden.Node {self.path}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Node):
            return NotImplemented
        return self._core is other._core and self._number == other._number

    def __hash__(self) -> int:
        return hash((id(self._core), self._number))

    @property
    def exists(self) -> bool:
        """Whether the node is still part of its world."""
        return _foxden.exists(self._core, self._number)

    @property
    def type_name(self) -> str:
        """The name of its type: that of a PROTO or of a built-in node."""
        return _foxden.describe(self._core, self._number)[0]

    @property
    def base_type_name(self) -> str:
        """The name of the built-in node that it is or that its PROTO is made of."""
        return _foxden.describe(self._core, self._number)[1]

    @property
    def def_name(self) -> str | None:
        """Its DEF name."""
        return _foxden.describe(self._core, self._number)[2]

    @property
    def path(self) -> str:
        """The names on the way from the root to it."""
        return _foxden.describe(self._core, self._number)[3]

    @property
    def parent(self) -> Node | None:
        """The node that it is in; None for the root."""
        found = _foxden.parent(self._core, self._number)
        return None if found is None else Node(self._core, found)

    @property
    def fields(self) -> dict[str, str]:
        """The names of its fields, with their types."""
        return dict(_foxden.field_types(self._core, self._number))

    def get(self, name: str, default: Any = None) -> Any:
        """The value of a field; ``default`` if there is no such field."""
        found = _foxden.get(self._core, self._number, name)
        return default if found is None else self._value(*found)

    def _value(self, kind: str, value: Any) -> Any:
        if kind == "MFNode":
            return [Node(self._core, number) for number in value]
        if kind == "SFNode":
            return Node(self._core, value[0]) if value else None
        return value

    def set(self, name: str, value: Any) -> None:
        """Writes a field."""
        if name not in self.fields:
            raise self._unknown(name)
        _foxden.set(self._core, self._number, name, value)
        self._warn()

    def _warn(self) -> None:
        """Warns of what is wrong in nodes that a change created."""
        for text in self._core.notices():
            warnings.warn(text, WorldWarning, stacklevel=3)

    def _unknown(self, name: str) -> UnknownFieldError:
        message = f"{self.type_name} has no field {name!r}"
        own = [name for name in dir(type(self)) if not name.startswith("_")]
        return UnknownFieldError(unknown(message, name, [*self.fields, *own]))

    def insert(self, field: str, text: str, at: int | None = None) -> list[Node]:
        """Inserts the nodes of a text into a field: in front of node number ``at``, or
        at the end. Returns the new nodes. A text that cannot be read raises `EditError`;
        an unknown field in it, or a file that is missing, is a `WorldWarning`."""
        if field not in self.fields:
            raise self._unknown(field)
        if at is not None and at < 0:
            raise ValueError("at must not be negative")
        numbers = _foxden.insert(self._core, self._number, field, text, at)
        self._warn()
        return [Node(self._core, number) for number in numbers]

    def node(self, name: str) -> Node:
        """The node with a DEF name inside this one, which is an instance of a PROTO.

        >>> import foxden
        >>> world = foxden.World("worlds/light_following.wbt")
        >>> world.robot("cub").node("NOTHING")
        Traceback (most recent call last):
        foxden.errors.UnknownNameError: E-puck has no node with DEF 'NOTHING' inside
        """
        number = _foxden.find_inner_def(self._core, self._number, name)
        if number is None:
            raise UnknownNameError(f"{self.type_name} has no node with DEF {name!r} inside")
        return Node(self._core, number)

    def to_text(self) -> str:
        """The node as it is now, as the text that `insert` reads.

        >>> import foxden
        >>> world = foxden.World("worlds/hello.wbt")
        >>> stone, = world.root.insert("children", 'DEF STONE Solid { name "stone" }')
        >>> print(stone.to_text())
        DEF STONE Solid {
          name "stone"
        }
        """
        return _foxden.node_text(self._core, self._number)

    def remove(self) -> None:
        """Removes the node with all that is in it."""
        _foxden.remove(self._core, self._number)

    @property
    def world_position(self) -> tuple[float, float, float]:
        """Where it is in the world, in metres."""
        found = _foxden.motion(self._core, self._number)[0]
        if found is None:
            raise NotMeasuredError(f"{self.type_name} has no place in the world")
        x, y, z = found
        return x, y, z

    @property
    def world_orientation(self) -> NDArray[numpy.float64]:
        """How it is turned in the world: a matrix of three rows, as an array of NumPy."""
        import numpy

        found = _foxden.motion(self._core, self._number)[1]
        if found is None:
            raise NotMeasuredError(f"{self.type_name} has no place in the world")
        return numpy.array(found, dtype=numpy.float64).reshape(3, 3)

    def pose(self, seen_from: Node | None = None) -> NDArray[numpy.float64]:
        """Where it is and how it is turned, seen from another node or from the world: a
        matrix of four rows, as an array of NumPy."""
        import numpy

        other = None if seen_from is None else seen_from._number
        found = _foxden.pose(self._core, self._number, other)
        if found is None:
            raise NotMeasuredError(f"{self.type_name} or the other node has no place")
        return numpy.array(found, dtype=numpy.float64).reshape(4, 4)

    def _mass_centre(self) -> tuple[list[float], bool]:
        found = _foxden.mass_centre(self._core, self._number)
        if found is None:
            raise NotMeasuredError(f"{self.type_name} is no solid")
        return found

    @property
    def center_of_mass(self) -> tuple[float, float, float]:
        """The centre of mass of a solid with all below it, in the world.

        >>> import foxden
        >>> crate = foxden.World("worlds/hello.wbt").node("CRATE")
        >>> crate.center_of_mass == crate.world_position
        True
        """
        x, y, z = self._mass_centre()[0]
        return x, y, z

    @property
    def is_balanced(self) -> bool:
        """Whether the centre of mass of a solid lies above what it stands on."""
        return self._mass_centre()[1]

    @property
    def linear_velocity(self) -> tuple[float, float, float]:
        """How it moves in the world, in metres per second."""
        x, y, z, *_ = self._velocity()
        return x, y, z

    @property
    def angular_velocity(self) -> tuple[float, float, float]:
        """How it turns in the world, in radians per second."""
        *_, x, y, z = self._velocity()
        return x, y, z

    def _velocity(self) -> list[float]:
        found = _foxden.motion(self._core, self._number)[2]
        if found is None:
            raise NotMeasuredError(f"{self.type_name} is no solid")
        return found

    def _intervene(self, kind: str, values: Iterable[float], relative: bool = False) -> None:
        numbers = [float(value) for value in values]
        _foxden.intervene(self._core, self._number, kind, numbers, relative)

    def set_velocity(
        self, linear: Iterable[float], angular: Iterable[float] = (0.0, 0.0, 0.0)
    ) -> None:
        """Sets the velocity of a solid in the world with the next step, in metres and
        radians per second.

        >>> import foxden
        >>> world = foxden.World("worlds/hello.wbt")
        >>> crate = world.node("CRATE")
        >>> crate.set_velocity((0, 0, 2))
        >>> world.step()
        >>> crate.linear_velocity[2] > 1
        True
        """
        self._intervene("velocity", [*linear, *angular])

    def add_force(
        self,
        force: Iterable[float],
        at: Iterable[float] | None = None,
        *,
        relative: bool = False,
    ) -> None:
        """Pushes a solid in the next step, in newtons: at its centre of mass, or at a point
        in its frame. ``relative`` says that the force is given in its frame."""
        if at is None:
            self._intervene("force", force, relative)
        else:
            self._intervene("force_at", [*force, *at], relative)

    def add_torque(self, torque: Iterable[float], *, relative: bool = False) -> None:
        """Turns a solid in the next step, in newton metres."""
        self._intervene("torque", torque, relative)

    def stop(self) -> None:
        """Puts a solid and all below it to rest."""
        self._intervene("rest", [])

    def set_joint_position(self, position: float, axis: int = 1) -> None:
        """Puts an axis of a joint to a position, in radians or metres."""
        if axis not in (1, 2, 3):
            raise ValueError(f"a joint has the axes 1 to 3, not {axis}")
        self._intervene("joint", [axis, position])

    def save_state(self, name: str) -> None:
        """Remembers the state of the node and of all below it under a name, at the start of
        the next step. `World.snapshot` remembers the whole world, at once."""
        _foxden.keep_state(self._core, self._number, name, True)

    def load_state(self, name: str) -> None:
        """Brings back the state that was remembered under a name, with the next step."""
        _foxden.keep_state(self._core, self._number, name, False)

    def set_visible(self, viewer: Node, is_visible: bool = True) -> None:
        """Shows the node to a camera, range-finder or lidar, or to the Viewpoint, with the
        next step, or hides it."""
        _foxden.set_visible(self._core, self._number, viewer._number, bool(is_visible))

    def contacts(self, descendants: bool = False) -> list[Contact]:
        """Where the solid touches others after the last step; with ``descendants`` also
        where the solids below it do."""
        rows = _foxden.contacts(self._core, self._number, descendants)
        return [
            Contact((x, y, z), Node(self._core, own), Node(self._core, other))
            for (x, y, z), own, other in rows
        ]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        found = _foxden.get(self._core, self._number, name)
        if found is None:
            raise self._unknown(name)
        return self._value(*found)

    def __setattr__(self, name: str, value: Any) -> None:
        if hasattr(type(self), name):
            object.__setattr__(self, name, value)
        else:
            self.set(name, value)

    def __dir__(self) -> list[str]:
        return sorted({*object.__dir__(self), *self.fields})

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("pickle the world; its nodes are found by name in the copy")
