//! Every recorded world of the project's own copy is as the genuine program had it.
#![allow(clippy::unwrap_used)]

use foxden_golden::{Outcome, Via, intended_differences, run};
use foxden_sim::dynamics::Method;
use std::collections::BTreeMap;
use std::path::Path;

#[test]
fn every_recorded_world_is_reproduced() {
    let data = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/data"));
    let intended = intended_differences(data).unwrap();
    let mut differences = Vec::new();
    let report = run(
        data,
        &[],
        &mut Via::InProcess(Method::Exact),
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
    assert!(passed >= 868, "only {passed} worlds were compared");
}

#[test]
fn fast_physics_stays_within_its_bands() {
    let data = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/data"));
    let groups = ["physics".to_owned(), "dynamics".to_owned()];
    let mut outside = Vec::new();
    let report = run(
        data,
        &groups,
        &mut Via::InProcess(Method::Fast),
        &BTreeMap::new(),
        |group, world, outcome| {
            if let Outcome::Failed(difference) = outcome {
                outside.push(format!("{group}/{world}: {difference}"));
            }
        },
    )
    .unwrap();
    assert!(outside.is_empty(), "{}", outside.join("\n"));
    let (passed, _, _) = report.counts();
    assert!(passed >= 54, "only {passed} worlds were compared");
}
