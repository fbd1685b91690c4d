//! Runs recorded worlds and tells what differs.

use crate::case::{Case, Group};
use crate::compact;
use crate::compare::first_difference;
use crate::genuine::{Genuine, Scratch};
use crate::project::Project;
use crate::recorders::{dumper, log, watch};
use crate::simulate;
use foxden_lang::diagnostic::{Diagnostics, Severity};
use foxden_lang::resolve::Location;
use foxden_scene::{Library, NodeId, Scene, load, load_text, save_text};
use foxden_sim::World;
use foxden_sim::controller::Write;
use foxden_sim::dynamics::Method;
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What became of one world.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Equal to the recording.
    Passed,
    /// This way of running cannot run it.
    Skipped,
    /// It differs, and is meant to; the reason.
    Intended(String),
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
            count(|outcome| matches!(outcome, Outcome::Passed | Outcome::Intended(_))),
            count(|outcome| matches!(outcome, Outcome::Failed(_))),
            count(|outcome| matches!(outcome, Outcome::Skipped)),
        )
    }
}

/// How worlds are run.
#[derive(Debug)]
pub enum Via {
    /// By functions of the simulator, in this process. With fast physics numbers
    /// are compared within bands.
    InProcess(Method),
    /// By programs linked with the genuine controller library.
    Genuine(Box<Genuine>),
}

/// How many worlds are run at the same time when each is a process.
const PARALLEL: usize = 2;

/// Runs the worlds of a data folder. `intended` gives the reason
/// for worlds (`group/name`) that are meant to differ.
pub fn run(
    data: &Path,
    groups: &[String],
    via: &mut Via,
    intended: &BTreeMap<String, String>,
    mut each: impl FnMut(&str, &str, &Outcome),
) -> std::io::Result<Report> {
    let mut report = Report::default();
    for group in Group::find(data, groups)? {
        let project = Project::read(&group.folder)?;
        let cases = group.cases()?;
        let mut outcomes = match via {
            Via::InProcess(_) => Vec::new(),
            Via::Genuine(genuine) => {
                genuine.prepare(&group.folder)?;
                run_in_parallel(genuine, &group, &project, &cases)?
            }
        }
        .into_iter();
        let physics = match via {
            Via::InProcess(physics) => *physics,
            Via::Genuine(_) => Method::Exact,
        };
        for case in cases {
            let outcome = outcomes
                .next()
                .unwrap_or_else(|| run_case(&group.name, &project, &case, physics));
            let reason = intended.get(&format!("{}/{}", group.name, case.name));
            let outcome = match (outcome, reason) {
                (Outcome::Failed(_), Some(reason)) => Outcome::Intended(reason.clone()),
                (Outcome::Passed, Some(_)) => Outcome::Failed(
                    "listed as an intended difference, but it does not differ".into(),
                ),
                (outcome, _) => outcome,
            };
            each(&group.name, &case.name, &outcome);
            report.rows.push((group.name.clone(), case.name, outcome));
        }
    }
    Ok(report)
}

/// Runs worlds as programs, a few at a time; the outcomes are in their order.
fn run_in_parallel(
    genuine: &Genuine,
    group: &Group,
    project: &Project,
    cases: &[Case],
) -> std::io::Result<Vec<Outcome>> {
    let next = AtomicUsize::new(0);
    let work = |scratch: Scratch| {
        let mut done = Vec::new();
        while let at = next.fetch_add(1, Ordering::Relaxed)
            && let Some(case) = cases.get(at)
        {
            done.push((at, genuine.run_case(&group.name, project, &scratch, case)));
        }
        done
    };
    let places = (0..PARALLEL)
        .map(|_| Scratch::new(&group.folder))
        .collect::<std::io::Result<Vec<_>>>()?;
    let mut outcomes: Vec<(usize, Outcome)> = std::thread::scope(|scope| {
        let workers: Vec<_> = places
            .into_iter()
            .map(|scratch| scope.spawn(|| work(scratch)))
            .collect();
        workers
            .into_iter()
            .flat_map(|worker| worker.join().unwrap_or_default())
            .collect()
    });
    outcomes.sort_by_key(|(at, _)| *at);
    Ok(outcomes.into_iter().map(|(_, outcome)| outcome).collect())
}

