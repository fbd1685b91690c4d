//! `foxden devices`: which nodes are simulated, and how exactly.

use super::Outcome;
use crate::exit_code::ExitCode;
use crate::terminal::write;
use clap::{Args, ValueEnum};
use foxden_catalogue::NodeType;
use foxden_sim::fidelity::{self, Fidelity};
use foxden_sim::support_status::{SupportStatus, support_status};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// The arguments of `foxden devices`.
#[derive(Args)]
pub(crate) struct DevicesArguments {
    /// Also lists nodes that are not devices
    #[arg(long)]
    all: bool,
    /// The form of the output: a line for each device; or, as JSON or Markdown, every field of
    /// every simulated node and every function of the controller API, with how exact it is
    #[arg(long, value_enum, default_value_t = DevicesFormat::Human)]
    format: DevicesFormat,
}

#[derive(Clone, Copy, ValueEnum, PartialEq, Eq)]
enum DevicesFormat {
    /// A line for each device
    Human,
    /// An object with nodes and functions; what is exact names the test that shows it
    Json,
    /// Tables in Markdown
    Markdown,
}

/// Runs the command.
pub(crate) fn run(arguments: &DevicesArguments) -> ExitCode {
    let text = match arguments.format {
        DevicesFormat::Human => listing(arguments.all),
        DevicesFormat::Json => format!("{:#}\n", table()),
        DevicesFormat::Markdown => markdown(),
    };
    write(&mut std::io::stdout(), &text);
    Outcome::Good.into()
}

/// One line for each type: its name and what becomes of it.
fn listing(with_nodes: bool) -> String {
    let mut rows: Vec<(bool, &str, SupportStatus)> = NodeType::all()
        .filter(|kind| !kind.model().is_abstract)
        .filter(|kind| with_nodes || kind.model().is_device)
        .filter_map(|kind| Some((!kind.model().is_device, kind.name(), support_status(kind)?)))
        .collect();
    rows.sort_by_key(|(is_node, name, status)| (*is_node, *status, *name));
    let widest = rows
        .iter()
        .map(|(_, name, _)| name.len())
        .max()
        .unwrap_or(0);
    let mut text = String::new();
    for (_, name, status) in &rows {
        let becomes = match status {
            SupportStatus::Simulated => "simulated",
            SupportStatus::NotYet => "not simulated yet: loads, is saved, does nothing",
            SupportStatus::PicturesOnly => "for pictures only",
        };
        // writing to a string does not fail
        let _ = writeln!(text, "{name:widest$}  {becomes}");
    }
    let count = |wanted: SupportStatus| rows.iter().filter(|(_, _, own)| *own == wanted).count();
    let (done, left) = (
        count(SupportStatus::Simulated),
        count(SupportStatus::NotYet),
    );
    let _ = writeln!(text, "{done} simulated, {left} not yet");
    text
}

/// The whole table.
fn table() -> Value {
    let nodes: Vec<Value> = NodeType::all()
        .filter(|kind| !kind.model().is_abstract)
        .filter_map(|kind| Some((kind, support_status(kind)?)))
        .map(|(kind, status)| {
            let fields: Vec<Value> = fidelity::fields()
                .filter(|(node, ..)| *node == kind.name())
                .map(|(_, field, fidelity)| entry("field", field, fidelity))
                .collect();
            json!({
                "node": kind.name(),
                "isDevice": kind.model().is_device,
                "status": match status {
                    SupportStatus::Simulated => "simulated",
                    SupportStatus::NotYet => "not-yet",
                    SupportStatus::PicturesOnly => "pictures-only",
                },
                "isSolid": kind.is_a(NodeType::Solid),
                "fields": fields,
            })
        })
        .collect();
    let functions: Vec<Value> = fidelity::functions()
        .map(|(name, fidelity)| entry("function", name, fidelity))
        .collect();
    json!({ "nodes": nodes, "functions": functions })
}

fn entry(key: &str, name: &str, fidelity: Fidelity) -> Value {
    let mut entry = json!({ key: name, "fidelity": fidelity.name() });
    if let Some(detail) = fidelity.detail() {
        let key = match fidelity {
            Fidelity::Exact { .. } => "shownBy",
            _ => "reason",
        };
        entry[key] = json!(detail);
    }
    entry
}

/// The table as a section of `docs/compatibility.md`.
fn markdown() -> String {
    let mut text = String::from(
        "| node | exact, and the recorded world that shows it | approximate | for pictures, \
         sounds or the editor | ignored |\n|---|---|---|---|---|\n",
    );
    let rows: Vec<_> = fidelity::fields().collect();
    for node in rows.chunk_by(|one, other| one.0 == other.0) {
        let column = |wanted: &str| -> String {
            let fields = node.iter().filter(|row| row.2.name() == wanted);
            let shown = fields.map(|(_, field, fidelity)| match fidelity.detail() {
                Some(detail) => format!("{field} ({detail})"),
                None => (*field).to_owned(),
            });
            shown.collect::<Vec<_>>().join(", ")
        };
        let columns = ["exact", "approximate", "picture", "ignored"].map(column);
        let name = node.first().map_or("", |row| row.0);
        // writing to a string does not fail
        let _ = writeln!(text, "| {name} | {} |", columns.join(" | "));
    }
    let functions: Vec<_> = fidelity::functions().collect();
    let exact = functions
        .iter()
        .filter(|row| row.1.name() == "exact")
        .count();
    let _ = writeln!(
        text,
        "\nOf {} functions of the controller API {exact} are exact: a recorder uses them, or \
         their calls and answers are compared with those of the genuine library one by one. \
         The others:\n\n| function | | why |\n|---|---|---|",
        functions.len()
    );
    for (name, fidelity) in functions {
        if let (level @ ("approximate" | "ignored"), Some(reason)) =
            (fidelity.name(), fidelity.detail())
        {
            let _ = writeln!(text, "| {name} | {level} | {reason} |");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn devices_are_listed_with_their_support_status() {
        let text = listing(false);
        assert!(
            text.lines()
                .any(|line| line.starts_with("LightSensor") && line.ends_with("simulated"))
        );
        assert!(
            text.lines()
                .any(|line| line.starts_with("Microphone") && line.contains("not simulated yet"))
        );
        assert!(!text.contains("PointLight"));
        assert!(listing(true).contains("PointLight"));
    }

    #[test]
    fn the_table_says_how_faithful_each_field_is() {
        let table = table();
        let nodes = table["nodes"].as_array().unwrap();
        let sensor = nodes.iter().find(|node| node["node"] == "LightSensor");
        let fields = sensor.unwrap()["fields"].as_array().unwrap();
        let lookup = fields.iter().find(|field| field["field"] == "lookupTable");
        assert_eq!(lookup.unwrap()["fidelity"], "exact");
        assert!(lookup.unwrap()["shownBy"].is_string());
        assert!(table["functions"].as_array().unwrap().len() > 500);
    }

    #[test]
    fn the_document_has_this_table() {
        let path = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../../docs/compatibility.md"
        );
        let document = std::fs::read_to_string(path).unwrap();
        assert!(
            document.contains(&markdown()),
            "put what `foxden devices --format markdown` prints into docs/compatibility.md"
        );
    }
}
