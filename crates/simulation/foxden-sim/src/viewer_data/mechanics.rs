//! Contacts, joints, masses and islands, for people who look into a world.

use super::quaternion;
use crate::bodies::joints::JointKind;
use crate::bodies::solid_masses;
use crate::controller::Tag;
use crate::devices::DeviceRow;
use crate::dynamics::BodyId;
use crate::math::{Matrix, Vector};
use crate::model::{JointIndex, RobotIndex, RowIndex as _, SolidIndex};
use crate::world::World;
use foxden_scene::NodeId;
use std::collections::BTreeMap;

/// A point where two solids touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShownContact {
    /// The point of the contact, in the world.
    pub point: [f64; 3],
    /// Towards the first solid.
    pub normal: [f64; 3],
    /// How deep they are in each other.
    pub depth: f64,
    /// The two solids; none for an obstacle of a contact whose force is known.
    pub solids: [Option<NodeId>; 2],
    /// Whether it acts on a body.
    pub is_acting: bool,
    /// What it did in the last step, if that is known.
    pub force: Option<ShownForce>,
}

/// What a contact did in the last step, in newtons, on the first solid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShownForce {
    /// Along the normal.
    pub pressure: f64,
    /// The friction.
    pub friction: [f64; 3],
    /// The directions in which friction acts, as far as there is any.
    pub directions: [Option<[f64; 3]>; 2],
}

/// One axis of a joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointStatus {
    /// The joint.
    pub node: NodeId,
    /// `hinge`, `slider` or `ball`.
    pub kind: &'static str,
    /// Where it is.
    pub anchor: [f64; 3],
    /// The axis in the world, of length 1.
    pub axis: [f64; 3],
    /// The position.
    pub position: f64,
    /// The stops, if it has any.
    pub stops: Option<[f64; 2]>,
    /// The force or torque of its motor in the last step, if there is one to measure.
    pub force: Option<f64>,
}

/// The mass of a solid and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct MassStatus {
    /// The solid.
    pub node: NodeId,
    /// The mass of its body, in kilograms.
    pub mass: f64,
    /// The centre of mass.
    pub centre: [f64; 3],
    /// How the main axes of inertia are turned: w, x, y, z.
    pub axes: [f64; 4],
    /// The radii of the ellipsoid with the same mass and inertia.
    pub radii: [f64; 3],
    /// The points that a topmost solid stands on.
    pub support: Vec<[f64; 3]>,
}

/// A body with the number of its island.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BodyIsland {
    /// The solid of the body.
    pub node: NodeId,
    /// The number of its island; bodies that touch or are joined have the same.
    pub island: u32,
    /// Whether it sleeps.
    pub is_asleep: bool,
}

impl World {
    /// The mass of a Solid by itself, in kilograms; `None` without Physics.
    pub fn mass_of(&self, node: NodeId) -> Option<f64> {
        let body = self.body_of(node)?;
        let body = self.state.bodies.dynamics.body(body)?;
        Some(body.mass().mass)
    }

    /// The mass of a Solid with all Solids below it, in kilograms.
    pub fn mass_below(&self, node: NodeId) -> f64 {
        let masses = solid_masses(&self.model);
        let below = self.scene.descendants(node).into_iter();
        let solids = below.filter_map(|node| self.model.solid_of(node));
        let masses = solids.filter_map(|solid| masses[solid.at()].as_ref());
        masses.map(|mass| mass.moments.mass).sum()
    }

    /// Keeps the forces of contacts from the next step on, or not any more.
    pub fn watch_contact_forces(&mut self, is_watched: bool) {
        self.state.bodies.dynamics.keep_contact_forces(is_watched);
    }

