"""Displays: devices that a program draws on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from . import _foxden
from .cameras import Camera
from .device import Device, channels
from .errors import NotMeasuredError

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

__all__ = ["Display"]


def _share(value: float, what: str) -> int:
    if not 0 <= value <= 1:
        raise ValueError(f"the {what} is from 0 to 1, not {value}")
    return round(255 * value)


class Display(Device):
    """Shows what is drawn on it. Drawings act with the next step, in their order; places and
    sizes are in pixels from the upper left corner.

    >>> import foxden
    >>> world = foxden.load_text('''#VRML_SIM R2023b utf8
    ... WorldInfo { }
    ... Viewpoint { }
    ... Robot { name "board" children [ Display { name "screen" width 8 height 4 } ] }
    ... ''')
    >>> screen = world.robot("board")["screen"]
    >>> screen.set_color(0xFF0000)
    >>> screen.draw_rectangle(2, 1, 3, 2, fill=True)
    >>> world.step()
    >>> screen.image[1, 2].tolist()
    [255, 0, 0, 255]
    """

    __slots__ = ()

    def _shown(self) -> tuple[int, int, bytes]:
        found = _foxden.display_image(self._core, self._number)
        if found is None:
            raise NotMeasuredError(f"{self._name!r} is not simulated")
        return found

    @property
    def width(self) -> int:
        """Pixels in a row."""
        return self._shown()[0]

    @property
    def height(self) -> int:
        """Rows."""
        return self._shown()[1]

    @property
    def image(self) -> NDArray[numpy.uint8]:
        """What it shows after the last step: an array of NumPy with height, width and four
        channels (red, green, blue, alpha)."""
        import numpy

        width, height, pixels = self._shown()
        return numpy.frombuffer(pixels, dtype=numpy.uint8).reshape(height, width, 4)

    def _draw(
        self, kind: str, *numbers: int, is_filled: bool = False, text: str = ""
    ) -> None:
        _foxden.draw(self._core, self._number, kind, list(numbers), bool(is_filled), text)

    def set_color(self, color: int | tuple[int, int, int]) -> None:
        """Draws in a colour from now on: 0xRRGGBB, or red, green and blue from 0 to 255."""
        red, green, blue = channels(color)
        self._draw("color", red << 16 | green << 8 | blue)

    def set_alpha(self, alpha: float) -> None:
        """Gives drawn pixels an alpha from 0 to 1."""
        self._draw("alpha", _share(alpha, "alpha"))

    def set_opacity(self, opacity: float) -> None:
        """Covers what is there, from 0 (not at all) to 1."""
        self._draw("opacity", _share(opacity, "opacity"))

    def set_font(self, name: str = "Arial", size: int = 8, *, is_smooth: bool = True) -> None:
        """Writes with letters of a font and of a size in points."""
        if not 1 <= size <= 1000:
            raise ValueError(f"the size of letters is from 1 to 1000 points, not {size}")
        self._draw("font", size, is_filled=is_smooth, text=name)

    def draw_pixel(self, x: int, y: int) -> None:
        """Draws a pixel."""
        self._draw("pixel", x, y)

    def draw_line(self, x1: int, y1: int, x2: int, y2: int) -> None:
        """Draws a line."""
        self._draw("line", x1, y1, x2, y2)

    def draw_text(self, text: str, x: int, y: int) -> None:
        """Writes a text; the place is its upper left corner."""
        self._draw("text", x, y, text=text)

    def draw_rectangle(
        self, x: int, y: int, width: int, height: int, *, fill: bool = False
    ) -> None:
        """Draws a rectangle."""
        self._draw("rectangle", x, y, width, height, is_filled=fill)

    def draw_oval(
        self, x: int, y: int, horizontal: int, vertical: int, *, fill: bool = False
    ) -> None:
        """Draws an oval around a centre, with two radii."""
        self._draw("oval", x, y, horizontal, vertical, is_filled=fill)

    def draw_polygon(self, points: Iterable[tuple[int, int]], *, fill: bool = False) -> None:
        """Draws a polygon through points."""
        numbers = [number for x, y in points for number in (x, y)]
        if len(numbers) < 6:
            raise ValueError(f"a polygon has three points or more, not {len(numbers) // 2}")
        self._draw("polygon", *numbers, is_filled=fill)

    def draw_image(self, image: Any, x: int = 0, y: int = 0, *, blend: bool = False) -> None:
        """Draws an array of bytes with height, width and three or four channels (red, green,
        blue, alpha), as it is or by its alpha. A part of `image` can be drawn elsewhere."""
        import numpy

        pixels = numpy.asarray(image)
        is_picture = pixels.ndim == 3 and pixels.shape[2] in (3, 4) and pixels.size > 0
        if not is_picture or pixels.dtype != numpy.uint8:
            raise ValueError(
                "an image has bytes with height, width and 3 or 4 channels, not "
                f"{pixels.dtype} of the shape {pixels.shape}"
            )
        height, width, count = pixels.shape
        if count == 3:
            opaque = numpy.full((height, width, 1), 255, dtype=numpy.uint8)
            pixels = numpy.concatenate([pixels, opaque], axis=2)
        _foxden.draw_image(
            self._core, self._number, pixels.tobytes(), width, height, (x, y), bool(blend)
        )

    def attach_camera(self, camera: Camera) -> None:
        """Shows the pictures of a camera of the same robot below the drawings."""
        if not isinstance(camera, Camera):
            raise TypeError(f"a Camera is needed, not {type(camera).__name__}")
        _foxden.attach_camera(self._core, self._number, camera._number)

    def detach_camera(self) -> None:
        """Shows the drawings alone."""
        self._draw("detach")
