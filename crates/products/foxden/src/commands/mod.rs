//! One file for each command.

mod bundled_worlds;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod controller;
mod controller_bridge;
mod controllers;
pub(crate) mod devices;
pub(crate) mod diff;
pub(crate) mod doctor;
mod energy_report;
pub(crate) mod explain;
pub(crate) mod fmt;
mod golden_worlds;
pub(crate) mod manual;
pub(crate) mod new;
mod page_arguments;
mod picture_source;
mod project_templates;
mod raconteur_arguments;
mod recent_worlds;
mod recorded_world;
mod recording;
pub(crate) mod render;
pub(crate) mod replay;
pub(crate) mod reynard;
pub(crate) mod run;
mod run_console;
pub(crate) mod self_test;
mod simulation;
mod start_page;
mod terminal_keys;
mod tool_probes;
pub(crate) mod tree;
pub(crate) mod view;
mod world;
mod world_record;
mod world_reports;

use clap::Args;
use foxden_assets::options::AssetOptions;
use foxden_lang::resolve::{normalise, project_root};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// What a command found, from good to bad; the number is the exit code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    /// All is well.
    Good = 0,
    /// Errors were found.
    Errors = 1,
    /// Wrong usage, or a file that cannot be read.
    Unusable = 2,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        Self::from(outcome as u8)
    }
}

/// Where PROTOs, textures and meshes are looked for.
#[derive(Args, Clone, Default)]
#[command(next_help_heading = "Where assets are found")]
pub(crate) struct AssetArguments {
    /// Another folder whose files may be used; may be given several times
    #[arg(long = "project", value_name = "DIR")]
    projects: Vec<PathBuf>,
    /// Downloads nothing; what is not on this machine is reported as missing
    #[arg(long)]
    offline: bool,
}

impl AssetArguments {
    /// The folders given with `--project`.
    pub(crate) fn projects(&self) -> &[PathBuf] {
        &self.projects
    }

    /// The folders in which the plugins of a world are searched: its project, those
    /// given, and the asset pack.
    pub(crate) fn project_folders(&self, world: &Path) -> Vec<PathBuf> {
        let own = std::path::absolute(world).ok();
        let own = own.map(|world| project_root(&normalise(&world)).to_owned());
        let given = self.projects.iter();
        let given = given.filter_map(|folder| std::path::absolute(folder).ok());
        let pack = self.options().asset_pack;
        let pack = pack.map(|pack| pack.join("resources/projects"));
        own.into_iter().chain(given).chain(pack).collect()
    }

    /// Together with the environment (`WEBOTS_HOME`, `XDG_CACHE_HOME`).
    pub(crate) fn options(&self) -> AssetOptions {
        AssetOptions {
            projects: self.projects.clone(),
            offline: self.offline,
            ..AssetOptions::from_environment()
        }
    }
}
