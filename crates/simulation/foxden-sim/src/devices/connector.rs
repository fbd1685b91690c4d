//! Connectors: faces that hold on to each other.

use crate::controller::{Command, Reading};
use crate::devices::table::ConnectorIndex;
use crate::devices::{
    Device, DeviceAnswer, Mount, Renumbering, Sampling, StepWork, enable, read_again,
};
use crate::dynamics::{BodyId, JointId, JointKind, JointSpec};
use crate::math::{AxisAngle, Pose, Quaternion, Vector, acos};
use crate::model::compile::read;
use crate::model::{JointIndex, Model, RowIndex, Table};
use crate::world::World;
use crate::world::reports::ReportKind;
use foxden_catalogue::NodeType;
use foxden_scene::{FieldRef, Scene, Value};
use serde::{Deserialize, Serialize};
use std::f64::consts::{PI, TAU};

/// Which faces hold which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ConnectorFace {
    Symmetric,
    Active,
    Passive,
    /// Of a type that there is not: it holds nothing.
    Unknown,
}

/// A Connector.
#[derive(Clone, Debug)]
pub(crate) struct Connector {
    /// It holds the body of the solid that it is in.
    mount: Mount,
    pub(crate) face: ConnectorFace,
    pub(crate) model: String,
    pub(crate) is_locked: bool,
    pub(crate) has_auto_lock: bool,
    pub(crate) has_unilateral_lock: bool,
    pub(crate) has_unilateral_unlock: bool,
    pub(crate) distance_tolerance: f64,
    pub(crate) axis_tolerance: f64,
    pub(crate) rotation_tolerance: f64,
    pub(crate) rotations: i32,
    pub(crate) has_snap: bool,
    /// Newtons; -1 for no limit.
    pub(crate) tensile_strength: f64,
    /// Newtons; -1 for no limit.
    pub(crate) shear_strength: f64,
}

/// What may change about a connector while the world runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct ConnectorState {
    pub(crate) sampling: Sampling,
    pub(crate) is_locked: bool,
    pub(crate) peer: Option<ConnectorIndex>,
    /// On one of the two that hold each other.
    pub(crate) joint: Option<JointId>,
    /// Whether the strength of either was limited when they took hold.
    pub(crate) can_break: bool,
    /// Whether its first step is still to come.
    pub(crate) is_new: bool,
    /// Whether the next answer says whether it is locked.
    pub(crate) is_to_tell: bool,
    /// What the last sample found: 1, 0, or -1 for a face that cannot know.
    pub(crate) presence: i16,
}

impl Connector {
    /// Whether the faces fit and are aligned.
    pub(crate) fn fits(&self, other: &Self, own: &Pose, others: &Pose) -> bool {
        let is_pair = matches!(
            (self.face, other.face),
            (ConnectorFace::Symmetric, ConnectorFace::Symmetric)
                | (ConnectorFace::Active, ConnectorFace::Passive)
                | (ConnectorFace::Passive, ConnectorFace::Active)
        );
        let axis = |pose: &Pose, at: usize| pose.rotation.column(at);
        is_pair
            && self.model == other.model
            && angle(axis(own, 0), axis(others, 0)) > PI - self.axis_tolerance
            && (self.rotations == 0
                || self
                    .nearest_rotation(angle(axis(own, 2), axis(others, 2)))
                    .is_some())
    }

    /// The allowed rotation next to an angle, if one is near enough.
    pub(crate) fn nearest_rotation(&self, angle: f64) -> Option<f64> {
        let step = TAU / f64::from(self.rotations);
        let mut allowed = 0.0;
        for _ in 0..=self.rotations / 2 {
            if angle > allowed - self.rotation_tolerance
                && angle < allowed + self.rotation_tolerance
            {
                return Some(allowed);
            }
            allowed += step;
        }
        None
    }
}

impl Device for Connector {
    const NODE_TYPES: &'static [NodeType] = &[NodeType::Connector];

