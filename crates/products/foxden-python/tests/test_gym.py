"""Environments: the interface of Gymnasium, equality of all ways to run them, bad use."""

from __future__ import annotations

import math
import pickle
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import gymnasium
import numpy
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import foxden
import foxden.gym
from foxden.gym import Act, Choice, LogUniform, Normal, Task, Uniform, VectorEnv, terms

SINGLE = [name for name in foxden.gym.ENVIRONMENTS if name not in ("Forage", "ChargerQueue")]


def light_task(**changes: Any) -> Task:
    given: dict[str, Any] = {
        "observe": ["ls0", ("ls7", 0, 4096)],
        "act": ["left wheel motor", ("right wheel motor", -3, 3)],
        "reward": terms.progress("CUB", "LAMP"),
        "time_limit": 0.64,
    }
    return Task("worlds/light_following.wbt", **{**given, **changes})


@pytest.mark.parametrize("name", [*SINGLE, "ToolChange"])
def test_the_checker_of_gymnasium_passes(name: str) -> None:
    with warnings.catch_warnings():
        # observations without limits are allowed, but the checker mentions them
        warnings.simplefilter("ignore")
        env = gymnasium.make(f"Foxden/{name}-v0", render_mode="rgb_array")
        check_env(env.unwrapped, skip_render_check=name != "FollowLight")
    env.close()


def run(envs: VectorEnv, steps: int, seed: int) -> list[Any]:
    random = numpy.random.default_rng(seed)
    rows: list[Any] = [envs.reset(seed=seed)[0].copy()]
    for _ in range(steps):
        actions = random.uniform(-1, 1, envs.action_space.shape).astype(numpy.float32)
        observations, rewards, terminated, truncated, _ = envs.step(actions)
        rows += [observations.copy(), rewards.copy(), terminated.copy(), truncated.copy()]
    return rows


@pytest.mark.parametrize("name", list(foxden.gym.ENVIRONMENTS))
def test_threads_change_no_bit(name: str) -> None:
    results = []
    for threads in (1, 2, 3):
        envs = foxden.gym.make_vec(name, 6, threads=threads)
        rows = run(envs, 40, 3)
        results.append(([row.tobytes() for row in rows], [w.state_hash for w in envs.worlds]))
    assert results[0] == results[1] == results[2]


@pytest.mark.parametrize("name", ["FollowLight", "CartPole", "FollowLine"])
def test_a_vector_equals_single_environments(name: str) -> None:
    """With resets: the time limit is short."""
    import dataclasses

    task = dataclasses.replace(foxden.gym.task(name), time_limit=0.5)
    envs = VectorEnv(task, 3, threads=2)
    singles = [foxden.gym.Env(task) for _ in range(3)]
    random = numpy.random.default_rng(0)
    together, _ = envs.reset(seed=7)
    for at, env in enumerate(singles):
        assert (env.reset(seed=7 + at)[0] == together[at]).all()
    ended = [False] * 3
    resets = 0
    for _ in range(60):
        actions = random.uniform(-1, 1, envs.action_space.shape).astype(numpy.float32)
        together, rewards, terminated, truncated, infos = envs.step(actions)
        for at, env in enumerate(singles):
            if ended[at]:
                alone, _ = env.reset()
                reward, over, cut = 0.0, False, False
                assert not infos["_steps"][at]
                resets += 1
            else:
                alone, reward, over, cut, info = env.step(actions[at])
                assert info["steps"] == infos["steps"][at]
            assert alone.tobytes() == together[at].tobytes()
            assert (reward, over, cut) == (rewards[at], terminated[at], truncated[at])
            ended[at] = over or cut
    assert resets > 0


