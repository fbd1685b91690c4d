//! Prints the folder that `WEBOTS_HOME` is to name.

use std::process::ExitCode;

fn main() -> ExitCode {
    match foxden_genuine::home() {
        Ok(home) => {
            println!("{}", home.display());
            ExitCode::SUCCESS
        }
        Err(reason) => {
            eprintln!("webots-home: {reason}");
            ExitCode::FAILURE
        }
    }
}
