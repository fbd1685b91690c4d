//! What a robot does with the commands of its clients, apart from the world it is in.

mod following;
mod jog;
mod motion;

use super::axis::Axis;
use super::joint_command::CommandWire;
use super::mode::{CommandMode, Condition, flags};
use super::trajectory::Trajectory;
use super::trajectory_queue::{TrajectoryQueue, TrajectoryStatus};
use crate::job::{impossible, invalid};
use jog::JogEnd;
use motion::{Motion, SetPoint};
use raconteur::Result;
use raconteur::value::Record;
use std::ops::RangeInclusive;

pub(crate) use jog::JogWatch;
pub(crate) use motion::EndVelocity;

/// The factors that `speed_ratio` can have.
const SPEED_RATIOS: RangeInclusive<f64> = 0.1..=10.0;

/// How long the state of the robot may stay unknown before that is an error, in seconds.
const LONGEST_SILENCE: f64 = 0.25;

/// What the motors are to do in the next step.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Orders {
    /// Nothing new.
    Nothing,
    /// Move with these velocities.
    Move(Vec<f64>),
    /// Stay at these positions from now on.
    Hold(Vec<f64>),
}

/// The control of a robot.
#[derive(Debug)]
pub(super) struct Control {
    pub(super) axes: Vec<Axis>,
    mode: CommandMode,
    is_enabled: bool,
    /// Faults that clients provoke for tests of their programs.
    pub(super) is_faulty: bool,
    pub(super) is_stopped: bool,
    pub(super) is_silent: bool,
    /// The battery of the robot is empty.
    pub(super) is_without_power: bool,
    /// For how long its state has been unknown.
    silence: f64,
    speed_ratio: f64,
    /// Where the axes were measured last.
    measured: Vec<f64>,
    /// `None` while the motors are left alone.
    set_point: Option<SetPoint>,
    motion: Motion,
    waiting_jog: Option<JogEnd>,
    pub(super) trajectories: TrajectoryQueue,
    pub(super) position_wire: CommandWire,
    pub(super) velocity_wire: CommandWire,
    /// What was commanded in the last step.
    commanded: (Option<Vec<f64>>, Option<Vec<f64>>),
    valid: u64,
    /// The number of the last state.
    pub(super) seqno: u64,
}

impl Control {
    /// The control of a robot that is enabled and ready.
    pub(super) fn new(axes: Vec<Axis>) -> Self {
        let measured = vec![0.0; axes.len()];
        Self {
            axes,
            mode: CommandMode::Halt,
            is_enabled: true,
            is_faulty: false,
            is_stopped: false,
            is_silent: false,
            is_without_power: false,
            silence: 0.0,
            speed_ratio: 1.0,
            measured,
            set_point: None,
            motion: Motion::Rest,
            waiting_jog: None,
            trajectories: TrajectoryQueue::default(),
            position_wire: CommandWire::default(),
            velocity_wire: CommandWire::default(),
            commanded: (None, None),
            valid: 0,
            seqno: 0,
        }
    }

    /// What clients see of the robot as a whole.
    pub(super) fn condition(&self) -> Condition {
        Condition {
            is_enabled: self.is_enabled,
            has_error: self.is_faulty || self.is_without_power,
            is_stopped: self.is_stopped,
            is_connected: self.silence <= LONGEST_SILENCE,
        }
    }

    /// The command mode.
    pub(super) fn mode(&self) -> CommandMode {
        self.mode
    }

    /// Flags of `RobotStateFlags`.
    pub(super) fn flags(&self) -> u64 {
        let condition = self.condition();
        let mut found = condition.flags();
        if condition.is_connected {
            found |= self.valid;
            if self.is_trajectory_running() {
                found |= flags::TRAJECTORY;
            }
        }
        found
    }

    /// Whether a trajectory waits or runs.
    pub(super) fn is_trajectory_running(&self) -> bool {
        !self.trajectories.is_empty()
    }

    /// Positions that were commanded in the last step; empty if none were.
    pub(super) fn commanded_positions(&self) -> &[f64] {
        self.commanded.0.as_deref().unwrap_or_default()
    }

    /// Velocities that were commanded in the last step.
    pub(super) fn commanded_velocities(&self) -> &[f64] {
        self.commanded.1.as_deref().unwrap_or_default()
    }

    /// A client sets the mode.
    pub(super) fn set_mode(&mut self, number: i32) -> Result<()> {
        let mode = self.condition().change(self.mode, number)?;
        self.enter(mode);
        Ok(())
    }

    /// Stops and goes to the mode halt, whatever happens.
    pub(super) fn halt(&mut self) {
        self.enter(CommandMode::Halt);
    }

    fn enter(&mut self, mode: CommandMode) {
        if mode == self.mode {
            return;
        }
        let left = std::mem::replace(&mut self.mode, mode);
        match left {
            CommandMode::Jog => {
                if let Some(waiting) = self.waiting_jog.take() {
                    // a client that has left needs no answer
                    let _ = waiting.send(Ok(()));
                }
            }
            CommandMode::Trajectory => self
                .trajectories
                .cancel_all("Invalid mode for trajectory execution"),
            _ => {}
        }
        self.motion = Motion::Rest;
        self.brake();
    }

    /// Turns the motors on.
    pub(super) fn enable(&mut self) {
        self.is_enabled = true;
    }

    /// Turns the motors off.
    pub(super) fn disable(&mut self) {
        self.is_enabled = false;
        // jogs end at once
        if let Some(waiting) = self.waiting_jog.take() {
            let _ = waiting.send(Ok(()));
        }
    }

    /// Forgets errors that clients provoked.
    pub(super) fn reset_errors(&mut self) {
        self.is_faulty = false;
        self.is_stopped = false;
    }

