//! `cargo xtask chaos`: the whole system in one process under one seed, with faults.

use crate::library::copy_file;
use crate::process::{Done, binary, build, cargo, root, run as execute};
use std::process::{Command, ExitCode};

/// Defects that a build with `--cfg foxden_planted` has when they are asked for.
const PLANTED: [&str; 3] = ["lost-wake-up", "endpoint-freed-twice", "missing-hash-field"];

/// How long the harness may take to find a planted defect, in minutes.
const PLANTED_MINUTES: &str = "1";

pub(crate) fn run(arguments: &[String]) -> Done {
    if arguments == ["--planted"] {
        return find_planted();
    }
    build(&["foxden-chaos"])?;
    execute(Command::new(binary("foxden-chaos")).args(arguments))
}

/// `cargo xtask kills` and `cargo xtask soak all`: with real processes.
pub(crate) fn with_processes(what: &str, arguments: &[String]) -> Done {
    build(&["foxden", "foxden-chaos"])?;
    let mut command = Command::new(binary("foxden-chaos"));
    command.arg(what).arg("--foxden").arg(binary("foxden"));
    execute(command.args(arguments))
}

/// The variable that makes this program stand in for the compiler.
const STAND_IN: &str = "XTASK_PLANTS_DEFECTS";

/// Builds the defects in and lets the harness find each of them.
fn find_planted() -> Done {
    // only crates of the workspace are compiled again
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    execute(
        cargo()
            .args(["build", "--workspace", "--bin", "foxden-chaos"])
            .env("RUSTC_WORKSPACE_WRAPPER", own)
            .env(STAND_IN, "1"),
    )?;
    let program = root().join("target/planted/foxden-chaos");
    copy_file(&binary("foxden-chaos"), &program)?;
    // the ordinary program must be the one in the target folder afterwards
    build(&["foxden-chaos"])?;
    execute(Command::new(&program).args(["--minutes", "0.2"]))?;
    for defect in PLANTED {
        let mut command = Command::new(&program);
        command.args(["--minutes", PLANTED_MINUTES]);
        match execute(command.env("FOXDEN_PLANTED", defect)) {
            Ok(()) => return Err(format!("the planted defect {defect} was not found")),
            Err(_) => println!("{defect}: found"),
        }
    }
    Ok(())
}

/// Calls the compiler with the planted defects switched on, if cargo calls this program in
/// its place.
pub(crate) fn stand_in_for_compiler() -> Option<ExitCode> {
    std::env::var_os(STAND_IN)?;
    let mut arguments = std::env::args_os().skip(1);
    let status = Command::new(arguments.next()?)
        .args(arguments)
        .args(["--cfg", "foxden_planted"])
        .status();
    Some(match status {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    })
}
