"""Files with errors and warnings."""

from __future__ import annotations

from pathlib import Path

import pytest

import foxden

WRONG = """#VRML_SIM R2023b utf8
WorldInfo { }
Viewpoint { }
Solid { nam "a" }
"""


def test_check_gives_objects(tmp_path: Path) -> None:
    file = tmp_path / "wrong.wbt"
    file.write_text(WRONG)
    found = foxden.check(file)
    assert len(found) == 1
    one = found[0]
    assert one.severity == "error" and "nam" in one.message
    assert (one.line, one.column) == (4, 9)
    assert one.file is not None and one.file.endswith("wrong.wbt")
    assert one.hint is not None and "name" in one.hint
    assert "wrong.wbt:4:9" in str(one)
    assert foxden.check("worlds/light_following.wbt") == []


def test_a_world_with_errors_raises(tmp_path: Path) -> None:
    file = tmp_path / "wrong.wbt"
    file.write_text(WRONG)
    with pytest.raises(foxden.WorldError, match="wrong.wbt:4:9") as raised:
        foxden.World(file)
    assert [one.severity for one in raised.value.diagnostics] == ["error"]
    with pytest.warns(foxden.WorldWarning, match="nam"):
        world = foxden.World(file, strict=False)
    world.step()
    assert len(world.diagnostics) == 1


@pytest.mark.parametrize(
    ("path", "reason"),
    [("missing.wbt", "no such file"), (".", "this is a folder"), ("crates", "this is a folder")],
)
def test_files_that_cannot_be_read_raise(path: str, reason: str) -> None:
    for use in (foxden.World, foxden.check):
        with pytest.raises(foxden.WorldError, match=reason):
            use(path)


def test_wrong_seeds_raise() -> None:
    for seed in (2**31, -(2**40)):
        with pytest.raises(ValueError, match="32 bits"):
            foxden.World("worlds/hello.wbt", seed=seed)
    for seed in (1.5, "1", True):
        with pytest.raises(TypeError):
            foxden.World("worlds/hello.wbt", seed=seed)  # type: ignore[arg-type]


def test_text_must_be_text() -> None:
    with pytest.raises(TypeError):
        foxden.load_text(b"#VRML_SIM R2023b utf8")  # type: ignore[arg-type]


def test_reports_of_a_running_world_are_warnings() -> None:
    text = WRONG.replace('Solid { nam "a" }', "") + (
        'Robot { name "r" battery [ 0.001 1 0 ] cpuConsumption 10 controller "<none>" }'
    )
    world = foxden.load_text(text)
    with pytest.warns(foxden.WorldWarning, match=r"battery is empty \(step 1\)"):
        world.step(10)


def test_errors_in_nodes_that_are_imported_are_warnings() -> None:
    world = foxden.load_text("#VRML_SIM R2023b utf8\nWorldInfo { }\nViewpoint { }\n")
    with pytest.warns(foxden.WorldWarning, match="Solid has no field 'nam'"):
        (stone,) = world.root.insert("children", 'Solid { nam "a" }')
    assert stone.name == "solid"
