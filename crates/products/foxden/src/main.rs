//! The command `foxden`. Everything it does lives in the other rooms; here are
//! only arguments, output and exit codes.

mod commands;
mod interrupt;
mod progress;
mod terminal;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// A robot simulator that opens Webots worlds, without display and GPU.
#[derive(Parser)]
#[command(name = "foxden", version)]
#[command(after_help = "Without a command, foxden opens Reynard's den.

Exit codes: 0 all is well, 1 errors were found, 2 wrong usage or an unreadable file.")]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Lists every problem in worlds and PROTO files, with places and hints
    Check(commands::check::Arguments),
    /// Makes the white space of files regular, and changes nothing else
    Fmt(commands::fmt::Arguments),
    /// Shows what a world expands to
    Tree(commands::tree::Arguments),
    /// Runs a world
    Run(commands::run::Arguments),
    /// Starts a controller that drives a robot of a running world
    Controller(commands::controller::Arguments),
    /// Lists which devices are simulated and which are not yet
    Devices(commands::devices::Arguments),
    /// Takes a picture of a world
    Render(commands::render::Arguments),
    /// Shows where a reading of a light sensor or a pixel of a camera comes from
    Explain(commands::explain::Arguments),
    /// Starts Reynard the Robot: Robot Raconteur, REST, ASCII socket and page
    Reynard(commands::reynard::Arguments),
}

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        // help and version come this way too
        Err(message) => {
            let code = u8::try_from(message.exit_code()).unwrap_or(2);
            return match message.print() {
                Ok(()) => ExitCode::from(code),
                Err(error) => terminal::lost(&error, ExitCode::from(code)),
            };
        }
    };
    let code = match arguments.command {
        Some(command) => run(command),
        None => commands::reynard::den(),
    };
    match terminal::failure() {
        Some(error) => terminal::lost(&error, code),
        None => code,
    }
}

fn run(command: Command) -> ExitCode {
    match command {
        Command::Check(arguments) => commands::check::run(&arguments),
        Command::Fmt(arguments) => commands::fmt::run(&arguments),
        Command::Tree(arguments) => commands::tree::run(&arguments),
        Command::Run(arguments) => commands::run::run(&arguments),
        Command::Controller(arguments) => commands::controller::run(&arguments),
        Command::Devices(arguments) => commands::devices::run(&arguments),
        Command::Render(arguments) => commands::render::run(&arguments),
        Command::Explain(arguments) => commands::explain::run(&arguments),
        Command::Reynard(arguments) => commands::reynard::run(&arguments),
    }
}
