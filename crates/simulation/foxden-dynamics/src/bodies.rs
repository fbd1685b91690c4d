//! Rigid bodies: their state and how it moves on.

use super::mass::{self, MassProperties};
use crate::math::{Matrix, Pose, Quaternion, Vector, pow};
use serde::{Deserialize, Serialize};

/// The fastest a body turns, in radians per second.
const HIGHEST_ANGULAR_SPEED: f64 = 10_000.0;

/// The share of its speed that a body loses in a second, as a Damping node has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Damping {
    /// For the linear speed, from 0 to 1.
    pub linear: f64,
    /// For the angular speed, from 0 to 1.
    pub angular: f64,
}

/// What a body is made from.
#[derive(Clone, Debug)]
pub struct BodySpec {
    /// Mass, centre of mass in the frame of the solid, and inertia.
    pub mass: MassProperties,
    /// Where the solid (not its centre of mass) is.
    pub pose: Pose,
    /// Where the centre of mass is, if it was found otherwise than from the pose.
    pub centre: Option<Vector>,
    /// The velocity of the centre of mass.
    pub linear_velocity: Vector,
    /// The angular velocity in the world's frame.
    pub angular_velocity: Vector,
    /// What slows it.
    pub damping: Damping,
}

impl BodySpec {
    /// A body at rest without damping.
    pub const fn new(mass: MassProperties, pose: Pose) -> Self {
        Self {
            mass,
            pose,
            centre: None,
            linear_velocity: Vector::ZERO,
            angular_velocity: Vector::ZERO,
            damping: Damping {
                linear: 0.0,
                angular: 0.0,
            },
        }
    }
}

/// The most of the energy of a fast spin that may come from the gyroscopic torque:
/// it turns twice as fast as its surroundings explain.
const MOST_GAIN: f64 = 0.75;

/// The most of the energy of a fast spin that one step may add to a body with joints.
const MOST_JUMP: f64 = 0.5;

/// From this angular speed on a spin is fast, in radians per second.
const FAST: f64 = 150.0;

/// How much of the energy of a spin came from the gyroscopic torque, which in
/// truth adds none.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(crate) struct SpinGain {
    share: f64,
    /// The energy after the last step.
    energy: f64,
}

impl SpinGain {
    /// Adds what the torque of a step gives to an energy, unless a fast spin would
    /// consist of little else; whether it was added. Contacts do not take the gain
    /// back: a body that bounces gains over and over. Joints do, so none is counted
    /// there, but a gain that more than doubles the energy in one step is rejected.
    fn add(&mut self, energy: f64, gain: f64, is_joined: bool, is_fast: bool) -> bool {
        if energy > self.energy {
            // the rest came from elsewhere
            self.share *= self.energy / energy;
        }
        let is_jump = is_joined && gain > MOST_JUMP * (energy + gain);
        let gain = if is_joined { 0.0 } else { gain };
        let after = energy + gain;
        let share = (self.share * energy + gain) / after;
        let is_added = !is_fast || (share <= MOST_GAIN && !is_jump);
        if is_added && after > 0.0 {
            self.share = share;
        }
        self.energy = if is_added { after } else { energy };
        is_added
    }
}

/// A rigid body. Its origin is the centre of mass.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Body {
    pub(crate) inverse_mass: f64,
    pub(crate) mass: MassProperties,
    inverse_inertia: Matrix,
    pub(crate) position: Vector,
    pub(crate) orientation: Quaternion,
    pub(crate) rotation: Matrix,
    pub(crate) linear: Vector,
    pub(crate) angular: Vector,
    pub(crate) force: Vector,
    pub(crate) torque: Vector,
    /// The inverse inertia in the world's frame, of the step under way.
    pub(crate) world_inverse_inertia: Matrix,
    damping: Damping,
    /// What damping leaves of the speeds in a step of this length.
    left: Option<(f64, [f64; 2])>,
    /// What of its spin came from the gyroscopic torque.
    pub(crate) spin_gain: SpinGain,
    pub(crate) asleep: bool,
    pub(crate) countdown: f64,
    /// The velocities after the last step in which the body was awake.
    pub(crate) shown: (Vector, Vector),
    pub(crate) joints: Vec<super::JointId>,
}

