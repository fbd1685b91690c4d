//! Contacts: where shapes touch, and the rows that keep them apart.

mod box_box;
mod broad_phase;
mod capsules;
mod contact_forces;
mod cylinder_box;
mod cylinder_capsule;
mod cylinder_pair;
mod cylinders;
mod deepest_points;
mod height_field;
mod mesh;
pub(crate) mod pair_limit;
mod plane;
mod portal;
mod rim;
mod rows;
mod shape_pairs;
mod spheres;
mod surface;

pub(crate) use broad_phase::BroadPhase;
pub use contact_forces::ContactForce;
pub(crate) use contact_forces::ContactForces;
pub(crate) use rows::contact_rows;
pub(crate) use shape_pairs::touch;
pub use surface::ContactProperties;
pub(crate) use surface::Surface;

use self::deepest_points::select;
use self::pair_limit::PairLimit;
use super::shapes::Shape;
use super::{BodyId, Dynamics, Fault, FaultKind, Method, ShapeId};
use crate::constraint_rows::Pair;
use crate::math::Vector;
use serde::{Deserialize, Serialize};

/// A point where two shapes touch.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ContactPoint {
    /// The point of the contact, in the world.
    pub position: Vector,
    /// Towards the first shape.
    pub normal: Vector,
    /// How deep they are in each other.
    pub depth: f64,
}

/// A touch of two shapes, found after the last step.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Contact {
    /// The two shapes, the later made or moved one first.
    pub shapes: [ShapeId; 2],
    /// Where they touch.
    pub point: ContactPoint,
    /// Whether the touch acts on a body: it does not between obstacles and
    /// bodies that sleep.
    pub is_acting: bool,
    /// Whether supervisors see it: it acts, or a shape yields to it.
    pub is_told: bool,
}

/// A contact that acts on bodies until it is forgotten.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct ContactJoint {
    pub pair: Pair,
    /// Towards the first body.
    pub normal: Vector,
    pub position: Vector,
    pub depth: f64,
    pub surface: Surface,
    /// The body with whose contacts it is forgotten.
    pub owner: usize,
    /// Which of the two alternating lists it is in.
    pub is_odd: bool,
}

impl Dynamics {
    /// Looks for contacts at the present poses; they act in the next step.
    /// To be called once after everything has been added, before the first step.
    pub fn collide(&mut self) {
        if self.settings.method == Method::Fast {
            self.look_at_watched();
            return;
        }
        self.collide_into(self.is_odd_step);
        self.is_odd_step = !self.is_odd_step;
    }

    /// The collision pass after a step: new contacts go to one list, those of
    /// the other are forgotten, except where the body sleeps.
    pub(super) fn collide_after_step(&mut self) {
        let list = self.is_odd_step;
        self.collide_into(list);
        self.is_odd_step = !list;
        let bodies = &self.bodies;
        self.joints_of_contact.retain(|contact| {
            contact.is_odd == list || bodies.at(contact.owner).is_some_and(|body| body.asleep)
        });
    }

    /// Looks only where somebody watches: rapier finds its own contacts.
    pub(super) fn look_at_watched(&mut self) {
        let is_watched = self.shapes.iter().any(|(_, shape)| shape.spec.is_watched);
        self.contacts.clear();
        if is_watched {
            self.collide_into(self.is_odd_step);
            return;
        }
        for shape in self.shapes.values_mut() {
            shape.is_moved = false;
            // where a belt drives depends on how it is turned
            if shape.spec.belt.is_some() {
                shape.follow(&self.bodies);
                shape.before = shape.pose.rotation;
            }
        }
    }

    /// Whether rapier sees to it that two shapes touch.
    fn is_in_hands_of_rapier(&self, one: &Shape, two: &Shape) -> bool {
        if self.settings.method == Method::Fast {
            return true;
        }
        let Some(rapier) = &self.rapier else {
            return false;
        };
        let bodies = [one.body(), two.body()];
        let mut bodies = bodies.into_iter().flatten().map(BodyId::index);
        bodies.all(|place| rapier.holds(place))
    }

