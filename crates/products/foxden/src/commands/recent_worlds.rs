//! The worlds that were viewed last, in a file of the user's state folder.

use foxden_scene::save_file;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

/// How many worlds are remembered.
const MOST: usize = 12;

/// The largest list that is read.
const LARGEST: u64 = 1 << 20;

/// The name of the list.
const NAME: &str = "recent_worlds.json";

/// The folder for what Foxden remembers, by the rules of XDG, from the values of
/// `XDG_STATE_HOME` and `HOME`.
pub(crate) fn state_folder(state: Option<OsString>, home: Option<OsString>) -> Option<PathBuf> {
    let absolute = |value: OsString| Some(PathBuf::from(value)).filter(|path| path.is_absolute());
    let base = state
        .and_then(absolute)
        .or_else(|| Some(home.and_then(absolute)?.join(".local/state")))?;
    Some(base.join("foxden"))
}

/// The worlds that were viewed last, newest first, as far as they still exist.
pub(crate) fn read(folder: &Path) -> Vec<PathBuf> {
    let path = folder.join(NAME);
    let is_small = std::fs::metadata(&path).is_ok_and(|about| about.len() <= LARGEST);
    let text = match is_small {
        true => std::fs::read(&path).unwrap_or_default(),
        false => Vec::new(),
    };
    // a list that cannot be read is written again with the next world
    let files: Vec<PathBuf> = serde_json::from_slice(&text).unwrap_or_default();
    let files = files.into_iter().filter(|file| file.is_file());
    files.take(MOST).collect()
}

/// Remembers a world as the newest one.
pub(crate) fn remember(folder: &Path, world: &Path) -> io::Result<()> {
    let world = std::path::absolute(world)?;
    let mut files = read(folder);
    files.retain(|file| *file != world);
    files.insert(0, world);
    files.truncate(MOST);
    std::fs::create_dir_all(folder)?;
    let text = serde_json::to_string_pretty(&files)?;
    save_file(&folder.join(NAME), &text).map_err(|error| error.reason)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_world_comes_first_and_missing_ones_are_left_out() {
        let folder = tempfile::TempDir::new().unwrap();
        let state = folder.path().join("state");
        assert!(read(&state).is_empty());
        let world = |name: &str| folder.path().join(name);
        for at in 0..20 {
            let path = world(&format!("{at}.wbt"));
            std::fs::write(&path, "").unwrap();
            remember(&state, &path).unwrap();
        }
        remember(&state, &world("15.wbt")).unwrap();
        std::fs::remove_file(world("19.wbt")).unwrap();
        let files = read(&state);
        assert_eq!(files.len(), MOST - 1);
        assert_eq!(files[..2], [world("15.wbt"), world("18.wbt")]);
        std::fs::write(state.join(NAME), "[1, 2").unwrap();
        assert!(read(&state).is_empty());
    }

    #[test]
    fn the_folder_follows_xdg() {
        let folder = |state: Option<&str>, home: Option<&str>| {
            state_folder(state.map(Into::into), home.map(Into::into))
        };
        assert_eq!(folder(Some("/s"), Some("/h")), Some("/s/foxden".into()));
        let home = Some("/h/.local/state/foxden".into());
        assert_eq!(folder(Some("s"), Some("/h")), home);
        assert_eq!(folder(None, None), None);
    }
}
