//! A random world as a file, and how it is opened.

use foxden_golden::GoldenReplay;
use foxden_lang::diagnostic::Severity;
use foxden_lang::resolve::{Location, MemoryStorage, Search, SearchSettings};
use foxden_scene::{Library, Scene, load, save_text};
use foxden_sim::World;
use std::sync::Arc;

/// Where the world seems to be.
const PLACE: &str = "/project/worlds/sample.wbt";

/// The name under which recorders write.
pub(crate) const NAME: &str = "sample";

/// A world and the PROTO files beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StagedWorld {
    /// The text of the world.
    pub world: String,
    /// PROTO files: name with extension, text.
    pub protos: Vec<(String, String)>,
}

impl StagedWorld {
    /// A world without files beside it.
    pub fn new(world: String) -> Self {
        Self {
            world,
            protos: Vec::new(),
        }
    }

    /// The scene of the world and the library that finds its PROTOs.
    pub(crate) fn open(&self) -> Result<(Scene, Library), String> {
        let mut storage = MemoryStorage::new();
        storage.insert(PLACE, self.world.clone().into_bytes());
        for (name, text) in &self.protos {
            storage.insert(format!("/project/protos/{name}"), text.clone().into_bytes());
        }
        let location = Location::file(PLACE);
        let settings = SearchSettings::for_document(&location);
        let mut library = Library::new(Arc::new(Search::new(settings, storage)));
        let loaded = load(&location, &mut library).map_err(|error| error.to_string())?;
        let mut findings = loaded.diagnostics.iter();
        match findings.find(|finding| finding.severity == Severity::Error) {
            Some(error) => Err(error.message.clone()),
            None => Ok((loaded.scene, library)),
        }
    }

    /// The world with its recorders, before the first step.
    pub(crate) fn play(&self) -> Result<GoldenReplay, String> {
        self.play_as(NAME)
    }

    /// The same for a world of another name.
    pub(crate) fn play_as(&self, name: &str) -> Result<GoldenReplay, String> {
        let (scene, library) = self.open()?;
        Ok(GoldenReplay::new(World::new(scene, library), name))
    }

    /// What the recorders write in a plain run.
    ///
    /// # Errors
    /// When the world cannot be opened.
    pub fn tables(&self) -> Result<Vec<String>, String> {
        let mut replay = self.play()?;
        while replay.step() {}
        Ok(replay
            .tables()
            .into_iter()
            .map(|(_, table)| table)
            .collect())
    }

    /// The same files with another world.
    pub(crate) fn with_scene(&self, scene: &Scene) -> Self {
        Self {
            world: save_text(scene),
            protos: self.protos.clone(),
        }
    }
}
