//! Lights up.

use foxden_protocol::devices::led;

use super::DeviceRules;
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

impl DeviceRules for Led {
    type Request = led::LedRequest;

    fn requests(&mut self, _: u32) -> Vec<led::LedRequest> {
        let value = self.value;
        let is_unsent = std::mem::take(&mut self.unsent);
        is_unsent
            .then_some(led::LedRequest::Set { value })
            .into_iter()
            .collect()
    }

    fn apply(&mut self, answer: led::LedAnswer) {
        match answer {}
    }

    fn period_mut(&mut self) -> Option<&mut Period> {
        None
    }
}
