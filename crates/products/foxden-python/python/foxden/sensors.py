"""Sensors of numbers: light, distance, motion, contact, radar."""

from __future__ import annotations

import math
from typing import NamedTuple

from . import _foxden
from .device import Sensor, Vector
from .errors import NotMeasuredError
from .tables import html_table

__all__ = [
    "GPS",
    "Accelerometer",
    "Altimeter",
    "Compass",
    "DistanceSensor",
    "Gyro",
    "InertialUnit",
    "LightExplanation",
    "LightPart",
    "LightSensor",
    "PositionSensor",
    "Radar",
    "RadarTarget",
    "TouchSensor",
]


class _NumberSensor(Sensor):
    """A sensor of one number."""

    __slots__ = ()

    @property
    def value(self) -> float:
        """What was measured last."""
        value: float = self._reading("number")
        return value


class _VectorSensor(Sensor):
    """A sensor of three numbers."""

    __slots__ = ()

    @property
    def values(self) -> Vector:
        """What was measured last."""
        values: Vector = self._reading("vector")
        return values


class LightPart(NamedTuple):
    """What one light brings to a light sensor."""

    light: str
    """The path of the light."""
    distance: float
    """How far it is, in metres."""
    attenuation: float
    """How much it fades on the way."""
    cosine: float
    """The cosine of the angle of incidence."""
    spot: float
    """How much of the beam of a spot."""
    ambient: float
    """What arrives from everywhere, before fading."""
    direct: float
    """The direct part, before fading; 0 if it comes from behind."""
    occluder: str | None
    """The path of the solid in the way."""
    arrives: list[float]
    """What arrives: red, green, blue."""


class LightExplanation(NamedTuple):
    """Why a light sensor reads what it reads."""

    parts: list[LightPart]
    """Every light that is on; ``pandas.DataFrame(parts)`` makes a table of them."""
    irradiance: float
    """The sum after the filter, in watts per square metre."""
    value: float
    """The value without noise."""

    def _repr_html_(self) -> str:
        total = f"<p>{self.irradiance:g} W/m², value {self.value:g}</p>"
        return html_table(LightPart._fields, self.parts) + total


class LightSensor(_NumberSensor):
    """Measures light.

    >>> import foxden
    >>> world = foxden.World("worlds/hello.wbt")
    >>> eye = world.robot("cub")["eye"].enable(16)
    >>> eye.value
    Traceback (most recent call last):
    foxden.errors.NotMeasuredError: 'eye' has not measured yet; enable it and make a step first
    >>> world.step()
    >>> eye.value > 0
    True
    """

    __slots__ = ()

    def explain(self) -> LightExplanation:
        """What the sensor would read now, and which light brings how much. Nothing
        changes and no random number is drawn."""
        found = _foxden.explain(self._core, self._number)
        if found is None:
            raise NotMeasuredError(f"{self._name!r} is not simulated")
        parts, irradiance, value = found
        return LightExplanation([LightPart(*part) for part in parts], irradiance, value)


class DistanceSensor(_NumberSensor):
    """Measures the distance to what is in front of it, by its lookup table."""

    __slots__ = ()


class PositionSensor(_NumberSensor):
    """Measures the position of a joint, in radians or metres."""

    __slots__ = ()


class Altimeter(_NumberSensor):
    """Measures its height above the origin, in metres."""

    __slots__ = ()


class TouchSensor(Sensor):
    """Feels contacts: a number, or three forces if its type is ``force-3d``."""

    __slots__ = ()

    @property
    def value(self) -> float:
        """The force in newtons, or 1 and 0 of a bumper."""
        value: float = self._reading("number")
        return value

    @property
    def values(self) -> Vector:
        """The forces of a sensor of type ``force-3d``, in newtons."""
        values: Vector = self._reading("vector")
        return values


class Accelerometer(_VectorSensor):
    """Measures acceleration with gravity, in metres per second squared."""

    __slots__ = ()


class Gyro(_VectorSensor):
    """Measures angular velocity, in radians per second."""

    __slots__ = ()


class Compass(_VectorSensor):
    """Measures the direction of north."""

    __slots__ = ()


class GPS(Sensor):
    """Measures where it is and how it moves."""

    __slots__ = ()

    @property
    def values(self) -> Vector:
        """Its position: metres, or latitude, longitude and altitude."""
        position: Vector = self._reading("fix")[0]
        return position

    @property
    def speed(self) -> float:
        """Its speed, in metres per second."""
        speed: float = self._reading("fix")[1]
        return speed

    @property
    def velocity(self) -> Vector:
        """Its velocity, in metres per second."""
        velocity: Vector = self._reading("fix")[2]
        return velocity


class InertialUnit(Sensor):
    """Measures how it is turned."""

    __slots__ = ()

    @property
    def quaternion(self) -> tuple[float, float, float, float]:
        """Its orientation: x, y, z and w of a quaternion."""
        quaternion: tuple[float, float, float, float] = self._reading("attitude")
        return quaternion

    @property
    def roll_pitch_yaw(self) -> Vector:
        """Its orientation as three angles in radians (z is up)."""
        x, y, z, w = self.quaternion
        sine = max(-1.0, min(1.0, 2 * (w * y - x * z)))
        return (
            math.atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)),
            math.asin(sine),
            math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)),
        )


class RadarTarget(NamedTuple):
    """Something that a radar sees."""

    distance: float
    """How far away, in metres."""
    power: float
    """What comes back of it, in dBm."""
    speed: float
    """How fast it goes away, in metres per second."""
    azimuth: float
    """In which direction, in radians; to the right is positive."""


class Radar(Sensor):
    """Sees targets with their speeds."""

    __slots__ = ()

    @property
    def targets(self) -> list[RadarTarget]:
        """What was seen last."""
        return [RadarTarget(*row) for row in self._reading("targets")]
