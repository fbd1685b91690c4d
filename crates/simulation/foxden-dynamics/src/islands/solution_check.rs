//! The check: forces are used only if the velocities that they lead to fulfil
//! what the rows ask for. Otherwise the island is solved again by relaxation.
//!
//! The test does not look at the matrix of the solver, only at rows and bodies.
//! Where it holds, contacts only push, friction only brakes, and motors stay
//! within their forces, so that no energy comes from nothing. Relaxation starts
//! without forces and each of its steps lessens the violation: it is not exact,
//! but it cannot throw anything.
//!
//! Where the genuine engine gives up, its forces fulfil no conditions and are
//! used all the same, unless more energy comes out than was there.

use crate::bodies::Body;
use crate::constraint_rows::{Friction, Part, Row};
use crate::math::Vector;
use crate::slots::Slots;

/// The violation of a row that is still rounding, relative to the speeds that
/// meet in it.
pub(super) const TOLERANCE: f64 = 1e-5;

/// The same relative to the largest speeds of the island: in other rows nothing
/// but their rounding may be left.
const FLOOR: f64 = 1e-9;

/// How far a force may lie beyond its bounds, relative to the largest one.
const MARGIN: f64 = 1e-6;

/// How often relaxation goes through the rows, and how many rows it looks at
/// before that is cut short.
const SWEEPS: usize = 120;
const FEWEST_SWEEPS: usize = 20;
const MOST_LOOKS: usize = 2_000_000;

/// How much of a violation is taken away at a time.
const DAMPING: f64 = 0.9;

/// Rows that ask for a larger change of speed are not heeded by relaxation, and not
/// accepted without the whole check: no surroundings explain it.
pub(super) const MOST_SPEED: f64 = 1e6;

/// How much of the energy that is known to be there may come out of a step
/// whose forces fulfil no conditions.
const MOST_ENERGY: f64 = 2.0;

/// The forces of an island and the bounds that held for them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Forces<'a> {
    pub force: &'a [f64],
    pub low: &'a [f64],
    pub high: &'a [f64],
}

impl Forces<'_> {
    /// The force of a row and its bounds.
    fn at(&self, row: usize) -> (f64, f64, f64) {
        (self.force[row], self.low[row], self.high[row])
    }
}

/// A body while it is looked at.
#[derive(Clone, Copy, Debug)]
struct Motion {
    linear: Vector,
    angular: Vector,
    /// The sizes of all that was added up.
    gross: (f64, f64),
}

impl Motion {
    const REST: Self = Self {
        linear: Vector::ZERO,
        angular: Vector::ZERO,
        gross: (0.0, 0.0),
    };

    /// Without constraints.
    fn free(body: &Body, step: f64) -> Self {
        let (linear, angular) = body.acceleration();
        Self {
            linear: body.linear + linear * step,
            angular: body.angular + angular * step,
            gross: (
                body.linear.length() + linear.length() * step,
                body.angular.length() + angular.length() * step,
            ),
        }
    }

    /// As it is before the step.
    fn now(bodies: &Slots<Body>, place: usize) -> Self {
        bodies.at(place).map_or(Self::REST, |body| Self {
            linear: body.linear,
            angular: body.angular,
            gross: (0.0, 0.0),
        })
    }

    fn push(&mut self, (linear, angular): (Vector, Vector), impulse: f64) {
        let (linear, angular) = (linear * impulse, angular * impulse);
        self.linear += linear;
        self.angular += angular;
        self.gross.0 += linear.length();
        self.gross.1 += angular.length();
    }
}

/// How fast a body becomes along a part with a group of impulse.
fn response(body: &Body, part: &Part) -> (Vector, Vector) {
    (
        part.linear * body.inverse_mass,
        body.world_inverse_inertia * part.angular,
    )
}

/// Memory of the check.
#[derive(Clone, Debug, Default)]
pub(crate) struct SolutionCheck {
    /// By place; only those of the island at hand are valid.
    motions: Vec<Motion>,
    /// By place: the force and torque of all rows.
    wrenches: Vec<(Vector, Vector)>,
    /// The bodies of the island, in order.
    places: Vec<usize>,
    forces: Vec<f64>,
    /// For each row the inverse of how much its force changes its speed.
    yields: Vec<f64>,
    /// For each row the sizes of the speeds that meet in it.
    gross: Vec<f64>,
}

