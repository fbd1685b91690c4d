"""A baseline for environments with a few observations and actions: a table of mean rewards."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy

__all__ = ["TablePolicy", "learn_table"]


class TablePolicy:
    """Chooses the action that gave the most reward on average after an observation."""

    def __init__(self, actions: int) -> None:
        self._actions = actions
        self._sums: dict[bytes, Any] = {}

    def _rows(self, observation: Any) -> Any:
        # sums of rewards and counts; one attempt with reward 0 is assumed
        empty = numpy.stack([numpy.zeros(self._actions), numpy.ones(self._actions)])
        return self._sums.setdefault(numpy.asarray(observation).tobytes(), empty)

    def __call__(self, observation: Any) -> int:
        """The action for an observation."""
        sums, counts = self._rows(observation)
        return int(numpy.argmax(sums / counts))

    def learn(self, observation: Any, action: int, reward: float) -> None:
        """Remembers the reward of an action."""
        rows = self._rows(observation)
        rows[0, action] += reward
        rows[1, action] += 1


def learn_table(
    env: gymnasium.Env[Any, Any], *, episodes: int = 40, seed: int = 0
) -> tuple[TablePolicy, list[float]]:
    """Learns a policy for an environment with discrete actions; returns it with the return of
    each episode. Fewer and fewer actions are random.

    >>> import foxden.gym
    >>> policy, curve = foxden.gym.learn_table(foxden.gym.ToolChange(), episodes=3)
    >>> len(curve)
    3
    """
    space = env.action_space
    if not isinstance(space, gymnasium.spaces.Discrete):
        raise TypeError(f"a table needs discrete actions, not {space}")
    random = numpy.random.default_rng(seed)
    policy = TablePolicy(int(space.n))
    curve: list[float] = []
    for episode in range(episodes):
        observation, _ = env.reset(seed=seed * 1_000_003 + episode)
        total, is_over = 0.0, False
        while not is_over:
            is_random = random.random() < 1 - episode / max(episodes - 1, 1)
            action = int(random.integers(space.n)) if is_random else policy(observation)
            after, reward, terminated, truncated, _ = env.step(action)
            policy.learn(observation, action, float(reward))
            observation, total = after, total + float(reward)
            is_over = terminated or truncated
        curve.append(total)
    return policy, curve
