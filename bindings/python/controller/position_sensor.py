"""Measures a joint."""

from typing import TYPE_CHECKING, Optional

from .sensor import Reading
from .wb import wb

if TYPE_CHECKING:
    from .brake import Brake
    from .motor import Motor


class PositionSensor(Reading):
    """Measures a joint in radians or metres."""

    ROTATIONAL = 0
    LINEAR = 1

    _family = "position_sensor"

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

    motor = property(getMotor)
    brake = property(getBrake)
    type = property(getType)
