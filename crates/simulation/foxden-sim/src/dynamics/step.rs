//! One step of the rigid bodies, in the order of the genuine engine.

use super::arrangement::{Arrangement, Freedom, Unit};
use super::contacts::contact_rows;
use super::faults::{Fault, FaultKind};
use super::island_solver::{Benches, Course, Field, Found, Plot};
use super::joints::{Reaction, Rules};
use super::rows::{Pair, Row};
use super::walk::{Constraint, Visited, Walk};
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

/// Lists that are filled anew in every step, kept to save allocations.
#[derive(Clone, Debug, Default)]
pub(super) struct Workspace {
    /// What belongs to which island.
    plots: Vec<Plot>,
    /// Rows that stay together, island by island, as they are solved.
    units: Vec<Unit>,
    arrangement: Arrangement,
    rows: Vec<Row>,
    linked: Vec<Row>,
    /// The joint and where its reported rows begin and end.
    spans: Vec<(JointId, usize, usize)>,
    /// The forces that were found, island by island.
    forces: Vec<f64>,
    /// How they were found, for each island.
    courses: Vec<Course>,
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
        self.exactness.begin_step(self.bodies.places());
        for joint in self.joints.values_mut() {
            joint.prepare(&mut self.bodies, step);
        }
        if self.settings.method == Method::Fast && !self.crowd.is_one() {
            self.step_heap_of_all(step);
            self.measure_joints(step);
            self.look_at_watched();
            return;
        }
        self.put_to_sleep(step);
        self.find_islands();
        self.fill_heap();
        self.walk_islands();
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
        let walk = std::mem::take(&mut self.walk);
        self.island_sizes.clear();
        work.pushes
            .resize(self.bodies.places(), (Vector::ZERO, Vector::ZERO));
        work.plots.clear();
        work.units.clear();
        work.rows.clear();
        work.linked.clear();
        work.spans.clear();
        let rules = Rules {
            step,
            cfm: self.settings.cfm,
            erp: self.settings.erp,
        };
        for island in &walk.islands {
            if !self.is_in_heap(walk.bodies[island.bodies.start]) {
                self.plan_island(&mut work, &walk, island, &rules);
            }
        }
        work.forces.clear();
        work.forces.resize(work.rows.len() + work.linked.len(), 0.0);
        let field = Field {
            plots: &work.plots,
            units: &work.units,
            rows: &work.rows,
            linked: &work.linked,
            bodies: &self.bodies,
            rules: &rules,
            #[cfg(test)]
            plant: self.plant,
        };
        work.courses.clear();
        work.courses.resize(work.plots.len(), Course::Exact);
        let found = Found {
            forces: &mut work.forces,
            courses: &mut work.courses,
        };
        work.benches.solve(field, found, helpers);
        for island in 0..work.plots.len() {
            if work.courses[island] == Course::Relaxed {
                let bodies = &walk.bodies[work.plots[island].bodies.clone()];
                self.report_bodies(bodies, FaultKind::Relaxed);
                self.exactness.add_relaxed(bodies);
            }
            self.move_island(&mut work, &walk, island, step);
        }
        self.work = work;
        self.walk = walk;
    }

    fn measure_joints(&mut self, step: f64) {
        for joint in self.joints.values_mut() {
            joint.measure(&self.bodies, step);
        }
    }

    /// The bodies of an island begin, and its joints and contacts say what they want.
    fn plan_island(&mut self, work: &mut Workspace, walk: &Walk, island: &Visited, rules: &Rules) {
        let starts = (work.rows.len(), work.linked.len());
        let (first_unit, first_span) = (work.units.len(), work.spans.len());
        for &place in &walk.bodies[island.bodies.clone()] {
            work.pushes[place] = (Vector::ZERO, Vector::ZERO);
            if let Some(body) = self.bodies.at_mut(place) {
                body.begin(self.settings.gravity);
            }
        }
        for &constraint in &walk.constraints[island.constraints.clone()] {
            match constraint {
                Constraint::Joint(place) => self.plan_joint(work, place, rules),
                Constraint::Contact(at) => self.plan_contact(work, at, rules),
            }
        }
        work.arrangement.arrange(&mut work.units[first_unit..]);
        let plot = Plot {
            bodies: island.bodies.clone(),
            units: first_unit..work.units.len(),
            rows: starts.0..work.rows.len(),
            linked: starts.1..work.linked.len(),
            spans: first_span..work.spans.len(),
        };
        self.island_sizes.push(IslandSize {
            bodies: island.bodies.len(),
            rows: plot.forces().len(),
        });
        work.plots.push(plot);
    }

    fn plan_joint(&mut self, work: &mut Workspace, place: usize, rules: &Rules) {
        let Some(joint) = self.joints.at_mut(place) else {
            return;
        };
        let begin = work.rows.len();
        let end = joint.rows(&mut self.bodies, rules, &mut work.rows);
        work.spans.push((JointId::new(place), begin, end));
        let held = end.min(begin + joint.holding_rows());
        let unit = |freedom: Freedom, rows: Range<usize>| Unit {
            freedom,
            rows,
            linked: 0..0,
        };
        // what was made last is visited first: springs, then motors
        let springs = unit(Freedom::Bounded, end..work.rows.len());
        let parts = if joint.has_separate_motors() {
            let motors = unit(Freedom::Bounded, held..end);
            [springs, motors, unit(Freedom::Unbounded, begin..held)]
        } else {
            let freedom = if held < end {
                Freedom::Mixed
            } else {
                Freedom::Unbounded
            };
            [springs, unit(freedom, begin..end), unit(freedom, end..end)]
        };
        let is_there = |unit: &Unit| !unit.rows.is_empty();
        work.units.extend(parts.into_iter().filter(is_there));
    }

    fn plan_contact(&self, work: &mut Workspace, at: usize, rules: &Rules) {
        let starts = (work.rows.len(), work.linked.len());
        contact_rows(
            &self.joints_of_contact[at],
            &self.bodies,
            rules,
            &mut work.rows,
            &mut work.linked,
        );
        let is_infinite = |row: &Row| {
            let friction = row.friction;
            friction.is_some_and(|friction| friction.coefficient == f64::INFINITY)
        };
        let freedom = if work.linked[starts.1..].iter().any(is_infinite) {
            Freedom::Mixed
        } else {
            Freedom::Bounded
        };
        work.units.push(Unit {
            freedom,
            rows: starts.0..work.rows.len(),
            linked: starts.1..work.linked.len(),
        });
    }

    /// Its forces act on the bodies of an island, and they move.
    fn move_island(&mut self, work: &mut Workspace, walk: &Walk, island: usize, step: f64) {
        let plot = work.plots[island].clone();
        let forces = &work.forces[plot.forces()];
        let (own, follow) = forces.split_at(plot.rows.len());
        for unit in &work.units[plot.units.clone()] {
            let rows = unit.rows.clone().map(|at| {
                let force = own[at - plot.rows.start];
                (&work.rows[at], force)
            });
            let linked = unit.linked.clone().map(|at| {
                let force = follow[at - plot.linked.start];
                (&work.linked[at], force)
            });
            let Some((pair, first, second)) = joined(rows.chain(linked)) else {
                continue;
            };
            let mut push = |place: usize, (force, torque): Wrench| {
                work.pushes[place].0 += force;
                work.pushes[place].1 += torque;
            };
            push(pair.first, first);
            if let Some(place) = pair.second {
                push(place, second);
            }
        }
        if !plot.rows.is_empty() {
            self.keep_reactions(work, &plot);
        }
        for &place in &walk.bodies[plot.bodies] {
            self.move_body(place, step, work.pushes[place]);
        }
    }

    /// Reports what happened to bodies.
    fn report_bodies(&mut self, places: &[usize], kind: FaultKind) {
        self.faults.extend(places.iter().map(|&place| Fault {
            body: BodyId::new(place),
            kind,
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

/// A force and a torque.
type Wrench = (Vector, Vector);

/// What rows that stay together do to their two bodies.
fn joined<'a>(rows: impl Iterator<Item = (&'a Row, f64)>) -> Option<(Pair, Wrench, Wrench)> {
    let none = (Vector::ZERO, Vector::ZERO);
    let mut joined = None;
    for (row, force) in rows {
        let (_, first, second) = joined.get_or_insert((row.pair, none, none));
        first.0 += row.first.linear * force;
        first.1 += row.first.angular * force;
        second.0 += row.second.linear * force;
        second.1 += row.second.angular * force;
    }
    joined
}
