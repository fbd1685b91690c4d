"""Sends packets to receivers."""

import struct
import sys
from typing import Optional, Sequence, Union

from .device import Device
from .wb import wb


class Emitter(Device):
    """An emitter."""

    CHANNEL_BROADCAST = -1

    def send(self, message: Union[str, bytes, Sequence[float]], length: Optional[int] = None) -> int:
        """Sends text, bytes, or a list of floats, integers or truth values. Returns 1, or 0 if it did not fit."""
        if isinstance(message, str):
            data = message.encode()
        elif isinstance(message, (bytes, bytearray, memoryview)):
            data = bytes(message)[:length]
        elif isinstance(message, (list, tuple)) and message:
            kinds = {bool: "?", float: "d", int: "i"}
            kind = kinds.get(type(message[0]))
            if kind is None:
                print(f"Emitter.send(): cannot send a list of {type(message[0]).__name__}", file=sys.stderr)
                return 0
            data = struct.pack(f"{len(message)}{kind}", *message)
        else:
            print("Emitter.send(): send text, bytes, or a list that is not empty", file=sys.stderr)
            return 0
        return wb.wb_emitter_send(self._tag, data, len(data))

    def getBufferSize(self) -> int:
        return wb.wb_emitter_get_buffer_size(self._tag)

    def getChannel(self) -> int:
        return wb.wb_emitter_get_channel(self._tag)

    def setChannel(self, channel: int) -> None:
        wb.wb_emitter_set_channel(self._tag, channel)

    def getRange(self) -> float:
        return wb.wb_emitter_get_range(self._tag)

    def setRange(self, range: float) -> None:
        wb.wb_emitter_set_range(self._tag, range)

    buffer_size = property(getBufferSize)
    channel = property(getChannel, setChannel)
    range = property(getRange, setRange)
