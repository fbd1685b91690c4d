"""Many worlds as one environment of Gymnasium."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from typing import Any

import gymnasium
import numpy
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ..errors import FoxdenError, WorldWarning
from ..world import World, checked_threads
from .task import RewardFunction, Task

__all__ = ["VectorEnv"]

_SINGLE = numpy.dtype(numpy.float32)


class VectorEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """A task in many worlds, which a pool of threads steps into one block of memory.

    >>> import foxden.gym
    >>> envs = foxden.gym.make_vec("FollowLight", 16)
    >>> observations, infos = envs.reset(seed=1)
    >>> observations, rewards, terminated, truncated, infos = envs.step(envs.action_space.sample())
    >>> rewards.shape
    (16,)
    >>> envs.close()

    The results are those of single environments with the seeds ``seed``, ``seed + 1`` and
    so on, to the last bit, for any number of threads. All modes of automatic resets are
    there: ``NEXT_STEP`` (the default), ``SAME_STEP`` and ``DISABLED``; in the last one
    ``reset(options={"mask": …})`` begins the episodes of some worlds. By default there is a
    thread for each processor.

    Reports of the worlds (a motion that is not exact, an empty battery) are `WorldWarning`,
    each kind once: the same happens in many worlds and episodes.
    """

    metadata: dict[str, Any]

    def __init__(
        self,
        task: Task,
        num_envs: int,
        *,
        threads: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    ) -> None:
        if isinstance(num_envs, bool) or not isinstance(num_envs, int):
            raise TypeError(f"num_envs must be a whole number, not {type(num_envs).__name__}")
        if num_envs < 1:
            raise ValueError(f"num_envs must be at least 1, not {num_envs}")
        # threads without a world would only take memory
        threads = min(checked_threads(threads), num_envs)
        mode = AutoresetMode(autoreset_mode)
        self.num_envs = num_envs
        self.task = task
        first = task.open()
        resolved = task.resolve(first)
        self.worlds: list[World] = [first, *(first.fork() for _ in range(num_envs - 1))]
        self._batch = resolved.batch(self.worlds, threads)
        # numbers of an observation, actions and agents
        self._size, self._width, self._agents = self._batch.sizes()
        self._low, self._high = resolved.low, resolved.high
        self.single_observation_space = gymnasium.spaces.Box(
            resolved.low, resolved.high, dtype=numpy.float32
        )
        self.single_action_space = gymnasium.spaces.Box(
            -1.0, 1.0, shape=(self._width,), dtype=numpy.float32
        )
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.metadata = {"autoreset_mode": mode, "render_modes": []}
        self._mode = mode
        self._ended = numpy.zeros(num_envs, dtype=bool)
        self._is_begun = False
        self._reward: RewardFunction | None
        self._done: Callable[[World, Any], bool] | None
        self._reward, self._done = task.functions()
        self._has_functions = self._reward is not None or self._done is not None
        self._is_next_step = mode is AutoresetMode.NEXT_STEP
        # otherwise the compiled part knows alone which episodes have ended
        self._needs_ended = self._has_functions or not self._is_next_step
        self._nothing = numpy.zeros(num_envs, dtype=numpy.uint8)
        self._action_shape = (num_envs, self._width)
        self._observation_shape = (num_envs, self._size)
        self._reward_shape = (num_envs, self._agents) if self._agents > 1 else (num_envs,)
        self._flag_shape = (4, num_envs)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Begins episodes, in all worlds or in those of ``options["mask"]``."""
        mask = self._mask(options)
        seeds = self._seeds(seed, mask)
        observations = numpy.empty(self._observation_shape, _SINGLE)
        notices = self._batch.reset(mask.view(numpy.uint8), seeds, observations)
        if notices:
            self._warn(notices)
        self._ended &= ~mask
        self._is_begun = True
        return observations, {"steps": numpy.zeros(self.num_envs, numpy.uint64), "_steps": mask}

    def _mask(self, options: dict[str, Any] | None) -> NDArray[numpy.bool_]:
        mask = None
        for name in ("mask", "reset_mask"):
            if options and options.get(name) is not None:
                mask = numpy.asarray(options[name])
        if mask is None:
            return numpy.ones(self.num_envs, dtype=bool)
        if mask.shape != (self.num_envs,) or mask.dtype != bool:
            raise ValueError(
                f"the mask must have {self.num_envs} flags, not {mask.dtype} of {mask.shape}"
            )
        if not self._is_begun and not mask.all():
            raise FoxdenError("the first reset begins all episodes; a mask comes later")
        return numpy.ascontiguousarray(mask)

    def _seeds(
        self, seed: int | Sequence[int | None] | None, mask: NDArray[numpy.bool_]
    ) -> list[int | None]:
        if seed is None:
            if self._is_begun:
                return [None] * self.num_envs
            seed = int(self.np_random.integers(2**31))
        if isinstance(seed, (int, numpy.integer)):
            seed = [int(seed) + at for at in range(self.num_envs)]
        if isinstance(seed, str) or not isinstance(seed, (Sequence, numpy.ndarray)):
            raise TypeError(f"a seed is a whole number or a list of them, not {seed!r}")
        seeds = list(seed)
        if len(seeds) != self.num_envs:
            raise ValueError(f"there must be {self.num_envs} seeds, not {len(seeds)}")
        for one in seeds:
            if one is not None and not isinstance(one, (int, numpy.integer)):
                raise TypeError(f"a seed must be a whole number, not {one!r}")
            if one is not None and not 0 <= one < 2**64:
                raise ValueError(f"a seed must be from 0 to 2**64 - 1, not {one}")
        return seeds

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Makes a step in each world; in the mode ``NEXT_STEP`` a world whose episode has
        ended begins the next one instead."""
        if not self._is_begun:
            raise gymnasium.error.ResetNeeded("call reset() before step()")
        given = numpy.asarray(actions)
        if given.shape != self._action_shape:
            raise ValueError(f"actions have the shape {self._action_shape}, not {given.shape}")
        if given.dtype is not _SINGLE:
            if given.dtype.kind not in "fiu":
                raise TypeError(f"actions must be numbers, not {given.dtype}")
            given = given.astype(numpy.float64, copy=False)
        resets = None
        if not self._is_next_step:
            if self._mode is AutoresetMode.DISABLED and self._ended.any() and self.num_envs > 1:
                raise FoxdenError("an episode has ended; reset it with options={'mask': …}")
            resets = self._nothing
        elif self._has_functions:
            # what a function of Python ended is not known to the compiled part
            resets = self._ended.view(numpy.uint8)
        observations = numpy.empty(self._observation_shape, _SINGLE)
        rewards = numpy.empty(self._reward_shape)
        flags = numpy.empty(self._flag_shape, numpy.uint8)
        steps = numpy.empty(self.num_envs, numpy.uint64)
        notices = self._batch.step(given, resets, observations, rewards, flags, steps)
        if notices:
            self._warn(notices)
        rows = flags.view(bool)
        terminated, truncated, stepped = rows[0], rows[1], rows[3]
        infos: dict[str, Any] = {"steps": steps, "_steps": stepped}
        if not self._needs_ended:
            return observations, rewards, terminated, truncated, infos
        ended = rows[2]
        if self._has_functions:
            self._call_functions(stepped, observations, given, rewards, terminated)
            ended = terminated | truncated
        if self._mode is AutoresetMode.SAME_STEP and ended.any():
            final = numpy.full(self.num_envs, None, dtype=object)
            for at in numpy.flatnonzero(ended):
                final[at] = observations[at].copy()
            infos |= {"final_obs": final, "_final_obs": ended}
            last = {"steps": steps.copy(), "_steps": ended}
            infos |= {"final_info": last, "_final_info": ended}
            seeds: list[int | None] = [None] * self.num_envs
            notices = self._batch.reset(ended.view(numpy.uint8), seeds, observations)
            if notices:
                self._warn(notices)
            # the episodes that begin have no steps yet
            steps[ended] = 0
        self._ended = ended
        return observations, rewards, terminated, truncated, infos

    def _warn(self, notices: list[str]) -> None:
        """Warns of what the worlds reported for the first time."""
        for text in notices:
            warnings.warn(text, WorldWarning, stacklevel=3)

    def _call_functions(
        self,
        stepped: NDArray[numpy.bool_],
        observations: Any,
        actions: Any,
        rewards: Any,
        terminated: Any,
    ) -> None:
        """Rewards and ends that are Python functions."""
        for at in numpy.flatnonzero(stepped):
            world = self.worlds[at]
            if self._reward is not None:
                rewards[at] = self._reward(world, observations[at], actions[at])
            if self._done is not None:
                terminated[at] = bool(self._done(world, observations[at]))

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("environments cannot be pickled or copied; pickle their task or a world")

    def close_extras(self, **kwargs: Any) -> None:
        """Forgets the worlds."""
        self.worlds = []
