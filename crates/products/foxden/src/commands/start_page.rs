//! What `foxden view` shows without a world: bundled and recent worlds with
//! pictures.

use super::AssetArguments;
use super::bundled_worlds::write_bundled;
use super::recent_worlds::{self, state_folder};
use crate::OpenOptions;
use foxden_assets::files::{MAX_FILE_BYTES, read_file};
use foxden_lang::diagnostic::{Diagnostics, Reporter};
use foxden_lang::lexer::TokenKind;
use foxden_lang::source::Source;
use foxden_lang::syntax::SyntaxTree;
use foxden_scene::save_file;
use foxden_sim::picture_requests::Standpoint;
use foxden_view::world_list::{WorldEntry, WorldKind, WorldList};
use foxden_vision::{PictureFormat, encode_picture};
use std::collections::HashSet;
use std::env::var_os;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

/// The world behind the start page.
pub(crate) const EMPTY: &str = "#VRML_SIM R2025a utf8\n\
    WorldInfo { title \"Foxden\" }\nViewpoint { position -4 0 2 orientation 0 1 0 0.4 }\n\
    Background { skyColor [ 0.15 0.18 0.24 ] }\n";

/// The size of a picture: twice that of a card, because the browser smooths what it shrinks.
const SIZE: [u32; 2] = [640, 400];

/// Where the program keeps what it remembers of a user.
#[derive(Clone, Debug)]
pub(crate) struct UserFolders {
    /// The state folder; none if the environment names no home.
    state: Option<PathBuf>,
    /// The folder for pictures.
    pictures: Option<PathBuf>,
}

impl UserFolders {
    /// As `XDG_STATE_HOME`, `XDG_CACHE_HOME` and `HOME` say.
    pub(crate) fn from_environment(assets: &AssetArguments) -> Self {
        let cache = assets.options().cache;
        let cache = cache.as_deref().and_then(Path::parent);
        Self {
            state: state_folder(var_os("XDG_STATE_HOME"), var_os("HOME")),
            pictures: cache.map(|cache| cache.join("pictures")),
        }
    }

    /// The folder of the bundled worlds.
    fn bundled(&self) -> Option<PathBuf> {
        Some(self.state.as_ref()?.join("bundled"))
    }

    /// Whether a world is part of the program.
    pub(crate) fn is_bundled(&self, world: &Path) -> bool {
        let world = std::path::absolute(world);
        let folder = self.bundled();
        world.is_ok_and(|world| folder.is_some_and(|folder| world.starts_with(folder)))
    }

    /// Remembers a world for the start page. A folder that cannot be written is
    /// no reason to fail: the world is shown all the same.
    pub(crate) fn remember(&self, world: &Path) {
        if let Some(state) = &self.state
            && !self.is_bundled(world)
        {
            let _ = recent_worlds::remember(state, world);
        }
    }

    /// The worlds of the start page.
    pub(crate) fn worlds(&self, assets: &AssetArguments, trouble: Option<String>) -> WorldList {
        let recent = self.state.as_deref().map(recent_worlds::read);
        let entry = |file: PathBuf, kind| WorldEntry {
            title: title(&file).unwrap_or_default(),
            file,
            kind,
        };
        let recent = recent.unwrap_or_default().into_iter();
        let mut entries: Vec<WorldEntry> =
            recent.map(|file| entry(file, WorldKind::Recent)).collect();
        let mut trouble = trouble;
        match self.bundled().map(|folder| write_bundled(&folder)) {
            Some(Ok(files)) => {
                entries.extend(
                    files
                        .into_iter()
                        .map(|file| entry(file, WorldKind::Bundled)),
                );
            }
            Some(Err(error)) => {
                let folder = self.bundled().unwrap_or_default();
                trouble.get_or_insert(format!(
                    "the worlds of Foxden cannot be written to {}: {error}",
                    folder.display()
                ));
            }
            None => {
                trouble.get_or_insert(
                    "there is no folder for the worlds of Foxden; set HOME or XDG_STATE_HOME"
                        .to_owned(),
                );
            }
        }
        let pictures = self.pictures.clone();
        if let Some(pictures) = &pictures {
            remove_others(pictures, &entries);
        }
        // a start page does not wait for downloads
        let mut options = assets.options();
        options.offline = true;
        let options = OpenOptions::new().assets(options);
        let painter = move |file: &Path| picture(&options, pictures.as_deref(), file);
        WorldList::new(entries, Box::new(painter)).with_trouble(trouble)
    }
}

