//! A project of its own for each run: recordings are only read.

use super::recorders::Recorders;
use crate::case::Case;
use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A project with one world that may be written to.
pub(crate) struct Scratch {
    folder: TempDir,
}

impl Scratch {
    /// A project with a copy of the world, the recorders and an empty `out`.
    pub(crate) fn new(case: &Case, recorders: &Recorders) -> io::Result<Self> {
        let folder = tempfile::tempdir()?;
        let root = folder.path();
        for entry in fs::read_dir(&case.folder)?.filter_map(Result::ok) {
            let name = entry.file_name();
            if !["worlds", "out", "controllers"]
                .iter()
                .any(|own| name == *own)
            {
                symlink(entry.path(), root.join(name))?;
            }
        }
        for own in ["worlds", "out", "controllers"] {
            fs::create_dir(root.join(own))?;
        }
        for entry in fs::read_dir(case.folder.join("worlds"))?.filter_map(Result::ok) {
            let target = root.join("worlds").join(entry.file_name());
            if entry.path() == case.world() {
                fs::write(target, fs::read(entry.path())?)?;
            } else {
                symlink(entry.path(), target)?;
            }
        }
        for (name, program) in recorders.of_group(&case.folder) {
            let own = root.join("controllers").join(name);
            fs::create_dir(&own)?;
            symlink(program, own.join(name))?;
        }
        Ok(Self { folder })
    }

    /// The world's file.
    pub(crate) fn world(&self, name: &str) -> PathBuf {
        self.folder
            .path()
            .join("worlds")
            .join(format!("{name}.wbt"))
    }

    /// Where recorders write.
    pub(crate) fn out(&self) -> PathBuf {
        Path::new(self.folder.path()).join("out")
    }
}
