//! Vacuum grippers of a running world.

use crate::devices::vacuum_gripper::Grip;
use crate::dynamics::{JointKind, JointSpec, ShapeSpec};
use crate::math::{Pose, Vector};
use crate::model::{NodeRow, SolidIndex, VacuumGripperIndex};
use crate::world::World;
use crate::world::events::Event;

impl World {
    /// A gripper before physics: what pulls too hard is let go.
    pub(crate) fn strain(&mut self, gripper: VacuumGripperIndex) {
        self.state.vacuum_grippers[gripper.at()].touched = None;
        if self.is_overloaded(gripper) {
            self.release(gripper);
        }
        if let Some(grip) = &mut self.state.vacuum_grippers[gripper.at()].grip {
            grip.is_new = false;
        }
    }

    /// Lets the shapes of grippers know whether they wait for something to hold.
    pub(crate) fn prepare_grippers(&mut self) {
        let (model, state) = (&self.model, &mut self.state);
        for (row, gripper) in model.vacuum_grippers.iter().zip(&state.vacuum_grippers) {
            let is_waiting = gripper.is_on && gripper.grip.is_none();
            let awaited = is_waiting.then_some(row.contact_points);
            let bodies = &mut state.bodies;
            for (at, collider) in model.colliders.iter().enumerate() {
                if collider.solid == row.solid {
                    let shape = bodies.shapes[at];
                    let change = |spec: &mut ShapeSpec| spec.awaited_points = awaited;
                    bodies.dynamics.change_shape(shape, change);
                }
            }
        }
    }

    /// Tells grippers that wait what they touch.
    pub(crate) fn feel_grippers(&mut self) {
        if self.model.vacuum_grippers.is_empty() {
            return;
        }
        let bodies = &self.state.bodies;
        let contacts = bodies.dynamics.contacts();
        for points in contacts.chunk_by(|one, two| one.shapes == two.shapes) {
            let solids = points[0].shapes.map(|shape| {
                let collider = bodies.collider(shape)?;
                Some(self.model.colliders[collider].solid)
            });
            let [Some(first), Some(second)] = solids else {
                continue;
            };
            let has_body = |solid: SolidIndex| bodies.of_solid[solid.at()].is_some();
            if !has_body(first) && !has_body(second) {
                continue;
            }
            let gripper_of = |solid: SolidIndex| {
                let node = self.model.solids[solid.at()].node;
                match self.model.things.get(&node) {
                    Some(NodeRow::VacuumGripper(gripper)) => Some(*gripper),
                    _ => None,
                }
            };
            let found = gripper_of(first)
                .map(|gripper| (gripper, second))
                .or_else(|| gripper_of(second).map(|gripper| (gripper, first)));
            let Some((gripper, other)) = found else {
                continue;
            };
            let row = &self.model.vacuum_grippers[gripper.at()];
            let state = &mut self.state.vacuum_grippers[gripper.at()];
            if !state.is_on || state.grip.is_some() || points.len() < row.contact_points {
                continue;
            }
            let depth = points.iter().map(|point| point.point.depth);
            let depth = depth.fold(0.0, f64::max);
            if depth > state.touched.map_or(0.0, |(_, deepest)| deepest) {
                state.touched = Some((other, depth));
            }
        }
    }

