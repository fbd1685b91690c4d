//! One step of the rigid bodies, in the order of the genuine engine.

use super::contacts::contact_rows;
use super::direct::Solver;
use super::joints::{Reaction, Rules};
use super::rows::Row;
use super::{BodyId, Dynamics, JointId, Method};
use crate::math::Vector;

/// How large the island of a body was in the last step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IslandSize {
    /// The number of bodies.
    pub bodies: usize,
    /// The number of constraint rows.
    pub rows: usize,
}

/// What an island consists of.
#[derive(Clone, Copy, Debug)]
enum Member {
    Body(usize),
    Joint(usize),
    Contact(usize),
}

/// Lists that are filled anew for every island, kept to save allocations.
#[derive(Clone, Debug, Default)]
pub(super) struct Workspace {
    /// The members of all islands, island by island.
    members: Vec<Member>,
    /// The same with their islands, in another order.
    unsorted: Vec<(usize, Member)>,
    /// Where the members of each island end.
    ends: Vec<usize>,
    rows: Vec<Row>,
    linked: Vec<Row>,
    /// The joint and where its reported rows begin and end.
    spans: Vec<(JointId, usize, usize)>,
    /// The rows in the order in which they are solved, and where each went.
    sequence: Vec<usize>,
    place_of: Vec<usize>,
    ordered: Vec<Row>,
    /// The parts of the rows multiplied by the inverse masses.
    weighted: Vec<[Vector; 4]>,
    solver: Solver,
    /// What the constraints do to each body.
    pushes: Vec<(Vector, Vector)>,
}

impl Dynamics {
    /// Advances by `step` seconds: motors, sleep, islands, solution, motion,
    /// then the contacts that act in the next step.
    pub fn step(&mut self, step: f64) {
        if !(step > 0.0 && step.is_finite()) {
            return;
        }
        for joint in self.joints.values_mut() {
            joint.prepare(&mut self.bodies, step);
        }
        if self.settings.method == Method::Fast {
            self.step_heap_of_all(step);
            self.measure_joints(step);
            self.look_at_watched();
            return;
        }
        self.put_to_sleep(step);
        self.find_islands();
        self.fill_heap();
        let mut work = std::mem::take(&mut self.work);
        self.gather(&mut work);
        self.island_sizes.clear();
        work.pushes
            .resize(self.bodies.places(), (Vector::ZERO, Vector::ZERO));
        let rules = Rules {
            step,
            cfm: self.settings.cfm,
            erp: self.settings.erp,
        };
        let mut start = 0;
        for island in 0..self.islands.count {
            let end = work.ends[island];
            if end > start {
                self.step_island(&mut work, start..end, &rules);
            }
            start = end;
        }
        self.work = work;
        self.step_some_heap(step);
        self.measure_joints(step);
        self.thin_heap();
        self.put_moved_first();
        self.collide_after_step();
    }

    fn measure_joints(&mut self, step: f64) {
        for joint in self.joints.values_mut() {
            joint.measure(&self.bodies, step);
        }
    }

    /// Lists the members of all islands, island by island: bodies, then joints,
    /// then contacts.
    fn gather(&self, work: &mut Workspace) {
        let Workspace {
            members,
            unsorted,
            ends,
            ..
        } = work;
        unsorted.clear();
        let island_of = |place: usize| self.islands.at(place).filter(|_| !self.is_in_heap(place));
        let mut list = |body: usize, member: Member| {
            unsorted.extend(island_of(body).map(|island| (island, member)));
        };
        for (id, _) in self.bodies.iter() {
            list(id.index(), Member::Body(id.index()));
        }
        for (id, joint) in self.joints.iter() {
            list(joint.end().index(), Member::Joint(id.index()));
        }
        for (at, contact) in self.joints_of_contact.iter().enumerate() {
            list(contact.pair.first, Member::Contact(at));
        }
        ends.clear();
        ends.resize(self.islands.count + 1, 0);
        for (island, _) in unsorted.iter() {
            ends[island + 1] += 1;
        }
        for island in 0..self.islands.count {
            ends[island + 1] += ends[island];
        }
        members.clear();
        members.resize(unsorted.len(), Member::Body(0));
        // where an island begins moves on to where it ends while it is filled
        for (island, member) in unsorted.iter() {
            members[ends[*island]] = *member;
            ends[*island] += 1;
        }
    }

    fn step_island(&mut self, work: &mut Workspace, range: std::ops::Range<usize>, rules: &Rules) {
        work.rows.clear();
        work.linked.clear();
        work.spans.clear();
        let mut count = 0;
        for at in range.clone() {
            match work.members[at] {
                Member::Body(place) => {
                    count += 1;
                    if let Some(body) = self.bodies.at_mut(place) {
                        body.begin(self.settings.gravity);
                    }
                }
                Member::Joint(place) => {
                    let id = JointId::new(place);
                    let begin = work.rows.len();
                    if let Some(joint) = self.joints.at_mut(place) {
                        let end = joint.rows(&mut self.bodies, rules, &mut work.rows);
                        work.spans.push((id, begin, end));
                    }
                }
                Member::Contact(at) => contact_rows(
                    &self.joints_of_contact[at],
                    &self.bodies,
                    rules,
                    &mut work.rows,
                    &mut work.linked,
                ),
            }
        }
        self.island_sizes.push(IslandSize {
            bodies: count,
            rows: work.rows.len() + work.linked.len(),
        });
        for at in range.clone() {
            if let Member::Body(place) = work.members[at] {
                work.pushes[place] = (Vector::ZERO, Vector::ZERO);
            }
        }
        if !work.rows.is_empty() {
            self.solve(work, rules);
            self.keep_reactions(work);
        }
        for at in range {
            if let Member::Body(place) = work.members[at] {
                self.move_body(place, rules.step, work.pushes[place]);
            }
        }
    }

