//! Vacuum grippers: they hold on to what they touch.

use crate::controller::{Command, Reading};
use crate::devices::table::VacuumGripperIndex;
use crate::devices::{
    Device, DeviceAnswer, Mount, Renumbering, Sampling, StepWork, enable, index_of, read_again,
};
use crate::dynamics::{JointId, JointKind, JointSpec, ShapeSpec};
use crate::math::{Pose, Vector};
use crate::model::SolidIndex;
use crate::model::compile::read;
use crate::model::{JointIndex, Model, Table};
use crate::world::World;
use crate::world::reports::ReportKind;
use foxden_catalogue::NodeType;
use foxden_scene::{FieldRef, Value};
use foxden_scene::{NodeId, Scene};
use serde::{Deserialize, Serialize};

/// A VacuumGripper.
#[derive(Clone, Debug)]
pub(crate) struct VacuumGripper {
    mount: Mount,
    pub(crate) is_on: bool,
    /// Newtons; none for no limit.
    pub(crate) tensile_strength: Option<f64>,
    /// Newtons; none for no limit.
    pub(crate) shear_strength: Option<f64>,
    /// How many points of touch it takes to hold on.
    pub(crate) contact_points: usize,
}

/// What may change about a vacuum gripper while the world runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct VacuumGripperState {
    pub(crate) sampling: Sampling,
    pub(crate) is_on: bool,
    pub(crate) grip: Option<Grip>,
    /// The force that it let go for last, along z.
    pub(crate) last_force: f64,
    /// The solid that it touches deepest, and how deep.
    pub(crate) touched: Option<(SolidIndex, f64)>,
    /// Whether the last sample found that it holds something.
    pub(crate) has_held: bool,
    /// Whether the next answer says whether it is on.
    pub(crate) is_to_tell: bool,
}

/// What a gripper holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Grip {
    pub(crate) held: NodeId,
    pub(crate) joint: JointId,
    /// Whether no step was made with it yet.
    pub(crate) is_new: bool,
    /// Whether the strength of the gripper was limited when it took hold.
    pub(crate) can_break: bool,
}

impl Device for VacuumGripper {
    const NODE_TYPES: &'static [NodeType] = &[NodeType::VacuumGripper];

    fn read(scene: &Scene, mount: Mount) -> Option<Self> {
        let node = mount.node;
        let strength = |name: &str| Some(read::number(scene, node, name)).filter(|it| *it >= 0.0);
        Some(Self {
            mount,
            is_on: read::flag(scene, node, "isOn"),
            tensile_strength: strength("tensileStrength"),
            shear_strength: strength("shearStrength"),
            contact_points: usize::try_from(read::integer(scene, node, "contactPoints"))
                .unwrap_or(0),
        })
    }

    fn mount(&self) -> &Mount {
        &self.mount
    }

    fn new_state(&self, _joints: &Table<JointIndex, [f64; 3]>) -> Self::State {
        VacuumGripperState {
            sampling: Sampling::OFF,
            is_on: self.is_on,
            grip: None,
            last_force: 0.0,
            touched: None,
            has_held: false,
            is_to_tell: true,
        }
    }

    fn edit(world: &mut World, index: Self::Index, _field: FieldRef) -> bool {
        read_again::<Self>(world, index)
    }

    fn obey(world: &mut World, index: Self::Index, command: Command) {
        match command {
            Command::Grip(_, is_on) => world.turn_gripper(index, is_on),
            other => enable::<Self>(world, index, &other),
        }
    }

    fn sampling(state: &mut Self::State) -> Option<&mut Sampling> {
        Some(&mut state.sampling)
    }

    fn refresh(world: &mut World, index: Self::Index) {
        let state = &mut world.state;
        let own = &mut state.devices.vacuum_grippers[index];
        own.has_held = own.grip.is_some();
        own.sampling.refresh(state.clock);
    }

    fn answer(world: &mut World, index: Self::Index, mut answer: DeviceAnswer<'_>) {
        let own = &mut world.state.devices.vacuum_grippers[index];
        if std::mem::take(&mut own.sampling.is_pending) {
            // what it holds when the controller is answered, not when the sample was due
            own.has_held = own.grip.is_some();
            answer.push(Reading::Held(own.has_held));
        }
        if std::mem::take(&mut own.is_to_tell) {
            answer.push(Reading::GripperOn(own.is_on));
        }
    }

    fn last_reading(_state: &Self::State) -> Option<Reading> {
        None
    }

    fn reset(world: &mut World, index: Self::Index) {
        // its joint went with the bodies
        let own = &mut world.state.devices.vacuum_grippers[index];
        own.sampling.restart();
        (own.grip, own.touched) = (None, None);
    }

    fn carry_over(_: &mut Self::State, _: Self::Index, _: &Renumbering<'_>) {}

    const LIVE_FIELDS: &'static [&'static str] = &["isOn"];

    fn live_value(state: &Self::State, _field: usize) -> Option<Value> {
        Some(Value::Bool(state.is_on))
    }

    fn set_live_value(world: &mut World, index: Self::Index, _field: usize, value: &Value) {
        // a value that it has already changes nothing
        if let Value::Bool(is_on) = value
            && *is_on != world.state.devices.vacuum_grippers[index].is_on
        {
            world.turn_gripper(index, *is_on);
        }
    }

    fn step_work(&self) -> StepWork {
        StepWork {
            before_physics: true,
            after_physics: true,
        }
    }

    fn before_physics(world: &mut World, index: Self::Index) {
        world.strain(index);
    }

    fn observe(world: &mut World) {
        world.feel_grippers();
    }

    fn after_physics(world: &mut World, index: Self::Index) {
        world.grip(index);
    }

