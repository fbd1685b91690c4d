//! `foxden devices`: what of the catalogue is simulated, and what is not yet.

use super::Outcome;
use clap::Args;
use foxden_catalogue::NodeType;
use foxden_sim::standing::{Standing, standing};
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::ExitCode;

/// What `foxden devices` is told.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Also lists nodes that are no devices
    #[arg(long)]
    all: bool,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let text = listing(arguments.all);
    match std::io::stdout().write_all(text.as_bytes()) {
        Ok(()) => Outcome::Good.into(),
        // whoever read the other end has seen enough
        Err(_) => Outcome::Unusable.into(),
    }
}

/// One line for each type: its name and what becomes of it.
fn listing(with_nodes: bool) -> String {
    let mut rows: Vec<(bool, &str, Standing)> = NodeType::all()
        .filter(|kind| !kind.model().is_abstract)
        .filter(|kind| with_nodes || kind.model().is_device)
        .filter_map(|kind| Some((!kind.model().is_device, kind.name(), standing(kind)?)))
        .collect();
    rows.sort_by_key(|(is_node, name, standing)| (*is_node, *standing, *name));
    let widest = rows
        .iter()
        .map(|(_, name, _)| name.len())
        .max()
        .unwrap_or(0);
    let mut text = String::new();
    for (_, name, standing) in &rows {
        let becomes = match standing {
            Standing::Simulated => "simulated",
            Standing::NotYet => "not simulated yet: loads, is saved, does nothing",
            Standing::PicturesOnly => "for pictures only",
        };
        // writing to a string does not fail
        let _ = writeln!(text, "{name:widest$}  {becomes}");
    }
    let count = |wanted: Standing| rows.iter().filter(|(_, _, own)| *own == wanted).count();
    let (done, left) = (count(Standing::Simulated), count(Standing::NotYet));
    let _ = writeln!(text, "{done} simulated, {left} not yet");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_are_listed_with_their_standing() {
        let text = listing(false);
        assert!(
            text.lines()
                .any(|line| line.starts_with("LightSensor") && line.ends_with("simulated"))
        );
        assert!(
            text.lines()
                .any(|line| line.starts_with("Camera") && line.contains("not simulated yet"))
        );
        assert!(!text.contains("PointLight"));
        assert!(listing(true).contains("PointLight"));
    }
}
