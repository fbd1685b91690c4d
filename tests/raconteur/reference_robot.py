"""An ideal robot on the genuine abstract robot of PyPI, with the description of another one.

Usage: reference_robot.py URL

Prints its own port. The description (axes, limits, chain) is that of the robot at the URL, so
both are the same robot. Parameters `sim_fault`, `sim_estop` and `sim_comm` provoke faults.
"""

import sys
import time

import general_robotics_toolbox as rox
import numpy as np
import RobotRaconteur as RR
import RobotRaconteurCompanion as RRC
from robotraconteur_abstract_robot import AbstractRobot

RRN = RR.RobotRaconteurNode.s


class IdealRobot(AbstractRobot):
    def __init__(self, info):
        super().__init__(info, len(info.joint_info))
        self._update_period = 0.01
        self._is_on = True
        self._is_faulty = self._is_stopped = False
        self._is_heard = True
        self._place = np.zeros(len(info.joint_info))
        self._speed = np.zeros(len(info.joint_info))
        # jog, trajectory, position command, reset of errors, enabling, speed ratio
        self.robot_info.robot_capabilities = 0x1 | 0x2 | 0x4 | 0x20 | 0x40 | 0x400

    def _run_timestep(self, now):
        if self._is_heard:
            time_now = self._stopwatch_ellapsed_s()
            self._last_joint_state = self._last_endpoint_state = self._last_robot_state = time_now
            with self._lock:
                self._joint_position = np.copy(self._place)
                self._joint_velocity = np.copy(self._speed)
                self._joint_effort = np.zeros(len(self._place))
                end = rox.fwdkin(self._rox_robots[0], self._place, True)
                self._endpoint_pose = [self._geometry_util.rox_transform_to_pose(end)]
                self._endpoint_vel = [np.zeros((1,), dtype=self._spatial_velocity_dtype)]
                self._enabled = self._is_on
                self._ready = self._is_on and not self._is_faulty and not self._is_stopped
                self._stopped = self._is_stopped
                self._estop_source = 1 if self._is_stopped else 0
                self._error = self._is_faulty
        super()._run_timestep(now)

    def _send_robot_command(self, now, positions, velocities):
        self._position_command = None
        self._speed = np.zeros(len(self._place))
        if positions is not None:
            positions = np.asarray(positions, dtype=float)
            self._speed = (positions - self._place) / self._update_period
            self._place = self._position_command = positions

    def _send_disable(self, handler):
        self._is_on = False
        handler(None)

    def _send_enable(self, handler):
        self._is_on = True
        handler(None)

    def _send_reset_errors(self, handler):
        self._is_faulty = self._is_stopped = False
        handler(None)

    def setf_param(self, name, value):
        if name == "sim_fault":
            self._is_faulty = bool(value.data[0])
        elif name == "sim_estop":
            self._is_stopped = bool(value.data[0])
        elif name == "sim_comm":
            self._is_heard = bool(value.data[0])
        else:
            super().setf_param(name, value)


def main():
    RRC.RegisterStdRobDefServiceTypes(RRN)
    flags = (
        RR.RobotRaconteurNodeSetupFlags_ENABLE_TCP_TRANSPORT
        | RR.RobotRaconteurNodeSetupFlags_TCP_TRANSPORT_START_SERVER
        | RR.RobotRaconteurNodeSetupFlags_TCP_TRANSPORT_LISTEN_LOCALHOST
    )
    with RR.RobotRaconteurNodeSetup("test.reference_robot", 0, flags=flags) as node:
        other = RRN.ConnectService(sys.argv[1])
        robot = IdealRobot(other.robot_info)
        RRN.DisconnectService(other)
        RRN.RegisterService("robot", "com.robotraconteur.robotics.robot.Robot", robot)
        robot._start_robot()
        print(node.tcp_transport.GetListenPort(), flush=True)
        # ends with its parent
        while sys.stdin.read(1):
            time.sleep(1)


if __name__ == "__main__":
    main()
