//! Ctrl-C and SIGTERM.

use crate::limits::{project, shell};
use crate::programs::controller;
use std::fmt::Write as _;
use std::process::{Child, Command, ExitStatus};
use std::time::Duration;

/// Waits until the program that a shell becomes handles a signal by itself. The shell
/// handles Ctrl-C, too.
fn wait_for_handler(child: &Child, signal: u32) {
    let program = std::fs::canonicalize(env!("CARGO_BIN_EXE_foxden")).unwrap();
    while std::fs::read_link(format!("/proc/{}/exe", child.id())).unwrap() != program {
        std::thread::sleep(Duration::from_millis(5));
    }
    loop {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let mask = u64::from_str_radix(caught.unwrap().trim(), 16).unwrap();
        if mask & (1 << (signal - 1)) != 0 {
            return;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn send(child: &Child, signal: u32) {
    let kill = Command::new("kill")
        .args([format!("-{signal}"), child.id().to_string()])
        .status();
    assert!(kill.unwrap().success());
}

fn interrupted(arguments: &str, world: &str, signal: u32) -> (ExitStatus, Vec<String>) {
    let folder = project();
    std::fs::write(folder.path().join("worlds/made.wbt"), world).unwrap();
    let script = format!("exec \"$FOXDEN\" {arguments} worlds/made.wbt > /dev/null 2>&1");
    let mut child = shell(folder.path(), &script).spawn().unwrap();
    wait_for_handler(&child, signal);
    send(&child, signal);
    let status = child.wait().unwrap();
    let entries = std::fs::read_dir(folder.path()).unwrap().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    (status, names.collect())
}

const INTERRUPT: u32 = 2;
const TERMINATE: u32 = 15;

/// A world that takes seconds to open.
fn slow() -> String {
    let head =
        "#VRML_SIM R2023b utf8\nEXTERNPROTO \"../protos/Slow.proto\"\nWorldInfo {}\nViewpoint {}\n";
    (0..30_000).fold(head.to_owned(), |mut text, at| {
        let _ = writeln!(text, "Slow {{ n {at} }}");
        text
    })
}

#[test]
fn the_opening_of_a_world_is_broken_off() {
    for signal in [INTERRUPT, TERMINATE] {
        for command in [
            "run --offline",
            "run --offline --keyboard",
            "view --offline",
            "check --offline",
            "tree --offline",
            "render --offline --output o.png",
            "explain --offline --sensor a/b",
            "reynard --offline --http-port 0 --disable-robotraconteur --disable-ascii-socket --world",
        ] {
            let (status, left) = interrupted(command, &slow(), signal);
            // a run that was opened to its end would have ended well
            assert_eq!(status.code(), Some(130), "{command}");
            let folders = left.iter().filter(|name| name.starts_with("foxden-"));
            assert_eq!(folders.count(), 0, "{left:?}");
        }
    }
}

#[test]
fn a_second_signal_does_not_wait_for_a_reader() {
    let folder = project();
    controller(folder.path(), "chatterbox", "exec yes");
    let script = "exec \"$FOXDEN\" run --offline --port 0 worlds/made.wbt";
    let mut child = shell(folder.path(), script).spawn().unwrap();
    // nobody reads what the controller prints, so the pipe is full in the end
    let output = child.stdout.take().unwrap();
    while rustix::io::ioctl_fionread(&output).unwrap() < 60_000 {
        std::thread::sleep(Duration::from_millis(5));
    }
    let mut status = None;
    for _ in 0..600 {
        send(&child, INTERRUPT);
        std::thread::sleep(Duration::from_millis(100));
        status = child.try_wait().unwrap();
        if status.is_some() {
            break;
        }
    }
    if status.is_none() {
        child.kill().unwrap();
    }
    assert_eq!(status.unwrap().code(), Some(130));
}

#[test]
fn a_long_rest_is_broken_off() {
    let world = "#VRML_SIM R2023b utf8\nWorldInfo { basicTimeStep 2147483647 }\nViewpoint {}\n";
    // without that the run would rest for weeks
    let (status, _) = interrupted("run --offline --mode realtime", world, INTERRUPT);
    assert!(matches!(status.code(), Some(0 | 130)), "{status:?}");
}
