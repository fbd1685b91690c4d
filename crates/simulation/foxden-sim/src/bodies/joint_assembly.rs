//! Joints of the dynamics that belong to the rows of the model, in the order in
//! which the genuine program makes them.

use crate::bodies::Bodies;
use crate::bodies::body_reuse::{BodyReuse, ReusedJoint};
use crate::bodies::joints::{Joint, JointAxis, JointKind};
use crate::dynamics::{AxisSpec, BodyId, JointId, JointKind as Kind, JointSpec, Suspension};
use crate::math::Pose;
use crate::model::{JointIndex, Model, PoseIndex, RowIndex, SolidIndex};
use crate::state::State;
use std::cmp::Reverse;

/// A joint that is to be made.
#[derive(Clone, Copy)]
enum PlannedJoint {
    Joint(JointIndex),
    Fixed(SolidIndex, BodyId),
}

impl Bodies {
    /// Joints are made from the leaves to the top, as the genuine program makes
    /// them: the newest one of a body comes first in the solver.
    pub(super) fn add_joints(
        &mut self,
        model: &Model,
        state: &State,
        reuse: Option<&BodyReuse<'_>>,
    ) {
        self.joints = model.joints.iter().map(|_| None).collect();
        let last_place = |place: PoseIndex| {
            let branch = model.transform_tree.branch(place.at());
            (branch.end, Reverse(branch.start))
        };
        let joints = model.joints.iter().enumerate();
        let mut made: Vec<_> = joints
            .map(|(at, joint)| {
                (
                    last_place(joint.end_place),
                    PlannedJoint::Joint(JointIndex::new(at)),
                )
            })
            .collect();
        made.extend(self.owners.iter().filter_map(|&(solid, body)| {
            let place = model.solids[solid].place;
            let is_held = is_held_fast(model, solid);
            is_held.then(|| (last_place(place), PlannedJoint::Fixed(solid, body)))
        }));
        made.sort_by_key(|(place, _)| *place);
        for (_, made) in made {
            match made {
                PlannedJoint::Joint(index) => {
                    self.joints[index] = self.joint(model, state, index, reuse);
                }
                PlannedJoint::Fixed(solid, body) => self.hold_fast(model, solid, body, reuse),
            }
        }
    }

    /// The joint of a row, if its end point has a body.
    fn joint(
        &mut self,
        model: &Model,
        state: &State,
        index: JointIndex,
        reuse: Option<&BodyReuse<'_>>,
    ) -> Option<JointId> {
        let joint = &model.joints[index];
        let end = self.of_solid[joint.end]?;
        let parent = joint.parent.and_then(|parent| self.of_solid[parent]);
        let known = reuse.map_or(ReusedJoint::None, |reuse| {
            reuse.joint(model, joint, parent, end)
        });
        if let ReusedJoint::Same(same) = known {
            return Some(same);
        }
        let spec = self.joint_spec(model, state, index, joint, end);
        if let ReusedJoint::Adapted(same) = known {
            self.dynamics.adapt_joint(same, &spec);
            return Some(same);
        }
        let made = self.dynamics.add_joint(&spec)?;
        if let ReusedJoint::Other(old) = known {
            self.take_over_motors(joint, old, made);
        }
        Some(made)
    }

    /// Fixes a solid with a body of its own to the one that holds it.
    fn hold_fast(
        &mut self,
        model: &Model,
        solid: SolidIndex,
        body: BodyId,
        reuse: Option<&BodyReuse<'_>>,
    ) {
        let row = &model.solids[solid];
        let parent = row.parent.and_then(|parent| self.of_solid[parent]);
        let same = reuse.and_then(|reuse| reuse.fixed(row.node, parent, body));
        self.fixed[solid] = same.or_else(|| {
            self.dynamics.add_joint(&JointSpec {
                parent,
                end: body,
                frame: Pose::IDENTITY,
                kind: Kind::Fixed,
            })
        });
    }

    /// Motors of a joint that was created again go on with what they had.
    fn take_over_motors(&mut self, joint: &Joint, old: JointId, made: JointId) {
        for axis in 0..joint.axes.len() {
            let old = self.dynamics.joint(old);
            let before = old.and_then(|old| old.motor(axis)).cloned();
            if let Some(before) = before
                && let Some(motor) = self.dynamics.motor_mut(made, axis)
            {
                let spec = motor.spec;
                *motor = before;
                motor.spec = spec;
            }
        }
    }

    fn joint_spec(
        &self,
        model: &Model,
        state: &State,
        index: JointIndex,
        joint: &Joint,
        end: BodyId,
    ) -> JointSpec {
        let frame = model.pose_nodes[joint.end_place]
            .parent
            .map_or(Pose::IDENTITY, |parent| state.poses[parent]);
        let axis = |at: usize| axis_spec(model, joint, at, state.joints[index][at]);
        let suspension = Suspension {
            axis: joint.suspension.2,
            spring: joint.suspension.0,
            damping: joint.suspension.1,
        };
        let anchor = joint.anchor;
        let kind = match joint.kind {
            JointKind::Slider => Kind::Slider { axis: axis(0) },
            JointKind::Hinge => Kind::Hinge {
                anchor,
                axis: axis(0),
                suspension,
            },
            JointKind::Hinge2 => Kind::Hinge2 {
                anchor,
                axis: axis(0),
                second: axis(1),
                suspension,
            },
            JointKind::Ball => Kind::Ball {
                anchor,
                axes: [axis(0), axis(1), axis(2)],
                given: std::array::from_fn(|at| joint.axes[at].parameters.is_some()),
            },
        };
        JointSpec {
            parent: joint.parent.and_then(|parent| self.of_solid[parent]),
            end,
            frame,
            kind,
        }
    }
}

/// Whether a solid with a body of its own that is no end point is fixed to the solid
/// above: a touch sensor to one with a body, and each to static ones. All others are
/// free: a wheel by its old name, and what is on a solid without Physics of a body.
fn is_held_fast(model: &Model, solid: SolidIndex) -> bool {
    let row = &model.solids[solid];
    let Some(parent) = row.parent.filter(|_| !row.is_joint_end) else {
        return false;
    };
    let has_body = |solid: SolidIndex| model.solids[solid].physics.is_some();
    let above = |solid: &SolidIndex| model.solids[*solid].parent;
    let is_static = !std::iter::successors(Some(parent), above).any(has_body);
    is_static || (row.is_touch_sensor && has_body(parent))
}

fn axis_spec(model: &Model, joint: &Joint, at: usize, position: f64) -> AxisSpec {
    let JointAxis {
        direction,
        min_stop,
        max_stop,
        spring,
        damping,
        static_friction,
        stop_erp,
        stop_cfm,
        motor,
        ..
    } = joint.axes[at].clone();
    AxisSpec {
        axis: direction,
        position,
        min_stop,
        max_stop,
        spring,
        damping,
        static_friction,
        stop_erp: (stop_erp != -1.0).then_some(stop_erp),
        stop_cfm: (stop_cfm != -1.0).then_some(stop_cfm),
        motor: motor.map(|motor| model.devices.motors[motor].spec()),
    }
}
