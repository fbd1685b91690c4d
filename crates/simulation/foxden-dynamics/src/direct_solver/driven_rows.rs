//! The driven-row method: the rows are taken one after the other, and the force
//! of each is driven until its condition holds while those of all earlier rows
//! are kept. The genuine engine solves in this way, and here every number is
//! added and multiplied in its order: exact ties, as of boxes that just touch,
//! are decided by rounding, and motion that amplifies rounding stays the same.
//!
//! Rows have places. In front are those in balance (no speed, force within its
//! bounds), whose matrix is factorised; then those held at a bound; then the
//! driven row; then those that have no force yet.

use super::factorization::Factor;
use super::system::System;
use super::vectors::{add_four, add_scaled, dot_in_order};

/// The bound at which a row is held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Side {
    #[default]
    Low,
    High,
}

impl Side {
    fn bound(self, system: &System, row: usize) -> f64 {
        match self {
            Self::Low => system.low[row],
            Self::High => system.high[row],
        }
    }
}

/// What ends a step of the driven row.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Event {
    /// The driven row comes into balance.
    Balanced,
    /// The driven row reaches a bound.
    Bounded(Side),
    /// A held row begins to move off its bound.
    Released(usize),
    /// A row in balance reaches a bound.
    Held(usize, Side),
}

/// How far the method came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// All rows fulfil their conditions.
    Solved,
    /// A step had no length. The row that was driven and all later ones have no
    /// force, and their bounds allow none.
    GaveUp,
    /// Numbers are not finite, or the search does not end.
    Failed,
}

/// A row could not be driven to its end.
enum Stop {
    NoLength,
    NoEnd,
}

/// Memory of the method.
#[derive(Clone, Debug, Default)]
pub(super) struct Driver {
    factor: Factor,
    /// The places of the factorised rows, in the order of the factors.
    order: Vec<usize>,
    held: usize,
    /// The row that was first at each place.
    rows: Vec<usize>,
    sides: Vec<Side>,
    speed: Vec<f64>,
    force_change: Vec<f64>,
    speed_change: Vec<f64>,
    work: Vec<f64>,
}

impl Driver {
    /// Solves the system; its rows are exchanged with each other meanwhile, but
    /// its forces and bounds are in the given order afterwards.
    pub fn solve(&mut self, system: &mut System) -> End {
        self.begin(system);
        let unlinked = system.unlinked();
        let mut end = End::Solved;
        for row in system.unbounded()..system.size() {
            if row == unlinked {
                self.work.clear();
                self.work.resize(system.size(), 0.0);
                for (&row, &force) in self.rows.iter().zip(&system.force) {
                    self.work[row] = force;
                }
                system.freeze_bounds(&self.work);
            }
            let Err(stop) = self.add(system, row) else {
                continue;
            };
            for list in [&mut system.force, &mut system.low, &mut system.high] {
                list[row..].fill(0.0);
            }
            end = match stop {
                Stop::NoLength => End::GaveUp,
                Stop::NoEnd => End::Failed,
            };
            break;
        }
        for list in [&mut system.force, &mut system.low, &mut system.high] {
            self.work.clear();
            self.work.extend_from_slice(list);
            for (&row, &value) in self.rows.iter().zip(&self.work) {
                list[row] = value;
            }
        }
        end
    }

    /// Balances the unbounded rows together.
    fn begin(&mut self, system: &mut System) {
        let (size, unbounded) = (system.size(), system.unbounded());
        self.factor
            .begin_with(size, unbounded, |row| system.line(row));
        self.held = 0;
        self.order.clear();
        self.order.extend(0..unbounded);
        self.rows.clear();
        self.rows.extend(0..size);
        self.sides.clear();
        self.sides.resize(size, Side::Low);
        for list in [
            &mut self.speed,
            &mut self.force_change,
            &mut self.speed_change,
        ] {
            list.clear();
            list.resize(size, 0.0);
        }
        system.force.fill(0.0);
        let forces = &mut system.force[..unbounded];
        forces.copy_from_slice(&system.right[..unbounded]);
        self.factor.forward(forces);
        self.factor.scale(forces);
        self.factor.backward(forces);
    }

    /// Brings one more row into a state that fulfils its condition.
    fn add(&mut self, system: &mut System, row: usize) -> Result<(), Stop> {
        let balanced = self.order.len();
        let (line, forces) = (system.line(row), &system.force);
        let speed = dot_in_order(&line[..balanced], &forces[..balanced])
            + dot_in_order(&line[balanced..row], &forces[balanced..row])
            - system.right[row];
        self.speed[row] = speed;
        if system.low[row] == 0.0 && speed >= 0.0 {
            self.hold_driven(row, Side::Low);
        } else if system.high[row] == 0.0 && speed <= 0.0 {
            self.hold_driven(row, Side::High);
        } else if speed == 0.0 {
            self.balance(system, row);
        } else {
            return self.drive(system, row);
        }
        Ok(())
    }

    fn drive(&mut self, system: &mut System, row: usize) -> Result<(), Stop> {
        // Between bodies that no joints link every bit is that of the genuine
        // engine, and so is a step without length. Elsewhere it may be ours
        // alone: what ends it happens, and the search goes on.
        let mut idle = match system.unbounded() {
            0 => 0,
            _ => 2 * system.size(),
        };
        // Each step comes nearer to the end; rounding could in theory undo that.
        for _ in 0..200 * system.size() {
            let direction = if self.speed[row] <= 0.0 { 1.0 } else { -1.0 };
            self.find_changes(system, row, direction);
            let (event, length) = self.find_event(system, row, direction);
            if length <= 0.0 {
                if idle == 0 {
                    return Err(Stop::NoLength);
                }
                idle -= 1;
            }
            if length.is_nan() {
                return Err(Stop::NoEnd);
            }
            if self.advance(system, row, direction, event, length.max(0.0)) {
                return Ok(());
            }
        }
        Err(Stop::NoEnd)
    }

