//! A robot of the standard type in its world: what it measures, commands and sends.

use super::axis::{Axis, AxisKind};
use super::control::{Control, EndVelocity, Orders};
use super::mechanism::{Mechanism, MovingParts, pose_of};
use super::tools::ChainEnd;
use crate::devices::SampledWires;
use crate::job::Scope;
use crate::stream::Occasion;
use crate::values::{POSE, named_quaternion, numbers};
use foxden_runtime::pace::Speed;
use foxden_scene::NodeId;
use foxden_sim::RobotIndex;
use foxden_sim::controller::Command;
use foxden_sim::math::{Pose, Vector};
use raconteur::members::{Event, Pipe, Wire};
use raconteur::message::Array;
use raconteur::value::{IntoValue, Record, Value};
use raconteur::{Error, ErrorCode, Result};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Packets that the pipe keeps for a client that is slow.
const MOST_PACKETS: u32 = 3;

/// In how many seconds of a client's life a command on a wire is old.
const FRESH: f64 = 0.1;

/// The fewest states in which a command on a wire is not old.
const LEAST_WINDOW: u64 = 10;

/// How long the speed of a world is measured.
const MEASURED: Duration = Duration::from_millis(250);

/// The wires, pipes and events of a robot.
#[derive(Clone)]
pub(super) struct RobotWires {
    pub(super) sampled: SampledWires,
    pub(super) state: Wire,
    pub(super) advanced: Wire,
    pub(super) data: Pipe,
    pub(super) tool_changed: Event<(i32, String)>,
    pub(super) payload_changed: Event<(i32, String)>,
    pub(super) param_changed: Event<(String,)>,
}

impl RobotWires {
    pub(super) fn new(sampled: SampledWires) -> Self {
        let data = Pipe::new();
        data.limit_backlog(Some(MOST_PACKETS));
        Self {
            sampled,
            state: Wire::new(),
            advanced: Wire::new(),
            data,
            tool_changed: Event::new(),
            payload_changed: Event::new(),
            param_changed: Event::new(),
        }
    }
}

/// How many steps are made in a second of real time.
#[derive(Debug)]
struct StepRate {
    since: Instant,
    steps: u32,
    rate: f64,
}

impl StepRate {
    fn new() -> Self {
        Self {
            since: Instant::now(),
            steps: 0,
            rate: 0.0,
        }
    }

    fn count(&mut self) {
        self.steps += 1;
        let time = self.since.elapsed();
        if time >= MEASURED {
            self.rate = f64::from(self.steps) / time.as_secs_f64();
            (self.since, self.steps) = (Instant::now(), 0);
        }
    }
}

/// A robot of the standard type.
pub(crate) struct RobotDrive {
    /// The robot.
    pub(super) name: Arc<str>,
    pub(super) node: NodeId,
    pub(super) mechanism: Mechanism,
    /// The edits of the world when the mechanism was read.
    edits: Option<u64>,
    pub(super) control: Control,
    pub(super) chain_ends: Vec<ChainEnd>,
    pub(super) config_seqno: u16,
    pub(super) wires: RobotWires,
    velocities: Vec<f64>,
    efforts: Vec<f64>,
    /// The clock of the world and how often time went back, to notice that it did.
    clock: f64,
    epoch: u32,
    rate: StepRate,
    sent: Option<Instant>,
    /// What was sent last, for clients of a world that is paused.
    newest: Option<(Record, Record)>,
}

impl RobotDrive {
    pub(super) fn new(
        name: &Arc<str>,
        node: NodeId,
        parts: MovingParts,
        wires: RobotWires,
        scope: &Scope<'_>,
    ) -> Self {
        let mechanism = parts.mechanism;
        Self {
            name: name.clone(),
            node,
            control: Control::new(mechanism.axes.clone()),
            chain_ends: vec![ChainEnd::default(); mechanism.chains.len()],
            mechanism,
            edits: Some(scope.run.world.edits()),
            config_seqno: 1,
            wires,
            velocities: Vec::new(),
            efforts: Vec::new(),
            clock: scope.run.world.clock(),
            epoch: scope.state.epoch,
            rate: StepRate::new(),
            sent: None,
            newest: None,
        }
    }

