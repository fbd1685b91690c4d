"""Worlds and snapshots."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from . import _foxden
from .diagnostics import Diagnostic, diagnostics
from .errors import StateError, UnknownNameError, WorldError, WorldWarning, unknown
from .nodes import Node
from .robots import ChargerLedger, Robot

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from .viewing import Viewer

__all__ = ["Snapshot", "World", "load_text", "step_all"]

_MOST_THREADS = 1024
_SEEDS = range(-(2**31), 2**31)


def _checked_seed(seed: int | None) -> int | None:
    if seed is None:
        return None
    if isinstance(seed, bool) or not hasattr(seed, "__index__"):
        raise TypeError(f"seed must be a whole number, not {type(seed).__name__}")
    number = seed.__index__()
    if number not in _SEEDS:
        raise ValueError(f"seed must be a number of 32 bits, not {number}")
    return number


def _checked_count(count: int) -> int:
    if isinstance(count, bool) or not hasattr(count, "__index__"):
        raise TypeError(f"the number of steps must be whole, not {type(count).__name__}")
    number = count.__index__()
    if not 0 <= number < 2**63:
        raise ValueError(f"the number of steps must not be negative or huge: {number}")
    return number


def checked_threads(count: int | None, what: str = "threads") -> int:
    """A number of threads or processes, which must be from 1 to 1024: a machine that is asked
    for millions does nothing else any more. None is one for each processor."""
    if count is None:
        return min(len(os.sched_getaffinity(0)), _MOST_THREADS)
    if isinstance(count, bool) or not hasattr(count, "__index__"):
        raise TypeError(f"the number of {what} must be whole, not {type(count).__name__}")
    number = count.__index__()
    if not 1 <= number <= _MOST_THREADS:
        raise ValueError(f"the number of {what} must be from 1 to {_MOST_THREADS}, not {number}")
    return number


def _report_findings(core: _foxden.Core, strict: bool) -> None:
    """Raises the errors of a world's files, and warns of the rest."""
    found = diagnostics(core.diagnostics())
    errors = [one for one in found if one.severity == "error"]
    if errors and strict:
        more = f"\n({len(errors) - 1} more errors)" if len(errors) > 1 else ""
        raise WorldError(f"the world has errors\n{errors[0]}{more}", found)
    for one in found:
        if one.severity != "note":
            warnings.warn(str(one), WorldWarning, stacklevel=4)


