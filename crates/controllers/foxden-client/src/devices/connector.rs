//! Docks to another connector.

use foxden_protocol::devices::connector;

use super::DeviceRules;
use crate::Period;

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

impl DeviceRules for Connector {
    type Request = connector::ConnectorRequest;

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

    fn period_mut(&mut self) -> Option<&mut Period> {
        Some(&mut self.period)
    }
}
