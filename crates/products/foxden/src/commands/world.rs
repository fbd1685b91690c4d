//! Opening a world to run it.

use super::AssetArguments;
use crate::progress::Progress;
use crate::terminal::{download_bar, write_findings};
use foxden_assets::{files, open};
use foxden_lang::diagnostic::Diagnostics;
use foxden_scene::{Scene, Value, load};
use foxden_sim::World;
use std::path::Path;

/// A world that was opened, with what is wrong in its files.
pub(crate) struct Opened {
    pub(crate) world: World,
    pub(crate) diagnostics: Diagnostics,
}

/// Opens a world; findings go to standard error.
pub(crate) fn open_world(
    path: &Path,
    assets: &AssetArguments,
    seed: Option<i32>,
) -> Result<Opened, String> {
    let fail = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    if !path.is_file() {
        return Err(fail(&"there is no such file"));
    }
    let _progress = Progress::of(format!("loading {}", path.display()));
    let document = files::document(path).map_err(|error| fail(&error))?;
    let mut library = open::library(&document, &assets.options(), download_bar())
        .map_err(|error| fail(&error))?;
    let loaded = load(&document, &mut library).map_err(|error| fail(&error))?;
    write_findings(&mut std::io::stderr(), &loaded.diagnostics);
    let mut scene = loaded.scene;
    if let Some(seed) = seed {
        set_seed(&mut scene, seed).map_err(|error| fail(&error))?;
    }
    Ok(Opened {
        world: World::new(scene, library),
        diagnostics: loaded.diagnostics,
    })
}

fn set_seed(scene: &mut Scene, seed: i32) -> Result<(), String> {
    let info = scene
        .nodes_in(scene.top_level())
        .iter()
        .copied()
        .find_map(|node| scene.field(node, "randomSeed"));
    let field = info.ok_or("the world has no WorldInfo whose randomSeed could be set")?;
    scene
        .set(field, Value::Int(seed))
        .map_err(|error| error.to_string())
}
