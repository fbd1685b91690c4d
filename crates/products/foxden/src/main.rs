//! The program `foxden`. The command is in the library, which the wheel for Python uses
//! too.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(foxden::run_command(std::env::args_os()))
}
