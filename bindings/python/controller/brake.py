"""Brakes a joint."""

from typing import TYPE_CHECKING, Optional

from .device import Device
from .wb import wb

if TYPE_CHECKING:
    from .motor import Motor
    from .position_sensor import PositionSensor


class Brake(Device):
    """A brake."""

    ROTATIONAL = 0
    LINEAR = 1

    def setDampingConstant(self, c: float) -> None:
        wb.wb_brake_set_damping_constant(self._tag, c)

    def getType(self) -> int:
        return wb.wb_brake_get_type(self._tag)

    def getMotor(self) -> "Optional[Motor]":
        from .motor import Motor

        tag = wb.wb_brake_get_motor(self._tag)
        return Motor(tag) if tag else None

    def getPositionSensor(self) -> "Optional[PositionSensor]":
        from .position_sensor import PositionSensor

        tag = wb.wb_brake_get_position_sensor(self._tag)
        return PositionSensor(tag) if tag else None

    motor = property(getMotor)
    position_sensor = property(getPositionSensor)
    type = property(getType)
