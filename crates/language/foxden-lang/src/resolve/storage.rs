//! The interfaces to files and downloads.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A tree of files, on disk or in memory.
pub trait Storage: Send + Sync {
    /// Whether `path` is a plain file.
    fn is_file(&self, path: &Path) -> bool;

    /// `path` with symbolic links followed; `None` if nothing is there.
    fn real_path(&self, path: &Path) -> Option<PathBuf>;

    /// The content of a file.
    ///
    /// # Errors
    /// When it was removed, is too large or cannot be read.
    fn read(&self, path: &Path) -> io::Result<Arc<[u8]>>;

    /// All `.proto` files (in any case) below `folder`, in a fixed order:
    /// a folder's own files by name, then its sub-folders by name.
    fn proto_files_below(&self, folder: &Path) -> Vec<PathBuf>;
}

/// A source of web files with a cache in front.
pub trait Web: Send + Sync {
    /// Whether the cache holds the file behind `address`.
    fn is_cached(&self, address: &str) -> bool;

    /// The file behind `address`, from the cache or else downloaded into it.
    ///
    /// # Errors
    /// When downloads are forbidden, the address is refused or the transfer
    /// fails.
    fn fetch(&self, address: &str) -> Result<Arc<[u8]>, FetchError>;
}

/// Why a download gave nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FetchError {
    /// Downloads are forbidden.
    #[error("downloads are forbidden by --offline")]
    Offline,
    /// Anything else.
    #[error("{0}")]
    Failed(String),
}

/// A [`Web`] without cache and without network.
#[derive(Debug, Clone, Copy, Default)]
pub struct Offline;

impl Web for Offline {
    fn is_cached(&self, _address: &str) -> bool {
        false
    }

    fn fetch(&self, _address: &str) -> Result<Arc<[u8]>, FetchError> {
        Err(FetchError::Offline)
    }
}
