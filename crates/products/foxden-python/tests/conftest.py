"""Worlds for the tests. They run in the project's folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import foxden

ROOT = Path(os.environ["FOXDEN_ROOT"])

DEVICES = """#VRML_SIM R2023b utf8
WorldInfo { basicTimeStep 16 }
Viewpoint { position -3 0 1 }
Background { skyColor [ 0.2 0.3 0.4 ] }
DEF LAMP PointLight { location 2 0 2 intensity 0.8 }
DEF WALL Solid {
  translation 1 0 0.5
  children [ DEF SHAPE Shape {
    appearance PBRAppearance { baseColor 1 0 0 roughness 1 metalness 0 }
    geometry DEF BOX Box { size 0.1 2 1 }
  } ]
  boundingObject USE BOX
  name "wall"
}
DEF FLOOR Solid { boundingObject Plane { size 10 10 } name "floor" }
DEF BALL Solid {
  translation 0 2 0.1
  boundingObject Sphere { radius 0.1 }
  physics Physics { }
  name "ball"
}
DEF ROBOT Robot {
  translation 0 0 0.5
  name "tester"
  battery [ 100 200 10 ]
  cpuConsumption 2
  children [
    LightSensor { name "eye" lookupTable [ 0 0 0, 100 100 0 ] }
    DistanceSensor { name "distance" lookupTable [ 0 0 0, 5 5 0 ] }
    GPS { name "gps" }
    Gyro { name "gyro" }
    Compass { name "compass" }
    Accelerometer { name "accelerometer" }
    InertialUnit { name "unit" }
    TouchSensor { name "touch" boundingObject Box { size 0.1 0.1 0.1 } }
    Altimeter { name "altimeter" }
    Camera { name "camera" width 32 height 24 recognition Recognition { segmentation TRUE } }
    RangeFinder { name "finder" width 16 height 8 maxRange 4 }
    Lidar { name "lidar" horizontalResolution 32 numberOfLayers 2 maxRange 4 tiltAngle 0 }
    Radar { name "radar" }
    Emitter { name "emitter" channel 3 }
    Receiver { name "receiver" channel 3 }
    LED { name "led" color [ 1 0 0 ] children [ Shape { appearance PBRAppearance { } geometry Sphere { radius 0.01 } } ] }
    Speaker { name "speaker" }
    HingeJoint {
      jointParameters HingeJointParameters { axis 0 1 0 anchor 0 0 0.2 }
      device [ RotationalMotor { name "motor" maxVelocity 5 } PositionSensor { name "angle" } Brake { name "brake" } ]
      endPoint Solid { translation 0 0 0.2 name "arm" }
    }
  ]
}
"""


@pytest.fixture(autouse=True)
def _in_the_project(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


@pytest.fixture
def hello() -> foxden.World:
    return foxden.World("worlds/hello.wbt", seed=1)


@pytest.fixture
def endless(hello: foxden.World) -> foxden.World:
    """A world whose battery does not run empty."""
    hello.robot("cub").set("battery", [])
    return hello


@pytest.fixture
def world() -> foxden.World:
    return foxden.load_text(DEVICES, seed=1)


@pytest.fixture
def robot(world: foxden.World) -> foxden.Robot:
    return world.robot("tester")
