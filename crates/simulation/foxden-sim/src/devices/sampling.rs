//! When devices are sampled, and what they measured.

use crate::controller::Reading;
use serde::{Deserialize, Serialize};

/// When a sensor is due.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Sampling {
    /// In milliseconds; 0 is off.
    pub(crate) period: i32,
    last: f64,
    /// Whether a value waits to be sent.
    pub(crate) is_pending: bool,
}

impl Sampling {
    pub(crate) const OFF: Self = Self {
        period: 0,
        last: f64::NEG_INFINITY,
        is_pending: false,
    };

    /// The wait starts now.
    pub(crate) fn enable(&mut self, period: i16, clock: f64) {
        self.period = i32::from(period);
        self.last = clock;
    }

    pub(crate) fn is_due(&self, clock: f64) -> bool {
        self.period != 0 && clock - self.last >= f64::from(self.period)
    }

    /// How many milliseconds ago it was enabled or refreshed; infinite after a reset.
    pub(crate) fn elapsed(&self, clock: f64) -> f64 {
        clock - self.last
    }

    /// Whether it will be due after a step.
    pub(crate) fn will_be_due(&self, clock: f64, step: f64) -> bool {
        self.period != 0 && (clock - self.last) + step.trunc() >= f64::from(self.period)
    }

    pub(crate) fn refresh(&mut self, clock: f64) {
        self.last = clock;
        self.is_pending = true;
    }

    /// As after a reset: due at once.
    pub(crate) fn restart(&mut self) {
        self.last = f64::NEG_INFINITY;
        self.is_pending = false;
    }
}

/// The state of a sensor that only measures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Measurement {
    pub(crate) sampling: Sampling,
    pub(crate) reading: Reading,
}

impl Measurement {
    /// Nothing was measured yet.
    pub(crate) const NEW: Self = Self {
        sampling: Sampling::OFF,
        reading: Reading::Nothing,
    };

    /// The table changed: a value that waits to be sent becomes this one.
    pub(crate) fn forget_unsent(&mut self, instead: f64) {
        if self.sampling.is_pending {
            match &mut self.reading {
                Reading::Number(value) => *value = instead,
                Reading::Vector(values) => *values = [instead; 3],
                _ => {}
            }
        }
    }

    /// A new sample was taken.
    pub(crate) fn take(&mut self, reading: Reading, clock: f64) {
        self.reading = reading;
        self.sampling.refresh(clock);
    }
}