impl Body {
    pub(crate) fn new(spec: &BodySpec, countdown: f64) -> Self {
        let usable = if spec.mass.is_usable() {
            spec.mass
        } else {
            MassProperties::unit_inertia(1.0)
        };
        let mut body = Self {
            inverse_mass: 1.0 / usable.mass,
            mass: usable,
            inverse_inertia: mass::inverse(&usable.inertia).unwrap_or(Matrix::IDENTITY),
            position: Vector::ZERO,
            orientation: Quaternion::IDENTITY,
            rotation: Matrix::IDENTITY,
            linear: spec.linear_velocity,
            angular: spec.angular_velocity,
            force: Vector::ZERO,
            torque: Vector::ZERO,
            world_inverse_inertia: Matrix::IDENTITY,
            damping: spec.damping,
            left: None,
            spin_gain: SpinGain::default(),
            asleep: false,
            countdown,
            shown: (spec.linear_velocity, spec.angular_velocity),
            joints: Vec::new(),
        };
        body.place(&spec.pose);
        if let Some(centre) = spec.centre.filter(|centre| centre.is_finite()) {
            body.position = centre;
        }
        body
    }

    /// Puts the solid at a pose.
    pub(crate) fn place(&mut self, pose: &Pose) {
        self.rotation = pose.rotation.orthogonalized();
        self.orientation = pose.rotation.quaternion_of_body().normalized();
        if !(self.orientation.w.is_finite() && self.orientation.v.is_finite()) {
            // no rotation at all, as when the axis of a file is beyond all numbers
            self.rotation = Matrix::IDENTITY;
            self.orientation = Quaternion::IDENTITY;
        }
        self.position = pose.rotation * self.mass.centre + pose.translation;
        if !self.position.is_finite() {
            self.position = Vector::ZERO;
        }
    }

    /// Where the solid is.
    pub fn pose(&self) -> Pose {
        Pose {
            rotation: self.rotation,
            translation: self.position - self.rotation * self.mass.centre,
        }
    }

    /// How the solid is turned.
    pub const fn orientation(&self) -> Quaternion {
        self.orientation
    }

    /// Where the centre of mass is.
    pub const fn centre(&self) -> Vector {
        self.position
    }

    /// Mass, centre of mass in the frame of the solid, and inertia.
    pub const fn mass(&self) -> &MassProperties {
        &self.mass
    }

    /// The velocity of the centre of mass; of a sleeping body the last one awake.
    pub const fn linear_velocity(&self) -> Vector {
        self.shown.0
    }

    /// The angular velocity; of a sleeping body the last one awake.
    pub const fn angular_velocity(&self) -> Vector {
        self.shown.1
    }

    /// What slows it.
    pub(crate) const fn damping(&self) -> Damping {
        self.damping
    }

    /// Changes what slows it.
    pub(crate) fn set_damping(&mut self, damping: Damping) {
        self.damping = damping;
        self.left = None;
    }

    /// Whether the body has been put to sleep.
    pub const fn is_asleep(&self) -> bool {
        self.asleep
    }

    /// Brings the inverse inertia to how the body is turned.
    pub(crate) fn turn_inertia(&mut self) {
        let turned = self.rotation.transposed();
        self.world_inverse_inertia = self.rotation * (self.inverse_inertia * turned);
    }

    /// Adds the gyroscopic torque, unless it turns the body less than this in a second.
    pub(crate) fn add_gyroscopic_torque(&mut self, least: f64) {
        let turned = self.rotation.transposed();
        let torque = self
            .angular
            .cross(self.rotation * (self.mass.inertia * (turned * self.angular)));
        let local = self.inverse_inertia * (turned * torque);
        if local.length_squared() > least * least {
            self.torque -= torque;
        }
    }

