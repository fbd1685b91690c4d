"""Each Supervisor function of the controller library, and where it is in this package."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import foxden
from conftest import ROOT

BINDINGS = ROOT / "bindings/python/controller"

# The attribute of a class that does the same, as "Class.name" ("foxden.name" for functions);
# a sentence in brackets if the package has no such function.
SUPERVISOR = {
    "getRoot": "World.root",
    "getSelf": "World.robot",
    "getFromDef": "World.node",
    "getFromId": "(nodes are objects, not numbers)",
    "getFromDevice": "Robot.device",
    "getFromDeviceTag": "(devices are objects, not tags)",
    "getSelected": "(there is no window)",
    "setLabel": "(there is no window)",
    "simulationQuit": "(a world ends with its object)",
    "simulationGetMode": "(a world has no clock)",
    "simulationSetMode": "(a world has no clock)",
    "simulationReset": "World.reset",
    "simulationResetPhysics": "World.reset_physics",
    "worldLoad": "World.__init__",
    "worldSave": "World.save",
    "worldReload": "World.reset",
    "exportImage": "World.picture",
    "movieStartRecording": "(World.rgb gives each picture)",
    "movieStopRecording": "(World.rgb gives each picture)",
    "movieIsReady": "(World.rgb gives each picture)",
    "movieFailed": "(World.rgb gives each picture)",
    "animationStartRecording": "(foxden run --record)",
    "animationStopRecording": "(foxden run --record)",
    "virtualRealityHeadsetIsUsed": "(there is no headset)",
    "virtualRealityHeadsetGetPosition": "(there is no headset)",
    "virtualRealityHeadsetGetOrientation": "(there is no headset)",
}

NODE = {
    "getDef": "Node.def_name",
    "getId": "(nodes are objects, not numbers)",
    "getParentNode": "Node.parent",
    "isProto": "(Node.type_name and Node.base_type_name differ for an instance)",
    "getFromProtoDef": "Node.node",
    "getType": "Node.type_name",
    "getTypeName": "Node.type_name",
    "getBaseTypeName": "Node.base_type_name",
    "remove": "Node.remove",
    "exportString": "Node.to_text",
    "getField": "Node.get",
    "getFieldByIndex": "Node.fields",
    "getNumberOfFields": "Node.fields",
    "getProtoField": "(the fields of an instance are its parameters)",
    "getProtoFieldByIndex": "(the fields of an instance are its parameters)",
    "getProtoNumberOfFields": "(the fields of an instance are its parameters)",
    "getPosition": "Node.world_position",
    "getOrientation": "Node.world_orientation",
    "getPose": "Node.pose",
    "enablePoseTracking": "(each question has its answer at once)",
    "disablePoseTracking": "(each question has its answer at once)",
    "getCenterOfMass": "Node.center_of_mass",
    "getContactPoints": "Node.contacts",
    "enableContactPointsTracking": "(each question has its answer at once)",
    "disableContactPointsTracking": "(each question has its answer at once)",
    "getStaticBalance": "Node.is_balanced",
    "getVelocity": "Node.linear_velocity",
    "setVelocity": "Node.set_velocity",
    "saveState": "Node.save_state",
    "loadState": "Node.load_state",
    "resetPhysics": "Node.stop",
    "setJointPosition": "Node.set_joint_position",
    "restartController": "(the program that has the world is the controller)",
    "moveViewpoint": "(there is no window)",
    "setVisibility": "Node.set_visible",
    "addForce": "Node.add_force",
    "addForceWithOffset": "Node.add_force",
    "addTorque": "Node.add_torque",
}

FIELD = {
    "getName": "Node.fields",
    "getType": "Node.fields",
    "getTypeName": "Node.fields",
    "getCount": "Node.get",
    "enableSFTracking": "(each question has its answer at once)",
    "disableSFTracking": "(each question has its answer at once)",
    "removeSF": "Node.remove",
    "importMFNodeFromString": "Node.insert",
    "importSFNodeFromString": "Node.insert",
}


def functions(file: str, kind: str) -> set[str]:
    """The public methods of a class of the controller library."""
    tree = ast.parse((BINDINGS / file).read_text())
    (found,) = (one for one in tree.body if isinstance(one, ast.ClassDef) and one.name == kind)
    names = {one.name for one in found.body if isinstance(one, ast.FunctionDef)}
    return {name for name in names if not name.startswith("_") and not name.islower()} | (
        {"remove"} & names
    )


def missing(known: dict[str, str]) -> list[str]:
    """Places that the package does not have."""
    places = [place for place in known.values() if not place.startswith("(")]
    split = [place.split(".") for place in places]
    return [f"{kind}.{name}" for kind, name in split if not hasattr(getattr(foxden, kind), name)]


@pytest.mark.parametrize(
    ("file", "kind", "known"),
    [("supervisor.py", "Supervisor", SUPERVISOR), ("node.py", "Node", NODE)],
)
def test_each_function_has_its_place(file: str, kind: str, known: dict[str, str]) -> None:
    assert functions(file, kind) == set(known)
    assert missing(known) == []


def test_each_function_of_fields_has_its_place() -> None:
    """Values are read and written with Node.get and Node.set, items as items of a list."""
    values = {
        name for name in functions("field.py", "Field")
        if name.startswith(("getSF", "getMF", "setSF", "setMF", "insertMF", "removeMF"))
    }
    assert functions("field.py", "Field") - values == set(FIELD)
    assert missing(FIELD) == []


PROTO = """#VRML_SIM R2023b utf8
PROTO Lamp [ ] {
  Solid {
    children [
      DEF BULB PointLight { location 0 0 2 }
      Group { children [ DEF INNER Solid { name "inner" translation 0 0 1 } ] }
    ]
    name "lamp"
  }
}
"""

WORLD = """#VRML_SIM R2023b utf8
EXTERNPROTO "Lamp.proto"
WorldInfo { }
Viewpoint { }
DEF LAMP Lamp { }
"""


def test_a_node_inside_an_instance_is_found_by_its_def(tmp_path: Path) -> None:
    (tmp_path / "Lamp.proto").write_text(PROTO)
    (tmp_path / "lamp.wbt").write_text(WORLD)
    world = foxden.World(tmp_path / "lamp.wbt")
    lamp = world.node("LAMP")
    assert lamp.node("BULB").location == (0, 0, 2)
    assert lamp.node("INNER").world_position == (0, 0, 1)
    with pytest.raises(foxden.UnknownNameError, match="Lamp has no node with DEF 'LAMP' inside"):
        lamp.node("LAMP")


def test_the_text_of_a_node_makes_the_same_node(hello: foxden.World) -> None:
    (stone,) = hello.root.insert(
        "children", 'DEF STONE Solid { name "stone" children [ PointLight { intensity 0.25 } ] }'
    )
    stone.translation = (1, 2, 3)
    text = stone.to_text()
    stone.remove()
    (again,) = hello.root.insert("children", text)
    assert again.to_text() == text
    assert again.translation == (1, 2, 3)
    assert again.children[0].intensity == 0.25
    assert hello.node("STONE") == again
