//! Connectors of a running world.

use crate::devices::connector::{Connector, Face, angle};
use crate::dynamics::{BodyId, JointKind, JointSpec};
use crate::math::{AxisAngle, Pose, Quaternion, Vector};
use crate::model::{ConnectorIndex, Model};
use crate::world::World;
use crate::world::events::Event;

/// What a connector without limit bears.
const NO_LIMIT: f64 = f64::MAX / 2.0;

impl World {
    /// A connector before physics: bonds break, and faces that hold by themselves look around.
    pub(crate) fn connect(&mut self, connector: ConnectorIndex) {
        let at = connector.at();
        let was_attached = self.state.connectors[at].peer.is_some();
        if self.state.connectors[at].joint.is_some() {
            self.break_if_overloaded(connector);
        }
        if std::mem::take(&mut self.state.connectors[at].is_new)
            && self.state.connectors[at].is_locked
        {
            self.attach_to_neighbour(connector);
        }
        let state = &self.state.connectors[at];
        if !was_attached
            && state.peer.is_none()
            && state.is_locked
            && self.model.connectors[at].has_auto_lock
        {
            self.attach_to_neighbour(connector);
        }
    }

    /// Locks or unlocks a connector.
    pub(crate) fn set_lock(&mut self, connector: ConnectorIndex, is_locked: bool) {
        let row = &self.model.connectors[connector.at()];
        if row.face == Face::Passive {
            self.reports.tell_once(row.node, Event::CannotLock);
            return;
        }
        let has_unilateral_unlock = row.has_unilateral_unlock;
        let state = &mut self.state.connectors[connector.at()];
        state.is_to_tell |= state.is_locked != is_locked;
        state.is_locked = is_locked;
        if is_locked {
            self.attach_to_neighbour(connector);
        } else if let Some(peer) = state.peer
            && (has_unilateral_unlock || !self.state.connectors[peer.at()].is_locked)
        {
            self.detach(connector);
        }
    }

    /// A new sample of a connector that is due.
    pub(crate) fn refresh_connector(&mut self, connector: ConnectorIndex) {
        let presence = self.presence(connector);
        let state = &mut self.state.connectors[connector.at()];
        state.presence = presence;
        state.sampling.refresh(self.state.clock);
    }

    /// Whether another connector is there: 1, 0, or -1 for a face that cannot know.
    fn presence(&self, connector: ConnectorIndex) -> i16 {
        let at = connector.at();
        if self.model.connectors[at].face == Face::Passive {
            return -1;
        }
        let is_there =
            self.state.connectors[at].peer.is_some() || self.neighbour(connector).is_some();
        i16::from(is_there)
    }

    fn connector_pose(&self, connector: &Connector) -> Pose {
        self.state.pose_now(&self.model, connector.place)
    }

    /// The nearest connector that fits.
    fn neighbour(&self, connector: ConnectorIndex) -> Option<ConnectorIndex> {
        let row = &self.model.connectors[connector.at()];
        let own = self.connector_pose(row);
        let mut nearest: Option<(f64, ConnectorIndex)> = None;
        for (at, other) in self.model.connectors.iter().enumerate() {
            if at == connector.at() {
                continue;
            }
            let pose = self.connector_pose(other);
            let distance = (own.translation - pose.translation).length_squared();
            if distance <= row.distance_tolerance * row.distance_tolerance
                && nearest.is_none_or(|(least, _)| distance < least)
                && row.fits(other, &own, &pose)
            {
                nearest = Some((distance, ConnectorIndex::new(at)));
            }
        }
        nearest.map(|(_, other)| other)
    }

    fn holder_body(&self, connector: &Connector) -> Option<BodyId> {
        self.state.bodies.of_solid[connector.holder?.at()]
    }

