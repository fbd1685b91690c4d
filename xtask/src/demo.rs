//! `cargo xtask demo`: Reynard's den, with its page if Node is on the machine.

use crate::page;
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
