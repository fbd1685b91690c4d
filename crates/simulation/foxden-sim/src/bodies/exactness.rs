//! How exactly a world was run: the count of the bodies, with their names.

use crate::bodies::Bodies;
use crate::dynamics::Inexact;
use crate::model::Model;
use foxden_scene::Scene;
use std::fmt;

/// How many names are written out.
const NAMES: usize = 5;

/// Which bodies were not moved as the genuine program moves them, and how often.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exactness {
    /// How many steps were made.
    pub steps: u64,
    /// In how many of them some body was not moved exactly.
    pub inexact_steps: u64,
    /// How many bodies there are.
    pub bodies: usize,
    /// The paths of the bodies that were not, in the order of the scene.
    pub inexact: Vec<(String, Inexact)>,
}

impl Exactness {
    pub(crate) fn new(scene: &Scene, model: &Model, bodies: &Bodies) -> Self {
        let count = bodies.dynamics.exactness();
        let inexact = bodies.owners.iter().filter_map(|(solid, id)| {
            let inexact = count.of(*id);
            let path = scene.path(model.solids[*solid].node);
            (inexact.steps() > 0).then_some((path, inexact))
        });
        Self {
            steps: count.steps(),
            inexact_steps: count.inexact_steps(),
            bodies: bodies.owners.len(),
            inexact: inexact.collect(),
        }
    }

    /// Whether every step of every body was exact.
    pub const fn is_exact(&self) -> bool {
        self.inexact_steps == 0
    }

    /// The share of all steps of all bodies that were not exact.
    pub fn inexact_share(&self) -> f64 {
        let inexact: u64 = self.inexact.iter().map(|(_, count)| count.steps()).sum();
        let all = self.steps.max(1) as f64 * self.bodies.max(1) as f64;
        inexact as f64 / all
    }
}

impl fmt::Display for Exactness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_exact() {
            return f.write_str("physics: exact");
        }
        let (heap, relaxed) = self.inexact.iter().fold((0, 0), |sum, (_, count)| {
            (
                sum.0 + u64::from(count.in_rapier > 0),
                sum.1 + u64::from(count.relaxed > 0),
            )
        });
        write!(
            f,
            "physics: not exact in {} of {} steps, for {} of {} bodies ({:.2} % of their steps); \
             {heap} in heaps, {relaxed} relaxed:",
            self.inexact_steps,
            self.steps,
            self.inexact.len(),
            self.bodies,
            100.0 * self.inexact_share(),
        )?;
        for (path, count) in self.inexact.iter().take(NAMES) {
            write!(f, "\n  {path}: {} steps", count.steps())?;
        }
        if let more @ 1.. = self.inexact.len().saturating_sub(NAMES) {
            write!(f, "\n  and {more} more")?;
        }
        Ok(())
    }
}
