"""Sweeps and environments on a cluster, with Ray.

The start of a sweep goes into Ray's object store once; each worker makes a world of it and
forks it for its runs. Ray repeats the tasks of workers and nodes that are lost. Runs are
exact, so the table is the one that `foxden.map` gives on one machine."""

from __future__ import annotations

import functools
import os
import warnings
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

try:
    import ray as _ray
    from ray import exceptions as _exceptions
except ImportError as error:
    raise ImportError("foxden.ray needs Ray: pip install 'foxden[ray]'") from error

import gymnasium
import numpy
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from .errors import FoxdenError, WorldWarning
from .gym import VectorEnv as Local
from .progress import Progress
from .sweeps import (
    Job,
    Policy,
    Row,
    Runner,
    Start,
    Subject,
    Table,
    failed_row,
    list_jobs,
    reason_of,
)

if TYPE_CHECKING:
    from .gym import Task

__all__ = ["VectorEnv", "map"]

# A task of one run is repeated as often as Ray finds reasonable for a busy cluster. A task
# of several runs is divided earlier: one of them may be what ends its worker.
_RETRIES = 10
_BATCH_RETRIES = 3

# Starts whose worlds a worker keeps.
_MOST_RUNNERS = 2

# What happens to a worker or its node; everything else is an exception of the task.
_LOSSES = (
    _exceptions.WorkerCrashedError,
    _exceptions.NodeDiedError,
    _exceptions.OutOfMemoryError,
    _exceptions.RayActorError,
)


@functools.lru_cache(maxsize=_MOST_RUNNERS)
def _runner(start: Start) -> Runner:
    """The runner of a start: a worker opens the world once for all its tasks."""
    return Runner(start)


@_ray.remote
def _run_batch(start: Start, jobs: list[Job]) -> list[Row]:
    """Runs of one task."""
    try:
        runner = _runner(start)
    except Exception as error:
        return [failed_row(start, job, reason_of(error)) for job in jobs]
    return [runner.row(job) for job in jobs]


def map(
    world: Subject,
    policies: Iterable[Policy],
    seeds: Iterable[int],
    *,
    batch: int = 16,
    replay_folder: str | os.PathLike[str] | None = None,
    progress: bool = True,
) -> Table:
    """Runs each policy with each seed on the cluster that ``ray.init`` connected to; the
    arguments and the table are those of `foxden.map`. ``batch`` runs are one task of Ray.

    A task whose worker or node is lost is repeated. After four times its runs become tasks
    of their own, so that one that ends its worker costs one row; that row has an error after
    eleven times more. Replay files of runs that raise are written by the worker, those of
    lost runs here: use a folder that all machines share.
    """
    if batch < 1:
        raise ValueError(f"a batch has at least one run, not {batch}")
    start = Start.of(world)
    folder = None if replay_folder is None else os.fspath(replay_folder)
    jobs = list_jobs(policies, seeds, folder)
    stored = _ray.put(start)
    tasks: dict[Any, list[Job]] = {}

    def submit(group: list[Job]) -> None:
        # remote() has no types
        remote: Any = _run_batch
        retries = _RETRIES if len(group) == 1 else _BATCH_RETRIES
        tasks[remote.options(max_retries=retries).remote(stored, group)] = group

    for at in range(0, len(jobs), batch):
        submit(jobs[at : at + batch])
    rows: list[Row] = []
    with Progress(len(jobs), progress) as bar:
        while tasks:
            (task,), _ = _ray.wait(list(tasks), num_returns=1)
            group = tasks.pop(task)
            try:
                made: list[Row] = _ray.get(task)
            except _exceptions.RayError as error:
                if len(group) > 1:
                    for job in group:
                        submit([job])
                    continue
                made = [failed_row(start, group[0], _loss(error))]
            rows += made
            bar.advance(len(made))
    return Table(rows)


def _loss(error: BaseException) -> str:
    """Why Ray has no result of a run, in its own words."""
    if isinstance(error, _exceptions.RayTaskError) and error.cause is not None:
        return reason_of(error.cause)
    reason = reason_of(error)
    if isinstance(error, _LOSSES):
        reason += f" (the worker was lost {_RETRIES + 1} times)"
    return reason


class _Quiet(Local):
    """Worlds whose warnings another process shows."""

    notices: list[str]

    def _warn(self, notices: list[str]) -> None:
        self.notices += notices


