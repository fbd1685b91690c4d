"""Takes pictures and recognises objects in them."""

from typing import List, Optional

from .sensor import Sensor
from .wb import RecognitionObject, bytes_at, image_quality, text, view_at, wb


class CameraRecognitionObject:
    """An object that a camera recognises, seen from the camera."""

    def __init__(self, found: RecognitionObject):
        self.id: int = found.id
        self.position: List[float] = list(found.position)
        self.orientation: List[float] = list(found.orientation)
        self.size: List[float] = list(found.size)
        self.position_on_image: List[int] = list(found.position_on_image)
        self.size_on_image: List[int] = list(found.size_on_image)
        self.number_of_colors: int = found.number_of_colors
        self.colors: List[float] = found.colors[: 3 * found.number_of_colors] if found.colors else []
        self.model: str = text(found._model)

    def getId(self) -> int:
        return self.id

    def getPosition(self) -> List[float]:
        return self.position

    def getOrientation(self) -> List[float]:
        return self.orientation

    def getSize(self) -> List[float]:
        return self.size

    def getPositionOnImage(self) -> List[int]:
        return self.position_on_image

    def getSizeOnImage(self) -> List[int]:
        return self.size_on_image

    def getNumberOfColors(self) -> int:
        return self.number_of_colors

    def getColors(self) -> List[float]:
        return self.colors

    def getModel(self) -> str:
        return self.model

    # The names that these had before R2022b.
    get_id = getId
    get_position = getPosition
    get_orientation = getOrientation
    get_size = getSize
    get_position_on_image = getPositionOnImage
    get_size_on_image = getSizeOnImage
    get_number_of_colors = getNumberOfColors
    get_colors = getColors
    get_model = getModel


def _pixels(image: Optional[bytes], width: int, height: int) -> Optional[List[List[List[int]]]]:
    """Red, green and blue of each pixel, by column and row."""
    if image is None:
        return None
    pixel = lambda x, y: [image[4 * (y * width + x) + channel] for channel in (2, 1, 0)]  # noqa: E731
    return [[pixel(x, y) for y in range(height)] for x in range(width)]


