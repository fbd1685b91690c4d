"""Lights up."""

from typing import Union

from .device import Device
from .wb import wb


class LED(Device):
    """A light-emitting diode."""

    def set(self, v: Union[bool, int]) -> None:
        wb.wb_led_set(self._tag, int(v))

    def get(self) -> int:
        return wb.wb_led_get(self._tag)

    value = property(get, set)
