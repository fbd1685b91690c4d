"""A soak: random resets, forks, edits, removed devices, pickles and errors, with memory flat.

    cargo xtask soak python [--minutes N]

Prints the memory of the process each minute, and fails if it grows by more than 5 MB after the
first tenth of the time."""

from __future__ import annotations

import argparse
import gc
import pickle
import random
import time
import warnings
from pathlib import Path

import numpy

import foxden
import foxden.gym

warnings.simplefilter("ignore")


def memory() -> float:
    """The resident memory of this process, in megabytes."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    raise RuntimeError("the system does not say how much memory is used")


def refused(error: type[Exception], call: object, *arguments: object) -> None:
    """Calls something that must raise."""
    assert callable(call)
    try:
        call(*arguments)
    except error:
        return
    raise AssertionError(f"{call} did not raise {error.__name__}")


# Megabytes by which the memory may grow.
MOST_GROWTH = 5.0

# Forks of a world that are alive at the same time.
MOST_FORKS = 4

ENVIRONMENTS = {"FollowLight": 16, "Forage": 4}


class Soak:
    """Worlds and environments that random things happen to."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.worlds = [foxden.World(f"worlds/{name}.wbt") for name in ("hello", "charging_station")]
        self.forks: list[foxden.World] = []
        self.envs = {name: self.made(name, seed) for name in ENVIRONMENTS}
        self.actions = [
            self.step,
            self.fork,
            self.restore,
            self.edit,
            self.device,
            self.pickle,
            self.wrong,
            self.environment,
            self.picture,
            self.reset,
        ]

    def world(self) -> foxden.World:
        return self.random.choice(self.worlds)

    def step(self) -> None:
        self.world().step(self.random.randrange(200))

    def made(self, name: str, seed: int) -> foxden.gym.VectorEnv:
        envs = foxden.gym.make_vec(name, ENVIRONMENTS[name])
        envs.reset(seed=seed)
        return envs

    def fork(self) -> None:
        """Forks live for a while, go on by themselves and take the places of worlds."""
        self.forks.append(self.world().fork())
        for twin in self.forks:
            twin.step(self.random.randrange(20))
        if len(self.forks) > MOST_FORKS:
            twin = self.forks.pop(self.random.randrange(len(self.forks)))
            if self.random.random() < 0.5:
                self.worlds[self.random.randrange(len(self.worlds))] = twin.fork()

    def restore(self) -> None:
        world = self.world()
        here = world.snapshot()
        world.step(self.random.randrange(50))
        world.restore(here)
        assert world.state_hash == here.state_hash

    def edit(self) -> None:
        world = self.world()
        (stone,) = world.root.insert(
            "children", 'DEF STONE Solid { name "stone" boundingObject Sphere { } }'
        )
        stone.translation = (self.random.random(), 3, 0.5)
        world.step(3)
        stone.remove()

    def device(self) -> None:
        """A robot loses a device while it runs; a reset brings the device back."""
        world = self.world()
        robot = self.random.choice(world.robots)
        if not robot.devices:
            return
        lost = self.random.choice(robot.devices)
        try:
            lost.remove()
        except foxden.EditError:  # it is part of an instance of a PROTO
            return
        refused(foxden.RemovedError, lambda: lost.type_name)
        world.step(self.random.randrange(20))
        world.reset()

    def pickle(self) -> None:
        world = self.world()
        data = pickle.dumps(world)
        assert pickle.loads(data).state_hash == world.state_hash
        broken = bytearray(world._core.to_bytes())
        broken[self.random.randrange(20, len(broken))] ^= 1 << self.random.randrange(8)
        refused(foxden.StateError, foxden.world._world_of_bytes, bytes(broken), False)

    def wrong(self) -> None:
        world = self.world()
        refused(foxden.UnknownNameError, world.robot, "nobody")
        refused(foxden.UnknownNameError, world.node, "NOTHING")
        refused(foxden.EditError, world.root.insert, "children", "Solid {")
        refused(foxden.WorldError, foxden.load_text, "#VRML_SIM R2023b utf8\nSolid { nam 3 }")

    def environment(self) -> None:
        name = self.random.choice(list(self.envs))
        envs = self.envs[name]
        for _ in range(self.random.randrange(50)):
            envs.step(envs.action_space.sample())
        bad = numpy.full(envs.action_space.shape, numpy.nan)
        refused(ValueError, envs.step, bad)
        if self.random.random() < 0.2:
            envs.reset(seed=self.random.randrange(1000))
        if self.random.random() < 0.05:
            envs.close()
            self.envs[name] = self.made(name, 1)

    def picture(self) -> None:
        assert self.world().picture(64, 48).startswith(b"\x89PNG")

    def reset(self) -> None:
        self.world().reset(self.random.randrange(100))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    soak = Soak(chosen.seed)
    start = time.monotonic()
    end = start + 60 * chosen.minutes
    # what is opened once is there after the first tenth
    warm = start + 6 * chosen.minutes
    first: float | None = None
    calls, shown = 0, start
    while time.monotonic() < end:
        soak.random.choice(soak.actions)()
        calls += 1
        now = time.monotonic()
        if first is None and now > warm:
            gc.collect()
            first = memory()
        if now - shown > 60:
            shown = now
            print(f"{(now - start) / 60:.0f} min: {calls} calls, {memory():.1f} MB", flush=True)
    gc.collect()
    last = memory()
    assert first is not None
    print(f"{calls} calls; memory {first:.1f} MB after a tenth of the time, {last:.1f} MB at the end")
    if last > first + MOST_GROWTH:
        raise SystemExit(f"the memory grew by more than {MOST_GROWTH:g} MB")


if __name__ == "__main__":
    main()