    fn collide_into(&mut self, is_odd: bool) {
        for shape in self.shapes.values_mut() {
            shape.follow(&self.bodies);
        }
        self.contacts.clear();
        let mut broad_phase = std::mem::take(&mut self.broad_phase);
        broad_phase.find(&self.shapes);
        self.find_pair_limit(&broad_phase);
        let mut touches_left = self.pair_limit.most_touches(self.bodies.places());
        for pair in &broad_phase.pairs {
            let (first, second) = pair.places;
            if !self.collide_pair(ShapeId::new(first), ShapeId::new(second), is_odd) {
                continue;
            }
            touches_left -= 1;
            if touches_left == 0 {
                self.report_crowd([(first, second)]);
                break;
            }
        }
        self.broad_phase = broad_phase;
        for shape in self.shapes.values_mut() {
            shape.is_moved = false;
            shape.before = shape.pose.rotation;
        }
    }

    /// Looks for contacts of two shapes; false if they do not touch.
    fn collide_pair(&mut self, first: ShapeId, second: ShapeId, is_odd: bool) -> bool {
        let (Some(one), Some(two)) = (self.shapes.get(first), self.shapes.get(second)) else {
            return false;
        };
        if !self.may_touch(one, two) {
            return false;
        }
        let (body_one, body_two) = (one.body(), two.body());
        let is_watched = one.spec.is_watched || two.spec.is_watched;
        let rests = |body: Option<BodyId>| {
            body.is_none_or(|id| self.bodies.get(id).is_none_or(|body| body.asleep))
        };
        // An obstacle that was moved wakes the bodies it touches.
        let wakes_two = (one.is_moved || two.is_restless) && body_two.is_some();
        let wakes_one = (two.is_moved || one.is_restless) && body_one.is_some();
        let gives_way = one.spec.gives_way || two.spec.gives_way;
        let is_acting =
            !gives_way && (wakes_one || wakes_two || !(rests(body_one) && rests(body_two)));
        let is_elsewhere = self.is_in_hands_of_rapier(one, two);
        if (!is_acting || is_elsewhere) && !is_watched {
            return false;
        }
        self.points.clear();
        touch(
            (&one.spec.geometry, &one.pose),
            (&two.spec.geometry, &two.pose),
            &mut self.points,
        );
        if self.points.is_empty() {
            return false;
        }
        let properties = ContactProperties::between(&self.contact_properties, one, two);
        arrange(&mut self.points, properties, one, two);
        if gives_way {
            // only the deepest point counts, which the selection put first
            self.points.truncate(1);
        }
        let shapes = [first, second];
        self.contacts
            .extend(self.points.iter().map(|&point| Contact {
                shapes,
                point,
                is_acting,
                is_told: is_acting || gives_way,
            }));
        if !is_acting || is_elsewhere {
            return true;
        }
        for (is_woken, body) in [(wakes_one, body_one), (wakes_two, body_two)] {
            if is_woken && let Some(body) = body.and_then(|id| self.bodies.get_mut(id)) {
                body.wake(&self.settings.sleep);
            }
        }
        let (pair, sign) = match (body_one, body_two) {
            (Some(one), two) => (
                Pair {
                    first: one.index(),
                    second: two.map(BodyId::index),
                },
                1.0,
            ),
            (None, Some(two)) => (
                Pair {
                    first: two.index(),
                    second: None,
                },
                -1.0,
            ),
            (None, None) => return true,
        };
        let (Some(one), Some(two)) = (self.shapes.get(first), self.shapes.get(second)) else {
            return true;
        };
        let properties = ContactProperties::between(&self.contact_properties, one, two);
        for point in &self.points {
            let surface = Surface::between(properties, one, two, point.normal);
            self.joints_of_contact.push(ContactJoint {
                pair,
                normal: if sign > 0.0 {
                    point.normal
                } else {
                    -point.normal
                },
                position: point.position,
                depth: point.depth,
                surface,
                owner: pair.first,
                is_odd,
            });
        }
        true
    }

