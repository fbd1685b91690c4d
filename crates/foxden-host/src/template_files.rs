//! The files that templates may use: the project and asset roots for reading,
//! one private temporary folder for writing.

use crate::files::read_file;
use foxden_lang::template::{FileAccess, FileError};
use std::io;
use std::path::{Component, Path, PathBuf};
use tempfile::TempDir;

/// The largest text a template reads or writes.
const MAX_TEXT_BYTES: u64 = 16 << 20;

/// Files for the templates of one load. The temporary folder goes when this goes.
#[derive(Debug)]
pub struct TemplateFiles {
    roots: Vec<PathBuf>,
    temporary: TempDir,
}

impl TemplateFiles {
    /// Reading below `roots`, writing to a new private folder.
    ///
    /// # Errors
    /// When no temporary folder can be made.
    pub fn new(roots: impl IntoIterator<Item = PathBuf>) -> io::Result<Self> {
        let temporary = tempfile::Builder::new()
            .prefix("foxden-templates-")
            .tempdir()?;
        let roots = roots
            .into_iter()
            .filter_map(|root| root.canonicalize().ok())
            .collect();
        Ok(Self { roots, temporary })
    }

    /// The private folder.
    pub fn folder(&self) -> &Path {
        self.temporary.path()
    }

    /// The real place of a path, if it is inside of a root.
    fn inside(&self, path: &str) -> Option<PathBuf> {
        let real = Path::new(path).canonicalize().ok()?;
        let own = self.temporary.path().canonicalize().ok()?;
        self.roots
            .iter()
            .chain([&own])
            .any(|root| real.starts_with(root))
            .then_some(real)
    }
}

impl FileAccess for TemplateFiles {
    fn exists(&self, path: &str) -> bool {
        self.inside(path).is_some_and(|real| real.is_file())
    }

    fn read(&self, path: &str) -> Result<String, FileError> {
        let real = self.inside(path).ok_or_else(|| {
            FileError(format!(
                "`{path}` is not a file of the project or the asset folders"
            ))
        })?;
        let bytes = read_file(&real, MAX_TEXT_BYTES)
            .map_err(|error| FileError(format!("`{path}`: {error}")))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    fn write(&self, name: &str, content: &str) -> Result<(), FileError> {
        let mut parts = Path::new(name).components();
        let is_plain = matches!(
            (parts.next(), parts.next()),
            (Some(Component::Normal(_)), None)
        );
        if !is_plain {
            return Err(FileError(format!(
                "`{name}` must be a file name without folders"
            )));
        }
        if content.len() as u64 > MAX_TEXT_BYTES {
            return Err(FileError(format!(
                "`{name}` would be larger than {MAX_TEXT_BYTES} bytes"
            )));
        }
        std::fs::write(self.temporary.path().join(name), content)
            .map_err(|error| FileError(format!("`{name}`: {error}")))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn only_the_roots_are_open() {
        let project = tempfile::tempdir().unwrap();
        let outside = tempfile::tempdir().unwrap();
        std::fs::write(project.path().join("a.txt"), "inside").unwrap();
        std::fs::write(outside.path().join("secret"), "outside").unwrap();
        std::os::unix::fs::symlink(outside.path().join("secret"), project.path().join("link"))
            .unwrap();
        let files = TemplateFiles::new([project.path().to_owned()]).unwrap();
        let path = |name: &str| project.path().join(name).display().to_string();
        assert_eq!(files.read(&path("a.txt")).unwrap(), "inside");
        assert!(files.exists(&path("a.txt")));
        for name in ["link", "../secret", "missing"] {
            assert!(files.read(&path(name)).is_err(), "{name}");
            assert!(!files.exists(&path(name)), "{name}");
        }
        assert!(files.read("/etc/passwd").is_err());
    }

    #[test]
    fn writing_stays_in_the_private_folder() {
        let files = TemplateFiles::new([]).unwrap();
        files.write("a.txt", "made").unwrap();
        let made = files.folder().join("a.txt").display().to_string();
        assert_eq!(files.read(&made).unwrap(), "made");
        for name in ["../a.txt", "/tmp/a.txt", "x/y", "", ".."] {
            assert!(files.write(name, "").is_err(), "{name}");
        }
    }
}
