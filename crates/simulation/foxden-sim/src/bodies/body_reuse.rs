//! What stays of bodies, shapes and joints when the scene was compiled again:
//! all whose description is the same as before. They go on as if nothing had
//! happened, with their contacts, motors and sleep.

use crate::bodies::joints::{Joint, JointAxis, JointKind};
use crate::bodies::{Bodies, groups, reference_masses};
use crate::dynamics::{BodyId, Dynamics, JointId, Moments, ShapeId};
use crate::math::Pose;
use crate::model::{Collider, Model, RowIndex};
use crate::spatial::rays::shapes::ColliderShape;
use foxden_scene::NodeId;
use std::collections::{BTreeSet, HashMap};

/// The bodies of the model before, to be looked up by node.
pub(crate) struct BodyReuse<'a> {
    model: &'a Model,
    bodies: &'a Bodies,
    weights: Vec<Moments>,
    groups: Vec<Vec<usize>>,
    /// The colliders of each solid, in order. Only ever looked up.
    colliders: HashMap<NodeId, Vec<usize>>,
    /// The bodies of joints that hold solids fast.
    fixed_ends: Vec<Option<(Option<BodyId>, BodyId)>>,
}

impl<'a> BodyReuse<'a> {
    pub(crate) fn new(model: &'a Model, bodies: &'a Bodies, dynamics: &Dynamics) -> Self {
        let mut colliders: HashMap<NodeId, Vec<usize>> = HashMap::new();
        for (at, collider) in model.colliders.iter().enumerate() {
            let node = model.solids[collider.solid].node;
            colliders.entry(node).or_default().push(at);
        }
        Self {
            model,
            bodies,
            weights: reference_masses(model),
            groups: groups(model),
            colliders,
            fixed_ends: bodies
                .fixed
                .iter()
                .map(|id| {
                    dynamics
                        .joint((*id)?)
                        .map(|joint| (joint.parent(), joint.end()))
                })
                .collect(),
        }
    }

    /// The body that a solid had, and what became of it.
    pub(crate) fn body(
        &self,
        model: &Model,
        owner: usize,
        members: &[usize],
        weights: &[Moments],
    ) -> Option<ReusedBody> {
        let node = model.solids[owner].node;
        let before = self.model.solid_of(node)?;
        let old_members = &self.groups[before.at()];
        if old_members.is_empty() {
            return None;
        }
        let id = self.bodies.of_solid[before]?;
        let mut reused = ReusedBody {
            id,
            weight: Weight::Same,
            is_centred_anew: false,
            is_damped_anew: false,
        };
        if members.len() < old_members.len() {
            reused.weight = Weight::Less;
        }
        for new in members {
            let now = &model.solids[*new];
            let mut before = old_members.iter();
            let old = before.find(|old| self.model.solids[**old].node == now.node);
            let Some((old, now, then)) = old.and_then(|old| {
                let then = self.model.solids[*old].physics.as_ref();
                Some((*old, now.physics.as_ref()?, then?))
            }) else {
                reused.weight = Weight::Other;
                continue;
            };
            if !now.weighs_like(then) || weights[*new] != self.weights[old] {
                reused.weight = Weight::Other;
            }
            reused.is_damped_anew |= now.damping != then.damping;
            reused.is_centred_anew |= now.centre != then.centre && now.inertia.is_none();
        }
        Some(reused)
    }

    /// Where a solid was in its body when it was weighed, if it is still in
    /// that body and its own mass is the same.
    pub(crate) fn weighed(
        &self,
        model: &Model,
        solid: usize,
        weights: &[Moments],
        body: BodyId,
    ) -> Option<Pose> {
        let now = &model.solids[solid];
        let before = self.model.solid_of(now.node)?.at();
        let (physics, then) = (&now.physics, &self.model.solids[before].physics);
        let is_same = physics
            .as_ref()
            .zip(then.as_ref())
            .is_some_and(|(now, then)| now.weighs_like(then))
            && weights[solid] == self.weights[before]
            && self.bodies.of_solid[before] == Some(body);
        is_same.then(|| self.bodies.weighed[before])
    }

    /// What became of the shape of a collider. `number` is its place among the
    /// colliders of its solid.
    pub(crate) fn shape(
        &self,
        model: &Model,
        body: Option<BodyId>,
        collider: &Collider,
        number: usize,
    ) -> ReusedShape {
        let solid = &model.solids[collider.solid];
        let colliders = self.colliders.get(&solid.node);
        let Some(at) = colliders.and_then(|colliders| colliders.get(number)) else {
            return ReusedShape::None;
        };
        let before = &self.model.colliders[*at];
        let old_solid = &self.model.solids[before.solid];
        let robot = |model: &Model, collider: &Collider| {
            let robot = &model.robots[collider.robot?];
            Some((robot.node, robot.wheels.is_some()))
        };
        let is_same = collider.shape == before.shape
            && collider.pose == before.pose
            && solid.is_touch_sensor == old_solid.is_touch_sensor
            && robot(model, collider) == robot(self.model, before)
            && body == self.bodies.of_solid[before.solid];
        let kind = std::mem::discriminant::<ColliderShape>;
        if is_same {
            ReusedShape::Same(self.bodies.shapes[*at])
        } else if collider.shape != before.shape && kind(&collider.shape) == kind(&before.shape) {
            ReusedShape::Resized
        } else {
            ReusedShape::None
        }
    }

