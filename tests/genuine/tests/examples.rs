//! Every example controller does what its first comment says.
#![allow(clippy::unwrap_used)]

mod support;

use std::process::{Command, Stdio};
use std::sync::Once;
use support::{command, home, printed, root};

/// Compiles the examples in C and C++.
fn build() {
    static BUILT: Once = Once::new();
    BUILT.call_once(|| {
        let status = Command::new("make")
            .arg("-C")
            .arg(root().join("examples"))
            .arg(format!("WEBOTS_HOME={}", home().display()))
            .stdout(Stdio::null())
            .status()
            .unwrap();
        assert!(status.success());
    });
}

/// Runs a world of the examples until its controllers end; what they printed.
fn run(world: &str) -> String {
    build();
    let temporary = tempfile::tempdir().unwrap();
    let output = command(temporary.path())
        .args(["run", "--offline", "--until-controllers-end", "--port", "0"])
        .arg(root().join("examples/worlds").join(world))
        .output()
        .unwrap();
    let text = printed(&output);
    assert_eq!(std::fs::read_dir(temporary.path()).unwrap().count(), 0);
    text
}

fn check(world: &str, lines: &[&str]) {
    let text = run(world);
    for line in lines {
        assert!(text.contains(line), "{world}: {text}");
    }
}

#[test]
fn the_light_follower_finds_the_lamp() {
    let text = run("light_follower.wbt");
    let times: f64 = text
        .split_once("it is ")
        .and_then(|(_, rest)| rest.split_whitespace().next())
        .and_then(|word| word.parse().ok())
        .unwrap_or_else(|| panic!("{text}"));
    assert!(times > 3.0, "{text}");
}

#[test]
fn the_blinker_blinks() {
    check("led_blinker.wbt", &["[beacon] 24 flashes in 2.40 s"]);
}

#[test]
fn the_wall_follower_stays_at_the_wall() {
    let text = run("wall_follower.wbt");
    let steps: u32 = text
        .split_once("beside a wall in ")
        .and_then(|(_, rest)| rest.split_whitespace().next())
        .and_then(|word| word.parse().ok())
        .unwrap_or_else(|| panic!("{text}"));
    assert!(steps > 750, "{text}");
}

/// The number after some words.
fn number_after(text: &str, words: &str) -> f64 {
    text.split_once(words)
        .and_then(|(_, rest)| rest.split_whitespace().next())
        .and_then(|word| word.parse().ok())
        .unwrap_or_else(|| panic!("{text}"))
}

#[test]
fn the_line_follower_stays_on_the_line() {
    let text = run("line_follower.wbt");
    assert!(number_after(&text, "saw the line in ") > 540.0, "{text}");
}

#[test]
fn the_blob_follower_reaches_the_ball() {
    let text = run("blob_follower.wbt");
    assert!(number_after(&text, "the ball fills ") > 25.0, "{text}");
}

#[test]
fn the_picker_grips_what_it_recognises() {
    check(
        "picker.wbt",
        &["2 red blocks gripped, the camera sees 2 on the tray"],
    );
}

#[test]
fn the_follower_with_opencv_stays_on_the_line() {
    let venv = match std::env::var_os("FOXDEN_VENV") {
        Some(venv) => venv.into(),
        None => root().join(".venv"),
    };
    let mut python = Command::new(venv.join("bin/python"));
    let has_opencv = python
        .args(["-c", "import cv2"])
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    if !has_opencv {
        eprintln!("not tested: OpenCV is not in {}", venv.display());
        return;
    }
    let temporary = tempfile::tempdir().unwrap();
    let output = command(temporary.path())
        .env("VIRTUAL_ENV", &venv)
        .args(["run", "--offline", "--until-controllers-end", "--port", "0"])
        .arg(root().join("examples/worlds/opencv_follower.wbt"))
        .output()
        .unwrap();
    let text = printed(&output);
    assert!(number_after(&text, "saw the line in ") > 650.0, "{text}");
}

#[test]
fn the_lidar_avoider_touches_nothing() {
    let text = run("lidar_avoider.wbt");
    assert!(number_after(&text, "nothing nearer than ") > 0.12, "{text}");
    assert!(number_after(&text, "turned away in ") > 0.0, "{text}");
}

#[test]
fn the_painter_sees_what_it_paints() {
    let colors = ["red", "green", "blue"];
    let lines = colors.map(|color| format!("painted {color}, the camera sees {color}"));
    check("painter.wbt", &lines.each_ref().map(String::as_str));
}

#[test]
fn the_pendulum_stands() {
    check("pendulum_swing_up.wbt", &["upright for two seconds"]);
}

#[test]
fn the_surveyor_reaches_its_points() {
    check(
        "gps_waypoints.wbt",
        &["at (0.3, 0.3)", "at (0.3, -0.3)", "four points reached"],
    );
}

#[test]
fn the_dancer_pays_for_its_turns() {
    check("battery_logger.wbt", &["10.240,", "turning costs energy"]);
}

#[test]
fn the_butler_tidies_up() {
    check(
        "rearranger.wbt",
        &[
            "[butler] a stands at 0.0 0.0 0.05",
            "[butler] c stands at 0.4 0.0 0.05",
            "[butler] new stands at 0.6 0.0 0.05",
        ],
    );
}

#[test]
fn the_keeper_serves_the_hungriest_first() {
    check(
        "charger_queue.wbt",
        &[
            "the queue is second (3 J), third (6 J), first (9 J)",
            "first leaves with 12",
        ],
    );
}

#[test]
fn the_smith_finds_what_fits() {
    check(
        "tool_changer.wbt",
        &[
            "the pincer fits",
            "the cup fits",
            "the diver's hook does not fit",
        ],
    );
}

#[test]
fn the_citizen_hears_the_crier() {
    check(
        "town_crier.wbt",
        &["'5 o'clock and all is well'", "heard 5 times"],
    );
}

#[test]
fn the_guard_is_driven_from_elsewhere() {
    let user = format!("fox-guard-{}", std::process::id());
    let world = root().join("examples/worlds/patrol.wbt");
    let mut child = command("/tmp".as_ref())
        .args(["run", "--offline", "--until-controllers-end", "--port", "0"])
        .arg(world)
        .env("USER", &user)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // it comes early and waits for the simulation, as the library does
    let output = command("/tmp".as_ref())
        .args(["controller", "--robot-name", "guard"])
        .arg(root().join("examples/controllers/patrol"))
        .arg("3")
        .env("USER", &user)
        .output()
        .unwrap();
    let text = printed(&output);
    assert!(text.contains("guard patrolled 3 times"), "{text}");
    assert!(child.wait().unwrap().success());
}
