"""Trains an environment of Foxden with PPO of stable-baselines3:

    pip install 'foxden[gym]' stable-baselines3
    python ppo.py FollowLight --steps 200000

stable-baselines3 has an interface of its own for many environments; `Worlds` gives it those
of `foxden.gym.VectorEnv`."""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy
from stable_baselines3 import PPO
from stable_baselines3.common.vec_env import VecEnv, VecMonitor

import foxden.gym


class Worlds(VecEnv):
    """Worlds of one task for stable-baselines3."""

    def __init__(self, name: str, count: int) -> None:
        # episodes begin in the step in which the one before ends, as stable-baselines3 has it
        self.envs = foxden.gym.make_vec(name, count, autoreset_mode="SameStep")
        self.given: Any = None
        super().__init__(
            count, self.envs.single_observation_space, self.envs.single_action_space
        )

    def reset(self) -> Any:
        seed, self._seeds = self._seeds[0], [None] * self.num_envs
        return self.envs.reset(seed=seed)[0]

    def step_async(self, actions: Any) -> None:
        self.given = actions

    def step_wait(self) -> tuple[Any, Any, Any, list[dict[str, Any]]]:
        observations, rewards, terminated, truncated, infos = self.envs.step(self.given)
        told: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for at in numpy.flatnonzero(terminated | truncated):
            told[at] = {
                "terminal_observation": infos["final_obs"][at],
                "TimeLimit.truncated": bool(truncated[at] and not terminated[at]),
            }
        return observations, rewards.astype(numpy.float32), terminated | truncated, told

    def close(self) -> None:
        self.envs.close()

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self, attr_name, None)] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise NotImplementedError("the worlds share their attributes")

    def env_method(self, method_name: str, *arguments: Any, **options: Any) -> list[Any]:
        raise NotImplementedError("the worlds have no methods of their own")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("name", nargs="?", default="FollowLight")
    parser.add_argument("--steps", type=int, default=200_000)
    parser.add_argument("--worlds", type=int, default=16)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    worlds = VecMonitor(Worlds(chosen.name, chosen.worlds))
    model = PPO("MlpPolicy", worlds, n_steps=256, batch_size=256, seed=chosen.seed, device="cpu")
    start, done = time.monotonic(), 0
    while done < chosen.steps:
        part = min(chosen.steps - done, max(chosen.steps // 10, 256 * chosen.worlds))
        model.learn(part, reset_num_timesteps=done == 0)
        done = model.num_timesteps
        returns = [episode["r"] for episode in model.ep_info_buffer or ()]
        mean = numpy.mean(returns) if returns else float("nan")
        print(f"{done} steps, {time.monotonic() - start:.0f} s: return {mean:.2f}", flush=True)
    worlds.close()


if __name__ == "__main__":
    main()
