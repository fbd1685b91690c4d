//! Runs recorded worlds and tells what differs.

use crate::case::{Case, Group};
use crate::compare::first_difference;
use crate::project::Project;
use crate::recorders::{dumper, log};
use crate::simulate;
use foxden_lang::diagnostic::{Diagnostics, Severity};
use foxden_lang::resolve::Location;
use foxden_scene::{Library, Scene, load, load_text, save_text};
use serde_json::Value as Json;
use std::path::Path;

/// What became of one world.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Equal to the recording.
    Passed,
    /// This way of running cannot run it.
    Skipped,
    /// The first difference.
    Failed(String),
}

/// All outcomes of a run.
#[derive(Debug, Default)]
pub struct Report {
    /// Group, world, outcome.
    pub rows: Vec<(String, String, Outcome)>,
}

impl Report {
    /// How many worlds passed, failed and were skipped.
    pub fn counts(&self) -> (usize, usize, usize) {
        let count = |wanted: fn(&Outcome) -> bool| {
            self.rows
                .iter()
                .filter(|(_, _, outcome)| wanted(outcome))
                .count()
        };
        (
            count(|outcome| matches!(outcome, Outcome::Passed)),
            count(|outcome| matches!(outcome, Outcome::Failed(_))),
            count(|outcome| matches!(outcome, Outcome::Skipped)),
        )
    }
}

/// Runs the worlds of a data folder in process.
pub fn run(
    data: &Path,
    groups: &[String],
    mut each: impl FnMut(&str, &str, &Outcome),
) -> std::io::Result<Report> {
    let mut report = Report::default();
    for group in Group::find(data, groups)? {
        let project = Project::read(&group.folder)?;
        for case in group.cases()? {
            let outcome = run_case(&group.name, &project, &case);
            each(&group.name, &case.name, &outcome);
            report.rows.push((group.name.clone(), case.name, outcome));
        }
    }
    Ok(report)
}

fn run_case(group: &str, project: &Project, case: &Case) -> Outcome {
    match group {
        "language" => run_language(project, case),
        "lightsensor" | "charger" | "physics" | "slot" => simulate::run_probe(project, case),
        _ => Outcome::Skipped,
    }
}

fn run_language(project: &Project, case: &Case) -> Outcome {
    let Some(console) = case.recorded(".log") else {
        return Outcome::Skipped;
    };
    let location = project.world(&case.name);
    let mut library = project.library(&location);
    let loaded = match load(&location, &mut library) {
        Ok(loaded) => loaded,
        Err(error) => return Outcome::Failed(format!("cannot be read: {error}")),
    };
    match log::ending(&console) {
        log::Ending::Crashed => expect_any_error(&loaded.diagnostics),
        log::Ending::Refused => expect_error_at(
            &loaded.diagnostics,
            log::first_place(&console, &case.name),
            &location.to_string(),
        ),
        log::Ending::Ended => run_dumper(case, loaded.scene, &mut library, &location),
    }
}

/// Does what the recorder did, and compares what it wrote.
fn run_dumper(
    case: &Case,
    mut scene: Scene,
    library: &mut Library,
    location: &Location,
) -> Outcome {
    let own = dumper::own_robot(&scene);
    let orders = dumper::Orders::of(&scene, own);
    if orders.needs_simulation() {
        return Outcome::Skipped;
    }
    orders.import(&mut scene, library);
    let differs = |suffix: &str, scene: &Scene| -> Option<String> {
        let recorded = match parse_deep(&case.recorded(suffix)?) {
            Ok(json) => json,
            Err(error) => return Some(format!("the recording is not JSON: {error}")),
        };
        let mut found = dumper::dump(scene, own);
        if scene.version().is_before(2022, 'a') {
            // exported text of a converted world shows joint end points as they were before
            found["export"] = recorded["export"].clone();
        }
        first_difference(&recorded, &found, "")
    };
    if !orders.dumps_late
        && let Some(difference) = differs(".json", &scene)
    {
        return Outcome::Failed(difference);
    }
    orders.set(&mut scene);
    if orders.dumps_late || orders.dumps_again {
        scene.settle(library);
        let suffix = if orders.dumps_again {
            ".2.json"
        } else {
            ".json"
        };
        if let Some(difference) = differs(suffix, &scene) {
            return Outcome::Failed(difference);
        }
    }
    let text = save_text(&scene);
    if case.name.starts_with("save_")
        && let Some(saved) = case.recorded(".saved.wbt")
        && saved != text
    {
        return Outcome::Failed(first_line_difference(&saved, &text));
    }
    let written = dumper::written(&scene, own);
    let again = load_text(location, text.as_bytes(), library);
    let read_back = dumper::written(&again.scene, dumper::own_robot(&again.scene));
    match first_difference(&written, &read_back, "saved and read again: ") {
        Some(difference) => Outcome::Failed(difference),
        None => Outcome::Passed,
    }
}

fn first_line_difference(recorded: &str, found: &str) -> String {
    let mut found_lines = found.lines();
    for (at, recorded) in recorded.lines().enumerate() {
        let line = found_lines.next().unwrap_or("(no line)");
        if line != recorded {
            return format!(
                "saved text, line {}: recorded {recorded:?}, found {line:?}",
                at + 1
            );
        }
    }
    format!(
        "saved text: {} lines recorded, {} found",
        recorded.lines().count(),
        found.lines().count()
    )
}

fn expect_any_error(diagnostics: &Diagnostics) -> Outcome {
    match diagnostics.has_errors() {
        true => Outcome::Passed,
        false => Outcome::Failed("the genuine program crashed; Foxden reports no error".into()),
    }
}

fn expect_error_at(diagnostics: &Diagnostics, place: Option<(u32, u32)>, file: &str) -> Outcome {
    let errors: Vec<_> = diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.severity == Severity::Error)
        .filter_map(|diagnostic| diagnostic.place.as_ref())
        .filter(|place| *place.file == *file)
        .collect();
    let is_there = match place {
        Some((line, column)) => errors
            .iter()
            .any(|place| (place.line, place.column) == (line, column)),
        None => errors.iter().any(|place| place.line == 1),
    };
    if is_there {
        return Outcome::Passed;
    }
    let found: Vec<_> = errors
        .iter()
        .take(5)
        .map(|place| format!("{}:{}", place.line, place.column))
        .collect();
    let (line, column) = place.unwrap_or((1, 1));
    Outcome::Failed(format!(
        "refused at {line}:{column}; errors found at {}",
        found.join(" ")
    ))
}

/// Worlds may be nested deeper than the parser's own limit.
fn parse_deep(text: &str) -> serde_json::Result<Json> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    deserializer.disable_recursion_limit();
    serde::Deserialize::deserialize(&mut deserializer)
}
