"""Sensors with pictures: cameras, range-finders, lidars."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from . import _foxden
from .device import Sensor
from .errors import NotMeasuredError
from .nodes import Node

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

__all__ = [
    "Camera",
    "Lidar",
    "RangeFinder",
    "RecognisedObject",
]


class _PictureSensor(Sensor):
    """A sensor with pictures."""

    __slots__ = ()

    def _view(self) -> tuple[int, int, float, float, float]:
        view = _foxden.view(self._core, self._number)
        if view is None:
            raise NotMeasuredError(f"{self._name!r} is not simulated")
        return view

    @property
    def width(self) -> int:
        """Pixels in a row."""
        return self._view()[0]

    @property
    def height(self) -> int:
        """Rows."""
        return self._view()[1]

    @property
    def field_of_view(self) -> float:
        """The horizontal angle of view, in radians."""
        return self._view()[2]

    def _numbers(self, segmentation: bool = False) -> memoryview:
        found = _foxden.picture(self._core, self._number, segmentation)
        if found is None:
            message = f"{self._name!r} has no picture yet; enable it and make a step first"
            raise NotMeasuredError(message)
        return memoryview(found)


class RecognisedObject(NamedTuple):
    """Something that a camera recognises."""

    node: Node
    """Its node."""
    position: list[float]
    """Where its middle is, seen from the camera."""
    orientation: list[float]
    """How it is turned, seen from the camera: axis and angle."""
    size: list[float]
    """Its extent along the view and across it, in metres."""
    position_on_image: list[int]
    """The middle of its box in the picture."""
    size_on_image: list[int]
    """The size of its box in the picture."""
    colors: list[list[float]]
    """Its colours."""
    model: str
    """The field ``model`` of its Solid."""


class Camera(_PictureSensor):
    """Takes pictures."""

    __slots__ = ()

    @property
    def image(self) -> NDArray[numpy.uint8]:
        """The last picture: an array of NumPy with height, width and four channels (blue,
        green, red, alpha). It is the camera's own memory, not a copy. It cannot be written
        and stays as it is when the camera takes the next picture."""
        import numpy

        pixels = numpy.frombuffer(self._numbers(), dtype=numpy.uint8)
        return pixels.reshape(self.height, self.width, 4)

    @property
    def rgb(self) -> NDArray[numpy.uint8]:
        """The last picture with three channels (red, green, blue): a view of `image`."""
        return self.image[:, :, 2::-1]

    def set_field_of_view(self, angle: float) -> None:
        """Zooms to an angle in radians."""
        self._order("field_of_view", angle)

    def set_exposure(self, exposure: float) -> None:
        """Exposes this long, in joules per square metre."""
        self._order("exposure", exposure)

    def set_focal_distance(self, distance: float) -> None:
        """Focuses at a distance in metres."""
        self._order("focal_distance", distance)

    def enable_recognition(self, period: int) -> None:
        """Recognises objects every ``period`` milliseconds; 0 turns it off."""
        self._order("recognition", period)

    @property
    def objects(self) -> list[RecognisedObject]:
        """What was recognised last."""
        return [
            RecognisedObject(Node(self._core, node), *rest)
            for node, *rest in self._reading("objects")
        ]

    def enable_segmentation(self, is_on: bool = True) -> None:
        """Takes pictures of the objects' colours too, or no longer."""
        self._order("segmentation", bool(is_on))

    @property
    def segmentation(self) -> NDArray[numpy.uint8]:
        """The last picture of the objects' colours, in the form of `image`."""
        import numpy

        pixels = numpy.frombuffer(self._numbers(segmentation=True), dtype=numpy.uint8)
        return pixels.reshape(self.height, self.width, 4)


class RangeFinder(_PictureSensor):
    """Measures distances in a picture."""

    __slots__ = ()

    @property
    def image(self) -> NDArray[numpy.float32]:
        """The last distances in metres: an array of NumPy with height and width."""
        import numpy

        distances = numpy.frombuffer(self._numbers(), dtype=numpy.float32)
        return distances.reshape(self.height, self.width)

    @property
    def max_range(self) -> float:
        """The greatest distance, in metres."""
        return self._view()[4]


class Lidar(_PictureSensor):
    """Scans distances in layers."""

    __slots__ = ()

    @property
    def image(self) -> NDArray[numpy.float32]:
        """The last distances in metres: an array of NumPy with a row for each layer."""
        import numpy

        layers: int = self.get("numberOfLayers")
        return numpy.frombuffer(self._numbers(), dtype=numpy.float32).reshape(layers, -1)

    def enable_point_cloud(self, is_on: bool = True) -> None:
        """Computes points too, or no longer."""
        self._order("point_cloud", bool(is_on))

    @property
    def point_cloud(self) -> NDArray[numpy.void]:
        """The points of the last scan, seen from the lidar: an array of NumPy with the
        fields ``x``, ``y``, ``z``, ``layer`` and ``time``."""
        import numpy

        found = _foxden.points(self._core, self._number)
        if found is None:
            raise NotMeasuredError(
                f"{self._name!r} has no points yet; call enable_point_cloud() and make a step"
            )
        kinds = [("x", "f4"), ("y", "f4"), ("z", "f4"), ("layer", "i4"), ("time", "f4")]
        return numpy.frombuffer(memoryview(found), dtype=numpy.dtype(kinds))

    def set_frequency(self, frequency: float) -> None:
        """Turns this often in a second."""
        self._order("frequency", frequency)

    @property
    def max_range(self) -> float:
        """The greatest distance, in metres."""
        return self._view()[4]