    fn read(scene: &Scene, mount: Mount) -> Option<Self> {
        let node = mount.node;
        let number = |name: &str| read::number(scene, node, name);
        let flag = |name: &str| read::flag(scene, node, name);
        let face = match read::text(scene, node, "type").as_str() {
            "symmetric" => ConnectorFace::Symmetric,
            "active" => ConnectorFace::Active,
            "passive" => ConnectorFace::Passive,
            _ => ConnectorFace::Unknown,
        };
        Some(Self {
            mount,
            face,
            model: read::text(scene, node, "model"),
            is_locked: flag("isLocked") && face != ConnectorFace::Passive,
            has_auto_lock: flag("autoLock"),
            has_unilateral_lock: flag("unilateralLock"),
            has_unilateral_unlock: flag("unilateralUnlock"),
            distance_tolerance: number("distanceTolerance").max(0.0),
            axis_tolerance: number("axisTolerance").clamp(0.0, PI),
            rotation_tolerance: number("rotationTolerance").clamp(0.0, PI),
            rotations: read::integer(scene, node, "numberOfRotations").max(0),
            has_snap: flag("snap"),
            tensile_strength: strength(number("tensileStrength")),
            shear_strength: strength(number("shearStrength")),
        })
    }

    fn mount(&self) -> &Mount {
        &self.mount
    }

    fn new_state(&self, _joints: &Table<JointIndex, [f64; 3]>) -> Self::State {
        ConnectorState {
            sampling: Sampling::OFF,
            is_locked: self.is_locked,
            peer: None,
            joint: None,
            can_break: false,
            is_new: true,
            is_to_tell: self.face != ConnectorFace::Passive,
            presence: 0,
        }
    }

    fn edit(world: &mut World, index: Self::Index, _field: FieldRef) -> bool {
        read_again::<Self>(world, index)
    }

    fn obey(world: &mut World, index: Self::Index, command: Command) {
        match command {
            Command::Lock(_, is_locked) => world.set_lock(index, is_locked),
            other => enable::<Self>(world, index, &other),
        }
    }

    fn sampling(state: &mut Self::State) -> Option<&mut Sampling> {
        Some(&mut state.sampling)
    }

    fn refresh(world: &mut World, index: Self::Index) {
        world.refresh_connector(index);
    }

    fn answer(world: &mut World, index: Self::Index, mut answer: DeviceAnswer<'_>) {
        // what is there when the controller is answered, not when the sample was due
        let presence = world.presence(index);
        let own = &mut world.state.devices.connectors[index];
        if std::mem::take(&mut own.sampling.is_pending) {
            own.presence = presence;
            answer.push(Reading::Presence(presence));
        }
        if std::mem::take(&mut own.is_to_tell) {
            answer.push(Reading::Locked(own.is_locked));
        }
    }

    fn last_reading(_state: &Self::State) -> Option<Reading> {
        None
    }

    fn reset(world: &mut World, index: Self::Index) {
        // its joint went with the bodies
        let own = &mut world.state.devices.connectors[index];
        own.sampling.restart();
        (own.peer, own.joint) = (None, None);
        own.is_new = true;
    }

    fn carry_over(state: &mut Self::State, _: Self::Index, renumbering: &Renumbering<'_>) {
        let now = |peer| renumbering.device::<Self>(peer);
        state.peer = state.peer.and_then(now);
    }

    const LIVE_FIELDS: &'static [&'static str] = &["isLocked"];

    fn live_value(state: &Self::State, _field: usize) -> Option<Value> {
        Some(Value::Bool(state.is_locked))
    }

    fn set_live_value(world: &mut World, index: Self::Index, _field: usize, value: &Value) {
        // a value that it has already changes nothing
        if let Value::Bool(is_locked) = value
            && *is_locked != world.state.devices.connectors[index].is_locked
        {
            world.set_lock(index, *is_locked);
        }
    }

    fn step_work(&self) -> StepWork {
        StepWork {
            before_physics: true,
            ..StepWork::default()
        }
    }

    fn before_physics(world: &mut World, index: Self::Index) {
        world.connect(index);
    }

    fn recompiled(world: &mut World, _before: Option<&Model>) {
        world.forget_lost_connections();
    }
}

/// What a connector without limit bears.
const NO_LIMIT: f64 = f64::MAX / 2.0;

