"""One world as an environment of Gymnasium."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy
from numpy.typing import NDArray

from ..world import World
from .task import Distribution, Driven, Ended, Observation, Observed, Rewarded, Task
from .vector import VectorEnv

__all__ = ["Env", "make_env"]


class Env(gymnasium.Env[Observation, NDArray[numpy.float32]]):
    """A task as an environment with one world.

    >>> import foxden.gym
    >>> env = foxden.gym.make("FollowLight")
    >>> observation, info = env.reset(seed=1)
    >>> observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
    >>> env.close()

    `world` is the world itself: everything that `foxden.World` offers works with it
    between two steps.
    """

    metadata = {"render_modes": ["rgb_array"], "render_fps": 30}

    def __init__(self, task: Task, render_mode: str | None = None) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"there is no render mode {render_mode!r}; there is: rgb_array")
        self.render_mode = render_mode
        self._vector = VectorEnv(
            task, 1, threads=1, autoreset_mode=gymnasium.vector.AutoresetMode.DISABLED
        )
        self.observation_space = self._vector.single_observation_space
        self.action_space = self._vector.single_action_space
        self._is_seeded = False

    @property
    def task(self) -> Task:
        """The task."""
        return self._vector.task

    @property
    def world(self) -> World:
        """The world."""
        return self._vector.worlds[0]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins an episode. The same seed gives the same episode to the last bit; without
        one the next random numbers are used."""
        super().reset(seed=seed)
        if seed is None and not self._is_seeded:
            seed = int(self.np_random.integers(2**31))
        self._is_seeded = True
        observations, infos = self._vector.reset(seed=None if seed is None else [seed])
        return observations[0], _single(infos)

    def step(
        self, action: NDArray[numpy.float32]
    ) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Makes a step with an action from -1 to 1 for each driven device."""
        actions = numpy.asarray(action)
        if actions.shape != self.action_space.shape:
            raise ValueError(
                f"an action has the shape {self.action_space.shape}, not {actions.shape}"
            )
        observations, rewards, terminated, truncated, infos = self._vector.step(actions[None])
        return (
            observations[0],
            float(rewards[0]),
            bool(terminated[0]),
            bool(truncated[0]),
            _single(infos),
        )

    def render(self) -> NDArray[numpy.uint8] | None:
        """A picture of the world from its Viewpoint, with the render mode ``rgb_array``."""
        return self.world.rgb(320, 240) if self.render_mode == "rgb_array" else None

    def close(self) -> None:
        """Ends the environment."""
        self._vector.close()


def _single(infos: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value[0] for name, value in infos.items() if not name.startswith("_")}


def make_env(
    world: str | World,
    *,
    observe: Sequence[Observed],
    act: Sequence[Driven],
    reward: Rewarded,
    done: Ended = None,
    time_limit: float = 30.0,
    period: float | None = None,
    randomise: Mapping[tuple[str, str], Distribution] | None = None,
    render_mode: str | None = None,
) -> Env:
    """An environment of a world.

    >>> import foxden.gym
    >>> from foxden.gym import Uniform, terms
    >>> env = foxden.gym.make_env(
    ...     "worlds/light_following.wbt",
    ...     observe=[("ls0", 0, 4096), ("ls7", 0, 4096)],
    ...     act=["left wheel motor", "right wheel motor"],
    ...     reward=terms.progress("CUB", "LAMP"),
    ...     done=terms.distance("CUB", "LAMP") < 0.1,
    ...     time_limit=20,
    ...     randomise={("CUB", "translation"): Uniform((-0.5, -0.5, 0), (0, 0, 0))},
    ... )
    >>> env.observation_space.shape, env.action_space.shape
    ((2,), (2,))

    Observations are names of devices, with the range that is mapped to -1 to 1, or terms.
    Actions are names of motors, with the range for -1 to 1. The reward is a sum of terms or
    a function of world, observation and action; the end is a list of comparisons or a
    function of world and observation.
    """
    task = Task(
        world, observe, act, reward, done, time_limit, period, dict(randomise or {})
    )
    return Env(task, render_mode)
