"""Robot worlds in process: open a Webots world, drive its robots, read its sensors.

>>> import foxden
>>> world = foxden.World("worlds/light_following.wbt", seed=1)
>>> cub = world.robot("cub")
>>> eye, left = cub["ls7"].enable(32), cub["left wheel motor"]
>>> left.velocity = 3.0
>>> world.step(100)
>>> print(world.time, eye.value, cub.battery)  # doctest: +ELLIPSIS
1.6 ... None
>>> here = world.snapshot(); twin = world.fork()
>>> world.step(50); world.restore(here); print(world.state_hash == twin.state_hash)
True

A world has no clock: it steps as fast as it can, and the same world gives the same bits
every time. Snapshots, forks and pickles continue to the same bits.
"""

from __future__ import annotations

from . import errors
from ._foxden import VERSION as __version__
from .actuators import (
    LED,
    Brake,
    Connector,
    Emitter,
    LinearMotor,
    Motor,
    Packet,
    Pen,
    Receiver,
    RotationalMotor,
    VacuumGripper,
)
from .cameras import (
    Camera,
    Lidar,
    RangeFinder,
    RecognisedObject,
)
from .device import Device, Sensor
from .diagnostics import Diagnostic, check
from .displays import Display
from .errors import (
    EditError,
    FoxdenError,
    NotMeasuredError,
    PictureError,
    RemovedError,
    StateError,
    UnknownFieldError,
    UnknownNameError,
    WorldBrokenError,
    WorldBusyError,
    WorldError,
    WorldWarning,
)
from .motions import Motion
from .nodes import Contact, Node
from .robots import ChargerLedger, EnergyLedger, Robot
from .sensors import (
    GPS,
    Accelerometer,
    Altimeter,
    Compass,
    DistanceSensor,
    Gyro,
    InertialUnit,
    LightExplanation,
    LightPart,
    LightSensor,
    PositionSensor,
    Radar,
    RadarTarget,
    TouchSensor,
)
from .sweeps import Row, Table, map, rerun
from .viewing import Recording, Viewer, replay
from .world import Snapshot, World, load_text, step_all

__all__ = [
    "GPS",
    "LED",
    "Accelerometer",
    "Altimeter",
    "Brake",
    "Camera",
    "ChargerLedger",
    "Compass",
    "Connector",
    "Contact",
    "Device",
    "Diagnostic",
    "Display",
    "DistanceSensor",
    "EditError",
    "Emitter",
    "EnergyLedger",
    "FoxdenError",
    "Gyro",
    "InertialUnit",
    "Lidar",
    "LightExplanation",
    "LightPart",
    "LightSensor",
    "LinearMotor",
    "Motion",
    "Motor",
    "Node",
    "NotMeasuredError",
    "Packet",
    "Pen",
    "PictureError",
    "PositionSensor",
    "Radar",
    "RadarTarget",
    "RangeFinder",
    "Receiver",
    "RecognisedObject",
    "Recording",
    "RemovedError",
    "Robot",
    "RotationalMotor",
    "Row",
    "Sensor",
    "Snapshot",
    "StateError",
    "Table",
    "TouchSensor",
    "UnknownFieldError",
    "UnknownNameError",
    "VacuumGripper",
    "Viewer",
    "World",
    "WorldBrokenError",
    "WorldBusyError",
    "WorldError",
    "WorldWarning",
    "__version__",
    "check",
    "errors",
    "load_text",
    "map",
    "replay",
    "rerun",
    "step_all",
]