impl World {
    /// A connector before physics: bonds break, and faces that hold by themselves look around.
    pub(crate) fn connect(&mut self, connector: ConnectorIndex) {
        let was_attached = self.state.devices.connectors[connector].peer.is_some();
        if self.state.devices.connectors[connector].joint.is_some() {
            self.break_if_overloaded(connector);
        }
        if std::mem::take(&mut self.state.devices.connectors[connector].is_new)
            && self.state.devices.connectors[connector].is_locked
        {
            self.attach_to_neighbour(connector);
        }
        let state = &self.state.devices.connectors[connector];
        if !was_attached
            && state.peer.is_none()
            && state.is_locked
            && self.model.devices.connectors[connector].has_auto_lock
        {
            self.attach_to_neighbour(connector);
        }
    }

    /// A connector goes back to a saved state: it holds nothing, and looks around in the next
    /// step if it is locked then.
    pub(crate) fn restore_lock(&mut self, connector: ConnectorIndex, is_locked: bool) {
        self.detach(connector);
        let state = &mut self.state.devices.connectors[connector];
        state.is_to_tell |= state.is_locked != is_locked;
        state.is_locked = is_locked;
        state.is_new = true;
    }

    /// Locks or unlocks a connector.
    pub(crate) fn set_lock(&mut self, connector: ConnectorIndex, is_locked: bool) {
        let row = &self.model.devices.connectors[connector];
        if row.face == ConnectorFace::Passive {
            self.reports
                .tell_once(row.mount.node, ReportKind::CannotLock);
            return;
        }
        let has_unilateral_unlock = row.has_unilateral_unlock;
        let state = &mut self.state.devices.connectors[connector];
        state.is_to_tell |= state.is_locked != is_locked;
        state.is_locked = is_locked;
        if is_locked {
            self.attach_to_neighbour(connector);
        } else if let Some(peer) = state.peer
            && (has_unilateral_unlock || !self.state.devices.connectors[peer].is_locked)
        {
            self.detach(connector);
        }
    }

    /// A new sample of a connector that is due.
    pub(crate) fn refresh_connector(&mut self, connector: ConnectorIndex) {
        let presence = self.presence(connector);
        let state = &mut self.state.devices.connectors[connector];
        state.presence = presence;
        state.sampling.refresh(self.state.clock);
    }

    /// Whether another connector is there: 1, 0, or -1 for a face that cannot know.
    fn presence(&self, connector: ConnectorIndex) -> i16 {
        if self.model.devices.connectors[connector].face == ConnectorFace::Passive {
            return -1;
        }
        let is_there = self.state.devices.connectors[connector].peer.is_some()
            || self.neighbour(connector).is_some();
        i16::from(is_there)
    }

    fn connector_pose(&self, connector: &Connector) -> Pose {
        self.state.pose_now(&self.model, connector.mount.place)
    }

    /// The nearest connector that fits.
    fn neighbour(&self, connector: ConnectorIndex) -> Option<ConnectorIndex> {
        let row = &self.model.devices.connectors[connector];
        let own = self.connector_pose(row);
        let mut nearest: Option<(f64, ConnectorIndex)> = None;
        for (at, other) in self.model.devices.connectors.indexed() {
            if at == connector {
                continue;
            }
            let pose = self.connector_pose(other);
            let distance = (own.translation - pose.translation).length_squared();
            if distance <= row.distance_tolerance * row.distance_tolerance
                && nearest.is_none_or(|(least, _)| distance < least)
                && row.fits(other, &own, &pose)
            {
                nearest = Some((distance, at));
            }
        }
        nearest.map(|(_, other)| other)
    }

    fn holder_body(&self, connector: &Connector) -> Option<BodyId> {
        self.state.bodies.of_solid[connector.mount.holder?]
    }

