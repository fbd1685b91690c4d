//! Opening a world or PROTO of the disk.

use crate::fetch_cache::Progress;
use crate::options::AssetOptions;
use crate::template_files::TemplateFiles;
use foxden_lang::resolve::Location;
use foxden_scene::{Library, TemplateEnvironment};
use rustix::time::{ClockId, clock_gettime};
use std::io;
use std::sync::Arc;
use std::time::Duration;

/// The library for one document: its files, downloads and templates as the
/// options say. `report` hears how downloads go on.
///
/// # Errors
/// When the current folder cannot be told or no temporary folder can be made.
pub fn library(
    document: &Location,
    options: &AssetOptions,
    report: impl Fn(Progress<'_>) + Send + Sync + 'static,
) -> io::Result<Library> {
    let search = options.search(document, report)?;
    let settings = search.settings();
    let roots = settings
        .project
        .iter()
        .chain(&settings.extra_projects)
        .chain(&settings.asset_pack);
    let files = Arc::new(TemplateFiles::new(roots.cloned())?);
    let environment = TemplateEnvironment {
        webots_home: options
            .asset_pack
            .as_ref()
            .map(|pack| pack.display().to_string())
            .unwrap_or_default(),
        temporary_folder: files.folder().display().to_string(),
        files: Some(files),
        clock: Some(Arc::new(processor_time)),
    };
    Ok(Library::new(Arc::new(search)).with_templates(environment))
}

/// How much processor time this thread has used: waiting, and what other
/// programs do, does not count.
fn processor_time() -> Duration {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    Duration::try_from(now).unwrap_or_default()
}
