"""Worlds as environments for learning, with the interface of Gymnasium.

>>> import foxden.gym
>>> env = foxden.gym.make("FollowLight")
>>> observation, info = env.reset(seed=1)
>>> env.observation_space.contains(observation)
True

`make_env` makes an environment of any world; `VectorEnv` steps many worlds at once.
The environments that come with Foxden are also registered: ``gymnasium.make`` and
``gymnasium.make_vec`` know them as ``Foxden/FollowLight-v0`` and so on.
"""

from __future__ import annotations

try:
    import gymnasium
except ImportError as error:
    raise ImportError("foxden.gym needs Gymnasium: pip install 'foxden[gym]'") from error

from typing import Any

from ..errors import UnknownNameError, unknown
from . import terms
from .agents import ParallelEnv
from .env import Env, make_env
from .environments import ENVIRONMENTS
from .evolution import Policy, evolve
from .table_learning import TablePolicy, learn_table
from .task import Act, Choice, LogUniform, Normal, Observe, Task, Uniform
from .tools import ToolChange
from .vector import VectorEnv

__all__ = [
    "ENVIRONMENTS",
    "Act",
    "Choice",
    "Env",
    "LogUniform",
    "Normal",
    "Observe",
    "ParallelEnv",
    "Policy",
    "TablePolicy",
    "Task",
    "ToolChange",
    "Uniform",
    "VectorEnv",
    "evolve",
    "learn_table",
    "make",
    "make_env",
    "make_parallel",
    "make_vec",
    "task",
    "terms",
]

_AGENTS = {"Forage": ("ada", "ben", "cleo"), "ChargerQueue": ("ada", "ben")}


def task(name: str) -> Task:
    """The task of an environment that comes with Foxden.

    >>> import foxden.gym
    >>> foxden.gym.task("FolowLight")
    Traceback (most recent call last):
    foxden.errors.UnknownNameError: there is no environment 'FolowLight'; did you mean 'FollowLight'?
    """
    if name not in ENVIRONMENTS:
        message = f"there is no environment {name!r}"
        raise UnknownNameError(unknown(message, str(name), ENVIRONMENTS))
    return ENVIRONMENTS[name]()


def make(name: str, **options: Any) -> Env:
    """An environment with one world; ``options`` are those of `Env`."""
    if name in _AGENTS:
        raise ValueError(f"{name} has several agents: use make_parallel({name!r})")
    return Env(task(name), **options)


def make_vec(name: str, num_envs: int = 1, **options: Any) -> VectorEnv:
    """An environment with many worlds; ``options`` are those of `VectorEnv`."""
    return VectorEnv(task(name), num_envs, **options)


def make_parallel(name: str, **options: Any) -> ParallelEnv:
    """An environment with several agents in one world, with the interface of PettingZoo."""
    if name not in _AGENTS:
        message = f"there is no environment {name!r} with several agents"
        raise UnknownNameError(unknown(message, str(name), _AGENTS))
    return ParallelEnv(task(name), _AGENTS[name], **options)


def _register() -> None:
    for name in ENVIRONMENTS:
        if name in _AGENTS:
            continue
        identifier = f"Foxden/{name}-v0"
        if identifier not in gymnasium.registry:
            gymnasium.register(
                identifier,
                entry_point="foxden.gym:make",
                vector_entry_point="foxden.gym:make_vec",
                kwargs={"name": name},
            )
    if "Foxden/ToolChange-v0" not in gymnasium.registry:
        gymnasium.register("Foxden/ToolChange-v0", entry_point="foxden.gym:ToolChange")


_register()
