//! Opens a world from the journal of another opening: the same answers, without disk
//! and network.

use crate::asset_journal::{AssetEvent, AssetQuestion, ContentHash};
use crate::options::AssetOptions;
use foxden_lang::resolve::{AssetKind, Location, ResolveError, ResolveErrorReason, Resolver};
use foxden_lang::template::{Clock, FileAccess, FileError};
use foxden_scene::{Library, TemplateEnvironment};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// How many unanswered questions are remembered.
const MOST_MISSES: usize = 20;

/// Why a recorded world cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum RecordedAssetError {
    /// The content of a file is neither recorded nor on this machine.
    #[error("{location} is not in the recording, and this machine does not have it: {reason}")]
    Missing {
        /// The file.
        location: String,
        /// What went wrong.
        reason: String,
    },
    /// The file on this machine is another one.
    #[error(
        "{location} is not in the recording, and the file on this machine has changed since \
         (SHA-256 {found} instead of {recorded})"
    )]
    Changed {
        /// The file.
        location: String,
        /// Its hash in the recording.
        recorded: ContentHash,
        /// Its hash now.
        found: ContentHash,
    },
    /// The content in the recording is not what its name says.
    #[error("the recording is damaged: the file {0} in it has another content")]
    Damaged(ContentHash),
}

/// The answers of a journal.
#[derive(Debug, Default)]
pub struct RecordedAssets {
    answers: BTreeMap<AssetQuestion, AssetEvent>,
    contents: BTreeMap<ContentHash, Arc<[u8]>>,
    /// Questions that had another answer later in the same run.
    changed: Vec<String>,
    misses: Mutex<Vec<String>>,
}

/// Equal if they give the same answers.
impl PartialEq for RecordedAssets {
    fn eq(&self, other: &Self) -> bool {
        self.answers == other.answers && self.contents == other.contents
    }
}

impl Eq for RecordedAssets {}

impl RecordedAssets {
    /// The answers of a journal with the contents that were kept with it. Contents
    /// that are missing are read on this machine, and must be the same.
    ///
    /// # Errors
    /// When a content cannot be had or is not the recorded one.
    pub fn new(
        events: impl IntoIterator<Item = AssetEvent>,
        contents: BTreeMap<ContentHash, Arc<[u8]>>,
        options: &AssetOptions,
    ) -> Result<Self, RecordedAssetError> {
        for (hash, content) in &contents {
            if ContentHash::of(content) != *hash {
                return Err(RecordedAssetError::Damaged(hash.clone()));
            }
        }
        let mut recorded = Self {
            contents,
            ..Self::default()
        };
        for event in events {
            recorded.read_missing(&event, options)?;
            let question = event.question();
            match recorded.answers.get(&question) {
                None => {
                    recorded.answers.insert(question, event);
                }
                Some(first) if *first != event => {
                    recorded.changed.push(format!("{question:?}"));
                }
                Some(_) => {}
            }
        }
        Ok(recorded)
    }

    fn read_missing(
        &mut self,
        event: &AssetEvent,
        options: &AssetOptions,
    ) -> Result<(), RecordedAssetError> {
        let Some(hash) = event.content() else {
            return Ok(());
        };
        if self.contents.contains_key(hash) {
            return Ok(());
        }
        let location = match event {
            AssetEvent::Read { location, .. } => location.clone(),
            AssetEvent::TemplateRead { path, .. } => Location::file(path.clone()),
            _ => return Ok(()),
        };
        let missing = |reason: String| RecordedAssetError::Missing {
            location: location.to_string(),
            reason,
        };
        let search = options.search(&location, |_| ());
        let search = search.map_err(|error| missing(error.to_string()))?;
        let content = search.read(&location);
        let content = content.map_err(|error| missing(error.reason.to_string()))?;
        let found = ContentHash::of(&content);
        if found != *hash {
            return Err(RecordedAssetError::Changed {
                location: location.to_string(),
                recorded: hash.clone(),
                found,
            });
        }
        self.contents.insert(found, content);
        Ok(())
    }

    /// The recorded content of a location.
    pub fn content(&self, location: &Location) -> Option<Arc<[u8]>> {
        match self.answers.get(&AssetQuestion::Read(location.clone()))? {
            AssetEvent::Read { content, .. } => self.bytes(content.as_ref().ok()?),
            _ => None,
        }
    }