    /// How the forces in balance and the speeds of the others change with the
    /// force of the driven row.
    fn find_changes(&mut self, system: &System, row: usize, direction: f64) {
        let balanced = self.order.len();
        let line = system.line(row);
        self.work.clear();
        self.work.extend(self.order.iter().map(|&at| line[at]));
        self.factor.forward(&mut self.work);
        self.factor.scale(&mut self.work);
        self.factor.backward(&mut self.work);
        for (&at, value) in self.order.iter().zip(&self.work) {
            self.force_change[at] = -direction * value;
        }
        let changes = &mut self.speed_change[balanced..=row];
        changes.fill(0.0);
        let (fours, rest) = self.force_change[..balanced].as_chunks::<4>();
        let part = |at: usize| &system.line(at)[balanced..=row];
        for (block, &factors) in fours.iter().enumerate() {
            let at = 4 * block;
            let lines = [part(at), part(at + 1), part(at + 2), part(at + 3)];
            add_four(changes, factors, lines);
        }
        for (at, &change) in rest.iter().enumerate() {
            add_scaled(changes, change, part(4 * fours.len() + at));
        }
        add_scaled(changes, direction, part(row));
    }

    /// The nearest event and how far it is. Of events at the same distance the
    /// first counts, in the order in which they are looked at here.
    fn find_event(&self, system: &System, row: usize, direction: f64) -> (Event, f64) {
        let balanced = self.order.len();
        let mut event = Event::Balanced;
        let mut length = -self.speed[row] / self.speed_change[row];
        let mut offer = |other: Event, distance: f64| {
            if distance < length {
                (event, length) = (other, distance);
            }
        };
        let force = system.force[row];
        if direction > 0.0 {
            if system.high[row] < f64::INFINITY {
                offer(Event::Bounded(Side::High), system.high[row] - force);
            }
        } else if system.low[row] > f64::NEG_INFINITY {
            offer(Event::Bounded(Side::Low), force - system.low[row]);
        }
        for at in balanced..balanced + self.held {
            let change = self.speed_change[at];
            let is_leaving = match self.sides[at] {
                Side::Low => change < 0.0,
                Side::High => change > 0.0,
            };
            if is_leaving && (system.low[at] != 0.0 || system.high[at] != 0.0) {
                offer(Event::Released(at), -self.speed[at] / change);
            }
        }
        for at in system.unbounded()..balanced {
            let (change, force) = (self.force_change[at], system.force[at]);
            let (low, high) = (system.low[at], system.high[at]);
            if change < 0.0 && low > f64::NEG_INFINITY {
                offer(Event::Held(at, Side::Low), (low - force) / change);
            }
            if change > 0.0 && high < f64::INFINITY {
                offer(Event::Held(at, Side::High), (high - force) / change);
            }
        }
        (event, length)
    }

    /// Takes a step up to an event; whether it was the last of the driven row.
    fn advance(
        &mut self,
        system: &mut System,
        row: usize,
        direction: f64,
        event: Event,
        length: f64,
    ) -> bool {
        let balanced = self.order.len();
        let forces = &mut system.force[..balanced];
        add_scaled(forces, length, &self.force_change[..balanced]);
        system.force[row] += length * direction;
        let changes = &self.speed_change[balanced..=row];
        add_scaled(&mut self.speed[balanced..=row], length, changes);
        match event {
            Event::Balanced => {
                self.speed[row] = 0.0;
                self.balance(system, row);
                return true;
            }
            Event::Bounded(side) => {
                system.force[row] = side.bound(system, row);
                self.hold_driven(row, side);
                return true;
            }
            Event::Released(at) => {
                self.speed[at] = 0.0;
                self.held -= 1;
                self.balance(system, at);
            }
            Event::Held(at, side) => {
                system.force[at] = side.bound(system, at);
                self.sides[at] = side;
                self.hold(system, at);
            }
        }
        false
    }

    fn hold_driven(&mut self, row: usize, side: Side) {
        self.sides[row] = side;
        self.held += 1;
    }

    /// Puts the row at a place behind those in balance.
    fn balance(&mut self, system: &mut System, at: usize) {
        let line = system.line(at);
        let entries = self.order.iter().map(|&other| line[other]);
        self.factor.append(entries, line[at]);
        let place = self.order.len();
        self.order.push(place);
        self.exchange(system, place, at);
    }

    /// Takes the row at a place out of those in balance.
    fn hold(&mut self, system: &mut System, at: usize) {
        let last = self.order.len() - 1;
        if let Some(place) = self.order.iter().position(|&other| other == at) {
            let line = system.line(at);
            let entries = self.order[place..].iter().map(|&other| line[other]);
            self.factor.remove(place, entries);
            self.order.remove(place);
        }
        // the last one goes to the place that is free now
        if let Some(moved) = self.order.iter_mut().find(|other| **other == last) {
            *moved = at;
        }
        self.held += 1;
        self.exchange(system, at, last);
    }

    fn exchange(&mut self, system: &mut System, one: usize, two: usize) {
        if one == two {
            return;
        }
        system.exchange(one, two);
        self.rows.swap(one, two);
        self.sides.swap(one, two);
        self.speed.swap(one, two);
    }
}
