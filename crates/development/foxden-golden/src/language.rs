//! Worlds of the language: what is read, dumped and saved.

use crate::case::Case;
use crate::compact;
use crate::compare::first_difference;
use crate::outcome::{CaseOutcome, Rule};
use crate::project::Project;
use crate::recorders::{dumper, log};
use foxden_lang::diagnostic::{Diagnostics, Severity};
use foxden_lang::resolve::Location;
use foxden_scene::{Library, NodeId, Scene, load, load_text, save_text};
use foxden_sim::World;
use foxden_sim::controller::Write;
use serde_json::Value as Json;

/// Does what the recorder of the language did, and judges the world.
pub(crate) fn run_language(project: &Project, case: &Case) -> CaseOutcome {
    run_language_with(project, case, |location, library| {
        let scene = match load(location, library) {
            Ok(loaded) => loaded.scene,
            Err(error) => return CaseOutcome::Failed(format!("cannot be read: {error}")),
        };
        let orders = dumper::DumperArguments::of(&scene, dumper::own_robot(&scene));
        let judged = match orders.needs_simulation() {
            true => run_in_time(project, case, &orders),
            false => run_dumper(case, scene, library, location),
        };
        match judged {
            Judged::Skipped(reason) => CaseOutcome::Skipped(reason),
            Judged::Failed(difference) => CaseOutcome::Failed(difference),
            Judged::Saved(_) => CaseOutcome::Passed(Rule::Text),
        }
    })
}

/// Judges a world of the language: those that the genuine program refused by
/// what is reported, others by what `record` says of the recorder.
pub(crate) fn run_language_with(
    project: &Project,
    case: &Case,
    record: impl FnOnce(&Location, &mut Library) -> CaseOutcome,
) -> CaseOutcome {
    let Some(console) = case.recorded(".log") else {
        return CaseOutcome::Skipped(format!("{}.log was not recorded", case.name));
    };
    let location = project.world(&case.name);
    let mut library = project.library(&location);
    let loaded = match load(&location, &mut library) {
        Ok(loaded) => loaded,
        Err(error) => return CaseOutcome::Failed(format!("cannot be read: {error}")),
    };
    match log::ending(&console) {
        log::RecordedEnd::Crashed => expect_any_error(&loaded.diagnostics),
        log::RecordedEnd::Refused => expect_error_at(
            &loaded.diagnostics,
            log::first_place(&console, &case.name),
            &location.to_string(),
        ),
        log::RecordedEnd::Ended => record(&location, &mut library),
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
    Skipped(String),
    Failed(String),
    /// All is well, and this was saved.
    Saved(String),
}

/// Does what the recorder did, and compares what it wrote.
fn run_dumper(case: &Case, mut scene: Scene, library: &mut Library, location: &Location) -> Judged {
    let own = dumper::own_robot(&scene);
    let orders = dumper::DumperArguments::of(&scene, own);
    if orders.needs_simulation() {
        return Judged::Skipped("the recorder lets simulated time pass".to_owned());
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
fn run_in_time(project: &Project, case: &Case, orders: &dumper::DumperArguments) -> Judged {
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

fn expect_any_error(diagnostics: &Diagnostics) -> CaseOutcome {
    match diagnostics.has_errors() {
        true => CaseOutcome::Passed(Rule::Text),
        false => CaseOutcome::Failed("the genuine program crashed; Foxden reports no error".into()),
    }
}

fn expect_error_at(
    diagnostics: &Diagnostics,
    place: Option<(u32, u32)>,
    file: &str,
) -> CaseOutcome {
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
        return CaseOutcome::Passed(Rule::Text);
    }
    let found: Vec<_> = errors
        .iter()
        .take(5)
        .map(|place| format!("{}:{}", place.line, place.column))
        .collect();
    let (line, column) = place.unwrap_or((1, 1));
    CaseOutcome::Failed(format!(
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
