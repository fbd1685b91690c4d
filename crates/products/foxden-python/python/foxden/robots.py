"""Robots."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeVar

from . import _foxden
from .device import Device
from .devices import device_class
from .errors import UnknownNameError, unknown
from .nodes import Node

__all__ = ["ChargerLedger", "EnergyLedger", "Robot"]

_Device = TypeVar("_Device", bound=Device)


class EnergyLedger(NamedTuple):
    """Where the energy of a battery came from and where it went, in joules."""

    start: float
    """What was there at the start."""
    received: float
    """What chargers gave."""
    computer: float
    """What the computer used."""
    motors: float
    """What the motors used."""
    written: float
    """What was written from outside."""
    now: float
    """What is left."""


class ChargerLedger(NamedTuple):
    """Where the energy of a charger came from and where it went, in joules."""

    node: Node
    """The charger."""
    start: float
    """What was there at the start."""
    drawn: float
    """What it drew to fill up."""
    given: float
    """What robots got."""
    lost: float
    """What was given to a robot whose battery had no space for it."""
    written: float
    """What was written from outside."""
    now: float
    """What is left."""


class Robot(Node):
    """A robot: a node of the world that gives its devices by name.

    >>> import foxden
    >>> cub = foxden.World("worlds/hello.wbt").robot("cub")
    >>> sorted(cub)[:3]
    ['eye', 'left angle', 'left motor']
    >>> cub["left moter"]
    Traceback (most recent call last):
    foxden.errors.UnknownNameError: robot 'cub' has no device 'left moter'; did you mean 'left motor'?
    """

    __slots__ = ("_name",)

    _name: str

    def __init__(self, core: _foxden.Core, number: int, name: str) -> None:
        super().__init__(core, number)
        object.__setattr__(self, "_name", name)

    def __repr__(self) -> str:
        return f"<foxden.Robot {self._name!r}>"

    @property
    def battery(self) -> float | None:
        """The energy in the battery in joules; None for a robot without battery.

        >>> import foxden
        >>> foxden.World("worlds/hello.wbt").robot("cub").battery
        50.0
        """
        return self._core.battery(self._number)

    @property
    def energy(self) -> EnergyLedger | None:
        """The account of the battery; None for a robot without battery."""
        row = self._core.energy(self._number)
        return None if row is None else EnergyLedger(*row)

    @property
    def devices(self) -> list[Device]:
        """All devices, in the order of the nodes."""
        rows = self._core.devices(self._number)
        return [device_class(kind)(self._core, node, name) for node, name, kind in rows]

    def __getitem__(self, name: str) -> Device:
        rows = self._core.devices(self._number)
        for node, own, kind in rows:
            if own == name:
                return device_class(kind)(self._core, node, own)
        message = f"robot {self._name!r} has no device {name!r}"
        raise UnknownNameError(unknown(message, str(name), [own for _, own, _ in rows]))

    def device(self, name: str, kind: type[_Device]) -> _Device:
        """The device with a name, which must be of a class: checkers of types know then what
        it can do.

        >>> import foxden
        >>> cub = foxden.World("worlds/hello.wbt").robot("cub")
        >>> motor = cub.device("left motor", foxden.Motor)
        >>> cub.device("eye", foxden.Motor)
        Traceback (most recent call last):
        TypeError: 'eye' is a LightSensor, not a Motor
        """
        found = self[name]
        if not isinstance(found, kind):
            raise TypeError(f"{name!r} is a {type(found).__name__}, not a {kind.__name__}")
        return found

    def __iter__(self) -> Iterator[str]:
        # of devices with one name only the first can be reached
        return iter(dict.fromkeys(name for _, name, _ in self._core.devices(self._number)))

    def __contains__(self, name: object) -> bool:
        return any(own == name for _, own, _ in self._core.devices(self._number))
