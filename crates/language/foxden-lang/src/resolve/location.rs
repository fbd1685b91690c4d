//! [`Location`]: the identity of a file on disk, on the web or in the library.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The location of a file: on disk, on the web or in Foxden's own library.
///
/// Cheap to clone and to compare; parsed PROTO files are cached under it.
/// The [`Display`](fmt::Display) form adds no blanks, so that
/// `FILE:LINE:COLUMN` is one word in messages.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Location {
    /// A file on disk, with `.` and `..` removed.
    File(Arc<Path>),
    /// A file at a web address.
    Web(Arc<str>),
    /// An entry of Foxden's own library, by its logical path.
    Library(Arc<str>),
}

impl Location {
    /// A file on disk.
    pub fn file(path: impl Into<PathBuf>) -> Self {
        Location::File(Arc::from(path.into()))
    }

    /// A web address.
    pub fn web(address: &str) -> Self {
        Location::Web(Arc::from(address))
    }

    /// An entry of the own library, such as
    /// `projects/objects/floors/protos/Floor.proto`.
    pub fn library(logical_path: &str) -> Self {
        Location::Library(Arc::from(logical_path))
    }

    /// The path on disk, if it is a file there.
    pub fn as_file(&self) -> Option<&Path> {
        match self {
            Location::File(path) => Some(path),
            Location::Web(_) | Location::Library(_) => None,
        }
    }

    /// The last part of the path: `Floor.proto`.
    pub fn file_name(&self) -> String {
        match self {
            Location::File(path) => path
                .file_name()
                .map(|name| name.to_string_lossy().into_owned())
                .unwrap_or_default(),
            Location::Web(text) | Location::Library(text) => {
                text.rsplit('/').next().unwrap_or_default().to_owned()
            }
        }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Location::File(path) => write!(f, "{}", path.display()),
            Location::Web(address) => f.write_str(address),
            Location::Library(path) => write!(f, "foxden://{path}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn display_forms_tell_the_three_apart() {
        assert_eq!(Location::file("/a/B.proto").to_string(), "/a/B.proto");
        assert_eq!(
            Location::web("https://x.org/B.proto").to_string(),
            "https://x.org/B.proto"
        );
        assert_eq!(
            Location::library("projects/B.proto").to_string(),
            "foxden://projects/B.proto"
        );
    }

    #[test]
    fn file_name_is_the_last_part() {
        assert_eq!(Location::file("/a/B.proto").file_name(), "B.proto");
        assert_eq!(Location::library("projects/B.proto").file_name(), "B.proto");
    }
}