    /// The contacts that acted in the last step with their forces, and those that
    /// act on nothing. Where forces are not watched, all contacts after the step.
    pub fn shown_contacts(&self) -> Vec<ShownContact> {
        let bodies = &self.state.bodies;
        let forces = bodies.dynamics.contact_forces();
        let owners = bodies.owners.iter();
        let owners: BTreeMap<BodyId, SolidIndex> =
            owners.map(|(solid, body)| (*body, *solid)).collect();
        let node = |id: BodyId| {
            let solid = owners.get(&id)?;
            Some(self.model.solids[*solid].node)
        };
        let solid = |shape| -> Option<NodeId> {
            let collider = bodies.collider(shape)?;
            Some(self.model.solids[self.model.colliders[collider].solid].node)
        };
        let contacts = bodies.dynamics.contacts().iter();
        let shown = contacts.filter_map(|contact| {
            let [first, second] = contact.shapes.map(solid);
            Some(ShownContact {
                point: contact.point.position.to_array(),
                normal: contact.point.normal.to_array(),
                depth: contact.point.depth,
                solids: [Some(first?), Some(second?)],
                is_acting: contact.is_acting,
                force: None,
            })
        });
        let is_known = !forces.is_empty();
        let resting = shown.filter(|contact| !(is_known && contact.is_acting));
        let acting = forces.iter().map(|contact| ShownContact {
            point: contact.position.to_array(),
            normal: contact.normal.to_array(),
            depth: contact.depth,
            solids: [node(contact.first), contact.second.and_then(node)],
            is_acting: true,
            force: Some(ShownForce {
                pressure: contact.pressure,
                friction: contact.friction.to_array(),
                directions: contact.directions.map(|way| way.map(Vector::to_array)),
            }),
        });
        acting.chain(resting).collect()
    }

    /// All axes of all joints.
    pub fn joint_statuses(&self) -> Vec<JointStatus> {
        let rows = self.model.joints.iter().enumerate();
        rows.flat_map(|(at, row)| {
            let joint = JointIndex::new(at);
            (0..row.axes.len()).map(move |axis| self.joint_status(joint, axis))
        })
        .collect()
    }

    fn joint_status(&self, joint: JointIndex, at: usize) -> JointStatus {
        let row = &self.model.joints[joint];
        // anchor and axes are given in the frame that the end point is in
        let parent = self.model.pose_nodes[row.end_place].parent;
        let frame = parent.map(|place| self.viewed_pose(place));
        let point = |point: Vector| frame.map_or(point, |frame| frame.apply(point));
        let turned = |axis: Vector| frame.map_or(axis, |frame| frame.rotation * axis);
        let axis = &row.axes[at];
        let force = axis
            .motor
            .map(|motor| self.state.devices.motors[motor].feedback);
        JointStatus {
            node: row.node,
            kind: match row.kind {
                JointKind::Hinge | JointKind::Hinge2 => "hinge",
                JointKind::Ball => "ball",
                JointKind::Slider => "slider",
            },
            anchor: point(row.anchor).to_array(),
            axis: turned(axis.direction).normalized().to_array(),
            position: self.state.joints[joint][at],
            stops: (axis.min_stop < axis.max_stop).then_some([axis.min_stop, axis.max_stop]),
            force: force.filter(|force| force.is_finite()),
        }
    }

    /// The axis that a motor of a robot moves, and the solid at the end of its joint.
    pub fn driven_joint(&self, robot: RobotIndex, tag: Tag) -> Option<(JointStatus, NodeId)> {
        let DeviceRow::Motor(at) = self.device_row(robot, tag)? else {
            return None;
        };
        let (joint, axis) = self.model.devices.motors[at].joint?;
        let end = self.model.joints[joint].end;
        let status = self.joint_status(joint, usize::from(axis));
        Some((status, self.model.solids[end].node))
    }

    /// The masses of all bodies.
    pub fn mass_statuses(&self) -> Vec<MassStatus> {
        let bodies = &self.state.bodies;
        let statuses = bodies.owners.iter().filter_map(|(solid, id)| {
            let body = bodies.dynamics.body(*id)?;
            let row = &self.model.solids[*solid];
            let (moments, axes) = principal(&body.mass().inertia);
            let mass = body.mass().mass;
            let total: f64 = moments.iter().sum();
            let support = match row.parent {
                None => self.support_points(row.node),
                Some(_) => Vec::new(),
            };
            Some(MassStatus {
                node: row.node,
                mass,
                centre: body.centre().to_array(),
                axes: quaternion(&(body.orientation().matrix() * axes)),
                // the moment of an ellipsoid about an axis is m/5 of the squares of the other radii
                radii: moments.map(|moment| (2.5 * (total - 2.0 * moment) / mass).max(0.0).sqrt()),
                support,
            })
        });
        statuses.collect()
    }

