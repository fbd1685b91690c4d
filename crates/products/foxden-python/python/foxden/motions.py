"""Motion files: poses of joints over time."""

from __future__ import annotations

import os
from pathlib import Path

from . import _foxden
from .actuators import Motor
from .robots import Robot

__all__ = ["Motion"]


class Motion:
    """A motion of a robot's joints, from a file of Webots (``.motion``).

    >>> import foxden
    >>> motion = foxden.Motion.parse(
    ...     "#WEBOTS_MOTION,V1.0,left motor\\n00:00:000,start,0\\n00:01:000,end,0.8\\n"
    ... )
    >>> motion.joints, motion.duration
    (['left motor'], 1000)
    >>> motion.positions(500)
    {'left motor': 0.4}
    >>> world = foxden.World("worlds/hello.wbt")
    >>> cub = world.robot("cub")
    >>> while world.time * 1000 < motion.duration:
    ...     motion.drive(cub, world.time * 1000)
    ...     world.step()
    >>> cub["left motor"].target_position > 0.75
    True
    """

    __slots__ = ("_motion",)

    def __init__(self, path: str | os.PathLike[str]) -> None:
        file = Path(path)
        try:
            self._motion = _foxden.CoreMotion(file.read_text())
        except ValueError as error:
            raise ValueError(f"{os.fspath(path)}: {error}") from None

    @classmethod
    def parse(cls, text: str) -> Motion:
        """A motion from the text of a file."""
        motion = cls.__new__(cls)
        motion._motion = _foxden.CoreMotion(text)
        return motion

    @property
    def joints(self) -> list[str]:
        """The names of the motors."""
        return self._motion.joints()

    @property
    def duration(self) -> int:
        """Milliseconds."""
        return self._motion.duration()

    def positions(self, milliseconds: float) -> dict[str, float]:
        """Where the motors are after a number of milliseconds, between two poses on the way
        from one to the other. Motors that the file leaves alone are left out."""
        at = min(max(int(milliseconds), 0), self.duration)
        pairs = zip(self.joints, self._motion.positions(at), strict=True)
        return {name: position for name, position in pairs if position is not None}

    def drive(self, robot: Robot, milliseconds: float) -> None:
        """Sends the motors of a robot to where they are after a number of milliseconds."""
        for name, position in self.positions(milliseconds).items():
            robot.device(name, Motor).move_to(position)
