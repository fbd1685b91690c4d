//! `cargo xtask golden`: builds the harness and hands it the arguments.

use crate::process::{Done, cargo, run as execute};

pub(crate) fn run(arguments: &[String]) -> Done {
    let here = std::env::current_dir().map_err(|error| error.to_string())?;
    let mut command = cargo();
    command.args(["run", "--quiet", "--package", "foxden-golden", "--"]);
    let mut is_path = false;
    for argument in arguments {
        // the harness runs in the workspace's folder; a path is meant from where it was typed
        match is_path {
            true => command.arg(here.join(argument)),
            false => command.arg(argument),
        };
        is_path = argument == "--data";
    }
    execute(&mut command)
}
