"""Measures angular velocity."""

from typing import List

from .sensor import LookupTable, Sensor
from .wb import wb


class Gyro(LookupTable, Sensor):
    """Measures angular velocity in radians per second."""

    _family = "gyro"
    _read = staticmethod(wb.wb_gyro_get_values)

    def getValues(self) -> List[float]:
        return self._read(self._tag)[:3]

    value = property(getValues)
