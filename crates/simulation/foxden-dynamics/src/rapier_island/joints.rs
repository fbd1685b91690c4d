//! Joints in rapier: how they are made, driven and measured.

use super::RapierIsland;
use super::conversion::{mass, placed, rotation_back, vector, vector_back};
use crate::bodies::Body;
use crate::joints::{Drive, Frame, Frames, Freedom, Reaction};
use crate::math::{Matrix, Quaternion, Vector};
use crate::{Joint, MassProperties};
use rapier3d_f64::prelude::{
    GenericJoint, ImpulseJointHandle, JointAxesMask, JointAxis, MotorModel, RigidBodyBuilder,
    RigidBodyHandle, SpringCoefficients,
};

/// The axes about which a joint turns.
const TURNS: [JointAxis; 3] = [JointAxis::AngX, JointAxis::AngY, JointAxis::AngZ];
const MOVES: [JointAxis; 3] = [JointAxis::LinX, JointAxis::LinY, JointAxis::LinZ];

/// What the body between two hinges weighs, as a share of the lighter one.
const BETWEEN: f64 = 0.02;

/// The rapier joints of one joint.
#[derive(Clone, Debug)]
pub(super) struct RapierJoint {
    /// The joints that hold; two in a row for a joint of two axes.
    holding: Vec<ImpulseJointHandle>,
    /// The springs: a joint that holds nothing.
    spring: Option<ImpulseJointHandle>,
    /// The body between the two.
    between: Option<RigidBodyHandle>,
    is_ball: bool,
    is_slider: bool,
}

impl RapierIsland {
    /// Makes a joint between bodies that are members, or a member and the world.
    pub(super) fn make_joint(
        &mut self,
        joint: &Joint,
        parent: Option<(&Body, RigidBodyHandle)>,
        end: (&Body, RigidBodyHandle),
    ) -> RapierJoint {
        let above = parent.map_or(self.ground, |(_, handle)| handle);
        let mut made = RapierJoint {
            holding: Vec::new(),
            spring: None,
            between: None,
            is_ball: false,
            is_slider: false,
        };
        let free_turn = JointAxesMask::LOCKED_REVOLUTE_AXES;
        let springs = match joint.freedom() {
            Freedom::Turn(frames, sprung) => {
                let mut data = held(frames, free_turn);
                if let Some(sprung) = sprung {
                    let axis = MOVES[sprung.axis];
                    data.locked_axes.remove(axis.into());
                    drive_spring(&mut data, axis, (sprung.spring, sprung.damping, 0.0));
                }
                made.holding.push(self.link(above, end.1, data));
                Some(frames)
            }
            Freedom::Slide(frames) => {
                made.is_slider = true;
                let data = held(frames, JointAxesMask::LOCKED_PRISMATIC_AXES);
                made.holding.push(self.link(above, end.1, data));
                Some(frames)
            }
            Freedom::Ball(frames, springs) => {
                made.is_ball = true;
                let data = held(frames, JointAxesMask::LOCKED_SPHERICAL_AXES);
                made.holding.push(self.link(above, end.1, data));
                Some(springs)
            }
            Freedom::Fixed(frames) => {
                let data = held(frames, JointAxesMask::LOCKED_FIXED_AXES);
                made.holding.push(self.link(above, end.1, data));
                None
            }
            Freedom::TwoTurns([first, second]) => {
                let Some((parent, above)) = parent else {
                    return made;
                };
                let middle = self.add_between(joint, (parent, end.0), first.parent);
                made.between = Some(middle);
                let first = held(first, free_turn);
                let second = held(second, free_turn);
                made.holding.push(self.link(above, middle, first));
                made.holding.push(self.link(middle, end.1, second));
                None
            }
        };
        let has_spring = joint
            .drives()
            .iter()
            .flatten()
            .any(|drive| drive.spring.is_some());
        if let (Some(frames), true) = (springs, has_spring) {
            let data = held(frames, JointAxesMask::empty());
            made.spring = Some(self.link(above, end.1, data));
        }
        made
    }

    fn link(
        &mut self,
        above: RigidBodyHandle,
        below: RigidBodyHandle,
        data: GenericJoint,
    ) -> ImpulseJointHandle {
        self.joint_set.insert(above, below, data, false)
    }

    /// A light body where the two axes of a joint meet, turned as they are now.
    fn add_between(
        &mut self,
        joint: &Joint,
        (parent, end): (&Body, &Body),
        (anchor, turned): Frame,
    ) -> RigidBodyHandle {
        let angle = joint.position(0).unwrap_or(0.0)
            - joint.axes().first().map_or(0.0, |axis| axis.spec.position);
        let (sine, cosine) = crate::math::sin_cos(angle * 0.5);
        let turn = Quaternion {
            w: cosine,
            v: Vector::new(sine, 0.0, 0.0),
        };
        let arm = parent.rotation * anchor;
        let orientation = (parent.orientation * turned * turn).normalized();
        let axis = orientation.rotate(Vector::X);
        let rate = axis.dot(end.angular - parent.angular);
        let lighter = if parent.mass.mass < end.mass.mass {
            parent
        } else {
            end
        };
        let moment = |rows: &[Vector; 3]| (rows[0].x + rows[1].y + rows[2].z) / 3.0;
        let inertia = moment(&lighter.mass.inertia.0) * BETWEEN;
        let weight = MassProperties {
            mass: lighter.mass.mass * BETWEEN,
            centre: Vector::ZERO,
            inertia: Matrix([
                Vector::X * inertia,
                Vector::Y * inertia,
                Vector::Z * inertia,
            ]),
        };
        let body = RigidBodyBuilder::dynamic()
            .pose(placed(parent.position + arm, orientation))
            .linvel(vector(parent.linear + parent.angular.cross(arm)))
            .angvel(vector(parent.angular + axis * rate))
            .additional_mass_properties(mass(&weight))
            .gravity_scale(0.0)
            .allow_fast_rotation(true);
        self.body_set.insert(body)
    }

