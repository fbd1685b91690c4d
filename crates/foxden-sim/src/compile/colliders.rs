//! Shapes of boundingObjects.

use super::{polygons, read};
use crate::math::{Pose, Vector};
use crate::meshes::MeshFiles;
use crate::rays::grid::Grid;
use crate::rays::mesh::{Mesh, Precision};
use crate::rays::shapes::Shape;
use foxden_catalogue::NodeType;
use foxden_scene::{NodeId, Scene};
use std::sync::Arc;

/// The geometries of a solid's boundingObject, with their poses in the solid.
pub(crate) fn colliders_of(scene: &Scene, meshes: &MeshFiles, solid: NodeId) -> Vec<(Pose, Shape)> {
    let mut found = Vec::new();
    if let Some(node) = read::child(scene, solid, "boundingObject") {
        collect(scene, meshes, node, Pose::IDENTITY, &mut found);
    }
    found
}

fn collect(
    scene: &Scene,
    meshes: &MeshFiles,
    node: NodeId,
    pose: Pose,
    found: &mut Vec<(Pose, Shape)>,
) {
    let kind = read::kind(scene, node);
    match kind {
        NodeType::Shape => {
            if let Some(geometry) = read::child(scene, node, "geometry") {
                collect(scene, meshes, geometry, pose, found);
            }
        }
        NodeType::Pose => {
            let inner = Pose::new(
                read::vector(scene, node, "translation"),
                read::rotation(scene, node, "rotation"),
            );
            if let Some(child) = read::child(scene, node, "children") {
                collect(scene, meshes, child, pose.then(&inner), found);
            }
        }
        NodeType::Group => {
            for child in scene.nodes_of(node, "children") {
                collect(scene, meshes, *child, pose, found);
            }
        }
        _ => {
            let shape = shape(scene, meshes, node, kind);
            found.extend(shape.map(|shape| (pose, shape)));
        }
    }
}

fn shape(scene: &Scene, meshes: &MeshFiles, node: NodeId, kind: NodeType) -> Option<Shape> {
    let number = |name: &str| read::number(scene, node, name);
    Some(match kind {
        NodeType::Box => Shape::Box {
            half: read::vector(scene, node, "size") * 0.5,
        },
        NodeType::Sphere => Shape::Sphere {
            radius: number("radius"),
        },
        NodeType::Cylinder => Shape::Cylinder {
            radius: number("radius"),
            half_height: number("height") * 0.5,
        },
        NodeType::Capsule => Shape::Capsule {
            radius: number("radius"),
            half_height: number("height") * 0.5,
        },
        NodeType::Plane => Shape::Plane,
        NodeType::IndexedFaceSet | NodeType::Mesh => {
            Shape::Mesh(Arc::new(mesh(scene, meshes, node, Precision::Single)?))
        }
        NodeType::ElevationGrid => Shape::Grid(Arc::new(elevation_grid(scene, node)?)),
        _ => return None,
    })
}

/// The triangles of an IndexedFaceSet or of a Mesh's file.
pub(super) fn mesh(
    scene: &Scene,
    meshes: &MeshFiles,
    node: NodeId,
    precision: Precision,
) -> Option<Mesh> {
    let (points, triangles) = match read::kind(scene, node) {
        NodeType::Mesh => meshes.mesh(scene, node)?,
        _ => face_set(scene, node)?,
    };
    Some(Mesh::new(points, triangles, precision))
}

fn face_set(scene: &Scene, node: NodeId) -> Option<(Vec<Vector>, Vec<[u32; 3]>)> {
    let points: Vec<Vector> = read::vectors(scene, read::child(scene, node, "coord")?, "point")
        .into_iter()
        .map(Vector::from)
        .collect();
    let mut triangles = Vec::new();
    for face in read::integers(scene, node, "coordIndex").split(|index| *index == -1) {
        let corners: Vec<u32> = face
            .iter()
            .filter_map(|index| u32::try_from(*index).ok())
            .filter(|index| (*index as usize) < points.len())
            .collect();
        let places: Vec<Vector> = corners.iter().map(|at| points[*at as usize]).collect();
        for triangle in polygons::triangles(&places) {
            triangles.push(triangle.map(|at| corners[at]));
        }
    }
    (!triangles.is_empty()).then_some((points, triangles))
}

/// The field of an ElevationGrid, if it is one. A hostile file may claim any
/// size; the heights must be there in the file.
pub(super) fn elevation_grid(scene: &Scene, node: NodeId) -> Option<Grid> {
    let dimension = |name: &str| usize::try_from(read::integer(scene, node, name)).ok();
    let number = |name: &str| read::number(scene, node, name);
    Grid::new(
        [dimension("xDimension")?, dimension("yDimension")?],
        [number("xSpacing"), number("ySpacing")],
        number("thickness"),
        &read::numbers(scene, node, "height"),
    )
}
