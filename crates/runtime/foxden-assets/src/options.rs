//! The search for assets as a command sets it up.

use crate::asset_journal::AssetJournal;
use crate::fetch_cache::{
    Cache, DownloadLimits, DownloadProgress, Downloader, FetchCache, cache_folder,
};
use crate::files::{self, FileSystem};
use crate::recorded_assets::RecordedAssets;
use foxden_lang::resolve::{Location, Search};
use std::env;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

/// The search for assets on this machine.
pub type AssetSearch = Search<FileSystem, FetchCache>;

/// Where a command looks for assets.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AssetOptions {
    /// The `--project` folders.
    pub projects: Vec<PathBuf>,
    /// An unpacked asset pack or installation.
    pub asset_pack: Option<PathBuf>,
    /// The folder for downloads.
    pub cache: Option<PathBuf>,
    /// Whether downloads are forbidden.
    pub offline: bool,
    /// Notes everything that is found and read.
    pub journal: Option<AssetJournal>,
    /// Answers instead of disk and network.
    pub recorded: Option<Arc<RecordedAssets>>,
}

impl AssetOptions {
    /// What the environment says: `WEBOTS_HOME`, `XDG_CACHE_HOME` and `HOME`.
    pub fn from_environment() -> Self {
        AssetOptions {
            asset_pack: env::var_os("WEBOTS_HOME").map(PathBuf::from),
            cache: cache_folder(env::var_os("XDG_CACHE_HOME"), env::var_os("HOME")),
            ..AssetOptions::default()
        }
    }

    /// The search for one document. `report` receives the progress of downloads.
    ///
    /// # Errors
    /// If the current folder is unknown.
    ///
    /// ```
    /// use foxden_assets::options::AssetOptions;
    /// use foxden_assets::files;
    /// use foxden_lang::resolve::{AssetKind, Resolver};
    /// use std::path::Path;
    ///
    /// let options = AssetOptions { offline: true, ..AssetOptions::default() };
    /// let world = files::document(Path::new("farm/worlds/field.wbt"))?;
    /// let search = options.search(&world, |_| ())?;
    /// let floor = "webots://projects/objects/floors/protos/Floor.proto";
    /// assert!(search.locate(floor, &world, AssetKind::Proto).is_ok());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn search(
        &self,
        document: &Location,
        report: impl Fn(DownloadProgress<'_>) + Send + Sync + 'static,
    ) -> io::Result<AssetSearch> {
        let settings = files::settings(document, &self.projects, self.asset_pack.as_deref())?;
        let web = match &self.cache {
            None => FetchCache::homeless(),
            Some(folder) if self.offline => FetchCache::offline(Cache::new(folder)),
            Some(folder) => FetchCache::online(
                Cache::new(folder),
                Downloader::new(DownloadLimits::default()).reporting(report),
            ),
        };
        Ok(Search::with_web(settings, FileSystem::new(), web))
    }
}
