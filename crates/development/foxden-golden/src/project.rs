//! The files of a group in memory, so that recordings are only ever read.

use foxden_lang::resolve::{Location, MemoryStorage, Search, SearchSettings};
use foxden_scene::Library;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where the project seems to stand.
pub(crate) const ROOT: &str = "/project";

/// Files of a group: its worlds and PROTOs.
pub(crate) struct Project {
    storage: MemoryStorage,
}

impl Project {
    /// Reads a group's files.
    pub(crate) fn read(folder: &Path) -> std::io::Result<Self> {
        let mut storage = MemoryStorage::new();
        for part in ["worlds", "protos"] {
            let mut pending = vec![folder.join(part)];
            while let Some(at) = pending.pop() {
                if !at.is_dir() {
                    continue;
                }
                for entry in std::fs::read_dir(&at)?.filter_map(Result::ok) {
                    let path = entry.path();
                    if path.is_dir() {
                        pending.push(path);
                    } else if let Ok(inside) = path.strip_prefix(folder) {
                        storage.insert(PathBuf::from(ROOT).join(inside), std::fs::read(&path)?);
                    }
                }
            }
        }
        Ok(Self { storage })
    }

    /// A world of the project.
    pub(crate) fn world(&self, name: &str) -> Location {
        Location::file(format!("{ROOT}/worlds/{name}.wbt"))
    }

    /// A library that finds the project's files and nothing else.
    pub(crate) fn library(&self, world: &Location) -> Library {
        Library::new(Arc::new(Search::new(
            SearchSettings::for_document(world),
            self.storage.clone(),
        )))
    }
}
