//! Devices that are switched: LED, pen, connector, vacuum gripper.

use foxden_protocol::devices::{connector, led, pen, vacuum_gripper};

use super::DeviceMessages;
use crate::Period;

/// Lights up.
#[derive(Clone, Debug, Default)]
pub struct Led {
    value: i32,
    unsent: bool,
}

impl Led {
    /// Its value; 0 is dark.
    pub fn value(&self) -> i32 {
        self.value
    }

    /// Lights up or goes dark.
    pub fn set(&mut self, value: i32) {
        self.value = value;
        self.unsent = true;
    }
}

impl DeviceMessages<led::LedRequest, led::LedAnswer> for Led {
    fn requests(&mut self, _: u32) -> Vec<led::LedRequest> {
        let value = self.value;
        let told = std::mem::take(&mut self.unsent);
        told.then_some(led::LedRequest::Set { value })
            .into_iter()
            .collect()
    }

    fn apply(&mut self, answer: led::LedAnswer) {
        match answer {}
    }
}

/// Draws on surfaces.
#[derive(Clone, Debug, Default)]
pub struct Pen {
    writes: Option<bool>,
    ink: Option<([u8; 3], f64)>,
}

impl Pen {
    /// Puts the pen down or takes it up.
    pub fn write(&mut self, writes: bool) {
        self.writes = Some(writes);
    }

    /// Takes another ink: red, green, blue from the third byte down.
    pub fn set_ink(&mut self, colour: i32, density: f64) {
        let [blue, green, red, _] = colour.to_le_bytes();
        self.ink = Some(([red, green, blue], density));
    }
}

impl DeviceMessages<pen::PenRequest, pen::PenAnswer> for Pen {
    fn requests(&mut self, _: u32) -> Vec<pen::PenRequest> {
        let writes = self.writes.take().map(|writes| match writes {
            true => pen::PenRequest::Write,
            false => pen::PenRequest::DoNotWrite,
        });
        let ink = self
            .ink
            .take()
            .map(|(colour, density)| pen::PenRequest::SetInk { colour, density });
        writes.into_iter().chain(ink).collect()
    }

    fn apply(&mut self, answer: pen::PenAnswer) {
        match answer {}
    }
}

/// Docks to another connector.
#[derive(Clone, Debug, Default)]
pub struct Connector {
    /// How often it looks for another.
    pub period: Period,
    /// Whether another is there: 1, 0 (also before the first look), or -1 if it
    /// cannot know.
    pub presence: i32,
    locked: bool,
    unsent: bool,
}

impl Connector {
    /// Whether it is locked.
    pub fn is_locked(&self) -> bool {
        self.locked
    }

    /// Locks or unlocks.
    pub fn set_locked(&mut self, locked: bool) {
        self.locked = locked;
        self.unsent = true;
    }
}

impl DeviceMessages<connector::ConnectorRequest, connector::ConnectorAnswer> for Connector {
    fn requests(&mut self, _: u32) -> Vec<connector::ConnectorRequest> {
        let period = self
            .period
            .take()
            .map(|period| connector::ConnectorRequest::SetPresencePeriod { period });
        let locked = std::mem::take(&mut self.unsent).then_some(match self.locked {
            true => connector::ConnectorRequest::Lock,
            false => connector::ConnectorRequest::Unlock,
        });
        period.into_iter().chain(locked).collect()
    }

    fn apply(&mut self, answer: connector::ConnectorAnswer) {
        match answer {
            connector::ConnectorAnswer::Configure { locked } => self.locked = locked,
            connector::ConnectorAnswer::Presence { presence } => self.presence = presence.into(),
        }
    }
}

/// Holds objects.
#[derive(Clone, Debug, Default)]
pub struct VacuumGripper {
    /// How often it feels for an object.
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

impl DeviceMessages<vacuum_gripper::VacuumGripperRequest, vacuum_gripper::VacuumGripperAnswer>
    for VacuumGripper
{
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
}
