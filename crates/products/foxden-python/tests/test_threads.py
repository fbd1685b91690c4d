"""Threads and signals."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator

import pytest

import foxden


def until(condition) -> None:  # type: ignore[no-untyped-def]
    """Waits for another thread; a minute is the limit for a busy machine."""
    limit = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < limit, "it did not happen within a minute"
        time.sleep(0.001)


def is_busy(world: foxden.World) -> bool:
    try:
        world.time
    except foxden.WorldBusyError:
        return True
    return False


def test_other_threads_run_while_a_world_steps(endless: foxden.World) -> None:
    """Without Python's lock this thread sees the world in the middle of its steps, steps
    another one, and gets an exception for the busy one."""
    other = endless.fork()
    ended = threading.Event()

    def run() -> None:
        while not ended.is_set():
            endless.step(200)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        until(lambda: is_busy(endless))
        other.step(20)
        assert other.time == 0.32
    finally:
        ended.set()
        thread.join()
    assert endless.time > 0


def test_a_world_that_two_threads_use_raises(endless: foxden.World) -> None:
    """Every use either works or raises; the steps that were made are counted."""
    made: list[int] = []
    refused: list[str] = []

    def run() -> None:
        for _ in range(300):
            try:
                endless.step()
                made.append(1)
            except foxden.WorldBusyError as error:
                refused.append(str(error))

    threads = [threading.Thread(target=run) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) + len(refused) == 900
    assert endless.time == pytest.approx(0.016 * len(made))
    assert all("another thread" in text for text in refused)


@pytest.fixture
def control_c() -> Iterator[None]:
    """Python handles SIGINT, also where the tests run in the background of a shell."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("control_c")
def test_control_c_ends_a_long_step(endless: foxden.World) -> None:
    def interrupt() -> None:
        until(lambda: is_busy(endless))
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        endless.step(10**12)
    thread.join()
    # the world is whole and goes on
    before = endless.time
    endless.step(10)
    assert endless.time > before


def test_a_world_that_a_defect_has_broken_says_so(hello: foxden.World) -> None:
    """A panic in the middle of a use: the world is not merely busy, and others are whole."""
    here = hello.snapshot()
    other = hello.fork()
    with pytest.raises(BaseException, match="a test asked for it") as raised:
        hello._core.panic_for_tests()  # type: ignore[attr-defined]
    assert type(raised.value).__name__ == "PanicException"
    for _ in range(2):
        with pytest.raises(foxden.WorldBrokenError, match="open the world again"):
            hello.step()
    assert not issubclass(foxden.WorldBrokenError, foxden.WorldBusyError)
    with pytest.raises(foxden.WorldBrokenError):
        foxden.step_all([other, hello])
    other.step()
    assert here.world().time == 0


def test_worlds_of_threads_are_independent(hello: foxden.World) -> None:
    worlds = [hello.fork() for _ in range(4)]
    threads = [threading.Thread(target=world.step, args=(100,)) for world in worlds]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({world.state_hash for world in worlds}) == 1


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_many_worlds_step_as_single_ones_do(hello: foxden.World, threads: int) -> None:
    worlds = [hello.fork() for _ in range(7)]
    for at, world in enumerate(worlds):
        world.robot("cub")["left motor"].velocity = 0.5 * at
    singles = [world.fork() for world in worlds]
    foxden.step_all(worlds, 25, threads=threads)
    for world in singles:
        world.step(25)
    assert [w.state_hash for w in worlds] == [w.state_hash for w in singles]
    assert len({world.state_hash for world in worlds}) == 7


def test_wrong_lists_of_worlds_raise(hello: foxden.World) -> None:
    foxden.step_all([])
    with pytest.raises(foxden.WorldBusyError):
        foxden.step_all([hello, hello])
    assert hello.time == 0
    with pytest.raises(TypeError):
        foxden.step_all([hello, None])  # type: ignore[list-item]
    for threads in (0, -1, 10**6):
        with pytest.raises(ValueError, match="threads"):
            foxden.step_all([hello], threads=threads)
    for count in (-1, 2**70):
        with pytest.raises(ValueError, match="steps"):
            foxden.step_all([hello], count)


@pytest.mark.usefixtures("control_c")
def test_control_c_ends_many_worlds(endless: foxden.World) -> None:
    worlds = [endless.fork() for _ in range(3)]

    def interrupt() -> None:
        until(lambda: is_busy(worlds[2]))
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        foxden.step_all(worlds, 10**12)
    thread.join()
    foxden.step_all(worlds)
