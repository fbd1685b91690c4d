"""The recorder probe.c of the recordings, in Python: same arguments, same table."""

import sys

from controller import DistanceSensor, Field, LightSensor, Supervisor


def shown(number):
    return f"{number:.17g}"


def arguments(words):
    """The plain settings, the periods of single sensors, the fields to watch and the commands by step."""
    settings, periods, watched, commands = {}, {}, [], []
    for word in words:
        key, _, value = word.partition("=")
        if key.startswith("period:"):
            periods[key.removeprefix("period:")] = int(value)
        elif key == "watch":
            watched.append(value)
        elif key == "at":
            step, _, command = value.partition(":")
            commands.append((int(step), command))
        else:
            settings[key] = value
    return settings, periods, watched, commands


def find_field(robot, place):
    definition, _, name = place.partition(":")
    node = robot.getFromDef(definition)
    return node.getField(name) if node else None


def field_value(field):
    if field is None:
        return "MISSING"
    kind = field.getType()
    if kind == Field.SF_BOOL:
        return str(int(field.getSFBool()))
    if kind == Field.SF_INT32:
        return str(field.getSFInt32())
    if kind == Field.SF_FLOAT:
        return shown(field.getSFFloat())
    if kind == Field.SF_VEC3F:
        return ";".join(map(shown, field.getSFVec3f()))
    if kind == Field.SF_ROTATION:
        return ";".join(map(shown, field.getSFRotation()))
    if kind == Field.SF_COLOR:
        return ";".join(map(shown, field.getSFColor()))
    if kind == Field.SF_STRING:
        return field.getSFString()
    if kind == Field.SF_NODE:
        node = field.getSFNode()
        return node.getTypeName() if node else "NULL"
    if kind == Field.MF_FLOAT:
        return ";".join(shown(field.getMFFloat(index)) for index in range(field.getCount()))
    return str(field.getCount())


def set_field(field, words):
    kind = field.getType()
    if kind == Field.SF_STRING:
        return field.setSFString(words[0] if words else "")
    if kind == Field.SF_BOOL:
        return field.setSFBool(words[0] == "TRUE")
    numbers = [float(word) for word in words]
    if kind == Field.SF_FLOAT:
        return field.setSFFloat(numbers[0])
    if kind == Field.SF_VEC3F:
        return field.setSFVec3f(numbers)
    if kind == Field.SF_COLOR:
        return field.setSFColor(numbers)
    if kind == Field.SF_ROTATION:
        return field.setSFRotation(numbers)
    return field.setMFFloat(int(numbers[0]), numbers[1])


def supervise(robot, verb, subject, rest):
    if verb == "simreset":
        robot.simulationReset()
    elif verb == "savestate":
        robot.getFromDef(subject).saveState(rest)
    elif verb == "loadstate":
        robot.getFromDef(subject).loadState(rest)
    elif verb == "remove":
        node = robot.getFromDef(subject)
        if node:
            node.remove()
    elif verb == "import":
        field = find_field(robot, subject)
        if field.getType() == Field.SF_NODE:
            field.importSFNodeFromString(rest)
        else:
            field.importMFNodeFromString(-1, rest)
    elif verb == "set":
        set_field(find_field(robot, subject), rest.split())


class Probe:
    def __init__(self, robot, words):
        self.robot = robot
        self.settings, self.periods, self.watched, self.commands = arguments(words)
        self.dt = int(self.settings.get("dt", robot.getBasicTimeStep()))
        self.battery = int(self.settings.get("battery", 0))
        self.torque = None
        every = (robot.getDeviceByIndex(index) for index in range(robot.getNumberOfDevices()))
        self.sensors = [device for device in every if isinstance(device, (LightSensor, DistanceSensor))]

    def obey(self, command):
        verb, _, rest = command.partition(" ")
        subject, _, rest = rest.partition(" ")
        if verb == "enable":
            self.robot.getDevice(subject).enable(int(rest))
        elif verb == "disable":
            self.robot.getDevice(subject).disable()
        elif verb == "position":
            self.robot.getDevice(subject).setPosition(float(rest))
        elif verb == "velocity":
            self.robot.getDevice(subject).setVelocity(float(rest))
        elif verb == "feedback":
            self.torque = self.robot.getDevice(subject)
            self.torque.enableTorqueFeedback(int(rest))
        elif verb == "battery" and subject.startswith("0"):
            self.robot.batterySensorDisable()
        elif verb == "battery":
            self.robot.batterySensorEnable(int(subject))
        else:
            supervise(self.robot, verb, subject, rest)

    def start(self):
        """Switches the sensors on and gives the names of the columns."""
        period = int(self.settings.get("period", self.dt))
        for sensor in self.sensors:
            own = self.periods.get(sensor.getName(), period)
            if own > 0:
                sensor.enable(own)
        names = ["step", "time", *(sensor.getName() for sensor in self.sensors)]
        if self.battery:
            self.robot.batterySensorEnable(self.battery)
            names.append("battery")
        if "torque" in self.settings:
            names.append("torque")
        return names + self.watched

    def row(self, step):
        cells = [str(step), shown(self.robot.getTime()), *(shown(sensor.getValue()) for sensor in self.sensors)]
        if self.battery:
            cells.append(shown(self.robot.batterySensorGetValue()))
        if "torque" in self.settings:
            cells.append(shown(self.torque.getTorqueFeedback()) if self.torque else "nan")
        return cells + [field_value(find_field(self.robot, place)) for place in self.watched]

    def run(self):
        with open(self.settings["out"], "w", encoding="utf-8") as table:
            print(*self.start(), sep=",", file=table)
            print(*self.row(0), sep=",", file=table)
            for step in range(int(self.settings["steps"])):
                for when, command in self.commands:
                    if when == step:
                        self.obey(command)
                if self.robot.step(self.dt) == -1:
                    break
                print(*self.row(step + 1), sep=",", file=table)
        if "quit" in self.settings:
            self.robot.simulationQuit(0)
            self.robot.step(self.dt)


Probe(Supervisor(), sys.argv[1:]).run()
