"""Docks to another connector."""

from .device import Device
from .wb import wb


class Connector(Device):
    """A connector."""

    def enablePresence(self, sampling_period: int) -> None:
        wb.wb_connector_enable_presence(self._tag, sampling_period)

    def disablePresence(self) -> None:
        wb.wb_connector_disable_presence(self._tag)

    def getPresence(self) -> int:
        return wb.wb_connector_get_presence(self._tag)

    def getPresenceSamplingPeriod(self) -> int:
        return wb.wb_connector_get_presence_sampling_period(self._tag)

    def isLocked(self) -> bool:
        return wb.wb_connector_is_locked(self._tag)

    def lock(self) -> None:
        wb.wb_connector_lock(self._tag)

    def unlock(self) -> None:
        wb.wb_connector_unlock(self._tag)

    locked = property(isLocked)
    presence = property(getPresence)
    presence_sampling_period = property(getPresenceSamplingPeriod)
