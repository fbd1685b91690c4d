//! Everything that a world was made from: which file each URL led to, and what was
//! read. A replay opens the world again from this journal, on a machine that has none
//! of the files.

use foxden_lang::resolve::{AssetKind, Location, LocationNote, ResolveError, Resolver};
use foxden_lang::template::{FileAccess, FileError};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The SHA-256 of a content, in hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ContentHash(pub String);

impl ContentHash {
    /// The hash of a content.
    pub fn of(content: &[u8]) -> Self {
        let digest = Sha256::digest(content);
        Self(digest.iter().map(|byte| format!("{byte:02x}")).collect())
    }
}

impl std::fmt::Display for ContentHash {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// A question about files and its answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AssetEvent {
    /// What templates see of their surroundings.
    Environment {
        /// The folder of the asset pack.
        webots_home: String,
        /// The folder in which templates write.
        temporary_folder: String,
    },
    /// Where a URL leads.
    Located {
        /// The URL.
        url: String,
        /// The file that has it.
        holder: Location,
        /// What it should lead to.
        kind: AssetKind,
        /// The answer.
        found: Result<Location, ResolveError>,
    },
    /// What a location has.
    Read {
        /// The location.
        location: Location,
        /// The answer.
        content: Result<ContentHash, ResolveError>,
    },
    /// Where a PROTO is that has no `EXTERNPROTO` line.
    Undeclared {
        /// The name of the PROTO.
        name: String,
        /// The file that uses it.
        holder: Location,
        /// The answer.
        found: Option<Location>,
    },
    /// Whether a template may read a file.
    TemplateFile {
        /// Its path.
        path: String,
        /// The answer.
        exists: bool,
    },
    /// What a template read.
    TemplateRead {
        /// The path.
        path: String,
        /// The answer.
        content: Result<ContentHash, FileError>,
    },
    /// A file that a template could not write.
    TemplateWriteError {
        /// Its name.
        name: String,
        /// The reason.
        error: FileError,
    },
}

/// What an event asks: two events with the same question have one answer.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum AssetQuestion {
    Environment,
    Located(String, Location, AssetKind),
    Read(Location),
    Undeclared(String, Location),
    TemplateFile(String),
    TemplateRead(String),
    TemplateWrite(String),
}

impl AssetEvent {
    pub(crate) fn question(&self) -> AssetQuestion {
        match self {
            Self::Environment { .. } => AssetQuestion::Environment,
            Self::Located {
                url, holder, kind, ..
            } => AssetQuestion::Located(url.clone(), holder.clone(), *kind),
            Self::Read { location, .. } => AssetQuestion::Read(location.clone()),
            Self::Undeclared { name, holder, .. } => {
                AssetQuestion::Undeclared(name.clone(), holder.clone())
            }
            Self::TemplateFile { path, .. } => AssetQuestion::TemplateFile(path.clone()),
            Self::TemplateRead { path, .. } => AssetQuestion::TemplateRead(path.clone()),
            Self::TemplateWriteError { name, .. } => AssetQuestion::TemplateWrite(name.clone()),
        }
    }

    /// The content that it names.
    pub fn content(&self) -> Option<&ContentHash> {
        match self {
            Self::Read { content, .. } => content.as_ref().ok(),
            Self::TemplateRead { content, .. } => content.as_ref().ok(),
            _ => None,
        }
    }
}

/// What was noted since the last call of [`AssetJournal::take`].
#[derive(Clone, Debug, Default)]
pub struct NewAssets {
    /// The events, in their order.
    pub events: Vec<AssetEvent>,
    /// Contents that were not handed out before.
    pub contents: Vec<(ContentHash, Arc<[u8]>)>,
}

#[derive(Debug, Default)]
struct Entries {
    new: NewAssets,
    /// The last answer to each question.
    answers: BTreeMap<AssetQuestion, AssetEvent>,
    known: BTreeSet<ContentHash>,
}

/// Notes what is found and read. Clones are the same journal.
#[derive(Clone, Debug, Default)]
pub struct AssetJournal(Arc<Mutex<Entries>>);

