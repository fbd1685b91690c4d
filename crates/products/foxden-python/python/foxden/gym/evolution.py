"""A baseline that learns without gradients: evolution strategies (cross-entropy method) on
a small policy, in NumPy. Each world of a `VectorEnv` tries its own weights, so that one
generation is one run of the batch."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import numpy
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from .task import Task
from .vector import VectorEnv

__all__ = ["Policy", "evolve"]

Array = NDArray[numpy.float64]


@dataclasses.dataclass(frozen=True)
class Policy:
    """A policy of two layers with ``tanh``, or of one layer if ``hidden`` is 0."""

    observations: int
    actions: int
    weights: Array
    hidden: int = 0

    @staticmethod
    def size(observations: int, actions: int, hidden: int) -> int:
        """How many weights it has."""
        if not hidden:
            return (observations + 1) * actions
        return (observations + 1) * hidden + (hidden + 1) * actions

    def __call__(self, observation: Any) -> NDArray[numpy.float32]:
        """The actions for observations: one, or one for each row."""
        given = numpy.atleast_2d(numpy.asarray(observation, dtype=numpy.float64))
        rows = numpy.broadcast_to(self.weights, (len(given), self.weights.size))
        made = _actions(rows, given, self.actions, self.hidden)
        one: NDArray[numpy.float32] = made[0]
        return made if numpy.ndim(observation) > 1 else one


def _actions(weights: Array, given: Array, actions: int, hidden: int) -> NDArray[numpy.float32]:
    """The actions of a policy for each row."""
    count, size = given.shape
    values = numpy.concatenate([given, numpy.ones((count, 1))], axis=1)
    if hidden:
        split = (size + 1) * hidden
        first = weights[:, :split].reshape(count, hidden, size + 1)
        values = numpy.tanh(numpy.einsum("nij,nj->ni", first, values))
        values = numpy.concatenate([values, numpy.ones((count, 1))], axis=1)
        weights = weights[:, split:]
    last = weights.reshape(count, actions, values.shape[1])
    made: NDArray[numpy.float32] = numpy.tanh(
        numpy.einsum("nij,nj->ni", last, values)
    ).astype(numpy.float32)
    return made


def evolve(
    task: Task,
    *,
    generations: int = 20,
    population: int = 64,
    episodes: int = 2,
    hidden: int = 0,
    seed: int = 0,
    threads: int | None = None,
    on_generation: Callable[[int, float, float], None] | None = None,
) -> tuple[Policy, list[float]]:
    """Learns a policy for a task; returns it with the mean return of each generation.

    >>> import foxden.gym
    >>> task = foxden.gym.task("FollowLight")
    >>> policy, curve = foxden.gym.evolve(task, generations=2, population=8)
    >>> len(curve)
    2

    Each of the ``population`` policies is tried in ``episodes`` episodes, which are the same
    for all policies of a generation. The best quarter gives the next generation.
    ``on_generation`` gets the number of the generation, its mean and its best return. The
    result depends on nothing but the arguments.
    """
    envs = VectorEnv(
        task, population, threads=threads, autoreset_mode=AutoresetMode.DISABLED
    )
    size, actions = envs._size, envs._width
    random = numpy.random.default_rng(seed)
    count = Policy.size(size, actions, hidden)
    mean, deviation = numpy.zeros(count), numpy.full(count, 1.0)
    elite = max(population // 4, 1)
    curve: list[float] = []
    for generation in range(generations):
        weights = mean + deviation * random.standard_normal((population, count))
        weights[0] = mean
        returns = numpy.zeros(population)
        for episode in range(episodes):
            episode_seed = seed * 1_000_003 + generation * episodes + episode
            returns += _returns(envs, weights, actions, hidden, episode_seed) / episodes
        best = numpy.argsort(-returns, kind="stable")[:elite]
        mean = weights[best].mean(axis=0)
        # extra noise that fades keeps the search from ending early
        extra = 0.3 * max(0.0, 1 - generation / max(generations / 2, 1))
        deviation = weights[best].std(axis=0) + extra
        curve.append(float(returns.mean()))
        if on_generation is not None:
            on_generation(generation, curve[-1], float(returns.max()))
    envs.close()
    return Policy(size, actions, mean, hidden), curve


def _returns(
    envs: VectorEnv, weights: Array, actions: int, hidden: int, seed: int
) -> Array:
    """The return of each policy in one episode."""
    observations, _ = envs.reset(seed=[seed] * envs.num_envs)
    returns = numpy.zeros(envs.num_envs)
    running = numpy.ones(envs.num_envs, dtype=bool)
    while running.any():
        made = _actions(weights, observations.astype(numpy.float64), actions, hidden)
        envs._ended[:] = False
        observations, rewards, terminated, truncated, _ = envs.step(made)
        total = rewards if rewards.ndim == 1 else rewards.sum(axis=1)
        returns += numpy.where(running, total, 0.0)
        running &= ~(terminated | truncated)
    return returns
