//! The `raconteur` command: look at and use Robot Raconteur services.

mod arguments;
mod commands;
mod failure;
mod style;
mod target;
mod text;

use std::process::ExitCode;

use clap::Parser;

use arguments::{Arguments, Command};
use style::Style;

#[tokio::main]
async fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let style = Style::new(arguments.colour);
    let outcome = tokio::select! {
        outcome = run(&arguments, style) => outcome,
        // Ctrl-C is how watching ends.
        _ = tokio::signal::ctrl_c() => Ok(()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{} {failure}", style.error("error:"));
            if let Some(hint) = failure.hint() {
                eprintln!("{} {hint}", style.dim("hint:"));
            }
            ExitCode::FAILURE
        }
    }
}

async fn run(arguments: &Arguments, style: Style) -> Result<(), failure::Failure> {
    match &arguments.command {
        Command::List(list) => commands::list::run(arguments, list, style).await,
        Command::Info(info) => commands::info::run(arguments, info, style).await,
        Command::Get(get) => commands::get::run(arguments, get).await,
        Command::Set(set) => commands::set::run(arguments, set).await,
        Command::Call(call) => commands::call::run(arguments, call).await,
        Command::Watch(watch) => commands::watch::run(arguments, watch, style).await,
    }
}