class Camera(Sensor):
    """A camera."""

    _family = "camera"

    def getWidth(self) -> int:
        return wb.wb_camera_get_width(self._tag)

    def getHeight(self) -> int:
        return wb.wb_camera_get_height(self._tag)

    def _size(self) -> int:
        return 4 * self.getWidth() * self.getHeight()

    def getImage(self) -> Optional[bytes]:
        """Blue, green, red, alpha of each pixel, rows from the top."""
        return bytes_at(wb.wb_camera_get_image(self._tag), self._size())

    def getImageView(self) -> Optional[memoryview]:
        """The same without a copy: what numpy.asarray takes. Valid until the next step."""
        return view_at(wb.wb_camera_get_image(self._tag), self._size())

    def getImageArray(self) -> Optional[List[List[List[int]]]]:
        return _pixels(self.getImage(), self.getWidth(), self.getHeight())

    @staticmethod
    def imageGetRed(image: bytes, width: int, x: int, y: int) -> int:
        return image[4 * (y * width + x) + 2]

    @staticmethod
    def imageGetGreen(image: bytes, width: int, x: int, y: int) -> int:
        return image[4 * (y * width + x) + 1]

    @staticmethod
    def imageGetBlue(image: bytes, width: int, x: int, y: int) -> int:
        return image[4 * (y * width + x)]

    @staticmethod
    def imageGetGray(image: bytes, width: int, x: int, y: int) -> int:
        start = 4 * (y * width + x)
        return sum(image[start : start + 3]) // 3

    imageGetGrey = imageGetGray

    def saveImage(self, filename: str, quality: int) -> int:
        return wb.wb_camera_save_image(self._tag, filename.encode(), image_quality(filename, quality))

    def getFov(self) -> float:
        return wb.wb_camera_get_fov(self._tag)

    def setFov(self, f: float) -> None:
        wb.wb_camera_set_fov(self._tag, f)

    def getMaxFov(self) -> float:
        return wb.wb_camera_get_max_fov(self._tag)

    def getMinFov(self) -> float:
        return wb.wb_camera_get_min_fov(self._tag)

    def getExposure(self) -> float:
        return wb.wb_camera_get_exposure(self._tag)

    def setExposure(self, exposure: float) -> None:
        wb.wb_camera_set_exposure(self._tag, exposure)

    def getFocalLength(self) -> float:
        return wb.wb_camera_get_focal_length(self._tag)

    def getFocalDistance(self) -> float:
        return wb.wb_camera_get_focal_distance(self._tag)

    def setFocalDistance(self, d: float) -> None:
        wb.wb_camera_set_focal_distance(self._tag, d)

    def getMaxFocalDistance(self) -> float:
        return wb.wb_camera_get_max_focal_distance(self._tag)

    def getMinFocalDistance(self) -> float:
        return wb.wb_camera_get_min_focal_distance(self._tag)

    def getNear(self) -> float:
        return wb.wb_camera_get_near(self._tag)

    def hasRecognition(self) -> bool:
        return wb.wb_camera_has_recognition(self._tag)

    def recognitionEnable(self, sampling_period: int) -> None:
        wb.wb_camera_recognition_enable(self._tag, sampling_period)

    def recognitionDisable(self) -> None:
        wb.wb_camera_recognition_disable(self._tag)

    def getRecognitionSamplingPeriod(self) -> int:
        return wb.wb_camera_recognition_get_sampling_period(self._tag)

    def getRecognitionNumberOfObjects(self) -> int:
        return wb.wb_camera_recognition_get_number_of_objects(self._tag)

    def getRecognitionObjects(self) -> List[CameraRecognitionObject]:
        count = self.getRecognitionNumberOfObjects()
        found = wb.wb_camera_recognition_get_objects(self._tag) if count else None
        return [CameraRecognitionObject(one) for one in found[:count]] if found else []

    def hasRecognitionSegmentation(self) -> bool:
        return wb.wb_camera_recognition_has_segmentation(self._tag)

    def enableRecognitionSegmentation(self) -> None:
        wb.wb_camera_recognition_enable_segmentation(self._tag)

    def disableRecognitionSegmentation(self) -> None:
        wb.wb_camera_recognition_disable_segmentation(self._tag)

    def isRecognitionSegmentationEnabled(self) -> bool:
        return wb.wb_camera_recognition_is_segmentation_enabled(self._tag)

    def getRecognitionSegmentationImage(self) -> Optional[bytes]:
        return bytes_at(wb.wb_camera_recognition_get_segmentation_image(self._tag), self._size())

    def getRecognitionSegmentationImageView(self) -> Optional[memoryview]:
        """The same without a copy: what numpy.asarray takes. Valid until the next step."""
        return view_at(wb.wb_camera_recognition_get_segmentation_image(self._tag), self._size())

    def getRecognitionSegmentationImageArray(self) -> Optional[List[List[List[int]]]]:
        return _pixels(self.getRecognitionSegmentationImage(), self.getWidth(), self.getHeight())

    def saveRecognitionSegmentationImage(self, filename: str, quality: int) -> int:
        used = image_quality(filename, quality)
        return wb.wb_camera_recognition_save_segmentation_image(self._tag, filename.encode(), used)

    image = property(getImage)
    segmentation_image = property(getRecognitionSegmentationImage)
    exposure = property(getExposure, setExposure)
    focal_distance = property(getFocalDistance, setFocalDistance)
    focal_length = property(getFocalLength)
    max_focal_distance = property(getMaxFocalDistance)
    min_focal_distance = property(getMinFocalDistance)
    fov = property(getFov, setFov)
    min_fov = property(getMinFov)
    max_fov = property(getMaxFov)
    near = property(getNear)
    width = property(getWidth)
    height = property(getHeight)
