//! The files that templates may use: the project and asset roots for reading,
//! one private temporary folder for writing.

use crate::files::read_file;
use crate::temporary_folders::PrivateFolder;
use foxden_lang::template::{FileAccess, FileError};
use std::collections::HashMap;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::Mutex;

/// The largest text a template reads or writes.
const MAX_TEXT_BYTES: u64 = 16 << 20;

/// How many files templates may write. A file that is written again counts once.
const MAX_FILES: usize = 1000;

/// How large all files that templates write may be together.
const MAX_TOTAL_BYTES: u64 = 64 << 20;

/// Files for the templates of one load. The temporary folder is removed when this is dropped.
#[derive(Debug)]
pub struct TemplateFiles {
    roots: Vec<PathBuf>,
    folder: PrivateFolder,
    written: Mutex<Written>,
}

/// The files that were written, with their sizes.
#[derive(Debug, Default)]
struct Written {
    sizes: HashMap<String, u64>,
    total: u64,
}

impl Written {
    /// Notes a file, if it fits.
    fn take(&mut self, name: &str, size: u64) -> Result<(), FileError> {
        let before = self.sizes.get(name).copied();
        if before.is_none() && self.sizes.len() >= MAX_FILES {
            return Err(FileError::limit(format!(
                "templates write more than {MAX_FILES} files"
            )));
        }
        let total = self.total - before.unwrap_or(0) + size;
        if total > MAX_TOTAL_BYTES {
            return Err(FileError::limit(format!(
                "templates write files of more than {} MiB together",
                MAX_TOTAL_BYTES >> 20
            )));
        }
        self.total = total;
        self.sizes.insert(name.to_owned(), size);
        Ok(())
    }
}

impl TemplateFiles {
    /// Reading below `roots`, writing to a new private folder.
    ///
    /// # Errors
    /// When no temporary folder can be made.
    pub fn new(roots: impl IntoIterator<Item = PathBuf>) -> io::Result<Self> {
        let folder = PrivateFolder::create(&std::env::temp_dir(), "foxden-templates-")?;
        let roots = roots
            .into_iter()
            .filter_map(|root| root.canonicalize().ok())
            .collect();
        Ok(Self {
            roots,
            folder,
            written: Mutex::default(),
        })
    }

    /// The private folder.
    pub fn folder(&self) -> PathBuf {
        self.folder.path()
    }

    /// The real place of a path, if it is inside of a root.
    fn inside(&self, path: &str) -> Option<PathBuf> {
        let real = Path::new(path).canonicalize().ok()?;
        let own = self.folder.path().canonicalize().ok()?;
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
            FileError::new(format!(
                "`{path}` is not a file of the project or the asset folders"
            ))
        })?;
        let bytes = read_file(&real, MAX_TEXT_BYTES)
            .map_err(|error| FileError::new(format!("`{path}`: {error}")))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    fn write(&self, name: &str, content: &str) -> Result<(), FileError> {
        let mut parts = Path::new(name).components();
        let is_plain = matches!(
            (parts.next(), parts.next()),
            (Some(Component::Normal(_)), None)
        );
        if !is_plain {
            return Err(FileError::new(format!(
                "`{name}` must be a file name without folders"
            )));
        }
        if content.len() as u64 > MAX_TEXT_BYTES {
            return Err(FileError::new(format!(
                "`{name}` would be larger than {MAX_TEXT_BYTES} bytes"
            )));
        }
        let mut written = match self.written.lock() {
            Ok(written) => written,
            Err(poisoned) => poisoned.into_inner(),
        };
        written.take(name, content.len() as u64)?;
        std::fs::write(self.folder.path().join(name), content)
            .map_err(|error| FileError::new(format!("`{name}`: {error}")))
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

    #[test]
    fn number_and_size_of_files_are_limited() {
        let files = TemplateFiles::new([]).unwrap();
        let large = "x".repeat(16 << 20);
        for _ in 0..10 {
            files.write("again", &large).unwrap();
        }
        for name in ["b", "c", "d"] {
            files.write(name, &large).unwrap();
        }
        let error = files.write("e", "more").unwrap_err();
        assert!(
            error.is_limit && error.message.contains("64 MiB"),
            "{error}"
        );
        for name in ["again", "b", "c", "d"] {
            files.write(name, "").unwrap();
        }
        for number in 0..MAX_FILES - 4 {
            files.write(&number.to_string(), "").unwrap();
        }
        let error = files.write("one more", "").unwrap_err();
        assert!(
            error.is_limit && error.message.contains("1000 files"),
            "{error}"
        );
        files.write("0", "again").unwrap();
    }
}
