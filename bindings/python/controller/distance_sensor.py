"""Measures distance."""

from .sensor import LookupTable, Reading
from .wb import wb


class DistanceSensor(LookupTable, Reading):
    """Measures distance along one or more rays."""

    GENERIC = 0
    INFRA_RED = 1
    SONAR = 2
    LASER = 3

    _family = "distance_sensor"

    def getAperture(self) -> float:
        return wb.wb_distance_sensor_get_aperture(self._tag)

    def getMaxValue(self) -> float:
        return wb.wb_distance_sensor_get_max_value(self._tag)

    def getMinValue(self) -> float:
        return wb.wb_distance_sensor_get_min_value(self._tag)

    def getType(self) -> int:
        return wb.wb_distance_sensor_get_type(self._tag)

    aperture = property(getAperture)
    max_value = property(getMaxValue)
    min_value = property(getMinValue)
    type = property(getType)
