//! Jogs: moves that a client asks for one by one.

use super::super::axis::Axis;
use super::super::mode::CommandMode;
use super::super::profile::Profile;
use super::Control;
use super::motion::{EndVelocity, Motion};
use crate::job::{impossible, invalid};
use raconteur::{Error, ErrorCode, Result};
use tokio::sync::oneshot;

/// The longest way of a jog: 1000 degrees, or 17 m.
const LONGEST_JOG: f64 = 17.453_292_519_943_297;

/// An answer to a client that waits for the end of a jog.
pub(super) type JogEnd = oneshot::Sender<Result<()>>;

/// What tells that a jog has ended.
pub(crate) type JogWatch = oneshot::Receiver<Result<()>>;

fn check_timeout(timeout: f64) -> Result<()> {
    match timeout > 0.0 && timeout.is_finite() {
        true => Ok(()),
        false => Err(invalid("Invalid jog timeout specified")),
    }
}

impl Control {
    fn check_jog(&self, numbers: &[f64], name: &str) -> Result<()> {
        if numbers.len() != self.axes.len() {
            return Err(invalid(format!(
                "{name} array must have {} elements",
                self.axes.len()
            )));
        }
        crate::job::finite(numbers, name)
    }

    fn require_jog_mode(&self) -> Result<()> {
        match self.mode {
            CommandMode::Jog => Ok(()),
            _ => Err(impossible("Robot not in jog mode")),
        }
    }

    /// Replaces the present jog by another one.
    fn begin_jog(&mut self, motion: Motion) -> JogWatch {
        let (end, is_done) = oneshot::channel();
        if let Some(before) = self.waiting_jog.replace(end) {
            let text = "Operation interrupted by new jog command";
            let _ = before.send(Err(Error::new(ErrorCode::OperationAborted, text)));
        }
        self.motion = motion;
        is_done
    }

    /// Goes to positions; the receiver gets the end.
    pub(crate) fn jog_freespace(
        &mut self,
        positions: &[f64],
        velocities: &[f64],
    ) -> Result<JogWatch> {
        self.require_jog_mode()?;
        self.check_jog(positions, "joint_position")?;
        self.check_jog(velocities, "max_velocity")?;
        if velocities.iter().any(|velocity| *velocity <= 0.0) {
            return Err(invalid("max_velocity must be greater than zero"));
        }
        for (at, axis) in self.axes.iter().enumerate() {
            if velocities[at] > axis.velocity {
                return Err(invalid(format!(
                    "max_velocity[{at}] is greater than joint limits ({})",
                    axis.velocity
                )));
            }
            if (positions[at] - self.measured[at]).abs() > LONGEST_JOG {
                return Err(invalid(
                    "Position command must be within 1000 degrees from current",
                ));
            }
            if !axis.admits(positions[at]) {
                return Err(invalid(format!(
                    "joint_position[{at}] is not within joint limits ({} to {})",
                    axis.lower, axis.upper
                )));
            }
        }
        let from = self.take_over();
        let quickest: Vec<Profile> = self
            .axes
            .iter()
            .enumerate()
            .map(|(at, axis)| {
                let speed = (velocities[at] * self.speed_ratio).min(axis.velocity);
                Profile::quickest(
                    from.positions[at],
                    positions[at],
                    from.velocities[at],
                    speed,
                    axis.acceleration * self.speed_ratio,
                )
            })
            .collect();
        let longest = quickest.iter().map(Profile::duration).fold(0.0, f64::max);
        let profiles = quickest.into_iter().map(|one| one.lasting(longest));
        let profiles = profiles.collect();
        Ok(self.begin_jog(Motion::Target {
            profiles,
            time: 0.0,
        }))
    }

    /// Moves with velocities for a time; the receiver gets the end.
    pub(crate) fn jog_joint(&mut self, velocities: &[f64], timeout: f64) -> Result<JogWatch> {
        self.require_jog_mode()?;
        self.check_jog(velocities, "joint_velocity")?;
        check_timeout(timeout)?;
        let is_fast = |(velocity, axis): (&f64, &Axis)| velocity.abs() > axis.velocity;
        if velocities.iter().zip(&self.axes).any(is_fast) {
            return Err(invalid("Joint velocity exceeds joint limits"));
        }
        self.take_over();
        let velocities = velocities.iter().zip(&self.axes);
        let velocities = velocities
            .map(|(velocity, axis)| {
                (velocity * self.speed_ratio).clamp(-axis.velocity, axis.velocity)
            })
            .collect();
        Ok(self.begin_jog(Motion::Velocity {
            velocities,
            left: timeout,
        }))
    }

    /// Moves the ends of chains with velocities for a time; the receiver gets the end.
    pub(crate) fn jog_cartesian(
        &mut self,
        ends: Vec<EndVelocity>,
        timeout: f64,
    ) -> Result<JogWatch> {
        self.require_jog_mode()?;
        check_timeout(timeout)?;
        for end in &ends {
            crate::job::finite(&end.angular.to_array(), "an angular velocity")?;
            crate::job::finite(&end.linear.to_array(), "a linear velocity")?;
        }
        self.take_over();
        let left = timeout;
        Ok(self.begin_jog(Motion::Cartesian { ends, left }))
    }
}
