//! One step of the rigid bodies, in the order of the genuine engine.

use super::contacts::{ContactForces, contact_rows};
use super::faults::{Fault, FaultKind};
use super::joints::{Joint, Reaction, Rules};
use super::{BodyId, Dynamics, JointId, Method};
use crate::constraint_rows::{Pair, Row};
use crate::islands::row_order::{Freedom, RowGroup, RowOrder};
use crate::islands::solver::{
    IslandInputs, IslandOutputs, IslandRange, RowLimits, SolutionMethod, SolverPool,
};
use crate::islands::visit_order::{Constraint, VisitOrder, VisitedIsland};
use crate::math::Vector;
use crate::thread_pool::ThreadPool;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// How large the island of a body was in the last step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct IslandSize {
    /// The number of bodies.
    pub bodies: usize,
    /// The number of constraint rows.
    pub rows: usize,
}

/// Lists that are filled again in every step, kept to save allocations.
#[derive(Debug, Default)]
pub(super) struct Workspace {
    /// What belongs to which island.
    ranges: Vec<IslandRange>,
    /// Rows that stay together, island by island, as they are solved.
    groups: Vec<RowGroup>,
    row_order: RowOrder,
    rows: Vec<Row>,
    linked: Vec<Row>,
    /// Joints whose reported rows are not those of one group, and where they begin and end.
    spans: Vec<(JointId, usize, usize)>,
    /// The forces that were found, island by island.
    forces: Vec<f64>,
    /// How they were found, for each island.
    methods: Vec<SolutionMethod>,
    solvers: SolverPool,
    /// What the constraints do to each body.
    pushes: Vec<(Vector, Vector)>,
    /// What contacts did, if that is kept.
    pub(super) contact_forces: ContactForces,
}

impl Clone for Workspace {
    /// The lists of a step are of no use to another world.
    fn clone(&self) -> Self {
        Self {
            contact_forces: self.contact_forces.clone(),
            ..Self::default()
        }
    }
}

impl Dynamics {
    /// Takes the memory of a world that is not needed any more, so that the next step
    /// allocates less. This changes no result.
    pub fn reuse_memory_of(&mut self, other: &mut Self) {
        std::mem::swap(&mut self.work, &mut other.work);
        std::mem::swap(
            &mut self.work.get_or_insert_default().contact_forces,
            &mut other.work.get_or_insert_default().contact_forces,
        );
    }

    /// Advances by `step` seconds: motors, sleep, islands, solution, motion,
    /// then the contacts that act in the next step.
    pub fn step(&mut self, step: f64) {
        self.step_with(step, None);
    }

    /// The same with threads that help; they change no bit of the result.
    pub fn step_with(&mut self, step: f64, threads: Option<&ThreadPool>) {
        if !(step > 0.0 && step.is_finite()) {
            return;
        }
        self.exactness.begin_step(self.bodies.places());
        for joint in self.joints.values_mut() {
            joint.prepare(&mut self.bodies, step);
        }
        if self.settings.method == Method::Fast && self.pair_limit.suits_rapier() {
            self.step_all_in_rapier(step);
            self.measure_joints(step);
            self.look_at_watched();
            return;
        }
        self.put_to_sleep(step);
        let has_same_islands = self.has_same_islands();
        if !has_same_islands {
            self.find_islands();
        }
        self.move_large_islands_to_rapier();
        if !has_same_islands || self.rapier.is_some() {
            self.order_islands();
        }
        self.step_islands(step, threads);
        self.step_large_islands(step);
        self.measure_joints(step);
        self.take_small_islands_back();
        self.put_moved_first();
        self.collide_after_step();
    }

