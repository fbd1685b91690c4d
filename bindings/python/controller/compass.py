"""Points north."""

from typing import List

from .sensor import LookupTable, Sensor
from .wb import wb


class Compass(LookupTable, Sensor):
    """Points north, seen from the device."""

    _family = "compass"
    _read = staticmethod(wb.wb_compass_get_values)

    def getValues(self) -> List[float]:
        return self._read(self._tag)[:3]

    value = property(getValues)
