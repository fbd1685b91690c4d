//! `foxden-golden [--data DIR] [--group A,B] [--via in-process|genuine|own]`: see `cargo xtask golden`.

use foxden_golden::{Genuine, Outcome, Via, intended_differences, run};
use foxden_sim::dynamics::Method;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

const USAGE: &str =
    "usage: foxden-golden [--data DIR] [--group A,B] [--via in-process] [--physics exact|fast]
       foxden-golden [--data DIR] [--group A,B] --via genuine|own --webots HOME --foxden FILE";

/// The project's own copy of the recordings.
const OWN_DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data");

fn main() -> ExitCode {
    let mut data = None;
    let mut groups = Vec::new();
    let mut physics = Method::Exact;
    let (mut is_genuine, mut home, mut foxden) = (false, None, None);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match (argument.as_str(), arguments.next()) {
            ("--data", Some(folder)) => data = Some(PathBuf::from(folder)),
            ("--group", Some(names)) => groups = names.split(',').map(str::to_owned).collect(),
            ("--via", Some(via)) if via == "in-process" => is_genuine = false,
            ("--physics", Some(how)) if how == "exact" => physics = Method::Exact,
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
    let report = intended.and_then(|intended| run(&data, &groups, &mut via, &intended, print));
    match report {
        Ok(report) => {
            let (passed, failed, skipped) = report.counts();
            println!("{skipped} skipped");
            println!("{passed} passed, {failed} failed");
            if failed == 0 && passed > 0 {
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

fn print(group: &str, world: &str, outcome: &Outcome) {
    match outcome {
        Outcome::Failed(difference) => println!("{group}/{world}: {difference}"),
        Outcome::Intended(reason) => println!("{group}/{world}: differs on purpose: {reason}"),
        Outcome::Passed | Outcome::Skipped => {}
    }
}
