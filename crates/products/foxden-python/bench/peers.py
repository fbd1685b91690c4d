"""Peers of the benchmark: prints environment steps per CPU second as JSON. Each peer that is
not installed is named as missing."""

from __future__ import annotations

import json
import resource
import time

import numpy

SECONDS = 3.0


def cpu() -> float:
    """The processor time of this process and of its children that have ended."""
    own = resource.getrusage(resource.RUSAGE_SELF)
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def measure(step, count: int) -> float:
    """Steps per CPU second of a function that makes `count` steps."""
    step()
    start, begin, made = cpu(), time.monotonic(), 0
    while time.monotonic() - begin < SECONDS:
        step()
        made += count
    return made / (cpu() - start)


def envpool_peer(identifier: str, count: int = 64) -> float:
    import envpool

    envs = envpool.make_gymnasium(identifier, num_envs=count, num_threads=1)
    envs.reset()
    space = envs.action_space
    if hasattr(space, "n"):
        actions = numpy.ones(count, dtype=numpy.int64)
    else:
        actions = numpy.zeros((count, *space.shape), dtype=numpy.float64)
    return measure(lambda: envs.step(actions), count)


def mujoco_peer(xml: str, steps: int = 200) -> float:
    """Raw rollouts of MuJoCo: the steps are a loop in C."""
    import mujoco
    from mujoco import rollout

    model = mujoco.MjModel.from_xml_string(xml)
    data = mujoco.MjData(model)
    state = numpy.zeros(mujoco.mj_stateSize(model, mujoco.mjtState.mjSTATE_FULLPHYSICS))
    mujoco.mj_getState(model, data, state, mujoco.mjtState.mjSTATE_FULLPHYSICS)
    control = numpy.full((1, steps, model.nu), 0.1)

    def run() -> None:
        rollout.rollout(model, data, state[None], control)

    return measure(run, steps)


CART_POLE = """<mujoco>
  <option timestep="0.016"/>
  <worldbody>
    <body name="cart" pos="0 0 0.5">
      <joint name="slide" type="slide" axis="1 0 0"/>
      <geom type="box" size="0.15 0.075 0.05" mass="1" contype="0" conaffinity="0"/>
      <body name="pole">
        <joint name="hinge" type="hinge" axis="0 1 0"/>
        <geom type="cylinder" fromto="0 0 0 0 0 1" size="0.02" mass="0.1" contype="0" conaffinity="0"/>
      </body>
    </body>
  </worldbody>
  <actuator><motor joint="slide" gear="10"/></actuator>
</mujoco>"""

WHEELED = """<mujoco>
  <option timestep="0.016" integrator="implicitfast"/>
  <worldbody>
    <geom type="plane" size="4 4 0.1"/>
    <body name="cub" pos="0 0 0.03">
      <freejoint/>
      <geom type="box" size="0.06 0.04 0.02" mass="0.6"/>
      <body pos="0 0.05 0">
        <joint name="left" type="hinge" axis="0 1 0" damping="0.001"/>
        <geom type="cylinder" size="0.03 0.006" euler="90 0 0" friction="0.8 0.005 0.0001" mass="0.05"/>
      </body>
      <body pos="0 -0.05 0">
        <joint name="right" type="hinge" axis="0 1 0" damping="0.001"/>
        <geom type="cylinder" size="0.03 0.006" euler="90 0 0" friction="0.8 0.005 0.0001" mass="0.05"/>
      </body>
    </body>
  </worldbody>
  <actuator>
    <velocity joint="left" kv="0.01"/>
    <velocity joint="right" kv="0.01"/>
  </actuator>
</mujoco>"""


def async_peer(identifier: str, count: int = 4) -> float:
    """Gymnasium's AsyncVectorEnv. The processor time of its processes counts when they have
    ended; what their start costs is measured first and left out."""
    import gymnasium

    def run(seconds: float) -> tuple[int, float]:
        start, made = cpu(), 0
        envs = gymnasium.vector.AsyncVectorEnv([lambda: gymnasium.make(identifier)] * count)
        envs.reset(seed=1)
        actions = envs.action_space.sample()
        begin = time.monotonic()
        while time.monotonic() - begin < seconds:
            envs.step(actions)
            made += count
        envs.close()
        return made, cpu() - start

    _, opening = run(0.0)
    made, used = run(SECONDS)
    return made / (used - opening)


PEERS = {
    "envpool CartPole-v1": lambda: envpool_peer("CartPole-v1"),
    "envpool HalfCheetah-v4": lambda: envpool_peer("HalfCheetah-v4"),
    "envpool Ant-v4": lambda: envpool_peer("Ant-v4"),
    "mujoco rollout, cart and pole": lambda: mujoco_peer(CART_POLE),
    "mujoco rollout, two wheels": lambda: mujoco_peer(WHEELED),
    "Gymnasium AsyncVectorEnv, InvertedPendulum-v5": lambda: async_peer("InvertedPendulum-v5"),
    "Gymnasium AsyncVectorEnv, HalfCheetah-v5": lambda: async_peer("HalfCheetah-v5"),
}


def main() -> None:
    results = {}
    for name, peer in PEERS.items():
        try:
            results[name] = peer()
        except Exception as error:
            results[name] = f"missing: {type(error).__name__}: {error}"
    print(json.dumps(results))


if __name__ == "__main__":
    main()
