"""Measures a joint."""

from typing import TYPE_CHECKING, Optional

from .sensor import Sensor
from .wb import wb

if TYPE_CHECKING:
    from .brake import Brake
    from .motor import Motor


class PositionSensor(Sensor):
    """Measures a joint in radians or metres."""

    ROTATIONAL = 0
    LINEAR = 1

    _family = "position_sensor"
    _read = staticmethod(wb.wb_position_sensor_get_value)

    def getValue(self) -> float:
        return self._read(self._tag)

    def getType(self) -> int:
        return wb.wb_position_sensor_get_type(self._tag)

    def getMotor(self) -> "Optional[Motor]":
        from .motor import Motor

        tag = wb.wb_position_sensor_get_motor(self._tag)
        return Motor(tag) if tag else None

    def getBrake(self) -> "Optional[Brake]":
        from .brake import Brake

        tag = wb.wb_position_sensor_get_brake(self._tag)
        return Brake(tag) if tag else None

    value = property(getValue)
    motor = property(getMotor)
    brake = property(getBrake)
    type = property(getType)