/// Two journals are equal if they are the same one.
impl PartialEq for AssetJournal {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for AssetJournal {}

impl AssetJournal {
    fn entries(&self) -> MutexGuard<'_, Entries> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes an event, unless the question had the same answer before.
    pub fn note(&self, event: AssetEvent) {
        let mut entries = self.entries();
        let question = event.question();
        if entries.answers.get(&question) != Some(&event) {
            entries.answers.insert(question, event.clone());
            entries.new.events.push(event);
        }
    }

    /// Notes the content of a location.
    pub fn note_read(&self, location: &Location, content: &Arc<[u8]>) {
        let hash = self.keep(content);
        self.note(AssetEvent::Read {
            location: location.clone(),
            content: Ok(hash),
        });
    }

    fn keep(&self, content: &Arc<[u8]>) -> ContentHash {
        let hash = ContentHash::of(content);
        let mut entries = self.entries();
        if entries.known.insert(hash.clone()) {
            let content = Arc::clone(content);
            entries.new.contents.push((hash.clone(), content));
        }
        hash
    }

    /// What was noted since the last call.
    pub fn take(&self) -> NewAssets {
        std::mem::take(&mut self.entries().new)
    }

    /// Whether something was noted since the last call of [`AssetJournal::take`].
    pub fn has_new(&self) -> bool {
        !self.entries().new.events.is_empty()
    }

    /// Notes what a resolver answers.
    pub(crate) fn of_resolver(&self, inner: Arc<dyn Resolver>) -> JournaledResolver {
        JournaledResolver {
            inner,
            journal: self.clone(),
        }
    }

    /// Notes what templates read.
    pub(crate) fn of_template_files(&self, inner: Arc<dyn FileAccess>) -> JournaledFiles {
        JournaledFiles {
            inner,
            journal: self.clone(),
        }
    }
}

pub(crate) struct JournaledResolver {
    inner: Arc<dyn Resolver>,
    journal: AssetJournal,
}

impl Resolver for JournaledResolver {
    fn locate(
        &self,
        url: &str,
        holder: &Location,
        kind: AssetKind,
    ) -> Result<Location, ResolveError> {
        let found = self.inner.locate(url, holder, kind);
        self.journal.note(AssetEvent::Located {
            url: url.to_owned(),
            holder: holder.clone(),
            kind,
            found: found.clone(),
        });
        found
    }

    fn read(&self, location: &Location) -> Result<Arc<[u8]>, ResolveError> {
        let content = self.inner.read(location);
        match &content {
            Ok(content) => self.journal.note_read(location, content),
            Err(error) => self.journal.note(AssetEvent::Read {
                location: location.clone(),
                content: Err(error.clone()),
            }),
        }
        content
    }

    fn find_undeclared(&self, proto_name: &str, holder: &Location) -> Option<Location> {
        let found = self.inner.find_undeclared(proto_name, holder);
        self.journal.note(AssetEvent::Undeclared {
            name: proto_name.to_owned(),
            holder: holder.clone(),
            found: found.clone(),
        });
        found
    }

    fn remark(&self, url: &str, found: &Location) -> Option<LocationNote> {
        self.inner.remark(url, found)
    }
}

pub(crate) struct JournaledFiles {
    inner: Arc<dyn FileAccess>,
    journal: AssetJournal,
}

impl FileAccess for JournaledFiles {
    fn exists(&self, path: &str) -> bool {
        let exists = self.inner.exists(path);
        self.journal.note(AssetEvent::TemplateFile {
            path: path.to_owned(),
            exists,
        });
        exists
    }

    fn read(&self, path: &str) -> Result<String, FileError> {
        let text = self.inner.read(path);
        let content = match &text {
            Ok(text) => Ok(self.journal.keep(&Arc::from(text.as_bytes()))),
            Err(error) => Err(error.clone()),
        };
        self.journal.note(AssetEvent::TemplateRead {
            path: path.to_owned(),
            content,
        });
        text
    }

    fn write(&self, name: &str, content: &str) -> Result<(), FileError> {
        let written = self.inner.write(name, content);
        if let Err(error) = &written {
            self.journal.note(AssetEvent::TemplateWriteError {
                name: name.to_owned(),
                error: error.clone(),
            });
        }
        written
    }
}
