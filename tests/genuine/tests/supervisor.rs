//! The supervisor functions of the genuine library, each checked by a controller.
#![allow(clippy::unwrap_used)]

mod support;

use support::{Scratch, compile};

#[test]
fn every_supervisor_function_does_what_it_says() {
    let project = Scratch::new("overseer.wbt");
    let source = support::root().join("tests/genuine/controllers/overseer.c");
    compile(&source, &project.controller("overseer", "overseer"));
    let output = project.run("overseer.wbt");
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains(" checks, 0 failed"), "{text}{errors}");
    assert_eq!(
        output.status.code(),
        Some(7),
        "the status that it quits with"
    );
    let saved = project.controller("overseer", "saved.wbt");
    let saved = std::fs::read_to_string(saved).unwrap();
    assert!(saved.contains("DEF CRATE Solid"), "{saved}");
    assert!(errors.contains("no animation is recorded"), "{errors}");
    assert_eq!(errors.matches("no robot window").count(), 1, "{errors}");
}
