//! Files with meshes: Wavefront OBJ, STL and COLLADA.

mod affine;
mod cad;
mod collada;
mod collada_effects;
mod materials;
mod obj;
mod part_choice;
mod polygon_cuts;
mod scene_graph;
mod shared;
mod stl;
mod texture_corners;
mod vertices;
mod xml;

use crate::math::Vector;
use crate::model::compile::read;
use crate::world::reports::ReportKind;
pub(crate) use cad::CadMaterials;
use foxden_catalogue::NodeType;
use foxden_lang::resolve::{AssetKind, Location, Resolver};
use foxden_scene::{NodeId, Scene, Value};
pub(crate) use materials::{MaterialMap, MeshMaterial};
use part_choice::NamedParts;
pub(crate) use shared::{MOST_TRIANGLES, SharedMeshes};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
pub(crate) use texture_corners::{normal_corners, texture_corners};
pub(crate) use vertices::Attributes;

/// A part of a file, with its name.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct MeshPart {
    pub(crate) name: Arc<str>,
    /// The name of its material; empty without one.
    pub(crate) material: Arc<str>,
    /// The number of its material among those of a COLLADA file.
    pub(crate) material_index: u32,
    pub(crate) points: Vec<Vector>,
    /// What else is said of each point.
    pub(crate) attributes: Vec<Attributes>,
    pub(crate) triangles: Vec<[u32; 3]>,
}

/// What a file holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct MeshFile {
    pub(crate) parts: Vec<MeshPart>,
    /// Materials that it defines itself.
    pub(crate) materials: Vec<MeshMaterial>,
    /// Files with materials that it names.
    pub(crate) libraries: Vec<String>,
    /// How a Mesh chooses parts of it; `None` if it always has all of them.
    named_parts: Option<NamedParts>,
    /// Whether faces take too long to be cut into triangles.
    has_left_out_faces: bool,
}

/// Points and triples of their numbers.
pub(crate) type Triangles = (Vec<Vector>, Vec<[u32; 3]>);

/// How many nodes, points and triangles are read from one file, those that it
/// repeats included.
pub(crate) const MOST_READ: usize = 10_000_000;

/// Why a file is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unread {
    /// It is not there, or not what its name says.
    Invalid,
    /// Its elements are nested too deeply.
    TooDeep,
    /// It asks for more than [`MOST_READ`].
    TooLarge,
}

impl From<xml::Refusal> for Unread {
    fn from(refusal: xml::Refusal) -> Self {
        match refusal {
            xml::Refusal::TooDeep => Self::TooDeep,
            xml::Refusal::TooManyAttributes => Self::Invalid,
        }
    }
}

impl From<Unread> for ReportKind {
    fn from(unread: Unread) -> Self {
        match unread {
            Unread::Invalid => Self::NoMesh,
            Unread::TooDeep => Self::MeshTooDeep,
            Unread::TooLarge => Self::MeshTooLarge,
        }
    }
}

/// How much may still be read from a file.
#[derive(Debug)]
struct ReadBudget(usize);

impl Default for ReadBudget {
    fn default() -> Self {
        Self(MOST_READ)
    }
}

impl ReadBudget {
    fn take(&mut self, amount: usize) -> Result<(), Unread> {
        self.0 = self.0.checked_sub(amount).ok_or(Unread::TooLarge)?;
        Ok(())
    }
}

/// How deep elements of a file may be nested.
pub(crate) const MOST_LEVELS: usize = xml::MOST_LEVELS;

/// Files that were read, and which nodes mean which.
#[derive(Clone, Debug, Default)]
pub(crate) struct MeshFiles {
    files: BTreeMap<String, Result<Arc<MeshFile>, Unread>>,
    /// Only ever looked up, never walked through.
    of_node: HashMap<NodeId, Arc<MeshFile>>,
    /// The materials of CadShapes, by their files.
    cads: BTreeMap<String, Arc<CadMaterials>>,
    /// Only ever looked up, never walked through.
    cad_of_node: HashMap<NodeId, Arc<CadMaterials>>,
    shared: SharedMeshes,
}

impl MeshFiles {
    /// Reads the files of Mesh and CadShape nodes that were not read before. Returns the
    /// nodes whose files cannot be read.
    pub(crate) fn read(
        &mut self,
        scene: &Scene,
        resolver: &dyn Resolver,
    ) -> Vec<(NodeId, ReportKind)> {
        let mut missing = Vec::new();
        self.of_node.clear();
        self.cad_of_node.clear();
        for node in scene.ids() {
            let kind = read::kind(scene, node);
            if !matches!(kind, NodeType::Mesh | NodeType::CadShape) {
                continue;
            }
            match self.find(scene, node, resolver) {
                Ok((file, location)) => {
                    if kind == NodeType::CadShape {
                        let materials = self.cad(&file, location, resolver);
                        if materials.lacks_library {
                            missing.push((node, ReportKind::NoMaterials));
                        }
                        self.cad_of_node.insert(node, materials);
                    }
                    if file.has_left_out_faces {
                        missing.push((node, ReportKind::FacesLeftOut));
                    }
                    let choice = file.choice(scene, node, None);
                    if !file.has_left_out_faces && file.chosen(&choice).next().is_none() {
                        missing.push((node, ReportKind::NoMeshPart));
                    }
                    self.of_node.insert(node, file);
                }
                Err(reason) => missing.push((node, reason.into())),
            }
        }
        missing
    }

