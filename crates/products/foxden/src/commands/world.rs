//! Opens a world to run it.

use super::AssetArguments;
use crate::progress::Progress;
use crate::terminal::{download_bar, write_findings};
use crate::{AssetOptions, World};
use std::path::Path;

/// Opens a world; what is wrong in its files goes to standard error.
pub(crate) fn open_world(
    path: &Path,
    assets: &AssetArguments,
    seed: Option<i32>,
) -> Result<World, String> {
    open_world_with(path, assets.options(), seed)
}

/// Opens a world with the files that are searched as the options say.
pub(crate) fn open_world_with(
    path: &Path,
    assets: AssetOptions,
    seed: Option<i32>,
) -> Result<World, String> {
    let _progress = Progress::of(format!("loading {}", path.display()));
    let mut options = crate::OpenOptions::new().assets(assets);
    if let Some(seed) = seed {
        options = options.random_seed(seed);
    }
    let world = options
        .open_reporting(path, download_bar())
        .map_err(|error| error.to_string())?;
    write_findings(&mut std::io::stderr(), world.diagnostics());
    Ok(world)
}
