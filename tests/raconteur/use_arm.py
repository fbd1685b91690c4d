"""Moves an arm by its working point with the genuine client.

Usage: use_arm.py PORT

The world is `worlds/arm.wbt`, paused.
"""

import numpy as np
import RobotRaconteur as RR
from RobotRaconteur.Client import RRN
from service_client import connect, expect, peek

HALT, JOG = 0, 1
BENT = np.array([0.2, -1.2, 1.4, -1.8, -1.5, 0.3])


def working_point(robot):
    pose = RRN.NamedArrayToArray(peek(robot.robot_state).kin_chain_tcp).flatten()
    return pose[:4], pose[4:]


def velocity(robot, angular, linear):
    dtype = RRN.GetNamedArrayDType("com.robotraconteur.geometry.SpatialVelocity", robot)
    return RRN.ArrayToNamedArray(np.array([*angular, *linear], float), dtype)


def steps_of(world, seconds):
    return round(seconds / world.basic_time_step)


def jog_cartesian(world, robot):
    still, up = velocity(robot, [0, 0, 0], [0, 0, 0]), velocity(robot, [0, 0, 0], [0, 0, 0.05])
    robot.command_mode = HALT
    expect(RR.InvalidOperationException, lambda: robot.jog_cartesian({0: up}, 1, False), "jog")
    robot.command_mode = JOG
    nan = velocity(robot, [0, 0, 0], [float("nan"), 0, 0])
    for velocities, timeout in (
        ({0: up}, 0),
        ({0: up}, float("nan")),
        ({1: up}, 1),
        ({-1: up}, 1),
        ({0: nan}, 1),
    ):
        expect(RR.InvalidArgumentException, lambda: robot.jog_cartesian(velocities, timeout, False))
    robot.jog_cartesian({0: still}, 0.1, False)
    robot.jog_freespace(BENT, 3 * np.ones(6), False)
    world.step(steps_of(world, 5))
    np.testing.assert_allclose(peek(robot.robot_state).joint_position, BENT, atol=1e-3)
    for direction in ([1, 0, 0], [0, 1, 0], [0, 0, 1]):
        direction = np.array(direction, float)
        for sign in (1, -1):
            rotation, place = working_point(robot)
            jog = {0: velocity(robot, [0, 0, 0], 0.05 * sign * direction)}
            robot.jog_cartesian(jog, 1.0, False)
            world.step(steps_of(world, 2))
            turned, moved = working_point(robot)
            way = moved - place
            # it takes a moment until it is quick, and another one until it rests
            assert 0.045 < sign * way @ direction < 0.056, way
            aside = way - (way @ direction) * direction
            assert np.linalg.norm(aside) < 0.002, way
            assert abs(abs(rotation @ turned) - 1) < 1e-4, (rotation, turned)
    # a turn about the working point leaves it where it is
    rotation, place = working_point(robot)
    robot.jog_cartesian({0: velocity(robot, [0, 0, 0.2], [0, 0, 0])}, 1.0, False)
    world.step(steps_of(world, 2))
    turned, moved = working_point(robot)
    assert np.linalg.norm(moved - place) < 0.003, moved - place
    angle = 2 * np.arccos(min(1, abs(rotation @ turned)))
    assert 0.18 < angle < 0.23, angle
    # what is too fast for the axes is slower, and the working point keeps its direction
    rotation, place = working_point(robot)
    robot.jog_cartesian({0: velocity(robot, [0, 0, 0], [0, 100, 0])}, 0.1, False)
    world.step(steps_of(world, 2))
    way = working_point(robot)[1] - place
    assert way[1] > 0 and np.linalg.norm(way[[0, 2]]) < 0.1 * way[1], way
    robot.command_mode = HALT
    world.step(1)


def main():
    world, robot = connect("world"), connect("robot")
    jog_cartesian(world, robot)
    print("all is well")


main()
