"""Measures position."""

import ctypes
from typing import List

from .sensor import Sensor
from .wb import text, wb


class GPS(Sensor):
    """Measures position and velocity."""

    LOCAL = 0
    WGS84 = 1

    _family = "gps"

    def getValues(self) -> List[float]:
        return wb.wb_gps_get_values(self._tag)[:3]

    def getSpeed(self) -> float:
        return wb.wb_gps_get_speed(self._tag)

    def getSpeedVector(self) -> List[float]:
        return wb.wb_gps_get_speed_vector(self._tag)[:3]

    def getCoordinateSystem(self) -> int:
        return wb.wb_gps_get_coordinate_system(self._tag)

    @staticmethod
    def convertToDegreesMinutesSeconds(decimal_degrees: float) -> str:
        address = wb.wb_gps_convert_to_degrees_minutes_seconds(decimal_degrees)
        result = text(ctypes.string_at(address)) if address else ""
        # The text belongs to the caller.
        free = ctypes.CDLL(None).free
        free.argtypes = [ctypes.c_void_p]
        free(address)
        return result

    value = property(getValues)
    speed = property(getSpeed)
    speed_vector = property(getSpeedVector)
    coordinate_system = property(getCoordinateSystem)
