//! `foxden view`

use super::Outcome;
use super::page_arguments::PageArguments;
use super::raconteur_arguments::RaconteurArguments;
use super::recording::RecordingArguments;
use super::simulation::{Plan, SimulationArguments, simulate};
use crate::terminal::write;
use clap::Args;
use foxden_runtime::pace::Pace;
use foxden_runtime::run_loop::Until;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Args)]
#[command(after_help = "Examples:
  foxden view
  foxden view worlds/my_world.wbt
  foxden view worlds/my_world.wbt --port 8080 --paused

Open the printed address in a browser. A page with the whole address, with its token, may change the world;
without the token a page may only look. Only programs on this machine can reach the port, unless --page-public is given.")]
pub(crate) struct ViewArguments {
    /// The world; without one, the page lists bundled and recent worlds
    #[arg(value_name = "WORLD")]
    world: Option<PathBuf>,
    /// The port of the page; any that is free if not given
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    port: u16,
    /// Does not start until somebody presses play
    #[arg(long)]
    paused: bool,
    #[command(flatten)]
    recording: RecordingArguments,
    #[command(flatten)]
    page: PageArguments,
    #[command(flatten)]
    raconteur: RaconteurArguments,
    #[command(flatten)]
    simulation: SimulationArguments,
}

pub(crate) fn run(arguments: &ViewArguments) -> ExitCode {
    let plan = Plan {
        world: arguments.world.as_deref(),
        simulation: &arguments.simulation,
        pace: Pace::REAL_TIME.paused(arguments.paused),
        until: Until::Stopped,
        log: None,
        energy: None,
        port: None,
        view: Some(arguments.page.at_port(arguments.port)),
        record: arguments.recording.plan(),
        raconteur: &arguments.raconteur,
        remembers: true,
    };
    match simulate(&plan) {
        Ok(code) => code,
        Err(reason) => {
            write(&mut std::io::stderr(), &format!("foxden: {reason}\n"));
            Outcome::Errors.into()
        }
    }
}