    fn solve(&self, work: &mut Workspace, rules: &Rules) {
        let Workspace {
            rows,
            linked,
            sequence,
            place_of,
            ordered,
            weighted,
            solver,
            pushes,
            ..
        } = work;
        // Unbounded rows first: their factors serve all pivots.
        sequence.clear();
        sequence.extend((0..rows.len()).filter(|&at| rows[at].is_bilateral()));
        sequence.extend((0..rows.len()).filter(|&at| !rows[at].is_bilateral()));
        place_of.clear();
        place_of.resize(rows.len(), 0);
        ordered.clear();
        for (to, &from) in sequence.iter().enumerate() {
            place_of[from] = to;
            ordered.push(rows[from]);
        }
        ordered.extend_from_slice(linked);

        let (first_phase, size) = (rows.len(), ordered.len());
        solver.begin(size);
        weighted.clear();
        for (at, row) in ordered.iter().enumerate() {
            let (parts, known) = self.weigh(row, rules.step);
            weighted.push(parts);
            solver.right[at] = row.speed / rules.step - known;
            (solver.low[at], solver.high[at]) = (row.low, row.high);
        }
        fill_matrix(ordered, weighted, rules.step, solver);
        solver.solve(first_phase);
        for (at, row) in ordered.iter().enumerate().skip(first_phase) {
            let Some(friction) = row.friction else {
                continue;
            };
            let normal = solver.force[place_of[friction.normal]];
            let most = friction.bound(normal);
            (solver.low[at], solver.high[at]) = (-most, most);
        }
        if size > first_phase {
            solver.solve(size);
        }
        for (row, &force) in ordered.iter().zip(&solver.force) {
            let mut apply = |place: usize, part: &super::rows::Part| {
                pushes[place].0 += part.linear * force;
                pushes[place].1 += part.angular * force;
            };
            apply(row.pair.first, &row.first);
            if let Some(second) = row.pair.second {
                apply(second, &row.second);
            }
        }
    }

    /// The parts of a row multiplied by the inverse masses, and the
    /// acceleration along it that is there without its force.
    fn weigh(&self, row: &Row, step: f64) -> ([Vector; 4], f64) {
        let mut parts = [Vector::ZERO; 4];
        let mut known = 0.0;
        let per_step = 1.0 / step;
        let places = [
            (Some(row.pair.first), &row.first),
            (row.pair.second, &row.second),
        ];
        for (side, (place, part)) in places.into_iter().enumerate() {
            let Some(body) = place.and_then(|place| self.bodies.at(place)) else {
                continue;
            };
            parts[side * 2] = part.linear * body.inverse_mass;
            parts[side * 2 + 1] = body.world_inverse_inertia * part.angular;
            let (linear, angular) = body.acceleration();
            known += part.dot(
                body.linear * per_step + linear,
                body.angular * per_step + angular,
            );
        }
        (parts, known)
    }

    /// Keeps what the rows of each joint did, for motors and touch sensors.
    fn keep_reactions(&mut self, work: &Workspace) {
        for &(id, begin, end) in &work.spans {
            let mut first = (Vector::ZERO, Vector::ZERO);
            let mut second = (Vector::ZERO, Vector::ZERO);
            for at in begin..end {
                let row = &work.rows[at];
                let force = work.solver.force[work.place_of[at]];
                first.0 += row.first.linear * force;
                first.1 += row.first.angular * force;
                second.0 += row.second.linear * force;
                second.1 += row.second.angular * force;
            }
            let Some(joint) = self.joints.get_mut(id) else {
                continue;
            };
            let (parent, end) = if joint.parent().is_some() {
                (first, second)
            } else {
                ((Vector::ZERO, Vector::ZERO), first)
            };
            joint.reaction = Reaction {
                end_force: end.0,
                end_torque: end.1,
                parent_force: parent.0,
                parent_torque: parent.1,
            };
        }
    }

    /// Moves a body; one that would leave the finite numbers is put to rest
    /// where it was and reported.
    fn move_body(&mut self, place: usize, step: f64, push: (Vector, Vector)) {
        let Some(body) = self.bodies.at_mut(place) else {
            return;
        };
        let (position, orientation) = (body.position, body.orientation);
        let rotation = body.rotation;
        body.advance(step, push);
        if !body.is_finite() {
            (body.position, body.orientation) = (position, orientation);
            body.rotation = rotation;
            body.linear = Vector::ZERO;
            body.angular = Vector::ZERO;
            body.shown = (Vector::ZERO, Vector::ZERO);
            self.faults.push(BodyId::new(place));
        }
    }
}

/// The matrix of the system: how a force along one row acts along another.
fn fill_matrix(rows: &[Row], weighted: &[[Vector; 4]], step: f64, solver: &mut Solver) {
    let size = rows.len();
    for (at, row) in rows.iter().enumerate() {
        let [linear0, angular0, linear1, angular1] = weighted[at];
        for (column, other) in rows[..=at].iter().enumerate() {
            let mut sum = 0.0;
            if row.pair.first == other.pair.first {
                sum += other.first.dot(linear0, angular0);
            } else if Some(row.pair.first) == other.pair.second {
                sum += other.second.dot(linear0, angular0);
            }
            if let Some(second) = row.pair.second {
                if second == other.pair.first {
                    sum += other.first.dot(linear1, angular1);
                } else if Some(second) == other.pair.second {
                    sum += other.second.dot(linear1, angular1);
                }
            }
            solver.matrix[at * size + column] = sum;
            solver.matrix[column * size + at] = sum;
        }
        solver.matrix[at * size + at] += row.cfm / step;
    }
}
