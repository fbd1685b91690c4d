//! Devices of a joint other than its motor.

use foxden_protocol::devices::{JointKind, brake, position_sensor};
use foxden_protocol::{NodeTypeNumber, Tag};

use super::DeviceMessages;
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

impl DeviceMessages<brake::BrakeRequest, brake::BrakeAnswer> for Brake {
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
}

/// Measures a joint.
#[derive(Clone, Debug)]
pub struct PositionSensor {
    /// How often it measures.
    pub period: Period,
    /// Radians or metres.
    pub position: f64,
    /// The kind of joint.
    pub joint: JointKind,
    /// The device that was last asked for.
    pub associated: Option<Tag>,
    wanted: Option<NodeTypeNumber>,
}

impl Default for PositionSensor {
    fn default() -> Self {
        Self {
            period: Period::default(),
            position: f64::NAN,
            joint: JointKind::Rotational,
            associated: None,
            wanted: None,
        }
    }
}

impl PositionSensor {
    /// Asks for another device of the joint.
    pub fn ask_for(&mut self, wanted: NodeTypeNumber) {
        self.wanted = Some(wanted);
    }
}

impl DeviceMessages<position_sensor::PositionSensorRequest, position_sensor::PositionSensorAnswer>
    for PositionSensor
{
    fn requests(&mut self, _: u32) -> Vec<position_sensor::PositionSensorRequest> {
        let period = self
            .period
            .take()
            .map(|period| position_sensor::PositionSensorRequest::SetPeriod { period });
        let wanted = self
            .wanted
            .take()
            .map(|wanted| position_sensor::PositionSensorRequest::FindAssociated { wanted });
        period.into_iter().chain(wanted).collect()
    }

    fn apply(&mut self, answer: position_sensor::PositionSensorAnswer) {
        match answer {
            position_sensor::PositionSensorAnswer::Configure { joint } => self.joint = joint,
            position_sensor::PositionSensorAnswer::Value { position } => self.position = position,
            position_sensor::PositionSensorAnswer::Associated { tag } => self.associated = tag,
        }
    }
}
