//! `cargo xtask golden`: builds the harness and hands it the arguments.

use crate::genuine;
use crate::process::{Done, cargo, root, run as execute};

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
    let is_genuine = arguments
        .windows(2)
        .any(|pair| pair[0] == "--via" && pair[1] == "genuine");
    if is_genuine {
        execute(cargo().args(["build", "--quiet", "--package", "foxden"]))?;
        command.arg("--webots").arg(genuine::home()?);
        command.arg("--foxden").arg(root().join("target/debug/foxden"));
    }
    execute(&mut command)
}
