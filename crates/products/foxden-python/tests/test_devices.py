"""Devices: each class measures or acts as its node does."""

from __future__ import annotations

import math

import numpy
import pytest

import foxden


def test_every_device_has_its_class(robot: foxden.Robot) -> None:
    classes = {device.get("name"): type(device) for device in robot.devices}
    assert classes["eye"] is foxden.LightSensor
    assert classes["motor"] is foxden.RotationalMotor
    assert classes["gps"] is foxden.GPS
    # a type without functions of its own is a device with fields
    assert classes["speaker"] is foxden.Device
    assert "eye" in robot and "ear" not in robot
    assert set(robot) == set(classes)


def test_sensors_measure(world: foxden.World, robot: foxden.Robot) -> None:
    names = ["eye", "distance", "gps", "compass", "unit", "altimeter"]
    for name in names:
        assert robot[name].enable(16) == robot[name]
    world.step(2)
    assert robot["eye"].value > 0
    assert robot["distance"].value == pytest.approx(0.95)
    assert robot["gps"].values == pytest.approx((0, 0, 0.5))
    assert robot["gps"].speed == pytest.approx(0)
    assert robot["gps"].velocity == pytest.approx((0, 0, 0))
    assert robot["altimeter"].value == pytest.approx(0.5)
    assert robot["unit"].quaternion == pytest.approx((0, 0, 0, 1))
    assert robot["unit"].roll_pitch_yaw == pytest.approx((0, 0, 0))
    assert len(robot["compass"].values) == 3


def test_devices_that_need_physics_report_it(world: foxden.World, robot: foxden.Robot) -> None:
    robot["gyro"].enable(16)
    with pytest.warns(foxden.WorldWarning, match="gyro.*without Physics"):
        world.step(2)
    robot.insert("physics", "Physics { }")
    world.step(2)
    assert len(robot["gyro"].values) == 3


def test_angles_of_an_inertial_unit(world: foxden.World, robot: foxden.Robot) -> None:
    unit = robot["unit"].enable(16)
    robot.rotation = (0, 0, 1, 0.7)
    world.step(2)
    assert unit.roll_pitch_yaw == pytest.approx((0, 0, 0.7))
    robot.rotation = (1, 0, 0, 0.3)
    world.step(2)
    assert unit.roll_pitch_yaw == pytest.approx((0.3, 0, 0))
    robot.rotation = (0, 1, 0, 0.2)
    world.step(2)
    assert unit.roll_pitch_yaw == pytest.approx((0, 0.2, 0))


def test_the_sampling_period_counts(world: foxden.World, robot: foxden.Robot) -> None:
    gps = robot["gps"].enable(64)
    world.step(5)
    first = gps.values
    robot.translation = (0.25, 0, 0.5)
    world.step()
    assert gps.values == first
    world.step(4)
    assert gps.values == pytest.approx((0.25, 0, 0.5))
    gps.disable()
    world.step()
    with pytest.raises(foxden.NotMeasuredError):
        gps.values


@pytest.mark.parametrize("period", [0, -5, 40_000, 1.5, float("nan")])
def test_wrong_periods_raise(robot: foxden.Robot, period: float) -> None:
    with pytest.raises(ValueError):
        robot["eye"].enable(period)  # type: ignore[attr-defined]


def test_a_motor_turns(world: foxden.World, robot: foxden.Robot) -> None:
    motor, angle = robot["motor"], robot["angle"].enable(16)
    motor.velocity = 1.0
    world.step(11)
    assert motor.velocity == 1.0 and math.isinf(motor.target_position)
    assert 0.1 < angle.value < 0.18
    motor.move_to(1.5, velocity=4.0)
    world.step(200)
    assert angle.value == pytest.approx(1.5, abs=1e-3)
    assert (motor.target_position, motor.velocity, motor.max_velocity) == (1.5, 4.0, 5.0)
    assert motor.position_limits is None
    robot["brake"].set_damping(0.5)
    world.step()


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf")])
def test_numbers_that_are_none_raise(robot: foxden.Robot, value: float) -> None:
    motor = robot["motor"]
    with pytest.raises(ValueError, match="finite"):
        motor.velocity = value
    with pytest.raises(ValueError, match="finite"):
        motor.move_to(value)
    with pytest.raises(ValueError, match="finite"):
        motor.available_force = value


