//! In how many steps which bodies were moved exactly, and how otherwise.

use super::BodyId;
use serde::{Deserialize, Serialize};

/// How many steps of a body were not exact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Inexact {
    /// The number of steps in which rapier moved it.
    pub in_rapier: u64,
    /// The steps in which the forces on it were relaxed, because the solver failed, or its
    /// gyroscopic torque was left out.
    pub relaxed: u64,
}

impl Inexact {
    /// In how many steps it was not moved exactly.
    pub const fn steps(&self) -> u64 {
        self.in_rapier + self.relaxed
    }
}

/// A count of steps.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct StepExactness {
    steps: u64,
    inexact_steps: u64,
    is_inexact: bool,
    /// By the number of the body.
    bodies: Vec<Inexact>,
}

impl StepExactness {
    /// How many steps were made.
    pub const fn steps(&self) -> u64 {
        self.steps
    }

    /// In how many of them some body was not moved exactly.
    pub const fn inexact_steps(&self) -> u64 {
        self.inexact_steps
    }

    /// The steps of a body that were not exact.
    pub fn of(&self, body: BodyId) -> Inexact {
        self.bodies.get(body.index()).copied().unwrap_or_default()
    }

    pub(super) fn begin_step(&mut self, places: usize) {
        self.steps += 1;
        self.is_inexact = false;
        self.bodies.resize(places, Inexact::default());
    }

    /// A place has another body now.
    pub(super) fn forget(&mut self, place: usize) {
        if let Some(body) = self.bodies.get_mut(place) {
            *body = Inexact::default();
        }
    }

    pub(super) fn add_relaxed(&mut self, places: &[usize]) {
        for &place in places {
            self.count(place, |body| body.relaxed += 1);
        }
    }

    pub(super) fn add_in_rapier(&mut self, places: impl Iterator<Item = usize>) {
        for place in places {
            self.count(place, |body| body.in_rapier += 1);
        }
    }

    fn count(&mut self, place: usize, add: impl FnOnce(&mut Inexact)) {
        if let Some(body) = self.bodies.get_mut(place) {
            add(body);
            if !std::mem::replace(&mut self.is_inexact, true) {
                self.inexact_steps += 1;
            }
        }
    }
}
