"""Several agents in one world, with the parallel interface of PettingZoo."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy
from gymnasium.vector import AutoresetMode

from ..world import World
from .task import Task
from .vector import VectorEnv

__all__ = ["ParallelEnv"]

try:
    from pettingzoo import ParallelEnv as _Base
except ImportError:  # PettingZoo is not needed to use it
    _Base = object


class ParallelEnv(_Base):  # type: ignore[misc]
    """A task with a reward for each agent. Observations and actions of the task are
    divided equally among the agents, in their order.

    >>> import foxden.gym
    >>> env = foxden.gym.make_parallel("Forage")
    >>> observations, infos = env.reset(seed=1)
    >>> sorted(observations)
    ['ada', 'ben', 'cleo']
    """

    metadata: dict[str, Any] = {"name": "foxden", "render_modes": ["rgb_array"]}

    def __init__(
        self, task: Task, agents: Sequence[str], render_mode: str | None = None
    ) -> None:
        self._vector = VectorEnv(task, 1, threads=1, autoreset_mode=AutoresetMode.DISABLED)
        self.render_mode = render_mode
        self.possible_agents = list(agents)
        self.agents: list[str] = []
        count = len(self.possible_agents)
        size, width = self._vector._size, self._vector._width
        if size % count or width % count or self._vector._agents != count:
            raise ValueError(
                f"{size} observations, {width} actions and {self._vector._agents} rewards "
                f"cannot be divided among {count} agents"
            )
        low = numpy.split(self._vector._low, count)
        high = numpy.split(self._vector._high, count)
        self.observation_spaces: dict[str, gymnasium.spaces.Box] = {
            agent: gymnasium.spaces.Box(a, b, dtype=numpy.float32)
            for agent, a, b in zip(self.possible_agents, low, high, strict=True)
        }
        self.action_spaces: dict[str, gymnasium.spaces.Box] = {
            agent: gymnasium.spaces.Box(-1, 1, (width // count,), numpy.float32)
            for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> gymnasium.spaces.Box:
        """What an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Box:
        """What an agent does."""
        return self.action_spaces[agent]

    @property
    def world(self) -> World:
        """The world."""
        return self._vector.worlds[0]

    def _divided(self, values: Any) -> dict[str, Any]:
        parts = numpy.split(values, len(self.possible_agents))
        return dict(zip(self.possible_agents, parts, strict=True))

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begins an episode for all agents."""
        observations, _ = self._vector.reset(seed=None if seed is None else [seed])
        self.agents = list(self.possible_agents)
        return self._divided(observations[0]), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any], dict[str, Any], dict[str, Any]]:
        """Makes a step with the actions of all agents."""
        if not self.agents:
            raise gymnasium.error.ResetNeeded("call reset() before step()")
        missing = [agent for agent in self.agents if agent not in actions]
        if missing:
            raise ValueError(f"an action is missing for: {', '.join(missing)}")
        joined = numpy.concatenate([numpy.asarray(actions[agent]) for agent in self.agents])
        observations, rewards, terminated, truncated, _ = self._vector.step(joined[None])
        agents = self.agents
        if terminated[0] or truncated[0]:
            self.agents = []
        return (
            self._divided(observations[0]),
            {agent: float(reward) for agent, reward in zip(agents, rewards[0], strict=True)},
            dict.fromkeys(agents, bool(terminated[0])),
            dict.fromkeys(agents, bool(truncated[0])),
            {agent: {} for agent in agents},
        )

    def render(self) -> Any:
        """A picture of the world, with the render mode ``rgb_array``."""
        return self.world.rgb(320, 240) if self.render_mode == "rgb_array" else None

    def close(self) -> None:
        """Ends the environment."""
        self._vector.close()
