"""A task whose actions change the world: a robot changes its tool through a Slot."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium
import numpy
from numpy.typing import NDArray

from ..errors import EditError
from ..world import World

__all__ = ["ToolChange"]

_TOOLS = {
    # the name, the type of its Slot, its colour
    "cup": ("hand+", "0.2 0.4 0.8"),
    "lamp": ("hand+", "0.9 0.8 0.2"),
    "pen": ("hand+", "0.2 0.7 0.3"),
    "drill": ("chuck+", "0.5 0.5 0.5"),
}
_STEPS = 20


class ToolChange(gymnasium.Env[NDArray[numpy.float32], int]):
    """A job is asked for; the robot takes the tool for it into the Slot of its arm, or keeps
    the one that it has (action 0). The right tool gives 1, a change costs 0.1, and a tool
    that does not fit the Slot is refused by the world and costs 0.5. The observation has a 1
    for the job and one for the tool that is there."""

    metadata = {"render_modes": ["rgb_array"], "render_fps": 10}

    def __init__(self, render_mode: str | None = None) -> None:
        self.render_mode = render_mode
        self.world = World(Path(__file__).with_name("worlds") / "tool_change.wbt")
        self._jobs = [name for name, (kind, _) in _TOOLS.items() if kind == "hand+"]
        size = len(self._jobs) + len(_TOOLS) + 1
        self.observation_space = gymnasium.spaces.Box(0, 1, (size,), numpy.float32)
        self.action_space = gymnasium.spaces.Discrete(len(_TOOLS) + 1)  # type: ignore[assignment]
        self._tool: str | None = None
        self._job = 0
        self._steps = 0

    def _observation(self) -> NDArray[numpy.float32]:
        observation = numpy.zeros(self.observation_space.shape or (), dtype=numpy.float32)
        observation[self._job] = 1
        at = 0 if self._tool is None else 1 + list(_TOOLS).index(self._tool)
        observation[len(self._jobs) + at] = 1
        return observation

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[numpy.float32], dict[str, Any]]:
        """Begins an episode with an empty arm."""
        super().reset(seed=seed)
        self.world.reset()
        self._tool, self._steps = None, 0
        self._job = int(self.np_random.integers(len(self._jobs)))
        return self._observation(), {}

    def step(
        self, action: int
    ) -> tuple[NDArray[numpy.float32], float, bool, bool, dict[str, Any]]:
        """Changes the tool, or keeps it."""
        if not self.action_space.contains(action):
            raise ValueError(f"an action is a number from 0 to {len(_TOOLS)}, not {action!r}")
        reward = 0.0
        info: dict[str, Any] = {}
        if action:
            name = list(_TOOLS)[int(action) - 1]
            try:
                self._take(name)
                reward -= 0.1
            except EditError as error:
                info["refused"] = str(error)
                reward -= 0.5
        self.world.step()
        self._steps += 1
        if self._tool == self._jobs[self._job]:
            reward += 1.0
            self._job = int(self.np_random.integers(len(self._jobs)))
        return self._observation(), reward, False, self._steps >= _STEPS, info

    def _take(self, name: str) -> None:
        kind, color = _TOOLS[name]
        arm = self.world.node("ARM")
        old = arm.endPoint
        before = self.world.snapshot()
        if old is not None:
            old.remove()
        try:
            arm.insert(
                "endPoint",
                f'Slot {{ type "{kind}" endPoint Solid {{ name "{name}" translation 0 0 0.12 '
                f"children [ Shape {{ appearance PBRAppearance {{ baseColor {color} }} "
                "geometry Box { size 0.04 0.04 0.08 } } ] } }",
            )
        except EditError:
            # the old tool stays
            self.world.restore(before)
            raise
        self._tool = name

    def render(self) -> NDArray[numpy.uint8] | None:
        """A picture of the world, with the render mode ``rgb_array``."""
        return self.world.rgb(320, 240) if self.render_mode == "rgb_array" else None
