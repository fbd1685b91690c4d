"""The mouse of the person in front of the simulation."""

from dataclasses import dataclass
from typing import Optional

from .wb import wb


@dataclass
class MouseState:
    """Where the mouse is, from 0 to 1 in the picture and in metres in the scene, and which buttons are down."""

    u: float
    v: float
    x: float
    y: float
    z: float
    left: bool
    middle: bool
    right: bool


class Mouse:
    """The mouse."""

    def __init__(self, sampling_period: Optional[int] = None):
        period = int(wb.wb_robot_get_basic_time_step()) if sampling_period is None else sampling_period
        if period:
            self.enable(period)

    def enable(self, p: int) -> None:
        wb.wb_mouse_enable(p)

    def disable(self) -> None:
        wb.wb_mouse_disable()

    def getSamplingPeriod(self) -> int:
        return wb.wb_mouse_get_sampling_period()

    def getState(self) -> MouseState:
        state = wb.wb_mouse_get_state_pointer().contents
        return MouseState(*(getattr(state, field) for field, _ in state._fields_))

    def enable3dPosition(self) -> None:
        wb.wb_mouse_enable_3d_position()

    def disable3dPosition(self) -> None:
        wb.wb_mouse_disable_3d_position()

    def is3dPositionEnabled(self) -> bool:
        return wb.wb_mouse_is_3d_position_enabled()

    def _set_sampling_period(self, p: Optional[int]) -> None:
        self.enable(p or 0)

    sampling_period = property(getSamplingPeriod, _set_sampling_period)
    state = property(getState)
