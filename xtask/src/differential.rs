//! `cargo xtask differential`: builds the generator and hands it the arguments.

use crate::genuine;
use crate::library;
use crate::process::{Done, binary, build, root, run as execute};
use std::process::Command;

/// Where failing worlds are written, in the workspace's folder.
const OUT: &str = "target/differential";

pub(crate) fn run(arguments: &[String]) -> Done {
    let here = std::env::current_dir().map_err(|error| error.to_string())?;
    build(&["foxden-differential"])?;
    let mut command = Command::new(binary("foxden-differential"));
    command.current_dir(root()).args(["--out", OUT]);
    let mut home = None;
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let value = rest
            .next()
            .ok_or_else(|| format!("{argument} needs a value"))?;
        match (argument.as_str(), value.as_str()) {
            ("--via", "genuine") => home = Some(genuine::home()?),
            ("--via", "own") => home = Some(library::home(library::Build::Tests)?),
            ("--via", "in-process") => home = None,
            // the generator runs in the workspace's folder; a path is meant from where it was typed
            ("--world" | "--out", path) => {
                command.arg(argument).arg(here.join(path));
            }
            _ => {
                command.arg(argument).arg(value);
            }
        }
    }
    if let Some(home) = home {
        build(&["foxden"])?;
        command.arg("--webots").arg(home);
        command.arg("--foxden").arg(binary("foxden"));
    }
    execute(&mut command)
}
