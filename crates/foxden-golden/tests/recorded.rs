//! Every recorded world of the project's own copy is as the genuine program had it.
#![allow(clippy::unwrap_used)]

use foxden_golden::{Outcome, Via, intended_differences, run};
use std::path::Path;

#[test]
fn every_recorded_world_is_reproduced() {
    let data = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/data"));
    let intended = intended_differences(data).unwrap();
    let mut differences = Vec::new();
    let report = run(
        data,
        &[],
        &mut Via::InProcess,
        &intended,
        |group, world, outcome| {
            if let Outcome::Failed(difference) = outcome {
                differences.push(format!("{group}/{world}: {difference}"));
            }
        },
    )
    .unwrap();
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    let (passed, _, _) = report.counts();
    assert!(passed >= 867, "only {passed} worlds were compared");
}