/// The intended differences that a data folder lists in `intended.json`.
pub fn intended_differences(data: &Path) -> std::io::Result<BTreeMap<String, String>> {
    let text = std::fs::read_to_string(data.join("intended.json"))?;
    serde_json::from_str(&text).map_err(std::io::Error::other)
}

fn run_case(group: &str, project: &Project, case: &Case, physics: Method) -> Outcome {
    match group {
        "language" => run_language(project, case),
        "lightsensor" | "charger" | "physics" | "dynamics" | "devices" => {
            simulate::run_recorders(project, case, physics)
        }
        "slot" => run_slot(project, case),
        _ => Outcome::Skipped,
    }
}

/// Worlds in which nothing moves: the probe's edits are done on the scene, and
/// each row shows what is connected then.
fn run_slot(project: &Project, case: &Case) -> Outcome {
    let Some(recorded) = case.recorded(".csv") else {
        return Outcome::Skipped;
    };
    let location = project.world(&case.name);
    let mut library = project.library(&location);
    let mut scene = match load(&location, &mut library) {
        Ok(loaded) => loaded.scene,
        Err(error) => return Outcome::Failed(format!("cannot be read: {error}")),
    };
    let orders = watch::Orders::of(&scene);
    let mut rows = recorded.lines();
    let columns: Vec<&str> = rows.next().unwrap_or("").split(',').collect();
    for (row, line) in rows.enumerate() {
        if row > 0 && !orders.execute(row - 1, &mut scene, &mut library) {
            return Outcome::Skipped;
        }
        for (column, expected) in columns.iter().zip(line.split(',')).skip(2) {
            let found = watch::field_text(&scene, column);
            if found != expected {
                return Outcome::Failed(format!(
                    "row {row}, {column}: recorded {expected}, found {found}"
                ));
            }
        }
    }
    Outcome::Passed
}

fn run_language(project: &Project, case: &Case) -> Outcome {
    run_language_with(project, case, |location, library| {
        let scene = match load(location, library) {
            Ok(loaded) => loaded.scene,
            Err(error) => return Outcome::Failed(format!("cannot be read: {error}")),
        };
        let orders = dumper::Orders::of(&scene, dumper::own_robot(&scene));
        let judged = match orders.needs_simulation() {
            true => run_in_time(project, case, &orders),
            false => run_dumper(case, scene, library, location),
        };
        match judged {
            Judged::Skipped => Outcome::Skipped,
            Judged::Failed(difference) => Outcome::Failed(difference),
            Judged::Saved(_) => Outcome::Passed,
        }
    })
}

/// Judges a world of the language: those that the genuine program refused by
/// what is reported, others by what `record` says of the recorder.
pub(crate) fn run_language_with(
    project: &Project,
    case: &Case,
    record: impl FnOnce(&Location, &mut Library) -> Outcome,
) -> Outcome {
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
        log::Ending::Ended => record(&location, &mut library),
    }
}

/// The first difference between two dumps as text.
pub(crate) fn compare_dump(recorded: &str, found: &str, is_converted: bool) -> Option<String> {
    match parse_deep(found) {
        Ok(found) => compare_trees(recorded, found, is_converted),
        Err(error) => Some(format!("what was written is not JSON: {error}")),
    }
}

fn compare_trees(recorded: &str, mut found: Json, is_converted: bool) -> Option<String> {
    let recorded = match parse_deep(recorded) {
        Ok(json) => json,
        Err(error) => return Some(format!("the recording is not JSON: {error}")),
    };
    if is_converted {
        // exported text of a converted world shows joint end points as they were before
        found["export"] = recorded["export"].clone();
    }
    first_difference(&recorded, &found, "")
}

/// The first difference between the recorded save and a text.
pub(crate) fn compare_saved(
    case: &Case,
    text: &str,
    location: &Location,
    library: &mut Library,
) -> Option<String> {
    let recorded = case.recorded(".saved.wbt")?;
    if case.name.starts_with("save_") {
        return (recorded != text).then(|| first_line_difference(&recorded, text));
    }
    let mut read = |text: &str| {
        let scene = load_text(location, text.as_bytes(), library).scene;
        dumper::written(&scene, dumper::own_robot(&scene))
    };
    let difference = first_difference(&read(&recorded), &read(text), "saved and read again: ")?;
    // some trees are not what was saved even of the genuine program; then it must be what is saved in process
    let scene = load(location, library).ok()?.scene;
    match run_dumper(case, scene, library, location) {
        Judged::Saved(expected) if expected == text => None,
        _ => Some(difference),
    }
}

