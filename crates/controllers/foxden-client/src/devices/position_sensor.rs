//! Measures a joint.

use foxden_protocol::devices::{JointKind, position_sensor};
use foxden_protocol::{NodeTypeNumber, Tag};

use super::DeviceRules;
use crate::Period;

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

impl DeviceRules for PositionSensor {
    type Request = position_sensor::PositionSensorRequest;

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

    fn period_mut(&mut self) -> Option<&mut Period> {
        Some(&mut self.period)
    }

    fn published_value(&self) -> f64 {
        if self.period.is_on() {
            self.position
        } else {
            f64::NAN
        }
    }
}
