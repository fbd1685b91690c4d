"""Nodes: fields, edits, contacts."""

from __future__ import annotations

import numpy
import pytest

import foxden


def test_fields_are_attributes(world: foxden.World) -> None:
    wall = world.node("WALL")
    assert wall.type_name == "Solid" and wall.def_name == "WALL"
    assert wall.fields["translation"] == "SFVec3f"
    assert wall.name == "wall" and wall.get("no such field", 7) == 7
    wall.translation = numpy.array([1.5, 0, 0.5])
    assert wall.translation == (1.5, 0, 0.5)
    assert wall.world_position == (1.5, 0, 0.5)
    assert wall.world_orientation.shape == (3, 3)
    shape, = wall.children
    assert shape == world.node("SHAPE") and shape.geometry.size == (0.1, 2, 1)
    assert wall.physics is None
    assert "translation" in dir(wall)


def test_an_edit_acts_at_once(world: foxden.World) -> None:
    eye = world.robot("tester")["eye"].enable(16)
    world.step(2)
    before = eye.value
    world.node("LAMP").intensity = 0.0
    world.step()
    assert eye.value < before


@pytest.mark.parametrize(
    ("field", "value", "error"),
    [
        ("translation", (1, 2), ValueError),
        ("translation", (1, 2, 3, 4), ValueError),
        ("translation", (1, float("nan"), 3), ValueError),
        ("translation", 5, TypeError),
        ("translation", "abc", TypeError),
        ("translation", numpy.zeros((2, 3)), TypeError),
        ("name", 5, TypeError),
        ("locked", "yes", TypeError),
        ("children", [], ValueError),
        ("translaton", (0, 0, 0), foxden.UnknownFieldError),
    ],
)
def test_wrong_values_raise(
    world: foxden.World, field: str, value: object, error: type[Exception]
) -> None:
    wall, before = world.node("WALL"), world.state_hash
    with pytest.raises(error):
        setattr(wall, field, value)
    assert world.state_hash == before


def test_names_that_are_nearly_right(world: foxden.World) -> None:
    with pytest.raises(foxden.UnknownNameError, match="did you mean 'WALL'"):
        world.node("WAL")
    with pytest.raises(foxden.UnknownNameError, match="did you mean 'tester'"):
        world.robot("tster")
    with pytest.raises(KeyError, match="there are:"):
        world.robot("completely different")
    with pytest.raises(foxden.UnknownNameError, match="did you mean 'camera'"):
        world.robot("tester")["Camera 1"]


def test_nodes_come_and_go(world: foxden.World) -> None:
    count = len(world.root.children)
    first, = world.root.insert("children", 'DEF STONE Solid { name "stone" }', at=1)
    assert world.root.children[1] == first and len(world.root.children) == count + 1
    assert {first: 1}[world.node("STONE")] == 1
    first.remove()
    assert not first.exists and "removed" in repr(first)
    with pytest.raises(foxden.RemovedError):
        first.name
    with pytest.raises(foxden.UnknownNameError):
        world.node("STONE")
    with pytest.raises(foxden.EditError, match="the root of the world cannot be removed"):
        world.root.remove()
    for text in ("Solid {", "NoSuchNode { }", "", "physics Physics { }"):
        with pytest.raises(foxden.EditError):
            world.root.insert("children", text)
    with pytest.raises(foxden.EditError):
        world.root.insert("children", "Solid { translation nan 0 0 }") and world.node("X")
    assert len(world.root.children) == count
    world.step()


def test_solids_touch(world: foxden.World) -> None:
    ball = world.node("BALL")
    world.step(20)
    contacts = ball.contacts()
    assert contacts and contacts[0].own == ball
    assert contacts[0].other == world.node("FLOOR")
    assert contacts[0].point[2] == pytest.approx(0, abs=0.01)
    assert abs(ball.linear_velocity[2]) < 0.1 and len(ball.angular_velocity) == 3
    with pytest.raises(foxden.NotMeasuredError):
        world.node("LAMP").linear_velocity


def test_nodes_are_not_pickled(world: foxden.World) -> None:
    import pickle

    with pytest.raises(TypeError, match="pickle the world"):
        pickle.dumps(world.node("WALL"))


def test_a_supervisor_moves_bodies(world: foxden.World) -> None:
    ball = world.node("BALL")
    ball.set_velocity((1, 0, 0))
    world.step()
    assert ball.linear_velocity[0] == pytest.approx(1, abs=0.2)
    ball.stop()
    world.step()  # a body that was put to rest stays for a step
    assert ball.linear_velocity == (0, 0, 0)
    ball.add_force((0, 0, 500))
    world.step()
    assert ball.linear_velocity[2] > 0.5
    ball.add_torque((0, 0, 1))
    world.step()
    assert ball.angular_velocity[2] != 0
    with pytest.raises(ValueError, match="6 numbers are needed, not 5"):
        ball.set_velocity((1, 0))
    with pytest.raises(ValueError, match="finite"):
        ball.add_force((0, 0, float("nan")))
    with pytest.raises(foxden.EditError, match="only solids"):
        world.node("LAMP").add_force((0, 0, 1))


def test_a_supervisor_asks_where_nodes_are(world: foxden.World) -> None:
    ball, robot = world.node("BALL"), world.robot("tester")
    assert ball.parent == world.root and world.root.parent is None
    assert robot["eye"].parent == robot
    assert ball.pose()[:3, 3].tolist() == [0, 2, 0.1]
    assert ball.pose(robot)[:3, 3] == pytest.approx([0, 2, -0.4])
    robot.rotation = (0, 0, 1, numpy.pi / 2)
    assert ball.pose(robot)[:3, 3] == pytest.approx([2, 0, -0.4])
    assert ball.center_of_mass == pytest.approx((0, 2, 0.1))
    with pytest.raises(foxden.NotMeasuredError, match="is no solid"):
        world.node("LAMP").center_of_mass
    world.step(20)
    assert ball.is_balanced


def test_a_supervisor_keeps_states(world: foxden.World) -> None:
    ball = world.node("BALL")
    ball.save_state("start")
    world.step()
    ball.translation = (1, 2, 0.5)
    world.step(3)
    ball.load_state("start")
    world.step()
    assert ball.world_position == pytest.approx((0, 2, 0.1), abs=0.01)
    ball.set_velocity((1, 0, 0))
    world.step()
    assert ball.linear_velocity[0] > 0.5
    world.reset_physics()
    world.step()
    # gravity pulls in this step already
    assert ball.linear_velocity[:2] == (0, 0)
    assert ball.linear_velocity[2] == pytest.approx(0, abs=0.2)


def test_a_node_is_hidden_from_a_camera(world: foxden.World, robot: foxden.Robot) -> None:
    camera = robot.device("camera", foxden.Camera).enable(16)
    world.step(2)
    before = camera.rgb[12, 16].tolist()
    world.node("WALL").set_visible(camera, False)
    world.step(2)
    assert camera.rgb[12, 16].tolist() != before
    world.node("WALL").set_visible(camera)
    world.step(2)
    assert camera.rgb[12, 16].tolist() == before


def test_tables_show_themselves(robot: foxden.Robot) -> None:
    table = robot["eye"].explain()._repr_html_()  # type: ignore[attr-defined]
    assert "<th>attenuation</th>" in table
