//! Where nodes are, how solids move and what moves them.

use super::RequestHandler;
use crate::scene_access as access;
use foxden_protocol::Uid;
use foxden_protocol::supervisor::{ContactPointReport, SupervisorAnswer};
use foxden_sim::ExternalForce;
use foxden_sim::World;
use foxden_sim::controller::{Command, ContactQuestion};

/// Where a node is seen from another, or from the world.
pub(super) fn pose(world: &World, from: Uid, node: Uid) -> Option<SupervisorAnswer> {
    let scene = world.scene();
    // what has no pose cannot be looked from: then it is the world
    let origin = access::node(scene, from)
        .filter(|_| from != Uid::ROOT)
        .map(|id| world.running(id))
        .filter(|id| world.is_posed(*id));
    let matrix = world.pose(world.running(access::node(scene, node)?), origin)?;
    Some(SupervisorAnswer::Pose {
        from: origin.map_or(Uid::ROOT, |_| from),
        node,
        matrix,
    })
}

/// Where a solid touches others.
pub(super) fn contact_points(
    world: &World,
    node: Uid,
    descendants: bool,
) -> Option<SupervisorAnswer> {
    let found = world.running(access::node(world.scene(), node)?);
    if !world.is_solid(found) {
        return None;
    }
    let touches = world.contact_points(found, descendants);
    let points = touches
        .iter()
        .map(|touch| ContactPointReport {
            point: touch.point,
            node: access::uid(touch.own),
        })
        .collect();
    Some(SupervisorAnswer::ContactPoints {
        node,
        descendants,
        points,
    })
}

impl RequestHandler<'_> {
    /// Sends the position of a Pose.
    pub(super) fn position(&mut self, node: Uid) {
        let position = self.running(node).and_then(|id| self.world.position(id));
        let answer = position.map(|position| SupervisorAnswer::Position { position });
        self.tell_or_explain(answer, "node_get_position", "Pose");
    }

    /// Sends the orientation of a Pose.
    pub(super) fn orientation(&mut self, node: Uid) {
        let matrix = self.running(node).and_then(|id| self.world.orientation(id));
        let answer = matrix.map(|matrix| SupervisorAnswer::Orientation { matrix });
        self.tell_or_explain(answer, "node_get_orientation", "Pose");
    }

    /// Sends where a node is, seen from another.
    pub(super) fn pose(&mut self, from: Uid, node: Uid) {
        let answer = pose(self.world, from, node);
        self.tell_or_explain(answer, "node_get_pose", "Pose");
    }

    /// Sends the velocity of a Solid.
    pub(super) fn velocity(&mut self, node: Uid) {
        let velocity = self.running(node).and_then(|id| self.world.velocity(id));
        let answer = velocity.map(|[x, y, z, a, b, c]| SupervisorAnswer::Velocity {
            linear: [x, y, z],
            angular: [a, b, c],
        });
        self.tell_or_explain(answer, "node_get_velocity", "Solid");
    }

    /// Sends the centre of mass of a Solid.
    pub(super) fn center_of_mass(&mut self, node: Uid) {
        let center = self
            .running(node)
            .and_then(|id| self.world.center_of_mass(id));
        let answer = center.map(|position| SupervisorAnswer::CentreOfMass { position });
        self.tell_or_explain(answer, "node_get_center_of_mass", "Solid");
    }

    /// Sends the contact points of a Solid.
    pub(super) fn contact_points(&mut self, node: Uid, descendants: bool) {
        self.ask_about_contacts(node, ContactQuestion::Points);
        let answer = contact_points(self.world, node, descendants);
        self.tell_or_explain(answer, "node_get_contact_points", "Solid");
    }

    fn ask_about_contacts(&mut self, node: Uid, question: ContactQuestion) {
        if let Some(found) = self.solid(node) {
            self.command(Command::AskAboutContacts(found, question));
        }
    }

    /// Sends whether a Solid is in static balance.
    pub(super) fn static_balance(&mut self, node: Uid) {
        self.ask_about_contacts(node, ContactQuestion::Balance);
        let balanced = self.running(node).and_then(|id| self.world.is_balanced(id));
        let answer = balanced.map(|balanced| SupervisorAnswer::StaticBalance { balanced });
        self.tell_or_explain(answer, "node_get_static_balance", "Solid");
    }

    /// Sends an answer. Without an answer the library shows that there is none.
    fn tell_or_explain(&mut self, answer: Option<SupervisorAnswer>, function: &str, wanted: &str) {
        match answer {
            Some(answer) => self.tell(answer),
            None => self.say(format!("{function} needs a {wanted}")),
        }
    }

    /// Sets the velocity of a Solid.
    pub(super) fn set_velocity(&mut self, node: Uid, linear: [f64; 3], angular: [f64; 3]) {
        let ([x, y, z], [a, b, c]) = (linear, angular);
        match self.solid(node) {
            Some(found) => self.command(Command::SetVelocity(found, [x, y, z, a, b, c])),
            None => self.say("node_set_velocity needs a Solid"),
        }
    }

    /// Puts the bodies of a node, or of the whole world, to rest.
    pub(super) fn reset_physics(&mut self, node: Option<Uid>) {
        match node.map(|node| self.running(node)) {
            Some(Some(found)) => self.command(Command::Rest(found)),
            Some(None) => {}
            None => self.command(Command::RestAll),
        }
    }

    /// Moves an axis of a joint; the first is 1.
    pub(super) fn set_joint_position(&mut self, node: Uid, axis: usize, position: f64) {
        if let Some(found) = self.running(node) {
            self.command(Command::JointPosition(found, axis, position));
        }
    }

    /// Saves the state of a node under a name.
    pub(super) fn save_state(&mut self, node: Uid, name: &str) {
        if let Some(found) = self.running(node) {
            self.command(Command::SaveState(found, name.to_owned()));
        }
    }

    /// Restores the state of a node that was saved under a name.
    pub(super) fn load_state(&mut self, node: Uid, name: &str) {
        if let Some(found) = self.running(node) {
            self.command(Command::LoadState(found, name.to_owned()));
        }
    }

    fn solid(&self, node: Uid) -> Option<foxden_scene::NodeId> {
        self.running(node).filter(|id| self.world.is_solid(*id))
    }

    /// Applies a force or torque to a Solid.
    pub(super) fn push(&mut self, node: Uid, push: ExternalForce, relative: bool) {
        match self.solid(node) {
            Some(found) if self.world.has_body(found) => {
                self.command(Command::Push(found, push, relative));
            }
            Some(_) => self.say("a Solid without Physics cannot be pushed"),
            None => self.say("only a Solid can be pushed"),
        }
    }
}