    /// Looks at the robot again if the world was edited.
    fn follow_edits(&mut self, scope: &Scope<'_>, robot: RobotIndex) {
        let edits = scope.run.world.edits();
        if self.edits.replace(edits) == Some(edits) {
            return;
        }
        let mechanism = MovingParts::read(&scope.run.world, robot).mechanism;
        if mechanism == self.mechanism {
            return;
        }
        let names = |mechanism: &Mechanism| -> Vec<String> {
            mechanism
                .axes
                .iter()
                .map(|axis| axis.name.clone())
                .collect()
        };
        if names(&mechanism) == names(&self.mechanism) {
            self.control.axes.clone_from(&mechanism.axes);
        } else {
            let seqno = self.control.seqno;
            self.control.forget_motion();
            self.control = Control::new(mechanism.axes.clone());
            self.control.seqno = seqno;
        }
        self.chain_ends
            .resize_with(mechanism.chains.len(), ChainEnd::default);
        self.mechanism = mechanism;
        self.config_changed();
    }

    /// Positions and efforts of the axes.
    fn measure(&self, scope: &Scope<'_>, robot: RobotIndex) -> (Vec<f64>, Vec<f64>) {
        let world = &scope.run.world;
        let statuses = self.mechanism.axes.iter().map(|axis| {
            let status = world.motor_status(robot, axis.tag);
            status.map_or((0.0, 0.0), |status| {
                let effort = status.force;
                let effort = if effort.is_finite() { effort } else { 0.0 };
                (status.position.unwrap_or(0.0), effort)
            })
        });
        statuses.unzip()
    }

    /// Commands the motors before a step.
    pub(crate) fn before_step(&mut self, scope: &mut Scope<'_>) {
        let Some(robot) = scope.run.world.robot_of(self.node) else {
            return;
        };
        self.follow_edits(scope, robot);
        let (clock, epoch) = (scope.run.world.clock(), scope.state.epoch);
        if clock < self.clock || epoch != self.epoch {
            self.control.forget_motion();
            self.epoch = epoch;
        }
        self.clock = clock;
        if self.control.is_active() && !scope.is_open_to_clients(&self.name, self.node) {
            // its controller commands the motors now
            self.control.forget_motion();
        }
        for wire in [&self.control.position_wire, &self.control.velocity_wire] {
            wire.keep_if(|endpoint| scope.is_unlocked_for(&self.name, endpoint));
        }
        let battery = scope.run.world.robot_battery(robot);
        self.control.is_without_power = battery.first().is_some_and(|energy| *energy <= 0.0);
        self.control.observe(self.measure(scope, robot).0);
        let seconds = scope.run.world.settings().seconds();
        let window = self.window(scope, seconds);
        let orders = self.control.step(seconds, window);
        let commands = motor_commands(&self.mechanism.axes, orders);
        if !commands.is_empty() {
            scope.command(robot, commands);
        }
    }

    /// In how many states a command on a wire is not old.
    fn window(&self, scope: &Scope<'_>, seconds: f64) -> u64 {
        let rate = match scope.run.pace().speed {
            Speed::Factor(factor) => factor / seconds,
            Speed::Fastest => self.rate.rate,
        };
        // a rounding must not make it wider
        let states = (FRESH * rate - 1e-9).ceil();
        LEAST_WINDOW.max(states as u64)
    }

    /// Sends the state after a step, or again.
    pub(super) fn send(&mut self, scope: &mut Scope<'_>, occasion: Occasion) {
        let Some(robot) = scope.run.world.robot_of(self.node) else {
            return;
        };
        if occasion == Occasion::Step {
            self.control.seqno += 1;
            self.rate.count();
        } else if self.newest.is_some() {
            // what changes between two steps is shown after the next one
            return;
        }
        self.follow_edits(scope, robot);
        let before = self.control.measured().to_vec();
        let (positions, efforts) = self.measure(scope, robot);
        let seconds = scope.run.world.settings().seconds();
        let is_step = occasion == Occasion::Step && before.len() == positions.len();
        self.velocities = match is_step {
            true => positions
                .iter()
                .zip(&before)
                .map(|(now, then)| (now - then) / seconds)
                .collect(),
            false => vec![0.0; positions.len()],
        };
        self.efforts = efforts;
        self.control.observe(positions);
        let state = self.state_record(scope, "com.robotraconteur.robotics.robot.RobotState", false);
        let advanced = self.state_record(
            scope,
            "com.robotraconteur.robotics.robot.AdvancedRobotState",
            true,
        );
        self.newest = Some((state, advanced));
        let is_due = self.is_due(scope, seconds);
        self.send_newest(scope, is_due);
    }