    /// A gripper after physics holds on to what it touches.
    pub(crate) fn grip(&mut self, gripper: VacuumGripperIndex) {
        let state = &self.state.vacuum_grippers[gripper.at()];
        if !state.is_on || state.grip.is_some() {
            return;
        }
        let Some((other, _)) = state.touched else {
            return;
        };
        let row = &self.model.vacuum_grippers[gripper.at()];
        let bodies = &self.state.bodies;
        let parent = self.model.solids[row.solid.at()].parent;
        let own = bodies.of_solid[row.solid.at()].or_else(|| bodies.of_solid[parent?.at()]);
        let (parent, end) = match (own, bodies.of_solid[other.at()]) {
            (Some(own), Some(other)) => (Some(own), other),
            (Some(body), None) | (None, Some(body)) => (None, body),
            (None, None) => {
                self.reports.tell_once(row.node, Event::NeedsPhysics);
                return;
            }
        };
        let joint = self.state.bodies.dynamics.add_joint(&JointSpec {
            parent,
            end,
            frame: Pose::IDENTITY,
            kind: JointKind::Fixed,
        });
        let held = self.model.solids[other.at()].node;
        self.state.vacuum_grippers[gripper.at()].grip = joint.map(|joint| Grip {
            held,
            joint,
            is_new: true,
        });
    }

    /// Turns a gripper on or off.
    pub(crate) fn turn_gripper(&mut self, gripper: VacuumGripperIndex, is_on: bool) {
        let state = &mut self.state.vacuum_grippers[gripper.at()];
        state.is_to_tell |= state.is_on != is_on;
        state.is_on = is_on;
        if is_on {
            self.grip(gripper);
        } else {
            self.release(gripper);
        }
    }

    /// Lets go, and wakes both sides.
    pub(crate) fn release(&mut self, gripper: VacuumGripperIndex) {
        let force = self.felt_force(gripper);
        let state = &mut self.state.vacuum_grippers[gripper.at()];
        let Some(grip) = state.grip.take() else {
            return;
        };
        state.last_force = force.map_or(0.0, |force| force.z);
        let own = self.model.vacuum_grippers[gripper.at()].solid;
        let held = self.model.solid_of(grip.held);
        let dynamics = &mut self.state.bodies.dynamics;
        dynamics.remove_joint(grip.joint);
        for solid in [Some(own), held].into_iter().flatten() {
            if let Some(body) = self.state.bodies.of_solid[solid.at()] {
                dynamics.wake(body);
            }
        }
    }

    /// What a gripper feels, if it has a limit. Before the first step with a new
    /// joint the genuine program reads the memory of the one before it, of which
    /// only the part along z is still there.
    fn felt_force(&self, gripper: VacuumGripperIndex) -> Option<Vector> {
        let row = &self.model.vacuum_grippers[gripper.at()];
        let state = &self.state.vacuum_grippers[gripper.at()];
        if row.tensile_strength.is_none() && row.shear_strength.is_none() {
            return None;
        }
        let grip = state.grip.as_ref()?;
        if grip.is_new {
            return Some(Vector::Z * state.last_force);
        }
        let joint = self.state.bodies.dynamics.joint(grip.joint)?;
        let reaction = joint.reaction();
        Some(match joint.parent() {
            Some(_) => reaction.parent_force,
            None => reaction.end_force,
        })
    }

    fn is_overloaded(&self, gripper: VacuumGripperIndex) -> bool {
        let row = &self.model.vacuum_grippers[gripper.at()];
        let Some(force) = self.felt_force(gripper) else {
            return false;
        };
        let along = self
            .state
            .pose_now(&self.model, row.place)
            .rotation
            .column(0)
            .dot(force);
        let sideways = (force.length_squared() - along * along).max(0.0).sqrt();
        row.tensile_strength
            .is_some_and(|most| along.max(0.0) > most)
            || row.shear_strength.is_some_and(|most| sideways > most)
    }

    /// After the scene was compiled again: what is gone is not held.
    pub(crate) fn forget_lost_grips(&mut self) {
        let (model, state) = (&self.model, &mut self.state);
        for gripper in &mut state.vacuum_grippers {
            gripper.touched = None;
            let Some(grip) = &gripper.grip else { continue };
            let dynamics = &mut state.bodies.dynamics;
            if dynamics.joint(grip.joint).is_none() {
                gripper.grip = None;
            } else if model.solid_of(grip.held).is_none() {
                dynamics.remove_joint(grip.joint);
                gripper.grip = None;
            }
        }
    }
}