/// What was found out about a dump.
enum Judged {
    Skipped,
    Failed(String),
    /// All is well, and this was saved.
    Saved(String),
}

/// Does what the recorder did, and compares what it wrote.
fn run_dumper(case: &Case, mut scene: Scene, library: &mut Library, location: &Location) -> Judged {
    let own = dumper::own_robot(&scene);
    let orders = dumper::Orders::of(&scene, own);
    if orders.needs_simulation() {
        return Judged::Skipped;
    }
    orders.import(&mut scene, library);
    if !orders.dumps_late
        && let Some(difference) = differs(case, ".json", &scene, own)
    {
        return Judged::Failed(difference);
    }
    orders.set(&mut scene);
    if orders.dumps_late || orders.dumps_again {
        scene.settle(library);
        if let Some(difference) = differs(case, orders.late_suffix(), &scene, own) {
            return Judged::Failed(difference);
        }
    }
    compare_save(case, &scene, own, library, location)
}

/// The same for a recorder that lets simulated time pass.
fn run_in_time(project: &Project, case: &Case, orders: &dumper::Orders) -> Judged {
    let location = &project.world(&case.name);
    let mut library = project.library(location);
    let mut scene = match load(location, &mut library) {
        Ok(loaded) => loaded.scene,
        Err(error) => return Judged::Failed(format!("cannot be read: {error}")),
    };
    orders.import(&mut scene, &mut library);
    let mut world = World::new(scene, library);
    let own = dumper::own_robot(world.scene());
    if orders.resets {
        let start = world.snapshot();
        world.step();
        world.restore(&start);
        world.step();
        world.step();
    }
    if !orders.dumps_late
        && let Some(difference) = differs(case, ".json", &world.document(), own)
    {
        return Judged::Failed(difference);
    }
    for _ in 0..orders.steps {
        world.step();
    }
    for (field, value) in orders.writes(world.scene()) {
        // what is refused was refused in the recording too; the tree tells
        let _ = world.set(field, Write::Whole(value));
    }
    if orders.dumps_late || orders.dumps_again {
        world.step();
        if let Some(difference) = differs(case, orders.late_suffix(), &world.document(), own) {
            return Judged::Failed(difference);
        }
    }
    let scene = world.document();
    compare_save(case, &scene, own, &mut project.library(location), location)
}

/// Where a scene is not what was dumped.
fn differs(case: &Case, suffix: &str, scene: &Scene, own: Option<NodeId>) -> Option<String> {
    let is_converted = scene.version().is_before(2022, 'a');
    compare_trees(
        &case.recorded(suffix)?,
        dumper::dump(scene, own),
        is_converted,
    )
}

/// What is saved is the recorded text where that was recorded for its text,
/// and reads back to the same tree in any case.
fn compare_save(
    case: &Case,
    scene: &Scene,
    own: Option<NodeId>,
    library: &mut Library,
    location: &Location,
) -> Judged {
    let text = save_text(scene);
    if case.name.starts_with("save_")
        && let Some(saved) = case.recorded(".saved.wbt")
        && saved != text
    {
        return Judged::Failed(first_line_difference(&saved, &text));
    }
    let written = dumper::written(scene, own);
    let again = load_text(location, text.as_bytes(), library);
    let read_back = dumper::written(&again.scene, dumper::own_robot(&again.scene));
    let Some(difference) = first_difference(&written, &read_back, "saved and read again: ") else {
        return Judged::Saved(text);
    };
    // Some trees cannot be written: a Transform without scale reads as a Pose. Then what was saved must
    // at least mean what the genuine program's own save means.
    if let Some(genuine) = case.recorded(".saved.wbt") {
        let genuine = load_text(location, genuine.as_bytes(), library);
        let genuine = dumper::written(&genuine.scene, dumper::own_robot(&genuine.scene));
        if first_difference(&genuine, &read_back, "").is_none() {
            return Judged::Saved(text);
        }
    }
    Judged::Failed(difference)
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
    let mut json: Json = serde::Deserialize::deserialize(&mut deserializer)?;
    compact::expand(&mut json);
    Ok(json)
}
