//! One step of the rigid bodies, in the order of the genuine engine.

use super::contacts::contact_rows;
use super::direct::Outcome;
use super::faults::{Fault, FaultKind};
use super::island_solver::{Benches, Field, Found, Plot, sequence};
use super::joints::{Reaction, Rules};
use super::rows::{Part, Row};
use super::{BodyId, Dynamics, JointId, Method};
use crate::math::Vector;
use crate::sharing::Helpers;
use std::ops::Range;

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

/// Lists that are filled anew in every step, kept to save allocations.
#[derive(Clone, Debug, Default)]
pub(super) struct Workspace {
    /// The members of all islands, island by island.
    members: Vec<Member>,
    /// The same with their islands, in another order.
    unsorted: Vec<(usize, Member)>,
    /// Where the members of each island end.
    ends: Vec<usize>,
    /// What belongs to which island.
    plots: Vec<Plot>,
    rows: Vec<Row>,
    linked: Vec<Row>,
    /// The joint and where its reported rows begin and end.
    spans: Vec<(JointId, usize, usize)>,
    /// The forces that were found, island by island.
    forces: Vec<f64>,
    /// How they were found, for each island.
    outcomes: Vec<Outcome>,
    benches: Benches,
    /// What the constraints do to each body.
    pushes: Vec<(Vector, Vector)>,
}

impl Dynamics {
    /// Advances by `step` seconds: motors, sleep, islands, solution, motion,
    /// then the contacts that act in the next step.
    pub fn step(&mut self, step: f64) {
        self.step_with(step, None);
    }

    /// The same with threads that help; they change no bit of the result.
    pub(crate) fn step_with(&mut self, step: f64, helpers: Option<&Helpers>) {
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
        self.step_islands(step, helpers);
        self.step_some_heap(step);
        self.measure_joints(step);
        self.thin_heap();
        self.put_moved_first();
        self.collide_after_step();
    }

    /// What the islands want, what forces that takes, and where it leads.
    fn step_islands(&mut self, step: f64, helpers: Option<&Helpers>) {
        let mut work = std::mem::take(&mut self.work);
        self.gather(&mut work);
        self.island_sizes.clear();
        work.pushes
            .resize(self.bodies.places(), (Vector::ZERO, Vector::ZERO));
        work.plots.clear();
        work.rows.clear();
        work.linked.clear();
        work.spans.clear();
        let rules = Rules {
            step,
            cfm: self.settings.cfm,
            erp: self.settings.erp,
        };
        let mut start = 0;
        for island in 0..self.islands.count {
            let end = work.ends[island];
            if end > start {
                self.plan_island(&mut work, start..end, &rules);
            }
            start = end;
        }
        work.forces.clear();
        work.forces.resize(work.rows.len() + work.linked.len(), 0.0);
        let field = Field {
            plots: &work.plots,
            rows: &work.rows,
            linked: &work.linked,
            bodies: &self.bodies,
            rules: &rules,
        };
        work.outcomes.clear();
        work.outcomes.resize(work.plots.len(), Outcome::Solved);
        let found = Found {
            forces: &mut work.forces,
            outcomes: &mut work.outcomes,
        };
        work.benches.solve(field, found, helpers);
        for island in 0..work.plots.len() {
            if work.outcomes[island] == Outcome::GivenUp {
                self.report_island(&work, island, FaultKind::GivenUp);
            }
            self.move_island(&mut work, island, step);
        }
        self.work = work;
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

    /// The bodies of an island begin, and its joints and contacts say what they want.
    fn plan_island(&mut self, work: &mut Workspace, members: Range<usize>, rules: &Rules) {
        let starts = (work.rows.len(), work.linked.len(), work.spans.len());
        let mut count = 0;
        for at in members.clone() {
            match work.members[at] {
                Member::Body(place) => {
                    count += 1;
                    work.pushes[place] = (Vector::ZERO, Vector::ZERO);
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
        let plot = Plot {
            members,
            rows: starts.0..work.rows.len(),
            linked: starts.1..work.linked.len(),
            spans: starts.2..work.spans.len(),
        };
        self.island_sizes.push(IslandSize {
            bodies: count,
            rows: plot.forces().len(),
        });
        work.plots.push(plot);
    }

    /// Its forces act on the bodies of an island, and they move.
    fn move_island(&mut self, work: &mut Workspace, island: usize, step: f64) {
        let plot = work.plots[island].clone();
        let rows = &work.rows[plot.rows.clone()];
        let linked = &work.linked[plot.linked.clone()];
        let forces = &work.forces[plot.forces()];
        let pushes = &mut work.pushes;
        let mut act = |row: &Row, force: f64| {
            let mut push = |place: usize, part: &Part| {
                pushes[place].0 += part.linear * force;
                pushes[place].1 += part.angular * force;
            };
            push(row.pair.first, &row.first);
            if let Some(second) = row.pair.second {
                push(second, &row.second);
            }
        };
        for at in sequence(rows) {
            act(&rows[at], forces[at]);
        }
        for (row, force) in linked.iter().zip(&forces[rows.len()..]) {
            act(row, *force);
        }
        if !rows.is_empty() {
            self.keep_reactions(work, &plot);
        }
        for at in plot.members {
            if let Member::Body(place) = work.members[at] {
                self.move_body(place, step, work.pushes[place]);
            }
        }
    }

    /// Reports what happened to the bodies of an island.
    fn report_island(&mut self, work: &Workspace, island: usize, kind: FaultKind) {
        let members = &work.members[work.plots[island].members.clone()];
        self.faults
            .extend(members.iter().filter_map(|member| match *member {
                Member::Body(place) => Some(Fault {
                    body: BodyId::new(place),
                    kind,
                }),
                Member::Joint(_) | Member::Contact(_) => None,
            }));
    }

    /// Keeps what the rows of each joint did, for motors and touch sensors.
    fn keep_reactions(&mut self, work: &Workspace, plot: &Plot) {
        let forces = &work.forces[plot.forces()];
        for &(id, begin, end) in &work.spans[plot.spans.clone()] {
            let mut first = (Vector::ZERO, Vector::ZERO);
            let mut second = (Vector::ZERO, Vector::ZERO);
            for at in begin..end {
                let row = &work.rows[at];
                let force = forces[at - plot.rows.start];
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
            self.faults.push(Fault::not_finite(BodyId::new(place)));
        }
    }
}
