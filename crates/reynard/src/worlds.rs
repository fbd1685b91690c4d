//! The worlds that Reynard lives in. Two are part of the program.

use foxden_host::assets::AssetOptions;
use foxden_host::{files, open as host};
use foxden_lang::diagnostic::Severity;
use foxden_lang::resolve::{Location, MemoryStorage, Search, Settings};
use foxden_scene::{Library, Loaded, NodeId, Scene, Value, export_node, load, load_text};
use foxden_sim::World;
use std::path::PathBuf;
use std::sync::Arc;

/// The empty field of the original.
pub const CLASSIC: &str = include_str!("../../../worlds/reynard_classic.wbt");

/// The den.
pub const DEN: &str = include_str!("../../../worlds/reynard_den.wbt");

/// How many Reynards a world may have.
pub const MOST_ROBOTS: usize = 100;

/// A world to open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
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
    /// The system did not help.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

impl Source {
    /// Opens the world with so many Reynards, the first of which is its own.
    ///
    /// # Errors
    /// When it cannot be read or has errors.
    pub fn open(&self, robots: usize) -> Result<World, WorldError> {
        let (loaded, mut library) = match self {
            Self::Classic => embedded("reynard_classic", CLASSIC),
            Self::Den => embedded("reynard_den", DEN),
            Self::File(path, assets) => {
                let unreadable = |reason: String| {
                    WorldError::Unreadable(format!("{}: {reason}", path.display()))
                };
                if !path.is_file() {
                    return Err(unreadable("there is no such file".into()));
                }
                let document = files::document(path)?;
                let mut library = host::library(&document, assets, |_| ())?;
                let loaded =
                    load(&document, &mut library).map_err(|error| unreadable(error.to_string()))?;
                (loaded, library)
            }
        };
        let worst = loaded
            .diagnostics
            .iter()
            .find(|finding| finding.severity == Severity::Error);
        if let Some(finding) = worst {
            return Err(WorldError::Faulty(finding.message.clone()));
        }
        let mut scene = loaded.scene;
        add_robots(&mut scene, &mut library, robots.clamp(1, MOST_ROBOTS))?;
        Ok(World::new(scene, library))
    }
}

fn embedded(name: &str, text: &str) -> (Loaded, Library) {
    let location = Location::file(format!("/foxden/worlds/{name}.wbt"));
    let search = Search::new(Settings::for_document(&location), MemoryStorage::new());
    let mut library = Library::new(Arc::new(search));
    let loaded = load_text(&location, text.as_bytes(), &mut library);
    (loaded, library)
}

/// Adds copies of the first Reynard.
fn add_robots(scene: &mut Scene, library: &mut Library, wanted: usize) -> Result<(), WorldError> {
    if wanted < 2 {
        return Ok(());
    }
    let faulty = |reason: &dyn std::fmt::Display| WorldError::Faulty(reason.to_string());
    let top = scene.top_level();
    let first = scene
        .nodes_in(top)
        .iter()
        .copied()
        .find(|node| is_reynard(scene, *node))
        .ok_or(crate::den::NoReynard)?;
    let text = export_node(scene, first);
    for number in 2..=wanted {
        let at = scene.nodes_in(top).len();
        let (added, _) = scene
            .insert_text(library, top, at, &text)
            .map_err(|error| faulty(&error))?;
        let Some(node) = added.first().copied() else {
            continue;
        };
        let spot = number - 2;
        let place = [
            -0.8 + 0.4 * (spot % 5) as f64,
            -0.45 + 0.22 * (spot / 5 % 5) as f64,
            0.0,
        ];
        for (field, value) in [
            (
                "name",
                Value::String(format!("reynard_{number}").as_str().into()),
            ),
            ("translation", Value::Vec3(place)),
        ] {
            let field = scene.parameter(node, field);
            if let Some(field) = field {
                scene.set(field, value).map_err(|error| faulty(&error))?;
            }
        }
    }
    scene.settle(library);
    Ok(())
}

fn is_reynard(scene: &Scene, node: NodeId) -> bool {
    ["shoulder", "elbow", "wrist", "tool"]
        .into_iter()
        .all(|name| scene.parameter(node, name).is_some())
}