    /// Looks whether there are too many bodies in one place, and reports them.
    fn find_pair_limit(&mut self, broad_phase: &BroadPhase) {
        let places = self.bodies.places();
        let body = |place: usize| self.shapes.at(place).and_then(Shape::body);
        let is_between = |one: usize, two: usize| body(one).is_some() && body(two).is_some();
        let (found, hidden) = (broad_phase.pairs.len(), broad_phase.hidden);
        let pair_limit = if broad_phase.is_crowded {
            PairLimit::Neighbours(places)
        } else if PairLimit::with_hidden(found, hidden, places).suits_rapier() {
            PairLimit::Unlimited
        } else {
            let pairs = broad_phase.pairs.iter().map(|pair| pair.places);
            let count = pairs.filter(|&(one, two)| is_between(one, two)).count();
            PairLimit::with_hidden(count, hidden, places)
        };
        self.pair_limit = pair_limit;
        if pair_limit.is_active() {
            self.report_crowd(broad_phase.pairs.iter().map(|pair| pair.places));
        }
    }

    /// Reports that not all of these shapes touch, at the first body among them.
    fn report_crowd(&mut self, pairs: impl IntoIterator<Item = (usize, usize)>) {
        let body = |place: usize| self.shapes.at(place).and_then(Shape::body);
        let mut bodies = pairs
            .into_iter()
            .filter_map(|(one, two)| body(one).or(body(two)));
        if let Some(body) = bodies.next() {
            let kind = FaultKind::Crowded;
            self.faults.push(Fault { body, kind });
        }
    }

    /// Whether two shapes touch each other at all.
    pub(super) fn may_touch(&self, one: &Shape, two: &Shape) -> bool {
        if one.spec.group.is_some() && one.spec.group == two.spec.group {
            return false;
        }
        let hidden = |a, b| self.ignored.binary_search(&(a, b)).is_ok();
        match (one.body(), two.body()) {
            (None, None) => one.spec.is_watched || two.spec.is_watched,
            (Some(a), Some(b)) => {
                a != b
                    && self.pair_limit.admits(a.index(), b.index())
                    && !self.are_joined(a, Some(b))
                    && !hidden(a.min(b), a.max(b))
                    && !is_chained((one, a), (two, b))
            }
            (Some(a), None) | (None, Some(a)) => !self.are_joined(a, None),
        }
    }

    /// Whether a joint connects a body to another or to the world.
    fn are_joined(&self, body: BodyId, other: Option<BodyId>) -> bool {
        let Some(state) = self.bodies.get(body) else {
            return false;
        };
        state.joints.iter().any(|&joint| {
            self.joints.get(joint).is_some_and(|joint| match other {
                Some(other) => {
                    joint.end() == body && joint.parent() == Some(other)
                        || joint.end() == other && joint.parent() == Some(body)
                }
                None => joint.end() == body && joint.parent().is_none(),
            })
        })
    }
}

/// Whether hinges with a common anchor lead from the shape that stands deeper
/// in the scene to the body of the other.
fn is_chained((one, own): (&Shape, BodyId), (two, other): (&Shape, BodyId)) -> bool {
    if one.spec.chain.level > two.spec.chain.level {
        one.spec.chain.bodies.contains(&other)
    } else {
        two.spec.chain.bodies.contains(&own)
    }
}

/// Brings the points of two shapes into the order of the genuine program, and
/// leaves as many as may act.
fn arrange(
    points: &mut Vec<ContactPoint>,
    properties: Option<&ContactProperties>,
    one: &Shape,
    two: &Shape,
) {
    let most = properties.map_or(surface::CONTACT_JOINTS, |found| found.max_contact_joints);
    if points.len() > most {
        select(points, most, |point| point.depth);
        points.truncate(most);
        return;
    }
    // The deepest point comes first wherever the genuine program wants to know
    // it: for a gripper, and where a solid has no physics.
    let awaited = one.spec.awaited_points.or(two.spec.awaited_points);
    if awaited.is_some_and(|count| points.len() >= count) {
        select(points, 0, |point| point.depth);
    }
    if one.body().is_none() || two.body().is_none() {
        select(points, 0, |point| point.depth);
    }
}
