//! Shapes of boundingObjects.

use super::read;
use crate::math::{Pose, Vector};
use crate::spatial::meshes::MeshFiles;
use crate::spatial::rays::mesh::Precision;
use crate::spatial::rays::shapes::ColliderShape;
use foxden_catalogue::NodeType;
use foxden_scene::{NodeId, Scene};

/// The factors where nothing is scaled.
pub(crate) const UNSCALED: Vector = Vector::new(1.0, 1.0, 1.0);

/// The geometries of a solid's boundingObject, with their poses in the solid.
pub(crate) fn colliders_of(
    scene: &Scene,
    meshes: &MeshFiles,
    solid: NodeId,
) -> Vec<(Pose, ColliderShape)> {
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
    found: &mut Vec<(Pose, ColliderShape)>,
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

fn shape(scene: &Scene, meshes: &MeshFiles, node: NodeId, kind: NodeType) -> Option<ColliderShape> {
    let number = |name: &str| read::number(scene, node, name);
    Some(match kind {
        NodeType::Box => ColliderShape::Box {
            half: read::vector(scene, node, "size") * 0.5,
        },
        NodeType::Sphere => ColliderShape::Sphere {
            radius: number("radius"),
        },
        NodeType::Cylinder => ColliderShape::Cylinder {
            radius: number("radius"),
            half_height: number("height") * 0.5,
        },
        NodeType::Capsule => ColliderShape::Capsule {
            radius: number("radius"),
            half_height: number("height") * 0.5,
        },
        NodeType::Plane => ColliderShape::Plane,
        NodeType::IndexedFaceSet | NodeType::Mesh => {
            ColliderShape::Mesh(meshes.mesh(scene, node, Precision::Single, UNSCALED)?)
        }
        NodeType::ElevationGrid => ColliderShape::Grid(meshes.grid(scene, node)?),
        _ => return None,
    })
}
