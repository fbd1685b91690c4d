//! `foxden-golden --data DIR [--group A,B] [--via in-process]`

use foxden_golden::{Outcome, run};
use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut data = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/data"));
    let mut groups = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match (argument.as_str(), arguments.next()) {
            ("--data", Some(folder)) => data = folder.into(),
            ("--group", Some(names)) => groups = names.split(',').map(str::to_owned).collect(),
            ("--via", Some(via)) if via == "in-process" => {}
            _ => {
                eprintln!("usage: foxden-golden [--data DIR] [--group A,B] [--via in-process]");
                return ExitCode::from(2);
            }
        }
    }
    let report = run(&data, &groups, |group, world, outcome| {
        if let Outcome::Failed(difference) = outcome {
            println!("{group}/{world}: {difference}");
        }
    });
    match report {
        Ok(report) => {
            let (passed, failed, skipped) = report.counts();
            println!("{skipped} skipped");
            println!("{passed} passed, {failed} failed");
            if failed == 0 {
                ExitCode::SUCCESS
            } else {
                ExitCode::FAILURE
            }
        }
        Err(error) => {
            eprintln!("cannot read {}: {error}", data.display());
            ExitCode::from(2)
        }
    }
}
