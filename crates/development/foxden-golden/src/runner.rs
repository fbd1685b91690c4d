//! Runs recorded worlds and tells what differs.

use crate::case::{Case, Group};
use crate::genuine::{Genuine, Scratch};
use crate::language::run_language;
use crate::outcome::{CaseOutcome, OutcomeReport, Rule, WorldOutcome};
use crate::project::Project;
use crate::recorders::watch;
use crate::selection::{Selection, read_causes};
use crate::simulate;
use crate::vision;
use foxden_scene::load;
use foxden_sim::dynamics::Method;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

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

/// Runs the chosen worlds of a data folder. `intended` gives the reason for
/// worlds (`group/name`) that are meant to differ.
///
/// # Errors
/// When the recordings cannot be read.
pub fn run(
    data: &Path,
    selection: &Selection,
    via: &mut Via,
    intended: &BTreeMap<String, String>,
    mut each: impl FnMut(&WorldOutcome),
) -> std::io::Result<OutcomeReport> {
    let mut report = OutcomeReport::default();
    let causes = read_causes(data)?;
    for group in Group::find(data, &selection.groups)? {
        let key = |case: &Case| format!("{}/{}", group.name, case.name);
        let cause = |case: &Case| causes.get(&key(case)).cloned();
        let mut cases = group.cases()?;
        cases.retain(|case| selection.has(&group.name, &case.name, cause(case).as_deref()));
        if cases.is_empty() {
            continue;
        }
        let project = Project::read(&group.folder)?;
        let mut outcomes = match via {
            Via::InProcess(_) => Vec::new(),
            Via::Genuine(_) if out_of_scope(&group.name).is_some() => Vec::new(),
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
            let outcome = match (outcome, intended.get(&key(&case))) {
                (CaseOutcome::Failed(_), Some(reason)) => CaseOutcome::Intended(reason.clone()),
                (CaseOutcome::Passed(_), Some(_)) => CaseOutcome::Failed(
                    "listed as an intended difference, but it does not differ".into(),
                ),
                (outcome, _) => outcome,
            };
            let row = WorldOutcome {
                group: group.name.clone(),
                cause: cause(&case),
                world: case.name,
                outcome,
            };
            each(&row);
            report.rows.push(row);
        }
    }
    Ok(report)
}

/// Why a group is not compared at all.
fn out_of_scope(group: &str) -> Option<&'static str> {
    match group {
        "speed" => Some("out of scope for now: a world for timing, not for comparison"),
        _ => None,
    }
}

/// Runs worlds as programs, a few at a time; the outcomes are in their order.
fn run_in_parallel(
    genuine: &Genuine,
    group: &Group,
    project: &Project,
    cases: &[Case],
) -> std::io::Result<Vec<CaseOutcome>> {
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
    let mut outcomes: Vec<(usize, CaseOutcome)> = std::thread::scope(|scope| {
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

fn run_case(group: &str, project: &Project, case: &Case, physics: Method) -> CaseOutcome {
    if let Some(reason) = out_of_scope(group) {
        return CaseOutcome::Skipped(reason.to_owned());
    }
    match group {
        "language" => run_language(project, case),
        "lightsensor" | "charger" | "physics" | "dynamics" | "devices" => {
            simulate::run_recorders(project, case, physics)
        }
        "slot" => run_slot(project, case),
        "vision" => vision::run(project, case),
        _ => CaseOutcome::Skipped(format!("there is no comparison for the group {group}")),
    }
}

/// Worlds in which nothing moves: the probe's edits are done on the scene, and
/// each row shows what is connected then.
fn run_slot(project: &Project, case: &Case) -> CaseOutcome {
    let Some(recorded) = case.recorded(".csv") else {
        return CaseOutcome::Skipped(format!("{}.csv was not recorded", case.name));
    };
    let location = project.world(&case.name);
    let mut library = project.library(&location);
    let mut scene = match load(&location, &mut library) {
        Ok(loaded) => loaded.scene,
        Err(error) => return CaseOutcome::Failed(format!("cannot be read: {error}")),
    };
    let orders = watch::ProbeOrders::of(&scene);
    let mut rows = recorded.lines();
    let columns: Vec<&str> = rows.next().unwrap_or("").split(',').collect();
    for (row, line) in rows.enumerate() {
        if row > 0 && !orders.execute(row - 1, &mut scene, &mut library) {
            return CaseOutcome::Skipped(format!(
                "row {row}: an edit that the harness does not know"
            ));
        }
        for (column, expected) in columns.iter().zip(line.split(',')).skip(2) {
            let found = watch::field_text(&scene, column);
            if found != expected {
                return CaseOutcome::Failed(format!(
                    "row {row}, {column}: recorded {expected}, found {found}"
                ));
            }
        }
    }
    CaseOutcome::Passed(Rule::Text)
}
