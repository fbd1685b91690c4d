//! `cargo xtask demo`: Reynard's den, with its page if Node is on the machine.

use crate::page;
use crate::process::{Done, binary, build};
use std::process::{Command, Stdio};

/// Starts the den. `--without-page` leaves the page as it is; other options
/// are those of `foxden reynard`.
pub(crate) fn run(options: &[String]) -> Done {
    let is_without_page = |option: &&String| *option == "--without-page";
    if !options.iter().any(|option| is_without_page(&option)) {
        if has_node() {
            page::build()?;
        } else {
            eprintln!("xtask: no Node here, so the den gets a plain page");
        }
    }
    build(&["foxden"])?;
    let mut command = Command::new(binary("foxden"));
    command
        .args(["reynard", "--den"])
        .args(options.iter().filter(|option| !is_without_page(option)));
    become_process(command)
}

fn has_node() -> bool {
    Command::new("npm")
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// The den takes the place of this program, so that whoever stops one stops both.
#[cfg(unix)]
fn become_process(mut command: Command) -> Done {
    use std::os::unix::process::CommandExt;
    Err(format!("cannot start the den: {}", command.exec()))
}

#[cfg(not(unix))]
fn become_process(mut command: Command) -> Done {
    execute(&mut command)
}