@_ray.remote
class _Worker:
    """A part of the worlds of a `VectorEnv`."""

    def __init__(self, task: Task, count: int, mode: str) -> None:
        self.envs = _Quiet(task, count, threads=1, autoreset_mode=AutoresetMode(mode))
        self.envs.notices = []

    def spaces(self) -> tuple[Any, Any]:
        return self.envs.single_observation_space, self.envs.single_action_space

    def reset(self, seeds: Any, options: dict[str, Any] | None) -> Any:
        return self.envs.reset(seed=seeds, options=options), self._notices()

    def step(self, actions: Any) -> Any:
        return self.envs.step(actions), self._notices()

    def _notices(self) -> list[str]:
        notices, self.envs.notices = self.envs.notices, []
        return notices


class VectorEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """A task in many worlds, divided among actors of Ray: each has a batch of worlds. It
    has the interface of `foxden.gym.VectorEnv` and gives the same results."""

    metadata: dict[str, Any]

    def __init__(
        self,
        task: Task,
        num_envs: int,
        *,
        workers: int,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    ) -> None:
        if not 1 <= workers <= num_envs:
            raise ValueError(f"workers must be from 1 to num_envs, not {workers}")
        mode = AutoresetMode(autoreset_mode)
        parts = numpy.array_split(numpy.arange(num_envs), workers)
        self._parts = [slice(int(part[0]), int(part[-1]) + 1) for part in parts]
        make: Any = _Worker
        stored = _ray.put(task)
        self._workers = [make.remote(stored, len(part), mode.value) for part in parts]
        observations, actions = self._all([self._workers[0].spaces.remote()])[0]
        self.num_envs = num_envs
        self.single_observation_space = observations
        self.single_action_space = actions
        self.observation_space = batch_space(observations, num_envs)
        self.action_space = batch_space(actions, num_envs)
        self.metadata = {"autoreset_mode": mode, "render_modes": []}
        self._is_begun = False

    @staticmethod
    def _all(tasks: list[Any]) -> list[Any]:
        try:
            results: list[Any] = _ray.get(tasks)
            return results
        except _exceptions.RayActorError as error:
            raise FoxdenError(
                "a worker of the environment was lost; make the environment again and reset "
                "it with the same seed"
            ) from error

    def _results(self, tasks: list[Any]) -> list[Any]:
        """What all workers answer; what their worlds reported becomes warnings."""
        answers = self._all(tasks)
        for part, (_, notices) in zip(self._parts, answers, strict=True):
            for text in notices:
                # a worker counts its own worlds
                number, rest = text.removeprefix("world ").split(":", 1)
                text = f"world {part.start + int(number)}:{rest}"
                warnings.warn(text, WorldWarning, stacklevel=3)
        return [result for result, _ in answers]

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Begins episodes, as `foxden.gym.VectorEnv` does."""
        if seed is None and not self._is_begun:
            seed = int(self.np_random.integers(2**31))
        if isinstance(seed, int):
            seed = [seed + at for at in range(self.num_envs)]
        self._is_begun = True
        tasks = []
        for worker, part in zip(self._workers, self._parts, strict=True):
            own = options
            for name in ("mask", "reset_mask"):
                if options and options.get(name) is not None:
                    own = {"mask": numpy.asarray(options[name])[part]}
            tasks.append(worker.reset.remote(None if seed is None else seed[part], own))
        results = self._results(tasks)
        observations = numpy.concatenate([result[0] for result in results])
        return observations, self._joined([result[1] for result in results])

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Makes a step in each world."""
        given = numpy.asarray(actions)
        if given.shape != self.action_space.shape:
            raise ValueError(
                f"actions have the shape {self.action_space.shape}, not {given.shape}"
            )
        tasks = [
            worker.step.remote(given[part])
            for worker, part in zip(self._workers, self._parts, strict=True)
        ]
        results = self._results(tasks)
        observations, rewards, terminated, truncated = (
            numpy.concatenate([result[at] for result in results]) for at in range(4)
        )
        return observations, rewards, terminated, truncated, self._joined(
            [result[4] for result in results]
        )

    def _joined(self, infos: list[dict[str, Any]]) -> dict[str, Any]:
        """The infos of all workers as arrays."""
        joined: dict[str, Any] = {}
        for name in {name for info in infos for name in info}:
            sample = next(info[name] for info in infos if name in info)
            if isinstance(sample, dict):
                joined[name] = self._joined([info.get(name, {}) for info in infos])
                continue
            values = numpy.zeros(self.num_envs, dtype=sample.dtype)
            for info, part in zip(infos, self._parts, strict=True):
                if name in info:
                    values[part] = info[name]
            joined[name] = values
        return joined

    def close_extras(self, **kwargs: Any) -> None:
        """Ends the workers."""
        for worker in self._workers:
            _ray.kill(worker)
        self._workers = []
