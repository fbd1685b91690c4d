//! The axes of a robot: what moves, how far and how fast.

use foxden_sim::controller::Tag;

/// How an axis moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AxisKind {
    /// It turns.
    Revolute,
    /// It slides.
    Prismatic,
    /// It turns a wheel.
    Wheel,
}

/// An axis with a motor.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Axis {
    /// The name of its motor.
    pub(super) name: String,
    /// Its motor.
    pub(super) tag: Tag,
    pub(super) kind: AxisKind,
    /// The least position; minus [`Axis::FAR`] if there is none.
    pub(super) lower: f64,
    /// The greatest position.
    pub(super) upper: f64,
    /// The greatest speed.
    pub(super) velocity: f64,
    /// The greatest acceleration.
    pub(super) acceleration: f64,
    /// The greatest force or torque.
    pub(super) effort: f64,
    /// By what the motor multiplies commands.
    pub(super) multiplier: f64,
}

impl Axis {
    /// The limit of an axis without limits. Clients calculate with it, so it is finite.
    pub(super) const FAR: f64 = 1e6;

    /// A position within the limits.
    pub(super) fn clamp(&self, position: f64) -> f64 {
        position.clamp(self.lower, self.upper)
    }

    /// Whether a position is within the limits.
    pub(super) fn admits(&self, position: f64) -> bool {
        (self.lower..=self.upper).contains(&position)
    }

    #[cfg(test)]
    pub(super) fn example() -> Self {
        Self {
            name: "joint".to_owned(),
            tag: Tag(1),
            kind: AxisKind::Revolute,
            lower: -6.0,
            upper: 6.0,
            velocity: 3.15,
            acceleration: 3.15,
            effort: 10.0,
            multiplier: 1.0,
        }
    }
}
