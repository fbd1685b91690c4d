"""Calls of the API that every language makes: receiver, method, arguments and what comes back.

A method has its name of C++, Java and Python. The result is "number" (truth values too), "text",
"nothing", a tuple ("vector", length), or the name and class of a variable that takes it.
"""


class Name(str):
    """A variable as an argument."""


def of(receiver, *calls):
    return [(receiver, *call) for call in calls]


def number(method, *arguments):
    return (method, arguments, "number")


def text(method, *arguments):
    return (method, arguments, "text")


def nothing(method, *arguments):
    return (method, arguments, "nothing")


def vector(length, method, *arguments):
    return (method, arguments, ("vector", length))


def keep(variable, kind, method, *arguments):
    return (method, arguments, ("keep", variable, kind))


STEP = nothing("step", 32)

DEVICES = [
    ("robot", *keep("light", "LightSensor", "getDevice", "light")),
    ("robot", *keep("distance", "DistanceSensor", "getDevice", "distance")),
    ("robot", *keep("led", "LED", "getDevice", "led")),
    ("robot", *keep("motor", "Motor", "getDevice", "motor")),
    ("robot", *keep("position", "PositionSensor", "getDevice", "position")),
]

ROBOT = of(
    "robot",
    number("step", 32),
    number("stepBegin", 32),
    number("stepEnd"),
    number("getTime"),
    number("getBasicTimeStep"),
    text("getName"),
    text("getModel"),
    text("getCustomData"),
    nothing("setCustomData", "füchse"),
    STEP,
    text("getCustomData"),
    number("getMode"),
    nothing("setMode", 0, ""),
    number("getSynchronization"),
    number("getSupervisor"),
    number("getNumberOfDevices"),
    nothing("batterySensorEnable", 32),
    number("batterySensorGetSamplingPeriod"),
    STEP,
    number("batterySensorGetValue"),
    nothing("batterySensorDisable"),
    number("batterySensorGetSamplingPeriod"),
    nothing("batterySensorEnable", -5),
    # the keyboard was not switched on: that is said instead of waiting
    number("waitForUserInputEvent", 4, 10),
)

SENSED = [nothing("enable", 32), number("getSamplingPeriod")]

LIGHT = of(
    "light",
    number("getValue"),
    *SENSED,
    nothing("enable", -1),
    text("getName"),
    text("getModel"),
    number("getNodeType"),
    vector(6, "getLookupTable"),
) + [("robot", *STEP)] + of("light", number("getValue"), nothing("disable"), number("getSamplingPeriod"), number("getValue"))

DISTANCE = of(
    "distance",
    *SENSED,
    number("getMaxValue"),
    number("getMinValue"),
    number("getAperture"),
    number("getType"),
    vector(6, "getLookupTable"),
) + [("robot", *STEP)] + of("distance", number("getValue"), nothing("disable"), number("getValue"))

LED = of("led", number("get"), nothing("set", 2), number("get"), nothing("set", 99), number("get"))

MOTOR = of(
    "motor",
    nothing("setPosition", 0.5),
    number("getTargetPosition"),
    nothing("setVelocity", 2.0),
    number("getVelocity"),
    nothing("setVelocity", 1e6),
    number("getVelocity"),
    nothing("setAcceleration", 3.0),
    number("getAcceleration"),
    nothing("setAvailableTorque", 4.0),
    number("getAvailableTorque"),
    nothing("setAvailableForce", 4.0),
    number("getAvailableForce"),
    nothing("setControlPID", 9.0, 0.0, 0.1),
    nothing("setControlPID", -1.0, 0.0, 0.0),
    number("getMinPosition"),
    number("getMaxPosition"),
    number("getMaxVelocity"),
    number("getMaxForce"),
    number("getMaxTorque"),
    number("getMultiplier"),
    number("getType"),
    nothing("enableTorqueFeedback", 32),
    number("getTorqueFeedbackSamplingPeriod"),
    nothing("enableForceFeedback", 32),
    number("getForceFeedbackSamplingPeriod"),
) + [("robot", *STEP), ("robot", *STEP)] + of(
    "motor",
    nothing("disableTorqueFeedback"),
    number("getTorqueFeedback"),
    nothing("disableForceFeedback"),
    number("getForceFeedback"),
    nothing("setTorque", 0.01),
    nothing("setForce", 0.01),
    keep("sensor", "PositionSensor", "getPositionSensor"),
) + [("sensor", *text("getName"))]

POSITION = of("position", *SENSED, number("getType"), keep("owner", "Motor", "getMotor")) + [
    ("owner", *text("getName")),
    ("robot", *STEP),
    ("position", *number("getValue")),
    ("position", *nothing("disable")),
    ("position", *number("getValue")),
]

