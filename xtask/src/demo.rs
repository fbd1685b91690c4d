//! `cargo xtask demo`: starts Reynard's den, with its page if Node is installed.

use crate::page;
#[cfg(not(unix))]
use crate::process::run as execute;
use crate::process::{Done, binary, build};
use crate::tools::Tool;
use std::process::Command;

/// Starts the den. `--without-page` leaves the page as it is; other options
/// are those of `foxden reynard`.
pub(crate) fn run(options: &[String]) -> Done {
    let is_without_page = |option: &&String| *option == "--without-page";
    if !options.iter().any(|option| is_without_page(&option)) {
        if Tool::Node.works() {
            page::build()?;
        } else {
            eprintln!(
                "xtask: Node is not installed, so the den gets a plain page; \
                 install Node 20.19 or newer for the full one"
            );
        }
    }
    eprintln!("xtask: building Foxden; on a fresh machine this takes some minutes");
    build(&["foxden"])?;
    let mut command = Command::new(binary("foxden"));
    command
        .args(["reynard", "--den"])
        .args(options.iter().filter(|option| !is_without_page(option)));
    become_process(command)
}

/// Replaces this process by the den, so that stopping one stops both.
#[cfg(unix)]
fn become_process(mut command: Command) -> Done {
    use std::os::unix::process::CommandExt;
    Err(format!("cannot start the den: {}", command.exec()))
}

#[cfg(not(unix))]
fn become_process(mut command: Command) -> Done {
    execute(&mut command)
}
