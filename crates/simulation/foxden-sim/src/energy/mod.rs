//! Energy: batteries, chargers, the account of every joule, and the lights that show it.

pub(crate) mod battery;
pub(crate) mod charger;
mod charger_status;
pub(crate) mod indicator_colors;
pub(crate) mod ledger;

pub use charger_status::{ChargerStatus, ChargingCandidate};
pub use ledger::*;
