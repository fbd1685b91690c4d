"""Finds targets by radio waves."""

from typing import List

from .radar_target import RadarTarget
from .sensor import Sensor
from .wb import wb


class Radar(Sensor):
    """A radar."""

    _family = "radar"

    def getMaxRange(self) -> float:
        return wb.wb_radar_get_max_range(self._tag)

    def getMinRange(self) -> float:
        return wb.wb_radar_get_min_range(self._tag)

    def getHorizontalFov(self) -> float:
        return wb.wb_radar_get_horizontal_fov(self._tag)

    def getVerticalFov(self) -> float:
        return wb.wb_radar_get_vertical_fov(self._tag)

    def getNumberOfTargets(self) -> int:
        return wb.wb_radar_get_number_of_targets(self._tag)

    def getTargets(self) -> List[RadarTarget]:
        found = wb.wb_radar_get_targets(self._tag)
        targets = found[: self.getNumberOfTargets()] if found else []
        return [RadarTarget(one.distance, one.received_power, one.speed, one.azimuth) for one in targets]

    max_range = property(getMaxRange)
    min_range = property(getMinRange)
    horizontal_fov = property(getHorizontalFov)
    vertical_fov = property(getVerticalFov)
    number_of_targets = property(getNumberOfTargets)
    targets = property(getTargets)