    /// What the islands want, what forces that takes, and where it leads.
    fn step_islands(&mut self, step: f64, threads: Option<&ThreadPool>) {
        let mut work = self.work.take().unwrap_or_default();
        let order = std::mem::take(&mut self.visit_order);
        self.island_sizes.clear();
        work.pushes
            .resize(self.bodies.places(), (Vector::ZERO, Vector::ZERO));
        work.ranges.clear();
        work.groups.clear();
        work.rows.clear();
        work.linked.clear();
        work.spans.clear();
        work.contact_forces.begin();
        let rules = Rules {
            step,
            cfm: self.settings.cfm,
            erp: self.settings.erp,
        };
        for island in &order.islands {
            if !self.is_in_rapier(order.bodies[island.bodies.start]) {
                self.plan_island(&mut work, &order, island, &rules);
            }
        }
        work.forces.clear();
        work.forces.resize(work.rows.len() + work.linked.len(), 0.0);
        let inputs = IslandInputs {
            ranges: &work.ranges,
            groups: &work.groups,
            rows: &work.rows,
            linked: &work.linked,
            bodies: &self.bodies,
            rules: &rules,
            limits: RowLimits::of(&self.settings),
            #[cfg(test)]
            force_fault: self.force_fault,
        };
        work.methods.clear();
        work.methods
            .resize(work.ranges.len(), SolutionMethod::Exact);
        let found = IslandOutputs {
            forces: &mut work.forces,
            methods: &mut work.methods,
        };
        work.solvers.solve(inputs, found, threads);
        for island in 0..work.ranges.len() {
            if work.methods[island] == SolutionMethod::Relaxed {
                let bodies = &order.bodies[work.ranges[island].bodies.clone()];
                self.report_bodies(bodies, FaultKind::Relaxed);
                self.exactness.add_relaxed(bodies);
            }
            self.move_island(&mut work, &order, island, step);
        }
        self.work = Some(work);
        self.visit_order = order;
    }

    fn measure_joints(&mut self, step: f64) {
        for joint in self.joints.values_mut() {
            joint.measure(&self.bodies, step);
        }
    }

    /// The bodies of an island begin, and its joints and contacts say what they want.
    fn plan_island(
        &mut self,
        work: &mut Workspace,
        order: &VisitOrder,
        island: &VisitedIsland,
        rules: &Rules,
    ) {
        let starts = (work.rows.len(), work.linked.len());
        let (first_group, first_span) = (work.groups.len(), work.spans.len());
        let is_joined = order.constraints[island.constraints.clone()]
            .iter()
            .any(|constraint| matches!(constraint, Constraint::Joint(_)));
        for &place in &order.bodies[island.bodies.clone()] {
            work.pushes[place] = (Vector::ZERO, Vector::ZERO);
            if let Some(body) = self.bodies.at_mut(place)
                && !body.begin(self.settings.gravity, rules.step, is_joined)
            {
                self.report_bodies(&[place], FaultKind::SpinsTooFast);
                self.exactness.add_relaxed(&[place]);
            }
        }
        for &constraint in &order.constraints[island.constraints.clone()] {
            match constraint {
                Constraint::Joint(place) => self.plan_joint(work, place, rules),
                Constraint::Contact(at) => self.plan_contact(work, at, rules),
            }
        }
        work.row_order.arrange(&mut work.groups[first_group..]);
        let range = IslandRange {
            bodies: island.bodies.clone(),
            groups: first_group..work.groups.len(),
            rows: starts.0..work.rows.len(),
            linked: starts.1..work.linked.len(),
            spans: first_span..work.spans.len(),
        };
        self.island_sizes.push(IslandSize {
            bodies: island.bodies.len(),
            rows: range.forces().len(),
        });
        work.ranges.push(range);
    }

