"""Feels contact."""

from typing import List, Union

from .sensor import LookupTable, Sensor
from .wb import wb


class TouchSensor(LookupTable, Sensor):
    """Feels contact: a bumper, a force, or a force in each direction."""

    BUMPER = 0
    FORCE = 1
    FORCE3D = 2

    _family = "touch_sensor"

    def getType(self) -> int:
        return wb.wb_touch_sensor_get_type(self._tag)

    def getValue(self) -> float:
        return wb.wb_touch_sensor_get_value(self._tag)

    def getValues(self) -> List[float]:
        return wb.wb_touch_sensor_get_values(self._tag)[:3]

    @property
    def value(self) -> Union[bool, float, List[float]]:
        kind = self.getType()
        if kind == TouchSensor.BUMPER:
            return self.getValue() == 1
        return self.getValue() if kind == TouchSensor.FORCE else self.getValues()

    type = property(getType)
