"""The calls that `compare_robots.py` makes to two robots."""

import numpy as np
from robot_session import HALT, JOG, PATH, POSITION, ROBOT, ZERO, Later, Opaque, Session, plain, status
from RobotRaconteur.Client import RRN


def seconds(moment):
    """Seconds of a `TimeSpec2` or `DateTimeUTC`."""
    return int(moment["seconds"]) + int(moment["nanoseconds"]) / 1e9


class Calls(Session):
    """Uses everything that a standard robot has."""

    def all(self):
        self.modes()
        self.faults()
        self.jogs()
        self.interruptions()
        self.trajectories()
        self.refusals()
        self.commands()
        self.rates()
        self.tools()

    def modes(self):
        robot = self.robot
        for name in ("operational_mode", "controller_state", "current_errors", "speed_ratio"):
            self.do(name, lambda: getattr(robot, name))
        self.state("at the start")
        self.mode("halt to jog", JOG)
        self.mode("jog to trajectory", PATH)
        self.mode("jog to jog", JOG)
        self.state("jog")
        self.mode("jog to halt", HALT)
        self.mode("homing", 5)
        self.mode("velocity mode", 4)
        self.mode("again halt", HALT)
        self.mode("position", POSITION)
        self.mode("position to halt", HALT)
        self.mode("trajectory", PATH)
        self.mode("trajectory to halt", HALT)
        self.mode("mode 7", 7)
        self.mode("mode -1", -1)
        self.do("halt()", robot.halt)
        for ratio in (0.05, 0.1, 10, 10.5, 0, 1):
            self.do("speed_ratio %s" % ratio, lambda: setattr(robot, "speed_ratio", ratio))
        self.do("home()", lambda: robot.home().Next())
        self.do("getf_signal", lambda: robot.getf_signal("x"))
        self.do("setf_signal", lambda: robot.setf_signal("x", [1.0]))
        self.do("getf_param", lambda: robot.getf_param("x"))
        self.do("setf_param", lambda: self.parameter("x", 1))
        velocity = RRN.GetNamedArrayDType("com.robotraconteur.geometry.SpatialVelocity", robot)
        self.do(
            "jog_cartesian", lambda: robot.jog_cartesian({0: np.zeros((1,), velocity)}, 1, False)
        )
        self.do("robot_info = None", lambda: setattr(robot, "robot_info", None))

    def faults(self):
        robot = self.robot
        self.reset(JOG)
        self.do("disable in jog", robot.disable)
        self.state("disabled")
        self.mode("halt while disabled", HALT)
        self.mode("jog while disabled", JOG)
        self.do("enable", robot.enable)
        self.state("enabled")
        for name, number in (("sim_fault", 1), ("sim_estop", 1)):
            self.reset(JOG)
            self.parameter(name, number)
            self.state(name)
            self.mode(name + ": halt", HALT)
            self.mode(name + ": jog", JOG)
            self.do(name + ": reset_errors", robot.reset_errors)
            self.state(name + " is over")
        self.reset(JOG)
        self.parameter("sim_comm", 0)
        self.wait(10)
        self.state("silent for a moment")
        self.wait(30)
        self.state("silent")
        self.mode("silent: halt", HALT)
        self.mode("silent: jog", JOG)
        self.parameter("sim_comm", 1)
        self.wait(10)
        self.state("silence is over")

    def jogs(self):
        robot, ones = self.robot, np.ones(6)
        target = np.array([0.3, 0, 0, 0, 0, 0.1])
        self.reset()
        self.do("jog in halt", lambda: robot.jog_freespace(ZERO, ones, True))
        self.mode("to jog", JOG)
        self.do("jog", lambda: robot.jog_freespace(target, ones, True))
        self.state("after the jog")
        self.do("jog without waiting", lambda: robot.jog_freespace(ZERO, ones, False))
        self.wait(90)
        self.state("after that jog")
        beyond, far = ZERO.copy(), ZERO.copy()
        beyond[0], far[0] = 6.5, 18
        for label, positions, velocities in (
            ("jog to the same place", ZERO, ones),
            ("jog 5 elements", np.zeros(5), ones),
            ("jog 5 velocities", ZERO, np.ones(5)),
            ("jog velocity 0", ZERO, np.array([1, 1, 0, 1, 1, 1.0])),
            ("jog velocity negative", ZERO, -ones),
            ("jog too fast", target, 10 * ones),
            ("jog too far", far, 3 * ones),
            ("jog NaN", ZERO * np.nan, ones),
        ):
            self.do(label, lambda: robot.jog_freespace(positions, velocities, True))
        self.do("jog beyond limits", lambda: robot.jog_freespace(beyond, ones, False))
        self.to_zero(JOG)
        self.state("at zero")

    def interruptions(self):
        robot, half = self.robot, 0.5 * np.ones(6)
        target, speed = ZERO.copy(), ZERO.copy()
        target[0], speed[0] = 1.0, 0.3
        self.to_zero(JOG)
        # the entries of threads come when they are joined
        first = Later(lambda: robot.jog_freespace(target, half, True))
        self.wait(30)
        self.do("a second jog", lambda: robot.jog_freespace(ZERO, half, True))
        self.do("the first jog", first.result)
        waiting = Later(lambda: robot.jog_freespace(target, half, True))
        self.wait(30)
        self.mode("halt while a jog waits", HALT)
        self.do("the halted jog", waiting.result)
        self.to_zero(JOG)
        waiting = Later(lambda: robot.jog_freespace(target, half, True))
        self.wait(30)
        self.do("disable while a jog waits", robot.disable)
        self.do("the disabled jog", waiting.result)
        self.to_zero(JOG)
        self.do("jog_joint", lambda: robot.jog_joint(speed, 0.5, True))
        self.state("after jog_joint")
        self.do("jog_joint back", lambda: robot.jog_joint(-speed, 0.5, True))
        self.state("after jog_joint back")
        for _ in range(5):
            robot.jog_joint(speed, 0.2, False)
            self.wait(10)
        self.wait(40)
        for label, velocities, timeout in (
            ("jog_joint timeout 0", speed, 0),
            ("jog_joint timeout -1", speed, -1),
            ("jog_joint 5 elements", np.zeros(5), 1),
            ("jog_joint +10 rad/s", speed * 100 / 3, 0.1),
            ("jog_joint -10 rad/s", -speed * 100 / 3, 0.1),
        ):
            self.do(label, lambda: robot.jog_joint(velocities, timeout, True))
        self.to_zero(JOG)
        robot.speed_ratio = 2.0
        self.do("jog at twice the speed", lambda: robot.jog_freespace(target * 0.5, half, True))
        self.state("after the quick jog")
        robot.speed_ratio = 1.0
        self.reset()
        self.do("jog_joint in halt", lambda: robot.jog_joint(speed, 0.1, True))

    def trajectories(self):
        robot = self.robot
        end = ZERO.copy()
        end[0] = 0.2
        self.to_zero(HALT)
        self.do("trajectory in halt", lambda: robot.execute_trajectory(self.line(ZERO, end, 1)))
        self.mode("to trajectory", PATH)
        path = robot.execute_trajectory(self.line(ZERO, end, 1))
        self.wait(20)
        self.state("Next was not called")
        self.do("Next", lambda: status(path.Next()))
        self.wait()
        self.state("complete")
        self.do("Next after complete", path.Next)
        path = robot.execute_trajectory(self.line(end, ZERO, 5.6, 141))
        self.do("Next for 5 s", lambda: path.Next().action_status)
        self.do("advanced state of a trajectory", self.of_trajectory)
        self.do("Next until complete", lambda: status(path.Next()))
        self.do("TryNext after complete", lambda: path.TryNext()[0])
        everywhere = np.array([0.2, -0.3, 0.25, -0.1, 0.15, 0.1])
        path = robot.execute_trajectory(self.line(ZERO, everywhere, 1))
        self.do("Next of all joints", lambda: status(path.Next()))
        self.state("after all joints")
        self.to_zero(PATH)
        first = robot.execute_trajectory(self.line(ZERO, end, 1))
        self.do(
            "second begins where the first ends",
            lambda: Opaque(robot.execute_trajectory(self.line(end, ZERO, 1))),
        )
        first.Close()
        self.to_zero(PATH)
        self.queue()
        for name in ("Abort", "Close"):
            self.to_zero(PATH)
            path = robot.execute_trajectory(self.line(ZERO, end, 2))
            pending = Later(lambda: status(path.Next()))
            self.wait(30)
            self.do(name, getattr(path, name))
            self.do("Next while " + name, pending.result)
            self.wait(10)
            self.state("after " + name)
            self.do("Next after " + name, path.Next)
        for label, action in (
            ("halt", lambda: setattr(robot, "command_mode", HALT)),
            ("fault", lambda: self.parameter("sim_fault", 1)),
        ):
            self.to_zero(PATH)
            path = robot.execute_trajectory(self.line(ZERO, end, 2))
            pending = Later(lambda: status(path.Next()))
            self.wait(30)
            self.do(label + " during a trajectory", action)
            self.do("Next during " + label, pending.result)
            self.wait(10)
            self.state("after " + label)
            self.do("Next after " + label, path.Next)

    def queue(self):
        robot = self.robot
        loop = lambda: self.line(ZERO, ZERO, 1)
        first, second = robot.execute_trajectory(loop()), robot.execute_trajectory(loop())
        self.do("queued", lambda: second.Next().action_status)
        self.do("first is complete", lambda: status(first.Next()))
        self.do("queued runs", lambda: second.Next().action_status)
        self.do("queued is complete", lambda: status(second.Next()))
        self.do("queued is over", second.Next)
        first, second = robot.execute_trajectory(loop()), robot.execute_trajectory(loop())
        self.do("queued again", lambda: second.Next().action_status)
        running = Later(lambda: status(first.Next()))
        self.wait(10)
        waiting = Later(lambda: status(second.Next()))
        self.wait(20)
        self.do("Close of the first", first.Close)
        self.do("Next of the first", running.result)
        self.do("Next of the queued one", waiting.result)
        self.wait(10)
        self.state("after Close of the first")

    def refusals(self):
        robot = self.robot
        end = ZERO.copy()
        end[0] = 0.3
        self.to_zero(PATH)

        def set_all(waypoints):
            for point in waypoints:
                point.joint_position = point.joint_position + 7

        for label, change in (
            ("wrong names", lambda t: setattr(t, "joint_names", ["a"] * 6)),
            ("4 points", lambda t: setattr(t, "waypoints", t.waypoints[:4])),
            ("waypoints null", lambda t: setattr(t, "waypoints", None)),
            ("first time", lambda t: setattr(t.waypoints[0], "time_from_start", 0.01)),
            ("times do not rise", lambda t: setattr(t.waypoints[5], "time_from_start", 0.2)),
            ("beyond limits", lambda t: set_all(t.waypoints)),
            ("5 joints", lambda t: setattr(t.waypoints[3], "joint_position", np.zeros(5))),
            ("5 velocities", lambda t: setattr(t.waypoints[3], "joint_velocity", np.zeros(5))),
        ):
            trajectory = self.line(ZERO, end, 2)
            change(trajectory)
            self.do(label, lambda: robot.execute_trajectory(trajectory))
        for label, trajectory in (
            ("250 ms between points", self.line(ZERO, end, 2, 9)),
            ("too fast", self.line(ZERO, end * 20, 0.5)),
            ("starts elsewhere", self.line(ZERO + 0.2, end + 0.2, 2)),
        ):
            self.do(label, lambda: robot.execute_trajectory(trajectory))
        trajectory = self.line(ZERO, end, 1, 21)
        trajectory.joint_names = []
        path = self.do("no names", lambda: Opaque(robot.execute_trajectory(trajectory)))
        self.do("Next without names", lambda: status(path.inner.Next()))
        robot.speed_ratio = 2.0
        path = robot.execute_trajectory(self.line(end, ZERO, 1))
        self.do("Next at twice the speed", lambda: status(path.Next()))
        robot.speed_ratio = 1.0
        self.to_zero(PATH)
        trajectory = self.line(ZERO, end, 1, 21)
        trajectory.joint_names = None
        self.do("joint_names null", lambda: Opaque(robot.execute_trajectory(trajectory)))

    def commands(self):
        robot = self.robot
        self.to_zero(HALT)
        wire = robot.position_command.Connect()

        def send(seqno, ahead, position, units=None):
            command = self.structure(ROBOT + ".RobotJointCommand")
            command.seqno = seqno
            command.state_seqno = max(0, self.states.InValue.seqno + ahead)
            command.command = position
            if units is not None:
                command.units = np.array(units, np.uint8)
            wire.OutValue = command

        def at(position):
            return np.array([position, 0, 0, 0, 0, 0])

        send(1, 0, at(0.01))
        self.state("command in halt")
        self.mode("to position", POSITION)
        for label, seqno, ahead, position, units in (
            ("command", 2, 0, at(0.02), None),
            ("same number", 2, 0, at(0.03), None),
            ("older number", 1, 0, at(0.04), None),
            ("20 behind", 3, -20, at(0.05), None),
            ("8 ahead", 4, 8, at(0.06), None),
            ("5 elements", 6, 0, np.zeros(5), None),
            ("radian", 7, 0, at(0.08), [2] * 6),
            ("degree", 8, 0, at(4.0), [3] * 6),
            ("ticks", 9, 0, at(2**20 / 100), [5] * 6),
            ("metre", 10, 0, at(0.1), [1] * 6),
            ("3 units", 11, 0, at(0.1), [2] * 3),
            ("zero", 13, 0, ZERO, None),
        ):
            send(seqno, ahead, position, units)
            self.state("command: " + label)
            self.wait(12)
            self.state("command is old: " + label)
        send(14, 60, at(0.07))
        self.state("command 60 ahead")
        self.wait(50)
        self.state("command 60 ahead, later")
        send(15, 0, ZERO)
        self.wait(20)
        send(16, 0, np.array([np.nan, 0, 0, 0, 0, 0]))
        self.state("command NaN")
        send(17, 0, ZERO)
        self.state("command after NaN")
        wire.Close()
        other = RRN.ConnectService(self.url)
        command = RRN.GetStructureType(ROBOT + ".RobotJointCommand", other)()
        command.seqno, command.command = 1, at(0.02)
        command.state_seqno = self.states.InValue.seqno
        self.do("poke of another client", lambda: other.position_command.PokeOutValue(command))
        self.state("after the poke")
        RRN.DisconnectService(other)
        self.reset()

    def rates(self):
        robot = self.robot
        seen = []
        self.states.WireValueChanged += lambda wire, value, time: seen.append(value.seqno)
        for count in (1, 4, 1001, 0):
            label = "downsample %d" % count
            self.do(label, lambda: setattr(robot, "isoch_downsample", count))
            if count < 100:
                self.wait(20)
                seen.clear()
                self.wait(60)
                steps = np.diff(list(seen))
                # a busy machine may lose values, but never give one that is left out
                entry = all(step % (count + 1) == 0 for step in steps)
                self.entries.append((label + " steps", "ok", entry))
        self.do("advanced state", lambda: self.advanced())
        self.do("clock", self.clock)
        self.do("packets", self.packets)
        self.do("peek position_command", lambda: robot.position_command.PeekInValue())
        state = self.states.InValue
        self.do("poke robot_state", lambda: robot.robot_state.PokeOutValue(state))

    def advanced(self):
        """What the advanced state has besides the state."""
        state = self.robot.advanced_robot_state.PeekInValue()[0]
        pose = RRN.NamedArrayToArray(state.kin_chain_tcp).flatten()
        velocity = RRN.NamedArrayToArray(state.kin_chain_tcp_vel).flatten()
        units = (np.array(state.joint_position_units), np.array(state.joint_effort_units))
        times = (state.trajectory_time, state.trajectory_max_time, state.trajectory_current_waypoint)
        return (*units, pose, velocity, *map(float, times))

    def of_trajectory(self):
        """Where the trajectory is that runs."""
        state = self.robot.advanced_robot_state.PeekInValue()[0]
        waypoint = int(state.trajectory_current_waypoint)
        return (state.trajectory_time > 4.5, float(state.trajectory_max_time), waypoint > 80)

    def clock(self):
        """The clock shows the moment of the state with the same number, near real time."""
        wire = self.robot.device_clock_now
        now = wire.PeekInValue()[0][0]
        state = self.robot.robot_state.PeekInValue()[0]
        moments = [seconds(now["device_ts"]), seconds(now["device_utc"]), state.ts[0]["microseconds"] / 1e6]
        behind = int(state.seqno) - int(now["device_seqno"])
        return (0 <= behind < 50, bool(max(moments) - min(moments) < 10))

    def packets(self):
        """The pipe has each state once, with a header."""
        pipe = self.robot.robot_state_sensor_data.Connect(-1)
        packets = [pipe.ReceivePacketWait(10) for _ in range(3)]
        pipe.Close()
        headers = [packet.data_header for packet in packets]
        numbers = [int(header.seqno) for header in headers]
        states = [int(packet.robot_state.seqno) for packet in packets]
        return (numbers == states, sorted(set(numbers)) == numbers, headers[0].source_info.source.name)

    def tools(self):
        robot = self.robot
        events = []
        robot.tool_changed += lambda chain, name: events.append(("tool", int(chain), name))
        robot.payload_changed += lambda chain, name: events.append(("payload", int(chain), name))

        def array(name):
            dtype = RRN.GetNamedArrayDType("com.robotraconteur." + name, robot)
            return np.zeros((1,), dtype)

        def device(name):
            info = self.structure("com.robotraconteur.device.DeviceInfo")
            info.device = self.structure("com.robotraconteur.identifier.Identifier")
            info.device.name = name
            info.device.uuid = array("uuid.UUID")
            return info

        tool = self.structure("com.robotraconteur.robotics.tool.ToolInfo")
        tool.device_info = device("gripper")
        tool.tcp = array("geometry.Transform")
        tool.tcp[0]["rotation"]["w"] = 1
        tool.tcp[0]["translation"]["z"] = 0.1
        tool.inertia = array("geometry.SpatialInertia")
        payload = self.structure("com.robotraconteur.robotics.payload.PayloadInfo")
        payload.device_info = device("block")
        payload.inertia = array("geometry.SpatialInertia")
        pose = array("geometry.Pose")
        pose[0]["orientation"]["w"] = 1

        def tool_center():
            self.wait()
            return RRN.NamedArrayToArray(self.states.InValue.kin_chain_tcp).flatten()

        def configuration():
            self.wait()
            return int(self.robot.advanced_robot_state.PeekInValue()[0].config_seqno)

        def changes():
            # parameters count as well, and the reference does not count its own
            return configuration() - first

        self.to_zero(HALT)
        first = configuration()
        self.do("working point", tool_center)
        self.do("payload without tool", lambda: robot.payload_attached(0, payload, pose))
        self.do("detach no tool", lambda: robot.tool_detached(0, ""))
        self.do("tool at chain 1", lambda: robot.tool_attached(1, tool))
        self.do("tool null", lambda: robot.tool_attached(0, None))
        self.do("attach tool", lambda: robot.tool_attached(0, tool))
        self.do("working point with tool", tool_center)
        self.do("one change", changes)
        self.do("attach tool again", lambda: robot.tool_attached(0, tool))
        self.do("attach payload", lambda: robot.payload_attached(0, payload, pose))
        self.do("detach tool with payload", lambda: robot.tool_detached(0, ""))
        self.do("two changes", changes)
        self.do("detach wrong payload", lambda: robot.payload_detached(0, "x"))
        self.do("detach payload", lambda: robot.payload_detached(0, "block"))
        self.do("detach tool by name", lambda: robot.tool_detached(0, "gripper"))
        self.do("detach tool", lambda: robot.tool_detached(0, ""))
        self.do("working point without tool", tool_center)
        self.do("four changes", changes)
        self.wait(20)
        self.entries.append(("events", "ok", plain(events)))