    /// The factor of speeds.
    pub(super) fn speed_ratio(&self) -> f64 {
        self.speed_ratio
    }

    /// Sets the factor of speeds.
    pub(super) fn set_speed_ratio(&mut self, ratio: f64) -> Result<()> {
        match SPEED_RATIOS.contains(&ratio) {
            true => {
                self.speed_ratio = ratio;
                Ok(())
            }
            false => Err(invalid("Invalid speed_ratio")),
        }
    }

    /// The world is another one: everything ends, and the motors are left alone.
    pub(super) fn forget_motion(&mut self) {
        self.enter(CommandMode::Halt);
        self.set_point = None;
        self.motion = Motion::Rest;
        self.commanded = (None, None);
        self.valid = 0;
        *self.position_wire.inbox.lock() = None;
        *self.velocity_wire.inbox.lock() = None;
    }

    /// Whether the robot has something to do with its motors.
    pub(super) fn is_active(&self) -> bool {
        self.set_point.is_some() || self.mode != CommandMode::Halt
    }

    /// Checks a trajectory and puts it at the end of the queue; its number.
    pub(super) fn add_trajectory(&mut self, record: Record) -> Result<u64> {
        if self.mode != CommandMode::Trajectory {
            return Err(impossible(
                "Robot must be in trajectory mode to execute trajectory",
            ));
        }
        let start = match self.trajectories.end() {
            Some(end) => end.to_vec(),
            None => self.measured.clone(),
        };
        let trajectory = Trajectory::read(record, &self.axes, &start, self.speed_ratio)?;
        self.trajectories.add(trajectory)
    }

    /// What a trajectory does now.
    pub(super) fn trajectory_status(&self, id: u64) -> Option<TrajectoryStatus> {
        self.trajectories.status(id, self.seqno)
    }

    /// A client needs no more news of a trajectory: it is cancelled.
    pub(super) fn close_trajectory(&mut self, id: u64) {
        if self.trajectories.close(id) {
            self.brake();
        }
    }

    /// A client breaks off a trajectory: the robot halts.
    pub(super) fn abort_trajectory(&mut self, id: u64) {
        if self.trajectories.close(id) {
            self.brake();
            self.enter(CommandMode::Halt);
        }
    }

    /// Brakes if the robot moves.
    fn brake(&mut self) {
        let is_moving = |set_point: &SetPoint| set_point.velocities.iter().any(|one| *one != 0.0);
        if self.set_point.as_ref().is_some_and(is_moving) {
            self.motion = Motion::Brake;
        }
    }

    /// The set point; where the axes are if nobody set one.
    fn take_over(&mut self) -> SetPoint {
        let measured = &self.measured;
        let set_point = self.set_point.get_or_insert_with(|| SetPoint {
            positions: measured.clone(),
            velocities: vec![0.0; measured.len()],
        });
        set_point.clone()
    }

    /// Where the axes were measured after a step.
    pub(super) fn observe(&mut self, positions: Vec<f64>) {
        self.measured = positions;
    }

    /// Where the axes were measured last.
    pub(super) fn measured(&self) -> &[f64] {
        &self.measured
    }

    /// Decides what the motors do in a step that takes some seconds. Commands on wires
    /// count if they answer one of the last `window` states.
    pub(super) fn step(&mut self, seconds: f64, window: u64) -> Orders {
        self.silence = match self.is_silent {
            true => self.silence + seconds,
            false => 0.0,
        };
        let allowed = self.condition().allowed(self.mode);
        self.enter(allowed);
        self.commanded = (None, None);
        self.valid = 0;
        match self.mode {
            CommandMode::Position => self.follow_position(seconds, window),
            CommandMode::Velocity => self.follow_velocity(seconds, window),
            CommandMode::Trajectory => self.follow_trajectory(seconds),
            CommandMode::Jog => {
                self.take_over();
            }
            CommandMode::Halt | CommandMode::Invalid => {}
        }
        self.advance(seconds);
        self.orders(seconds)
    }

    /// Sets the set point itself; nothing else moves it in this step.
    fn go_to(&mut self, now: &SetPoint, positions: Vec<f64>, seconds: f64) {
        let moves = positions.iter().zip(&now.positions);
        let velocities = moves.map(|(to, from)| (to - from) / seconds).collect();
        self.commanded = (Some(positions.clone()), None);
        self.set_point = Some(SetPoint {
            positions,
            velocities,
        });
        self.motion = Motion::Rest;
    }

    /// Moves the set point by itself.
    fn advance(&mut self, seconds: f64) {
        let Some(now) = self.set_point.as_mut() else {
            return;
        };
        let is_over = self
            .motion
            .advance(now, &self.axes, self.speed_ratio, seconds);
        let Some(is_over) = is_over else {
            return;
        };
        self.commanded.0 = Some(now.positions.clone());
        if !is_over {
            return;
        }
        now.velocities.fill(0.0);
        self.motion = Motion::Rest;
        if let Some(waiting) = self.waiting_jog.take() {
            // a client that has left needs no answer
            let _ = waiting.send(Ok(()));
        }
    }

    fn orders(&mut self, seconds: f64) -> Orders {
        let Some(now) = &self.set_point else {
            return Orders::Nothing;
        };
        let is_at_rest = matches!(self.motion, Motion::Rest);
        if matches!(self.mode, CommandMode::Halt | CommandMode::Invalid) && is_at_rest {
            let positions = now.positions.clone();
            self.set_point = None;
            return Orders::Hold(positions);
        }
        let velocities = now.positions.iter().zip(&self.measured);
        Orders::Move(velocities.map(|(to, is)| (to - is) / seconds).collect())
    }
}

#[cfg(test)]
mod tests;