class World:
    """A world with its robots. The program that has it is the controller of all robots.

    >>> import foxden
    >>> world = foxden.World("worlds/hello.wbt", seed=1)
    >>> cub = world.robot("cub")
    >>> eye = cub["eye"].enable(16)
    >>> world.step(50)
    >>> world.time, eye.value > 0
    (0.8, True)

    ``seed`` replaces the seed of the world's random numbers. A world whose files have
    errors raises `WorldError` unless ``strict`` is false; warnings are `WorldWarning`.
    With ``offline`` nothing is downloaded.

    One thread uses a world at a time, while others may use other worlds: steps run
    without Python's lock. Two threads that use one world at the same time get a
    `WorldBusyError`.
    """

    __slots__ = ("__weakref__", "_core", "_offline", "_start")

    _core: _foxden.Core
    _offline: bool
    _start: Snapshot | None

    def __init__(
        self,
        path: str | os.PathLike[str],
        seed: int | None = None,
        *,
        strict: bool = True,
        offline: bool = False,
    ) -> None:
        core = _foxden.open(os.fspath(path), _checked_seed(seed), offline)
        _report_findings(core, strict)
        self._core = core
        self._offline = offline
        self._start = self.snapshot()

    @classmethod
    def _of(
        cls, core: _foxden.Core, offline: bool, start: Snapshot | None = None
    ) -> World:
        world = World.__new__(World)
        world._core = core
        world._offline = offline
        world._start = start
        return world

    def __repr__(self) -> str:
        names = ", ".join(repr(robot.name) for robot in self.robots)
        return f"<foxden.World {self.path!r} at {self.time:g} s, robots: {names or 'none'}>"

    @property
    def path(self) -> str:
        """The file that the world was opened from, or the place of a text."""
        return os.fspath(self._core.path())

    @property
    def time(self) -> float:
        """The simulated time in seconds."""
        return self._core.time()

    @property
    def basic_time_step(self) -> float:
        """The simulated time of one step, in milliseconds."""
        return self._core.basic_time_step()

    @property
    def state_hash(self) -> int:
        """A number that is equal for equal states, on every machine.

        >>> import foxden
        >>> one, other = foxden.World("worlds/hello.wbt"), foxden.World("worlds/hello.wbt")
        >>> one.step(10)
        >>> other.step(10)
        >>> one.state_hash == other.state_hash
        True
        """
        return self._core.state_hash()

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """What was found in the files of the world when it was opened."""
        return diagnostics(self._core.diagnostics())

    @property
    def robots(self) -> list[Robot]:
        """The robots in the order in which they are simulated."""
        return [Robot(self._core, node, name) for node, name in self._core.robots()]

    def robot(self, name: str) -> Robot:
        """The robot with a name.

        >>> import foxden
        >>> foxden.World("worlds/hello.wbt").robot("cup")
        Traceback (most recent call last):
        foxden.errors.UnknownNameError: there is no robot 'cup'; did you mean 'cub'?
        """
        robots = self._core.robots()
        for node, own in robots:
            if own == name:
                return Robot(self._core, node, own)
        message = f"there is no robot {name!r}"
        raise UnknownNameError(unknown(message, str(name), [own for _, own in robots]))

    @property
    def chargers(self) -> list[ChargerLedger]:
        """The accounts of the chargers.

        >>> import foxden
        >>> world = foxden.World("worlds/charging_station.wbt")
        >>> [type(charger.now) for charger in world.chargers][:1]
        [<class 'float'>]
        """
        return [
            ChargerLedger(Node(self._core, node), *amounts)
            for node, *amounts in self._core.chargers()
        ]

    def node(self, name: str) -> Node:
        """The node with a DEF name.

        >>> import foxden
        >>> world = foxden.World("worlds/light_following.wbt")
        >>> world.node("LAMP").translation
        (0.5, 0.3, 0.2)
        """
        number = _foxden.find_def(self._core, name)
        if number is None:
            message = f"there is no node with DEF {name!r}"
            known = _foxden.def_names(self._core)
            raise UnknownNameError(unknown(message, str(name), known))
        return Node(self._core, number)

    @property
    def root(self) -> Node:
        """The node whose field ``children`` holds all others.

        >>> import foxden
        >>> world = foxden.World("worlds/hello.wbt")
        >>> stone, = world.root.insert("children", 'DEF STONE Solid { name "stone" }')
        >>> world.node("STONE").name
        'stone'
        >>> stone.remove()
        """
        return Node(self._core, _foxden.root(self._core))

    def step(self, count: int = 1) -> None:
        """Makes a number of steps of `basic_time_step`.

        Ctrl-C ends it between two steps. Reports of the simulation, with the step in which
        they were made, are warnings (`WorldWarning`). So are errors in nodes that were
        created in these steps.
        """
        for text in self._core.step(_checked_count(count)):
            warnings.warn(text, WorldWarning, stacklevel=2)

    def set_threads(self, count: int) -> None:
        """Spreads rays and bodies over threads, at most 1024. The results do not depend on
        it."""
        if not self._core.set_threads(checked_threads(count)):
            raise RuntimeError(f"{count} threads cannot be started")

    def snapshot(self) -> Snapshot:
        """A copy of the state, to which `restore` goes back."""
        return Snapshot._of(self._core.snapshot(), self._offline)

    def restore(self, snapshot: Snapshot) -> None:
        """Goes back to a snapshot of this world, or of another one of the same text and
        seed."""
        if not isinstance(snapshot, Snapshot):
            raise TypeError(f"a Snapshot is needed, not {type(snapshot).__name__}")
        self._core.restore(snapshot._core)

    def fork(self) -> World:
        """A second world that continues from the same point, to the same bits.

        >>> import foxden
        >>> world = foxden.World("worlds/hello.wbt")
        >>> twin = world.fork()
        >>> world.step(20)
        >>> twin.step(20)
        >>> twin.state_hash == world.state_hash
        True
        """
        return World._of(self._core.fork(), self._offline, self._start)

    def reset(self, seed: int | None = None) -> None:
        """Goes back to the world as it was opened, with the same random numbers or with
        those of another seed. Everything since then is undone: edits, enabled sensors and
        commands. A world that was read from a pickle goes back to the time of the pickle.

        >>> import foxden
        >>> world = foxden.World("worlds/hello.wbt", seed=1)
        >>> world.step(20)
        >>> world.reset(seed=7)
        >>> world.state_hash == foxden.World("worlds/hello.wbt", seed=7).state_hash
        True
        """
        number = _checked_seed(seed)
        if self._start is not None:
            self.restore(self._start)
        if number is not None:
            self.reseed(number)

    def reset_physics(self) -> None:
        """Puts all bodies to rest with the next step."""
        _foxden.rest_all(self._core)

    def reseed(self, seed: int) -> None:
        """Starts the random numbers again with a seed, without any other change."""
        number = _checked_seed(seed)
        if number is None:
            raise TypeError("a seed is needed")
        # the world takes negative seeds as 0
        self._core.reseed(max(number, 0))

    def to_text(self) -> str:
        """The world as it is now, as the text of a world file."""
        return self._core.text()

    def save(self, path: str | os.PathLike[str] | None = None) -> None:
        """Writes the world as it is now to a file, by default to its own. The file is
        replaced at once: it never has half of a world."""
        self._core.save(self.path if path is None else os.fspath(path))

    def picture(self, width: int = 640, height: int = 480) -> bytes:
        """A picture of the world from its Viewpoint, as a PNG file."""
        return _foxden.render(self._core, width, height, True)

    def rgb(self, width: int = 640, height: int = 480) -> NDArray[numpy.uint8]:
        """A picture of the world from its Viewpoint, as an array of NumPy with height,
        width and three channels (red, green, blue)."""
        import numpy

        pixels = _foxden.render(self._core, width, height, False)
        return numpy.frombuffer(pixels, dtype=numpy.uint8).reshape(height, width, 3)

    def view(self, *, port: int = 0, paused: bool = False) -> Viewer:
        """The live viewer of a copy of this world as it is now, which runs by itself in
        another process: a notebook shows its page."""
        from .viewing import Viewer

        return Viewer(self.to_text(), self.path, port=port, paused=paused)

    def _repr_png_(self) -> bytes:
        return self.picture()

    def __copy__(self) -> World:
        return self.fork()

    def __deepcopy__(self, memo: dict[int, Any]) -> World:
        return self.fork()

    def __reduce__(self) -> tuple[Any, ...]:
        return _world_of_bytes, (self._core.to_bytes(), self._offline)