    fn attach_to_neighbour(&mut self, connector: ConnectorIndex) {
        if self.state.devices.connectors[connector].peer.is_some() {
            return;
        }
        let Some(other) = self.neighbour(connector) else {
            return;
        };
        let model = &self.model;
        let (one, two) = (
            &model.devices.connectors[connector],
            &model.devices.connectors[other],
        );
        let has_snap = one.has_snap;
        let state = &self.state.devices.connectors;
        let is_agreed = one.has_unilateral_lock || state[other].is_locked;
        if state[other].peer.is_some() || !is_agreed {
            return;
        }
        let bodies = [self.holder_body(one), self.holder_body(two)];
        let (parent, end) = match bodies {
            [Some(one), Some(two)] => (Some(one), two),
            [Some(one), None] | [None, Some(one)] => (None, one),
            [None, None] => {
                self.reports
                    .tell_once(one.mount.node, ReportKind::NeedsPhysics);
                return;
            }
        };
        // the joint remembers the bodies as they should be, and pulls them there
        let poses = bodies.map(|body| {
            let id = body?;
            Some((id, self.state.bodies.dynamics.body(id)?.pose()))
        });
        if has_snap {
            self.snap(connector, other, bodies);
        }
        let joint = self.state.bodies.dynamics.add_joint(&JointSpec {
            parent,
            end,
            frame: Pose::IDENTITY,
            kind: JointKind::Fixed,
        });
        if has_snap {
            for (id, pose) in poses.into_iter().flatten() {
                self.state.bodies.dynamics.place_body(id, &pose);
            }
        }
        let is_limited = |side: ConnectorIndex| {
            let row = &self.model.devices.connectors[side];
            row.tensile_strength != -1.0 || row.shear_strength != -1.0
        };
        let can_break = is_limited(connector) || is_limited(other);
        self.state.devices.connectors[connector].can_break = can_break;
        self.state.devices.connectors[connector].joint = joint;
        self.state.devices.connectors[connector].peer = Some(other);
        self.state.devices.connectors[other].peer = Some(connector);
    }

    /// Puts the bodies where the faces meet, each half of the way if both can move.
    fn snap(
        &mut self,
        connector: ConnectorIndex,
        other: ConnectorIndex,
        bodies: [Option<BodyId>; 2],
    ) {
        let rows = &self.model.devices.connectors;
        let share = if bodies.iter().all(Option::is_some) {
            0.5
        } else {
            1.0
        };
        let (own, others) = (
            self.connector_pose(&rows[connector]),
            self.connector_pose(&rows[other]),
        );
        let column = |pose: &Pose, at: usize| pose.rotation.column(at);
        let mut turn = Quaternion::IDENTITY;
        let (x1, x2) = (column(&own, 0), -column(&others, 0));
        let across = x1.cross(x2);
        if across != Vector::ZERO {
            turn = about(across, angle(x1, x2) * share);
            self.turn_bodies(bodies, turn);
        }
        let z1 = turn.rotate(column(&own, 2));
        let z2 = turn.conjugate().rotate(column(&others, 2));
        let mut between = angle(z1, z2);
        let one = &self.model.devices.connectors[connector];
        if one.rotations != 0 && between != 0.0 {
            let mut across = z1.cross(z2);
            if across == Vector::ZERO {
                across = Vector::Z;
                between = std::f64::consts::PI;
            }
            if let Some(wanted) = one.nearest_rotation(between) {
                self.turn_bodies(bodies, about(across, (between - wanted) * share));
            }
        }
        let shift = (others.translation - own.translation) * share;
        for (body, shift) in bodies.into_iter().zip([shift, -shift]) {
            if let Some((id, mut pose)) = body.and_then(|id| Some((id, self.body_pose(id)?))) {
                pose.translation += shift;
                self.state.bodies.dynamics.place_body(id, &pose);
            }
        }
    }

    fn body_pose(&self, id: BodyId) -> Option<Pose> {
        Some(self.state.bodies.dynamics.body(id)?.pose())
    }

    /// Turns the first body about its centre, and the second one the other way.
    fn turn_bodies(&mut self, bodies: [Option<BodyId>; 2], turn: Quaternion) {
        for (body, turn) in bodies.into_iter().zip([turn, turn.conjugate()]) {
            let Some(id) = body else { continue };
            let Some(body) = self.state.bodies.dynamics.body(id) else {
                continue;
            };
            let (pose, centre) = (body.pose(), body.centre());
            let matrix = turn.matrix();
            let turned = Pose {
                rotation: matrix * pose.rotation,
                translation: centre + matrix * (pose.translation - centre),
            };
            self.state.bodies.dynamics.place_body(id, &turned);
        }
    }

