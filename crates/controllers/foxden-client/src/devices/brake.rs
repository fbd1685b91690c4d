//! Brakes a joint.

use foxden_protocol::devices::{JointKind, brake};
use foxden_protocol::{NodeTypeNumber, Tag};

use super::DeviceRules;
use crate::Period;

/// Brakes a joint.
#[derive(Clone, Debug)]
pub struct Brake {
    /// The kind of joint.
    pub joint: JointKind,
    /// The device that was last asked for.
    pub associated: Option<Tag>,
    damping: Option<f64>,
    wanted: Option<NodeTypeNumber>,
}

impl Default for Brake {
    fn default() -> Self {
        Self {
            joint: JointKind::Rotational,
            associated: None,
            damping: None,
            wanted: None,
        }
    }
}

impl Brake {
    /// Brakes with this damping constant.
    pub fn set_damping(&mut self, damping: f64) {
        self.damping = Some(damping);
    }

    /// Asks for another device of the joint.
    pub fn ask_for(&mut self, wanted: NodeTypeNumber) {
        self.wanted = Some(wanted);
    }
}

impl DeviceRules for Brake {
    type Request = brake::BrakeRequest;

    fn requests(&mut self, _: u32) -> Vec<brake::BrakeRequest> {
        let (damping, wanted) = (self.damping.take(), self.wanted.take());
        if damping.is_none() && wanted.is_none() {
            return Vec::new();
        }
        vec![brake::BrakeRequest { damping, wanted }]
    }

    fn apply(&mut self, answer: brake::BrakeAnswer) {
        match answer {
            brake::BrakeAnswer::Configure { joint } => self.joint = joint,
            brake::BrakeAnswer::Associated { tag } => self.associated = tag,
        }
    }

    fn period_mut(&mut self) -> Option<&mut Period> {
        None
    }
}
