"""Measures orientation."""

from typing import List

from .sensor import Sensor
from .wb import wb


class InertialUnit(Sensor):
    """Measures orientation."""

    _family = "inertial_unit"

    def getNoise(self) -> float:
        return wb.wb_inertial_unit_get_noise(self._tag)

    def getRollPitchYaw(self) -> List[float]:
        return wb.wb_inertial_unit_get_roll_pitch_yaw(self._tag)[:3]

    def getQuaternion(self) -> List[float]:
        return wb.wb_inertial_unit_get_quaternion(self._tag)[:4]

    noise = property(getNoise)
    roll_pitch_yaw = property(getRollPitchYaw)
    quaternion = property(getQuaternion)