    /// Loses the speed that a step takes.
    pub(crate) fn damp(&mut self, step: f64) {
        let [linear, angular] = match self.left {
            Some((of, left)) if of == step => left,
            _ => [self.damping.linear, self.damping.angular].map(|damping| left(damping, step)),
        };
        self.left = Some((step, [linear, angular]));
        self.linear = self.linear * linear;
        self.angular = self.angular * angular;
    }

    /// Readies the inertia of this step, adds gravity and the gyroscopic torque.
    ///
    /// As in the genuine engine the torque is that at the beginning of the step,
    /// so a long body that turns fast gains energy. Once nearly
    /// all its energy is such a gain, the torque is left out and this returns false.
    pub(crate) fn begin(&mut self, gravity: Vector, step: f64, is_joined: bool) -> bool {
        let turned = self.rotation.transposed();
        let inertia = self.rotation * (self.mass.inertia * turned);
        self.world_inverse_inertia = self.rotation * (self.inverse_inertia * turned);
        self.force += gravity * self.mass.mass;
        let torque = self.angular.cross(inertia * self.angular);
        let change = self.world_inverse_inertia * torque * step;
        let energy = 0.5 * self.angular.dot(inertia * self.angular);
        let gain = 0.5 * change.dot(inertia * change);
        // one step may do more than all before it
        let after = self.angular - change;
        let is_fast = self.angular.length().max(after.length()) > FAST;
        let is_usable = self.spin_gain.add(energy, gain, is_joined, is_fast);
        if is_usable {
            self.torque -= torque;
        }
        is_usable
    }

    /// Applies what acts on the body, constraints included, and moves it.
    pub(crate) fn advance(&mut self, step: f64, constraint: (Vector, Vector)) {
        self.linear += (constraint.0 + self.force) * (step * self.inverse_mass);
        self.angular += self.world_inverse_inertia * ((constraint.1 + self.torque) * step);
        let speed = self.angular.length();
        if speed > HIGHEST_ANGULAR_SPEED {
            self.angular = self.angular * (HIGHEST_ANGULAR_SPEED / speed);
        }
        self.position += self.linear * step;
        self.orientation = turned(self.orientation, self.angular, 0.5 * step);
        self.rotation = self.orientation.matrix();
        self.damp(step);
        self.force = Vector::ZERO;
        self.torque = Vector::ZERO;
        self.shown = (self.linear, self.angular);
    }

    pub(crate) fn is_finite(&self) -> bool {
        self.position.is_finite()
            && self.linear.is_finite()
            && self.angular.is_finite()
            && self.orientation.w.is_finite()
            && self.orientation.v.is_finite()
    }

    /// The force and torque that a generalised acceleration `force / mass` needs.
    pub(crate) fn acceleration(&self) -> (Vector, Vector) {
        (
            self.force * self.inverse_mass,
            self.world_inverse_inertia * self.torque,
        )
    }
}

/// An orientation after a turn at an angular velocity for twice a time.
fn turned(q: Quaternion, velocity: Vector, time: f64) -> Quaternion {
    let (Vector { x, y, z }, w, v) = (velocity, q.w, q.v);
    let rate = Vector::new(
        x * w + y * v.z - z * v.y,
        -(x * v.z) + y * w + z * v.x,
        x * v.y - y * v.x + z * w,
    );
    Quaternion {
        w: w + time * (-(x * v.x) - y * v.y - z * v.z),
        v: v + rate * time,
    }
    .normalized()
}

/// The share of a speed that is left after a step.
fn left(per_second: f64, step: f64) -> f64 {
    if per_second == 0.0 {
        return 1.0;
    }
    let lost = 1.0 - pow(1.0 - per_second, step);
    1.0 - lost
}
