"""The joystick of the person in front of the simulation."""

from typing import Optional

from .wb import text, wb


class Joystick:
    """The joystick."""

    def __init__(self, sampling_period: Optional[int] = None):
        period = int(wb.wb_robot_get_basic_time_step()) if sampling_period is None else sampling_period
        if period:
            self.enable(period)

    def enable(self, p: int) -> None:
        wb.wb_joystick_enable(p)

    def disable(self) -> None:
        wb.wb_joystick_disable()

    def getSamplingPeriod(self) -> int:
        return wb.wb_joystick_get_sampling_period()

    def isConnected(self) -> bool:
        return wb.wb_joystick_is_connected()

    def getModel(self) -> str:
        return text(wb.wb_joystick_get_model())

    def getNumberOfAxes(self) -> int:
        return wb.wb_joystick_get_number_of_axes()

    def getAxisValue(self, axis: int) -> int:
        return wb.wb_joystick_get_axis_value(axis)

    def getNumberOfPovs(self) -> int:
        return wb.wb_joystick_get_number_of_povs()

    def getPovValue(self, pov: int) -> int:
        return wb.wb_joystick_get_pov_value(pov)

    def getPressedButton(self) -> int:
        """The next button that is down in this step, or -1."""
        return wb.wb_joystick_get_pressed_button()

    def setConstantForce(self, level: int) -> None:
        wb.wb_joystick_set_constant_force(level)

    def setConstantForceDuration(self, duration: float) -> None:
        wb.wb_joystick_set_constant_force_duration(duration)

    def setAutoCenteringGain(self, gain: float) -> None:
        wb.wb_joystick_set_auto_centering_gain(gain)

    def setResistanceGain(self, gain: float) -> None:
        wb.wb_joystick_set_resistance_gain(gain)

    def setForceAxis(self, axis: int) -> None:
        wb.wb_joystick_set_force_axis(axis)

    def _set_sampling_period(self, p: Optional[int]) -> None:
        self.enable(p or 0)

    sampling_period = property(getSamplingPeriod, _set_sampling_period)
    is_connected = property(isConnected)
    model = property(getModel)
    number_of_axes = property(getNumberOfAxes)
    number_of_povs = property(getNumberOfPovs)
    pressed_button = property(getPressedButton)
