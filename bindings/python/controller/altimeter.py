"""Measures height."""

from .sensor import Sensor
from .wb import wb


class Altimeter(Sensor):
    """Measures height in metres."""

    _family = "altimeter"
    _read = staticmethod(wb.wb_altimeter_get_value)

    def getValue(self) -> float:
        return self._read(self._tag)

    value = property(getValue)