impl SolutionCheck {
    /// Whether forces lead to velocities that fulfil the rows.
    pub fn accepts(
        &mut self,
        bodies: &Slots<Body>,
        rows: &[Row],
        forces: Forces<'_>,
        step: f64,
    ) -> bool {
        let largest = forces
            .force
            .iter()
            .fold(0.0_f64, |most, force| most.max(force.abs()));
        if !forces.force.iter().all(|force| force.is_finite()) {
            return false;
        }
        self.begin(bodies, rows, step);
        let margin = MARGIN * largest;
        if self.accepts_at_once(bodies, rows, forces, step, margin) {
            return true;
        }
        self.begin(bodies, rows, step);
        for (row, &force) in rows.iter().zip(forces.force) {
            self.push(bodies, row, force * step);
        }
        let mut gross = std::mem::take(&mut self.gross);
        gross.clear();
        gross.extend(
            rows.iter()
                .map(|row| row.speed.abs() + self.gross_speed(row)),
        );
        self.gross = gross;
        let floor = FLOOR * self.gross.iter().copied().fold(0.0, f64::max);
        rows.iter().enumerate().all(|(at, row)| {
            let sizes = TOLERANCE * ((row.cfm * forces.force[at]).abs() + self.gross[at]);
            self.fulfils(row, forces.at(at), margin, sizes + floor)
        })
    }

    /// Whether forces are clearly accepted. The sizes of the speeds are underestimated here,
    /// by those of each body's sums, and half the tolerance must do: what is accepted here is
    /// accepted by the whole check too, which costs several times as much.
    fn accepts_at_once(
        &mut self,
        bodies: &Slots<Body>,
        rows: &[Row],
        forces: Forces<'_>,
        step: f64,
        margin: f64,
    ) -> bool {
        for &place in &self.places {
            self.wrenches[place] = (Vector::ZERO, Vector::ZERO);
        }
        for (row, &force) in rows.iter().zip(forces.force) {
            let mut push = |place: usize, part: &Part| {
                let (linear, angular) = &mut self.wrenches[place];
                *linear += part.linear * force;
                *angular += part.angular * force;
            };
            push(row.pair.first, &row.first);
            if let Some(place) = row.pair.second {
                push(place, &row.second);
            }
        }
        for &place in &self.places {
            if let Some(body) = bodies.at(place) {
                let (force, torque) = self.wrenches[place];
                let linear = force * (body.inverse_mass * step);
                let angular = body.world_inverse_inertia * (torque * step);
                let motion = &mut self.motions[place];
                motion.linear += linear;
                motion.angular += angular;
                motion.gross.0 += linear.largest_part();
                motion.gross.1 += angular.largest_part();
            }
        }
        rows.iter().enumerate().all(|(at, row)| {
            let along = |place: usize, part: &Part| {
                let (linear, angular) = self.motions[place].gross;
                part.linear.largest_part() * linear + part.angular.largest_part() * angular
            };
            let sizes = row.speed.abs() + sum_of_sides(row, along);
            sizes < MOST_SPEED && self.fulfils(row, forces.at(at), margin, 0.5 * TOLERANCE * sizes)
        })
    }

    /// Whether a force is within its bounds, and the speed along its row is what the row
    /// asks for or lies on the side where the bound holds it.
    fn fulfils(
        &self,
        row: &Row,
        (force, low, high): (f64, f64, f64),
        margin: f64,
        slack: f64,
    ) -> bool {
        if force < low - margin || force > high + margin {
            return false;
        }
        let excess = self.speed(row) - row.speed + row.cfm * force;
        let may_leave_low = force <= low + margin || excess <= slack;
        let may_leave_high = force >= high - margin || excess >= -slack;
        may_leave_low && may_leave_high
    }

    /// Whether the motion that forces lead to is explained by the motion before
    /// and by what the rows ask for: they leave no more energy than that.
    pub fn is_explained(
        &mut self,
        bodies: &Slots<Body>,
        rows: &[Row],
        forces: Forces<'_>,
        step: f64,
    ) -> bool {
        self.begin(bodies, rows, step);
        let mut known = 0.0;
        for &place in &self.places {
            known += energy(bodies, place, &self.motions[place]);
            known += energy(bodies, place, &Motion::now(bodies, place));
        }
        for (row, &force) in rows.iter().zip(forces.force) {
            let stiffness = stiffness(bodies, row);
            if stiffness > 0.0 {
                known += 0.5 * row.speed * row.speed / stiffness;
            }
            self.push(bodies, row, force * step);
        }
        let found: f64 = self
            .places
            .iter()
            .map(|&place| energy(bodies, place, &self.motions[place]))
            .sum();
        found <= MOST_ENERGY * known
    }

