//! What a running world reports about its nodes, each thing once: the kinds of reports and their
//! texts.

use crate::devices::imaging::MOST_PIXELS_TOGETHER;
use crate::model::compile::polygons::MOST_TESTS;
use crate::spatial::meshes::{MOST_LEVELS, MOST_READ, MOST_TRIANGLES};
use crate::spatial::textures::MOST_BYTES;
use crate::world::World;
use foxden_lang::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use foxden_scene::{NodeId, warning_about};
use foxden_vision::{Optics, Picture};
use std::collections::{BTreeSet, HashSet};
use std::fmt;

/// What is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ReportKind {
    /// A battery ran empty.
    BatteryEmpty,
    /// A charger has nothing that it could colour.
    NothingToColor,
    /// A body left the finite numbers and was put to rest.
    NotFinite,
    /// Too many bodies overlap where a body is: not all of them touch each other.
    Crowded,
    /// No forces were found that fulfil all constraints on a body: they were
    /// relaxed, so that its motion is not exact.
    Relaxed,
    /// A body turns too fast for the time step: its gyroscopic torque was left out.
    SpinsTooFast,
    /// A sensor needs a body and has none.
    NeedsPhysics,
    /// A device that is not simulated was used.
    NotSimulated,
    /// A passive connector got a command to lock or unlock.
    CannotLock,
    /// A file with a mesh could not be found or read.
    NoMesh,
    /// A file has no part of the name and material that a Mesh asks for.
    NoMeshPart,
    /// A file with the materials of a mesh could not be found or read.
    NoMaterials,
    /// The picture of a texture could not be found or read.
    NoPicture,
    /// The picture of a texture is larger than what is read.
    PictureTooLarge,
    /// The file of a texture is neither PNG nor JPEG, or is damaged.
    PictureBroken,
    /// A display has to write with a font that is not there.
    NoFont,
    /// A device would take larger pictures than are possible.
    TooManyPixels,
    /// The elements of a file with a mesh are nested too deeply.
    MeshTooDeep,
    /// A file repeats more than can be read.
    MeshTooLarge,
    /// The meshes of the world have too many triangles together.
    TooManyTriangles,
    /// Faces with too many corners were left out.
    FacesLeftOut,
}

impl ReportKind {
    /// Whether physics went wrong.
    pub const fn is_physics_fault(self) -> bool {
        matches!(self, Self::NotFinite | Self::Relaxed | Self::SpinsTooFast)
    }

    /// The kind of finding that it is when it is found while a world is loaded.
    const fn code(self) -> Code {
        match self {
            Self::NoMesh
            | Self::NoMeshPart
            | Self::NoMaterials
            | Self::NoPicture
            | Self::NoFont
            | Self::PictureBroken => Code::MissingFile,
            Self::MeshTooDeep => Code::TooDeep,
            Self::PictureTooLarge
            | Self::TooManyPixels
            | Self::MeshTooLarge
            | Self::TooManyTriangles
            | Self::FacesLeftOut => Code::TooLarge,
            Self::BatteryEmpty
            | Self::NothingToColor
            | Self::NotFinite
            | Self::Crowded
            | Self::Relaxed
            | Self::SpinsTooFast
            | Self::NeedsPhysics
            | Self::NotSimulated
            | Self::CannotLock => Code::Advice,
        }
    }
}

impl World {
    /// What was reported since the last call, as warnings at the places where the nodes are
    /// written. Called before the first step, it gives what `foxden check` needs to read files
    /// of meshes and pictures for.
    pub fn take_report_warnings(&mut self) -> Vec<Diagnostic> {
        let (scene, library) = (&self.scene, &self.library);
        let reports = self.reports.take().into_iter();
        reports
            .filter(|report| scene.get(report.node).is_some())
            .map(|WaitingReport { node, kind, .. }| {
                let hint = "the simulation continues without it";
                warning_about(scene, library, node, kind.code(), kind.to_string(), hint)
            })
            .collect()
    }
}

