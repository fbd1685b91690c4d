"""Worlds: stepping, snapshots, forks, copies in other processes."""

from __future__ import annotations

import copy
import pickle
import re
import subprocess
import sys
from pathlib import Path

import pytest

import foxden
from conftest import ROOT


def drive(world: foxden.World) -> None:
    cub = world.robot("cub")
    cub["eye"].enable(16)
    cub["left motor"].velocity = 3.0
    cub["right motor"].velocity = 2.0


def seen(world: foxden.World) -> tuple[int, float, float | None]:
    cub = world.robot("cub")
    return world.state_hash, cub["eye"].value, cub.battery


def test_the_ten_lines_of_the_readme_run(capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / "crates/products/foxden-python/README.md").read_text()
    found = re.search(r"```python\n(.*?)```", text, re.DOTALL)
    assert found is not None
    exec(compile(found[1], "README.md", "exec"), {})
    first, second = capsys.readouterr().out.splitlines()
    time, eye, battery = first.split()
    assert (time, battery) == ("1.6", "None")
    assert float(eye) > 0
    assert int(second) > 0


def test_equal_worlds_give_equal_bits() -> None:
    worlds = [foxden.World(Path("worlds/hello.wbt"), seed=4) for _ in range(2)]
    for world in worlds:
        drive(world)
        world.step(100)
    assert seen(worlds[0]) == seen(worlds[1])
    assert worlds[0].time == 1.6
    assert worlds[0].basic_time_step == 16


def test_the_seed_matters() -> None:
    hashes = {foxden.World("worlds/hello.wbt", seed=seed).state_hash for seed in (1, 2)}
    assert len(hashes) == 2


def test_restore_goes_back(hello: foxden.World) -> None:
    drive(hello)
    hello.step(10)
    # a command that waits for the next step is part of a snapshot
    hello.robot("cub")["left motor"].velocity = 1.0
    here = hello.snapshot()
    assert (here.time, here.state_hash) == (hello.time, hello.state_hash)
    hello.step(30)
    there = seen(hello)
    hello.restore(here)
    hello.step(30)
    assert seen(hello) == there


@pytest.mark.parametrize("duplicate", [foxden.World.fork, copy.copy, copy.deepcopy])
def test_forks_continue(hello: foxden.World, duplicate) -> None:  # type: ignore[no-untyped-def]
    drive(hello)
    hello.step(10)
    twin = duplicate(hello)
    hello.step(20)
    assert twin.time != hello.time
    twin.step(20)
    assert seen(twin) == seen(hello)


CHILD = """
import pickle, sys
import foxden
world = pickle.load(sys.stdin.buffer)
if isinstance(world, foxden.Snapshot):
    world = world.world()
world.step(30)
cub = world.robot("cub")
print(world.state_hash, repr(cub["eye"].value), repr(cub.battery), world.node("STONE").name)
"""


@pytest.mark.parametrize("what", ["world", "snapshot"])
def test_a_pickle_continues_in_another_process(hello: foxden.World, what: str) -> None:
    drive(hello)
    hello.step(5)
    hello.root.insert("children", 'DEF STONE Solid { name "stone" translation 1 2 0.5 }')
    hello.root.children[0].set("title", "Edited")
    hello.step(5)
    data = pickle.dumps(hello if what == "world" else hello.snapshot())
    hello.step(30)
    child = subprocess.run(
        [sys.executable, "-c", CHILD], input=data, capture_output=True, check=True
    )
    state, eye, battery, stone = child.stdout.decode().split()
    assert (int(state), float(eye), float(battery)) == seen(hello)
    assert stone == "stone"


def test_a_restored_snapshot_forgets_later_edits(hello: foxden.World) -> None:
    here = hello.snapshot()
    hello.root.insert("children", "DEF STONE Solid { }")
    hello.restore(here)
    assert pickle.loads(pickle.dumps(hello)).state_hash == hello.state_hash


