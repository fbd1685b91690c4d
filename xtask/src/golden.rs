//! `cargo xtask golden`: builds the harness and hands it the arguments.

use crate::genuine;
use crate::library;
use crate::process::{Done, binary, build, root, run as execute};
use std::process::Command;

pub(crate) fn run(arguments: &[String]) -> Done {
    let here = std::env::current_dir().map_err(|error| error.to_string())?;
    build(&["foxden-golden"])?;
    let mut command = Command::new(binary("foxden-golden"));
    command.current_dir(root());
    let mut is_path = false;
    for argument in arguments {
        // the harness runs in the workspace's folder; a path is meant from where it was typed
        match is_path {
            true => command.arg(here.join(argument)),
            false => command.arg(argument),
        };
        is_path = argument == "--data";
    }
    let via = arguments
        .windows(2)
        .find(|pair| pair[0] == "--via")
        .map(|pair| pair[1].as_str());
    let home = match via {
        Some("genuine") => Some(genuine::home()?),
        Some("own") => Some(library::home(library::Build::Tests)?),
        _ => None,
    };
    if let Some(home) = home {
        build(&["foxden"])?;
        command.arg("--webots").arg(home);
        command.arg("--foxden").arg(binary("foxden"));
    }
    execute(&mut command)
}
