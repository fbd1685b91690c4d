"""The keyboard of the person in front of the simulation."""

from typing import Optional

from .wb import wb


class Keyboard:
    """The keyboard."""

    END = 312
    HOME = 313
    LEFT = 314
    UP = 315
    RIGHT = 316
    DOWN = 317
    PAGEUP = 366
    PAGEDOWN = 367
    NUMPAD_HOME = 375
    NUMPAD_LEFT = 376
    NUMPAD_UP = 377
    NUMPAD_RIGHT = 378
    NUMPAD_DOWN = 379
    NUMPAD_END = 382
    KEY = 0x0000FFFF
    SHIFT = 0x00010000
    CONTROL = 0x00020000
    ALT = 0x00040000

    _NAMES = {
        END: "end",
        HOME: "home",
        LEFT: "left",
        UP: "up",
        RIGHT: "right",
        DOWN: "down",
        PAGEUP: "page up",
        PAGEDOWN: "page down",
        NUMPAD_HOME: "numpad home",
        NUMPAD_LEFT: "numpad left",
        NUMPAD_UP: "numpad up",
        NUMPAD_RIGHT: "numpad right",
        NUMPAD_DOWN: "numpad down",
        NUMPAD_END: "numpad end",
    }

    def __init__(self, sampling_period: Optional[int] = None):
        period = int(wb.wb_robot_get_basic_time_step()) if sampling_period is None else sampling_period
        # The library needs no message about this.
        if period:
            self.enable(period)

    def enable(self, p: int) -> None:
        wb.wb_keyboard_enable(p)

    def disable(self) -> None:
        wb.wb_keyboard_disable()

    def getSamplingPeriod(self) -> int:
        return wb.wb_keyboard_get_sampling_period()

    def getKey(self) -> int:
        """The next key that is down in this step, or -1."""
        return wb.wb_keyboard_get_key()

    def getKeyCode(self) -> int:
        return self.getKey()

    def get_key(self) -> str:
        """The next key that is down in this step as text, or an empty text."""
        key = self.getKey()
        if key < 0:
            return ""
        held = [(Keyboard.SHIFT, "shift-"), (Keyboard.CONTROL, "control-"), (Keyboard.ALT, "alt-")]
        code = key & Keyboard.KEY
        return "".join(name for bit, name in held if key & bit) + self._NAMES.get(code, chr(code))

    def _set_sampling_period(self, p: Optional[int]) -> None:
        self.enable(p or 0)

    sampling_period = property(getSamplingPeriod, _set_sampling_period)
