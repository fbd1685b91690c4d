//! Devices that are not simulated yet, as the genuine library sees them.
#![allow(clippy::unwrap_used)]

mod support;

use std::path::Path;
use support::{Scratch, command, compile, printed, waiting};

const WORLD: &str = "spectator.wbt";

fn project() -> Scratch {
    let project = Scratch::new(WORLD);
    let source = support::root().join("tests/genuine/controllers/spectator.c");
    compile(&source, &project.controller("spectator", "spectator"));
    project
}

/// One warning for each device, whatever was asked of it.
fn check_warnings(errors: &str) {
    let warnings: Vec<_> = errors
        .lines()
        .filter(|line| line.contains("not simulated yet"))
        .collect();
    for device in ["microphone", "radio", "speaker"] {
        let quoted = format!("\"{device}\"");
        let about = warnings.iter().filter(|line| line.contains(&quoted));
        assert_eq!(about.count(), 1, "{device}: {errors}");
    }
    // a skin without bones sends nothing: the library itself names each call
    for function in [
        "get_bone_name",
        "get_bone_position",
        "get_bone_orientation",
        "set_bone_position",
        "set_bone_orientation",
    ] {
        let words = format!("wb_skin_{function}()");
        assert_eq!(errors.matches(&words).count(), 1, "{words}: {errors}");
    }
}

#[test]
fn a_controller_that_foxden_starts_sees_black_and_goes_on() {
    let output = project().run(WORLD);
    let text = printed(&output);
    assert!(text.contains(" checks, 0 failed"), "{text}");
    check_warnings(&String::from_utf8_lossy(&output.stderr));
}

#[test]
fn extern_controllers_see_black_and_go_on() {
    for protocol in ["ipc", "tcp"] {
        let project = project();
        let world = project.world(WORLD);
        let text = std::fs::read_to_string(&world).unwrap();
        let text = text.replace("controller \"spectator\"", "controller \"<extern>\"");
        std::fs::write(&world, text).unwrap();
        let user = format!("fox-spectator-{protocol}-{}", std::process::id());
        // extern controllers look nowhere else
        let mut run = command(Path::new("/tmp"));
        run.args(["run", "--offline", "--until-controllers-end", "--port", "0"])
            .arg(&world)
            .env("USER", &user);
        let (child, port, _errors) = waiting(&mut run);
        let mut controller = command(Path::new("/tmp"));
        controller
            .args(["controller", "--protocol", protocol, "--port", &port])
            .arg(project.controller("spectator", "spectator"))
            .env("USER", &user);
        let text = printed(&controller.output().unwrap());
        assert!(text.contains(" checks, 0 failed"), "{protocol}: {text}");
        assert!(child.wait_with_output().unwrap().status.success());
    }
}
