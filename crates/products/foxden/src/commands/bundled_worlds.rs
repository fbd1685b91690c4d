//! The worlds that are part of the program. They are written to a folder of the
//! user before they are opened, because worlds name other files beside them.

use foxden_scene::save_file;
use std::io;
use std::path::{Path, PathBuf};

/// A file of the bundled project.
struct BundledFile {
    /// Its place in the project.
    path: &'static str,
    text: &'static str,
}

macro_rules! files {
    ($($path:literal = $source:literal),* $(,)?) => {
        &[$(BundledFile { path: $path, text: include_str!(concat!("../../bundled/", $source)) }),*]
    };
}

/// The worlds in the order of the start page, then what they use.
const FILES: &[BundledFile] = files![
    "worlds/hello.wbt" = "worlds/hello.wbt",
    "worlds/reynard_den.wbt" = "worlds/reynard_den.wbt",
    "worlds/reynard_classic.wbt" = "worlds/reynard_classic.wbt",
    "worlds/light_following.wbt" = "worlds/light_following.wbt",
    "worlds/charging_station.wbt" = "worlds/charging_station.wbt",
    "worlds/slot.wbt" = "worlds/slot.wbt",
    "protos/hands/CupHand.proto" = "hands/CupHand.proto",
    "protos/hands/DiverHand.proto" = "hands/DiverHand.proto",
    "protos/hands/PincerHand.proto" = "hands/PincerHand.proto",
    "protos/hands/PorterRobot.proto" = "hands/PorterRobot.proto",
    "protos/hands/WorkTable.proto" = "hands/WorkTable.proto",
];

/// Writes the bundled project to a folder and returns its worlds. A file that has
/// the right content stays as it is.
pub(crate) fn write_bundled(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut worlds = Vec::new();
    for file in FILES {
        let path = folder.join(file.path);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent)?;
        }
        if std::fs::read(&path).ok().as_deref() != Some(file.text.as_bytes()) {
            save_file(&path, file.text).map_err(|error| error.reason)?;
        }
        if file.path.ends_with(".wbt") {
            worlds.push(path);
        }
    }
    Ok(worlds)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn each_world_of_the_repository_is_bundled() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
        for folder in ["worlds", "protos/hands"] {
            let found: BTreeSet<String> = std::fs::read_dir(root.join(folder))
                .unwrap()
                .map(|entry| entry.unwrap().file_name().into_string().unwrap())
                .map(|name| format!("{folder}/{name}"))
                .collect();
            let bundled = FILES.iter().map(|file| file.path.to_owned());
            let bundled: BTreeSet<String> =
                bundled.filter(|path| path.starts_with(folder)).collect();
            assert_eq!(found, bundled);
        }
    }

    #[test]
    fn a_changed_file_is_written_again() {
        let folder = tempfile::TempDir::new().unwrap();
        let worlds = write_bundled(folder.path()).unwrap();
        std::fs::write(&worlds[0], "changed").unwrap();
        assert_eq!(write_bundled(folder.path()).unwrap(), worlds);
        let text = std::fs::read_to_string(&worlds[0]).unwrap();
        assert_eq!(text, FILES[0].text);
    }
}