def test_same_step_resets_give_the_last_observation() -> None:
    envs = VectorEnv(light_task(), 2, autoreset_mode=AutoresetMode.SAME_STEP)
    envs.reset(seed=1)
    actions = numpy.zeros(envs.action_space.shape, dtype=numpy.float32)
    for step in range(1, 41):
        observations, _, _, truncated, infos = envs.step(actions)
        assert truncated.all() == (step == 40)
        assert ("final_obs" in infos) == (step == 40)
    assert infos["final_obs"][0].shape == (2,)
    assert infos["final_info"]["steps"].tolist() == [40, 40]
    # the observations are those of the next episodes, and so are these infos
    assert infos["steps"].tolist() == [0, 0]
    observations, _, _, truncated, infos = envs.step(actions)
    assert not truncated.any()
    assert infos["steps"].tolist() == [1, 1]


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("threads", [1, 2])
def test_every_mode_equals_single_environments(mode: AutoresetMode, threads: int) -> None:
    """Observations, rewards, ends and states, over several episodes of different lengths."""
    task = light_task(
        done=terms.position("CUB", "x") > -0.49,
        randomise={("CUB", "translation"): Uniform((-0.52, 0, 0), (-0.5, 0, 0))},
    )
    envs = VectorEnv(task, 3, threads=threads, autoreset_mode=mode)
    singles = [foxden.gym.Env(task) for _ in range(3)]
    random = numpy.random.default_rng(0)
    first, _ = envs.reset(seed=5)
    for at, env in enumerate(singles):
        assert (env.reset(seed=5 + at)[0] == first[at]).all()
    ended = numpy.zeros(3, dtype=bool)
    episodes = 0
    for _ in range(90):
        if mode == AutoresetMode.DISABLED and ended.any():
            begun, _ = envs.reset(options={"mask": ended})
            for at in numpy.flatnonzero(ended):
                assert singles[at].reset()[0].tobytes() == begun[at].tobytes()
            ended[:] = False
        actions = random.uniform(0, 1, (3, 2)).astype(numpy.float32)
        together, rewards, terminated, truncated, infos = envs.step(actions)
        for at, env in enumerate(singles):
            if mode == AutoresetMode.NEXT_STEP and ended[at]:
                alone, reward, over, cut = env.reset()[0], 0.0, False, False
            else:
                alone, reward, over, cut, _ = env.step(actions[at])
            episodes += over or cut
            if mode == AutoresetMode.SAME_STEP and (over or cut):
                assert infos["_final_obs"][at]
                assert infos["final_obs"][at].tobytes() == alone.tobytes()
                alone = env.reset()[0]
            assert alone.tobytes() == together[at].tobytes()
            assert (reward, over, cut) == (rewards[at], terminated[at], truncated[at])
            ended[at] = over or cut
    assert episodes >= 6
    assert [w.state_hash for w in envs.worlds] == [env.world.state_hash for env in singles]


def test_a_mask_resets_some_worlds() -> None:
    envs = VectorEnv(light_task(), 3, autoreset_mode=AutoresetMode.DISABLED)
    first, _ = envs.reset(seed=1)
    actions = numpy.ones(envs.action_space.shape, dtype=numpy.float32)
    for _ in range(5):
        envs.step(actions)
    times = [world.time for world in envs.worlds]
    envs.reset(options={"mask": numpy.array([False, True, False])})
    assert envs.worlds[0].time == times[0]
    assert envs.worlds[1].time < times[1]
    for _ in range(35):
        envs.step(actions)
    with pytest.raises(foxden.FoxdenError, match="an episode has ended"):
        envs.step(actions)
    with pytest.raises(ValueError, match="the mask must have 3 flags"):
        envs.reset(options={"mask": [True]})


def test_terms_are_what_their_names_say() -> None:
    env = foxden.gym.make_env(
        "worlds/light_following.wbt",
        observe=[
            terms.distance("CUB", "LAMP"),
            terms.distance("CUB", (0, 0, 0)),
            terms.position("CUB", "x"),
            terms.upright("CUB"),
            terms.reading("ls0"),
            terms.relative("CUB", "LAMP", "x"),
            terms.effort(),
            2 * terms.alive(),
            terms.velocity("CUB", "turn z"),
            terms.facing("CUB", "x"),
        ],
        act=["left wheel motor", "right wheel motor"],
        reward=terms.progress("CUB", "LAMP") - 0.5 * terms.effort(),
    )
    before, _ = env.reset(seed=1)
    observed, reward, *_ = env.step(numpy.array([0.5, 0.25], dtype=numpy.float32))
    cub, lamp = env.world.robot("cub"), env.world.node("LAMP")
    apart = math.dist(cub.world_position, lamp.world_position)
    assert observed[0] == pytest.approx(apart, rel=1e-6)
    assert observed[1] == pytest.approx(math.hypot(*cub.world_position), rel=1e-6)
    assert observed[2] == pytest.approx(cub.world_position[0], rel=1e-6)
    assert observed[3] == pytest.approx(1, abs=1e-3)
    assert observed[4] == pytest.approx(cub["ls0"].value, rel=1e-6)  # type: ignore[attr-defined]
    offset = numpy.subtract(lamp.world_position, cub.world_position)
    assert observed[5] == pytest.approx((cub.world_orientation.T @ offset)[0], rel=1e-5)
    assert observed[6] == 0.5**2 + 0.25**2
    assert observed[7] == 2
    assert observed[8] == pytest.approx(cub.angular_velocity[2], rel=1e-5)
    assert observed[9] == pytest.approx(cub.world_orientation[0, 0], rel=1e-6)
    assert reward == pytest.approx(float(before[0]) - apart - 0.5 * 0.3125, abs=1e-6)