    /// Finds forces by relaxation. Rows that numbers beyond all bounds make
    /// meaningless have none.
    pub fn relax(&mut self, bodies: &Slots<Body>, rows: &[Row], step: f64, out: &mut [f64]) {
        self.begin(bodies, rows, step);
        self.yields.clear();
        for row in rows {
            let stiffness = stiffness(bodies, row) * step + row.cfm;
            let known = self.speed(row) - row.speed;
            let is_usable = stiffness > 0.0 && stiffness.is_finite() && known.abs() < MOST_SPEED;
            self.yields
                .push(if is_usable { 1.0 / stiffness } else { 0.0 });
        }
        self.forces.clear();
        self.forces.resize(rows.len(), 0.0);
        let sweeps = (MOST_LOOKS / rows.len().max(1)).clamp(FEWEST_SWEEPS, SWEEPS);
        for _ in 0..sweeps {
            for (at, row) in rows.iter().enumerate() {
                if self.yields[at] == 0.0 {
                    continue;
                }
                let old = self.forces[at];
                let excess = self.speed(row) - row.speed + row.cfm * old;
                let (low, high) = match row.friction {
                    Some(friction) => friction_bounds(friction, &self.forces),
                    None => (row.low, row.high),
                };
                let new = (old - DAMPING * excess * self.yields[at])
                    .max(low)
                    .min(high);
                if new.is_finite() && new != old {
                    self.forces[at] = new;
                    self.push(bodies, row, (new - old) * step);
                }
            }
        }
        out.copy_from_slice(&self.forces);
    }

    /// Begins with the velocities that bodies have without constraints.
    fn begin(&mut self, bodies: &Slots<Body>, rows: &[Row], step: f64) {
        self.motions.resize(bodies.places(), Motion::REST);
        self.wrenches
            .resize(bodies.places(), (Vector::ZERO, Vector::ZERO));
        self.places.clear();
        let mut last = None;
        for row in rows {
            // the rows of a joint or contact follow each other
            if last != Some(row.pair) {
                self.places.push(row.pair.first);
                self.places.extend(row.pair.second);
                last = Some(row.pair);
            }
        }
        self.places.sort_unstable();
        self.places.dedup();
        for &place in &self.places {
            if let Some(body) = bodies.at(place) {
                self.motions[place] = Motion::free(body, step);
            }
        }
    }

    fn push(&mut self, bodies: &Slots<Body>, row: &Row, impulse: f64) {
        let mut push = |place: usize, part: &Part| {
            if let Some(body) = bodies.at(place) {
                self.motions[place].push(response(body, part), impulse);
            }
        };
        push(row.pair.first, &row.first);
        if let Some(place) = row.pair.second {
            push(place, &row.second);
        }
    }

    #[inline]
    fn speed(&self, row: &Row) -> f64 {
        let along = |place: usize, part: &Part| {
            let motion = &self.motions[place];
            part.dot(motion.linear, motion.angular)
        };
        sum_of_sides(row, along)
    }

    fn gross_speed(&self, row: &Row) -> f64 {
        let along = |place: usize, part: &Part| {
            let (linear, angular) = self.motions[place].gross;
            part.linear.length() * linear + part.angular.length() * angular
        };
        sum_of_sides(row, along)
    }
}

/// The energy of the motion of a body.
fn energy(bodies: &Slots<Body>, place: usize, motion: &Motion) -> f64 {
    bodies.at(place).map_or(0.0, |body| {
        let turn = body.rotation.transposed() * motion.angular;
        0.5 * body.mass.mass * motion.linear.length_squared()
            + 0.5 * turn.dot(body.mass.inertia * turn)
    })
}

/// The sum over the bodies of a row with its parts.
fn sum_of_sides(row: &Row, along: impl Fn(usize, &Part) -> f64) -> f64 {
    let first = along(row.pair.first, &row.first);
    match row.pair.second {
        Some(place) => first + along(place, &row.second),
        None => first,
    }
}

/// How much the speed along a row changes with an impulse along it.
fn stiffness(bodies: &Slots<Body>, row: &Row) -> f64 {
    let along = |place: usize, part: &Part| {
        bodies.at(place).map_or(0.0, |body| {
            let (linear, angular) = response(body, part);
            part.dot(linear, angular)
        })
    };
    sum_of_sides(row, along)
}

fn friction_bounds(friction: Friction, forces: &[f64]) -> (f64, f64) {
    let most = friction.bound(forces[friction.normal]);
    (-most, most)
}
