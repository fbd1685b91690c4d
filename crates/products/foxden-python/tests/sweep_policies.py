"""Policies of the sweep tests. They are in a module of their own, so that other processes
import them."""

from __future__ import annotations

import os
import signal
import threading
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


class EndOften(Drive):
    """Ends its process in its first runs, as often as is said."""

    def __init__(self, folder: Path, times: int) -> None:
        super().__init__(3.0)
        self.folder = folder
        self.times = times

    def __call__(self, world: foxden.World) -> float:
        ended = len(list(self.folder.glob("ended-*")))
        if ended < self.times:
            (self.folder / f"ended-{ended}").touch()
            os._exit(7)
        return super().__call__(world)

    def __reduce__(self) -> Any:
        return EndOften, (self.folder, self.times)


class EndForSeed(Drive):
    """Ends its process whenever it runs with a seed."""

    def __init__(self, seed: int) -> None:
        super().__init__(3.0)
        probe = foxden.World("worlds/hello.wbt")
        probe.reseed(seed)
        self.state = probe.state_hash

    def __call__(self, world: foxden.World) -> float:
        if world.state_hash == self.state:
            os.kill(os.getpid(), signal.SIGKILL)
        return super().__call__(world)


class KilledInAStep(Drive):
    """Its process is killed in the middle of a step that would take hours."""

    def __call__(self, world: foxden.World) -> float:
        world.robot("cub").set("battery", [])
        threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGKILL)).start()
        world.step(10**9)
        raise AssertionError("the step has ended")


class Exit(Drive):
    """Raises what is no Exception."""

    def __call__(self, world: foxden.World) -> float:
        raise SystemExit("no more")


class Panic(Drive):
    """A defect of the compiled part."""

    def __call__(self, world: foxden.World) -> float:
        world._core.panic_for_tests()  # type: ignore[attr-defined]
        return 0.0


class Unreadable:
    """Another process cannot unpickle it."""

    def __call__(self, world: foxden.World) -> float:
        return 0.0

    def __reduce__(self) -> Any:
        return _fail, ("the policy cannot be read",)


def _fail(text: str) -> None:
    raise ValueError(text)


class Slow(Drive):
    """Says that it has begun, and takes its time."""

    def __init__(self, speed: float, folder: Path) -> None:
        super().__init__(speed)
        self.folder = folder

    def __call__(self, world: foxden.World) -> float:
        (self.folder / f"{self.speed}-{os.getpid()}").touch()
        time.sleep(0.3)
        return super().__call__(world)