    fn recompiled(world: &mut World, _before: Option<&Model>) {
        world.forget_lost_grips();
    }
}

impl World {
    /// A gripper before physics: what pulls too hard is let go.
    pub(crate) fn strain(&mut self, gripper: VacuumGripperIndex) {
        self.state.devices.vacuum_grippers[gripper].touched = None;
        if self.is_overloaded(gripper) {
            self.release(gripper);
        }
        if let Some(grip) = &mut self.state.devices.vacuum_grippers[gripper].grip {
            grip.is_new = false;
        }
    }

    /// Lets the shapes of grippers know whether they wait for something to hold.
    pub(crate) fn prepare_grippers(&mut self) {
        let (model, state) = (&self.model, &mut self.state);
        for (row, gripper) in model
            .devices
            .vacuum_grippers
            .iter()
            .zip(&state.devices.vacuum_grippers)
        {
            let is_waiting = gripper.is_on && gripper.grip.is_none();
            let awaited = is_waiting.then_some(row.contact_points);
            let bodies = &mut state.bodies;
            for (at, collider) in model.colliders.iter().enumerate() {
                if collider.solid == row.mount.solid {
                    let shape = bodies.shapes[at];
                    let change = |spec: &mut ShapeSpec| spec.awaited_points = awaited;
                    bodies.dynamics.change_shape(shape, change);
                }
            }
        }
    }

    /// Tells grippers that wait what they touch.
    pub(crate) fn feel_grippers(&mut self) {
        if self.model.devices.vacuum_grippers.is_empty() {
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
            let has_body = |solid: SolidIndex| bodies.of_solid[solid].is_some();
            if !has_body(first) && !has_body(second) {
                continue;
            }
            let gripper_of = |solid: SolidIndex| {
                index_of::<VacuumGripper>(&self.model, self.model.solids[solid].node)
            };
            let found = gripper_of(first)
                .map(|gripper| (gripper, second))
                .or_else(|| gripper_of(second).map(|gripper| (gripper, first)));
            let Some((gripper, other)) = found else {
                continue;
            };
            let row = &self.model.devices.vacuum_grippers[gripper];
            let state = &mut self.state.devices.vacuum_grippers[gripper];
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
        let state = &self.state.devices.vacuum_grippers[gripper];
        if !state.is_on || state.grip.is_some() {
            return;
        }
        let Some((other, _)) = state.touched else {
            return;
        };
        let row = &self.model.devices.vacuum_grippers[gripper];
        let bodies = &self.state.bodies;
        let parent = self.model.solids[row.mount.solid].parent;
        let own = bodies.of_solid[row.mount.solid].or_else(|| bodies.of_solid[parent?]);
        let (parent, end) = match (own, bodies.of_solid[other]) {
            (Some(own), Some(other)) => (Some(own), other),
            (Some(body), None) | (None, Some(body)) => (None, body),
            (None, None) => {
                self.reports
                    .tell_once(row.mount.node, ReportKind::NeedsPhysics);
                return;
            }
        };
        let joint = self.state.bodies.dynamics.add_joint(&JointSpec {
            parent,
            end,
            frame: Pose::IDENTITY,
            kind: JointKind::Fixed,
        });
        let held = self.model.solids[other].node;
        let row = &self.model.devices.vacuum_grippers[gripper];
        let is_limited = row.tensile_strength.is_some() || row.shear_strength.is_some();
        self.state.devices.vacuum_grippers[gripper].grip = joint.map(|joint| Grip {
            held,
            joint,
            is_new: true,
            can_break: is_limited,
        });
    }

    /// A gripper goes back to a saved state, and holds nothing.
    pub(crate) fn restore_gripper(&mut self, gripper: VacuumGripperIndex, is_on: bool) {
        self.release(gripper);
        let state = &mut self.state.devices.vacuum_grippers[gripper];
        state.is_on = is_on;
        state.is_to_tell = true;
    }

    /// Turns a gripper on or off.
    pub(crate) fn turn_gripper(&mut self, gripper: VacuumGripperIndex, is_on: bool) {
        let state = &mut self.state.devices.vacuum_grippers[gripper];
        state.is_to_tell |= state.is_on != is_on;
        state.is_on = is_on;
        if is_on {
            self.grip(gripper);
        } else {
            self.release(gripper);
        }
    }

    /// Lets go, and wakes both sides; one without a body wakes all bodies.
    pub(crate) fn release(&mut self, gripper: VacuumGripperIndex) {
        let force = self.felt_force(gripper);
        let state = &mut self.state.devices.vacuum_grippers[gripper];
        let Some(grip) = state.grip.take() else {
            return;
        };
        state.last_force = force.map_or(0.0, |force| force.z);
        let own = self.model.devices.vacuum_grippers[gripper].mount.solid;
        let held = self.model.solid_of(grip.held);
        self.state.bodies.dynamics.remove_joint(grip.joint);
        for solid in [Some(own), held].into_iter().flatten() {
            self.wake_or_all(self.state.bodies.of_solid[solid]);
        }
    }

    /// What a gripper feels, if it had a limit when it took hold. Before the first step with a
    /// new joint the genuine program reads the memory of the one before it, of which
    /// only the part along z is still there.
    fn felt_force(&self, gripper: VacuumGripperIndex) -> Option<Vector> {
        let state = &self.state.devices.vacuum_grippers[gripper];
        let grip = state.grip.as_ref().filter(|grip| grip.can_break)?;
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
        let row = &self.model.devices.vacuum_grippers[gripper];
        let Some(force) = self.felt_force(gripper) else {
            return false;
        };
        let along = self
            .state
            .pose_now(&self.model, row.mount.place)
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
        for gripper in &mut state.devices.vacuum_grippers {
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
