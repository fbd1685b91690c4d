"""Runs the checker of stable-baselines3 on the environments that are named as arguments.

The package imports PyTorch, which has gigabytes and which the checker does not use: empty
modules take its place, unless it is installed. A process of its own keeps them away from
other tests."""

from __future__ import annotations

import importlib.util
import sys
import warnings
from types import ModuleType
from unittest.mock import MagicMock


def replace_torch() -> None:
    for name in ("torch", "torch.nn", "torch.utils", "torch.utils.tensorboard"):
        sys.modules[name] = MagicMock()
    # without its __init__.py, which defines algorithms
    found = importlib.util.find_spec("stable_baselines3")
    assert found is not None
    package = ModuleType("stable_baselines3")
    package.__path__ = list(found.submodule_search_locations or [])
    sys.modules["stable_baselines3"] = package


def main() -> None:
    if importlib.util.find_spec("torch") is None:
        replace_torch()
    from stable_baselines3.common.env_checker import check_env

    import gymnasium

    import foxden.gym  # noqa: F401  (registers the environments)

    for name in sys.argv[1:]:
        with warnings.catch_warnings():
            # ranges of observations are ours to choose
            warnings.simplefilter("ignore")
            check_env(gymnasium.make(f"Foxden/{name}-v0", render_mode="rgb_array").unwrapped)
        print(name)


if __name__ == "__main__":
    main()
