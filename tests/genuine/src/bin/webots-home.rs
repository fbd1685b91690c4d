//! Prints the folder that `WEBOTS_HOME` is to name.

// the library is built because this crate depends on it
use webots_bindings as _;

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