class Snapshot:
    """A copy of a world's state.

    It can be pickled: its bytes have the text of the world, the edits since then and the
    state. Files that the world uses have to be there where it is read. As with every
    pickle, only read what you trust.
    """

    __slots__ = ("_core", "_offline")

    _core: _foxden.CoreSnapshot
    _offline: bool

    def __init__(self) -> None:
        raise TypeError("snapshots are made by World.snapshot()")

    @classmethod
    def _of(cls, core: _foxden.CoreSnapshot, offline: bool) -> Snapshot:
        snapshot = Snapshot.__new__(Snapshot)
        snapshot._core = core
        snapshot._offline = offline
        return snapshot

    def __repr__(self) -> str:
        return f"<foxden.Snapshot at {self.time:g} s>"

    @property
    def time(self) -> float:
        """The simulated time in seconds."""
        return self._core.time()

    @property
    def state_hash(self) -> int:
        """The `World.state_hash` of a world in this state."""
        return self._core.state_hash()

    def world(self) -> World:
        """A new world that continues from here."""
        return _world_of_bytes(self._core.to_bytes(), self._offline)

    def __copy__(self) -> Snapshot:
        return self  # it never changes

    def __deepcopy__(self, memo: dict[int, Any]) -> Snapshot:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _snapshot_of_bytes, (self._core.to_bytes(), self._offline)


def load_text(
    text: str,
    path: str | os.PathLike[str] | None = None,
    seed: int | None = None,
    *,
    strict: bool = True,
    offline: bool = False,
) -> World:
    """A world from the text of a world file.

    >>> import foxden
    >>> world = foxden.load_text('''#VRML_SIM R2023b utf8
    ... WorldInfo { basicTimeStep 8 }
    ... Viewpoint { }
    ... ''')
    >>> world.step()
    >>> world.time
    0.008

    ``path`` is the file that it would be: files that the world names are looked for from
    there. The default is ``untitled.wbt`` in the current folder.
    """
    if not isinstance(text, str):
        raise TypeError(f"the text of a world must be a str, not {type(text).__name__}")
    place = "untitled.wbt" if path is None else os.fspath(path)
    core = _foxden.load_text(text, place, _checked_seed(seed), offline)
    _report_findings(core, strict)
    world = World._of(core, offline)
    world._start = world.snapshot()
    return world


def step_all(
    worlds: Iterable[World], count: int = 1, *, threads: int | None = None
) -> None:
    """Makes a number of steps in each of many worlds, on several threads.

    >>> import foxden
    >>> world = foxden.World("worlds/hello.wbt")
    >>> worlds = [world.fork() for _ in range(4)]
    >>> foxden.step_all(worlds, 10)
    >>> [twin.time for twin in worlds]
    [0.16, 0.16, 0.16, 0.16]

    By default there is a thread for each processor. The results are the same for any
    number of threads. Ctrl-C ends it; some worlds have made more steps than others then.
    A world that is in the list twice raises `WorldBusyError`.
    """
    listed = list(worlds)
    for world in listed:
        if not isinstance(world, World):
            raise TypeError(f"worlds are needed, not {type(world).__name__}")
    cores = [world._core for world in listed]
    for texts in _foxden.step_all(cores, _checked_count(count), checked_threads(threads)):
        for text in texts:
            warnings.warn(text, WorldWarning, stacklevel=2)


def _world_of_bytes(data: bytes, offline: bool) -> World:
    if not isinstance(data, bytes):
        raise StateError("a world is made of bytes")
    world = World._of(_foxden.open_bytes(data, offline), offline)
    world._start = world.snapshot()
    return world


def _snapshot_of_bytes(data: bytes, offline: bool) -> Snapshot:
    return _world_of_bytes(data, offline).snapshot()
