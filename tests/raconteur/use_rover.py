"""Drives a rover and looks through its devices, as programs for standard robots do.

Usage: use_rover.py PORT

The world is `worlds/rover.wbt`, in real time. The script uses only standard types and the
utilities of the companion package.
"""

import time

import numpy as np
import RobotRaconteur as RR
from RobotRaconteur.Client import RRN
from RobotRaconteurCompanion.Util.DeviceConnector import DeviceConnector, DeviceConnectorDetails
from RobotRaconteurCompanion.Util.ImageUtil import ImageUtil
from service_client import PATIENCE, Packets, connect, expect, peek, url, wait

HALT, JOG, VELOCITY = 0, 1, 4
DIFFERENTIAL_DRIVE, WHEEL = 3, 4


def information(robot):
    info = robot.robot_info
    assert info.robot_type == DIFFERENTIAL_DRIVE, info.robot_type
    names = [joint.joint_identifier.name for joint in info.joint_info]
    assert names == ["left", "right"], names
    assert [joint.joint_type for joint in info.joint_info] == [WHEEL, WHEEL]
    assert not info.chains, "a rover has no arm"
    assert all(joint.joint_limits.velocity > 0 for joint in info.joint_info)


def drive(subscription, robot, commands, seconds):
    """Sends wheel velocities with the number of the newest state, as long as it takes."""
    command = RRN.GetStructureType("com.robotraconteur.robotics.robot.RobotJointCommand", robot)
    states = subscription.SubscribeWire("robot_state")
    out = subscription.SubscribeWire("velocity_command")
    wait(lambda: states.TryGetInValue()[0], "a state")
    first = states.InValue.seqno
    number = 0
    while states.InValue.seqno - first < seconds * robot.isoch_info.update_rate:
        number += 1
        value = command()
        value.seqno, value.state_seqno = number, states.InValue.seqno
        value.command, value.units = np.array(commands, float), []
        out.SetOutValueAll(value)
        time.sleep(0.005)
    return states.InValue


def scan_ahead(scanner):
    """The distance of the wall in the middle of a new scan."""
    packets = Packets(scanner.laser_scan_sensor_data)
    wait(lambda: packets.received, "a scan")
    scan = packets.received[-1]
    packets.endpoint.Close()
    return float(scan.ranges[len(scan.ranges) // 2])


def redness(camera):
    """How much of the picture is the red wall."""
    picture = ImageUtil(RRN, camera).image_to_array(camera.capture_frame())
    assert picture.shape == (48, 64, 3)
    compressed = ImageUtil(RRN, camera).compressed_image_to_array(camera.capture_frame_compressed())
    assert compressed.shape == picture.shape
    blue, green, red = (picture[:, :, part].astype(int) for part in range(3))
    return float(np.mean((red > 60) & (red > 2 * green) & (red > 2 * blue)))


def stream(camera):
    packets = Packets(camera.preview_stream)
    camera.start_streaming()
    wait(lambda: len(packets.received) >= 3, "pictures")
    camera.stop_streaming()
    shown = ImageUtil(RRN, camera).compressed_image_to_array(packets.received[-1])
    assert shown.shape == (48, 64, 3)
    packets.endpoint.Close()


def find_devices():
    """Devices by their names, as programs with a list of devices do."""
    details = [
        DeviceConnectorDetails("camera", device="eye"),
        DeviceConnectorDetails("robot", device="rover"),
        DeviceConnectorDetails("address", urls=[url("robot")]),
    ]
    connector = DeviceConnector(details)
    for nickname, name in (("camera", "eye"), ("robot", "rover"), ("address", "rover")):
        devices = connector.GetDevice(nickname)
        device = devices.GetDefaultClientWait(PATIENCE)
        assert device.device_info.device.name == name
        # the name leads to services of the standard type only
        standard = "com.robotraconteur." + ("imaging.Camera" if nickname == "camera" else "robotics.robot.Robot")
        connected = devices.GetConnectedClients().values()
        types = {RRN.GetObjectType(client) for client in connected}
        assert types == {standard}, (nickname, types)
    connector.Close()


def main():
    find_devices()
    robot, camera, scanner = connect("robot"), connect("camera"), connect("rover_scan")
    information(robot)
    far, little = scan_ahead(scanner), redness(camera)
    assert 1.6 < far < 1.9, far
    assert little > 0.01, little
    stream(camera)
    subscription = RRN.SubscribeService(url("robot"))
    robot.command_mode = HALT
    robot.command_mode = VELOCITY
    state = drive(subscription, robot, [4, 4], 2)
    assert state.command_mode == VELOCITY
    # two seconds with 4 rad/s and wheels of 5 cm
    near, much = scan_ahead(scanner), redness(camera)
    assert far - near > 0.3, (far, near)
    assert much > little, (much, little)
    # commands that stay away stop the rover
    wait(lambda: np.max(np.abs(peek(robot.robot_state).joint_velocity)) < 1e-3, "the stop")
    expect(RR.InvalidOperationException, lambda: setattr(robot, "command_mode", JOG), "halt")
    robot.command_mode = HALT
    robot.command_mode = JOG
    before = np.array(peek(robot.robot_state).joint_position)
    robot.jog_joint(np.array([-2.0, 2.0]), 0.5, True)
    turned = np.array(peek(robot.robot_state).joint_position) - before
    assert turned[0] < -0.5 and turned[1] > 0.5, turned
    robot.command_mode = HALT
    subscription.Close()
    print("all is well")


main()
