"""Plays motion files."""

from .wb import wb


class Motion:
    """A motion file."""

    def __init__(self, filename: str):
        self._ref = wb.wbu_motion_new(filename.encode())

    def isValid(self) -> bool:
        return bool(self._ref)

    def play(self) -> None:
        wb.wbu_motion_play(self._ref)

    def stop(self) -> None:
        wb.wbu_motion_stop(self._ref)

    def setLoop(self, loop: bool) -> None:
        wb.wbu_motion_set_loop(self._ref, loop)

    def setReverse(self, reverse: bool) -> None:
        wb.wbu_motion_set_reverse(self._ref, reverse)

    def isOver(self) -> bool:
        return wb.wbu_motion_is_over(self._ref)

    def getDuration(self) -> int:
        return wb.wbu_motion_get_duration(self._ref)

    def getTime(self) -> int:
        return wb.wbu_motion_get_time(self._ref)

    def setTime(self, time: int) -> None:
        wb.wbu_motion_set_time(self._ref, time)

    time = property(getTime, setTime)
    duration = property(getDuration)
