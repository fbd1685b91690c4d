//! The worlds that a page may open: the start page of a program that was started
//! without a world.
//!
//! The program makes the list. Pictures of worlds are drawn when a page asks for
//! them, one at a time: a world must be opened for that.

use foxden_runtime::secret_word::SecretWord;
use serde_json::{Value as Json, json};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Where a world of the list comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorldKind {
    /// It is part of the program.
    Bundled,
    /// It was opened before.
    Recent,
}

impl WorldKind {
    fn name(self) -> &'static str {
        match self {
            Self::Bundled => "bundled",
            Self::Recent => "recent",
        }
    }
}

/// A world that a page may open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorldEntry {
    /// The file.
    pub file: PathBuf,
    /// The title of its WorldInfo; may be empty.
    pub title: String,
    /// Where it comes from.
    pub kind: WorldKind,
}

/// Draws the picture of a world as a PNG file; `None` if the world has none.
pub type WorldPainter = dyn Fn(&Path) -> Option<Vec<u8>> + Send + Sync;

/// The worlds that a page may open.
#[derive(Default)]
pub struct WorldList {
    entries: Vec<WorldEntry>,
    /// Why the world that was wanted last is not shown.
    trouble: Option<String>,
    painter: Option<Box<WorldPainter>>,
    /// The word in the addresses of pictures: only pages that got the list see them.
    key: Option<SecretWord>,
    /// Pictures are drawn one at a time.
    painting: Mutex<()>,
}

impl std::fmt::Debug for WorldList {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WorldList")
            .field("entries", &self.entries)
            .field("trouble", &self.trouble)
            .finish_non_exhaustive()
    }
}

impl WorldList {
    /// A list with a way to draw its worlds.
    pub fn new(entries: Vec<WorldEntry>, painter: Box<WorldPainter>) -> Self {
        Self {
            entries,
            painter: Some(painter),
            // without random numbers there are no pictures
            key: SecretWord::random::<16>().ok(),
            ..Self::default()
        }
    }

    /// Says why the world that was wanted last is not shown.
    pub fn with_trouble(mut self, trouble: Option<String>) -> Self {
        self.trouble = trouble;
        self
    }

    /// The entry of a file, as the page names it.
    pub fn find(&self, file: &str) -> Option<&WorldEntry> {
        let mut entries = self.entries.iter();
        entries.find(|entry| entry.file.to_string_lossy() == file)
    }

    /// Whether a page knows the word of the list.
    pub(crate) fn is_key(&self, word: &str) -> bool {
        self.key.as_ref().is_some_and(|key| key.is(word))
    }

    /// The picture of a world by its index, as a PNG file.
    pub fn picture(&self, index: usize) -> Option<Vec<u8>> {
        let entry = self.entries.get(index)?;
        let painter = self.painter.as_ref()?;
        let _turn = self.painting.lock().unwrap_or_else(PoisonError::into_inner);
        painter(&entry.file)
    }

    /// The message to a page.
    pub(crate) fn message(&self) -> Json {
        let key = self.key.as_ref().map(SecretWord::reveal);
        let worlds = self.entries.iter().enumerate().map(|(index, entry)| {
            json!({
                "file": entry.file.to_string_lossy(),
                "title": entry.title,
                "kind": entry.kind.name(),
                "picture": key.map(|key| format!("/viewer/world/{key}/{index}.png")),
            })
        });
        json!({
            "type": "worlds",
            "worlds": worlds.collect::<Vec<Json>>(),
            "trouble": self.trouble,
        })
    }
}
