//! Meshes and height fields of a world: one for all nodes that look the same.
//!
//! A USE repeats a node with all its values, and a world of a kilobyte can repeat
//! a mesh of a megabyte a thousand times. The values are shared in the scene, so
//! they are recognised by their place in memory.

use super::part_choice::PartChoice;
use super::{MeshFiles, Triangles, joined};
use crate::dynamics::HeightGrid;
use crate::math::Vector;
use crate::model::compile::polygons::{self, CuttingLimit};
use crate::model::compile::read;
use crate::spatial::rays::mesh::{Mesh, Precision};
use crate::world::reports::ReportKind;
use foxden_catalogue::NodeType;
use foxden_scene::{NodeId, Scene, Value};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

/// How many triangles all meshes of a world may have together.
pub(crate) const MOST_TRIANGLES: usize = 8_000_000;

/// A triangle of a large face is left out if the product of two of its edges
/// is shorter along each axis.
const LEAST_PRODUCT: f64 = 0.00001;

/// Where the values of a field are. Nodes that share them have the same place,
/// as long as the scene is not changed.
type SharedValues = (usize, usize);

/// What a mesh is made from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum MeshSource {
    /// A file, and which of its parts.
    File(usize, PartChoice),
    /// Points and faces.
    Faces(SharedValues, SharedValues),
    /// The heights of a field, its dimensions, and the bits of its spacing and thickness.
    HeightGrid(SharedValues, [usize; 2], [u64; 3]),
}

/// What a mesh looks like: its source, precision, and the bits of its scale.
type MeshKey = (MeshSource, Precision, [u64; 3]);

/// The meshes of the model that is compiled.
#[derive(Clone, Debug, Default)]
struct CompiledMeshes {
    meshes: HashMap<MeshKey, Option<Arc<Mesh>>>,
    grids: HashMap<MeshSource, Option<Arc<HeightGrid>>>,
    triangles: usize,
    cutting: CuttingLimit,
    problems: Vec<(NodeId, ReportKind)>,
}

/// Meshes and height fields, made when they are first asked for.
#[derive(Debug, Default)]
pub(crate) struct SharedMeshes(Mutex<CompiledMeshes>);

impl Clone for SharedMeshes {
    fn clone(&self) -> Self {
        Self(Mutex::new(self.made().clone()))
    }
}

impl SharedMeshes {
    fn made(&self) -> MutexGuard<'_, CompiledMeshes> {
        // plain data stays valid when a panic passes by
        self.0.lock().unwrap_or_else(|lock| lock.into_inner())
    }

    /// Forgets what was made for one state of the scene: after a change places
    /// in memory mean something else.
    pub(crate) fn finish(&self) {
        let mut made = self.made();
        let problems = std::mem::take(&mut made.problems);
        *made = CompiledMeshes {
            problems,
            ..CompiledMeshes::default()
        };
    }

    /// What could not be made, once.
    pub(crate) fn take_problems(&self) -> Vec<(NodeId, ReportKind)> {
        std::mem::take(&mut self.made().problems)
    }
}

impl MeshFiles {
    /// The mesh of an IndexedFaceSet, a Mesh or an ElevationGrid.
    pub(crate) fn mesh(
        &self,
        scene: &Scene,
        node: NodeId,
        precision: Precision,
        scale: Vector,
    ) -> Option<Arc<Mesh>> {
        self.mesh_of_material(scene, node, None, precision, scale)
    }

    /// The same, or only the parts of a file with a material.
    pub(crate) fn mesh_of_material(
        &self,
        scene: &Scene,
        node: NodeId,
        material: Option<&Arc<str>>,
        precision: Precision,
        scale: Vector,
    ) -> Option<Arc<Mesh>> {
        let source = self.source(scene, node, material)?;
        let key = (source, precision, scale.to_array().map(f64::to_bits));
        let mut made = self.shared.made();
        if let Some(known) = made.meshes.get(&key) {
            return known.clone();
        }
        let mesh = self
            .triangles(scene, node, material, &mut made)
            .filter(|(_, triangles)| made.takes(node, triangles.len()))
            .map(|(points, triangles)| {
                Arc::new(Mesh::new(points, triangles, precision).scaled(scale))
            });
        made.meshes.insert(key, mesh.clone());
        mesh
    }

    /// The height field of an ElevationGrid.
    pub(crate) fn grid(&self, scene: &Scene, node: NodeId) -> Option<Arc<HeightGrid>> {
        let source = self.source(scene, node, None)?;
        let mut made = self.shared.made();
        if let Some(known) = made.grids.get(&source) {
            return known.clone();
        }
        let form = GridForm::of(scene, node)?;
        let grid = made
            .takes(node, form.triangles())
            .then(|| form.grid(scene, node).map(Arc::new))
            .flatten();
        made.grids.insert(source, grid.clone());
        grid
    }

    fn source(
        &self,
        scene: &Scene,
        node: NodeId,
        material: Option<&Arc<str>>,
    ) -> Option<MeshSource> {
        Some(match read::kind(scene, node) {
            NodeType::Mesh | NodeType::CadShape => {
                let file = self.file(node)?;
                let choice = file.choice(scene, node, material);
                MeshSource::File(Arc::as_ptr(file) as usize, choice)
            }
            NodeType::IndexedFaceSet => {
                let coordinates = read::child(scene, node, "coord")?;
                MeshSource::Faces(
                    place(scene, coordinates, "point"),
                    place(scene, node, "coordIndex"),
                )
            }
            NodeType::ElevationGrid => {
                let form = GridForm::of(scene, node)?;
                let [x, y] = form.spacing;
                let bits = [x, y, form.thickness].map(f64::to_bits);
                MeshSource::HeightGrid(place(scene, node, "height"), form.dimensions, bits)
            }
            _ => return None,
        })
    }