    fn plan_joint(&mut self, work: &mut Workspace, place: usize, rules: &Rules) {
        let Some(joint) = self.joints.at_mut(place) else {
            return;
        };
        let begin = work.rows.len();
        let end = joint.rows(&mut self.bodies, rules, &mut work.rows);
        let id = JointId::new(place);
        let held = end.min(begin + joint.holding_rows());
        let group = |freedom: Freedom, rows: Range<usize>| RowGroup {
            freedom,
            reported_by: (rows == (begin..end) && begin < end).then_some(id),
            rows,
            linked: 0..0,
        };
        // what was made last is visited first: springs, then motors
        let springs = group(Freedom::Bounded, end..work.rows.len());
        let parts = if joint.has_separate_motors() {
            let motors = group(Freedom::Bounded, held..end);
            [springs, motors, group(Freedom::Unbounded, begin..held)]
        } else {
            let freedom = if held < end {
                Freedom::Mixed
            } else {
                Freedom::Unbounded
            };
            [
                springs,
                group(freedom, begin..end),
                group(freedom, end..end),
            ]
        };
        let is_there = |group: &RowGroup| !group.rows.is_empty();
        if !parts.iter().any(|group| group.reported_by.is_some()) {
            work.spans.push((id, begin, end));
        }
        work.groups.extend(parts.into_iter().filter(is_there));
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
        let (rows, linked) = (starts.0..work.rows.len(), starts.1..work.linked.len());
        if !rows.is_empty() {
            let contact = &self.joints_of_contact[at];
            work.contact_forces
                .plan(contact, rows.start, linked.clone());
        }
        work.groups.push(RowGroup {
            freedom,
            rows,
            linked,
            reported_by: None,
        });
    }

    /// Its forces act on the bodies of an island, and they move.
    fn move_island(&mut self, work: &mut Workspace, order: &VisitOrder, island: usize, step: f64) {
        let range = work.ranges[island].clone();
        let forces = &work.forces[range.forces()];
        let (own, follow) = forces.split_at(range.rows.len());
        for group in &work.groups[range.groups.clone()] {
            let rows = group.rows.clone().map(|at| {
                let force = own[at - range.rows.start];
                (&work.rows[at], force)
            });
            let linked = group.linked.clone().map(|at| {
                let force = follow[at - range.linked.start];
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
            if let Some(joint) = group.reported_by.and_then(|id| self.joints.get_mut(id)) {
                keep_reaction(joint, first, second);
            }
        }
        if !range.rows.is_empty() {
            self.keep_reactions(work, &range);
        }
        if work.contact_forces.is_kept {
            let forces = &work.forces[range.forces()];
            let (own, follow) = forces.split_at(range.rows.len());
            let (rows, linked) = (range.rows.clone(), range.linked.clone());
            work.contact_forces.keep(
                rows.clone(),
                &work.linked,
                |at| own[at - rows.start],
                |at| follow[at - linked.start],
            );
        }
        for &place in &order.bodies[range.bodies] {
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

    /// Keeps what the rows of joints did whose rows are in several groups.
    fn keep_reactions(&mut self, work: &Workspace, range: &IslandRange) {
        let forces = &work.forces[range.forces()];
        for &(id, begin, end) in &work.spans[range.spans.clone()] {
            let mut first = (Vector::ZERO, Vector::ZERO);
            let mut second = (Vector::ZERO, Vector::ZERO);
            for at in begin..end {
                let row = &work.rows[at];
                let force = forces[at - range.rows.start];
                first.0 += row.first.linear * force;
                first.1 += row.first.angular * force;
                second.0 += row.second.linear * force;
                second.1 += row.second.angular * force;
            }
            let Some(joint) = self.joints.get_mut(id) else {
                continue;
            };
            keep_reaction(joint, first, second);
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

/// Keeps what the rows of a joint did to its bodies, for motors and touch sensors.
fn keep_reaction(joint: &mut Joint, first: Wrench, second: Wrench) {
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

/// What rows that stay together do to their two bodies.
fn joined<'a>(rows: impl Iterator<Item = (&'a Row, f64)>) -> Option<(Pair, Wrench, Wrench)> {
    let none = (Vector::ZERO, Vector::ZERO);
    let mut joined = None;
    for (row, force) in rows {
        let (pair, first, second) = joined.get_or_insert((row.pair, none, none));
        first.0 += row.first.linear * force;
        first.1 += row.first.angular * force;
        if pair.second.is_some() {
            second.0 += row.second.linear * force;
            second.1 += row.second.angular * force;
        }
    }
    joined
}
