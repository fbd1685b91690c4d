//! The command `foxden`. Everything it does lives in the other rooms; here are
//! only arguments, output and exit codes.

mod commands;
mod interrupt;
mod progress;
mod terminal;

use clap::{CommandFactory, Parser, Subcommand};
use std::process::ExitCode;

/// A robot simulator that opens Webots worlds, without display and GPU.
#[derive(Parser)]
#[command(name = "foxden", version)]
#[command(after_help = "Without a command, foxden opens Reynard's den.

Exit codes: 0 all is well, 1 errors were found, 2 wrong usage or an unreadable file.")]
struct CommandLine {
    #[command(subcommand)]
    command: Option<FoxdenCommand>,
}

#[derive(Subcommand)]
enum FoxdenCommand {
    /// Creates a project with a world, a controller and a test
    New(commands::new::NewArguments),
    /// Says what works on this machine, and how to fix the rest
    Doctor(commands::doctor::DoctorArguments),
    /// Runs a few worlds and compares with what the genuine Webots gave
    SelfTest(commands::self_test::SelfTestArguments),
    /// Prints a script that completes commands and options in a shell
    Completions(commands::completions::CompletionsArguments),
    /// Writes manual pages, one for each command
    Manual(commands::manual::ManualArguments),
    /// Lists every problem in worlds and PROTO files, with places and hints
    Check(commands::check::CheckArguments),
    /// Makes the white space of files regular, and changes nothing else
    Fmt(commands::fmt::FmtArguments),
    /// Shows what a world expands to
    Tree(commands::tree::TreeArguments),
    /// Runs a world
    Run(commands::run::RunArguments),
    /// Runs a world and shows it in the browser
    View(commands::view::ViewArguments),
    /// Runs a recording again, without its controllers, and compares
    Replay(commands::replay::ReplayArguments),
    /// Finds the first difference of two recordings
    Diff(commands::diff::DiffArguments),
    /// Starts a controller that drives a robot of a running world
    Controller(commands::controller::ControllerArguments),
    /// Lists which devices are simulated and which are not yet
    Devices(commands::devices::DevicesArguments),
    /// Takes a picture of a world
    Render(commands::render::RenderArguments),
    /// Shows where a reading of a light sensor or a pixel of a camera comes from
    Explain(commands::explain::ExplainArguments),
    /// Starts Reynard the Robot: Robot Raconteur, REST, ASCII socket and page
    Reynard(commands::reynard::ReynardArguments),
}

fn main() -> ExitCode {
    let arguments = match CommandLine::try_parse() {
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

fn run(command: FoxdenCommand) -> ExitCode {
    match command {
        FoxdenCommand::New(arguments) => commands::new::run(&arguments),
        FoxdenCommand::Doctor(arguments) => commands::doctor::run(&arguments),
        FoxdenCommand::SelfTest(arguments) => commands::self_test::run(&arguments),
        FoxdenCommand::Completions(arguments) => {
            commands::completions::run(&arguments, CommandLine::command())
        }
        FoxdenCommand::Manual(arguments) => {
            commands::manual::run(&arguments, CommandLine::command())
        }
        FoxdenCommand::Check(arguments) => commands::check::run(&arguments),
        FoxdenCommand::Fmt(arguments) => commands::fmt::run(&arguments),
        FoxdenCommand::Tree(arguments) => commands::tree::run(&arguments),
        FoxdenCommand::Run(arguments) => commands::run::run(&arguments),
        FoxdenCommand::View(arguments) => commands::view::run(&arguments),
        FoxdenCommand::Replay(arguments) => commands::replay::run(&arguments),
        FoxdenCommand::Diff(arguments) => commands::diff::run(&arguments),
        FoxdenCommand::Controller(arguments) => commands::controller::run(&arguments),
        FoxdenCommand::Devices(arguments) => commands::devices::run(&arguments),
        FoxdenCommand::Render(arguments) => commands::render::run(&arguments),
        FoxdenCommand::Explain(arguments) => commands::explain::run(&arguments),
        FoxdenCommand::Reynard(arguments) => commands::reynard::run(&arguments),
    }
}
