"""Devices, used as they are meant."""

from .vocabulary import STEP, found, keep, nothing, number, of, text, vector

SENSED = [nothing("enable", 32), number("getSamplingPeriod")]
ANY_DEVICE = [text("getName"), text("getModel"), number("getNodeType")]


def get(variable, kind):
    return of("robot", keep(variable, kind, "getDevice", variable))


LIGHT = (
    get("light", "LightSensor")
    + of("light", *SENSED, *ANY_DEVICE, vector(6, "getLookupTable"))
    + STEP
    + of("light", number("getValue"), nothing("disable"), number("getSamplingPeriod"))
)

DISTANCE = (
    get("distance", "DistanceSensor")
    + of("distance", *SENSED, *ANY_DEVICE, number("getMaxValue"), number("getMinValue"), number("getAperture"))
    + of("distance", number("getType"), vector(6, "getLookupTable"))
    + STEP
    + of("distance", number("getValue"), nothing("disable"))
)

LED = get("led", "LED") + of("led", *ANY_DEVICE, number("get"), nothing("set", 2), number("get"))

MOTOR = (
    get("motor", "Motor")
    + of(
        "motor",
        *ANY_DEVICE,
        nothing("setPosition", 0.5),
        number("getTargetPosition"),
        nothing("setVelocity", 2.0),
        number("getVelocity"),
        nothing("setAcceleration", 3.0),
        number("getAcceleration"),
        nothing("setAvailableTorque", 4.0),
        number("getAvailableTorque"),
        nothing("setAvailableForce", 4.0),
        number("getAvailableForce"),
        nothing("setControlPID", 9.0, 0.0, 0.1),
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
    )
    + STEP
    + STEP
    + of(
        "motor",
        number("getTorqueFeedback"),
        nothing("disableTorqueFeedback"),
        number("getForceFeedback"),
        nothing("disableForceFeedback"),
        nothing("setTorque", 0.01),
        nothing("setForce", 0.01),
        found("getBrake"),
        keep("sensor", "PositionSensor", "getPositionSensor"),
    )
    + of("sensor", text("getName"))
)

POSITION = (
    get("position", "PositionSensor")
    + of("position", *SENSED, *ANY_DEVICE, number("getType"), found("getBrake"), keep("owner", "Motor", "getMotor"))
    + of("owner", text("getName"))
    + STEP
    + of("position", number("getValue"), nothing("disable"))
)

ALL = LIGHT + DISTANCE + LED + MOTOR + POSITION
