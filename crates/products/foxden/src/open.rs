//! How a world is opened.

use crate::{Error, World};
use foxden_assets::fetch_cache::DownloadProgress;
use foxden_assets::files::{self, MAX_FILE_BYTES, read_file};
use foxden_assets::open::{self, OpenError};
use foxden_assets::options::AssetOptions;
use foxden_scene::{Scene, Value, load_text};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf, absolute};
use std::sync::Arc;

/// What a world was opened from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct WorldOrigin {
    /// The file, or the place of a text that is no file; relative URLs start there.
    pub(crate) path: PathBuf,
    pub(crate) text: Arc<[u8]>,
    pub(crate) random_seed: Option<i32>,
}

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
        report: impl Fn(DownloadProgress<'_>) + Send + Sync + 'static,
    ) -> Result<World, Error> {
        let path = path.as_ref();
        OpenError::check(path)?;
        let text = read_file(path, MAX_FILE_BYTES);
        let text = text.map_err(|error| OpenError::new(path, error))?;
        self.load(path, text, self.random_seed, report)
    }

    /// Opens a world whose text is known. `path` is the file that it would be: files that
    /// the world names are looked for from there.
    ///
    /// ```
    /// let text = "#VRML_SIM R2023b utf8\nWorldInfo { basicTimeStep 8 }\nViewpoint { }\n";
    /// let mut world = foxden::OpenOptions::new().open_text(text, "worlds/small.wbt")?;
    /// world.step();
    /// assert_eq!(world.time(), 0.008);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the current folder is unknown, or the world has no seed to set.
    pub fn open_text(&self, text: &str, path: impl AsRef<Path>) -> Result<World, Error> {
        let text = text.as_bytes().into();
        self.load(path.as_ref(), text, self.random_seed, |_| ())
    }

    /// Opens a world whose bytes are known, as [`OpenOptions::open_text`] does.
    ///
    /// ```
    /// let text = b"#VRML_SIM R2023b utf8\nWorldInfo { basicTimeStep 8 }\nViewpoint { }\n";
    /// let world = foxden::OpenOptions::new().open_text_bytes(text, "worlds/small.wbt")?;
    /// assert_eq!(world.time(), 0.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the current folder is unknown, or the world has no seed to set.
    pub fn open_text_bytes(&self, text: &[u8], path: impl AsRef<Path>) -> Result<World, Error> {
        self.load(path.as_ref(), text.into(), self.random_seed, |_| ())
    }

    /// Opens what another world was opened from.
    pub(crate) fn open_origin(&self, origin: WorldOrigin) -> Result<World, Error> {
        let WorldOrigin {
            path,
            text,
            random_seed,
        } = origin;
        self.load(&path, text, random_seed, |_| ())
    }

    fn load(
        &self,
        path: &Path,
        text: Arc<[u8]>,
        random_seed: Option<i32>,
        report: impl Fn(DownloadProgress<'_>) + Send + Sync + 'static,
    ) -> Result<World, Error> {
        let fail = |error: std::io::Error| OpenError::new(path, error);
        let document = files::document(path).map_err(fail)?;
        let mut library = open::library(&document, &self.assets, report).map_err(fail)?;
        if let Some(journal) = &self.assets.journal {
            journal.note_read(&document, &text);
        }
        let mut loaded = load_text(&document, &text, &mut library);
        if let Some(seed) = random_seed {
            set_seed(&mut loaded.scene, seed).map_err(|reason| OpenError::new(path, reason))?;
        }
        let simulation = foxden_sim::World::new(loaded.scene, library);
        let origin = WorldOrigin {
            path: absolute(path).map_err(fail)?,
            text,
            random_seed,
        };
        Ok(World::new(simulation, loaded.diagnostics, origin))
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
