//! Every recorded world of the project's own copy is as the genuine program had it.
#![allow(clippy::unwrap_used)]

use foxden_golden::{CaseOutcome, Selection, Via, intended_differences, run};
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
        &Selection::default(),
        &mut Via::InProcess(Method::Exact),
        &intended,
        |row| {
            if let CaseOutcome::Failed(difference) = &row.outcome {
                differences.push(format!("{}/{}: {difference}", row.group, row.world));
            }
        },
    )
    .unwrap();
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    let passed = report.counts().passed;
    assert!(passed >= 1485, "only {passed} worlds were compared");
}

#[test]
fn fast_physics_stays_within_its_bands() {
    let data = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/data"));
    // the bands are those of worlds with one feature each; random worlds and long
    // drives go their own way after the first difference
    let selection = Selection {
        worlds: vec!["physics/*".to_owned(), "dynamics/x_*".to_owned()],
        ..Selection::default()
    };
    let mut outside = Vec::new();
    let report = run(
        data,
        &selection,
        &mut Via::InProcess(Method::Fast),
        &BTreeMap::new(),
        |row| {
            if let CaseOutcome::Failed(difference) = &row.outcome {
                outside.push(format!("{}/{}: {difference}", row.group, row.world));
            }
        },
    )
    .unwrap();
    assert!(outside.is_empty(), "{}", outside.join("\n"));
    let passed = report.counts().passed;
    assert!(passed >= 54, "only {passed} worlds were compared");
}
