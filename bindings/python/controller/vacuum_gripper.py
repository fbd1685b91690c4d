"""Holds objects."""

from .device import Device
from .wb import wb


class VacuumGripper(Device):
    """A vacuum gripper."""

    def enablePresence(self, sampling_period: int) -> None:
        wb.wb_vacuum_gripper_enable_presence(self._tag, sampling_period)

    def disablePresence(self) -> None:
        wb.wb_vacuum_gripper_disable_presence(self._tag)

    def getPresence(self) -> bool:
        return wb.wb_vacuum_gripper_get_presence(self._tag)

    def getPresenceSamplingPeriod(self) -> int:
        return wb.wb_vacuum_gripper_get_presence_sampling_period(self._tag)

    def isOn(self) -> bool:
        return wb.wb_vacuum_gripper_is_on(self._tag)

    def turnOn(self) -> None:
        wb.wb_vacuum_gripper_turn_on(self._tag)

    def turnOff(self) -> None:
        wb.wb_vacuum_gripper_turn_off(self._tag)

    on = property(isOn)
    presence = property(getPresence)
    presence_sampling_period = property(getPresenceSamplingPeriod)
