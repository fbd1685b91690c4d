"""Drives recorded worlds step by step through the world service with the genuine client.

Usage: golden_worlds.py FOXDEN DATA GROUP=COUNT ...

DATA has the recordings of the genuine Webots: GROUP/worlds/NAME.wbt and GROUP/out/NAME.csv. The
recorder of a world is not started. What its arguments say is done through services instead, and
its columns are compared: light sensors, and fields that it watches.
"""

import csv
import math
import os
import re
import subprocess
import sys

import RobotRaconteur as RR
from RobotRaconteur.Client import RRN

# relative; the recordings have all digits
TOLERANCE = 1e-9
# colours are stored in single precision by the genuine program
COLOR_TOLERANCE = 1e-6
ORDERS = {"set", "import", "remove", "enable", "disable", "led"}


class Recording:
    """A world with the arguments and the rows of its recorder; `None` orders are not supported."""

    def __init__(self, group, name):
        self.world = os.path.join(group, "worlds", name + ".wbt")
        with open(self.world, encoding="utf-8") as file:
            text = file.read()
        robots = re.findall(r'controller "(?:rec|probe|watch)"\s*controllerArgs \[((?:[^"\]]|"(?:\\.|[^"\\])*")*)\]', text)
        self.is_usable = len(robots) == 1
        if not self.is_usable:
            return
        arguments = [re.sub(r"\\(.)", r"\1", word) for word in re.findall(r'"((?:\\.|[^"\\])*)"', robots[0])]
        self.settings = [argument.split("=", 1) for argument in arguments]
        self.orders = {}
        for key, value in self.settings:
            if key == "at":
                step, order = value.split(":", 1)
                self.orders.setdefault(int(step), []).append(order)
        words = {order.split(" ")[0] for orders in self.orders.values() for order in orders}
        step = re.search(r"basicTimeStep (\d+)", text)
        self.step = int(step.group(1)) if step else 32
        self.robot = re.search(r'name "(rec|probe|watch)"', text)
        self.robot = self.robot.group(1) if self.robot else None
        self.is_usable = (
            words <= ORDERS
            and self.robot is not None
            and self.number("dt", self.step) == self.step
            and "MFNode" not in text
        )
        table = os.path.join(group, "out", name + ".csv")
        if not self.is_usable or not os.path.exists(table):
            self.is_usable = False
            return
        with open(table, encoding="utf-8", newline="") as file:
            rows = list(csv.reader(file))
        self.header, self.rows = rows[0], rows[1:]

    def number(self, key, usual):
        values = [value for name, value in self.settings if name == key]
        return int(values[0]) if values else usual

    def period(self, device):
        return self.number("period:" + device, self.number("period", self.step))