    /// Whether clients get this state: not more of them in a second of real time than in one of
    /// the world.
    fn is_due(&mut self, scope: &Scope<'_>, seconds: f64) -> bool {
        let is_real_time = scope.run.pace().speed == Speed::Factor(1.0);
        let now = Instant::now();
        let is_late = |sent: Instant| now.duration_since(sent).as_secs_f64() >= seconds;
        let is_due = is_real_time || self.sent.is_none_or(is_late);
        if is_due {
            self.sent = Some(now);
        }
        is_due
    }

    /// Sends the newest state again, while a world is paused.
    pub(crate) fn repeat(&self, scope: &mut Scope<'_>) {
        self.send_newest(scope, true);
    }

    fn send_newest(&self, scope: &mut Scope<'_>, is_due: bool) {
        let Some((state, advanced)) = &self.newest else {
            return;
        };
        let (wires, seqno) = (&self.wires, self.control.seqno);
        let downsampling = &wires.sampled.downsampling;
        downsampling.send_if(&wires.state, state.clone().into_value(), seqno, is_due);
        downsampling.send_if(
            &wires.advanced,
            advanced.clone().into_value(),
            seqno,
            is_due,
        );
        wires.sampled.send_clock_if(scope, seqno, is_due);
        if is_due && wires.data.connections() > 0 {
            let about = scope.describe(self.node, &self.name, super::TYPE, None);
            let header = about.data_header(scope.clock().time_spec(), seqno);
            let data = Record::new("com.robotraconteur.robotics.robot.RobotStateSensorData")
                .with("data_header", header)
                .with("robot_state", advanced.clone());
            downsampling.broadcast(&wires.data, data.into_value(), seqno);
        }
    }

    fn state_record(
        &self,
        scope: &Scope<'_>,
        type_name: &'static str,
        is_advanced: bool,
    ) -> Record {
        let control = &self.control;
        let condition = control.condition();
        let axes = &self.mechanism.axes;
        let is_known = condition.is_connected;
        let known = |numbers: Vec<f64>| if is_known { numbers } else { Vec::new() };
        let positions: Vec<f64> = control
            .measured()
            .iter()
            .zip(axes)
            // adding zero makes a negative zero positive
            .map(|(position, axis)| axis.clamp(*position) + 0.0)
            .collect();
        let (poses, velocities) = self.chain_ends(scope, &positions);
        let record = Record::new(type_name)
            .with("ts", scope.clock().device_stamp())
            .with("seqno", control.seqno)
            .with("command_mode", control.mode() as i32)
            .with("operational_mode", condition.operational_mode())
            .with("controller_state", condition.controller_state())
            .with("robot_state_flags", control.flags())
            .with("joint_position", known(positions))
            .with("joint_velocity", known(self.velocities.clone()))
            .with("joint_effort", known(self.efforts.clone()))
            .with(
                "joint_position_command",
                control.commanded_positions().to_vec(),
            )
            .with(
                "joint_velocity_command",
                control.commanded_velocities().to_vec(),
            );
        let record = match is_advanced {
            true => record
                .with(
                    "joint_position_units",
                    axes.iter().map(position_unit).collect::<Vec<u8>>(),
                )
                .with(
                    "joint_effort_units",
                    axes.iter().map(effort_unit).collect::<Vec<u8>>(),
                ),
            false => record,
        };
        let record = record
            .with("kin_chain_tcp", Value::NamedArrays(POSE.into(), poses))
            .with(
                "kin_chain_tcp_vel",
                Value::NamedArrays(
                    "com.robotraconteur.geometry.SpatialVelocity".into(),
                    velocities,
                ),
            )
            .with("trajectory_running", control.is_trajectory_running());
        if !is_advanced {
            return record;
        }
        let (time, duration, waypoint) = control.trajectories.running();
        record
            .with("trajectory_time", time)
            .with("trajectory_max_time", duration)
            .with("trajectory_current_waypoint", waypoint)
            .with("config_seqno", self.config_seqno)
    }

