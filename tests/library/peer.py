"""A simulator that logs what it hears, knows a device of every kind, and answers questions about fields."""

import struct

from everything import PATIENCE
from hostile import packet, text

# The node types of devices by the family of their functions.
TYPES = dict(
    accelerometer=35, altimeter=36, brake=37, camera=38, compass=39, connector=40, display=41, distance_sensor=42,
    emitter=43, gps=44, gyro=45, inertial_unit=46, led=47, lidar=48, light_sensor=49, pen=51, position_sensor=52,
    radar=54, range_finder=55, receiver=56, motor=57, skin=58, speaker=59, touch_sensor=60, vacuum_gripper=61,
    microphone=86,
)  # fmt: skip
TAGS = {family: tag for tag, family in enumerate(TYPES, 1)}

FIELD_QUESTION, VALUE_QUESTION = 87, 88
FIELD = 3
ITEMS = 2

# What a field of a type holds, by the type's number without that of lists.
LIST = 0x10
VALUES = {
    1: b"\x01",
    2: struct.pack("<i", 7),
    3: struct.pack("<d", 1.5),
    4: struct.pack("<2d", 1.0, 2.0),
    5: struct.pack("<3d", 1.0, 2.0, 3.0),
    6: struct.pack("<4d", 0.0, 0.0, 1.0, 0.5),
    7: struct.pack("<3d", 1.0, 0.5, 0.0),
    8: text(b"value"),
    9: struct.pack("<iiiiB", 11, 14, -1, 0, 0) + text(b"Group") + text(b"IT"),
}


def described():
    """What a simulator tells about each device first."""
    view = struct.pack("<IHHddB", 9, 4, 2, 1.0, 0.1, 0)
    table = struct.pack("<i", 0)
    return {
        "accelerometer": table,
        "brake": struct.pack("<i", 0),
        "camera": view + struct.pack("<ddBB5d", 1.0, 1.0, 0, 0, 1.0, 0, 0, 0, 0),
        "compass": table,
        "display": struct.pack("<HH", 4, 2),
        "distance_sensor": struct.pack("<i3d", 0, 0.0, 1.0, 1.0) + table,
        "emitter": struct.pack("<iidddi", 4096, 1, -1.0, -1.0, -1.0, 0),
        "gps": struct.pack("<i", 0),
        "gyro": table,
        "inertial_unit": struct.pack("<d", 0.0) + text(b"ENU"),
        "lidar": view + struct.pack("<dH5d", 1.0, 1, 10.0, 1.0, 20.0, 0.1, 4.0),
        "light_sensor": table,
        "position_sensor": struct.pack("<i", 0),
        "radar": struct.pack("<4d", 1.0, 50.0, 0.8, 0.1),
        "range_finder": view + struct.pack("<d", 1.0),
        "receiver": struct.pack("<iii", 4096, 1, 0),
        "motor": struct.pack("<i11di", 0, 0, 0, 10.0, -1.0, 10.0, 10.0, 0, 0, 0, 10.0, 1.0, 0),
        "skin": struct.pack("<I", 0),
        "touch_sensor": struct.pack("<i", 0) + table,
        "microphone": struct.pack("<dd", 1.0, 1.0),
    }


def configuration():
    message = struct.pack("<HB", 0, 0) + text(b"robot") + text(b"R2023b") + struct.pack("<BBHHd", 1, 1, len(TYPES) + 1, 34, 0.0)
    for family, kind in TYPES.items():
        message += struct.pack("<H", kind) + text(family.encode()) + text(b"")
    message += struct.pack("<d", 32.0) + text(b"/project") + text(b"/world.wbt") + text(b"model")
    message += text(b"") * 2 + text(b"one") + text(b"data") + struct.pack("<BBi", 0, 0, 2)
    message += struct.pack("<HBiiBB", 0, 0, 3, 0, 0, 0) + text(b"Robot") + text(b"SELF")
    known = described()
    for family, tag in TAGS.items():
        if family in known:
            message += struct.pack("<HB", tag, 0) + known[family]
    return message


class Peer:
    """Answers one controller. A field's name is the number of the type that it shall have."""

    def __init__(self, listener):
        self.listener = listener
        self.log = []
        self.kind = 0

    def serve(self):
        try:
            connection, _ = self.listener.accept()
            with connection:
                connection.settimeout(PATIENCE)
                answer = configuration()
                while heard := connection.recv(65536):
                    self.log.append(heard)
                    connection.sendall(packet(0, answer if len(self.log) == 1 else self.answer(heard)))
        except OSError:
            pass

    def answer(self, heard):
        block = heard[14:]
        if block[:1] == bytes([FIELD_QUESTION]):
            name = block[5:].split(b"\0")[0]
            self.kind = int(name) if name.isdigit() else 0
            count = ITEMS if self.kind >= LIST else -1
            return struct.pack("<HBiiBi", 0, FIELD_QUESTION, FIELD if self.kind else -1, self.kind, 0, count) + text(name)
        if block[:1] == bytes([VALUE_QUESTION]):
            (node,) = struct.unpack("<i", block[1:5])
            return struct.pack("<HBiii", 0, VALUE_QUESTION, self.kind, node, FIELD) + VALUES[self.kind % LIST]
        return b""
