"""Wrong uses, made of the right ones: the same calls of things that cannot do it."""

from .scene import VALUES
from .vocabulary import Attribute, Name, Result, found, keep, nothing, number, of

# Devices that are none of the kind.
MISTAKEN = {
    "LightSensor": "led",
    "DistanceSensor": "light",
    "LED": "light",
    "Motor": "position",
    "PositionSensor": "motor",
}


def kinds(calls):
    """The class of each variable."""
    kept = (call.result for call in calls if isinstance(call.result, tuple) and call.result[0] == "keep")
    return {variable: kind for _, variable, kind in kept}


def once(calls, kind):
    """The first call of each method of a class."""
    known = kinds(calls)
    first = {}
    for call in calls:
        if known.get(call.receiver) == kind and not isinstance(call.arguments, Attribute):
            first.setdefault((call.method, call.languages), call)
    return list(first.values())


def on(receiver, calls):
    """The same calls of another receiver, which gives no objects."""
    return [
        call._replace(receiver=receiver, result="found" if call.result[0] == "keep" else call.result) for call in calls
    ]


def devices(calls):
    made = []
    for kind, name in MISTAKEN.items():
        variable = f"mistaken{kind}"
        made += of("robot", keep(variable, kind, "new", name)) + on(variable, once(calls, kind))
    made += of("robot", keep("nobody", "Motor", "new", "no such device"))
    made += of("nobody", nothing("setPosition", 1.0), number("getTargetPosition"))
    # right devices, wrong numbers; and values of sensors that are off
    return made + of(
        "motor",
        nothing("setVelocity", 1e6),
        nothing("setControlPID", -1.0, 0.0, 0.0),
        nothing("enableTorqueFeedback", -1),
    ) + of("light", nothing("enable", -1), number("getValue")) + of(
        "distance", nothing("enable", -1), number("getValue")
    ) + of("position", nothing("enable", -1), number("getValue")) + of("led", nothing("set", 99), number("get"))


def scene(calls):
    """What was removed, and fields of other types."""
    made = on("new", [call for call in once(calls, "Node") if call.method != "remove"])
    of_other_types = ("getSF", "setSF", "getMF", "setMF", "insertMF", "importMF", "importSF", "removeMF", "removeSF")
    for call in once(calls, "Field"):
        if call.method.startswith(of_other_types) and not call.method.startswith("wb_"):
            field = "singleBool" if call.method.endswith("String") else "singleString"
            made += on(field, [call])
    for kind, (written, _) in VALUES.items():
        made += of(f"several{kind}", nothing(f"setMF{kind}", 99, written), nothing(f"insertMF{kind}", -99, written))
    return made


def robot():
    return of(
        "robot",
        number("step", -1),
        number("stepEnd"),
        found("getDevice", "no such device"),
        found("getDeviceByIndex", 99),
        found("getFromDef", "NOBODY"),
        found("getFromId", 123456),
        nothing("batterySensorEnable", -5),
    )


def forbidden(calls):
    """What only a supervisor may do; nodes cannot be had without being one."""
    needs_node = [Name, Result]
    return [
        call._replace(result="found" if call.result[0] == "keep" else call.result)
        for call in calls
        if call.receiver == "robot" and not any(type(argument) in needs_node for argument in call.arguments)
    ] + of("robot", found("getRoot"), found("getSelf"), found("getFromDef", "BALL"), found("getSelected"))
