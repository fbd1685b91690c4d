"""Draws on surfaces."""

from .device import Device
from .wb import wb


class Pen(Device):
    """A pen."""

    def write(self, write: bool) -> None:
        wb.wb_pen_write(self._tag, write)

    def setInkColor(self, color: int, density: float) -> None:
        wb.wb_pen_set_ink_color(self._tag, color, density)
