"""Policies of the sweep tests. They are in a module of their own, so that other processes
import them."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Any

import foxden


class Drive:
    """Drives at a speed for a second and returns where it arrives."""

    def __init__(self, speed: float) -> None:
        self.speed = speed

    def __call__(self, world: foxden.World) -> float:
        cub: Any = world.robot("cub")
        cub["left motor"].velocity = self.speed
        cub["right motor"].velocity = -self.speed / 2
        nose = cub["nose"].enable(16)
        total = 0.0
        for _ in range(30):
            world.step()
            total += nose.value
        return total


class Fail(Drive):
    """Raises for one seed."""

    def __call__(self, world: foxden.World) -> float:
        value = super().__call__(world)
        world.robot("no such robot")
        return value


class EndProcess(Drive):
    """Ends its process in the middle of the first run, or of every run."""

    def __init__(self, speed: float, marker: Path, always: bool = False) -> None:
        super().__init__(speed)
        self.marker = marker
        self.always = always

    def __call__(self, world: foxden.World) -> float:
        world.step(5)
        if self.always or not self.marker.exists():
            self.marker.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().__call__(world)

    def __reduce__(self) -> Any:
        return EndProcess, (self.speed, self.marker, self.always)


class Slow(Drive):
    """Says that it has begun, and takes its time."""

    def __init__(self, speed: float, folder: Path) -> None:
        super().__init__(speed)
        self.folder = folder

    def __call__(self, world: foxden.World) -> float:
        (self.folder / f"{self.speed}-{os.getpid()}").touch()
        time.sleep(0.3)
        return super().__call__(world)