    fn find(
        &mut self,
        scene: &Scene,
        node: NodeId,
        resolver: &dyn Resolver,
    ) -> Result<(Arc<MeshFile>, Location), Unread> {
        let urls = scene.value_of(node, "url").ok_or(Unread::Invalid)?;
        let Value::StringList(urls) = urls.as_ref() else {
            return Err(Unread::Invalid);
        };
        let url = urls.first().ok_or(Unread::Invalid)?;
        let holder = scene.file(url.file);
        let location = resolver
            .locate(&url.value, holder, AssetKind::Mesh)
            .map_err(|_| Unread::Invalid)?;
        let file = self.files.entry(location.to_string()).or_insert_with(|| {
            let bytes = resolver.read(&location).map_err(|_| Unread::Invalid)?;
            parse(&location.file_name(), &bytes).map(Arc::new)
        });
        Ok((file.clone()?, location))
    }

    /// The file of a Mesh or CadShape node.
    fn file(&self, node: NodeId) -> Option<&Arc<MeshFile>> {
        self.of_node.get(&node)
    }

    /// Meshes that were made for nodes, one for all that look the same.
    pub(crate) fn shared(&self) -> &SharedMeshes {
        &self.shared
    }
}

impl MeshFiles {
    /// What the file of a node says of each of its points, or of those of one material.
    pub(crate) fn attributes(
        &self,
        scene: &Scene,
        node: NodeId,
        material: Option<&Arc<str>>,
    ) -> Vec<Attributes> {
        let Some(file) = self.file(node) else {
            return Vec::new();
        };
        let choice = file.choice(scene, node, material);
        file.chosen(&choice)
            .flat_map(|part| part.attributes.iter().copied())
            .collect()
    }
}

/// The points and triangles of the wanted parts.
fn joined<'a>(parts: impl Iterator<Item = &'a MeshPart>) -> Option<Triangles> {
    let (mut points, mut triangles) = (Vec::new(), Vec::new());
    for part in parts {
        let first = points.len() as u32;
        points.extend(&part.points);
        triangles.extend(
            part.triangles
                .iter()
                .map(|corners| corners.map(|at| at + first)),
        );
    }
    (!triangles.is_empty()).then_some((points, triangles))
}

/// How many triangles a file has.
pub(super) fn count_triangles(name: &str, bytes: &[u8]) -> Option<usize> {
    let file = parse(name, bytes).ok()?;
    Some(file.parts.iter().map(|part| part.triangles.len()).sum())
}

/// The parts of a file of one of the three kinds.
fn parse(name: &str, bytes: &[u8]) -> Result<MeshFile, Unread> {
    let extension = name.rsplit('.').next().unwrap_or_default();
    let file = match extension.to_ascii_lowercase().as_str() {
        "obj" => obj::parse(&String::from_utf8_lossy(bytes)),
        "stl" => MeshFile {
            parts: stl::parse(bytes).ok_or(Unread::Invalid)?,
            ..MeshFile::default()
        },
        "dae" => collada::parse(&String::from_utf8_lossy(bytes))?,
        _ => return Err(Unread::Invalid),
    };
    let is_finite = |part: &MeshPart| part.points.iter().all(|point| point.is_finite());
    let is_any = !file.parts.is_empty() || file.has_left_out_faces;
    match is_any && file.parts.iter().all(is_finite) {
        true => Ok(file),
        false => Err(Unread::Invalid),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_file_whose_only_face_takes_too_long_is_not_called_broken() {
        let corner = |at: u32| {
            let (sine, cosine) = crate::math::sin_cos(f64::from(at) / 5_000.0);
            let radius = if at.is_multiple_of(2) { 1.0 } else { 0.5 };
            format!("v {} {} 0\n", radius * cosine, radius * sine)
        };
        let count = 30_000;
        let corners: String = (0..count).map(corner).collect();
        let numbers: String = (1..=count).map(|at| format!(" {at}")).collect();
        let file = parse("star.obj", format!("{corners}f{numbers}\n").as_bytes()).unwrap();
        assert!(file.parts.is_empty() && file.has_left_out_faces);
    }

    #[test]
    fn hostile_files_are_refused_without_harm() {
        for name in ["a.obj", "a.stl", "a.dae", "a.png", "a"] {
            for bytes in [
                &b""[..],
                b"f 1 2 3\nf -1 -2 -9999999999\nv nan 0 0\nf 99999999999999999999 1 1",
                b"solid x\nfacet normal\nvertex 1 2\nendfacet",
                b"<COLLADA><library_geometries><geometry/></library_geometries></COLLADA>",
                &[0xff; 200],
            ] {
                let file = parse(name, bytes).unwrap_or_default();
                assert!(file.parts.iter().all(|part| part.triangles.is_empty()));
            }
        }
    }
}
