"""Many runs of one world: each policy with each seed, in processes or threads.

Runs are exact, so a run that is repeated after a process was lost gives the same row.
`foxden.ray` runs the same jobs on a cluster."""

from __future__ import annotations

import hashlib
import os
import pickle
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, Union

from .progress import Progress
from .tables import html_table
from .world import Snapshot, World, checked_threads

if TYPE_CHECKING:
    from .gym import Task

__all__ = ["Row", "Table", "map", "rerun"]

Policy: TypeAlias = Callable[[Any], Any]
Subject: TypeAlias = Union[str, "os.PathLike[str]", World, Snapshot, "Task"]


class Row(NamedTuple):
    """The result of one run, with what it follows from."""

    world_hash: str
    """The hash of the world's text, and of the task if there is one."""
    seed: int
    """The seed."""
    snapshot_hash: str
    """The `state_hash` of the start."""
    policy_hash: str
    """The hash of the pickled policy."""
    policy: int
    """The index of the policy."""
    value: float | None
    """What the policy returned, or the sum of the rewards; None if the run failed."""
    time: float | None
    """The simulated time at the end, in seconds."""
    state_hash: str | None
    """The `state_hash` of the end."""
    error: str | None
    """Why the run failed."""
    replay: str | None
    """The file with which `rerun` repeats a run that failed."""


class Table(Sequence[Row]):
    """The rows of a sweep, sorted by policy and seed. ``pandas.DataFrame(table)`` makes a
    table of them."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self._rows = sorted(rows, key=lambda row: (row.policy, row.seed))

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, at: Any) -> Any:
        return self._rows[at]

    def __iter__(self) -> Iterator[Row]:
        return iter(self._rows)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and self._rows == other._rows

    def __repr__(self) -> str:
        failed = sum(row.error is not None for row in self)
        return f"<foxden.Table of {len(self)} runs, {failed} failed>"

    def _repr_html_(self) -> str:
        return html_table(Row._fields, self._rows[:100])

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Writes the table: as Parquet if pyarrow is there, else as CSV. The ending of the
        file is replaced by that of its format, which a path with ``.csv`` decides. Returns
        the path."""
        import csv

        target = Path(path)
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError:
            pyarrow = None
        if pyarrow is None or target.suffix == ".csv":
            target = target.with_suffix(".csv")
            with target.open("w", newline="") as file:
                writer = csv.writer(file)
                writer.writerow(Row._fields)
                writer.writerows(self._rows)
            return target
        target = target.with_suffix(".parquet")
        columns = {name: [getattr(row, name) for row in self] for name in Row._fields}
        pyarrow.parquet.write_table(pyarrow.table(columns), target)
        return target


class Job(NamedTuple):
    """One run: everything that another process needs besides the start."""

    policy: int
    policy_bytes: bytes
    seed: int
    replay_folder: str | None

    def policy_hash(self) -> str:
        """The hash of the pickled policy."""
        return hashlib.sha256(self.policy_bytes).hexdigest()[:16]


def map(
    world: Subject,
    policies: Iterable[Policy],
    seeds: Iterable[int],
    *,
    workers: int | None = None,
    processes: bool = True,
    replay_folder: str | os.PathLike[str] | None = None,
    progress: bool = True,
) -> Table:
    """Runs each policy with each seed, and returns a table with a row for each.

    >>> import foxden
    >>> def drive(world):
    ...     world.robot("cub")["left motor"].velocity = 3.0
    ...     world.step(20)
    ...     return world.robot("cub").world_position[0]
    >>> table = foxden.map("worlds/hello.wbt", [drive], [1, 2], processes=False, progress=False)
    >>> [(row.seed, row.error) for row in table]
    [(1, None), (2, None)]

    If ``world`` is a world, its file or a snapshot, a policy gets a fork of it, with its
    random numbers started by the seed, and returns a number. If it is a `foxden.gym.Task`, a
    policy gets observations and returns actions, and the value is the sum of the rewards of
    one episode.

    A run that fails does not end the others: ``error`` of its row has the reason, and
    ``replay`` a file in ``replay_folder`` with which `rerun` repeats it. A process that ends
    in the middle of a run is replaced, and the run is repeated up to three times. Only
    Ctrl-C ends the sweep.
    ``progress`` shows a bar if tqdm or Rich is there.

    Policies are pickled. Without cloudpickle another process must be able to import them by
    name: functions of a notebook, lambdas and functions inside functions need
    ``pip install cloudpickle``. With ``processes`` false the runs share this process in
    threads; policies are pickled all the same, so that each run has its own copy.
    """
    count = checked_threads(workers, "workers")
    start = Start.of(world)
    folder = None if replay_folder is None else os.fspath(replay_folder)
    jobs = list_jobs(policies, seeds, folder)
    rows: list[Row] = []
    with Progress(len(jobs), progress) as bar:
        for row in _run_all(start, jobs, count, processes):
            rows.append(row)
            bar.advance()
    return Table(rows)


def list_jobs(
    policies: Iterable[Policy], seeds: Iterable[int], replay_folder: str | None
) -> list[Job]:
    """All runs of a sweep."""
    listed = list(seeds)
    for seed in listed:
        if isinstance(seed, bool) or not hasattr(seed, "__index__") or not 0 <= seed < 2**31:
            raise ValueError(f"a seed must be a number from 0 to 2**31 - 1, not {seed!r}")
    jobs = []
    for at, policy in enumerate(policies):
        if not callable(policy):
            raise TypeError(f"policy {at} must be a function, not {type(policy).__name__}")
        data = _pickled(policy)
        jobs += [Job(at, data, int(seed), replay_folder) for seed in listed]
    return jobs


