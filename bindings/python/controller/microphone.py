"""Records sound."""

from typing import Optional

from .sensor import Sensor
from .wb import bytes_at, wb


class Microphone(Sensor):
    """Records sound."""

    _family = "microphone"

    def getSampleData(self) -> Optional[bytes]:
        return bytes_at(wb.wb_microphone_get_sample_data(self._tag), self.getSampleSize())

    def getSampleSize(self) -> int:
        return wb.wb_microphone_get_sample_size(self._tag)
