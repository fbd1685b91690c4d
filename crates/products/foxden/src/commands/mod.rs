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
mod numbered_file;
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
mod run_length;
pub(crate) mod self_test;
mod simulation;
mod start_page;
pub(crate) mod terminal_keys;
mod tool_probes;
pub(crate) mod tree;
pub(crate) mod view;
mod world;
mod world_record;
mod world_reports;

use crate::exit_code::ExitCode;
use crate::terminal::{warn, write};
use clap::Args;
use foxden_assets::options::AssetOptions;
use foxden_lang::resolve::{normalise, project_root};
use std::path::{Path, PathBuf};

/// What a command found, from good to bad; the number is the exit code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    /// Success.
    Good = 0,
    /// Errors were found, or output could not be written.
    Errors = 1,
    /// Wrong usage, or a file that cannot be read.
    Unusable = 2,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        Self::from(outcome as u8)
    }
}

/// Ends a command that prints its result, or the reason why it has none.
pub(crate) fn print_result(result: Result<String, Failure>) -> ExitCode {
    match result {
        Ok(text) => {
            write(&mut std::io::stdout(), &text);
            Outcome::Good.into()
        }
        Err(Failure::Unusable(reason)) => unusable(&reason),
        Err(Failure::Unwritten(reason)) => {
            warn(&reason);
            Outcome::Errors.into()
        }
    }
}

/// Why a command has no result.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Wrong usage, or a file that cannot be read.
    Unusable(String),
    /// Its output could not be written.
    Unwritten(String),
}

impl From<String> for Failure {
    fn from(reason: String) -> Self {
        Self::Unusable(reason)
    }
}

/// Ends a command that cannot be executed.
pub(crate) fn unusable(reason: &str) -> ExitCode {
    warn(reason);
    Outcome::Unusable.into()
}

/// Reads the name of a folder that exists.
pub(crate) fn folder(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match path.is_dir() {
        true => Ok(path),
        false => Err("there is no such folder".to_owned()),
    }
}

/// Where PROTOs, textures and meshes are looked for.
#[derive(Args, Clone, Default)]
#[command(next_help_heading = "Where assets are found")]
pub(crate) struct AssetArguments {
    /// Another project whose PROTOs, meshes, textures and controllers may be used; may be given several times
    #[arg(long = "project", value_name = "DIR", value_parser = folder)]
    projects: Vec<PathBuf>,
    /// Downloads nothing; files that are not on this machine are reported as missing
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
