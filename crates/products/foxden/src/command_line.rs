//! The command `foxden`. The other crates do the work; here are only arguments,
//! output and exit codes.
//!
//! The command is part of the library because two programs run it: `foxden` itself, and
//! Python with the compiled module of the wheel, which contains the simulator once.

use crate::exit_code::ExitCode;
use crate::{commands, interrupt, terminal};
use clap::{CommandFactory, Parser, Subcommand};
use std::ffi::OsString;
use std::io::Write;

/// A robot simulator that opens Webots worlds. It needs no display and no GPU.
#[derive(Parser)]
#[command(name = "foxden", version)]
#[command(after_help = "Without a command, foxden opens Reynard's den.

Exit codes: 0 success, 1 errors were found, 2 wrong usage or an unreadable file.
The help of a command says more, as in 'foxden run --help'.")]
struct CommandLine {
    #[command(subcommand)]
    command: Option<FoxdenCommand>,
}

#[derive(Subcommand)]
enum FoxdenCommand {
    /// Creates a project with a world, a controller and a test
    New(commands::new::NewArguments),
    /// Checks what works on this machine and says how to fix the rest
    Doctor(commands::doctor::DoctorArguments),
    /// Runs a few worlds and compares the results with those of Webots
    SelfTest(commands::self_test::SelfTestArguments),
    /// Prints a script that completes commands and options in a shell
    Completions(commands::completions::CompletionsArguments),
    /// Writes manual pages, one for each command
    Manual(commands::manual::ManualArguments),
    /// Lists every problem in worlds and PROTO files, with places and hints
    Check(commands::check::CheckArguments),
    /// Formats the white space of files and changes nothing else
    Fmt(commands::fmt::FmtArguments),
    /// Prints the nodes of a world after all PROTOs are expanded
    Tree(commands::tree::TreeArguments),
    /// Runs a world
    Run(commands::run::RunArguments),
    /// Runs a world and shows it in the browser
    View(commands::view::ViewArguments),
    /// Repeats a recorded run without its controllers and compares the results
    Replay(commands::replay::ReplayArguments),
    /// Finds the first difference between two recordings
    Diff(commands::diff::DiffArguments),
    /// Starts a controller that drives a robot of a running world
    Controller(commands::controller::ControllerArguments),
    /// Lists the devices and whether they are simulated
    Devices(commands::devices::DevicesArguments),
    /// Saves a picture of a world
    Render(commands::render::RenderArguments),
    /// Explains the value of a light sensor or the colour of a pixel
    Explain(commands::explain::ExplainArguments),
    /// Starts Reynard the Robot with his servers: Robot Raconteur, REST, text lines, page
    Reynard(commands::reynard::ReynardArguments),
}

impl FoxdenCommand {
    /// Whether it opens worlds and has nothing to end cleanly.
    fn only_reads(&self) -> bool {
        matches!(
            self,
            Self::SelfTest(_)
                | Self::Check(_)
                | Self::Tree(_)
                | Self::Diff(_)
                | Self::Render(_)
                | Self::Explain(_)
                | Self::Doctor(_)
        )
    }
}

/// Runs the command `foxden` and returns its exit code. The first word is the name of the
/// program.
///
/// It prints, listens to Ctrl-C and SIGTERM and ends other processes as the program does.
/// A process calls it once, as its last work.
///
/// ```
/// let words = ["foxden", "devices", "--format", "json"];
/// let code = foxden::run_command(words.map(std::ffi::OsString::from));
/// assert_eq!(code, 0);
/// ```
pub fn run_command(words: impl IntoIterator<Item = OsString>) -> u8 {
    let code = parse_and_run(words);
    // nothing flushes the stream at the end if the program is not written in Rust
    if let Err(error) = std::io::stdout().flush() {
        terminal::note_failure(error);
    }
    let code = match terminal::failure() {
        Some(error) => terminal::lost(&error, code),
        None => code,
    };
    code.into()
}

fn parse_and_run(words: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments = match CommandLine::try_parse_from(words) {
        Ok(arguments) => arguments,
        // help and version come this way too
        Err(message) => {
            terminal::write_usage(&message);
            return ExitCode::from(u8::try_from(message.exit_code()).unwrap_or(2));
        }
    };
    let code = match arguments.command {
        Some(command) if command.only_reads() => {
            interrupt::break_off_at_signals();
            run(command)
        }
        Some(command) => run(command),
        None => commands::reynard::den(),
    };
    interrupt::wait_if_ending();
    code
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