def test_wrong_types_raise(world: foxden.World, robot: foxden.Robot) -> None:
    motor = robot["motor"]
    with pytest.raises(TypeError):
        motor.velocity = "fast"
    with pytest.raises(TypeError):
        motor.velocity = [1.0, 2.0]
    with pytest.raises(foxden.UnknownFieldError, match="did you mean 'velocity'"):
        motor.velocty = 2.0
    for count in ("3", 2.5, True):
        with pytest.raises(TypeError):
            world.step(count)  # type: ignore[arg-type]
    with pytest.raises(ValueError):
        world.step(-1)
    before = world.state_hash
    world.step(0)
    assert world.state_hash == before


def test_pictures_are_arrays(world: foxden.World, robot: foxden.Robot) -> None:
    camera, finder, lidar = (robot[name].enable(16) for name in ("camera", "finder", "lidar"))
    with pytest.raises(foxden.NotMeasuredError):
        camera.image
    camera.enable_segmentation()
    camera.enable_recognition(16)
    lidar.enable_point_cloud()
    world.step(3)
    image = camera.image
    assert image.shape == (24, 32, 4) and image.dtype == numpy.uint8
    # the red wall fills the middle; a picture is blue, green, red, alpha
    blue, green, red, alpha = (int(channel) for channel in image[12, 16])
    assert red > 2 * max(blue, green) and alpha == 255
    assert (camera.rgb[12, 16] == [red, green, blue]).all()
    assert not image.flags.writeable
    assert camera.segmentation.shape == (24, 32, 4)
    assert isinstance(camera.objects, list)
    assert finder.image.shape == (8, 16)
    assert finder.image[4, 8] == pytest.approx(0.95, abs=0.01)
    assert finder.max_range == 4.0
    assert lidar.image.shape == (2, 32)
    cloud = lidar.point_cloud
    assert cloud.shape == (64,) and set(cloud["layer"]) == {0, 1}
    kept = image.copy()
    world.node("WALL").translation = (3, 3, 3)
    world.step(2)
    assert (image == kept).all() and (camera.image != kept).any()


def test_packets_are_heard_once(world: foxden.World, robot: foxden.Robot) -> None:
    emitter, receiver = robot["emitter"], robot["receiver"].enable(16)
    # a robot hears itself only through another receiver
    text = (
        'Robot { name "other" translation 0 1 0.5 children '
        '[ Receiver { name "ear" channel 3 } ] }'
    )
    world.root.insert("children", text)
    ear = world.robot("other")["ear"].enable(16)
    world.step(2)
    emitter.send("hello")
    emitter.send(b"\x00\xff")
    world.step(3)
    assert [packet.data for packet in ear.take()] == [b"hello", b"\x00\xff"]
    assert ear.take() == [] and receiver.take() in ([], receiver.take())


def test_a_device_that_was_removed_raises(world: foxden.World, robot: foxden.Robot) -> None:
    eye, motor = robot["eye"].enable(16), robot["motor"]
    world.step(2)
    angle = robot["angle"].enable(16)
    eye.remove()
    # the others keep their places although all numbers changed
    motor.velocity = 1.0
    world.step(20)
    assert angle.value > 0.2
    assert not eye.exists
    with pytest.raises(foxden.RemovedError):
        eye.value
    with pytest.raises(foxden.RemovedError):
        eye.enable(16)
    robot.insert("children", 'LightSensor { name "eye" }')
    assert robot["eye"].enable(16) != eye
    world.step(2)
    assert robot["eye"].value >= 0


def test_batteries_have_accounts(world: foxden.World, robot: foxden.Robot) -> None:
    world.step(100)
    ledger = robot.energy
    assert ledger is not None and robot.battery == ledger.now
    assert ledger.start == 100.0 and ledger.computer > 0
    balance = ledger.start + ledger.received + ledger.written - ledger.computer - ledger.motors
    assert balance == pytest.approx(ledger.now)


def test_lights(world: foxden.World, robot: foxden.Robot) -> None:
    robot["led"].light(1)
    world.step()
    with pytest.raises(ValueError, match="whole"):
        robot["led"].light(0.5)  # type: ignore[arg-type]


def test_light_is_explained(world: foxden.World, robot: foxden.Robot) -> None:
    eye = robot["eye"].enable(16)
    world.step(2)
    before = world.state_hash
    explanation = eye.explain()
    assert world.state_hash == before
    assert explanation.value == pytest.approx(eye.value)
    part, = explanation.parts
    assert "LAMP" in part.light and part.occluder is None
    assert part.distance == pytest.approx(2.5)
