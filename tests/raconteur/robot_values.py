"""What `compare_robots.py` expects of the arm without asking a robot of today: values that the
genuine abstract robot gave for a UR5e, which `worlds/arm.wbt` is, and how long things take."""

import time

import numpy as np
import RobotRaconteur as RR
from robot_session import HALT, JOG, PATH, ZERO, Session
from RobotRaconteur.Client import RRN

TURN = 2 * np.pi
# name, least and greatest position, velocity and acceleration
JOINTS = [
    ("shoulder_pan_joint", -TURN, TURN, 3.15),
    ("shoulder_lift_joint", -TURN, TURN, 3.15),
    ("elbow_joint", -np.pi, np.pi, 3.15),
    ("wrist_1_joint", -TURN, TURN, 3.2),
    ("wrist_2_joint", -TURN, TURN, 3.2),
    ("wrist_3_joint", -TURN, TURN, 3.2),
]
H = [[0, 0, 1], [0, -1, 0], [0, -1, 0], [0, -1, 0], [0, 0, -1], [0, -1, 0]]
P = [
    [0, 0, 0],
    [0, 0, 0.1625],
    [-0.425, 0, 0],
    [-0.3922, 0, 0],
    [0, -0.1333, 0],
    [0, 0, -0.0997],
    [0, -0.0996, 0],
]
FLANGE = [0, 0, np.sqrt(0.5), np.sqrt(0.5), 0, 0, 0]
# jog, trajectory, position command, reset of errors, enabling, speed ratio
REFERENCE_CAPABILITIES = 0x467
# ours besides: velocity command, queueing
CAPABILITIES = REFERENCE_CAPABILITIES | 0x8 | 0x200
RADIAN, NEWTON_METRE, REVOLUTE, SERIAL = 2, 65, 1, 1
# 0.5 rad at 1 rad/s with 3.15 rad/s²: 817 ms and a step; the reference took 829 ms
JOG_TIME = 0.829


def numbers(array):
    return RRN.NamedArrayToArray(array)


def information(robot):
    info = robot.robot_info
    assert info.robot_type == SERIAL
    assert info.robot_capabilities == CAPABILITIES, hex(info.robot_capabilities)
    assert len(info.joint_info) == len(JOINTS)
    for joint, (name, low, high, speed) in zip(info.joint_info, JOINTS):
        limits = joint.joint_limits
        assert joint.joint_identifier.name == name
        assert joint.joint_type == REVOLUTE
        units = (joint.default_units, joint.default_effort_units)
        assert units == (RADIAN, NEWTON_METRE), units
        found = [limits.lower, limits.upper, limits.velocity, limits.acceleration]
        np.testing.assert_allclose(found, [low, high, speed, speed], err_msg=name)
        found = [limits.reduced_velocity, limits.reduced_acceleration, limits.jerk, limits.home]
        np.testing.assert_allclose(found, [speed, speed, 0, 0], err_msg=name)
    (chain,) = info.chains
    assert chain.kin_chain_identifier.name == "robot_arm"
    assert list(chain.joint_numbers) == list(range(6))
    np.testing.assert_allclose(numbers(chain.H), H, atol=1e-9)
    np.testing.assert_allclose(numbers(chain.P), P, atol=1e-9)
    np.testing.assert_allclose(numbers(chain.flange_pose).flatten(), FLANGE, atol=1e-9)
    assert len(chain.link_identifiers) == 7
    assert chain.current_tool is None and chain.current_payload is None
    isoch = robot.isoch_info
    assert (isoch.update_rate, isoch.max_downsample) == (100, 1000)
    (described,) = robot.device_info.device_classes
    assert described.class_identifier.name == "robot"
    assert list(described.subclasses)[:2] == ["serial", "serial_six_axis"]
    assert list(robot.device_info.implemented_types) == ["com.robotraconteur.robotics.robot.Robot"]


def time_stamps(session):
    """States have the time of the clock of the device."""
    states, clocks = {}, {}

    def of_state(wire, state, timestamp):
        states[int(state.seqno)] = int(state.ts[0]["microseconds"])

    def of_clock(wire, now, timestamp):
        moment = now[0]["device_ts"]
        clocks[int(now[0]["device_seqno"])] = 10**6 * int(moment["seconds"]) + int(moment["nanoseconds"]) / 1e3

    session.states.WireValueChanged += of_state
    clock = session.robot.device_clock_now.Connect()
    clock.WireValueChanged += of_clock
    for _ in range(100):
        session.wait(10)
        both = set(states) & set(clocks)
        if len(both) > 20:
            break
    clock.Close()
    session.states.WireValueChanged -= of_state
    assert len(both) > 20, "no clock"
    apart = [abs(states[seqno] - clocks[seqno]) for seqno in both]
    assert max(apart) < 2, max(apart)


def jog_time(session):
    """A jog takes as long as in the reference, in the time of the robot."""
    robot = session.robot
    session.to_zero(JOG)
    moving = []

    def seen(wire, state, timestamp):
        if np.any(np.abs(state.joint_velocity) > 1e-9):
            moving.append(state.seqno)

    session.states.WireValueChanged += seen
    robot.jog_freespace(np.array([0.5, 0, 0, 0, 0, 0]), np.ones(6), True)
    session.wait()
    session.states.WireValueChanged -= seen
    duration = (moving[-1] - moving[0] + 1) / robot.isoch_info.update_rate
    assert abs(duration - JOG_TIME) < 0.03, duration


def next_time(session):
    """A Next answers after 5 s, before the request ends after 15 s."""
    robot = session.robot
    session.to_zero(PATH)
    path = robot.execute_trajectory(session.line(ZERO, ZERO, 8, 161))
    start = time.monotonic()
    status = path.Next()
    assert time.monotonic() - start > 4.9
    assert status.action_status == 2, "running"
    assert 4 < status.trajectory_time < 8 and 80 < status.current_waypoint < 160, status
    path.Close()


def locks(robot):
    """Objects are locked for users, and there are none."""
    try:
        RRN.RequestObjectLock(robot, RR.RobotRaconteurObjectLockFlags_USER_LOCK)
    except RR.InvalidOperationException:
        return
    raise AssertionError("locked without a user")


def two_clients(session, url):
    """A client cannot set another mode than halt while another one jogs."""
    session.reset(JOG)
    other = RRN.ConnectService(url)
    try:
        other.command_mode = PATH
    except RR.InvalidOperationException:
        pass
    else:
        raise AssertionError("another mode without halt")
    other.command_mode = HALT
    assert session.robot.command_mode == HALT
    RRN.DisconnectService(other)


def session_end(session, url):
    """A robot stops when the client that moves it has left; in the reference it goes on."""
    session.to_zero(HALT)
    other = RRN.ConnectService(url)
    other.command_mode = JOG
    other.jog_freespace(np.array([2.0, 0, 0, 0, 0, 0]), 0.1 * np.ones(6), False)
    session.wait(50)
    assert session.states.InValue.joint_position[0] > 0.01, "it does not move"
    RRN.DisconnectService(other)
    # it stops a second after that was noticed
    for _ in range(20):
        before = session.states.InValue.joint_position[0]
        session.wait(100)
        now = session.states.InValue.joint_position[0]
        if now == before:
            break
    assert now == before and now < 1.9, (before, now)
    session.to_zero(HALT)


def check(url):
    session = Session(url)
    information(session.robot)
    time_stamps(session)
    jog_time(session)
    next_time(session)
    locks(session.robot)
    two_clients(session, url)
    session_end(session, url)
    RRN.DisconnectService(session.robot)
