"""What all devices of robots have in common."""

from __future__ import annotations

from typing import Any, TypeVar

from . import _foxden
from .errors import NotMeasuredError
from .nodes import Node

__all__ = ["Device", "Sensor"]

Vector = tuple[float, float, float]

_Sensor = TypeVar("_Sensor", bound="Sensor")


def channels(color: int | tuple[int, int, int]) -> tuple[int, int, int]:
    """Red, green and blue from 0 to 255 of a colour that is given as 0xRRGGBB or as these."""
    red, green, blue = (
        (color >> 16, color >> 8 & 255, color & 255) if isinstance(color, int) else color
    )
    if not all(0 <= channel <= 255 for channel in (red, green, blue)):
        raise ValueError(f"a colour is 0xRRGGBB or three numbers from 0 to 255, not {color}")
    return red, green, blue


class Device(Node):
    """A device of a robot. It is a node: its fields are attributes, unless an attribute
    of the class has the same name (then `get` and `set` reach the field)."""

    __slots__ = ("_name",)

    _name: str

    def __init__(self, core: _foxden.Core, number: int, name: str) -> None:
        super().__init__(core, number)
        object.__setattr__(self, "_name", name)

    def __repr__(self) -> str:
        return f"<foxden.{type(self).__name__} {self._name!r}>"

    def _order(self, kind: str, value: float) -> None:
        _foxden.order(self._core, self._number, kind, value)

    def _reading(self, kind: str) -> Any:
        found = _foxden.reading(self._core, self._number, kind)
        if found is None:
            message = f"{self._name!r} has not measured yet; enable it and make a step first"
            raise NotMeasuredError(message)
        return found


class Sensor(Device):
    """A device that measures with a sampling period."""

    __slots__ = ()

    def enable(self: _Sensor, period: int) -> _Sensor:
        """Measures every ``period`` milliseconds from the next step on. Returns the
        sensor itself."""
        if isinstance(period, bool):
            raise TypeError("the sampling period is in milliseconds, not bool")
        if period <= 0:
            raise ValueError(
                f"the sampling period is in milliseconds and at least 1, not {period}; "
                "disable() turns a sensor off"
            )
        self._order("enable", period)
        return self

    def disable(self) -> None:
        """Measures no longer; the sensor has no value then."""
        self._order("enable", 0)
