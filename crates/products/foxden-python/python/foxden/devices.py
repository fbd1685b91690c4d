"""The class of each type of device."""

from __future__ import annotations

from .actuators import (
    LED,
    Brake,
    Connector,
    Emitter,
    LinearMotor,
    Pen,
    Receiver,
    RotationalMotor,
    VacuumGripper,
)
from .cameras import (
    Camera,
    Lidar,
    RangeFinder,
)
from .device import Device
from .displays import Display
from .sensors import (
    GPS,
    Accelerometer,
    Altimeter,
    Compass,
    DistanceSensor,
    Gyro,
    InertialUnit,
    LightSensor,
    PositionSensor,
    Radar,
    TouchSensor,
)

__all__ = ["device_class"]

_CLASSES: dict[str, type[Device]] = {
    "Accelerometer": Accelerometer,
    "Altimeter": Altimeter,
    "Brake": Brake,
    "Camera": Camera,
    "Compass": Compass,
    "Connector": Connector,
    "Display": Display,
    "DistanceSensor": DistanceSensor,
    "Emitter": Emitter,
    "GPS": GPS,
    "Gyro": Gyro,
    "InertialUnit": InertialUnit,
    "LED": LED,
    "Lidar": Lidar,
    "LightSensor": LightSensor,
    "LinearMotor": LinearMotor,
    "Pen": Pen,
    "PositionSensor": PositionSensor,
    "Radar": Radar,
    "RangeFinder": RangeFinder,
    "Receiver": Receiver,
    "RotationalMotor": RotationalMotor,
    "TouchSensor": TouchSensor,
    "VacuumGripper": VacuumGripper,
}


def device_class(kind: str) -> type[Device]:
    """The class for a type of node; `Device` for types without a class of their own."""
    return _CLASSES.get(kind, Device)
