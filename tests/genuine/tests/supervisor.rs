//! The supervisor functions of the genuine library, each checked by a controller.
#![allow(clippy::unwrap_used)]

mod support;

use support::{Scratch, compile};

#[test]
fn nodes_fields_bodies_and_the_simulation_obey() {
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

#[test]
fn lists_older_names_and_other_worlds_work_and_eyes_are_refused() {
    let project = Scratch::new("clerk.wbt");
    let worlds = support::root().join("tests/genuine/worlds");
    let elsewhere = "elsewhere.wbt";
    std::fs::copy(worlds.join(elsewhere), project.world(elsewhere)).unwrap();
    let source = support::root().join("tests/genuine/controllers/clerk.c");
    compile(&source, &project.controller("clerk", "clerk"));
    let output = project.run("clerk.wbt");
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains(" checks, 0 failed"), "{text}{errors}");
    assert!(text.contains("elsewhere at 0\n"), "{text}{errors}");
    assert_eq!(output.status.code(), Some(9), "{text}{errors}");
    for refusal in [
        "there is no virtual reality headset",
        "no image is saved",
        "no movie is recorded",
    ] {
        assert!(errors.contains(refusal), "{errors}");
    }
}
