"""Sweeps in threads and processes."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy
import pandas
import pyarrow.parquet
import pytest
import sweep_policies
from sweep_policies import (
    Drive,
    EndForSeed,
    EndOften,
    EndProcess,
    Exit,
    Fail,
    KilledInAStep,
    Panic,
    Unreadable,
)

import foxden
import foxden.gym


def rows(table: foxden.Table) -> list[tuple[object, ...]]:
    """What must be equal for all ways to run a sweep."""
    return [(row.seed, row.policy, row.value, row.time, row.state_hash) for row in table]


def test_threads_and_processes_give_the_same_table() -> None:
    policies = [Drive(2.0), Drive(3.0)]
    alone = foxden.map("worlds/hello.wbt", policies, range(4), processes=False, workers=1)
    threads = foxden.map("worlds/hello.wbt", policies, range(4), processes=False, workers=3)
    processes = foxden.map("worlds/hello.wbt", policies, range(4), workers=2)
    assert alone == threads == processes
    assert len(alone) == 8
    assert len({row.state_hash for row in alone}) == 8, "the nose has noise"
    first = alone[0]
    world = foxden.World("worlds/hello.wbt")
    assert first.snapshot_hash == f"{world.state_hash:016x}"
    world.reseed(0)
    assert first.value == Drive(2.0)(world)


def test_a_snapshot_is_the_start() -> None:
    world = foxden.World("worlds/hello.wbt")
    world.step(20)
    here = world.snapshot()
    table = foxden.map(here, [Drive(1.0)], [5], processes=False)
    assert table == foxden.map(world, [Drive(1.0)], [5], processes=False)
    assert table[0].time == pytest.approx(0.8)


def test_a_run_that_fails_costs_one_row(tmp_path: Path) -> None:
    table = foxden.map(
        "worlds/hello.wbt", [Drive(2.0), Fail(2.0)], [1], processes=False, replay_folder=tmp_path
    )
    good, bad = table
    assert good.error is None
    assert bad.error.startswith("UnknownNameError: there is no robot 'no such robot'")
    assert bad.value is None
    with pytest.raises(foxden.UnknownNameError):
        foxden.rerun(bad.replay)
    assert repr(table) == "<foxden.Table of 2 runs, 1 failed>"


@pytest.mark.parametrize("processes", [True, False])
def test_workers_are_bounded(processes: bool) -> None:
    # each of them would be started as soon as there are as many runs
    for workers in (0, -1, 1025, 10**9):
        with pytest.raises(ValueError, match="the number of workers must be from 1 to 1024"):
            foxden.map("worlds/hello.wbt", [], [], workers=workers, processes=processes)
    with pytest.raises(TypeError, match="must be whole"):
        foxden.map("worlds/hello.wbt", [], [], workers=1.5, processes=processes)


def test_a_process_that_ends_is_replaced(tmp_path: Path) -> None:
    policies = [Drive(2.0), EndProcess(3.0, tmp_path / "marker")]
    table = foxden.map("worlds/hello.wbt", policies, range(3), workers=2)
    assert [row.error for row in table] == [None] * 6
    # its runs are those of the policy that does not end its process
    again = foxden.map("worlds/hello.wbt", policies, range(3), processes=False)
    assert rows(table) == rows(again)


def test_a_run_that_always_ends_its_process_costs_one_row(tmp_path: Path) -> None:
    policies = [Drive(2.0), EndProcess(3.0, tmp_path / "marker", always=True)]
    good, bad = foxden.map("worlds/hello.wbt", policies, [1], workers=2)
    assert good.error is None
    assert bad.error == "the process ended in the middle of the run, 3 times (SIGKILL)"
    assert bad.replay is None


def test_many_runs_survive_a_policy_that_ends_its_processes() -> None:
    """Processes end while most runs have not begun: each other run has its row."""
    policies = [EndForSeed(3), Drive(2.0)]
    table = foxden.map("worlds/hello.wbt", policies, range(40), workers=3)
    assert len(table) == 80
    failed = [(row.policy, row.seed) for row in table if row.error is not None]
    assert failed == [(0, 3)]
    again = foxden.map("worlds/hello.wbt", [Drive(3.0), Drive(2.0)], range(40), processes=False)
    ours = [row for row in rows(table) if row[:2] != (3, 0)]
    assert ours == [row for row in rows(again) if row[:2] != (3, 0)]


def test_a_process_killed_in_the_middle_of_a_step_costs_one_row() -> None:
    bad, good = foxden.map("worlds/hello.wbt", [KilledInAStep(1.0), Drive(2.0)], [1], workers=1)
    assert bad.error == "the process ended in the middle of the run, 3 times (SIGKILL)"
    assert good.error is None


def test_a_lost_run_is_replayed(tmp_path: Path) -> None:
    """The process ends in all attempts; the replay file repeats the run here."""
    policy = EndOften(tmp_path, 3)
    (row,) = foxden.map("worlds/hello.wbt", [policy], [5], workers=1, replay_folder=tmp_path)
    assert row.error == "the process ended in the middle of the run, 3 times (exit code 7)"
    (good,) = foxden.map("worlds/hello.wbt", [Drive(3.0)], [5], processes=False)
    assert foxden.rerun(row.replay) == good.value


@pytest.mark.parametrize("processes", [False, True])
def test_what_is_no_exception_costs_one_row(tmp_path: Path, processes: bool) -> None:
    policies = [Exit(1.0), Panic(1.0), Unreadable(), Drive(1.0)]
    table = foxden.map(
        "worlds/hello.wbt", policies, [1, 2], processes=processes, replay_folder=tmp_path
    )
    assert [row.error for row in table if row.seed == 2] == [
        "SystemExit: no more",
        "PanicException: a test asked for it",
        "ValueError: the policy cannot be read",
        None,
    ]
    assert all(Path(row.replay).is_file() for row in table if row.policy < 3)
    with pytest.raises(SystemExit, match="no more"):
        foxden.rerun(table[0].replay)


PROTO_WORLD = """#VRML_SIM R2023b utf8
EXTERNPROTO "Stone.proto"
WorldInfo { }
Viewpoint { }
Stone { }
"""


@pytest.mark.parametrize("processes", [False, True])
def test_a_start_that_cannot_be_opened_is_the_reason(tmp_path: Path, processes: bool) -> None:
    """A file of the world is lost between the start of the sweep and its runs."""
    proto = tmp_path / "Stone.proto"
    proto.write_text("#VRML_SIM R2023b utf8\nPROTO Stone [ ] { Solid { } }\n")
    place = tmp_path / "stone.wbt"
    place.write_text(PROTO_WORLD)
    world = foxden.World(place)
    proto.unlink()
    folder = tmp_path / "replays"
    table = foxden.map(world, [Drive(1.0)], range(5), processes=processes, replay_folder=folder)
    assert len(table) == 5
    for row in table:
        assert row.error.startswith("StateError: "), row.error
        assert "PROTO files" in row.error
        assert Path(row.replay).is_file()


def test_processes_that_do_not_start_are_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    """Their Python ends at once."""
    import multiprocessing.spawn

    monkeypatch.setattr(multiprocessing.spawn, "_python_exe", b"/bin/false")
    table = foxden.map("worlds/hello.wbt", [Drive(1.0)], range(3), workers=2)
    assert [row.error for row in table] == [
        "the process ended before its first run (exit code 1)"
    ] * 3


def test_a_folder_that_cannot_be_written_costs_only_the_replay(tmp_path: Path) -> None:
    place = tmp_path / "file"
    place.write_text("")
    bad, good = foxden.map(
        "worlds/hello.wbt", [Fail(1.0), Drive(1.0)], [1], processes=False, replay_folder=place
    )
    assert bad.replay is None
    assert "no such robot" in bad.error and "replay file cannot be written" in bad.error
    assert good.error is None


def test_a_task_is_run_with_policies_on_observations() -> None:
    task = foxden.gym.task("FollowLight")
    random = numpy.random.default_rng(0)
    policies = [foxden.gym.Policy(4, 2, random.standard_normal(10)) for _ in range(2)]
    table = foxden.map(task, policies, [1, 2], processes=False)
    env = foxden.gym.Env(task)
    for row in table:
        observation, _ = env.reset(seed=row.seed)
        total, is_over = 0.0, False
        while not is_over:
            step = env.step(policies[row.policy](observation))
            observation, total, is_over = step[0], total + step[1], step[2] or step[3]
        assert row.value == total
        assert row.state_hash == f"{env.world.state_hash:016x}"


def test_tables_are_written(tmp_path: Path) -> None:
    table = foxden.map("worlds/hello.wbt", [Drive(2.0)], [1, 2], processes=False)
    path = table.save(tmp_path / "table.parquet")
    assert pyarrow.parquet.read_table(path).column("value").to_pylist() == [
        row.value for row in table
    ]
    path = table.save(tmp_path / "table.csv")
    with path.open() as file:
        assert [float(row["value"]) for row in csv.DictReader(file)] == [
            row.value for row in table
        ]
    assert pandas.DataFrame(table)["seed"].tolist() == [1, 2]
    assert table._repr_html_().count("<tr>") == 3


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (("worlds/hello.wbt", [3], [1]), TypeError, "policy 0 must be a function"),
        (("worlds/hello.wbt", [Drive(1.0)], [-1]), ValueError, "a seed must be"),
        ((3, [Drive(1.0)], [1]), TypeError, "a world, its file, a snapshot or a task"),
        (("worlds/none.wbt", [Drive(1.0)], [1]), foxden.WorldError, "no such file"),
    ],
)
def test_bad_sweeps_are_refused(arguments, error, message) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(error, match=message):
        foxden.map(*arguments)


def test_policies_can_be_imported() -> None:
    assert Drive is sweep_policies.Drive
