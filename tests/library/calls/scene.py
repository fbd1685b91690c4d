"""Nodes and fields, used as they are meant."""

from .vocabulary import STEP, Name, Result, found, keep, nothing, number, of, text, vector

NODES = (
    of(
        "robot",
        keep("root", "Node", "getRoot"),
        keep("self", "Node", "getSelf"),
        keep("ball", "Node", "getFromDef", "BALL"),
        keep("chest", "Node", "getFromDef", "CHEST"),
        found("getFromId", Result("ball", "getId")),
        found("getFromDevice", Name("light")),
        found("getSelected"),
    )
    + of(
        "ball",
        text("getDef"),
        text("getTypeName"),
        text("getBaseTypeName"),
        number("getId"),
        number("getType"),
        number("isProto"),
        number("getNumberOfFields"),
        vector(3, "getPosition"),
        vector(9, "getOrientation"),
        vector(16, "getPose", Name("self")),
        vector(3, "getCenterOfMass"),
        number("getStaticBalance"),
        nothing("setVelocity", [1.0, 0.0, 0.0, 0.0, 0.0, 0.0]),
        nothing("addForce", [0.0, 0.0, 1.0], False),
        nothing("addForceWithOffset", [0.0, 0.0, 1.0], [0.1, 0.0, 0.0], True),
        nothing("addTorque", [0.0, 0.1, 0.0], True),
        nothing("enablePoseTracking", 32, Name("self")),
        nothing("enableContactPointsTracking", 32, False),
    )
    + STEP
    + of(
        "ball",
        vector(6, "getVelocity"),
        vector(16, "getPose", Name("self")),
        nothing("disablePoseTracking", Name("self")),
        nothing("disableContactPointsTracking"),
        nothing("saveState", "here"),
        nothing("loadState", "here"),
        nothing("resetPhysics"),
        nothing("moveViewpoint"),
        nothing("setVisibility", Name("root"), True),
        text("exportString"),
        keep("above", "Node", "getParentNode"),
        found("getFieldByIndex", 0),
        keep("place", "Field", "getField", "translation"),
    )
    + of("above", text("getTypeName"))
    + of(
        "chest",
        number("isProto"),
        number("getProtoNumberOfFields"),
        found("getProtoField", "translation"),
        found("getProtoFieldByIndex", 0),
        found("getFromProtoDef", "INSIDE"),
    )
    + of("robot", keep("hinge", "Node", "getFromDef", "HINGE"))
    + of("hinge", nothing("setJointPosition", 0.1, 1))
    + STEP
)

# For each type that is not a node: a value to write, and what comes back.
VALUES = {
    "Bool": (False, "number"),
    "Int32": (7, "number"),
    "Float": (2.5, "number"),
    "Vec2f": ([0.5, 1.5], ("vector", 2)),
    "Vec3f": ([0.5, 1.5, 2.5], ("vector", 3)),
    "Rotation": ([0.0, 1.0, 0.0, 0.5], ("vector", 4)),
    "Color": ([0.25, 0.5, 0.75], ("vector", 3)),
    "String": ("Dachs", "text"),
}


def value(result, method, *arguments):
    return number(method, *arguments)._replace(result=result)


def single(kind, written, result):
    """A field with one value: read, written, read again."""
    field = f"single{kind}"
    return of("chest", keep(field, "Field", "getField", field)) + of(
        field,
        value(result, f"getSF{kind}"),
        nothing(f"setSF{kind}", written),
        value(result, f"getSF{kind}"),
    )


def several(kind, written, result):
    """A list: an item is read, written, added and taken out."""
    field = f"several{kind}"
    return of("chest", keep(field, "Field", "getField", field)) + of(
        field,
        number("getCount"),
        value(result, f"getMF{kind}", 0),
        nothing(f"setMF{kind}", 0, written),
        nothing(f"insertMF{kind}", 0, written),
        value(result, f"getMF{kind}", 1),
        nothing("removeMF", 0),
        number("getCount"),
    )


FIELDS = of(
    "place",
    text("getName"),
    text("getTypeName"),
    number("getType"),
    number("getCount"),
    nothing("enableSFTracking", 32),
    nothing("setSFVec3f", [0.0, 2.0, 1.0]),
) + STEP + of("place", vector(3, "getSFVec3f"), nothing("disableSFTracking"))

for kind, (written, result) in VALUES.items():
    FIELDS += single(kind, written, result) + several(kind, written, result)

NODES_IN_FIELDS = (
    of(
        "chest",
        keep("singleNode", "Field", "getField", "singleNode"),
        keep("severalNode", "Field", "getField", "severalNode"),
    )
    + of("severalNode", number("getCount"), keep("child", "Node", "getMFNode", 0))
    + of("severalNode", nothing("importMFNodeFromString", -1, "DEF NEW Group { }"), number("getCount"))
    + of("child", text("getTypeName"))
    + of("singleNode", found("getSFNode"), nothing("importSFNodeFromString", "Material { }"), found("getSFNode"))
    + of("singleNode", nothing("removeSF"), found("getSFNode"))
    + of("robot", keep("new", "Node", "getFromDef", "SPARE"))
    + of("new", nothing("remove"))
    + of("robot", found("getFromDef", "SPARE"))
)

ALL = NODES + FIELDS + NODES_IN_FIELDS
