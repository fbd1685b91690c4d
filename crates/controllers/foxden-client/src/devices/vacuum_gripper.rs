//! Holds objects.

use foxden_protocol::devices::vacuum_gripper;

use super::DeviceRules;
use crate::Period;

/// Holds objects.
#[derive(Clone, Debug, Default)]
pub struct VacuumGripper {
    /// How often it checks for an object.
    pub period: Period,
    /// Whether it holds one.
    pub presence: bool,
    on: bool,
    unsent: bool,
}

impl VacuumGripper {
    /// Whether it is on.
    pub fn is_on(&self) -> bool {
        self.on
    }

    /// Turns it on or off.
    pub fn set_on(&mut self, on: bool) {
        self.on = on;
        self.unsent = true;
    }
}

impl DeviceRules for VacuumGripper {
    type Request = vacuum_gripper::VacuumGripperRequest;

    fn requests(&mut self, _: u32) -> Vec<vacuum_gripper::VacuumGripperRequest> {
        let period = self
            .period
            .take()
            .map(|period| vacuum_gripper::VacuumGripperRequest::SetPresencePeriod { period });
        let on = std::mem::take(&mut self.unsent).then_some(match self.on {
            true => vacuum_gripper::VacuumGripperRequest::TurnOn,
            false => vacuum_gripper::VacuumGripperRequest::TurnOff,
        });
        period.into_iter().chain(on).collect()
    }

    fn apply(&mut self, answer: vacuum_gripper::VacuumGripperAnswer) {
        match answer {
            vacuum_gripper::VacuumGripperAnswer::Configure { on } => self.on = on,
            vacuum_gripper::VacuumGripperAnswer::Presence { presence } => self.presence = presence,
        }
    }

    fn period_mut(&mut self) -> Option<&mut Period> {
        Some(&mut self.period)
    }
}
