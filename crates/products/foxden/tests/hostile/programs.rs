//! Controllers that mean harm.

use crate::limits::{limited, project, said, shell};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Makes a controller of a shell script, and a world with a robot that it drives.
pub fn controller(folder: &Path, name: &str, script: &str) {
    let home = folder.join("controllers").join(name);
    std::fs::create_dir_all(&home).unwrap();
    let file = home.join(name);
    std::fs::write(&file, format!("#!/bin/sh\n{script}\n")).unwrap();
    std::fs::set_permissions(&file, PermissionsExt::from_mode(0o755)).unwrap();
    let world = format!(
        "#VRML_SIM R2023b utf8\nWorldInfo {{}}\nViewpoint {{}}\nRobot {{ controller \"{name}\" }}\n"
    );
    std::fs::write(folder.join("worlds/made.wbt"), world).unwrap();
}

const RUN: &str = "run --offline --port 0 --until-controllers-end worlds/made.wbt";

#[test]
fn variables_that_double_are_left_out() {
    let folder = project();
    controller(folder.path(), "bomb", "echo started");
    let text = said(&limited(folder.path(), RUN));
    assert!(text.contains("1048576 bytes"), "{text}");
    assert!(text.contains("[robot] started"), "{text}");
}

#[test]
fn controllers_may_use_colours_and_nothing_else_of_the_terminal() {
    let folder = project();
    let script = "printf '\\033[31mred\\033[0m \\033[2J\\033]0;title\\007\\n'";
    controller(folder.path(), "painter", script);
    let text = said(&limited(folder.path(), RUN));
    let expected = "[robot] \x1b[31mred\x1b[0m \\u001b[2J\\u001b]0;title\\u0007\n";
    assert!(text.contains(expected), "{text:?}");
}

#[test]
#[cfg(target_os = "linux")]
fn programs_that_left_their_group_end_with_the_run() {
    let folder = project();
    // the first is an orphan at once, the second when its parent is ended
    let script = "setsid sleep 1000 > /dev/null 2>&1 &\necho pid $!\n\
                  setsid sh -c 'setsid sleep 1000 & echo pid $!; wait' 2> /dev/null &\nsleep 0.2";
    controller(folder.path(), "parent", script);
    let output = shell(folder.path(), &format!("\"$FOXDEN\" {RUN}"))
        .output()
        .unwrap();
    let text = said(&output);
    let ids: Vec<&str> = text
        .lines()
        .filter_map(|line| line.split_once("pid ").map(|(_, id)| id))
        .collect();
    assert_eq!(ids.len(), 2, "{text}");
    for id in ids {
        let state = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        assert!(
            state.is_empty() || state.contains(") Z "),
            "{id} runs still"
        );
    }
}

#[test]
#[cfg(target_os = "linux")]
fn programs_that_left_their_group_end_with_a_run_that_fails() {
    let folder = project();
    // the group gets the first signal after some seconds, and has a second more
    let script =
        "trap '' TERM\nsetsid sleep 1000 > /dev/null 2>&1 &\necho pid $! > pid\nsleep 1000";
    controller(folder.path(), "parent", script);
    let world = folder.path().join("worlds/made.wbt");
    let text = std::fs::read_to_string(&world).unwrap();
    std::fs::write(
        &world,
        format!("{text}Robot {{ name \"b\" controller \"missing\" }}\n"),
    )
    .unwrap();
    let command = "\"$FOXDEN\" run --offline --port 0 --strict worlds/made.wbt";
    // a run may fail before its other controller has started a program
    let text = (0..100).find_map(|_| {
        let output = shell(folder.path(), command).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        let text = std::fs::read_to_string(folder.path().join("controllers/parent/pid"));
        text.ok().filter(|text| text.ends_with('\n'))
    });
    let text = text.unwrap();
    let id = text.trim().trim_start_matches("pid ");
    let state = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    assert!(
        state.is_empty() || state.contains(") Z "),
        "{id} runs still"
    );
}

#[test]
fn private_folders_are_gone_after_a_crash_at_the_next_start() {
    let folder = project();
    controller(folder.path(), "killer", "kill -9 $PPID");
    let command = "run --offline --port 0 worlds/made.wbt";
    let script = format!("umask 0; \"$FOXDEN\" {command}; ls");
    let output = shell(folder.path(), &script).output().unwrap();
    let left = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(left.contains("foxden-templates-"), "{left}");
    for entry in std::fs::read_dir(folder.path()).unwrap().flatten() {
        if entry.file_name().to_string_lossy().starts_with("foxden-") {
            let mode = entry.metadata().unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o700, "{entry:?}");
        }
    }
    controller(folder.path(), "nobody", "true");
    let script = format!("\"$FOXDEN\" {RUN} > out 2>&1; ls; ls webots 2> /dev/null");
    let output = shell(folder.path(), &script).output().unwrap();
    let left = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(!left.contains("foxden-templates-"), "{left}");
    assert!(!left.contains("webots"), "{left}");
}