def test_functions_of_python_reward_and_end() -> None:
    calls = []

    def reward(world: foxden.World, observation: Any, action: Any) -> float:
        calls.append(world)
        return world.time

    envs = VectorEnv(
        light_task(reward=reward, done=lambda world, _: world.time > 0.2), 2, threads=2
    )
    envs.reset(seed=1)
    actions = numpy.zeros(envs.action_space.shape, dtype=numpy.float32)
    for _ in range(12):
        _, rewards, terminated, _, _ = envs.step(actions)
    assert rewards.tolist() == [world.time for world in envs.worlds]
    assert terminated.all()
    assert calls[0] is envs.worlds[0]


def test_fields_are_randomised_by_seed() -> None:
    env = foxden.gym.Env(
        light_task(
            randomise={
                ("LAMP", "translation"): Uniform((0, -0.5, 0.2), (0.5, 0.5, 0.2)),
                ("LIGHT", "intensity"): LogUniform(0.1, 1.0),
                ("CUB", "rotation"): Normal((0, 0, 1, 0), (0, 0, 0, 0.1)),
                ("LIGHT", "on"): Choice([0, 1]),
            }
        )
    )

    def drawn(seed: int | None) -> tuple[Any, ...]:
        env.reset(seed=seed)
        lamp, bulb = env.world.node("LAMP"), env.world.node("LIGHT")
        return lamp.translation, bulb.intensity, bulb.on

    first = drawn(1)
    draws = [drawn(None) for _ in range(20)]
    assert drawn(1) == first
    assert [drawn(None) for _ in range(20)] == draws
    assert len({draw[0] for draw in draws}) == 20
    assert all(0 <= x <= 0.5 and -0.5 <= y <= 0.5 and z == 0.2 for (x, y, z), _, _ in draws)
    assert all(0.1 <= intensity <= 1 for _, intensity, _ in draws)
    assert {draw[2] for draw in draws} == {True, False}


