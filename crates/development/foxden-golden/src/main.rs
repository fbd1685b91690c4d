//! Runs recorded worlds and prints what differs: see `cargo xtask golden`.

use foxden_golden::{
    CaseOutcome, Genuine, OutcomeReport, Selection, Via, WorldOutcome, intended_differences, run,
};
use foxden_sim::dynamics::Method;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

const USAGE: &str =
    "usage: foxden-golden [CHOICE] [--via in-process] [--physics exact|exact-only|fast]
       foxden-golden [CHOICE] --via genuine|own --webots HOME --foxden FILE
CHOICE: --data DIR, --group A,B, --only NAME,PATTERN* or GROUP/NAME, --cause A,B";

/// The project's own copy of the recordings.
const OWN_DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data");

fn main() -> ExitCode {
    let mut data = None;
    let mut selection = Selection::default();
    let mut physics = Method::Exact;
    let (mut is_genuine, mut home, mut foxden) = (false, None, None);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match (argument.as_str(), arguments.next()) {
            ("--data", Some(folder)) => data = Some(PathBuf::from(folder)),
            ("--group", Some(names)) => selection.groups = list(&names),
            ("--only", Some(names)) => selection.worlds = list(&names),
            ("--cause", Some(names)) => selection.causes = list(&names),
            ("--via", Some(via)) if via == "in-process" => is_genuine = false,
            ("--physics", Some(how)) if how == "exact" => physics = Method::Exact,
            ("--physics", Some(how)) if how == "exact-only" => physics = Method::ExactOnly,
            ("--physics", Some(how)) if how == "fast" => physics = Method::Fast,
            ("--via", Some(via)) if via == "genuine" || via == "own" => is_genuine = true,
            ("--webots", Some(folder)) => home = Some(PathBuf::from(folder)),
            ("--foxden", Some(file)) => foxden = Some(PathBuf::from(file)),
            _ => {
                eprintln!("{USAGE}");
                return ExitCode::from(2);
            }
        }
    }
    let mut via = match (is_genuine, home, foxden) {
        (false, ..) => Via::InProcess(physics),
        (true, Some(home), Some(foxden)) => match Genuine::new(&home, &foxden) {
            Ok(genuine) => Via::Genuine(Box::new(genuine)),
            Err(error) => {
                eprintln!("foxden-golden: {error}");
                return ExitCode::from(2);
            }
        },
        (true, ..) => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    // differences are only intended in our own data; anywhere else they count
    let (data, intended) = match data {
        Some(data) => (data, Ok(BTreeMap::new())),
        None => (
            PathBuf::from(OWN_DATA),
            intended_differences(OWN_DATA.as_ref()),
        ),
    };
    let report = intended.and_then(|intended| run(&data, &selection, &mut via, &intended, print));
    match report {
        Ok(report) => {
            summarize(&report);
            let counts = report.counts();
            if counts.failed == 0 && counts.passed > 0 {
                ExitCode::SUCCESS
            } else {
                ExitCode::FAILURE
            }
        }
        Err(error) => {
            eprintln!("foxden-golden: cannot read {}: {error}", data.display());
            ExitCode::from(2)
        }
    }
}

fn list(names: &str) -> Vec<String> {
    names.split(',').map(str::to_owned).collect()
}

fn print(row: &WorldOutcome) {
    let WorldOutcome { group, world, .. } = row;
    match &row.outcome {
        CaseOutcome::Failed(difference) => println!("{group}/{world}: {difference}"),
        CaseOutcome::Intended(reason) => println!("{group}/{world}: differs on purpose: {reason}"),
        CaseOutcome::Unreproducible { reason, difference } => {
            println!("{group}/{world}: not reproducible, {reason}: {difference}");
        }
        CaseOutcome::Passed(_) | CaseOutcome::Skipped(_) => {}
    }
}

/// The skipped worlds, those of one group and reason in a line.
fn print_skipped(report: &OutcomeReport) {
    let mut skipped: BTreeMap<(&str, &str), Vec<&str>> = BTreeMap::new();
    for row in &report.rows {
        if let CaseOutcome::Skipped(reason) = &row.outcome {
            let worlds = skipped.entry((&row.group, reason)).or_default();
            worlds.push(&row.world);
        }
    }
    for ((group, reason), worlds) in skipped {
        let count = worlds.len();
        match &worlds[..] {
            [world] => println!("{group}/{world}: skipped: {reason}"),
            [first, .., last] => {
                println!("{group}/{first} … {last}: {count} worlds skipped: {reason}");
            }
            [] => {}
        }
    }
}

fn summarize(report: &OutcomeReport) {
    print_skipped(report);
    let causes = report.by_cause();
    if !causes.is_empty() {
        println!(
            "{:32} {:>6} {:>6} {:>6}",
            "cause", "passed", "failed", "other"
        );
    }
    for (cause, counts) in causes {
        let other = counts.unreproducible + counts.skipped;
        println!(
            "{cause:32} {:6} {:6} {other:6}",
            counts.passed, counts.failed
        );
    }
    for (rule, count) in report.by_rule() {
        println!("{count} passed by the rule: {}", rule.describe());
    }
    let counts = report.counts();
    println!(
        "{} not reproducible in the genuine program",
        counts.unreproducible
    );
    println!("{} skipped", counts.skipped);
    println!("{} passed, {} failed", counts.passed, counts.failed);
}
