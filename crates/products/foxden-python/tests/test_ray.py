"""A real cluster of Ray on loopback: a head and two nodes, each a process of its own."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy
import pytest

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
ray = pytest.importorskip("ray")

import sweep_policies  # noqa: E402
from ray._private import services  # noqa: E402
from ray.cluster_utils import Cluster  # noqa: E402
from sweep_policies import Drive, EndProcess, Slow  # noqa: E402
from test_sweeps import rows  # noqa: E402

import foxden  # noqa: E402
import foxden.gym  # noqa: E402
import foxden.ray  # noqa: E402

LOOPBACK = "127.0.0.1"

pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    # Ray would replace the address by that of the machine
    services.resolve_ip_for_localhost = lambda host: host
    small = {"object_store_memory": 80_000_000, "include_dashboard": False}
    made = Cluster(
        initialize_head=True, head_node_args={"num_cpus": 0, "node_ip_address": LOOPBACK, **small}
    )
    # workers import the package and the policies
    paths = [*os.environ["PYTHONPATH"].split(":"), str(Path(sweep_policies.__file__).parent)]
    made.nodes_to_remove = [
        made.add_node(num_cpus=1, node_ip_address=LOOPBACK, object_store_memory=80_000_000)
        for _ in range(2)
    ]
    ray.init(
        address=made.address,
        _node_ip_address=LOOPBACK,
        log_to_driver=False,
        runtime_env={"env_vars": {"PYTHONPATH": ":".join(paths)}},
    )
    try:
        yield made
    finally:
        ray.shutdown()
        made.shutdown()


WORLD = str(Path(os.environ["FOXDEN_ROOT"]) / "worlds/hello.wbt")


def test_the_table_is_that_of_one_process(cluster: Any, tmp_path: Path) -> None:
    """A worker kills itself in the middle of the sweep."""
    policies = [Drive(2.0), EndProcess(3.0, tmp_path / "marker")]
    table = foxden.ray.map(WORLD, policies, range(4), batch=3)
    assert (tmp_path / "marker").exists()
    assert table == foxden.map(WORLD, policies, range(4), processes=False)


def test_worlds_in_actors_equal_worlds_in_one_process(cluster: Any) -> None:
    task = foxden.gym.task("FollowLight")
    here = foxden.gym.VectorEnv(task, 5, threads=1)
    there = foxden.ray.VectorEnv(task, 5, workers=2)
    random = numpy.random.default_rng(0)
    assert (here.reset(seed=3)[0] == there.reset(seed=3)[0]).all()
    for _ in range(10):
        actions = random.uniform(-1, 1, (5, 2)).astype(numpy.float32)
        ours, theirs = here.step(actions), there.step(actions)
        for one, other in zip(ours[:4], theirs[:4], strict=True):
            assert (one == other).all()
        assert (ours[4]["steps"] == theirs[4]["steps"]).all()
    there.close()


def test_a_node_that_is_lost_changes_nothing(cluster: Any, tmp_path: Path) -> None:
    """The last test: the node does not come back."""
    policies = [Slow(1.0 + at, tmp_path) for at in range(4)]
    found: list[foxden.Table] = []
    sweep = threading.Thread(
        target=lambda: found.append(foxden.ray.map(WORLD, policies, range(4), batch=1))
    )
    sweep.start()
    limit = time.monotonic() + 120
    while len(list(tmp_path.iterdir())) < 2 and time.monotonic() < limit:
        time.sleep(0.02)
    cluster.remove_node(cluster.nodes_to_remove[0], allow_graceful=False)
    sweep.join()
    assert rows(found[0]) == rows(foxden.map(WORLD, policies, range(4), processes=False))
    assert all(row.error is None for row in found[0])
