"""Gets packets from emitters."""

import struct
from typing import List, Tuple

from .sensor import Sensor
from .wb import bytes_at, wb


class Receiver(Sensor):
    """A receiver and the packets that came."""

    CHANNEL_BROADCAST = -1

    _family = "receiver"

    def getQueueLength(self) -> int:
        return wb.wb_receiver_get_queue_length(self._tag)

    def nextPacket(self) -> None:
        wb.wb_receiver_next_packet(self._tag)

    def getDataSize(self) -> int:
        return wb.wb_receiver_get_data_size(self._tag)

    def getBytes(self) -> bytes:
        return bytes_at(wb.wb_receiver_get_data(self._tag), max(self.getDataSize(), 0)) or b""

    def getString(self) -> str:
        return self.getBytes().decode("utf-8", "replace")

    def getData(self) -> str:
        return self.getString()

    def _unpack(self, kind: str) -> tuple:
        data = self.getBytes()
        count = len(data) // struct.calcsize(kind)
        return struct.unpack_from(f"{count}{kind}", data)

    def getFloats(self) -> Tuple[float, ...]:
        return self._unpack("d")

    def getInts(self) -> Tuple[int, ...]:
        return self._unpack("i")

    def getBools(self) -> Tuple[bool, ...]:
        return self._unpack("?")

    def getSignalStrength(self) -> float:
        return wb.wb_receiver_get_signal_strength(self._tag)

    def getEmitterDirection(self) -> List[float]:
        direction = wb.wb_receiver_get_emitter_direction(self._tag)
        return direction[:3] if direction else [float("nan")] * 3

    def getChannel(self) -> int:
        return wb.wb_receiver_get_channel(self._tag)

    def setChannel(self, channel: int) -> None:
        wb.wb_receiver_set_channel(self._tag, channel)

    queue_length = property(getQueueLength)
    data = property(getBytes)
    data_size = property(getDataSize)
    string = property(getString)
    signal_strength = property(getSignalStrength)
    emitter_direction = property(getEmitterDirection)
    channel = property(getChannel, setChannel)
