//! `foxden view`

use super::Outcome;
use super::page_arguments::PageArguments;
use super::raconteur_arguments::RaconteurArguments;
use super::recording::RecordingArguments;
use super::simulation::{Plan, SimulationArguments, simulate};
use crate::exit_code::ExitCode;
use crate::terminal::warn;
use clap::Args;
use foxden_runtime::pace::Pace;
use foxden_runtime::run_loop::Until;
use foxden_web::frame_ancestors::FrameAncestor;
use std::path::PathBuf;

#[derive(Args)]
#[command(after_help = "Examples:
  foxden view
  foxden view worlds/my_world.wbt
  foxden view worlds/my_world.wbt --port 8080 --paused

Open the printed address in a browser. The address contains a token. With the token a page may
change the world; without it a page may only look. Only programs on this machine can reach the
port, unless --page-public is given.")]
pub(crate) struct ViewArguments {
    /// The world; if not given, the page lists worlds to choose from: bundled and recent ones
    #[arg(value_name = "WORLD")]
    world: Option<PathBuf>,
    /// The port of the page; any free port if not given
    #[arg(
        long,
        value_name = "PORT",
        default_value_t = 0,
        hide_default_value = true
    )]
    port: u16,
    /// An origin whose pages may show the page in a frame, such as http://localhost:8888, or http://localhost:* for any port; may be given several times
    #[arg(long = "frame-origin", value_name = "ORIGIN")]
    frame_origins: Vec<FrameAncestor>,
    /// Starts paused, until somebody presses play on the page
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
        view: Some(
            arguments
                .page
                .at_port(arguments.port)
                .framed_by(&arguments.frame_origins),
        ),
        record: arguments.recording.plan(),
        raconteur: &arguments.raconteur,
        remembers: true,
    };
    match simulate(&plan) {
        Ok(code) => code,
        Err(reason) => {
            warn(&reason);
            Outcome::Errors.into()
        }
    }
}
