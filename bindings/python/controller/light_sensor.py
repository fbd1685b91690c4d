"""Measures light."""

from .sensor import LookupTable, Sensor
from .wb import wb


class LightSensor(LookupTable, Sensor):
    """Measures the irradiance at a point from all lights of the world."""

    _family = "light_sensor"
    _read = staticmethod(wb.wb_light_sensor_get_value)

    def getValue(self) -> float:
        return self._read(self._tag)

    value = property(getValue)
