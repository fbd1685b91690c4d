//! Downloaded files on disk.
//!
//! One folder, each file under the SHA-1 of its address as Webots does it.
//! A file is written under another name and renamed, so that a reader never
//! sees half of one. The folder is trimmed by last use.

use crate::files::{MAX_FILE_BYTES, read_file};
use sha1::{Digest, Sha1};
use std::ffi::OsString;
use std::fs::{self, File, FileTimes};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

/// How much the cache keeps.
pub const MAX_CACHE_BYTES: u64 = 1 << 30;

/// How old an unfinished file must be to count as left behind.
const ABANDONED: Duration = Duration::from_secs(24 * 60 * 60);

/// The ending of unfinished files.
const UNFINISHED: &str = "part";

/// The folder for downloads by the rules of XDG, from the values of
/// `XDG_CACHE_HOME` and `HOME`. A relative `XDG_CACHE_HOME` counts as unset.
pub fn cache_folder(xdg_cache_home: Option<OsString>, home: Option<OsString>) -> Option<PathBuf> {
    let absolute = |value: OsString| Some(PathBuf::from(value)).filter(|path| path.is_absolute());
    let base = xdg_cache_home
        .and_then(absolute)
        .or_else(|| Some(home.and_then(absolute)?.join(".cache")))?;
    Some(base.join("foxden").join("assets"))
}

/// A folder of downloaded files.
#[derive(Debug)]
pub struct Cache {
    folder: PathBuf,
    limit: u64,
}

impl Cache {
    /// A cache in a folder, which is made when first needed.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self::with_limit(folder, MAX_CACHE_BYTES)
    }

    /// A cache that keeps at most `limit` bytes.
    pub fn with_limit(folder: impl Into<PathBuf>, limit: u64) -> Self {
        Cache {
            folder: folder.into(),
            limit,
        }
    }

    /// Where the files are.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The file that holds, or would hold, the content behind an address.
    pub fn path(&self, address: &str) -> PathBuf {
        let digest = Sha1::digest(address.as_bytes());
        let name: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        self.folder.join(name)
    }

    /// Whether the content behind an address is here.
    pub fn contains(&self, address: &str) -> bool {
        self.path(address).is_file()
    }

    /// The content behind an address; counts as a use.
    pub fn load(&self, address: &str) -> Option<Arc<[u8]>> {
        let path = self.path(address);
        let content = read_file(&path, MAX_FILE_BYTES).ok()?;
        // Disks are often mounted without access times, so set it ourselves.
        // A cache that may only be read still serves.
        if let Ok(file) = File::options().append(true).open(&path) {
            let _ = file.set_times(FileTimes::new().set_accessed(SystemTime::now()));
        }
        Some(content)
    }

    /// Keeps the content behind an address and trims the cache.
    ///
    /// # Errors
    /// When the folder cannot be written; then nothing is kept.
    pub fn store(&self, address: &str, content: &[u8]) -> io::Result<()> {
        static COUNTER: AtomicU64 = AtomicU64::new(0);
        fs::create_dir_all(&self.folder)?;
        let path = self.path(address);
        let number = COUNTER.fetch_add(1, Ordering::Relaxed);
        let unfinished =
            path.with_extension(format!("{}-{number}.{UNFINISHED}", std::process::id()));
        let written = write_new(&unfinished, content).and_then(|()| fs::rename(&unfinished, &path));
        if let Err(error) = written {
            // Best effort: what stays behind is swept up later.
            let _ = fs::remove_file(&unfinished);
            return Err(error);
        }
        self.trim(&path)
    }

    /// Removes the files used longest ago until the rest fits, but never
    /// `newest`; also removes unfinished files left behind by a crash.
    fn trim(&self, newest: &Path) -> io::Result<()> {
        let now = SystemTime::now();
        let mut files = Vec::new();
        let mut total = 0;
        for entry in fs::read_dir(&self.folder)?.flatten() {
            // Another process may trim at the same time.
            let Ok(metadata) = entry.metadata() else {
                continue;
            };
            let path = entry.path();
            if !metadata.is_file() {
                continue;
            }
            if path.extension().is_some_and(|ending| ending == UNFINISHED) {
                let age = metadata
                    .modified()
                    .ok()
                    .and_then(|at| now.duration_since(at).ok());
                if age.is_some_and(|age| age > ABANDONED) {
                    let _ = fs::remove_file(path);
                }
                continue;
            }
            total += metadata.len();
            let used = metadata.accessed().or_else(|_| metadata.modified())?;
            files.push((used, path, metadata.len()));
        }
        files.sort();
        for (_, path, bytes) in files {
            if total <= self.limit {
                break;
            }
            if path != newest && fs::remove_file(&path).is_ok() {
                total -= bytes;
            }
        }
        Ok(())
    }
}

fn write_new(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = File::options().write(true).create_new(true).open(path)?;
    file.write_all(content)?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_follows_xdg() {
        let folder = |xdg: Option<&str>, home: Option<&str>| {
            cache_folder(xdg.map(Into::into), home.map(Into::into))
        };
        assert_eq!(
            folder(Some("/c"), Some("/h")),
            Some("/c/foxden/assets".into())
        );
        for unset in [None, Some(""), Some("relative")] {
            assert_eq!(
                folder(unset, Some("/h")),
                Some("/h/.cache/foxden/assets".into())
            );
        }
        assert_eq!(folder(None, None), None);
    }

    #[test]
    fn files_are_named_by_the_sha1_of_the_address() {
        assert_eq!(
            Cache::new("/c").path("abc"),
            Path::new("/c/a9993e364706816aba3e25717850c26c9cd0d89d")
        );
    }
}
