//! The bytes of pictures are the same through shared memory and over TCP.
#![allow(clippy::unwrap_used)]

mod support;

use std::collections::BTreeSet;
use std::path::Path;
use support::{Scratch, command, compile, printed, waiting};

const WORLD: &str = "witness.wbt";

fn project() -> Scratch {
    let project = Scratch::new(WORLD);
    let source = support::root().join("tests/genuine/controllers/witness.c");
    compile(&source, &project.controller("witness", "witness"));
    project
}

/// The lines about pictures.
fn seen(text: &str) -> Vec<String> {
    let lines = text.lines().filter_map(|line| line.split_once("step "));
    lines.map(|(_, line)| line.to_owned()).collect()
}

#[test]
fn pictures_points_and_segments_have_the_same_bytes_over_each_transport() {
    let expected = seen(&printed(&project().run(WORLD)));
    assert_eq!(expected.len(), 8, "{expected:?}");
    // the ball moves, so no two steps show the same, in none of the pictures
    for column in ["camera ", "segmentation ", "lidar ", "points 256 "] {
        let number = |line: &String| {
            let (_, rest) = line.split_once(column).unwrap();
            rest[..16].to_owned()
        };
        let numbers: BTreeSet<String> = expected.iter().map(number).collect();
        assert!(numbers.len() >= 7, "{column}: {expected:?}");
    }
    for protocol in ["ipc", "tcp"] {
        let project = project();
        let world = project.world(WORLD);
        let text = std::fs::read_to_string(&world).unwrap();
        let text = text.replace("controller \"witness\"", "controller \"<extern>\"");
        std::fs::write(&world, text).unwrap();
        let user = format!("fox-witness-{protocol}-{}", std::process::id());
        // extern controllers look nowhere else
        let mut run = command(Path::new("/tmp"));
        run.args(["run", "--offline", "--until-controllers-end", "--port", "0"])
            .arg(&world)
            .env("USER", &user);
        let (child, port, _errors) = waiting(&mut run);
        let mut controller = command(Path::new("/tmp"));
        controller
            .args(["controller", "--protocol", protocol, "--port", &port])
            .arg(project.controller("witness", "witness"))
            .env("USER", &user);
        let text = printed(&controller.output().unwrap());
        assert_eq!(seen(&text), expected, "{protocol}");
        assert!(child.wait_with_output().unwrap().status.success());
    }
}
