"""Devices: each class measures or acts as its node does."""

from __future__ import annotations

import math
from pathlib import Path

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
    # the array is the camera's memory, as long as it takes no other picture
    assert numpy.shares_memory(image, camera.image)
    assert numpy.shares_memory(finder.image, finder.image)
    assert numpy.shares_memory(lidar.point_cloud, lidar.point_cloud)
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
    assert robot["led"].value == 0
    world.step()
    assert robot["led"].value == 1
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


def test_motion_files_drive_motors(world: foxden.World, robot: foxden.Robot, tmp_path: Path) -> None:
    file = tmp_path / "wave.motion"
    file.write_text("#WEBOTS_MOTION,V1.0,motor\n00:00:000,down,0\n00:00:800,up,0.8\n")
    motion = foxden.Motion(file)
    assert motion.positions(400) == {"motor": 0.4}
    assert motion.positions(5000) == motion.positions(800) == {"motor": 0.8}
    while world.time < 1.0:
        motion.drive(robot, 1000 * world.time)
        world.step()
    assert robot["motor"].target_position == 0.8
    file.write_text("#WEBOTS_MOTION,V1.0,motor\n00:00:000,down,far\n")
    with pytest.raises(ValueError, match="wave.motion: line 2: expected a number"):
        foxden.Motion(file)
    with pytest.raises(foxden.UnknownNameError, match="did you mean 'motor'"):
        foxden.Motion.parse("#WEBOTS_MOTION,V1.0,moter\n00:00:000,a,0\n").drive(robot, 0)


def test_displays_show_drawings(world: foxden.World, robot: foxden.Robot) -> None:
    robot.insert("children", 'Display { name "screen" width 20 height 10 }')
    screen = robot.device("screen", foxden.Display)
    assert (screen.width, screen.height) == (20, 10)
    screen.set_color((0, 255, 0))
    screen.draw_line(0, 0, 19, 0)
    screen.draw_rectangle(1, 2, 3, 3, fill=True)
    screen.draw_oval(10, 6, 2, 2, fill=True)
    screen.draw_polygon([(14, 3), (18, 3), (18, 8)], fill=True)
    screen.draw_pixel(0, 9)
    assert not screen.image[..., :3].any(), "drawings act with the next step"
    world.step()
    image = screen.image
    green = [0, 255, 0, 255]
    for x, y in [(0, 0), (19, 0), (2, 3), (10, 6), (17, 4), (0, 9)]:
        assert image[y, x].tolist() == green, (x, y)
    assert image[9, 5].tolist() == [0, 0, 0, 255]
    # a part of it elsewhere, and a picture of three channels
    screen.draw_image(image[2:5, 1:4], 5, 2)
    screen.draw_image(numpy.full((2, 2, 3), 7, dtype=numpy.uint8), 18, 8)
    world.step()
    assert screen.image[3, 6].tolist() == green
    assert screen.image[9, 19].tolist() == [7, 7, 7, 255]
    screen.set_font("Arial", 8)
    screen.draw_text("x", 0, 0)
    world.step()
    assert (screen.image != image).any()
    with pytest.raises(ValueError, match="3 or 4 channels"):
        screen.draw_image(numpy.zeros((2, 2)))
    with pytest.raises(ValueError, match="0xRRGGBB"):
        screen.set_color(0x1FFFFFF)
    with pytest.raises(ValueError, match="three points"):
        screen.draw_polygon([(0, 0), (1, 1)])
    with pytest.raises(OverflowError):
        screen.draw_pixel(2**40, 0)


def test_displays_show_cameras(world: foxden.World, robot: foxden.Robot) -> None:
    robot.insert("children", 'Display { name "screen" width 32 height 24 }')
    screen = robot.device("screen", foxden.Display)
    camera = robot.device("camera", foxden.Camera).enable(16)
    screen.attach_camera(camera)
    world.step(3)
    assert (screen.image[12, 16, :3] == camera.rgb[12, 16]).all()
    screen.detach_camera()
    with pytest.raises(TypeError, match="a Camera is needed"):
        screen.attach_camera(robot["eye"])  # type: ignore[arg-type]


def test_pens_have_ink() -> None:
    world = foxden.load_text(
        """#VRML_SIM R2023b utf8
WorldInfo { }
Viewpoint { }
Robot { name "painter" children [ Pen { name "pen" } ] }
"""
    )
    pen = world.robot("painter").device("pen", foxden.Pen)
    pen.write()
    pen.set_ink(0xFF8000, 0.5)
    world.step()
    with pytest.raises(ValueError, match="0xRRGGBB"):
        pen.set_ink((0, 0, 300))
    with pytest.raises(ValueError, match="finite"):
        pen.set_ink(0, float("nan"))