    /// Questions whose answer changed while the recorded run went on; the first one is
    /// given.
    pub fn changed(&self) -> &[String] {
        &self.changed
    }

    /// Questions that the recorded run did not ask; they had no answer.
    pub fn misses(&self) -> Vec<String> {
        let misses = self.misses.lock();
        misses.unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn miss(&self, question: &AssetQuestion) {
        let mut misses = self.misses.lock().unwrap_or_else(PoisonError::into_inner);
        if misses.len() < MOST_MISSES {
            misses.push(format!("{question:?}"));
        }
    }

    fn answer(&self, question: &AssetQuestion) -> Option<&AssetEvent> {
        let answer = self.answers.get(question);
        if answer.is_none() {
            self.miss(question);
        }
        answer
    }

    fn bytes(&self, hash: &ContentHash) -> Option<Arc<[u8]>> {
        self.contents.get(hash).map(Arc::clone)
    }

    /// The library with which the world is read again.
    pub(crate) fn library(self: &Arc<Self>, clock: Clock) -> Library {
        let (webots_home, temporary_folder) = match self.answers.get(&AssetQuestion::Environment) {
            Some(AssetEvent::Environment {
                webots_home,
                temporary_folder,
            }) => (webots_home.clone(), temporary_folder.clone()),
            _ => Default::default(),
        };
        let environment = TemplateEnvironment {
            files: Some(Arc::new(RecordedFiles(Arc::clone(self)))),
            webots_home,
            temporary_folder,
            clock: Some(clock),
        };
        let resolver = RecordedResolver(Arc::clone(self));
        Library::new(Arc::new(resolver)).with_templates(environment)
    }
}

struct RecordedResolver(Arc<RecordedAssets>);

impl Resolver for RecordedResolver {
    fn locate(
        &self,
        url: &str,
        holder: &Location,
        kind: AssetKind,
    ) -> Result<Location, ResolveError> {
        let question = AssetQuestion::Located(url.to_owned(), holder.clone(), kind);
        match self.0.answer(&question) {
            Some(AssetEvent::Located { found, .. }) => found.clone(),
            _ => Err(ResolveError::new(url, kind, ResolveErrorReason::NotFound)),
        }
    }

    fn read(&self, location: &Location) -> Result<Arc<[u8]>, ResolveError> {
        let not_found = || ResolveError {
            url: location.to_string(),
            kind: None,
            reason: ResolveErrorReason::NotFound,
            tried: Vec::new(),
        };
        match self.0.answer(&AssetQuestion::Read(location.clone())) {
            Some(AssetEvent::Read { content, .. }) => match content {
                Ok(hash) => self.0.bytes(hash).ok_or_else(not_found),
                Err(error) => Err(error.clone()),
            },
            _ => Err(not_found()),
        }
    }

    fn find_undeclared(&self, proto_name: &str, holder: &Location) -> Option<Location> {
        let question = AssetQuestion::Undeclared(proto_name.to_owned(), holder.clone());
        match self.0.answer(&question) {
            Some(AssetEvent::Undeclared { found, .. }) => found.clone(),
            _ => None,
        }
    }
}

struct RecordedFiles(Arc<RecordedAssets>);

impl FileAccess for RecordedFiles {
    fn exists(&self, path: &str) -> bool {
        let question = AssetQuestion::TemplateFile(path.to_owned());
        matches!(
            self.0.answer(&question),
            Some(AssetEvent::TemplateFile { exists: true, .. })
        )
    }

    fn read(&self, path: &str) -> Result<String, FileError> {
        let missing = || FileError::new(format!("`{path}` is not in the recording"));
        match self.0.answer(&AssetQuestion::TemplateRead(path.to_owned())) {
            Some(AssetEvent::TemplateRead { content, .. }) => match content {
                Ok(hash) => {
                    let bytes = self.0.bytes(hash).ok_or_else(missing)?;
                    Ok(String::from_utf8_lossy(&bytes).into_owned())
                }
                Err(error) => Err(error.clone()),
            },
            _ => Err(missing()),
        }
    }

    /// What a template reads of what it wrote is in the journal.
    fn write(&self, name: &str, _content: &str) -> Result<(), FileError> {
        match self
            .0
            .answers
            .get(&AssetQuestion::TemplateWrite(name.to_owned()))
        {
            Some(AssetEvent::TemplateWriteError { error, .. }) => Err(error.clone()),
            _ => Ok(()),
        }
    }
}
