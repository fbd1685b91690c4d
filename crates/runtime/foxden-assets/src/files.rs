//! Files on disk for the search rules, and the settings that a command line
//! and the environment give.

use foxden_lang::resolve::{Location, SearchSettings, Storage};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf, absolute};
use std::sync::{Arc, Mutex, PoisonError};

/// The largest file that is read.
pub const MAX_FILE_BYTES: u64 = 256 << 20;

/// How many folders a search for undeclared PROTOs opens at most.
const MAX_FOLDERS: usize = 20_000;

/// The disk as a [`Storage`].
///
/// The lists of PROTO files are kept, since a search in an installation
/// walks thousands of folders; make a new one for each load.
#[derive(Debug, Default)]
pub struct FileSystem {
    listings: Mutex<BTreeMap<PathBuf, Vec<PathBuf>>>,
}

impl FileSystem {
    /// The disk, with nothing listed yet.
    pub fn new() -> Self {
        Self::default()
    }
}

impl Storage for FileSystem {
    fn is_file(&self, path: &Path) -> bool {
        path.is_file()
    }

    fn real_path(&self, path: &Path) -> Option<PathBuf> {
        fs::canonicalize(path).ok()
    }

    fn read(&self, path: &Path) -> io::Result<Arc<[u8]>> {
        read_file(path, MAX_FILE_BYTES)
    }

    fn proto_files_below(&self, folder: &Path) -> Vec<PathBuf> {
        let mut listings = self.listings.lock().unwrap_or_else(PoisonError::into_inner);
        listings
            .entry(folder.to_owned())
            .or_insert_with(|| list_protos(folder))
            .clone()
    }
}

/// Reads a plain file of at most `limit` bytes. Pipes and devices are
/// refused: they could block for ever.
pub fn read_file(path: &Path, limit: u64) -> io::Result<Arc<[u8]>> {
    // Asked before opening: the opening of a pipe waits for a writer.
    let metadata = fs::metadata(path)?;
    if !metadata.is_file() {
        return Err(io::Error::other("it is no plain file"));
    }
    let too_large = || io::Error::other(format!("it is larger than {limit} bytes"));
    if metadata.len() > limit {
        return Err(too_large());
    }
    let mut content = Vec::with_capacity(usize::try_from(metadata.len()).unwrap_or(0));
    // The file may grow while it is read.
    fs::File::open(path)?
        .take(limit + 1)
        .read_to_end(&mut content)?;
    if content.len() as u64 > limit {
        return Err(too_large());
    }
    Ok(Arc::from(content))
}

/// A folder's own PROTO files by name, then those of its sub-folders.
/// Folders behind links are entered once, so that cycles end.
fn list_protos(root: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut entered = BTreeSet::new();
    let mut waiting = vec![root.to_owned()];
    while let Some(folder) = waiting.pop() {
        let Ok(real) = fs::canonicalize(&folder) else {
            continue;
        };
        if entered.len() >= MAX_FOLDERS || !entered.insert(real) {
            continue;
        }
        let Ok(entries) = fs::read_dir(&folder) else {
            continue;
        };
        let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        let (folders, files): (Vec<_>, Vec<_>) = paths.into_iter().partition(|path| path.is_dir());
        found.extend(files.into_iter().filter(|file| {
            file.extension()
                .is_some_and(|extension| extension.eq_ignore_ascii_case("proto"))
        }));
        waiting.extend(folders.into_iter().rev());
    }
    found
}

/// The location of a document named on the command line.
///
/// # Errors
/// If the current folder is unknown.
pub fn document(path: &Path) -> io::Result<Location> {
    Ok(Location::file(absolute(path)?))
}

/// Settings for a document: its project, the `--project` folders and an
/// asset pack (usually the variable `WEBOTS_HOME`).
///
/// # Errors
/// If the current folder is unknown.
pub fn settings(
    document: &Location,
    extra_projects: &[PathBuf],
    asset_pack: Option<&Path>,
) -> io::Result<SearchSettings> {
    let asset_pack = asset_pack
        .filter(|pack| !pack.as_os_str().is_empty())
        .map(absolute)
        .transpose()?;
    Ok(SearchSettings {
        extra_projects: extra_projects
            .iter()
            .map(absolute)
            .collect::<io::Result<_>>()?,
        asset_pack_release: asset_pack.as_deref().and_then(release_of),
        asset_pack,
        ..SearchSettings::for_document(document)
    })
}

/// What `resources/version.txt` of an installation says.
fn release_of(pack: &Path) -> Option<String> {
    let text = read_file(&pack.join("resources/version.txt"), 1000).ok()?;
    let text = String::from_utf8_lossy(&text);
    let release = text.split_whitespace().next()?;
    Some(release.to_owned())
}
