//! A project to run worlds in: recordings are only read.

use super::recorders::Recorders;
use crate::case::Case;
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The file of what the simulator says.
const SAID: &str = "said.txt";

/// A copy of a group in which one world at a time is run.
pub(crate) struct Scratch {
    folder: TempDir,
    group: PathBuf,
}

impl Scratch {
    /// Copies the files of a group, but not what was recorded.
    pub(crate) fn new(group: &Path) -> io::Result<Self> {
        let folder = tempfile::tempdir()?;
        for entry in fs::read_dir(group)?.filter_map(Result::ok) {
            let name = entry.file_name();
            if name != "out" && name != "controllers" {
                copy(&entry.path(), &folder.path().join(name))?;
            }
        }
        Ok(Self {
            folder,
            group: group.to_owned(),
        })
    }

    /// Makes ready for a world: its file as it was, an empty `out` and
    /// recorders with nothing beside them. The file is for what is said.
    pub(crate) fn begin(&self, case: &Case, recorders: &Recorders) -> io::Result<File> {
        let root = self.folder.path();
        for own in ["out", "controllers"] {
            match fs::remove_dir_all(root.join(own)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => fs::create_dir(root.join(own))?,
            }
        }
        for entry in fs::read_dir(root.join("worlds"))?.filter_map(Result::ok) {
            if !self.group.join("worlds").join(entry.file_name()).exists() {
                remove(&entry.path())?;
            }
        }
        fs::write(self.world(&case.name), fs::read(case.world())?)?;
        for (name, program) in recorders.of_group(&self.group) {
            let own = root.join("controllers").join(name);
            fs::create_dir(&own)?;
            symlink(program, own.join(name))?;
        }
        File::create(root.join(SAID))
    }

    /// What the simulator said last about itself, in a line.
    pub(crate) fn said(&self) -> Option<String> {
        let bytes = fs::read(self.folder.path().join(SAID)).ok()?;
        let text = String::from_utf8_lossy(&bytes);
        let own = text.lines().rev().find(|line| line.starts_with("foxden: "));
        own.map(str::to_owned)
    }

    /// The world's file.
    pub(crate) fn world(&self, name: &str) -> PathBuf {
        let worlds = self.folder.path().join("worlds");
        worlds.join(format!("{name}.wbt"))
    }

    /// What a recorder wrote: into `out`, or beside itself where its library
    /// resolves relative names.
    pub(crate) fn written(&self, file: &str) -> Option<String> {
        let bytes = fs::read(self.path_of(file)?).ok()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Where a recorder wrote a file.
    pub(crate) fn path_of(&self, file: &str) -> Option<PathBuf> {
        let root = self.folder.path();
        let beside = fs::read_dir(root.join("controllers")).into_iter().flatten();
        std::iter::once(root.join("out"))
            .chain(beside.filter_map(|entry| Some(entry.ok()?.path())))
            .map(|folder| folder.join(file))
            .find(|path| path.is_file())
    }
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    if !from.is_dir() {
        return fs::write(to, fs::read(from)?);
    }
    fs::create_dir(to)?;
    for entry in fs::read_dir(from)?.filter_map(Result::ok) {
        copy(&entry.path(), &to.join(entry.file_name()))?;
    }
    Ok(())
}

fn remove(path: &Path) -> io::Result<()> {
    match path.is_dir() {
        true => fs::remove_dir_all(path),
        false => fs::remove_file(path),
    }
}
