"""Takes pictures of distances."""

import ctypes
from typing import List, Optional, Sequence

from .sensor import Sensor
from .wb import image_quality, view_at, wb


class RangeFinder(Sensor):
    """A camera that sees distances."""

    _family = "range_finder"

    def getFov(self) -> float:
        return wb.wb_range_finder_get_fov(self._tag)

    def getWidth(self) -> int:
        return wb.wb_range_finder_get_width(self._tag)

    def getHeight(self) -> int:
        return wb.wb_range_finder_get_height(self._tag)

    def getMaxRange(self) -> float:
        return wb.wb_range_finder_get_max_range(self._tag)

    def getMinRange(self) -> float:
        return wb.wb_range_finder_get_min_range(self._tag)

    def getRangeImage(self, data_type: str = "list"):
        """The distances as a list, or with data_type "buffer" where the library has them."""
        image = wb.wb_range_finder_get_range_image(self._tag)
        if not image or data_type != "list":
            return image or None
        return image[: self.getWidth() * self.getHeight()]

    def getRangeImageView(self) -> Optional[memoryview]:
        """The distances without a copy: what numpy.asarray takes. Valid until the next step."""
        image = wb.wb_range_finder_get_range_image(self._tag)
        size = self.getWidth() * self.getHeight()
        return view_at(ctypes.addressof(image.contents), size, ctypes.c_float) if image else None

    def getRangeImageArray(self) -> Optional[List[List[float]]]:
        image = wb.wb_range_finder_get_range_image(self._tag)
        width = self.getWidth()
        return [image[row * width : (row + 1) * width] for row in range(self.getHeight())] if image else None

    @staticmethod
    def rangeImageGetDepth(image: Sequence[float], width: int, x: int, y: int) -> float:
        return image[y * width + x]

    def saveImage(self, filename: str, quality: int) -> int:
        return wb.wb_range_finder_save_image(self._tag, filename.encode(), image_quality(filename, quality))

    range_image = property(getRangeImage)
    fov = property(getFov)
    width = property(getWidth)
    height = property(getHeight)
    max_range = property(getMaxRange)
    min_range = property(getMinRange)
