//! Opens a world to run it.

use super::AssetArguments;
use crate::progress::Progress;
use crate::terminal::{download_bar, write_findings};
use foxden::World;
use std::path::Path;

/// Opens a world; what is wrong in its files goes to standard error.
pub(crate) fn open_world(
    path: &Path,
    assets: &AssetArguments,
    seed: Option<i32>,
) -> Result<World, String> {
    let _progress = Progress::of(format!("loading {}", path.display()));
    let mut options = foxden::OpenOptions::new().assets(assets.options());
    if let Some(seed) = seed {
        options = options.random_seed(seed);
    }
    let world = options
        .open_reporting(path, download_bar())
        .map_err(|error| error.to_string())?;
    write_findings(&mut std::io::stderr(), world.diagnostics());
    Ok(world)
}