    fn attach_to_neighbour(&mut self, connector: ConnectorIndex) {
        if self.state.connectors[connector.at()].peer.is_some() {
            return;
        }
        let Some(other) = self.neighbour(connector) else {
            return;
        };
        let model = self.model.clone();
        let (one, two) = (
            &model.connectors[connector.at()],
            &model.connectors[other.at()],
        );
        let state = &self.state.connectors;
        let is_agreed = one.has_unilateral_lock || state[other.at()].is_locked;
        if state[other.at()].peer.is_some() || !is_agreed {
            return;
        }
        let bodies = [self.holder_body(one), self.holder_body(two)];
        let (parent, end) = match bodies {
            [Some(one), Some(two)] => (Some(one), two),
            [Some(one), None] | [None, Some(one)] => (None, one),
            [None, None] => {
                self.reports.tell_once(one.node, Event::NeedsPhysics);
                return;
            }
        };
        // the joint remembers the bodies as they should be, and pulls them there
        let poses = bodies.map(|body| {
            let id = body?;
            Some((id, self.state.bodies.dynamics.body(id)?.pose()))
        });
        if one.has_snap {
            self.snap(&model, connector, other, bodies);
        }
        let joint = self.state.bodies.dynamics.add_joint(&JointSpec {
            parent,
            end,
            frame: Pose::IDENTITY,
            kind: JointKind::Fixed,
        });
        if one.has_snap {
            for (id, pose) in poses.into_iter().flatten() {
                self.state.bodies.dynamics.set_body_pose(id, &pose);
            }
        }
        self.state.connectors[connector.at()].joint = joint;
        self.state.connectors[connector.at()].peer = Some(other);
        self.state.connectors[other.at()].peer = Some(connector);
    }

    /// Puts the bodies where the faces meet, each half of the way if both can move.
    fn snap(
        &mut self,
        model: &Model,
        connector: ConnectorIndex,
        other: ConnectorIndex,
        bodies: [Option<BodyId>; 2],
    ) {
        let one = &model.connectors[connector.at()];
        let two = &model.connectors[other.at()];
        let share = if bodies.iter().all(Option::is_some) {
            0.5
        } else {
            1.0
        };
        let (own, others) = (self.connector_pose(one), self.connector_pose(two));
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
                self.state.bodies.dynamics.set_body_pose(id, &pose);
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
            self.state.bodies.dynamics.set_body_pose(id, &turned);
        }
    }

    /// Lets go of the other side.
    pub(crate) fn detach(&mut self, connector: ConnectorIndex) {
        let Some(peer) = self.state.connectors[connector.at()].peer else {
            return;
        };
        for side in [connector, peer] {
            let state = &mut self.state.connectors[side.at()];
            state.peer = None;
            if let Some(joint) = state.joint.take() {
                self.state.bodies.dynamics.remove_joint(joint);
            }
            if let Some(body) = self.holder_body(&self.model.connectors[side.at()]) {
                self.state.bodies.dynamics.wake(body);
            }
        }
    }

    /// After the scene was compiled again: sides whose other side is gone are free.
    pub(crate) fn forget_lost_connections(&mut self) {
        for at in 0..self.state.connectors.len() {
            let state = &self.state.connectors[at];
            let is_lost = |joint| self.state.bodies.dynamics.joint(joint).is_none();
            if state.peer.is_none() && state.joint.is_some() || state.joint.is_some_and(is_lost) {
                self.free(ConnectorIndex::new(at));
            }
        }
        for at in 0..self.state.connectors.len() {
            let peer = self.state.connectors[at].peer;
            let knows_back = |peer: ConnectorIndex| {
                self.state.connectors[peer.at()].peer == Some(ConnectorIndex::new(at))
            };
            if peer.is_some_and(|peer| !knows_back(peer)) {
                self.free(ConnectorIndex::new(at));
            }
        }
    }

    fn free(&mut self, connector: ConnectorIndex) {
        let state = &mut self.state.connectors[connector.at()];
        state.peer = None;
        if let Some(joint) = state.joint.take() {
            self.state.bodies.dynamics.remove_joint(joint);
        }
    }

    fn break_if_overloaded(&mut self, connector: ConnectorIndex) {
        let state = &self.state.connectors[connector.at()];
        let (Some(id), Some(peer)) = (state.joint, state.peer) else {
            return;
        };
        let sides = [connector, peer].map(|side| {
            let row = &self.model.connectors[side.at()];
            let is_locked = self.state.connectors[side.at()].is_locked;
            let bears = |strength: f64| match (is_locked, strength == -1.0) {
                (false, _) => 0.0,
                (true, true) => NO_LIMIT,
                (true, false) => strength,
            };
            let is_limited = row.tensile_strength != -1.0 || row.shear_strength != -1.0;
            (
                bears(row.tensile_strength),
                bears(row.shear_strength),
                is_limited,
            )
        });
        if !sides.iter().any(|(_, _, is_limited)| *is_limited) {
            return;
        }
        let Some(joint) = self.state.bodies.dynamics.joint(id) else {
            return;
        };
        let reaction = joint.reaction();
        let row = &self.model.connectors[connector.at()];
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
        let tension: f64 = sides.iter().map(|(tensile, ..)| tensile).sum();
        let shear: f64 = sides.iter().map(|(_, shear, _)| shear).sum();
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
