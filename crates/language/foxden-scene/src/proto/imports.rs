//! Texts that were imported into a world. Each counts as a file, so that its
//! diagnostics have a place; a text is dropped when no node stems from it.

use crate::proto::library::{FileEntry, Library};
use crate::scene::Scene;
use foxden_lang::source::Source;
use foxden_lang::value::FileId;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Up to this number, texts are stored without a check whether they are
/// needed.
const FEW: usize = 256;

/// The texts of a world; the same text is the same file.
#[derive(Clone, Default)]
pub(crate) struct Imports {
    known: HashMap<String, FileId>,
    /// Files whose text was dropped.
    vacant: Vec<FileId>,
    /// How many were needed when it was last asked.
    needed: usize,
}

impl Library {
    /// A text that is imported into the world, as a file beside it.
    pub(crate) fn import_file(&mut self, text: &str) -> FileId {
        if let Some(known) = self.imports.known.get(text) {
            return *known;
        }
        let file = self.imports.vacant.pop().unwrap_or_else(|| {
            let world = &self.files[0];
            let entry = FileEntry {
                location: world.location.clone(),
                source: imported(""),
                version: world.version,
                declarations: Vec::new(),
            };
            self.files.push(entry);
            FileId(self.files.len() as u32 - 1)
        });
        self.files[file.0 as usize].source = imported(text);
        self.imports.known.insert(text.to_owned(), file);
        file
    }

    /// Drops texts that no node of the scene stems from, once there are many.
    pub(crate) fn forget_imports(&mut self, scene: &Scene) {
        let Imports {
            known,
            vacant,
            needed,
        } = &mut self.imports;
        // it takes a look at every node, so it is not done for each new text
        if known.len() < FEW.max(2 * *needed) {
            return;
        }
        let used: HashSet<FileId> = scene
            .ids()
            .map(|node| scene.node(node).written.file)
            .collect();
        known.retain(|_, file| {
            let is_used = used.contains(file);
            if !is_used {
                vacant.push(*file);
            }
            is_used
        });
        vacant.sort_unstable();
        for file in vacant {
            self.files[file.0 as usize].source = imported("");
        }
        *needed = known.len();
    }
}

fn imported(text: &str) -> Arc<Source> {
    Arc::new(Source::new("imported text", text))
}
