"""Measures distances all around."""

import ctypes
from typing import List, Optional, Union

from .lidar_point import LidarPoint
from .sensor import Sensor
from .wb import LidarPointStructure, view_at, wb


class Lidar(Sensor):
    """A lidar."""

    _family = "lidar"

    def getFov(self) -> float:
        return wb.wb_lidar_get_fov(self._tag)

    def getVerticalFov(self) -> float:
        return wb.wb_lidar_get_vertical_fov(self._tag)

    def getMaxFrequency(self) -> float:
        return wb.wb_lidar_get_max_frequency(self._tag)

    def getMinFrequency(self) -> float:
        return wb.wb_lidar_get_min_frequency(self._tag)

    def getFrequency(self) -> float:
        return wb.wb_lidar_get_frequency(self._tag)

    def setFrequency(self, frequency: float) -> None:
        wb.wb_lidar_set_frequency(self._tag, frequency)

    def getMaxRange(self) -> float:
        return wb.wb_lidar_get_max_range(self._tag)

    def getMinRange(self) -> float:
        return wb.wb_lidar_get_min_range(self._tag)

    def getHorizontalResolution(self) -> int:
        return wb.wb_lidar_get_horizontal_resolution(self._tag)

    def getNumberOfLayers(self) -> int:
        return wb.wb_lidar_get_number_of_layers(self._tag)

    def getNumberOfPoints(self) -> int:
        return wb.wb_lidar_get_number_of_points(self._tag)

    def getRangeImage(self) -> Optional[List[float]]:
        image = wb.wb_lidar_get_range_image(self._tag)
        return image[: self.getHorizontalResolution() * self.getNumberOfLayers()] if image else None

    def getRangeImageView(self) -> Optional[memoryview]:
        """The distances without a copy: what numpy.asarray takes. Valid until the next step."""
        image = wb.wb_lidar_get_range_image(self._tag)
        size = self.getHorizontalResolution() * self.getNumberOfLayers()
        return view_at(ctypes.addressof(image.contents), size, ctypes.c_float) if image else None

    def getLayerRangeImage(self, layer: int) -> Optional[List[float]]:
        image = wb.wb_lidar_get_layer_range_image(self._tag, layer)
        return image[: self.getHorizontalResolution()] if image else None

    def getRangeImageArray(self) -> List[Optional[List[float]]]:
        return [self.getLayerRangeImage(layer) for layer in range(self.getNumberOfLayers())]

    def enablePointCloud(self) -> None:
        wb.wb_lidar_enable_point_cloud(self._tag)

    def disablePointCloud(self) -> None:
        wb.wb_lidar_disable_point_cloud(self._tag)

    def isPointCloudEnabled(self) -> bool:
        return wb.wb_lidar_is_point_cloud_enabled(self._tag)

    @staticmethod
    def _points(found, count: int, data_type: str) -> Optional[Union[List[LidarPoint], bytes]]:
        if not found:
            return None
        if data_type == "buffer":
            return ctypes.string_at(found, count * ctypes.sizeof(LidarPointStructure))
        return [LidarPoint(one.x, one.y, one.z, one.layer_id, one.time) for one in found[:count]]

    def getPointCloud(self, data_type: str = "list") -> Optional[Union[List[LidarPoint], bytes]]:
        found = wb.wb_lidar_get_point_cloud(self._tag)
        return self._points(found, self.getNumberOfPoints() if found else 0, data_type)

    def getPointCloudView(self) -> Optional[memoryview]:
        """The bytes of the points without a copy, five words of four bytes each: x, y, z, layer and time.

        What numpy.frombuffer takes. Valid until the next step."""
        found = wb.wb_lidar_get_point_cloud(self._tag)
        size = self.getNumberOfPoints() * ctypes.sizeof(LidarPointStructure)
        return view_at(ctypes.addressof(found.contents), size) if found else None

    def getLayerPointCloud(self, layer: int, data_type: str = "list") -> Optional[Union[List[LidarPoint], bytes]]:
        found = wb.wb_lidar_get_layer_point_cloud(self._tag, layer)
        return self._points(found, self.getHorizontalResolution(), data_type)

    range_image = property(getRangeImage)
    fov = property(getFov)
    vertical_fov = property(getVerticalFov)
    max_frequency = property(getMaxFrequency)
    min_frequency = property(getMinFrequency)
    frequency = property(getFrequency, setFrequency)
    max_range = property(getMaxRange)
    min_range = property(getMinRange)
    horizontal_resolution = property(getHorizontalResolution)
    number_of_layers = property(getNumberOfLayers)
    number_of_points = property(getNumberOfPoints)
