"""The robot itself and what a supervisor does with the simulation."""

from .vocabulary import STEP, found, keep, nothing, number, of, only, text

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
    nothing("step", 32),
    text("getCustomData"),
    # these name folders of the run
    nothing("getProjectPath"),
    nothing("getWorldPath"),
    text("getUrdf", ""),
    number("getMode"),
    nothing("setMode", 0, ""),
    number("getSynchronization"),
    number("getSupervisor"),
    number("getNumberOfDevices"),
    keep("some", "Device", "getDevice", "light"),
    found("getDeviceByIndex", 0),
    nothing("batterySensorEnable", 32),
    number("batterySensorGetSamplingPeriod"),
    nothing("step", 32),
    number("batterySensorGetValue"),
    nothing("batterySensorDisable"),
    number("batterySensorGetSamplingPeriod"),
    # the keyboard was not switched on: that is said instead of waiting
    number("waitForUserInputEvent", 4, 10),
)

SUPERVISOR = of(
    "robot",
    number("simulationGetMode"),
    nothing("simulationSetMode", 2),
    nothing("setLabel", 0, "hello", 0.1, 0.1, 0.1, 0, 0.0, "Arial"),
    nothing("exportImage", "picture.png", 50),
    number("animationStartRecording", "film.html"),
    number("animationStopRecording"),
    # refused, so that the answers do not depend on how long an encoder works
    nothing("movieStartRecording", "film.txt", 64, 64, 0, 50, 1, False),
    nothing("movieStopRecording"),
    number("movieIsReady"),
    number("movieFailed"),
    number("worldSave", "saved.wbt"),
    number("virtualRealityHeadsetIsUsed"),
    nothing("virtualRealityHeadsetGetPosition"),
    nothing("virtualRealityHeadsetGetOrientation"),
    nothing("simulationResetPhysics"),
    nothing("simulationReset"),
) + STEP

# Each of them is the last that a controller does, or the last before it begins again.
ENDS = (
    of("robot", nothing("worldLoad", "elsewhere.wbt"), nothing("worldReload"), nothing("simulationQuit", 0))
    + of("self", nothing("restartController"))
    # old names, which Python lacks
    + only(
        ("C", "C++", "Java", "Octave"), of("robot", nothing("loadWorld", "elsewhere.wbt"), nothing("simulationRevert"))
    )
)

GREETING = of("robot", keep("self", "Node", "getSelf")) + of("self", text("getDef"))
AFTERWARDS = STEP + STEP
