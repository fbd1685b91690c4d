//! Writing a file so that a crash never leaves half of it.

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// Why a file was not written. An existing file stays unchanged.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {path}: {reason}")]
pub struct SaveError {
    /// The file.
    pub path: PathBuf,
    /// The reason.
    #[source]
    pub reason: std::io::Error,
}

/// Links that are followed from one to the next.
const MOST_LINKS: usize = 40;

/// Writes a file as [`save_with`] does.
pub fn save_file(path: &Path, content: &(impl AsRef<[u8]> + ?Sized)) -> Result<(), SaveError> {
    save_with(path, |file| file.write_all(content.as_ref()))
}

/// Lets `write` fill a temporary file beside the target, and renames it. A link is
/// followed, and what it leads to is replaced. A file keeps its mode; a new one
/// gets that of the umask.
pub fn save_with(
    path: &Path,
    write: impl FnOnce(&mut File) -> std::io::Result<()>,
) -> Result<(), SaveError> {
    let fail = |reason| SaveError {
        path: path.to_owned(),
        reason,
    };
    let target = target(path).map_err(fail)?;
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let before = std::fs::metadata(&target).ok();
    if before.as_ref().is_some_and(|before| !before.is_file()) {
        return Err(fail(std::io::Error::other("it is not a plain file")));
    }
    let mut file = new_file(folder).map_err(fail)?;
    if let Some(before) = before {
        file.as_file()
            .set_permissions(before.permissions())
            .map_err(fail)?;
    }
    write(file.as_file_mut()).map_err(fail)?;
    file.as_file().sync_all().map_err(fail)?;
    file.persist(&target).map_err(|error| fail(error.error))?;
    Ok(())
}

/// A temporary file with the mode of any new file.
fn new_file(folder: &Path) -> std::io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

/// Where a path leads, also if nothing is there yet.
fn target(path: &Path) -> std::io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        if !path.is_symlink() {
            return Ok(path);
        }
        let next = std::fs::read_link(&path)?;
        path = match path.parent() {
            Some(folder) => folder.join(next),
            None => next,
        };
    }
    Err(std::io::Error::other("its links lead in a circle"))
}

#[cfg(all(test, unix))]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::fs::{self, Permissions};
    use std::os::unix::fs::{PermissionsExt, symlink};

    fn mode(path: &Path) -> u32 {
        path.metadata().unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn links_are_followed_and_modes_kept() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("real")).unwrap();
        fs::write(at("real/a.wbt"), "old").unwrap();
        fs::set_permissions(at("real/a.wbt"), Permissions::from_mode(0o640)).unwrap();
        symlink("real/a.wbt", at("first")).unwrap();
        symlink("first", at("second")).unwrap();
        symlink("real/new.wbt", at("new")).unwrap();
        for (name, real) in [("second", "real/a.wbt"), ("new", "real/new.wbt")] {
            save_file(&at(name), "new").unwrap();
            assert!(at(name).is_symlink());
            assert!(!at(real).is_symlink());
            assert_eq!(fs::read_to_string(at(real)).unwrap(), "new");
        }
        assert_eq!(mode(&at("real/a.wbt")), 0o640);
        // what the umask makes of a file that is simply written
        fs::write(at("plain"), "").unwrap();
        assert_eq!(mode(&at("real/new.wbt")), mode(&at("plain")));
        assert_eq!(fs::read_dir(at("real")).unwrap().count(), 2);
    }

    #[test]
    fn circles_and_folders_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        symlink("b", at("a")).unwrap();
        symlink("a", at("b")).unwrap();
        for bad in [at("a"), folder.path().to_owned(), at("missing/a")] {
            assert!(save_file(&bad, "").is_err(), "{}", bad.display());
        }
    }
}
