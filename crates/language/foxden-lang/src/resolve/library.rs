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

macro_rules! entries {
    ($($path:literal),* $(,)?) => {
        &[$(LibraryEntry {
            path: $path,
            text: include_str!(concat!("../../protos/", $path)),
        }),*]
    };
}

/// Sorted by path.
static ENTRIES: &[LibraryEntry] = entries![
    "projects/appearances/protos/BrushedAluminium.proto",
    "projects/appearances/protos/ChequeredParquetry.proto",
    "projects/appearances/protos/Copper.proto",
    "projects/appearances/protos/CorrodedMetal.proto",
    "projects/appearances/protos/GalvanizedMetal.proto",
    "projects/appearances/protos/MattePaint.proto",
    "projects/appearances/protos/OldSteel.proto",
    "projects/appearances/protos/OsbWood.proto",
    "projects/appearances/protos/PaintedWood.proto",
    "projects/appearances/protos/Parquetry.proto",
    "projects/appearances/protos/Roughcast.proto",
    "projects/appearances/protos/SandyGround.proto",
    "projects/appearances/protos/ThreadMetalPlate.proto",
    "projects/appearances/protos/VarnishedPine.proto",
    "projects/objects/apartment_structure/protos/Wall.proto",
    "projects/objects/backgrounds/protos/TexturedBackground.proto",
    "projects/objects/backgrounds/protos/TexturedBackgroundLight.proto",
    "projects/objects/factory/containers/protos/WoodenBox.proto",
    "projects/objects/floors/protos/CircleArena.proto",
    "projects/objects/floors/protos/Floor.proto",
    "projects/objects/floors/protos/RectangleArena.proto",
    "projects/objects/solids/protos/SolidBox.proto",
    "projects/objects/solids/protos/SolidPipe.proto",
    "projects/robots/foxden/reynard/protos/GardenRake.proto",
    "projects/robots/foxden/reynard/protos/Reynard.proto",
    "projects/robots/foxden/reynard/protos/ReynardFork.proto",
    "projects/robots/foxden/reynard/protos/ReynardLamp.proto",
    "projects/robots/foxden/reynard/protos/ReynardPen.proto",
    "projects/robots/foxden/reynard/protos/ReynardProbe.proto",
    "projects/robots/gctronic/e-puck/protos/E-puck.proto",
    "projects/robots/gctronic/e-puck/protos/E-puckDistanceSensor.proto",
    "projects/robots/gctronic/e-puck/protos/E-puckGroundSensors.proto",
];

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
    use std::path::{Path, PathBuf};

    #[test]
    fn entries_are_sorted_for_the_binary_search() {
        assert!(ENTRIES.is_sorted_by(|left, right| left.path < right.path));
        for entry in ENTRIES {
            assert_eq!(library_entry(entry.path), Some(entry));
            assert_eq!(library_entry_named(entry.name()), Some(entry));
        }
        assert_eq!(library_entry("projects/none.proto"), None);
    }

    #[test]
    fn every_file_of_the_folder_is_compiled_in() {
        fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    walk(&path, found);
                } else {
                    found.push(path);
                }
            }
        }
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../protos/projects");
        let mut found = Vec::new();
        walk(&root, &mut found);
        assert_eq!(found.len(), ENTRIES.len());
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
