//! Where energy came from and where it went, joule by joule.

use serde::{Deserialize, Serialize};

/// The account of a robot's battery.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RobotLedger {
    /// What was there at the start.
    pub start: f64,
    /// What chargers gave.
    pub received: f64,
    /// What the computer used.
    pub computer: f64,
    /// What the motors used.
    pub motors: f64,
    /// What was written from outside: by a supervisor or a reset.
    pub written: f64,
}

/// The account of a charger.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ChargerLedger {
    /// What was there at the start.
    pub start: f64,
    /// What it drew to fill up.
    pub drawn: f64,
    /// What robots got.
    pub given: f64,
    /// What was given to a robot whose battery had no space for it.
    pub lost: f64,
    /// What was written from outside: by a supervisor or a reset.
    pub written: f64,
}

impl RobotLedger {
    pub(crate) fn new(start: Option<f64>) -> Self {
        Self {
            start: start.unwrap_or(0.0),
            ..Self::default()
        }
    }

    /// What should be left.
    pub fn balance(&self) -> f64 {
        self.start + self.received + self.written - self.computer - self.motors
    }

    /// All that went through, for judging an error of the balance.
    pub fn throughput(&self) -> f64 {
        self.start.abs() + self.received + self.written.abs() + self.computer + self.motors
    }

    /// Books what a step used; of a battery that ran empty only what was left.
    pub(crate) fn consume(&mut self, computer: f64, motors: f64, used: f64) {
        let wanted = computer + motors;
        let part = if wanted == 0.0 { 0.0 } else { used / wanted };
        if part == 1.0 {
            self.computer += computer;
            self.motors += motors;
        } else {
            self.computer += computer * part;
            self.motors += used - computer * part;
        }
    }
}

impl ChargerLedger {
    pub(crate) fn new(start: Option<f64>) -> Self {
        Self {
            start: start.unwrap_or(0.0),
            ..Self::default()
        }
    }

    /// What should be left.
    pub fn balance(&self) -> f64 {
        self.start + self.drawn + self.written - self.given - self.lost
    }

    /// All that went through, for judging an error of the balance.
    pub fn throughput(&self) -> f64 {
        self.start.abs()
            + self.drawn.abs()
            + self.written.abs()
            + self.given.abs()
            + self.lost.abs()
    }
}