NODES = of(
    "robot",
    keep("root", "Node", "getRoot"),
    keep("self", "Node", "getSelf"),
    keep("ball", "Node", "getFromDef", "BALL"),
) + of(
    "ball",
    text("getDef"),
    text("getTypeName"),
    text("getBaseTypeName"),
    number("getType"),
    number("isProto"),
    number("getNumberOfFields"),
    number("getProtoNumberOfFields"),
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
) + [("robot", *STEP)] + of(
    "ball",
    vector(6, "getVelocity"),
    vector(16, "getPose", Name("self")),
    nothing("disablePoseTracking", Name("self")),
    nothing("disableContactPointsTracking"),
    nothing("saveState", "here"),
    nothing("loadState", "here"),
    nothing("loadState", "nowhere"),
    nothing("resetPhysics"),
    nothing("moveViewpoint"),
    nothing("setVisibility", Name("root"), True),
    text("exportString"),
    keep("above", "Node", "getParentNode"),
    keep("place", "Field", "getField", "translation"),
    keep("first", "Field", "getFieldByIndex", 0),
) + [
    ("above", *text("getTypeName")),
    ("first", *text("getName")),
    ("self", *nothing("setJointPosition", 0.1, 1)),
]

FIELDS = of(
    "place",
    text("getName"),
    text("getTypeName"),
    number("getType"),
    number("getCount"),
    nothing("enableSFTracking", 32),
    vector(3, "getSFVec3f"),
    nothing("setSFVec3f", [0.0, 2.0, 1.0]),
) + [("robot", *STEP)] + of(
    "place",
    vector(3, "getSFVec3f"),
    nothing("disableSFTracking"),
    number("getSFFloat"),
    nothing("setSFBool", True),
    nothing("removeMF", 0),
) + of(
    "self",
    keep("flag", "Field", "getField", "supervisor"),
    keep("battery", "Field", "getField", "battery"),
    keep("data", "Field", "getField", "customData"),
    keep("turn", "Field", "getField", "rotation"),
    keep("children", "Field", "getField", "children"),
) + of("flag", number("getSFBool"), nothing("setSFInt32", 1)) + of(
    "battery",
    number("getCount"),
    number("getMFFloat", 0),
    nothing("setMFFloat", 1, 700.0),
    nothing("insertMFFloat", 0, 5.0),
    number("getMFFloat", 0),
    nothing("removeMF", 0),
    number("getMFFloat", 99),
) + of("data", nothing("setSFString", "ü"), text("getSFString")) + of(
    "turn", vector(4, "getSFRotation"), nothing("setSFRotation", [0.0, 0.0, 1.0, 0.5])
) + of(
    "children",
    number("getCount"),
    keep("child", "Node", "getMFNode", 0),
    nothing("importMFNodeFromString", -1, "DEF NEW Group { }"),
    number("getCount"),
) + [("child", *text("getTypeName"))] + of(
    "robot", keep("new", "Node", "getFromDef", "NEW"), keep("lamp", "Node", "getFromDef", "LAMP")
) + [("new", *nothing("remove"))] + of(
    "lamp",
    keep("strength", "Field", "getField", "intensity"),
    keep("colour", "Field", "getField", "color"),
) + of("strength", number("getSFFloat"), nothing("setSFFloat", 3.0), number("getSFFloat")) + of(
    "colour", vector(3, "getSFColor"), nothing("setSFColor", [1.0, 0.0, 0.0])
)

SUPERVISOR = of(
    "robot",
    number("simulationGetMode"),
    nothing("simulationSetMode", 2),
    nothing("setLabel", 0, "hello", 0.1, 0.1, 0.1, 0, 0.0, "Arial"),
    number("movieIsReady"),
    number("movieFailed"),
    number("virtualRealityHeadsetIsUsed"),
    nothing("simulationResetPhysics"),
)

# What only a supervisor may do, done by a robot that is none.
FORBIDDEN = of(
    "robot",
    number("simulationGetMode"),
    nothing("simulationSetMode", 2),
    nothing("simulationReset"),
    nothing("simulationResetPhysics"),
    nothing("simulationQuit", 3),
    nothing("worldLoad", "elsewhere.wbt"),
    nothing("worldReload"),
    number("worldSave", "saved.wbt"),
    nothing("exportImage", "picture.png", 50),
    number("animationStartRecording", "film.html"),
    number("animationStopRecording"),
    nothing("movieStopRecording"),
    number("movieIsReady"),
    number("movieFailed"),
    nothing("setLabel", 0, "hello", 0.1, 0.1, 0.1, 0, 0.0, "Arial"),
    number("step", 32),
)

# Devices by wrong names and of wrong kinds.
WRONG = [
    ("robot", *keep("mistaken", "LightSensor", "new", "led")),
    *of("mistaken", number("getValue"), nothing("enable", 32), number("getSamplingPeriod"), nothing("disable")),
    ("robot", *keep("nobody", "Motor", "new", "no such device")),
    *of("nobody", nothing("setPosition", 1.0), number("getTargetPosition")),
    ("robot", *keep("confused", "LED", "new", "light")),
    *of("confused", nothing("set", 1), number("get")),
    ("robot", *keep("lost", "DistanceSensor", "new", "no such device")),
    *of("lost", number("getValue"), number("getType"), vector(0, "getLookupTable")),
    ("robot", *keep("loose", "PositionSensor", "new", "motor")),
    *of("loose", number("getValue"), number("getType")),
]

ALLOWED_RUN = DEVICES + ROBOT + LIGHT + DISTANCE + LED + MOTOR + POSITION + NODES + FIELDS + SUPERVISOR + WRONG
FORBIDDEN_RUN = DEVICES + ROBOT + LIGHT + FORBIDDEN
