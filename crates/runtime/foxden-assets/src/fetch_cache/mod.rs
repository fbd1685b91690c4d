//! Downloads and the cache in front of them.
//!
//! [`FetchCache`] is what the search rules see as the web. It answers from
//! the [`Cache`] where it can and asks the [`Downloader`] otherwise, unless
//! downloads are forbidden. A failure is remembered, so that a world with a
//! thousand copies of a missing texture asks once.

mod addresses;
mod cache;
mod download;
mod unreachable_hosts;

pub use addresses::is_public;
pub use cache::{Cache, MAX_CACHE_BYTES, cache_folder};
pub use download::{DownloadError, DownloadLimits, DownloadProgress, DownloadReach, Downloader};

use foxden_lang::resolve::{FetchError, Web};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How many failures are remembered.
const MAX_FAILURES: usize = 10_000;

/// How much is kept in memory of what the cache does not take.
const MAX_UNKEPT_BYTES: usize = 64 << 20;

/// The web, seen through a cache.
#[derive(Debug)]
pub struct FetchCache {
    source: AssetSource,
    failures: Mutex<BTreeMap<String, FetchError>>,
    /// Downloads that the cache did not take.
    unkept: Mutex<BTreeMap<String, Arc<[u8]>>>,
    has_warned: AtomicBool,
}

/// What can answer.
#[derive(Debug)]
enum AssetSource {
    /// The cache, and the web for what it lacks.
    Online(Cache, Box<Downloader>),
    /// The cache alone.
    Offline(Cache),
    /// Nothing: there is no folder for a cache.
    Homeless,
}

impl FetchCache {
    /// A cache that downloads what it lacks.
    pub fn online(cache: Cache, downloader: Downloader) -> Self {
        Self::from(AssetSource::Online(cache, Box::new(downloader)))
    }

    /// A cache that never downloads (`--offline`).
    pub fn offline(cache: Cache) -> Self {
        Self::from(AssetSource::Offline(cache))
    }

    /// For a machine without a folder for a cache: every download
    /// fails and says what to set.
    pub fn homeless() -> Self {
        Self::from(AssetSource::Homeless)
    }

    fn from(source: AssetSource) -> Self {
        FetchCache {
            source,
            failures: Mutex::default(),
            unkept: Mutex::default(),
            has_warned: AtomicBool::new(false),
        }
    }

    fn unkept(&self) -> MutexGuard<'_, BTreeMap<String, Arc<[u8]>>> {
        self.unkept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn cache(&self) -> Option<&Cache> {
        match &self.source {
            AssetSource::Online(cache, _) | AssetSource::Offline(cache) => Some(cache),
            AssetSource::Homeless => None,
        }
    }

    fn failures(&self) -> MutexGuard<'_, BTreeMap<String, FetchError>> {
        self.failures.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn download(&self, address: &str) -> Result<Arc<[u8]>, FetchError> {
        let (cache, downloader) = match &self.source {
            AssetSource::Online(cache, downloader) => (cache, downloader),
            AssetSource::Offline(_) => return Err(FetchError::Offline),
            AssetSource::Homeless => {
                return Err(FetchError::Failed(
                    "there is no folder for downloads; set XDG_CACHE_HOME or HOME".to_owned(),
                ));
            }
        };
        let content = downloader
            .download(address)
            .map_err(|error| FetchError::Failed(error.to_string()))?;
        if let Err(error) = cache.store(address, &content)
            && !self.has_warned.swap(true, Ordering::Relaxed)
        {
            let warning = format!(
                "downloads are not kept, so they are made again each time: {} cannot be written: {error}",
                cache.folder().display()
            );
            downloader.warn(address, &warning);
        }
        let content: Arc<[u8]> = Arc::from(content);
        if cache.contains(address) {
            return Ok(content);
        }
        // without a cache it is asked for again
        let mut unkept = self.unkept();
        let size: usize = unkept.values().map(|kept| kept.len()).sum();
        if size + content.len() <= MAX_UNKEPT_BYTES {
            unkept.insert(address.to_owned(), Arc::clone(&content));
        }
        Ok(content)
    }
}

impl Web for FetchCache {
    fn is_cached(&self, address: &str) -> bool {
        self.cache().is_some_and(|cache| cache.contains(address))
            || self.unkept().contains_key(address)
    }

    fn fetch(&self, address: &str) -> Result<Arc<[u8]>, FetchError> {
        if let Some(content) = self.cache().and_then(|cache| cache.load(address)) {
            return Ok(content);
        }
        if let Some(content) = self.unkept().get(address) {
            return Ok(Arc::clone(content));
        }
        if let Some(known) = self.failures().get(address) {
            return Err(known.clone());
        }
        self.download(address).inspect_err(|error| {
            let mut failures = self.failures();
            if failures.len() < MAX_FAILURES {
                failures.insert(address.to_owned(), error.clone());
            }
        })
    }
}
