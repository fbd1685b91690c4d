//! Shapes of boundingObjects.

use super::read;
use crate::math::{AxisAngle, Pose, Vector};
use crate::spatial::meshes::MeshFiles;
use crate::spatial::rays::mesh::Precision;
use crate::spatial::rays::shapes::ColliderShape;
use foxden_catalogue::NodeType;
use foxden_scene::{NodeId, Scene};

/// The factors where nothing is scaled.
pub(crate) const UNSCALED: Vector = Vector::new(1.0, 1.0, 1.0);

/// A geometry of a boundingObject.
#[derive(Clone, Debug)]
pub(crate) struct BoundingPart {
    /// Its pose in the solid.
    pub(crate) pose: Pose,
    /// The rotation of that pose as it is written.
    pub(crate) turn: AxisAngle,
    /// Whether the boundingObject is a Group.
    pub(crate) is_grouped: bool,
    /// Whether it is a Mesh node.
    pub(crate) is_mesh_file: bool,
    pub(crate) shape: ColliderShape,
}

/// Where a geometry is found.
#[derive(Clone, Copy)]
struct GeometryContext {
    pose: Pose,
    turn: AxisAngle,
    is_grouped: bool,
}

/// The geometries of a solid's boundingObject, with their poses in the solid.
pub(crate) fn colliders_of(scene: &Scene, meshes: &MeshFiles, solid: NodeId) -> Vec<BoundingPart> {
    let mut found = Vec::new();
    if let Some(node) = read::child(scene, solid, "boundingObject") {
        let around = GeometryContext {
            pose: Pose::IDENTITY,
            turn: AxisAngle::IDENTITY,
            is_grouped: false,
        };
        collect(scene, meshes, node, around, &mut found);
    }
    found
}

fn collect(
    scene: &Scene,
    meshes: &MeshFiles,
    node: NodeId,
    around: GeometryContext,
    found: &mut Vec<BoundingPart>,
) {
    let kind = read::kind(scene, node);
    match kind {
        NodeType::Shape => {
            if let Some(geometry) = read::child(scene, node, "geometry") {
                collect(scene, meshes, geometry, around, found);
            }
        }
        NodeType::Pose => {
            let turn = read::rotation(scene, node, "rotation");
            let inner = Pose::new(read::vector(scene, node, "translation"), turn);
            let around = GeometryContext {
                pose: around.pose.then(&inner),
                turn,
                ..around
            };
            if let Some(child) = read::child(scene, node, "children") {
                collect(scene, meshes, child, around, found);
            }
        }
        NodeType::Group => {
            for child in scene.nodes_of(node, "children") {
                let around = GeometryContext {
                    is_grouped: true,
                    ..around
                };
                collect(scene, meshes, *child, around, found);
            }
        }
        _ => {
            let shape = shape(scene, meshes, node, kind);
            let GeometryContext {
                pose,
                turn,
                is_grouped,
            } = around;
            found.extend(shape.map(|shape| BoundingPart {
                pose,
                turn,
                is_grouped,
                is_mesh_file: kind == NodeType::Mesh,
                shape,
            }));
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
