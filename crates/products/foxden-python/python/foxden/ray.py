"""Sweeps and environments on a cluster, with Ray.

The start of a sweep goes into Ray's object store once; each worker makes a world of it and
forks it for its runs. Ray repeats the tasks of workers and nodes that are lost. Runs are
exact, so the table is the one that `foxden.map` gives on one machine."""

from __future__ import annotations

import os
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

from .errors import FoxdenError
from .sweeps import Job, Policy, Progress, Row, Runner, Start, Subject, Table, list_jobs

if TYPE_CHECKING:
    from .gym import Task

__all__ = ["VectorEnv", "map"]

_RETRIES = 10


@_ray.remote(max_retries=_RETRIES)
def _run_batch(start: Start, jobs: list[Job]) -> list[Row]:
    """Runs of one task: the world is opened once for all of them."""
    runner = Runner(start)
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

    A task whose worker or node is lost is repeated; after ten times its rows have an error.
    """
    if batch < 1:
        raise ValueError(f"a batch has at least one run, not {batch}")
    start = Start.of(world)
    folder = None if replay_folder is None else os.fspath(replay_folder)
    jobs = list_jobs(policies, seeds, folder)
    stored = _ray.put(start)
    groups = [jobs[at : at + batch] for at in range(0, len(jobs), batch)]
    # remote() has no types
    remote: Any = _run_batch
    tasks = {remote.remote(stored, group): group for group in groups}
    rows: list[Row] = []
    waiting = list(tasks)
    with Progress(len(jobs), progress) as bar:
        while waiting:
            ready, waiting = _ray.wait(waiting, num_returns=1)
            for task in ready:
                rows += _rows(task, start, tasks[task])
                bar.advance(len(tasks[task]))
    return Table(rows)


def _rows(task: Any, start: Start, jobs: Sequence[Job]) -> list[Row]:
    import hashlib

    try:
        rows: list[Row] = _ray.get(task)
        return rows
    except _exceptions.RayError as error:
        reason = f"{type(error).__name__}: the worker was lost {_RETRIES + 1} times"
        return [
            Row(
                start.world_hash,
                job.seed,
                start.snapshot_hash,
                hashlib.sha256(job.policy_bytes).hexdigest()[:16],
                job.policy,
                None,
                None,
                None,
                reason,
                None,
            )
            for job in jobs
        ]


@_ray.remote
class _Worker:
    """A part of the worlds of a `VectorEnv`."""

    def __init__(self, task: Task, count: int, mode: str) -> None:
        from .gym import VectorEnv as Local

        self.envs = Local(task, count, threads=1, autoreset_mode=AutoresetMode(mode))

    def spaces(self) -> tuple[Any, Any]:
        return self.envs.single_observation_space, self.envs.single_action_space

    def reset(self, seeds: Any, options: dict[str, Any] | None) -> Any:
        return self.envs.reset(seed=seeds, options=options)

    def step(self, actions: Any) -> Any:
        return self.envs.step(actions)


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
        results = self._all(tasks)
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
        results = self._all(tasks)
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