    fn support_points(&self, node: NodeId) -> Vec<[f64; 3]> {
        let touches = self.contact_points(node, true);
        touches.iter().map(|touch| touch.point).collect()
    }

    /// The islands of all bodies.
    pub fn body_islands(&self) -> Vec<BodyIsland> {
        let bodies = &self.state.bodies;
        let mut parents: Vec<usize> = (0..bodies.owners.len()).collect();
        let order: BTreeMap<BodyId, usize> = bodies
            .owners
            .iter()
            .enumerate()
            .map(|(at, (_, id))| (*id, at))
            .collect();
        let of_solid =
            |solid: SolidIndex| -> Option<usize> { order.get(&bodies.of_solid[solid]?).copied() };
        let mut join = |one: Option<usize>, other: Option<usize>| {
            if let (Some(one), Some(other)) = (one, other) {
                let (one, other) = (root(&mut parents, one), root(&mut parents, other));
                let (low, high) = (one.min(other), one.max(other));
                parents[high] = low;
            }
        };
        for joint in self.model.joints.iter().filter(|joint| joint.is_dynamic) {
            join(joint.parent.and_then(of_solid), of_solid(joint.end));
        }
        for contact in bodies
            .dynamics
            .contacts()
            .iter()
            .filter(|contact| contact.is_acting)
        {
            let [one, other] = contact.shapes.map(|shape| {
                let collider = bodies.collider(shape)?;
                of_solid(self.model.colliders[collider].solid)
            });
            join(one, other);
        }
        let mut found = Vec::new();
        for (at, (solid, id)) in bodies.owners.iter().enumerate() {
            found.push(BodyIsland {
                node: self.model.solids[*solid].node,
                island: root(&mut parents, at) as u32,
                is_asleep: bodies
                    .dynamics
                    .body(*id)
                    .is_some_and(|body| body.is_asleep()),
            });
        }
        found
    }
}

/// The first of all that are joined with one.
fn root(parents: &mut [usize], at: usize) -> usize {
    let mut at = at;
    while parents[at] != at {
        parents[at] = parents[parents[at]];
        at = parents[at];
    }
    at
}

/// The main moments of an inertia and the rotation to their axes, by Jacobi rotations.
fn principal(inertia: &Matrix) -> ([f64; 3], Matrix) {
    let mut m = inertia.0.map(|row| row.to_array());
    let mut axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    for _ in 0..12 {
        for (p, q) in [(0, 1), (0, 2), (1, 2)] {
            let off: f64 = m[p][q];
            if off.abs() < 1e-15 * (m[p][p].abs() + m[q][q].abs()) {
                continue;
            }
            let theta = (m[q][q] - m[p][p]) / (2.0 * off);
            let tangent = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
            let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
            let sine = tangent * cosine;
            for row in &mut m {
                (row[p], row[q]) = (
                    cosine * row[p] - sine * row[q],
                    sine * row[p] + cosine * row[q],
                );
            }
            let (above, below) = (m[p], m[q]);
            m[p] = std::array::from_fn(|at| cosine * above[at] - sine * below[at]);
            m[q] = std::array::from_fn(|at| sine * above[at] + cosine * below[at]);
            for row in &mut axes {
                (row[p], row[q]) = (
                    cosine * row[p] - sine * row[q],
                    sine * row[p] + cosine * row[q],
                );
            }
        }
    }
    let columns: [Vector; 3] =
        std::array::from_fn(|at| Vector::new(axes[0][at], axes[1][at], axes[2][at]));
    // the axes must not be mirrored
    let third = columns[0].cross(columns[1]);
    let rotation = Matrix([columns[0], columns[1], third]).transposed();
    ([m[0][0], m[1][1], m[2][2]], rotation)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn main_axes_make_the_inertia_diagonal() {
        let inertia = Matrix([
            Vector::new(2.0, 0.3, -0.1),
            Vector::new(0.3, 1.5, 0.2),
            Vector::new(-0.1, 0.2, 1.0),
        ]);
        let (moments, axes) = principal(&inertia);
        for (at, moment) in moments.into_iter().enumerate() {
            let axis = axes.column(at);
            assert!((inertia * axis - axis * moment).length() < 1e-9, "{at}");
        }
        assert!((axes.column(0).cross(axes.column(1)) - axes.column(2)).length() < 1e-9);
    }
}
