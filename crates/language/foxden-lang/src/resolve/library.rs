//! Foxden's own PROTO library, compiled in.
//!
//! The files are under `protos/` of the repository, at the logical paths
//! (`projects/…`) of the official PROTOs that they replace, so that
//! `webots://` and official web addresses find them.

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

/// All files of the folder, sorted by path. The build script lists them.
static ENTRIES: &[LibraryEntry] = &include!(concat!(env!("OUT_DIR"), "/library.rs"));

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

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_sorted_for_the_binary_search() {
        assert!(ENTRIES.is_sorted_by(|left, right| left.path < right.path));
        for entry in ENTRIES {
            assert_eq!(library_entry(entry.path), Some(entry));
            assert_eq!(library_entry_named(entry.name()), Some(entry));
        }
        assert_eq!(library_entry("projects/none.proto"), None);
        assert!(library_entry_named("Reynard").is_some());
    }

    #[test]
    fn each_text_declares_the_proto_of_its_file_name() {
        for entry in ENTRIES {
            assert!(entry.text.starts_with("#VRML_SIM R2023b utf8\n"));
            let declaration = format!("\nPROTO {} [\n", entry.name());
            assert!(entry.text.contains(&declaration), "{}", entry.path);
        }
    }

    #[test]
    fn declarations_inside_the_library_stay_in_it() {
        use crate::resolve::{
            AssetKind, Location, MemoryStorage, Resolver, Search, SearchSettings,
        };
        let world = Location::file("/p/worlds/w.wbt");
        let search = Search::new(SearchSettings::for_document(&world), MemoryStorage::new());
        for entry in ENTRIES {
            let holder = Location::library(entry.path);
            for line in entry.text.lines() {
                let Some(rest) = line.strip_prefix("EXTERNPROTO \"") else {
                    continue;
                };
                let found = search
                    .locate(rest.trim_end_matches('"'), &holder, AssetKind::Proto)
                    .unwrap();
                assert!(matches!(found, Location::Library(_)), "{line}");
            }
        }
    }
}
