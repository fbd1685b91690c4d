//! How a world is opened.

use crate::{Error, World};
use foxden_assets::fetch_cache::Progress;
use foxden_assets::open::{self, OpenError};
use foxden_assets::options::AssetOptions;
use foxden_scene::{Scene, Value};
use std::path::Path;

/// Options for opening a world.
///
/// ```
/// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))?;
/// let options = foxden::OpenOptions::new().offline(true).random_seed(7);
/// let world = options.open("worlds/hello.wbt")?;
/// assert!(!world.diagnostics().has_errors());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct OpenOptions {
    assets: AssetOptions,
    random_seed: Option<i32>,
}

impl Default for OpenOptions {
    fn default() -> Self {
        Self::new()
    }
}

impl OpenOptions {
    /// As the environment says: `WEBOTS_HOME`, `XDG_CACHE_HOME` and `HOME`.
    ///
    /// ```
    /// let options = foxden::OpenOptions::new();
    /// assert!(options.open("missing.wbt").is_err());
    /// ```
    pub fn new() -> Self {
        Self {
            assets: AssetOptions::from_environment(),
            random_seed: None,
        }
    }

    /// Where PROTOs, textures and meshes are found.
    ///
    /// ```
    /// use foxden::{AssetOptions, OpenOptions};
    /// let options = OpenOptions::new().assets(AssetOptions::default());
    /// # drop(options);
    /// ```
    pub fn assets(mut self, assets: AssetOptions) -> Self {
        self.assets = assets;
        self
    }

    /// Whether nothing is downloaded.
    ///
    /// ```
    /// let options = foxden::OpenOptions::new().offline(true);
    /// # drop(options);
    /// ```
    pub fn offline(mut self, is_offline: bool) -> Self {
        self.assets.offline = is_offline;
        self
    }

    /// The seed of random numbers, instead of that of the world.
    ///
    /// ```
    /// let options = foxden::OpenOptions::new().random_seed(42);
    /// # drop(options);
    /// ```
    pub fn random_seed(mut self, seed: i32) -> Self {
        self.random_seed = Some(seed);
        self
    }

    /// Opens a world.
    ///
    /// ```
    /// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))?;
    /// let world = foxden::OpenOptions::new().open("worlds/hello.wbt")?;
    /// assert_eq!(world.time(), 0.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn open(&self, path: impl AsRef<Path>) -> Result<World, Error> {
        self.open_reporting(path, |_| ())
    }

    /// Opens a world; `report` is called with the progress of downloads.
    ///
    /// ```
    /// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))?;
    /// let options = foxden::OpenOptions::new();
    /// let world = options.open_reporting("worlds/hello.wbt", |progress| println!("{progress:?}"))?;
    /// # drop(world);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the file cannot be read, or the world has no seed to set.
    pub fn open_reporting(
        &self,
        path: impl AsRef<Path>,
        report: impl Fn(Progress<'_>) + Send + Sync + 'static,
    ) -> Result<World, Error> {
        let path = path.as_ref();
        let mut opened = open::scene(path, &self.assets, report)?;
        if let Some(seed) = self.random_seed {
            set_seed(&mut opened.scene, seed).map_err(|reason| OpenError::new(path, reason))?;
        }
        let simulation = foxden_sim::World::new(opened.scene, opened.library);
        Ok(World::new(simulation, opened.diagnostics))
    }
}

fn set_seed(scene: &mut Scene, seed: i32) -> Result<(), String> {
    let field = scene
        .nodes_in(scene.top_level())
        .iter()
        .copied()
        .find_map(|node| scene.field(node, "randomSeed"))
        .ok_or("the world has no WorldInfo whose randomSeed could be set")?;
    scene
        .set(field, Value::Int(seed))
        .map_err(|error| error.to_string())
}
