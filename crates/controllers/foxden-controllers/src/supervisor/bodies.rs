//! Where nodes are, how solids move and what moves them.

use super::RequestHandler;
use crate::scene_access as access;
use foxden_protocol::Uid;
use foxden_protocol::supervisor::{ContactPointReport, SupervisorAnswer, SupervisorRequest};
use foxden_sim::ExternalForce;
use foxden_sim::World;
use foxden_sim::controller::Command;

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
    /// Tells where a body is and how it moves. Without an answer the library
    /// shows that there is none.
    pub(super) fn look_at_body(&mut self, request: &SupervisorRequest) {
        let (answer, function, wanted) = match request {
            SupervisorRequest::Position { node } => {
                let position = self.running(*node).and_then(|id| self.world.position(id));
                let answer = position.map(|position| SupervisorAnswer::Position { position });
                (answer, "node_get_position", "Pose")
            }
            SupervisorRequest::Orientation { node } => {
                let matrix = self
                    .running(*node)
                    .and_then(|id| self.world.orientation(id));
                let answer = matrix.map(|matrix| SupervisorAnswer::Orientation { matrix });
                (answer, "node_get_orientation", "Pose")
            }
            SupervisorRequest::Pose { from, node } => {
                (pose(self.world, *from, *node), "node_get_pose", "Pose")
            }
            SupervisorRequest::Velocity { node } => {
                let velocity = self.running(*node).and_then(|id| self.world.velocity(id));
                let answer = velocity.map(|[x, y, z, a, b, c]| SupervisorAnswer::Velocity {
                    linear: [x, y, z],
                    angular: [a, b, c],
                });
                (answer, "node_get_velocity", "Solid")
            }
            SupervisorRequest::CentreOfMass { node } => {
                let centre = self
                    .running(*node)
                    .and_then(|id| self.world.center_of_mass(id));
                let answer = centre.map(|position| SupervisorAnswer::CentreOfMass { position });
                (answer, "node_get_center_of_mass", "Solid")
            }
            SupervisorRequest::ContactPoints { node, descendants } => {
                let answer = contact_points(self.world, *node, *descendants);
                (answer, "node_get_contact_points", "Solid")
            }
            SupervisorRequest::StaticBalance { node } => {
                let balanced = self
                    .running(*node)
                    .and_then(|id| self.world.is_balanced(id));
                let answer = balanced.map(|balanced| SupervisorAnswer::StaticBalance { balanced });
                (answer, "node_get_static_balance", "Solid")
            }
            _ => return,
        };
        match answer {
            Some(answer) => self.tell(answer),
            None => self.say(format!("{function} needs a {wanted}")),
        }
    }

    /// Moves a body, or saves and loads its state.
    pub(super) fn move_body(&mut self, request: &SupervisorRequest) {
        match request {
            SupervisorRequest::SetVelocity {
                node,
                linear: [x, y, z],
                angular: [a, b, c],
            } => match self.solid(*node) {
                Some(found) => {
                    self.command(Command::SetVelocity(found, [*x, *y, *z, *a, *b, *c]));
                }
                None => self.say("node_set_velocity needs a Solid"),
            },
            SupervisorRequest::AddForce {
                node,
                force,
                relative,
            } => self.push(*node, ExternalForce::Force(*force), *relative),
            SupervisorRequest::AddForceWithOffset {
                node,
                force,
                offset,
                relative,
            } => self.push(*node, ExternalForce::ForceAt(*force, *offset), *relative),
            SupervisorRequest::AddTorque {
                node,
                torque,
                relative,
            } => self.push(*node, ExternalForce::Torque(*torque), *relative),
            SupervisorRequest::ResetNodePhysics { node } => {
                if let Some(found) = self.running(*node) {
                    self.command(Command::Rest(found));
                }
            }
            SupervisorRequest::ResetPhysics => self.command(Command::RestAll),
            SupervisorRequest::SetJointPosition {
                node,
                position,
                axis,
            } => {
                if let Some(found) = self.running(*node) {
                    let axis = *axis as usize;
                    self.command(Command::JointPosition(found, axis, *position));
                }
            }
            SupervisorRequest::SaveState { node, name } => {
                if let Some(found) = self.running(*node) {
                    self.command(Command::SaveState(found, name.clone()));
                }
            }
            SupervisorRequest::LoadState { node, name } => {
                if let Some(found) = self.running(*node) {
                    self.command(Command::LoadState(found, name.clone()));
                }
            }
            _ => {}
        }
    }

    fn solid(&self, node: Uid) -> Option<foxden_scene::NodeId> {
        self.running(node).filter(|id| self.world.is_solid(*id))
    }

    fn push(&mut self, node: Uid, push: ExternalForce, relative: bool) {
        match self.solid(node) {
            Some(found) if self.world.has_body(found) => {
                self.command(Command::Push(found, push, relative));
            }
            Some(_) => self.say("a Solid without Physics cannot be pushed"),
            None => self.say("only a Solid can be pushed"),
        }
    }
}
