//! Opens worlds and PROTO files of the disk: the one way for all commands.

use crate::asset_journal::AssetEvent;
use crate::fetch_cache::DownloadProgress;
use crate::files;
use crate::options::AssetOptions;
use crate::template_files::TemplateFiles;
use foxden_lang::diagnostic::Diagnostics;
use foxden_lang::header::FileVersion;
use foxden_lang::resolve::Location;
use foxden_scene::{Library, Scene, TemplateEnvironment, load};
use rustix::time::{ClockId, clock_gettime};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// A world file that was read.
pub struct OpenedScene {
    /// Its nodes.
    pub scene: Scene,
    /// The PROTOs that it uses, for edits and simulation.
    pub library: Library,
    /// What is wrong in its files.
    pub diagnostics: Diagnostics,
}

/// Why a world could not be opened.
#[derive(Debug, thiserror::Error)]
#[error("{}: {reason}", path.display())]
pub struct OpenError {
    /// The file.
    pub path: PathBuf,
    /// What went wrong.
    pub reason: String,
}

impl OpenError {
    /// Checks that a path is that of a file, and that a file with another ending than a world
    /// or a PROTO begins like one: for a text of another kind every word would be an error.
    ///
    /// # Errors
    /// When there is nothing at this path, a folder, or a file of another kind.
    pub fn check(path: &Path) -> Result<(), Self> {
        if path.is_dir() {
            let reason = "this is a folder; name a file in it, such as a world (.wbt)";
            return Err(Self::new(path, reason));
        }
        // pipes and devices have no name that assets could be looked for from
        if !path.is_file() {
            return Err(Self::new(path, "there is no such file"));
        }
        let ending = path.extension().unwrap_or_default();
        let is_usual = ["wbt", "proto"]
            .iter()
            .any(|usual| ending.eq_ignore_ascii_case(usual));
        if is_usual || has_header(path).map_err(|error| Self::new(path, error))? {
            return Ok(());
        }
        let reason = format!(
            "this is no world (.wbt) and no PROTO file (.proto); the first line of one is: \
             #VRML_SIM {} utf8",
            FileVersion::REFERENCE
        );
        Err(Self::new(path, reason))
    }

    /// The file cannot be opened for this reason.
    pub fn new(path: &Path, reason: impl std::fmt::Display) -> Self {
        Self {
            path: path.to_owned(),
            reason: reason.to_string(),
        }
    }
}

/// Whether a file begins like a world or a PROTO.
fn has_header(path: &Path) -> io::Result<bool> {
    const MARK: &[u8] = "\u{feff}".as_bytes();
    let mut start = Vec::new();
    let file = std::fs::File::open(path)?;
    file.take(16).read_to_end(&mut start)?;
    let start = start.strip_prefix(MARK).unwrap_or(&start);
    Ok(start.starts_with(b"#VRML"))
}

/// Reads a world file and everything that it uses. Errors in the files are
/// diagnostics; the scene is what can be made of the rest. `report` is called
/// with the progress of downloads.
///
/// # Errors
/// When the file cannot be read.
pub fn scene(
    path: &Path,
    options: &AssetOptions,
    report: impl Fn(DownloadProgress<'_>) + Send + Sync + 'static,
) -> Result<OpenedScene, OpenError> {
    let (document, mut library) = document(path, options, report)?;
    let loaded = load(&document, &mut library).map_err(|error| OpenError::new(path, error))?;
    Ok(OpenedScene {
        scene: loaded.scene,
        library,
        diagnostics: loaded.diagnostics,
    })
}

/// The location of a file, and the library with which it is read.
///
/// # Errors
/// When there is no such file.
pub fn document(
    path: &Path,
    options: &AssetOptions,
    report: impl Fn(DownloadProgress<'_>) + Send + Sync + 'static,
) -> Result<(Location, Library), OpenError> {
    OpenError::check(path)?;
    let fail = |error: io::Error| OpenError::new(path, error);
    let document = files::document(path).map_err(fail)?;
    let library = library(&document, options, report).map_err(fail)?;
    Ok((document, library))
}

/// The library for one document: its files, downloads and templates as the
/// options say. `report` receives the progress of downloads.
///
/// # Errors
/// If the current folder is unknown or no temporary folder can be made.
pub fn library(
    document: &Location,
    options: &AssetOptions,
    report: impl Fn(DownloadProgress<'_>) + Send + Sync + 'static,
) -> io::Result<Library> {
    if let Some(recorded) = &options.recorded {
        return Ok(recorded.library(Arc::new(processor_time)));
    }
    let search = options.search(document, report)?;
    let settings = search.settings();
    let roots = settings
        .project
        .iter()
        .chain(&settings.extra_projects)
        .chain(&settings.asset_pack);
    let files = Arc::new(TemplateFiles::new(roots.cloned())?);
    let mut environment = TemplateEnvironment {
        webots_home: options
            .asset_pack
            .as_ref()
            .map(|pack| pack.display().to_string())
            .unwrap_or_default(),
        temporary_folder: files.folder().display().to_string(),
        files: None,
        clock: Some(Arc::new(processor_time)),
    };
    let Some(journal) = &options.journal else {
        environment.files = Some(files);
        return Ok(Library::new(Arc::new(search)).with_templates(environment));
    };
    journal.note(AssetEvent::Environment {
        webots_home: environment.webots_home.clone(),
        temporary_folder: environment.temporary_folder.clone(),
    });
    environment.files = Some(Arc::new(journal.of_template_files(files)));
    let resolver = journal.of_resolver(Arc::new(search));
    Ok(Library::new(Arc::new(resolver)).with_templates(environment))
}

/// How much processor time this thread has used: waiting, and what other
/// programs do, does not count.
fn processor_time() -> Duration {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    Duration::try_from(now).unwrap_or_default()
}