    /// Lets go of the other side. Both connectors wake: most have no body of their own, so
    /// all bodies do.
    pub(crate) fn detach(&mut self, connector: ConnectorIndex) {
        let Some(peer) = self.state.devices.connectors[connector].peer else {
            return;
        };
        for side in [connector, peer] {
            let state = &mut self.state.devices.connectors[side];
            state.peer = None;
            if let Some(joint) = state.joint.take() {
                self.state.bodies.dynamics.remove_joint(joint);
            }
        }
        for side in [connector, peer] {
            let solid = self.model.devices.connectors[side].mount.solid;
            self.wake_or_all(self.state.bodies.of_solid[solid]);
        }
    }

    /// After the scene was compiled again: sides whose other side is gone are free.
    pub(crate) fn forget_lost_connections(&mut self) {
        for at in 0..self.state.devices.connectors.len() {
            let state = &self.state.devices.connectors[at];
            let is_lost = |joint| self.state.bodies.dynamics.joint(joint).is_none();
            if state.peer.is_none() && state.joint.is_some() || state.joint.is_some_and(is_lost) {
                self.free(ConnectorIndex::new(at));
            }
        }
        for at in 0..self.state.devices.connectors.len() {
            let peer = self.state.devices.connectors[at].peer;
            let knows_back = |peer: ConnectorIndex| {
                self.state.devices.connectors[peer].peer == Some(ConnectorIndex::new(at))
            };
            if peer.is_some_and(|peer| !knows_back(peer)) {
                self.free(ConnectorIndex::new(at));
            }
        }
    }

    fn free(&mut self, connector: ConnectorIndex) {
        let state = &mut self.state.devices.connectors[connector];
        state.peer = None;
        if let Some(joint) = state.joint.take() {
            self.state.bodies.dynamics.remove_joint(joint);
        }
    }

    fn break_if_overloaded(&mut self, connector: ConnectorIndex) {
        let state = &self.state.devices.connectors[connector];
        let (Some(id), Some(peer), true) = (state.joint, state.peer, state.can_break) else {
            return;
        };
        let sides = [connector, peer].map(|side| {
            let row = &self.model.devices.connectors[side];
            let is_locked = self.state.devices.connectors[side].is_locked;
            let bears = |strength: f64| match (is_locked, strength == -1.0) {
                (false, _) => 0.0,
                (true, true) => NO_LIMIT,
                (true, false) => strength,
            };
            (bears(row.tensile_strength), bears(row.shear_strength))
        });
        let Some(joint) = self.state.bodies.dynamics.joint(id) else {
            return;
        };
        let reaction = joint.reaction();
        let row = &self.model.devices.connectors[connector];
        let force = if joint.parent().is_some() {
            reaction.parent_force
        } else {
            reaction.end_force
        };
        let along = self.connector_pose(row).rotation.column(0).dot(force);
        // the other side's body bears the force if this one's has none
        let along = if self.holder_body(row).is_none() {
            -along
        } else {
            along
        };
        let tension: f64 = sides.iter().map(|(tensile, _)| tensile).sum();
        let shear: f64 = sides.iter().map(|(_, shear)| shear).sum();
        let sideways = (force.length_squared() - along * along).max(0.0).sqrt();
        if along.max(0.0) > tension || shear < NO_LIMIT && sideways > shear {
            self.detach(connector);
        }
    }
}

fn about(axis: Vector, angle: f64) -> Quaternion {
    AxisAngle {
        axis: axis.normalized(),
        angle,
    }
    .quaternion()
}

/// The angle between two vectors of length 1.
pub(crate) fn angle(one: Vector, two: Vector) -> f64 {
    acos(one.dot(two).clamp(-1.0, 1.0))
}

fn strength(value: f64) -> f64 {
    if value < 0.0 { -1.0 } else { value }
}
