"""Uses a gripper that is plugged in a slot, as programs for standard robots do.

Usage: use_gripper.py PORT

The world is `worlds/gripper.wbt`, in real time.
"""

import numpy as np
import RobotRaconteur as RR
from RobotRaconteur.Client import RRN
from RobotRaconteurCompanion.Util.DeviceConnector import DeviceConnector, DeviceConnectorDetails
from service_client import PATIENCE, Watched, connect, expect, peek, url, wait

HALT, JOG = 0, 1
OPENED, CLOSED = 0x40, 0x80
BASIC_OR_ELECTRIC = (1, 4)


def grip(subscription):
    """Opens and closes; a subscription sees the state."""
    states = subscription.SubscribeWire("tool_state")
    gripper = subscription.GetDefaultClientWait(PATIENCE)
    info = gripper.tool_info
    assert info.tool_type in BASIC_OR_ELECTRIC, info.tool_type
    assert info.command_min < info.command_max
    for command, flag, position in (
        (gripper.open, OPENED, info.command_max),
        (gripper.close, CLOSED, info.command_min),
        (gripper.open, OPENED, info.command_max),
    ):
        command()
        wait(lambda: states.TryGetInValue()[0] and states.InValue.tool_state_flags & flag, "flag %x" % flag)
        assert abs(states.InValue.position - position) < 0.02, states.InValue.position
    middle = (info.command_min + info.command_max) / 2
    gripper.setf_command(middle)
    wait(lambda: abs(states.InValue.position - middle) < 0.02, "the middle")
    expect(RR.InvalidArgumentException, lambda: gripper.setf_command(info.command_max + 1))
    expect(RR.InvalidArgumentException, lambda: gripper.setf_command(float("nan")))


def turn(robot):
    """The robot under the gripper has its own axes only."""
    joints = [joint.joint_identifier.name for joint in robot.robot_info.joint_info]
    assert joints == ["turn"], joints
    robot.command_mode = HALT
    robot.command_mode = JOG
    robot.jog_freespace(np.array([0.5]), np.array([1.0]), True)
    np.testing.assert_allclose(peek(robot.robot_state).joint_position, [0.5], atol=1e-3)
    robot.command_mode = HALT


def unplug(world):
    """Without the tool there is no gripper."""
    watched = Watched("gripper")
    (name,) = [name for name in world.slot_names if world.get_slot(name).slot_type == "gripper+"]
    slot = world.get_slot(name)
    expect(RR.InvalidOperationException, lambda: slot.plug('Slot { type "gripper-" }'), "unplug")
    slot.unplug()
    wait(lambda: watched.is_closed(lambda gripper: gripper.device_info), "the end of the service")
    expect(RR.RobotRaconteurException, watched.client.open)
    expect(RR.RobotRaconteurException, lambda: RRN.ConnectService(url("gripper")))
    expect(RR.RobotRaconteurException, lambda: slot.plug('Slot { type "other-" }'))


def main():
    connector = DeviceConnector([DeviceConnectorDetails("gripper", urls=[url("gripper")])])
    grip(connector.GetDevice("gripper"))
    connector.Close()
    turn(connect("robot"))
    unplug(connect("world"))
    print("all is well")


main()
