"""A client of a standard robot that writes down what its calls return and what the robot does."""

import threading
import time

import numpy as np
import RobotRaconteur as RR
from RobotRaconteur.Client import RRN

ROBOT = "com.robotraconteur.robotics.robot"
TRAJECTORY = "com.robotraconteur.robotics.trajectory"
HALT, JOG, PATH, POSITION = 0, 1, 2, 3
ZERO = np.zeros(6)


class Session:
    """Uses a robot and writes down what happens."""

    def __init__(self, url):
        self.url = url
        self.entries = []
        self.robot = RRN.ConnectService(url)
        self.states = self.robot.robot_state.Connect()
        self.states.WaitInValueValid(10)
        self.names = [joint.joint_identifier.name for joint in self.robot.robot_info.joint_info]
        self.seqno = 0

    def structure(self, name):
        return RRN.GetStructureType(name, self.robot)()

    def do(self, label, action):
        try:
            result = action()
            self.entries.append((label, "ok", plain(result)))
            return result
        except Exception as error:
            self.entries.append((label, "error", getattr(error, "errorcode", 0)))
            return None

    def wait(self, count=4):
        """Waits for some states."""
        wanted = self.states.InValue.seqno + count
        for _ in range(6000):
            if self.states.InValue.seqno >= wanted:
                return
            time.sleep(0.01)
        raise AssertionError("no states")

    def state(self, label):
        self.wait()
        state = self.states.InValue
        shown = (
            int(state.command_mode),
            int(state.operational_mode),
            int(state.controller_state),
            hex(state.robot_state_flags),
            bool(state.trajectory_running),
            len(state.joint_position_command),
        )
        self.entries.append((label, "state", (shown, np.array(state.joint_position))))

    def mode(self, label, mode):
        self.do(label, lambda: setattr(self.robot, "command_mode", mode))
        self.wait(2)

    def parameter(self, name, number):
        self.robot.setf_param(name, RR.VarValue(np.array([float(number)]), "double[]"))

    def reset(self, mode=HALT):
        self.parameter("sim_comm", 1)
        self.robot.reset_errors()
        self.robot.enable()
        self.wait(6)
        self.robot.command_mode = HALT
        self.wait(2)
        if mode != HALT:
            self.robot.command_mode = mode
            self.wait(2)

    def to_zero(self, mode):
        self.reset(JOG)
        self.robot.jog_freespace(ZERO, 3 * np.ones(6), True)
        self.reset(mode)

    def line(self, start, end, duration, count=41):
        trajectory = self.structure(TRAJECTORY + ".JointTrajectory")
        trajectory.joint_names = self.names
        trajectory.waypoints = []
        for part in np.linspace(0, 1, count):
            point = self.structure(TRAJECTORY + ".JointTrajectoryWaypoint")
            point.joint_position = start + (end - start) * part
            point.time_from_start = duration * part
            trajectory.waypoints.append(point)
        return trajectory


class Later:
    """A call in a thread."""

    def __init__(self, action):
        self.outcome = None
        self.thread = threading.Thread(target=self.run, args=(action,))
        self.thread.start()

    def run(self, action):
        try:
            self.outcome = (action(), None)
        except Exception as error:
            self.outcome = (None, error)

    def result(self):
        self.thread.join()
        value, error = self.outcome
        if error is not None:
            raise error
        return value


class Opaque:
    """A result that is not compared."""

    def __init__(self, inner):
        self.inner = inner


def status(value):
    """The action and the point; times of the reference jitter."""
    return (int(value.action_status), int(value.current_waypoint))


def plain(result):
    if isinstance(result, Opaque) or result is None:
        return None
    if isinstance(result, (bool, str)):
        return result
    if isinstance(result, (int, float)):
        return float(result)
    if isinstance(result, np.ndarray):
        return result
    if isinstance(result, (list, tuple)):
        return tuple(plain(item) for item in result)
    return None