    /// Tells motors, stops and springs of this step.
    pub(super) fn drive_joint(
        &mut self,
        place: usize,
        joint: &Joint,
        softness: (f64, SpringCoefficients<f64>),
    ) {
        let (softness, hold) = softness;
        let Some(made) = self.joints.get_mut(place).and_then(Option::take) else {
            return;
        };
        for (at, drive) in joint.drives().iter().enumerate() {
            let Some(drive) = drive else { continue };
            let (holding, axis) = match (made.is_ball, made.is_slider) {
                (true, _) => (made.holding.first(), TURNS[at]),
                (_, true) => (made.holding.first(), MOVES[0]),
                _ => (made.holding.get(at), TURNS[0]),
            };
            if let Some(link) = holding.and_then(|&handle| self.joint_set.get_mut(handle, false)) {
                link.data.softness = hold;
                drive_motor(&mut link.data, axis, drive, softness);
                // a joint of two axes has its springs in the same place as its motors
                if made.between.is_some()
                    && let Some(spring) = drive.spring
                    && drive.bound <= 0.0
                {
                    drive_spring(&mut link.data, axis, spring);
                }
            }
            let spring = made
                .spring
                .and_then(|handle| self.joint_set.get_mut(handle, false));
            if let (Some(link), Some(spring)) = (spring, drive.spring) {
                drive_spring(&mut link.data, axis, spring);
            }
        }
        self.joints[place] = Some(made);
    }

    /// What a joint did to its bodies in the last step.
    pub(super) fn felt(
        &self,
        place: usize,
        ends: (Option<&Body>, &Body),
        step: f64,
    ) -> Option<Reaction> {
        let made = self.joints.get(place)?.as_ref()?;
        let mut force = Vector::ZERO;
        let mut torque = Vector::ZERO;
        let mut arms = (Vector::ZERO, Vector::ZERO);
        for (at, &handle) in made.holding.iter().enumerate() {
            let link = self.joint_set.get(handle)?;
            let above = self.body_set.get(link.body1())?;
            let frame = *above.position() * link.data.local_frame1;
            let basis = rotation_back(frame.rotation).matrix();
            let total = |axis: usize| {
                link.impulses[axis]
                    + link.data.motors[axis].impulse
                    + link.data.limits[axis].impulse
            };
            for axis in 0..3 {
                if at + 1 == made.holding.len() {
                    force += basis.column(axis) * (total(axis) / step);
                }
                torque += basis.column(axis) * (total(axis + 3) / step);
            }
            let anchor = vector_back(frame.translation);
            if at == 0 {
                arms.0 = ends.0.map_or(Vector::ZERO, |body| anchor - body.position);
            }
            arms.1 = anchor - ends.1.position;
        }
        // impulses are given as what acts on the first body
        let (force, torque) = (-force, -torque);
        Some(Reaction {
            end_force: force,
            end_torque: torque + arms.1.cross(force),
            parent_force: -force,
            parent_torque: -torque - arms.0.cross(force),
        })
    }

    pub(super) fn drop_joint(&mut self, place: usize) {
        let Some(made) = self.joints.get_mut(place).and_then(Option::take) else {
            return;
        };
        for handle in made.holding.into_iter().chain(made.spring) {
            self.joint_set.remove(handle, false);
        }
        if let Some(between) = made.between {
            self.remove_from_set(between);
        }
    }
}

fn held(frames: Frames, locked: JointAxesMask) -> GenericJoint {
    let mut data = GenericJoint::new(locked);
    data.local_frame1 = placed(frames.parent.0, frames.parent.1);
    data.local_frame2 = placed(frames.end.0, frames.end.1);
    data.contacts_enabled = false;
    data
}

/// A motor reaches its speed as softly as the rows of the genuine engine do.
/// Motors are by default given in accelerations; ours are in newtons.
fn drive_motor(data: &mut GenericJoint, axis: JointAxis, drive: &Drive, softness: f64) {
    let at = axis as usize;
    if drive.bound > 0.0 {
        data.set_motor_model(axis, MotorModel::ForceBased);
        data.set_motor(axis, 0.0, drive.speed, 0.0, 1.0 / softness.max(1e-12));
        data.set_motor_max_force(axis, drive.bound);
    } else {
        data.motor_axes.remove(axis.into());
        data.motors[at].impulse = 0.0;
    }
    match drive.stops {
        Some(stops) => {
            data.set_limits(axis, stops);
        }
        None => {
            data.limit_axes.remove(axis.into());
            data.limits[at].impulse = 0.0;
        }
    }
}

fn drive_spring(
    data: &mut GenericJoint,
    axis: JointAxis,
    (spring, damping, rest): (f64, f64, f64),
) {
    data.set_motor_model(axis, MotorModel::ForceBased);
    data.set_motor(axis, rest, 0.0, spring, damping);
    data.set_motor_max_force(axis, f64::MAX);
}
