//! Files with meshes: Wavefront OBJ, STL and COLLADA.

mod collada;
mod obj;
mod shared;
mod stl;
mod texture_corners;
mod vertices;
mod xml;

use crate::math::Vector;
use crate::model::compile::read;
use crate::world::events::Event;
use foxden_catalogue::NodeType;
use foxden_lang::resolve::{AssetKind, Resolver};
use foxden_scene::{NodeId, Scene, Value};
pub(crate) use shared::{MOST_TRIANGLES, SharedMeshes};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
pub(crate) use texture_corners::{normal_corners, texture_corners};
pub(crate) use vertices::Attributes;

/// A part of a file, with its name.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct MeshPart {
    pub(crate) name: Arc<str>,
    pub(crate) points: Vec<Vector>,
    /// What else is said of each point.
    pub(crate) attributes: Vec<Attributes>,
    pub(crate) triangles: Vec<[u32; 3]>,
}

/// What a file holds.
pub(crate) type MeshParts = Arc<Vec<MeshPart>>;

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

impl From<Unread> for Event {
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
    files: BTreeMap<String, Result<MeshParts, Unread>>,
    /// Only ever looked up, never walked through.
    of_node: HashMap<NodeId, MeshParts>,
    shared: SharedMeshes,
}

impl MeshFiles {
    /// Reads the files of Mesh and CadShape nodes that were not read before. Returns the
    /// nodes whose files cannot be read.
    pub(crate) fn read(&mut self, scene: &Scene, resolver: &dyn Resolver) -> Vec<(NodeId, Event)> {
        let mut missing = Vec::new();
        self.of_node.clear();
        for node in scene.ids() {
            let kind = read::kind(scene, node);
            if !matches!(kind, NodeType::Mesh | NodeType::CadShape) {
                continue;
            }
            match self.find(scene, node, resolver) {
                Ok(parts) => {
                    self.of_node.insert(node, parts);
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
    ) -> Result<MeshParts, Unread> {
        let urls = scene.value_of(node, "url").ok_or(Unread::Invalid)?;
        let Value::StringList(urls) = urls.as_ref() else {
            return Err(Unread::Invalid);
        };
        let url = urls.first().ok_or(Unread::Invalid)?;
        let holder = scene.file(url.file);
        let location = resolver
            .locate(&url.value, holder, AssetKind::Mesh)
            .map_err(|_| Unread::Invalid)?;
        self.files
            .entry(location.to_string())
            .or_insert_with(|| {
                let bytes = resolver.read(&location).map_err(|_| Unread::Invalid)?;
                parse(&location.file_name(), &bytes).map(Arc::new)
            })
            .clone()
    }

    /// What a Mesh or CadShape node shows: the file's parts.
    fn parts(&self, node: NodeId) -> Option<&MeshParts> {
        self.of_node.get(&node)
    }

    /// Meshes that were made for nodes, one for all that look the same.
    pub(crate) fn shared(&self) -> &SharedMeshes {
        &self.shared
    }
}

impl MeshFiles {
    /// What the file of a Mesh node says of each of its points.
    pub(crate) fn attributes(&self, scene: &Scene, node: NodeId) -> Vec<Attributes> {
        let name = read::text(scene, node, "name");
        let parts = self.parts(node).into_iter().flat_map(|parts| parts.iter());
        let named = parts.filter(|part| name.is_empty() || *part.name == *name);
        named
            .flat_map(|part| part.attributes.iter().copied())
            .collect()
    }
}

/// The points and triangles of the parts with a name, or of all.
fn joined(parts: &[MeshPart], name: &str) -> Option<Triangles> {
    let (mut points, mut triangles) = (Vec::new(), Vec::new());
    for part in parts {
        if !name.is_empty() && &*part.name != name {
            continue;
        }
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

/// The parts of a file of one of the three kinds.
fn parse(name: &str, bytes: &[u8]) -> Result<Vec<MeshPart>, Unread> {
    let extension = name.rsplit('.').next().unwrap_or_default();
    let parts = match extension.to_ascii_lowercase().as_str() {
        "obj" => obj::parse(&String::from_utf8_lossy(bytes)),
        "stl" => stl::parse(bytes).ok_or(Unread::Invalid)?,
        "dae" => collada::parse(&String::from_utf8_lossy(bytes))?,
        _ => return Err(Unread::Invalid),
    };
    let is_finite = |part: &MeshPart| part.points.iter().all(|point| point.is_finite());
    match !parts.is_empty() && parts.iter().all(is_finite) {
        true => Ok(parts),
        false => Err(Unread::Invalid),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

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
                let parts = parse(name, bytes).unwrap_or_default();
                assert!(parts.iter().all(|part| part.triangles.is_empty()));
            }
        }
    }
}
