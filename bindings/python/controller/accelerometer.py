"""Measures acceleration and gravity."""

from typing import List

from .sensor import LookupTable, Sensor
from .wb import wb


class Accelerometer(LookupTable, Sensor):
    """Measures acceleration, gravity included, in metres per second squared."""

    _family = "accelerometer"
    _read = staticmethod(wb.wb_accelerometer_get_values)

    def getValues(self) -> List[float]:
        return self._read(self._tag)[:3]

    value = property(getValues)
