//! Files and web pages in memory, for tests and for embedding.

use super::name::proto_stem;
use super::path::normalise;
use super::storage::{FetchError, Storage, Web};
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A tree of files in memory, with symbolic links.
#[derive(Debug, Clone, Default)]
pub struct MemoryStorage {
    files: BTreeMap<PathBuf, Arc<[u8]>>,
    links: BTreeMap<PathBuf, PathBuf>,
}

impl MemoryStorage {
    /// An empty tree.
    pub fn new() -> Self {
        Self::default()
    }

    /// Puts a file into the tree.
    pub fn insert(&mut self, path: impl AsRef<Path>, content: impl AsRef<[u8]>) {
        self.files
            .insert(normalise(path.as_ref()), Arc::from(content.as_ref()));
    }

    /// Makes `path` a symbolic link to the file or folder `target`.
    pub fn link(&mut self, path: impl AsRef<Path>, target: impl AsRef<Path>) {
        self.links
            .insert(normalise(path.as_ref()), normalise(target.as_ref()));
    }

    /// Follows links in any part of the path; stops at cycles.
    fn follow(&self, path: &Path) -> PathBuf {
        let mut path = normalise(path);
        for _ in 0..16 {
            let Some((at, target)) = path
                .ancestors()
                .find_map(|part| Some((part.to_owned(), self.links.get(part)?)))
            else {
                break;
            };
            path = match path.strip_prefix(&at) {
                Ok(rest) if rest.as_os_str().is_empty() => target.clone(),
                Ok(rest) => target.join(rest),
                Err(_) => break,
            };
        }
        path
    }
}

impl Storage for MemoryStorage {
    fn is_file(&self, path: &Path) -> bool {
        self.files.contains_key(&self.follow(path))
    }

    fn real_path(&self, path: &Path) -> Option<PathBuf> {
        let real = self.follow(path);
        let exists =
            self.files.contains_key(&real) || self.files.keys().any(|file| file.starts_with(&real));
        exists.then_some(real)
    }

    fn read(&self, path: &Path) -> io::Result<Arc<[u8]>> {
        self.files
            .get(&self.follow(path))
            .cloned()
            .ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn proto_files_below(&self, folder: &Path) -> Vec<PathBuf> {
        let behind_links = self.follow(folder);
        let mut found: Vec<PathBuf> = self
            .files
            .keys()
            .filter(|file| {
                file.file_name()
                    .is_some_and(|name| proto_stem(&name.to_string_lossy()).is_some())
            })
            .filter_map(|file| Some(folder.join(file.strip_prefix(&behind_links).ok()?)))
            .collect();
        // A folder's own files come before those of its sub-folders.
        found.sort_by_key(|file| {
            let mut key: Vec<(bool, String)> = file
                .components()
                .map(|part| (true, part.as_os_str().to_string_lossy().into_owned()))
                .collect();
            if let Some(last) = key.last_mut() {
                last.0 = false;
            }
            key
        });
        found
    }
}

/// A web in memory: pages that can be fetched and a cache of those that were.
#[derive(Debug, Default)]
pub struct MemoryWeb {
    pages: BTreeMap<String, Arc<[u8]>>,
    fetched: Mutex<BTreeSet<String>>,
}

impl MemoryWeb {
    /// A web without pages.
    pub fn new() -> Self {
        Self::default()
    }

    /// Puts a page on the web.
    pub fn insert(&mut self, address: &str, content: impl AsRef<[u8]>) {
        self.pages
            .insert(address.to_owned(), Arc::from(content.as_ref()));
    }

    /// The addresses fetched so far, sorted.
    pub fn fetched(&self) -> Vec<String> {
        self.lock().iter().cloned().collect()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.fetched.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Web for MemoryWeb {
    fn is_cached(&self, address: &str) -> bool {
        self.lock().contains(address)
    }

    fn fetch(&self, address: &str) -> Result<Arc<[u8]>, FetchError> {
        let page = self
            .pages
            .get(address)
            .cloned()
            .ok_or_else(|| FetchError::Failed("status 404".to_owned()))?;
        self.lock().insert(address.to_owned());
        Ok(page)
    }
}
