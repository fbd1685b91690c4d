//! Writing a file so that a crash never leaves half of it.

use std::io::Write as _;
use std::path::{Path, PathBuf};

/// Why a file was not written. What stood there before is untouched.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {path}: {reason}")]
pub struct SaveError {
    /// The file.
    pub path: PathBuf,
    /// The reason.
    #[source]
    pub reason: std::io::Error,
}

/// Writes text to a temporary file beside the target and renames it.
pub fn save_file(path: &Path, text: &str) -> Result<(), SaveError> {
    let fail = |reason| SaveError {
        path: path.to_owned(),
        reason,
    };
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut file = tempfile::NamedTempFile::new_in(folder).map_err(fail)?;
    if let Ok(metadata) = std::fs::metadata(path) {
        file.as_file()
            .set_permissions(metadata.permissions())
            .map_err(fail)?;
    }
    file.write_all(text.as_bytes()).map_err(fail)?;
    file.as_file().sync_all().map_err(fail)?;
    file.persist(path).map_err(|error| fail(error.error))?;
    Ok(())
}