@pytest.mark.parametrize("what", ["world", "snapshot"])
def test_changed_pickles_raise(hello: foxden.World, what: str) -> None:
    hello.step(3)
    pickled = hello if what == "world" else hello.snapshot()
    make, (data, offline) = pickled.__reduce__()
    for at in range(0, len(data), 1 + len(data) // 50):
        changed = bytearray(data)
        changed[at] ^= 0x40
        with pytest.raises(foxden.StateError):
            make(bytes(changed), offline)
    for length in (0, 3, 30, len(data) - 1):
        with pytest.raises(foxden.StateError):
            make(data[:length], offline)
    version = foxden.__version__.encode()
    with pytest.raises(foxden.StateError, match="version 9"):
        make(data.replace(version, b"9" * len(version), 1), offline)


def pile() -> foxden.World:
    """A pile of boxes with more than 500 constraint rows, which is a heap."""
    boxes = [
        f'Solid {{ translation {0.1 * x} {0.1 * y} {0.05 + 0.1 * z} name "{x} {y} {z}" '
        "boundingObject Box { size 0.1 0.1 0.1 } physics Physics { } }"
        for x in range(5)
        for y in range(5)
        for z in range(4)
    ]
    text = "#VRML_SIM R2023b utf8\nWorldInfo { }\nViewpoint { }\n"
    floor = 'Solid { boundingObject Plane { size 9 9 } name "floor" }\n'
    return foxden.load_text(text + floor + "\n".join(boxes))


def test_a_heap_cannot_be_read_from_bytes() -> None:
    world = pile()
    world.step(3)
    twin, here = world.fork(), world.snapshot()
    words = "rapier"
    with pytest.raises(foxden.StateError, match=words):
        pickle.loads(pickle.dumps(world))
    with pytest.raises(foxden.StateError, match=words):
        here.world()
    (row,) = foxden.map(world, [len], [1], processes=False)
    assert row.error is not None and words in row.error
    # without bytes it goes on
    world.step(2)
    twin.step(2)
    assert twin.state_hash == world.state_hash
    world.restore(here)
    assert world.state_hash == here.state_hash


def test_snapshots_of_other_worlds_are_refused(hello: foxden.World) -> None:
    other = foxden.World("worlds/hello.wbt", seed=2)
    with pytest.raises(foxden.StateError, match="another text or seed"):
        hello.restore(other.snapshot())
    with pytest.raises(TypeError):
        hello.restore(None)  # type: ignore[arg-type]
    assert other.snapshot().world().state_hash == other.state_hash


def test_save_writes_the_world_as_it_is(hello: foxden.World, tmp_path: Path) -> None:
    file = tmp_path / "saved.wbt"
    hello.root.insert("children", 'DEF STONE Solid { name "stone" translation 1 2 0.5 }')
    hello.save(file)
    assert file.read_text() == hello.to_text()
    again = foxden.World(file)
    assert again.node("STONE").translation == (1, 2, 0.5)
    again.node("STONE").translation = (3, 2, 0.5)
    again.save()
    assert foxden.World(file).node("STONE").translation == (3, 2, 0.5)
    with pytest.raises(OSError, match="cannot write"):
        hello.save(tmp_path / "missing" / "a.wbt")


def test_a_picture_changes_nothing(hello: foxden.World) -> None:
    drive(hello)
    hello.step(7)
    twin, before = hello.fork(), hello.state_hash
    picture = hello.picture(64, 48)
    assert picture.startswith(b"\x89PNG") and hello._repr_png_().startswith(b"\x89PNG")
    assert hello.state_hash == before
    hello.step(20)
    twin.step(20)
    assert hello.state_hash == twin.state_hash
    for size in [(0, 10), (10, 100_000), (-1, 10)]:
        with pytest.raises(foxden.PictureError):
            hello.picture(*size)


def test_threads_change_nothing(hello: foxden.World) -> None:
    twin = hello.fork()
    twin.set_threads(2)
    for world in (hello, twin):
        drive(world)
        world.step(50)
    assert seen(hello) == seen(twin)
    # a thousand million threads would take the whole machine
    for count in (0, 1025, 10**9, 10**30):
        with pytest.raises(ValueError, match="must be from 1 to 1024"):
            twin.set_threads(count)
        with pytest.raises(ValueError, match="must be from 1 to 1024"):
            foxden.step_all([hello], threads=count)


def test_import_needs_no_numpy() -> None:
    program = "import foxden, sys; print(sorted({'numpy', 'gymnasium', 'ray'} & set(sys.modules)))"
    child = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert child.stdout.decode().strip() == "[]"


def test_the_examples_of_the_guide_run() -> None:
    text = (ROOT / "docs/guide/python.md").read_text()
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert len(blocks) >= 5
    exec(compile("\n".join(blocks), "python.md", "exec"), {})