def _pickled(policy: Policy) -> bytes:
    """The bytes of a policy. cloudpickle, where it is installed, takes functions of
    notebooks too."""
    try:
        import cloudpickle
    except ImportError:
        return pickle.dumps(policy, protocol=5)
    data: bytes = cloudpickle.dumps(policy, protocol=5)
    return data


class Start(NamedTuple):
    """What all runs of a sweep begin with, as another process gets it: bytes of a world
    and, for a task, the task without its world."""

    world_bytes: bytes
    task_bytes: bytes | None
    world_hash: str
    snapshot_hash: str

    @classmethod
    def of(cls, subject: Subject) -> Start:
        """The start of a world, file, snapshot or task."""
        import dataclasses

        task: Any = None
        opened: World
        if isinstance(subject, World):
            opened = subject
        elif isinstance(subject, Snapshot):
            opened = subject.world()
        elif isinstance(subject, (str, os.PathLike)):
            opened = World(subject)
        elif dataclasses.is_dataclass(subject) and hasattr(subject, "observe"):
            task, opened = subject, subject.open()
        else:
            raise TypeError(
                f"a world, its file, a snapshot or a task is needed, not {type(subject).__name__}"
            )
        task_bytes = None
        if task is not None:
            task_bytes = _pickled(dataclasses.replace(task, world=""))
        digest = hashlib.sha256(opened.to_text().encode() + (task_bytes or b""))
        return cls(
            opened._core.to_bytes(),
            task_bytes,
            digest.hexdigest()[:16],
            f"{opened.state_hash:016x}",
        )


class Runner:
    """Runs jobs from one start. A process has one for each start."""

    def __init__(self, start: Start) -> None:
        from .world import _world_of_bytes

        self.start = start
        self.world = _world_of_bytes(start.world_bytes, False)
        self.task: Any = None
        if start.task_bytes is not None:
            import dataclasses

            task = pickle.loads(start.task_bytes)
            self.task = dataclasses.replace(task, world=self.world)

    def row(self, job: Job) -> Row:
        """Runs a job. Only Ctrl-C and the end of the process keep it from giving a row: a
        policy may also raise SystemExit, and a defect of Foxden a PanicException."""
        start = self.start
        known = (start.world_hash, job.seed, start.snapshot_hash, job.policy_hash())
        try:
            policy = pickle.loads(job.policy_bytes)
            value, world = self._episode(policy, job.seed)
            end = (float(value), world.time, f"{world.state_hash:016x}")
            return Row(*known, job.policy, *end, None, None)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            return failed_row(start, job, reason_of(error))

    def _episode(self, policy: Policy, seed: int) -> tuple[float, World]:
        if self.task is None:
            world = self.world.fork()
            world.reseed(seed)
            value = policy(world)
            return (0.0 if value is None else value), world
        from .gym import Env

        env = Env(self.task)
        observation, _ = env.reset(seed=seed)
        total, is_over = 0.0, False
        while not is_over:
            observation, reward, terminated, truncated, _ = env.step(policy(observation))
            total += reward
            is_over = terminated or truncated
        return total, env.world


def reason_of(error: BaseException) -> str:
    """An exception in one line, for a row."""
    try:
        text = " ".join(str(error).split())
    except Exception:
        text = "its text cannot be shown"
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def failed_row(start: Start, job: Job, reason: str) -> Row:
    """The row of a run that failed, with its replay file where a folder is given."""
    replay = None
    if job.replay_folder is not None:
        try:
            replay = _save_replay(start, job, job.replay_folder)
        except OSError as error:
            reason += f" (its replay file cannot be written: {error})"
    known = (start.world_hash, job.seed, start.snapshot_hash, job.policy_hash())
    return Row(*known, job.policy, None, None, None, reason, replay)


def _save_replay(start: Start, job: Job, folder: str) -> str:
    import tempfile

    Path(folder).mkdir(parents=True, exist_ok=True)
    path = Path(folder) / f"policy{job.policy}-seed{job.seed}.foxden-run"
    with tempfile.NamedTemporaryFile(dir=folder, delete=False) as file:
        pickle.dump((start, job), file)
    os.replace(file.name, path)
    return os.fspath(path)


def rerun(path: str | os.PathLike[str]) -> Any:
    """Repeats a run that failed, from its replay file: the exception is raised here, where
    a debugger sees it, and a run that ended its process ends this one. As with every pickle,
    only read files that you trust."""
    with open(path, "rb") as file:
        start, job = pickle.load(file)
    value, _ = Runner(start)._episode(pickle.loads(job.policy_bytes), job.seed)
    return value


def _run_all(
    start: Start, jobs: list[Job], workers: int, processes: bool
) -> Iterator[Row]:
    if processes:
        from .worker_processes import run_in_processes

        yield from run_in_processes(start, jobs, workers)
        return
    from concurrent.futures import ThreadPoolExecutor

    try:
        runner = Runner(start)
    except Exception as error:
        yield from (failed_row(start, job, reason_of(error)) for job in jobs)
        return
    with ThreadPoolExecutor(workers) as pool:
        yield from pool.map(runner.row, jobs)