/// The title in the WorldInfo of a world file.
fn title(file: &Path) -> Option<String> {
    let bytes = read_file(file, MAX_FILE_BYTES).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    let source = std::sync::Arc::new(Source::new(file.display().to_string(), text));
    let mut diagnostics = Diagnostics::default();
    let mut reporter = Reporter::new(&source, &mut diagnostics);
    let tree = SyntaxTree::read_world(source.clone(), &mut reporter);
    let mut tokens = (0..tree.tokens().len()).skip_while(|at| tree.text(*at) != "WorldInfo");
    // the title is a field of WorldInfo itself
    let mut depth = 0;
    while let Some(at) = tokens.next() {
        match (tree.tokens()[at].kind(), tree.text(at)) {
            (TokenKind::OpenBrace, _) => depth += 1,
            (TokenKind::CloseBrace, _) if depth <= 1 => return None,
            (TokenKind::CloseBrace, _) => depth -= 1,
            (TokenKind::Identifier, "title") if depth == 1 => {
                let text = tree.text(tokens.next()?);
                let text = text.strip_prefix('"')?.strip_suffix('"')?;
                return Some(text.replace("\\\"", "\"").replace("\\\\", "\\"));
            }
            _ => {}
        }
    }
    None
}

/// The name of the picture of a world.
fn picture_name(file: &Path) -> String {
    let mut hasher = DefaultHasher::new();
    (file, SIZE, env!("CARGO_PKG_VERSION")).hash(&mut hasher);
    format!("{:016x}.png", hasher.finish())
}

/// Removes pictures of worlds that are not in the list.
fn remove_others(folder: &Path, entries: &[WorldEntry]) {
    let used: HashSet<String> = entries
        .iter()
        .map(|entry| picture_name(&entry.file))
        .collect();
    for other in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = other.file_name().to_string_lossy().into_owned();
        if name.ends_with(".png") && !used.contains(&name) {
            // another program may have removed it
            let _ = std::fs::remove_file(other.path());
        }
    }
}

/// The picture of a world: the one that was kept if it is newer than the world.
fn picture(options: &OpenOptions, folder: Option<&Path>, file: &Path) -> Option<Vec<u8>> {
    let kept = folder.map(|folder| folder.join(picture_name(file)));
    let written = |path: &Path| path.metadata().and_then(|about| about.modified()).ok();
    if let Some(kept) = &kept
        && let (Some(picture), Some(world)) = (written(kept), written(file))
        && picture > world
        && let Ok(bytes) = std::fs::read(kept)
    {
        return Some(bytes);
    }
    let mut world = options.open(file).ok()?.into_simulation();
    let picture = world.render(&Standpoint::Viewpoint, Some(SIZE)).ok()?;
    let bytes = encode_picture(picture.size, &picture.pixels, PictureFormat::Png).ok()?;
    if let (Some(kept), Some(folder)) = (&kept, folder) {
        // without a cache it is drawn again next time
        let _ = std::fs::create_dir_all(folder).map(|()| save_file(kept, &bytes));
    }
    Some(bytes)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        assets: AssetArguments,
    }

    #[test]
    fn bundled_and_recent_worlds_have_titles_and_pictures() {
        let folder = tempfile::TempDir::new().unwrap();
        let own = folder.path().join("own.wbt");
        let text = "#VRML_SIM R2025a utf8\n# title \"no\"\n\
            WorldInfo { info [\"x\"] contactProperties [ ContactProperties { material1 \"title\" } ] title \"My \\\"own\\\" world\" }\n\
            Viewpoint { }\n";
        std::fs::write(&own, text).unwrap();
        let folders = UserFolders {
            state: Some(folder.path().join("state")),
            pictures: Some(folder.path().join("pictures")),
        };
        folders.remember(&own);
        let assets = Line::parse_from(["line"]).assets;
        let worlds = folders.worlds(&assets, None);
        let entry = worlds.find(&own.to_string_lossy()).unwrap();
        assert_eq!(entry.title, "My \"own\" world");
        assert_eq!(entry.kind, WorldKind::Recent);
        let hello = folder.path().join("state/bundled/worlds/hello.wbt");
        let entry = worlds.find(&hello.to_string_lossy()).unwrap();
        assert_eq!(
            (entry.title.as_str(), entry.kind),
            ("Hello", WorldKind::Bundled)
        );
        assert!(folders.is_bundled(&hello) && !folders.is_bundled(&own));
        let picture = worlds.picture(1).unwrap();
        assert!(picture.starts_with(b"\x89PNG"));
        let kept = std::fs::read_dir(folder.path().join("pictures")).unwrap();
        assert_eq!(kept.count(), 1);
        assert!(worlds.picture(100).is_none());
    }
}
