//! The `raconteur` command: look at and use Robot Raconteur services.

mod arguments;
mod commands;
mod failure;
mod output;
mod style;
mod target;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;

use arguments::{Arguments, Command};
use output::shown;
use style::Style;

#[tokio::main]
async fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let style = Style::new(arguments.colour);
    let outcome = match &arguments.command {
        // Completes its file on Ctrl-C.
        Command::Record(_) => run(&arguments, style).await,
        _ => tokio::select! {
            outcome = run(&arguments, style) => outcome,
            // Ctrl-C is how watching ends.
            _ = tokio::signal::ctrl_c() => Ok(()),
        },
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            let errors = &mut std::io::stderr();
            let text = failure.to_string();
            // if this is lost too, the exit code remains
            let _ = writeln!(errors, "{} {}", style.error("error:"), shown(&text));
            if let Some(hint) = failure.hint() {
                let _ = writeln!(errors, "{} {}", style.dim("hint:"), shown(&hint));
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
        Command::Browse(browse) => commands::browse::run(arguments, browse, style).await,
        Command::Record(record) => commands::record::run(arguments, record).await,
        Command::Replay(replay) => commands::replay::run(replay).await,
        Command::Generate(generate) => commands::generate::run(arguments, generate).await,
    }
}
