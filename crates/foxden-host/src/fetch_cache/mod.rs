//! Downloads and the cache in front of them.
//!
//! [`FetchCache`] is what the search rules see as the web. It answers from
//! the [`Cache`] where it can and asks the [`Downloader`] otherwise, unless
//! downloads are forbidden. A failure is remembered, so that a world with a
//! thousand copies of a missing texture asks once.

mod addresses;
mod cache;
mod download;

pub use addresses::is_public;
pub use cache::{Cache, MAX_CACHE_BYTES, cache_folder};
pub use download::{DownloadError, Downloader, Limits, Progress, Reach};

use foxden_lang::resolve::{FetchError, Web};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How many failures are remembered.
const MAX_FAILURES: usize = 10_000;

/// The web, seen through a cache.
#[derive(Debug)]
pub struct FetchCache {
    cache: Cache,
    downloader: Option<Downloader>,
    failures: Mutex<BTreeMap<String, FetchError>>,
}

impl FetchCache {
    /// A cache that downloads what it lacks.
    pub fn online(cache: Cache, downloader: Downloader) -> Self {
        FetchCache {
            cache,
            downloader: Some(downloader),
            failures: Mutex::default(),
        }
    }

    /// A cache that never downloads (`--offline`).
    pub fn offline(cache: Cache) -> Self {
        FetchCache {
            cache,
            downloader: None,
            failures: Mutex::default(),
        }
    }

    fn failures(&self) -> MutexGuard<'_, BTreeMap<String, FetchError>> {
        self.failures.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn download(&self, address: &str) -> Result<Arc<[u8]>, FetchError> {
        let Some(downloader) = &self.downloader else {
            return Err(FetchError::Offline);
        };
        let content = downloader
            .download(address)
            .map_err(|error| FetchError::Failed(error.to_string()))?;
        self.cache
            .store(address, &content)
            .map_err(|error| FetchError::Failed(format!("the cache cannot be written: {error}")))?;
        Ok(Arc::from(content))
    }
}

impl Web for FetchCache {
    fn is_cached(&self, address: &str) -> bool {
        self.cache.contains(address)
    }

    fn fetch(&self, address: &str) -> Result<Arc<[u8]>, FetchError> {
        if let Some(content) = self.cache.load(address) {
            return Ok(content);
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