@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        ({"observe": ["ls9"]}, foxden.UnknownNameError, "has no device 'ls9'; did you mean"),
        ({"observe": []}, ValueError, "at least one observation"),
        ({"observe": "ls0"}, TypeError, "observe must be a list"),
        ({"observe": ["left wheel motor"]}, TypeError, "measures nothing"),
        ({"observe": [("ls0", 5, 1)]}, ValueError, "in order"),
        ({"act": ["ls0"]}, TypeError, "'velocity' needs a Motor"),
        ({"act": [Act("left wheel motor", kind="fly")]}, ValueError, "no action 'fly'"),
        ({"act": [("left wheel motor", 0, math.nan)]}, ValueError, "finite"),
        ({"reward": 3}, TypeError, "terms or a function"),
        ({"reward": terms.progress("CUP", "LAMP")}, foxden.UnknownNameError, "did you mean 'CUB'"),
        ({"reward": terms.energy_used("cup")}, foxden.UnknownNameError, "did you mean 'cub'"),
        ({"done": [terms.alive()]}, TypeError, "comparison"),
        ({"period": 17}, ValueError, "multiple of the world's step of 16 ms"),
        ({"done": 3}, TypeError, "an end is a comparison of a term"),
        ({"time_limit": 0}, ValueError, "a step or more"),
        ({"time_limit": math.nan}, ValueError, "at most 1e"),
        ({"time_limit": math.inf}, ValueError, "at most 1e"),
        ({"randomise": {"LAMP": Uniform(0, 1)}}, TypeError, r"maps \(node, field\)"),
        ({"randomise": {("LAMP", "transltion"): Uniform(0, 1)}}, foxden.UnknownFieldError, "did you mean"),
        ({"randomise": {("LAMP", "translation"): Uniform(0, 1)}}, ValueError, "has 3 numbers, not 1"),
        ({"randomise": {("LAMP", "name"): Uniform(0, 1)}}, ValueError, "no numbers"),
        ({"randomise": {("LIGHT", "intensity"): LogUniform(0, 1)}}, ValueError, "above 0"),
        ({"randomise": {("LIGHT", "intensity"): 3}}, TypeError, "a distribution is needed"),
    ],
)
def test_a_bad_task_is_refused(
    changes: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        VectorEnv(light_task(**changes), 1)


def test_too_many_threads_are_refused() -> None:
    for threads in (0, 1025, 10**9):
        with pytest.raises(ValueError, match="from 1 to 1024"):
            VectorEnv(light_task(), 2, threads=threads)


def test_bad_actions_are_refused() -> None:
    envs = VectorEnv(light_task(), 2)
    good = numpy.zeros((2, 2), dtype=numpy.float32)
    with pytest.raises(gymnasium.error.ResetNeeded):
        envs.step(good)
    envs.reset(seed=1)
    hashes = [world.state_hash for world in envs.worlds]
    with pytest.raises(ValueError, match=r"actions have the shape \(2, 2\), not \(2, 3\)"):
        envs.step(numpy.zeros((2, 3)))
    with pytest.raises(TypeError, match="actions must be numbers"):
        envs.step(numpy.full((2, 2), "x"))
    bad = good.copy()
    bad[1, 0] = numpy.nan
    with pytest.raises(ValueError, match="action 0 of world 1 must be a finite number, not NaN"):
        envs.step(bad)
    # nothing has changed
    assert [world.state_hash for world in envs.worlds] == hashes
    envs.step(good)
    with pytest.raises(ValueError, match="there must be 2 seeds"):
        envs.reset(seed=[1])
    for seed in ("1", 1.5, [1, 2.5]):
        with pytest.raises(TypeError, match="whole number"):
            envs.reset(seed=seed)
    with pytest.raises(TypeError, match="pickle their task"):
        pickle.dumps(envs)
    with pytest.raises(ValueError, match="num_envs must be at least 1"):
        VectorEnv(light_task(), 0)


def test_a_world_that_loses_a_device_is_reported() -> None:
    world = foxden.World("worlds/hello.wbt")
    task = Task(
        world, observe=["eye"], act=["left motor"], reward=terms.alive(), time_limit=5
    )
    envs = VectorEnv(task, 2)
    envs.reset(seed=1)
    actions = numpy.zeros((2, 1), dtype=numpy.float32)
    envs.step(actions)
    cub = envs.worlds[1].robot("cub")
    next(device for device in cub.devices if device._name == "eye").remove()
    with pytest.raises(foxden.RemovedError, match="world 1: device 'eye' is no longer part"):
        envs.step(actions)
    # a reset brings the world back
    envs.reset(seed=1)
    envs.step(actions)


def test_reports_of_worlds_are_warnings_once() -> None:
    """Each kind once, although it happens in each world and episode, and nothing piles up."""
    world = foxden.World("worlds/hello.wbt")
    world.robot("cub").set("battery", [0.05, 1, 0])
    world.robot("cub").set("cpuConsumption", 1)
    task = Task(world, observe=["eye"], act=["left motor"], reward=terms.alive(), time_limit=1)
    envs = VectorEnv(task, 3, autoreset_mode=AutoresetMode.SAME_STEP)
    actions = numpy.zeros((3, 1), dtype=numpy.float32)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        envs.reset(seed=1)
        for _ in range(200):
            envs.step(actions)
    texts = [str(one.message) for one in caught]
    assert len(texts) == 1, texts
    assert caught[0].category is foxden.WorldWarning
    assert texts[0].startswith("world 0: ") and "battery is empty (step 3)" in texts[0]
    assert caught[0].filename == __file__
    assert [one._core.notices() for one in envs.worlds] == [[], [], []]
    # errors in nodes that are created are warnings too
    with pytest.warns(foxden.WorldWarning, match="no field 'nam'"):
        envs.worlds[2].root.insert("children", 'Solid { nam "a" }')


def test_a_busy_world_is_reported() -> None:
    """A world that another thread steps raises, and the environment works afterwards."""
    import threading

    envs = VectorEnv(light_task(), 1)
    envs.reset(seed=1)
    actions = numpy.zeros((1, 2), dtype=numpy.float32)
    ended = threading.Event()

    def work() -> None:
        while not ended.is_set():
            try:
                envs.worlds[0].step(2000)
            except foxden.WorldBusyError:
                pass

    thread = threading.Thread(target=work)
    thread.start()
    try:
        with pytest.raises(foxden.WorldBusyError):
            for _ in range(1_000_000):
                envs.step(actions)
    finally:
        ended.set()
        thread.join()
    envs.reset(seed=1)
    envs.step(actions)


def test_several_agents() -> None:
    from pettingzoo.test import parallel_api_test

    env = foxden.gym.make_parallel("Forage")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        parallel_api_test(env, num_cycles=50)
    with pytest.raises(ValueError, match="several agents"):
        foxden.gym.make("Forage")


def mean_return(task: Task, policy: foxden.gym.Policy) -> float:
    """The mean over sixteen episodes that the training did not use."""
    envs = VectorEnv(task, 16)
    observations, _ = envs.reset(seed=10**9)
    total, running = 0.0, numpy.ones(16, dtype=bool)
    while running.any():
        observations, rewards, terminated, truncated, _ = envs.step(policy(observations))
        total += float(rewards[running].sum())
        running &= ~(terminated | truncated)
    return total / 16


# generations, the population, units of the hidden layer and episodes that are enough
LEARNED = {
    "FollowLight": (6, 32, 0, 2),
    "DriveToLight": (5, 16, 0, 2),
    "Forage": (6, 32, 0, 2),
    "ChargerQueue": (6, 32, 0, 2),
    "SwingUp": (6, 32, 8, 2),
    "CartPole": (6, 32, 0, 2),
    "FollowWall": (6, 32, 0, 2),
    "FollowLine": (6, 32, 0, 2),
    "Reach": (30, 64, 0, 4),
}


@pytest.mark.filterwarnings("ignore:.*battery is empty:foxden.WorldWarning")
@pytest.mark.parametrize("name", list(foxden.gym.ENVIRONMENTS))
def test_evolution_learns(name: str) -> None:
    """A small policy gets clearly better than those that the search begins with. The result
    does not depend on the machine, so that the test cannot fail by chance."""
    generations, population, hidden, episodes = LEARNED[name]
    task = foxden.gym.task(name)
    policy, curve = foxden.gym.evolve(
        task,
        generations=generations,
        population=population,
        hidden=hidden,
        episodes=episodes,
        seed=1,
    )
    assert len(curve) == generations
    random = numpy.random.default_rng(0)
    sizes = (policy.observations, policy.actions)
    first = [
        mean_return(task, foxden.gym.Policy(*sizes, random.standard_normal(policy.weights.size), hidden))
        for _ in range(4)
    ]
    before, after = float(numpy.mean(first)), mean_return(task, policy)
    assert after > before + 0.3 * abs(before), (before, after)
    assert policy(numpy.zeros(policy.observations)).shape == (policy.actions,)


def test_a_tool_that_does_not_fit_is_refused() -> None:
    env = foxden.gym.ToolChange()
    env.reset(seed=1)
    _, reward, _, _, info = env.step(1)
    assert "refused" not in info
    assert env.world.node("ARM").endPoint.endPoint.name == "cup"
    _, reward, _, _, info = env.step(4)
    assert reward <= -0.5
    assert "type" in info["refused"]
    assert env.world.node("ARM").endPoint.endPoint.name == "cup"


def test_tool_changes_are_learned() -> None:
    _, curve = foxden.gym.learn_table(foxden.gym.ToolChange(), episodes=40, seed=1)
    assert numpy.mean(curve[-5:]) > numpy.mean(curve[:5]) + 5


def test_the_checker_of_stable_baselines_passes() -> None:
    names = [*SINGLE, "ToolChange"]
    program = Path(__file__).with_name("sb3_checker.py")
    done = subprocess.run([sys.executable, program, *names], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == names