    fn triangles(
        &self,
        scene: &Scene,
        node: NodeId,
        material: Option<&Arc<str>>,
        made: &mut CompiledMeshes,
    ) -> Option<Triangles> {
        match read::kind(scene, node) {
            NodeType::Mesh | NodeType::CadShape => {
                let file = self.file(node)?;
                joined(file.chosen(&file.choice(scene, node, material)))
            }
            NodeType::ElevationGrid => {
                let form = GridForm::of(scene, node)?;
                if form.triangles() > MOST_TRIANGLES {
                    made.problems.push((node, ReportKind::TooManyTriangles));
                    return None;
                }
                Some(form.grid(scene, node)?.drawn_triangles())
            }
            _ => {
                let faces = face_set(scene, node, &mut made.cutting)?;
                if faces.left_out > 0 {
                    made.problems.push((node, ReportKind::FacesLeftOut));
                }
                Some(faces.triangles)
            }
        }
    }
}

impl CompiledMeshes {
    /// Whether there is room for the triangles of a node.
    fn takes(&mut self, node: NodeId, triangles: usize) -> bool {
        let sum = self.triangles.saturating_add(triangles);
        if sum > MOST_TRIANGLES {
            self.problems.push((node, ReportKind::TooManyTriangles));
            return false;
        }
        self.triangles = sum;
        true
    }
}

/// The place of a field's values in memory; nowhere if they are not in the scene.
fn place(scene: &Scene, node: NodeId, name: &str) -> SharedValues {
    fn of<T>(items: &[T]) -> SharedValues {
        (items.as_ptr() as usize, items.len())
    }
    match scene.value_of(node, name) {
        Some(Cow::Borrowed(Value::Vec3List(items))) => of(items),
        Some(Cow::Borrowed(Value::IntList(items))) => of(items),
        Some(Cow::Borrowed(Value::FloatList(items))) => of(items),
        _ => (0, 0),
    }
}

/// An IndexedFaceSet as triangles.
struct TriangulatedFaces {
    triangles: Triangles,
    /// How many faces have too many corners.
    left_out: usize,
}

fn face_set(scene: &Scene, node: NodeId, limit: &mut CuttingLimit) -> Option<TriangulatedFaces> {
    let points: Vec<Vector> = read::vectors(scene, read::child(scene, node, "coord")?, "point")
        .into_iter()
        .map(Vector::from)
        .collect();
    let (mut triangles, mut left_out) = (Vec::new(), 0);
    for face in read::integers(scene, node, "coordIndex").split(|index| *index == -1) {
        match triangles_of_face(&points, face, limit) {
            // only points that are there make triangles
            Some(found) => {
                triangles.extend(found.into_iter().map(|cut| cut.map(|at| face[at] as u32)))
            }
            None => left_out += 1,
        }
    }
    let triangles = (points, triangles);
    Some(TriangulatedFaces {
        triangles,
        left_out,
    })
}

/// The triangles of a face as places in its list of points: none if it names a
/// missing point, and `None` if it has too many corners.
pub(super) fn triangles_of_face(
    points: &[Vector],
    face: &[i32],
    limit: &mut CuttingLimit,
) -> Option<Vec<[usize; 3]>> {
    let corner = |index: &i32| points.get(usize::try_from(*index).ok()?).copied();
    let Some(places) = face.iter().map(corner).collect::<Option<Vec<Vector>>>() else {
        return Some(Vec::new());
    };
    let mut triangles = polygons::triangles(&places, limit)?;
    // of larger faces the genuine program takes narrow and small triangles away
    if triangles.len() > 2 {
        triangles.retain(|triangle| {
            let [a, b, c] = triangle.map(|at| places[at]);
            let product = (b - a).cross(c - b);
            (0..3).any(|axis| product[axis].abs() >= LEAST_PRODUCT)
        });
    }
    Some(triangles)
}

/// The size of a height field. A file may claim any; the heights need not be there.
struct GridForm {
    dimensions: [usize; 2],
    spacing: [f64; 2],
    thickness: f64,
}

impl GridForm {
    fn of(scene: &Scene, node: NodeId) -> Option<Self> {
        let dimension = |name: &str| usize::try_from(read::integer(scene, node, name)).ok();
        let number = |name: &str| read::number(scene, node, name);
        Some(Self {
            dimensions: [dimension("xDimension")?, dimension("yDimension")?],
            spacing: [number("xSpacing"), number("ySpacing")],
            thickness: number("thickness"),
        })
    }

    /// How many triangles its surface has.
    fn triangles(&self) -> usize {
        let [columns, rows] = self.dimensions;
        columns.saturating_mul(rows).saturating_mul(2)
    }

    fn grid(&self, scene: &Scene, node: NodeId) -> Option<HeightGrid> {
        let heights = read::numbers(scene, node, "height");
        HeightGrid::new(self.dimensions, self.spacing, self.thickness, &heights)
    }
}