impl fmt::Display for ReportKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fixed = match self {
            Self::BatteryEmpty => "the battery is empty",
            Self::NothingToColor => "its first child has no colour that could show the energy",
            Self::NotFinite => "it left all bounds and was put to rest",
            Self::Crowded => "too many bodies overlap there; not all of them touch each other",
            Self::Relaxed => {
                "no forces that fulfil its joints and contacts were found; they were relaxed, \
                 and its motion is not exact"
            }
            Self::SpinsTooFast => {
                "it turns too fast for the time step; its gyroscopic torque was left out, and its \
                 motion is not exact: use a smaller basicTimeStep or an angular Damping"
            }
            Self::NeedsPhysics => "this device does nothing without Physics",
            Self::NotSimulated => "this device is not simulated yet",
            Self::CannotLock => "a passive connector neither locks nor unlocks",
            Self::NoMesh => "its mesh cannot be read; nothing collides with it",
            Self::NoMeshPart => {
                "its file has no part with this name and materialIndex; it is not drawn and nothing \
                 collides with it: the name of a part is the id of its geometry"
            }
            Self::NoMaterials => "the file with its materials cannot be read; it is drawn in grey",
            Self::NoPicture => {
                "its picture cannot be read; what it should cover has its plain colour"
            }
            Self::NoFont => {
                "its controller asked for a font that is not there; it goes on with the font before: \
                 fonts of a project are the files NAME.ttf in its folder fonts"
            }
            Self::PictureBroken => {
                "its file is not a whole PNG or JPEG picture; what it should cover has its plain \
                 colour: save the picture again"
            }
            Self::PictureTooLarge => {
                return write!(
                    f,
                    "its picture was not read: at most {} pixels in a row or column, {} pixels in all \
                     (sides rounded up to powers of two) and {} MiB for all pictures of a world are \
                     possible; use smaller pictures",
                    Picture::MOST_PIXELS_ALONG,
                    Picture::MOST_PIXELS,
                    MOST_BYTES >> 20
                );
            }
            Self::TooManyPixels => {
                return write!(
                    f,
                    "its picture has one pixel: a device can have {} pixels, and all devices of a world \
                     {MOST_PIXELS_TOGETHER} together; use a smaller width and height or resolution",
                    Optics::MOST_PIXELS
                );
            }
            Self::MeshTooDeep => {
                return write!(
                    f,
                    "its mesh was not read: elements of the file are nested more than {MOST_LEVELS} deep; \
                     export it without that hierarchy"
                );
            }
            Self::MeshTooLarge => {
                return write!(
                    f,
                    "its mesh was not read: with all copies the file has more than {MOST_READ} nodes, points \
                     and triangles; look for instances that multiply each other, or simplify it"
                );
            }
            Self::TooManyTriangles => {
                return write!(
                    f,
                    "its mesh was left out: the meshes of the world have more than {MOST_TRIANGLES} \
                     triangles together; simplify them"
                );
            }
            Self::FacesLeftOut => {
                return write!(
                    f,
                    "faces were left out: to cut the faces of the world into triangles takes more than \
                     {MOST_TESTS} tests; write large faces as triangles"
                );
            }
        };
        f.write_str(fixed)
    }
}

/// Something that happened to a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The path of the node.
    pub node: String,
    /// What is reported.
    pub kind: ReportKind,
    /// How many steps the world had made when it was reported.
    pub step: u64,
}

/// The most reports that wait to be taken. Later ones are dropped: a program that never takes
/// reports must not fill the memory.
const MOST_WAITING: usize = 1000;

/// A report that was not taken yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WaitingReport {
    pub(crate) node: NodeId,
    pub(crate) kind: ReportKind,
    /// How many steps the world had made, with the one that it was in.
    pub(crate) step: u64,
}

/// Reports that were not taken yet, and what was reported already.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reports {
    said: BTreeSet<(NodeId, ReportKind)>,
    waiting: Vec<WaitingReport>,
    step: u64,
}

impl Reports {
    /// Says in which step the following reports are.
    pub(crate) fn set_step(&mut self, step: u64) {
        self.step = step;
    }

    /// Reports every time.
    pub(crate) fn tell(&mut self, node: NodeId, kind: ReportKind) {
        if self.waiting.len() < MOST_WAITING {
            let step = self.step;
            self.waiting.push(WaitingReport { node, kind, step });
        }
    }

    /// Reports the first time.
    pub(crate) fn tell_once(&mut self, node: NodeId, kind: ReportKind) {
        if self.said.insert((node, kind)) {
            self.tell(node, kind);
        }
    }

    pub(crate) fn take(&mut self) -> Vec<WaitingReport> {
        std::mem::take(&mut self.waiting)
    }
}

/// The most errors of a running world that are reported.
const MOST_FINDINGS: usize = 1000;

/// Errors in texts that were read while the world ran: imported nodes, and
/// instances that were created again. Each is reported once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Findings {
    said: HashSet<String>,
    waiting: Vec<Diagnostic>,
}

impl Findings {
    pub(crate) fn add(&mut self, found: &Diagnostics) {
        for finding in found.iter() {
            if finding.severity != Severity::Error || self.said.len() >= MOST_FINDINGS {
                continue;
            }
            let place = finding.place.as_ref().map(ToString::to_string);
            let text = format!("{place:?} {:?} {}", finding.node, finding.message);
            if self.said.insert(text) {
                self.waiting.push(finding.clone());
            }
        }
    }

    pub(crate) fn take(&mut self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.waiting)
    }
}