class Player:
    """Does what a recorder did."""

    def __init__(self, world, recording):
        self.world, self.recording = world, recording
        self.robot = world.get_robot(recording.robot)
        self.kinds = {device.name: device.node_type for device in self.robot.devices}
        self.devices = {}
        self.nodes = {}
        self.compared = 0
        for name, kind in self.kinds.items():
            if kind == "LightSensor":
                sensor = self.robot.get_device(name)
                sensor.sampling_period = recording.period(name) / 1000
                self.devices[name] = sensor

    def node(self, name):
        return self.world.find_def(name)

    def watched(self, column):
        name, field = column.split(":", 1)
        node = self.node(name)
        if node == 0:
            return "MISSING"
        info = self.world.getf_field(node, field)
        value = info.value.data
        if info.type_name == "SFNode":
            identity = int(value[0]) if hasattr(value, "__len__") else int(value)
            return self.world.getf_node(identity).type_name if identity else "NULL"
        if info.type_name == "MFNode":
            return [float(len(value))]
        if info.type_name == "SFString":
            return value
        if info.type_name.startswith("MF") and info.type_name != "MFFloat":
            return [float(len(value))]
        return [float(one) for one in value]

    def value(self, column):
        if column in self.devices:
            return [self.devices[column].reading.PeekInValue()[0].value]
        if ":" in column:
            return self.watched(column)
        return None

    def compare(self, row):
        for column, recorded in zip(self.recording.header, row):
            if recorded == "MISSING":
                continue
            value = self.value(column)
            if value is None:
                continue
            self.compared += 1
            if isinstance(value, str):
                is_equal = value == recorded
            else:
                numbers = [float(one) for one in recorded.split(";")]
                slack = COLOR_TOLERANCE if "olor" in column else TOLERANCE
                is_equal = len(numbers) == len(value) and all(
                    math.isclose(a, b, rel_tol=slack, abs_tol=slack) or math.isnan(a) and math.isnan(b)
                    for a, b in zip(numbers, value)
                )
            if not is_equal:
                return "step %s, %s: recorded %s, found %s" % (row[0], column, recorded, value)
        return None

    def run(self, order):
        word, subject, rest = (order.split(" ", 2) + ["", ""])[:3]
        if word in ("enable", "disable"):
            self.devices[subject].sampling_period = int(rest) / 1000 if word == "enable" else 0.0
        elif word == "led":
            self.robot.get_device(subject).value = int(rest)
        elif word == "remove":
            self.world.remove_node(self.node(subject))
        else:
            name, field = subject.split(":", 1)
            node = self.node(name)
            if node == 0:
                return
            try:
                if word == "import":
                    self.world.add_nodes(node, field, -1, rest)
                else:
                    self.set(node, field, rest)
            except (RR.InvalidArgumentException, RR.InvalidOperationException):
                # what the genuine program refused is recorded as no change
                pass

    def set(self, node, field, words):
        info = self.world.getf_field(node, field)
        if info.type_name == "MFFloat":
            at, number = words.split(" ")
            items = [float(one) for one in info.value.data]
            items[int(at)] = float(number)
            words = "[ %s ]" % " ".join(repr(one) for one in items)
        elif info.type_name == "SFString":
            words = '"%s"' % words
        self.world.setf_field_text(node, field, words)

    def play(self):
        for row in self.recording.rows:
            difference = self.compare(row)
            if difference or row is self.recording.rows[-1]:
                return difference
            for order in self.recording.orders.get(int(row[0]), []):
                self.run(order)
            self.world.step(1)
        return None


def play(foxden, recording):
    """Plays a recording; the difference, if any, and how many values were compared."""
    command = [foxden, "view", recording.world, "--paused", "--no-controllers", "--quiet", "--raconteur=0"]
    served = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        url = None
        for line in served.stdout:
            if line.startswith("service  ") and line.strip().endswith("=world"):
                url = line.split()[1]
                break
        assert url, "no service"
        world = RRN.ConnectService(url.replace("localhost", "127.0.0.1"))
        player = Player(world, recording)
        difference = player.play()
        RRN.DisconnectService(world)
        return difference, player.compared
    finally:
        served.kill()
        served.wait()
        served.stdout.close()


def main():
    foxden, data = sys.argv[1], sys.argv[2]
    played = values = 0
    differences = []
    for choice in sys.argv[3:]:
        group, count = choice.split("=")
        folder = os.path.join(data, group)
        names = sorted(name[:-4] for name in os.listdir(os.path.join(folder, "worlds")) if name.endswith(".wbt"))
        left = int(count)
        for name in names:
            if left == 0:
                break
            recording = Recording(folder, name)
            if not recording.is_usable:
                continue
            difference, compared = play(foxden, recording)
            if compared == 0:
                continue
            left -= 1
            played += 1
            values += compared
            if difference:
                differences.append("%s/%s: %s" % (group, name, difference))
        assert left == 0, "%s has %d worlds too few" % (group, left)
    print("%d worlds, %d values" % (played, values))
    for difference in differences:
        print(difference)
    if not differences:
        print("all is well")


main()
