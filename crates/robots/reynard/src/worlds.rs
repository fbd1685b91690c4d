//! The worlds that Reynard lives in. Two are part of the program.

use crate::body;
use crate::obstacle::{self, Obstacle};
use crate::playfield::Playfield;
use crate::start_positions::{Capacity, start_positions};
use foxden_assets::open;
use foxden_assets::options::AssetOptions;
use foxden_lang::diagnostic::{Diagnostics, Severity};
use foxden_lang::resolve::{Location, MemoryStorage, Search, SearchSettings};
use foxden_scene::{EditError, Library, NodeId, Scene, Value, export_node, load_text};
use foxden_sim::World;
use foxden_sim::controller::Write;
use std::path::PathBuf;
use std::sync::Arc;

/// The empty field of the original.
pub const CLASSIC: &str = include_str!("../worlds/reynard_classic.wbt");

/// The den.
pub const DEN: &str = include_str!("../worlds/reynard_den.wbt");

/// How many Reynards a world may have.
pub const MOST_ROBOTS: usize = 100;

/// A world to open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WorldSource {
    /// The empty field of the original.
    Classic,
    /// The den.
    Den,
    /// A file, with assets looked for as the options say.
    File(PathBuf, AssetOptions),
}

/// Why a world could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum WorldError {
    /// It cannot be read.
    #[error("{0}")]
    Unreadable(String),
    /// There is something wrong in it.
    #[error("{0}")]
    Faulty(String),
    /// No Reynard is in it.
    #[error(transparent)]
    NoReynard(#[from] crate::den::NoReynard),
    /// Not all that were asked for fit into it.
    #[error("this world has space for {room} of {wanted} Reynards")]
    NoRoom {
        /// How many were asked for.
        wanted: usize,
        /// How many fit.
        room: usize,
    },
    /// An error of the system.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

impl WorldSource {
    /// The name of the world: that of its file.
    pub fn name(&self) -> String {
        match self {
            Self::Classic => "reynard_classic".to_owned(),
            Self::Den => "reynard_den".to_owned(),
            Self::File(path, _) => {
                let stem = path.file_stem().unwrap_or_default();
                stem.to_string_lossy().into_owned()
            }
        }
    }

    /// Opens the world with a number of Reynards, the first of which is its own,
    /// and returns how large its field is.
    ///
    /// # Errors
    /// If it cannot be read, has errors, or the Reynards do not fit.
    pub fn open(&self, robots: usize) -> Result<(World, Playfield), WorldError> {
        let (mut scene, diagnostics, mut library) = match self {
            Self::Classic => embedded(&self.name(), CLASSIC),
            Self::Den => embedded(&self.name(), DEN),
            Self::File(path, assets) => {
                let opened = open::scene(path, assets, |_| ())
                    .map_err(|error| WorldError::Unreadable(error.to_string()))?;
                (opened.scene, opened.diagnostics, opened.library)
            }
        };
        let worst = diagnostics
            .iter()
            .find(|finding| finding.severity == Severity::Error);
        if let Some(finding) = worst {
            return Err(WorldError::Faulty(finding.message.clone()));
        }
        let added = add_robots(&mut scene, &mut library, robots.clamp(1, MOST_ROBOTS))?;
        let mut world = World::new(scene, library);
        let field = spread(&mut world, &added)?;
        Ok((world, field))
    }
}

fn embedded(name: &str, text: &str) -> (Scene, Diagnostics, Library) {
    let location = Location::file(format!("/foxden/worlds/{name}.wbt"));
    let search = Search::new(
        SearchSettings::for_document(&location),
        MemoryStorage::new(),
    );
    let mut library = Library::new(Arc::new(search));
    let loaded = load_text(&location, text.as_bytes(), &mut library);
    (loaded.scene, loaded.diagnostics, library)
}

/// Adds copies of the first Reynard, where he stands.
fn add_robots(
    scene: &mut Scene,
    library: &mut Library,
    wanted: usize,
) -> Result<Vec<NodeId>, WorldError> {
    if wanted < 2 {
        return Ok(Vec::new());
    }
    let top = scene.top_level();
    let first = scene
        .nodes_in(top)
        .iter()
        .copied()
        .find(|node| obstacle::is_reynard(scene, *node))
        .ok_or(crate::den::NoReynard)?;
    let text = export_node(scene, first);
    let mut all = Vec::new();
    for number in 2..=wanted {
        let at = scene.nodes_in(top).len();
        let (added, _) = scene.insert_text(library, top, at, &text).map_err(faulty)?;
        let name = Value::String(format!("reynard_{number}").as_str().into());
        for node in &added {
            if let Some(field) = scene.parameter(*node, "name") {
                scene.set(field, name.clone()).map_err(faulty)?;
            }
        }
        all.extend(added);
    }
    scene.settle(library);
    Ok(all)
}

fn faulty(error: EditError) -> WorldError {
    WorldError::Faulty(error.to_string())
}

/// Gives added Reynards places of their own; the field that has them.
fn spread(world: &mut World, added: &[NodeId]) -> Result<Playfield, WorldError> {
    let mut taken = obstacle::obstacles(world);
    taken.extend(obstacle::chargers(world));
    let top = world.scene().top_level();
    let mut own = Vec::new();
    for node in world.scene().nodes_in(top) {
        if obstacle::is_reynard(world.scene(), *node)
            && !added.contains(node)
            && let Some([x, y, _]) = world.position(*node)
        {
            own.push([x, y]);
            let seen = body::outline([x, y]);
            taken.extend(seen.map(|part| Obstacle::upright("".into(), part)));
        }
    }
    let first = own.first().copied().unwrap_or_default();
    let start = start_positions(first, added.len(), &taken).map_err(|Capacity(room)| {
        WorldError::NoRoom {
            wanted: own.len() + added.len(),
            room: own.len() + room,
        }
    })?;
    for (node, [x, y]) in added.iter().zip(start.places) {
        if let Some(field) = world.scene().parameter(*node, "translation") {
            let place = Write::Whole(Value::Vec3([x, y, 0.0]));
            world.set(field, place).map_err(faulty)?;
        }
    }
    Ok(start.field)
}
