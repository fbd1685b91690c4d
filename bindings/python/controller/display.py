"""Shows pictures."""

import ctypes
from typing import Optional, Sequence, Union

from .camera import Camera
from .device import Device
from .wb import wb


class Display(Device):
    """A display."""

    RGB = 3
    RGBA = 4
    ARGB = 5
    BGRA = 6
    ABGR = 7

    def getWidth(self) -> int:
        return wb.wb_display_get_width(self._tag)

    def getHeight(self) -> int:
        return wb.wb_display_get_height(self._tag)

    def setColor(self, color: int) -> None:
        wb.wb_display_set_color(self._tag, color)

    def setAlpha(self, alpha: float) -> None:
        wb.wb_display_set_alpha(self._tag, alpha)

    def setOpacity(self, opacity: float) -> None:
        wb.wb_display_set_opacity(self._tag, opacity)

    def setFont(self, font: str, size: int, anti_aliasing: bool) -> None:
        wb.wb_display_set_font(self._tag, font.encode(), size, anti_aliasing)

    def attachCamera(self, camera: Camera) -> None:
        wb.wb_display_attach_camera(self._tag, camera._tag)

    def detachCamera(self) -> None:
        wb.wb_display_detach_camera(self._tag)

    def drawPixel(self, x: int, y: int) -> None:
        wb.wb_display_draw_pixel(self._tag, x, y)

    def drawLine(self, x1: int, y1: int, x2: int, y2: int) -> None:
        wb.wb_display_draw_line(self._tag, x1, y1, x2, y2)

    def drawRectangle(self, x: int, y: int, width: int, height: int) -> None:
        wb.wb_display_draw_rectangle(self._tag, x, y, width, height)

    def drawOval(self, cx: int, cy: int, a: int, b: int) -> None:
        wb.wb_display_draw_oval(self._tag, cx, cy, a, b)

    def drawPolygon(self, x: Sequence[int], y: Sequence[int]) -> None:
        self._polygon(wb.wb_display_draw_polygon, x, y)

    def drawText(self, text: str, x: int, y: int) -> None:
        wb.wb_display_draw_text(self._tag, text.encode(), x, y)

    def fillRectangle(self, x: int, y: int, width: int, height: int) -> None:
        wb.wb_display_fill_rectangle(self._tag, x, y, width, height)

    def fillOval(self, cx: int, cy: int, a: int, b: int) -> None:
        wb.wb_display_fill_oval(self._tag, cx, cy, a, b)

    def fillPolygon(self, x: Sequence[int], y: Sequence[int]) -> None:
        self._polygon(wb.wb_display_fill_polygon, x, y)

    def _polygon(self, draw, x: Sequence[int], y: Sequence[int]) -> None:
        size = min(len(x), len(y))
        numbers = ctypes.c_int * size
        draw(self._tag, numbers(*x[:size]), numbers(*y[:size]), size)

    def imageNew(self, data: Union[bytes, list], format: int, width: int, height: int) -> Optional[int]:
        """Keeps a picture: bytes in the order of the format, or columns of pixels of red, green and blue."""
        if isinstance(data, list):
            data = bytes(channel for y in range(height) for x in range(width) for channel in data[x][y])
        needed = width * height * (3 if format == Display.RGB else 4)
        if len(data) < needed:
            raise ValueError(f"imageNew(): {needed} bytes are needed, there are {len(data)}")
        return wb.wb_display_image_new(self._tag, width, height, bytes(data), format)

    def imageCopy(self, x: int, y: int, width: int, height: int) -> Optional[int]:
        return wb.wb_display_image_copy(self._tag, x, y, width, height)

    def imageLoad(self, filename: str) -> Optional[int]:
        return wb.wb_display_image_load(self._tag, filename.encode())

    def imageDelete(self, image: Optional[int]) -> None:
        wb.wb_display_image_delete(self._tag, image)

    def imagePaste(self, image: Optional[int], x: int, y: int, blend: bool = False) -> None:
        wb.wb_display_image_paste(self._tag, image, x, y, blend)

    def imageSave(self, image: Optional[int], filename: str) -> None:
        wb.wb_display_image_save(self._tag, image, filename.encode())

    width = property(getWidth)
    height = property(getHeight)
