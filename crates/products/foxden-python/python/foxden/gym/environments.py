"""The environments that come with Foxden."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

from .task import Act, Choice, Task, Uniform
from .terms import (
    Term,
    action,
    alive,
    battery,
    distance,
    effort,
    energy_received,
    position,
    progress,
    reading,
    relative,
    upright,
    velocity,
)

__all__ = ["ENVIRONMENTS"]

_WORLDS = Path(__file__).with_name("worlds")
_EYES = ("front left eye", "front right eye", "rear left eye", "rear right eye")
_WHEELS: list[Act | str] = [Act("left wheel", -10, 10), Act("right wheel", -10, 10)]
_ANYWHERE = Uniform((0, 0, 1, -math.pi), (0, 0, 1, math.pi))


def _world(name: str) -> str:
    return str(_WORLDS / f"{name}.wbt")


def _to_the_lamp(name: str, start: dict[tuple[str, str], Uniform]) -> Task:
    return Task(
        _world(name),
        observe=[reading(eye).scaled(0, 1) for eye in _EYES],
        act=_WHEELS,
        reward=10 * progress("CUB", "LAMP"),
        done=distance("CUB", "LAMP") < 0.15,
        time_limit=10,
        randomise={("LAMP", "translation"): Uniform((0.4, -0.8, 0.1), (1, 0.8, 0.1)), **start},
    )


def follow_light() -> Task:
    """A robot on two wheels drives to a lamp, with four light sensors."""
    return _to_the_lamp("follow_light", {("CUB", "rotation"): _ANYWHERE})


def drive_to_light() -> Task:
    """The same with a robot that has mass: wheels roll by friction on the floor."""
    return _to_the_lamp("drive_to_light", {})


def _agent(name: str) -> list[Term]:
    eyes = [reading(f"{name}/{eye}").scaled(0, 1) for eye in _EYES]
    return [*eyes, battery(name).scaled(0, 12)]


def _wheels(name: str) -> list[Act]:
    return [Act(f"{name}/{side} wheel", -10, 10) for side in ("left", "right")]


def _energy(names: tuple[str, ...], world: str, time_limit: float) -> Task:
    return Task(
        _world(world),
        observe=[term for name in names for term in _agent(name)],
        act=[act for name in names for act in _wheels(name)],
        reward=[energy_received(name) + -0.001 * effort() for name in names],
        time_limit=time_limit,
        randomise={(name.upper(), "rotation"): _ANYWHERE for name in names},
    )


def forage() -> Task:
    """Three robots use energy and find it at two chargers; each has its own reward."""
    return _energy(("ada", "ben", "cleo"), "forage", 30)


def charger_queue() -> Task:
    """Two robots share one charger that serves one of them at a time."""
    return _energy(("ada", "ben"), "charger_queue", 30)


def swing_up() -> Task:
    """A motor that is too weak to lift a pendulum swings it up and balances it."""
    angle = reading("angle")
    return Task(
        _world("swing_up"),
        observe=[
            angle.formed("cosine"),
            angle.formed("sine"),
            velocity("BOB", "turn y").scaled(-10, 10),
        ],
        act=[Act("motor", -2, 2, "force")],
        reward=-1 * angle.formed("cosine") + -0.01 * effort(),
        time_limit=8,
        period=32,
    )


def cart_pole() -> Task:
    """A cart on a rail balances a pole."""
    return Task(
        _world("cart_pole"),
        observe=[
            reading("cart position").limited(-5, 5),
            velocity("CART", "x").limited(-20, 20),
            reading("pole angle").limited(-4, 4),
            velocity("POLE", "turn y").limited(-40, 40),
        ],
        act=[Act("motor", -10, 10, "force")],
        reward=alive(),
        done=[
            upright("POLE") < math.cos(0.2095),
            position("CART", "x") > 2.4,
            position("CART", "x") < -2.4,
        ],
        time_limit=8,
        randomise={("CART", "translation"): Uniform((-0.05, 0, 0), (0.05, 0, 0))},
    )


def follow_wall() -> Task:
    """A robot drives along a wall on its right, with three distance sensors."""
    noses = ("front nose", "right nose", "side nose")
    return Task(
        _world("follow_wall"),
        observe=[reading(nose).scaled(0, 1) for nose in noses],
        act=_WHEELS,
        reward=0.5 * action(0).limited(0, 0.5)
        + 0.5 * action(1).limited(0, 0.5)
        + -1 * reading("side nose").limited(0.25, 1),
        done=reading("front nose") < 0.03,
        time_limit=20,
        randomise={("CUB", "translation"): Uniform((-0.5, -1, 0.03), (0.5, -0.8, 0.03))},
    )


def follow_line() -> Task:
    """A robot drives along a dark circle that its camera sees."""
    return Task(
        _world("follow_line"),
        observe=["camera"],
        act=_WHEELS,
        reward=0.5 * action(0).limited(-0.5, 0.5) + 0.5 * action(1).limited(-0.5, 0.5),
        done=[
            distance("CUB", (0, 0, 0.03)) < 0.65,
            distance("CUB", (0, 0, 0.03)) > 0.95,
        ],
        time_limit=20,
        randomise={
            ("CUB", "rotation"): Choice([(0, 0, 1, 1.4), (0, 0, 1, 1.5708), (0, 0, 1, 1.7)])
        },
    )


def reach() -> Task:
    """Reynard's arm of three joints reaches a ball."""
    joints = ("shoulder", "elbow", "wrist")
    return Task(
        _world("reach"),
        observe=[
            *(reading(f"{joint} angle").scaled(-math.pi, math.pi) for joint in joints),
            relative("REYNARD", "BALL", "x").scaled(-0.5, 0.5),
            relative("REYNARD", "BALL", "y").scaled(-0.2, 0.8),
        ],
        act=[Act(joint, -1.5, 1.5) for joint in joints],
        reward=10 * progress("reynard/hand", "BALL"),
        done=distance("reynard/hand", "BALL") < 0.04,
        time_limit=6,
        randomise={("BALL", "translation"): Uniform((-0.1, 0.3, 0.06), (0.25, 0.45, 0.06))},
    )


ENVIRONMENTS: dict[str, Callable[[], Task]] = {
    "FollowLight": follow_light,
    "DriveToLight": drive_to_light,
    "Forage": forage,
    "ChargerQueue": charger_queue,
    "SwingUp": swing_up,
    "CartPole": cart_pole,
    "FollowWall": follow_wall,
    "FollowLine": follow_line,
    "Reach": reach,
}
"""The tasks by name."""
