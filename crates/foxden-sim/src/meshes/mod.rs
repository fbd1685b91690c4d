//! Files with meshes: Wavefront OBJ, STL and COLLADA.

mod collada;
mod obj;
mod stl;

use crate::compile::read;
use crate::math::Vector;
use foxden_catalogue::NodeType;
use foxden_lang::resolve::{AssetKind, Resolver};
use foxden_scene::{NodeId, Scene, Value};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// A part of a file, with its name.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Part {
    pub(crate) name: String,
    pub(crate) points: Vec<Vector>,
    pub(crate) triangles: Vec<[u32; 3]>,
}

/// What a file holds.
pub(crate) type Parts = Arc<Vec<Part>>;

/// Files that were read, and which nodes mean which.
#[derive(Clone, Debug, Default)]
pub(crate) struct MeshFiles {
    files: BTreeMap<String, Option<Parts>>,
    /// Only ever looked up, never walked through.
    of_node: HashMap<NodeId, Parts>,
}

impl MeshFiles {
    /// Reads the files of Mesh nodes that were not read before. Returns the
    /// nodes whose files cannot be read.
    pub(crate) fn read(&mut self, scene: &Scene, resolver: &dyn Resolver) -> Vec<NodeId> {
        let mut missing = Vec::new();
        self.of_node.clear();
        for node in scene.ids() {
            if read::kind(scene, node) != NodeType::Mesh {
                continue;
            }
            match self.find(scene, node, resolver) {
                Some(parts) => {
                    self.of_node.insert(node, parts);
                }
                None => missing.push(node),
            }
        }
        missing
    }

    fn find(&mut self, scene: &Scene, node: NodeId, resolver: &dyn Resolver) -> Option<Parts> {
        let urls = scene.value_of(node, "url")?;
        let Value::StringList(urls) = urls.as_ref() else {
            return None;
        };
        let url = urls.first()?;
        let holder = scene.file(url.file);
        let location = resolver.locate(&url.value, holder, AssetKind::Mesh).ok()?;
        self.files
            .entry(location.to_string())
            .or_insert_with(|| {
                let bytes = resolver.read(&location).ok()?;
                parse(&location.file_name(), &bytes).map(Arc::new)
            })
            .clone()
    }

    /// The points and triangles of a Mesh node: of the part that it names, or of all.
    pub(crate) fn mesh(&self, scene: &Scene, node: NodeId) -> Option<(Vec<Vector>, Vec<[u32; 3]>)> {
        let parts = self.of_node.get(&node)?;
        let name = read::text(scene, node, "name");
        let (mut points, mut triangles) = (Vec::new(), Vec::new());
        for part in parts.iter() {
            if !name.is_empty() && part.name != name {
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
}

/// The parts of a file; `None` if it is not one of the three kinds or says nothing.
fn parse(name: &str, bytes: &[u8]) -> Option<Vec<Part>> {
    let extension = name.rsplit('.').next()?.to_ascii_lowercase();
    let parts = match extension.as_str() {
        "obj" => obj::parse(&String::from_utf8_lossy(bytes)),
        "stl" => stl::parse(bytes)?,
        "dae" => collada::parse(&String::from_utf8_lossy(bytes))?,
        _ => return None,
    };
    let is_finite = |part: &Part| part.points.iter().all(|point| point.is_finite());
    (!parts.is_empty() && parts.iter().all(is_finite)).then_some(parts)
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
