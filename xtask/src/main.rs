//! The one tool for people who work on Foxden: `cargo xtask help`.

use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    match std::env::args().nth(1).as_deref() {
        Some("test") => run("cargo", &["test", "--workspace"]),
        _ => {
            eprintln!("usage: cargo xtask test");
            ExitCode::from(2)
        }
    }
}

fn run(program: &str, arguments: &[&str]) -> ExitCode {
    match Command::new(program).args(arguments).status() {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("cannot run {program}: {error}");
            ExitCode::FAILURE
        }
    }
}
