//! What went wrong with a body in a step.

use super::BodyId;
use serde::{Deserialize, Serialize};

/// What went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FaultKind {
    /// The body would have left the finite numbers and was put to rest.
    NotFinite,
    /// It is in a crowd of bodies that overlap: not all of them touch each other.
    Crowded,
    /// No forces were found that fulfil the constraints of its island: they
    /// were relaxed in this step.
    Relaxed,
    /// It turns too fast for the time step: its gyroscopic torque was left out.
    SpinsTooFast,
}

/// Something that went wrong with a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// The body.
    pub body: BodyId,
    /// What happened to it.
    pub kind: FaultKind,
}

impl Fault {
    /// A body that would have left the finite numbers.
    pub(super) const fn not_finite(body: BodyId) -> Self {
        Self {
            body,
            kind: FaultKind::NotFinite,
        }
    }
}
