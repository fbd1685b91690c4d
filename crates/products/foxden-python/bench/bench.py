"""`cargo xtask bench python`: environment steps per CPU second, beside peers from PyPI."""

from __future__ import annotations

import dataclasses
import gc
import json
import os
import pickle
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy

import foxden
import foxden.gym

SECONDS = 3.0
# steps in a row when two ways to make them are compared
TURN = 200


def rate(name: str, count: int = 64) -> float:
    """Environment steps per CPU second of a vector of worlds on one thread."""
    envs = foxden.gym.make_vec(name, count, threads=1)
    envs.reset(seed=1)
    actions = numpy.random.default_rng(1).uniform(-1, 1, envs.action_space.shape)
    for _ in range(20):
        envs.step(actions)
    start, made = time.process_time(), 0
    while time.process_time() - start < SECONDS:
        envs.step(actions)
        made += count
    return made / (time.process_time() - start)


def interface_cost(name: str, count: int = 64) -> float:
    """By how many percent the steps of a vector environment cost more than the same steps
    (with observations and rewards) in Rust alone. Both run in turns, without resets."""
    task = dataclasses.replace(foxden.gym.task(name), time_limit=1e6, done=None)
    envs = foxden.gym.VectorEnv(task, count, threads=1)
    envs.reset(seed=1)
    actions = numpy.random.default_rng(1).uniform(-1, 1, envs.action_space.shape)
    given = actions.astype(numpy.float32)

    def seconds(call: Callable[[], object]) -> float:
        start = time.process_time()
        call()
        return time.process_time() - start

    def steps() -> None:
        for _ in range(TURN):
            envs.step(given)

    start, ratios = time.process_time(), []
    while time.process_time() - start < 2 * SECONDS or len(ratios) < 9:
        # every turn begins with the same state
        envs.reset(seed=1)
        plain = seconds(lambda: envs._batch.repeat(actions, TURN))
        envs.reset(seed=1)
        ratios.append(seconds(steps) / plain)
    return 100 * (statistics.median(ratios) - 1)


def resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def memory() -> float:
    """Megabytes for each further environment of an e-puck world."""
    from foxden.gym import Task, VectorEnv, terms

    task = Task(
        "worlds/light_following.wbt",
        observe=[f"ls{at}" for at in range(8)],
        act=["left wheel motor", "right wheel motor"],
        reward=terms.progress("CUB", "LAMP"),
    )

    def used(count: int) -> int:
        gc.collect()
        before = resident()
        envs = VectorEnv(task, count, threads=1)
        envs.reset(seed=1)
        for _ in range(5):
            envs.step(numpy.zeros(envs.action_space.shape))
        return resident() - before

    few = used(10)
    return (used(210) - few) / 200 / 1e6


def copies() -> tuple[float, float]:
    """Milliseconds of a snapshot and of a fork of an e-puck world."""
    world = foxden.World("worlds/light_following.wbt")
    world.step(10)

    def milliseconds(call: object) -> float:
        assert callable(call)
        call()
        start = time.process_time()
        for _ in range(200):
            call()
        return (time.process_time() - start) * 5

    return milliseconds(world.snapshot), milliseconds(world.fork)


def first_curve() -> float:
    """Seconds from the start of Python to a first training curve."""
    code = (
        "import foxden.gym\n"
        "print(foxden.gym.evolve(foxden.gym.task('FollowLight'), generations=10)[1])"
    )
    start = time.monotonic()
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - start


def sizes() -> tuple[float, float]:
    """Kilobytes of a pickled e-puck world, and milliseconds to make a world of them."""
    world = foxden.World("worlds/light_following.wbt")
    world.step(10)
    data = pickle.dumps(world)
    pickle.loads(data)
    start = time.process_time()
    for _ in range(20):
        pickle.loads(data)
    return len(data) / 1000, (time.process_time() - start) * 50


def import_time() -> float:
    """Milliseconds of `import foxden`, the best of ten."""
    code = "import time; a = time.perf_counter(); import foxden; print(time.perf_counter() - a)"
    times = [
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout)
        for _ in range(10)
    ]
    return 1000 * min(times)


def row(name: str, value: float, unit: str, goal: str = "") -> None:
    shown = f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
    print(f"| {name} | {shown} {unit} | {goal} |", flush=True)


def main() -> None:
    print("| | measured | goal |\n|---|---|---|")
    unit = "env-steps per CPU s"
    rates = {name: rate(name) for name in foxden.gym.ENVIRONMENTS}
    goals = {"FollowLight": "at least 100,000", "DriveToLight": "at least 15,000"}
    for name, value in rates.items():
        row(f"Foxden {name}", value, unit, goals.get(name, ""))
    peers = subprocess.run(
        [sys.argv[1], str(Path(__file__).with_name("peers.py"))], capture_output=True, text=True
    )
    found = json.loads(peers.stdout) if peers.returncode == 0 else {}
    if not found:
        print(f"| peers failed | {peers.stderr.strip().splitlines()[-1:]} | |")
    for name, value in found.items():
        if isinstance(value, str):
            print(f"| {name} | {value} | |")
        else:
            row(name, value, unit)
    for own, peer, goal in (
        ("CartPole", "mujoco rollout, cart and pole", "at least 1"),
        ("CartPole", "envpool CartPole-v1", ""),
        ("DriveToLight", "mujoco rollout, two wheels", ""),
        ("CartPole", "Gymnasium AsyncVectorEnv, InvertedPendulum-v5", ""),
    ):
        if isinstance(found.get(peer), float):
            row(f"Foxden {own} / {peer}", rates[own] / found[peer], "", goal)
    for name in ("FollowLight", "DriveToLight"):
        cost = interface_cost(name)
        row(f"{name}: cost of the vector interface over Rust", cost, "%", "at most 5 %")
    row("memory of an environment of an e-puck world", memory(), "MB", "at most 2 MB")
    snapshot, fork = copies()
    row("snapshot of an e-puck world", snapshot, "ms", "at most 1 ms")
    row("fork of an e-puck world", fork, "ms", "at most 1 ms")
    size, opening = sizes()
    row("pickle of an e-puck world", size, "kB", "")
    row("an e-puck world from its pickle", opening, "ms", "")
    row("import foxden", import_time(), "ms", "at most 100 ms")
    row("from the start of Python to a training curve", first_curve(), "s", "under 300 s with pip")


main()
