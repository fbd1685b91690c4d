//! Which worlds a folder of recordings holds.

use std::path::{Path, PathBuf};

/// A group of recordings.
#[derive(Clone, Debug)]
pub struct Group {
    /// Its name: the folder's.
    pub name: String,
    /// Its folder.
    pub folder: PathBuf,
}

/// One recorded world.
#[derive(Clone, Debug)]
pub struct Case {
    /// The world's name without extension.
    pub name: String,
    /// The group's folder.
    pub folder: PathBuf,
}

impl Group {
    /// The groups of a data folder that are wanted; all if none are named.
    pub fn find(data: &Path, wanted: &[String]) -> std::io::Result<Vec<Self>> {
        let mut groups: Vec<Self> = std::fs::read_dir(data)?
            .filter_map(Result::ok)
            .filter(|entry| entry.path().join("worlds").is_dir())
            .map(|entry| Self {
                name: entry.file_name().to_string_lossy().into_owned(),
                folder: entry.path(),
            })
            .filter(|group| wanted.is_empty() || wanted.contains(&group.name))
            .collect();
        groups.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(groups)
    }

    /// The worlds that have a recording.
    pub fn cases(&self) -> std::io::Result<Vec<Case>> {
        let mut names: Vec<String> = std::fs::read_dir(self.folder.join("worlds"))?
            .filter_map(Result::ok)
            .filter_map(|entry| {
                entry
                    .file_name()
                    .to_str()?
                    .strip_suffix(".wbt")
                    .map(str::to_owned)
            })
            .collect();
        names.sort();
        Ok(names
            .into_iter()
            .map(|name| Case {
                name,
                folder: self.folder.clone(),
            })
            .collect())
    }
}

impl Case {
    /// The path of something recorded, such as `out/NAME.log` for `.log`.
    pub fn out(&self, suffix: &str) -> PathBuf {
        self.folder
            .join("out")
            .join(format!("{}{suffix}", self.name))
    }

    /// What was recorded under a suffix.
    pub fn recorded(&self, suffix: &str) -> Option<String> {
        std::fs::read_to_string(self.out(suffix)).ok()
    }

    /// The world file.
    pub fn world(&self) -> PathBuf {
        self.folder
            .join("worlds")
            .join(format!("{}.wbt", self.name))
    }
}
