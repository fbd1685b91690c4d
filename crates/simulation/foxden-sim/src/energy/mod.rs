//! Energy: batteries, chargers, the account of every joule, and the lights that show it.

pub(crate) mod battery;
pub(crate) mod charger;
pub(crate) mod indicator_colors;
pub(crate) mod ledger;

pub use ledger::*;
