//! What moves the set point of a robot from step to step.

use super::super::axis::Axis;
use super::super::kinematics::Kinematics;
use super::super::profile::{Profile, braking_speed, ramp};
use foxden_sim::math::{Pose, Vector};

/// Where the axes shall be.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SetPoint {
    pub(super) positions: Vec<f64>,
    pub(super) velocities: Vec<f64>,
}

/// What moves the set point.
#[derive(Debug)]
pub(super) enum Motion {
    /// Nothing.
    Rest,
    /// It brakes.
    Brake,
    /// It goes to a target.
    Target { profiles: Vec<Profile>, time: f64 },
    /// It keeps velocities for a time, then brakes.
    Velocity { velocities: Vec<f64>, left: f64 },
    /// The ends of chains keep velocities for a time, then it brakes.
    Cartesian { ends: Vec<EndVelocity>, left: f64 },
}

/// How the end of a chain shall move, in the frame of the base.
#[derive(Clone, Debug)]
pub(crate) struct EndVelocity {
    /// The axes of the chain.
    pub(crate) joints: Vec<usize>,
    pub(crate) kinematics: Kinematics,
    /// The tool at the flange.
    pub(crate) tool: Pose,
    pub(crate) angular: Vector,
    pub(crate) linear: Vector,
}

impl Motion {
    /// Moves the set point; whether that was the end. `None` if nothing moves.
    pub(super) fn advance(
        &mut self,
        now: &mut SetPoint,
        axes: &[Axis],
        speed_ratio: f64,
        seconds: f64,
    ) -> Option<bool> {
        // a rounding must not cost a step
        let keeps = |left: &mut f64| {
            let is_kept = *left > 1e-9;
            *left -= seconds;
            is_kept
        };
        Some(match self {
            Self::Rest => return None,
            Self::Brake => approach(now, axes, None, 1.0, seconds),
            Self::Velocity { velocities, left } => {
                let is_kept = keeps(left);
                let wanted = is_kept.then_some(velocities.as_slice());
                approach(now, axes, wanted, speed_ratio, seconds) && !is_kept
            }
            Self::Cartesian { ends, left } => {
                let is_kept = keeps(left);
                let wanted = match is_kept {
                    true => axis_velocities(ends, now, axes, speed_ratio),
                    false => vec![0.0; axes.len()],
                };
                let next = common_ramp(&now.velocities, &wanted, axes, speed_ratio * seconds);
                approach(now, axes, Some(&next), speed_ratio, seconds) && !is_kept
            }
            Self::Target { profiles, time } => {
                *time += seconds;
                for (at, profile) in profiles.iter().enumerate() {
                    (now.positions[at], now.velocities[at]) = profile.at(*time);
                }
                let longest = profiles.first().map_or(0.0, Profile::duration);
                *time >= longest - 1e-9
            }
        })
    }
}

/// The velocities of axes that move the ends of chains. If an axis is not fast enough, all of its
/// chain are slower, so that the end keeps its direction.
fn axis_velocities(
    ends: &[EndVelocity],
    now: &SetPoint,
    axes: &[Axis],
    speed_ratio: f64,
) -> Vec<f64> {
    let mut velocities = vec![0.0; axes.len()];
    for end in ends {
        let positions = end.joints.iter().map(|at| now.positions[*at]);
        let wanted = end.kinematics.axis_velocities(
            &positions.collect::<Vec<_>>(),
            &end.tool,
            end.angular * speed_ratio,
            end.linear * speed_ratio,
        );
        let excess = end
            .joints
            .iter()
            .zip(&wanted)
            .map(|(at, wanted)| wanted.abs() / axes[*at].velocity)
            .fold(1.0, f64::max);
        for (at, wanted) in end.joints.iter().zip(wanted) {
            velocities[*at] = wanted / excess;
        }
    }
    velocities
}

/// Velocities that are closer to wanted ones by the same part for all axes, so that the end of a
/// chain keeps its direction while it gets faster or slower.
fn common_ramp(before: &[f64], wanted: &[f64], axes: &[Axis], seconds: f64) -> Vec<f64> {
    let changes = before.iter().zip(wanted).zip(axes);
    let part = changes
        .map(|((before, wanted), axis)| axis.acceleration * seconds / (wanted - before).abs())
        // a velocity that does not change limits nothing
        .fold(1.0, |least, part| if part < least { part } else { least });
    let velocities = before.iter().zip(wanted);
    velocities
        .map(|(before, wanted)| match part < 1.0 {
            true => before + part * (wanted - before),
            false => *wanted,
        })
        .collect()
}

/// Brings all axes closer to velocities, or to rest; whether all of them rest. Their
/// accelerations are multiplied by a factor.
fn approach(
    now: &mut SetPoint,
    axes: &[Axis],
    wanted: Option<&[f64]>,
    factor: f64,
    seconds: f64,
) -> bool {
    let mut is_at_rest = true;
    for (at, axis) in axes.iter().enumerate() {
        let acceleration = axis.acceleration * factor;
        let position = now.positions[at];
        let wanted = wanted.map_or(0.0, |wanted| wanted[at]);
        let before = now.velocities[at];
        let limited = wanted.clamp(
            -braking_speed(position - axis.lower, acceleration),
            braking_speed(axis.upper - position, acceleration),
        );
        let velocity = ramp(before, limited, acceleration, seconds);
        // the mean of both, so that the way is that of a steady ramp
        now.positions[at] = axis.clamp(position + 0.5 * (before + velocity) * seconds);
        now.velocities[at] = velocity;
        is_at_rest &= velocity == 0.0;
    }
    is_at_rest
}
