//! The supervisor functions of the genuine library, each checked by a controller.
#![allow(clippy::unwrap_used)]

mod support;

use std::process::Output;
use support::{Scratch, compile};

/// Runs the world of a controller that checks things and counts what failed;
/// what it printed, as output and errors.
fn check(project: &Scratch, name: &str) -> (Output, String, String) {
    let source = support::root().join(format!("tests/genuine/controllers/{name}.c"));
    compile(&source, &project.controller(name, name));
    let output = project.run(&format!("{name}.wbt"));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(text.contains(" checks, 0 failed"), "{text}{errors}");
    (output, text, errors)
}

#[test]
fn nodes_fields_bodies_and_the_simulation_obey() {
    let project = Scratch::new("overseer.wbt");
    let (output, _, errors) = check(&project, "overseer");
    assert_eq!(
        output.status.code(),
        Some(7),
        "the status that it quits with"
    );
    let saved = project.controller("overseer", "saved.wbt");
    let saved = std::fs::read_to_string(saved).unwrap();
    assert!(saved.contains("DEF CRATE Solid"), "{saved}");
    match std::fs::read_to_string(project.controller("overseer", "film.html")) {
        Ok(page) => assert!(page.contains("id=\"recording\"")),
        // this build of the program has no page to put the recording into
        Err(_) => assert!(errors.contains("the page is not in this build"), "{errors}"),
    }
    assert_eq!(errors.matches("no robot window").count(), 1, "{errors}");
}

#[test]
fn lists_older_names_pictures_movies_and_other_worlds_work() {
    let project = Scratch::new("clerk.wbt");
    let worlds = support::root().join("tests/genuine/worlds");
    let elsewhere = "elsewhere.wbt";
    std::fs::copy(worlds.join(elsewhere), project.world(elsewhere)).unwrap();
    let (output, text, errors) = check(&project, "clerk");
    assert!(text.contains("elsewhere at 0\n"), "{text}{errors}");
    assert_eq!(output.status.code(), Some(9), "{text}{errors}");
    for refusal in [
        "there is no virtual reality headset",
        "film.txt' is refused",
        "/tmp/film.mp4' is refused",
    ] {
        assert!(errors.contains(refusal), "{errors}");
    }
    let film = project.controller("clerk", "film.avi");
    if let Ok(bytes) = std::fs::read(&film) {
        // six steps of 32 ms: a picture after every second one
        assert_eq!(
            bytes.windows(4).filter(|four| four == b"00dc").count(),
            2 * 3
        );
        assert!(errors.contains("ffmpeg is not installed"), "{errors}");
    } else {
        let movie = std::fs::read(project.controller("clerk", "film.mp4")).unwrap();
        assert_eq!(&movie[4..8], b"ftyp");
    }
}
