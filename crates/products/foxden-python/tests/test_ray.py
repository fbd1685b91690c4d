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
from sweep_policies import Drive, EndForSeed, EndProcess, Exit, Slow  # noqa: E402
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


def test_one_bad_run_of_a_batch_costs_one_row(
    cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One run always ends its worker; the others of its task are repeated without it."""
    monkeypatch.setattr(foxden.ray, "_RETRIES", 1)
    monkeypatch.setattr(foxden.ray, "_BATCH_RETRIES", 0)
    policies = [EndForSeed(2), Exit(1.0)]
    table = foxden.ray.map(WORLD, policies, range(4), batch=4, replay_folder=tmp_path)
    failed = [row for row in table if row.policy == 0 and row.error is not None]
    assert [row.seed for row in failed] == [2]
    assert "WorkerCrashedError" in failed[0].error
    assert "(the worker was lost 2 times)" in failed[0].error
    assert Path(failed[0].replay).is_file()
    assert {row.error for row in table if row.policy == 1} == {"SystemExit: no more"}
    good = foxden.map(WORLD, [Drive(3.0)], range(4), processes=False)
    others = [row for row in rows(table) if row[1] == 0 and row[0] != 2]
    assert others == [row for row in rows(good) if row[0] != 2]


def test_the_reason_of_a_row_is_the_exception(
    cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A start that no worker can open."""
    from foxden.sweeps import Start

    start = Start.of(WORLD)._replace(world_bytes=b"nonsense")
    monkeypatch.setattr(foxden.ray.Start, "of", lambda subject: start)
    (row,) = foxden.ray.map(WORLD, [Drive(1.0)], [1], replay_folder=tmp_path)
    assert row.error.startswith("StateError: ") and "lost" not in row.error


def test_a_lost_actor_is_reported(cluster: Any) -> None:
    envs = foxden.ray.VectorEnv(foxden.gym.task("FollowLight"), 4, workers=2)
    envs.reset(seed=1)
    actions = numpy.zeros(envs.action_space.shape, dtype=numpy.float32)
    first = envs.step(actions)[0]
    ray.kill(envs._workers[1])
    with pytest.raises(foxden.FoxdenError, match="a worker of the environment was lost"):
        envs.step(actions)
    envs.close()
    again = foxden.ray.VectorEnv(foxden.gym.task("FollowLight"), 4, workers=2)
    again.reset(seed=1)
    assert (again.step(actions)[0] == first).all()
    again.close()


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
