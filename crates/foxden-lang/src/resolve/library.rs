//! Foxden's own PROTO library, compiled in.
//!
//! The files lie under `protos/` of the repository at the logical paths of
//! the official PROTOs they stand in for, so that `webots://` and official
//! web addresses find them.

use super::name;

/// One PROTO file of the own library.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LibraryEntry {
    /// The logical path: `projects/objects/floors/protos/Floor.proto`.
    pub path: &'static str,
    /// The text of the file.
    pub text: &'static str,
}

impl LibraryEntry {
    /// The PROTO name, which is the stem of the file.
    pub fn name(&self) -> &'static str {
        let file = self.path.rsplit('/').next().unwrap_or(self.path);
        name::proto_stem(file).unwrap_or(file)
    }
}

macro_rules! entries {
    ($($path:literal),* $(,)?) => {
        &[$(LibraryEntry {
            path: $path,
            text: include_str!(concat!("../../../../protos/", $path)),
        }),*]
    };
}

/// Sorted by path.
static ENTRIES: &[LibraryEntry] = entries![];

/// All entries, sorted by path.
pub fn library() -> &'static [LibraryEntry] {
    ENTRIES
}

/// The entry at a logical path.
pub fn library_entry(path: &str) -> Option<&'static LibraryEntry> {
    ENTRIES
        .binary_search_by(|entry| entry.path.cmp(path))
        .ok()
        .map(|index| &ENTRIES[index])
}

/// The entry that holds a PROTO of this name.
pub fn library_entry_named(proto_name: &str) -> Option<&'static LibraryEntry> {
    name::pick(
        proto_name,
        ENTRIES.iter().map(|entry| (entry, entry.name())),
    )
}