    /// Poses and velocities of the working points of all chains, in the world.
    fn chain_ends(&self, scope: &Scope<'_>, positions: &[f64]) -> (Array, Array) {
        let base = pose_of(&scope.run.world, self.node).unwrap_or(Pose::IDENTITY);
        let (mut poses, mut velocities) = (Vec::new(), Vec::new());
        for (chain, end) in self.mechanism.chains.iter().zip(&self.chain_ends) {
            let of_chain = |numbers: &[f64]| -> Vec<f64> {
                let number = |at: &usize| numbers.get(*at).copied().unwrap_or(0.0);
                chain.joints.iter().map(number).collect()
            };
            let state = chain.kinematics.end(
                &of_chain(positions),
                &of_chain(&self.velocities),
                &end.tool_center,
            );
            let pose = base.then(&state.pose);
            poses.extend(named_quaternion(&pose.rotation));
            poses.extend(pose.translation.to_array());
            velocities.extend((base.rotation * state.angular).to_array());
            velocities.extend((base.rotation * state.linear).to_array());
        }
        (Array::from_slice(&poses), Array::from_slice(&velocities))
    }

    /// How clients want the working points of chains to move: a map of spatial velocities in the
    /// world by the number of the chain.
    pub(super) fn end_velocities(
        &self,
        scope: &Scope<'_>,
        velocities: BTreeMap<i32, Value>,
    ) -> Result<Vec<EndVelocity>> {
        if self.mechanism.chains.is_empty() {
            let text = "the robot has no chain of joints";
            return Err(Error::new(ErrorCode::NotImplementedError, text));
        }
        let base = pose_of(&scope.run.world, self.node).unwrap_or(Pose::IDENTITY);
        let to_base = base.rotation.transposed();
        let ends = velocities.into_iter().map(|(number, velocity)| {
            let at = usize::try_from(number).ok();
            let chain =
                at.and_then(|at| self.mechanism.chains.get(at).zip(self.chain_ends.get(at)));
            let (chain, end) = chain
                .ok_or_else(|| crate::job::invalid(format!("Invalid kinematic chain {number}")))?;
            let [a, b, c, x, y, z] = numbers(&velocity)?;
            Ok(EndVelocity {
                joints: chain.joints.clone(),
                kinematics: chain.kinematics.clone(),
                tool: end.tool_center,
                angular: to_base * Vector::new(a, b, c),
                linear: to_base * Vector::new(x, y, z),
            })
        });
        ends.collect()
    }

    /// What `robot_info` says is not what it was.
    pub(super) fn config_changed(&mut self) {
        self.config_seqno = self.config_seqno.wrapping_add(1);
    }

    /// The end of a chain by its number.
    pub(super) fn chain_end(&mut self, chain: i32, what: &str) -> Result<&mut ChainEnd> {
        let at = usize::try_from(chain).ok();
        let end = at.and_then(|at| self.chain_ends.get_mut(at));
        end.ok_or_else(|| {
            crate::job::invalid(format!("Invalid kinematic chain {chain} for {what}"))
        })
    }

    /// Stops because nobody drives any more; whether it did move.
    pub(crate) fn abandon(&mut self) -> bool {
        let was_active = self.control.is_active();
        self.control.halt();
        was_active
    }
}

/// `JointPositionUnits` of an axis: metre or radian.
pub(super) fn position_unit(axis: &Axis) -> u8 {
    match axis.kind {
        AxisKind::Prismatic => 1,
        _ => 2,
    }
}

/// `JointEffortUnits` of an axis: newton or newton metre.
pub(super) fn effort_unit(axis: &Axis) -> u8 {
    match axis.kind {
        AxisKind::Prismatic => 64,
        _ => 65,
    }
}

/// Commands for motors.
fn motor_commands(axes: &[Axis], orders: Orders) -> Vec<Command> {
    // motors multiply their command
    let scaled = |axis: &Axis, number: f64| match axis.multiplier == 0.0 {
        true => 0.0,
        false => number / axis.multiplier,
    };
    match orders {
        Orders::Nothing => Vec::new(),
        Orders::Move(velocities) => axes
            .iter()
            .zip(velocities)
            .flat_map(|(axis, velocity)| {
                [
                    Command::MotorPosition(axis.tag, f64::INFINITY),
                    Command::MotorVelocity(axis.tag, scaled(axis, velocity)),
                ]
            })
            .collect(),
        Orders::Hold(positions) => axes
            .iter()
            .zip(positions)
            .flat_map(|(axis, position)| match axis.kind {
                AxisKind::Wheel => [
                    Command::MotorPosition(axis.tag, f64::INFINITY),
                    Command::MotorVelocity(axis.tag, 0.0),
                ],
                _ => [
                    Command::MotorPosition(axis.tag, scaled(axis, position)),
                    Command::MotorVelocity(axis.tag, scaled(axis, axis.velocity)),
                ],
            })
            .collect(),
    }
}