    /// What was known of the joint between two bodies.
    pub(crate) fn joint(
        &self,
        model: &Model,
        joint: &Joint,
        parent: Option<BodyId>,
        end: BodyId,
    ) -> ReusedJoint {
        let found = self.model.joint_of(joint.node).and_then(|before| {
            let id = self.bodies.joints[before]?;
            Some((id, &self.model.joints[before]))
        });
        let Some((id, before)) = found else {
            return ReusedJoint::None;
        };
        let old_parent = before.parent;
        let is_between_same = parent == old_parent.and_then(|parent| self.bodies.of_solid[parent])
            && Some(end) == self.bodies.of_solid[before.end];
        let has_parameters = |joint: &Joint| joint.axes[0].parameters.is_some();
        let has_lost_parameters = has_parameters(before) && !has_parameters(joint);
        if is_between_same && has_lost_parameters {
            // the genuine engine does not get the change
            ReusedJoint::Same(id)
        } else if !is_between_same || !is_same_frame(joint, before) {
            ReusedJoint::Other(id)
        } else if acts_the_same((model, joint), (self.model, before)) {
            ReusedJoint::Same(id)
        } else {
            ReusedJoint::Adapted(id)
        }
    }

    /// The joint that holds a solid fast, if it is between the same bodies.
    pub(crate) fn fixed(
        &self,
        node: NodeId,
        parent: Option<BodyId>,
        end: BodyId,
    ) -> Option<JointId> {
        let before = self.model.solid_of(node)?;
        let id = self.bodies.fixed[before]?;
        (self.fixed_ends[before.at()] == Some((parent, end))).then_some(id)
    }

    /// Takes out what has no place any more.
    pub(crate) fn clear(&self, made: &mut Bodies) {
        let shapes: BTreeSet<ShapeId> = made.shapes.iter().copied().collect();
        for shape in &self.bodies.shapes {
            if !shapes.contains(shape) {
                made.dynamics.remove_shape(*shape);
            }
        }
        let joints: BTreeSet<JointId> = made
            .joints
            .iter()
            .chain(&made.fixed)
            .copied()
            .flatten()
            .collect();
        for joint in self.bodies.joints.iter().chain(&self.bodies.fixed) {
            if let Some(joint) = joint
                && !joints.contains(joint)
            {
                made.dynamics.remove_joint(*joint);
            }
        }
        let bodies: BTreeSet<BodyId> = made.owners.iter().map(|(_, body)| *body).collect();
        for (_, body) in &self.bodies.owners {
            if !bodies.contains(body) {
                made.dynamics.remove_body(*body);
            }
        }
    }
}

/// What is known of a body from before.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReusedBody {
    pub(crate) id: BodyId,
    pub(crate) weight: Weight,
    /// Whether another centre of mass was written; the boundingObject gives the inertia.
    pub(crate) is_centred_anew: bool,
    /// Whether another Damping was written.
    pub(crate) is_damped_anew: bool,
}

/// What became of a shape.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ReusedShape {
    /// There is none, or it is another one now.
    None,
    /// The same on the same body.
    Same(ShapeId),
    /// One of the same kind, with other dimensions.
    Resized,
}

/// What became of the mass of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Weight {
    /// Nothing.
    Same,
    /// Solids are gone.
    Less,
    /// A solid came or weighs something else.
    Other,
}

/// What was known of a joint before the scene was compiled again.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ReusedJoint {
    /// Nothing.
    None,
    /// The same joint.
    Same(JointId),
    /// The same axes and anchor, but other things act on them.
    Adapted(JointId),
    /// Another joint, whose motors go on in the new one.
    Other(JointId),
}

/// Whether axes and anchor are the same. A Hinge2 is attached again with its springs.
fn is_same_frame(now: &Joint, then: &Joint) -> bool {
    let parameters = |joint: &Joint| -> Vec<bool> {
        let axes = joint.axes.iter();
        axes.map(|axis| axis.parameters.is_some()).collect()
    };
    let springs = |joint: &Joint| -> Vec<(f64, f64)> {
        let axes = joint.axes.iter();
        axes.map(|axis| (axis.spring, axis.damping)).collect()
    };
    let has_own_springs = matches!(now.kind, JointKind::Hinge | JointKind::Slider);
    now.kind == then.kind
        && now.turns_like(then)
        && now.axes.len() == then.axes.len()
        && parameters(now) == parameters(then)
        && (has_own_springs || springs(now) == springs(then))
        && (now.kind != JointKind::Hinge2 || now.suspension == then.suspension)
}

/// Whether the same stops, springs, motors and suspension act.
fn acts_the_same((model, now): (&Model, &Joint), (old_model, then): (&Model, &Joint)) -> bool {
    let spec = |model: &Model, axis: &JointAxis| {
        let motor = axis.motor.map(|motor| model.devices.motors[motor].spec());
        let plain = JointAxis {
            parameters: None,
            position: 0.0,
            motor: None,
            ..axis.clone()
        };
        (plain, motor)
    };
    let mut axes = now.axes.iter().zip(&then.axes);
    now.suspension == then.suspension
        && axes.all(|(now, then)| spec(model, now) == spec(old_model, then))
}
