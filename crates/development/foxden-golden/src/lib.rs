//! Recorded answers of the genuine Webots, and one comparison for all ways of
//! running a world in Foxden.
//!
//! A folder of recordings has groups (`language`, `slot`, …), each with
//! `worlds/NAME.wbt` and what was recorded in `out/`. The harness knows groups
//! by what their recorder wrote, never a world by its name.

mod bands;
mod case;
mod client;
mod compact;
mod compare;
mod ensemble;
mod genuine;
mod language;
mod motion;
mod outcome;
mod project;
mod recorders;
mod replay;
mod reproducible;
mod runner;
mod selection;
mod simulate;
mod table;
mod vision;

pub use case::{Case, Group};
pub use genuine::Genuine;
pub use outcome::{CaseOutcome, Counts, OutcomeReport, Rule, WorldOutcome};
pub use replay::GoldenReplay;
pub use runner::{Via, intended_differences, run};
pub use selection::Selection;
