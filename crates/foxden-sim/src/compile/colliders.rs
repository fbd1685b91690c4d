//! Shapes of boundingObjects.

use super::read;
use crate::math::{Pose, Vector};
use crate::rays::mesh::Mesh;
use crate::rays::shapes::Shape;
use foxden_catalogue::NodeType;
use foxden_scene::{NodeId, Scene};
use std::sync::Arc;

/// The geometries of a solid's boundingObject, with their poses in the solid.
pub(crate) fn colliders_of(scene: &Scene, solid: NodeId) -> Vec<(Pose, Shape)> {
    let mut found = Vec::new();
    if let Some(node) = read::child(scene, solid, "boundingObject") {
        collect(scene, node, Pose::IDENTITY, &mut found);
    }
    found
}

fn collect(scene: &Scene, node: NodeId, pose: Pose, found: &mut Vec<(Pose, Shape)>) {
    let kind = read::kind(scene, node);
    match kind {
        NodeType::Shape => {
            if let Some(geometry) = read::child(scene, node, "geometry") {
                collect(scene, geometry, pose, found);
            }
        }
        NodeType::Pose => {
            let inner = Pose::new(
                read::vector(scene, node, "translation"),
                read::rotation(scene, node, "rotation"),
            );
            if let Some(child) = read::child(scene, node, "children") {
                collect(scene, child, pose.then(&inner), found);
            }
        }
        NodeType::Group => {
            for child in scene.nodes_of(node, "children") {
                collect(scene, *child, pose, found);
            }
        }
        _ => found.extend(shape(scene, node, kind).map(|shape| (pose, shape))),
    }
}

pub(super) fn shape(scene: &Scene, node: NodeId, kind: NodeType) -> Option<Shape> {
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
        NodeType::IndexedFaceSet => Shape::Mesh(Arc::new(face_set(scene, node)?)),
        NodeType::ElevationGrid => Shape::Mesh(Arc::new(elevation_grid(scene, node)?)),
        _ => return None,
    })
}

fn face_set(scene: &Scene, node: NodeId) -> Option<Mesh> {
    let points = read::vectors(scene, read::child(scene, node, "coord")?, "point")
        .into_iter()
        .map(Vector::from)
        .collect();
    let mut triangles = Vec::new();
    for face in read::integers(scene, node, "coordIndex").split(|index| *index == -1) {
        let corners: Vec<u32> = face
            .iter()
            .filter_map(|index| u32::try_from(*index).ok())
            .collect();
        for at in 2..corners.len() {
            triangles.push([corners[0], corners[at - 1], corners[at]]);
        }
    }
    (!triangles.is_empty()).then(|| Mesh::new(points, triangles))
}

fn elevation_grid(scene: &Scene, node: NodeId) -> Option<Mesh> {
    let columns = usize::try_from(read::integer(scene, node, "xDimension")).ok()?;
    let rows = usize::try_from(read::integer(scene, node, "yDimension")).ok()?;
    // the grid of a hostile file may claim any size; points must be there in the file
    let heights = read::numbers(scene, node, "height");
    if columns < 2 || rows < 2 || columns.checked_mul(rows)? > 1 << 24 {
        return None;
    }
    let (dx, dy) = (
        read::number(scene, node, "xSpacing"),
        read::number(scene, node, "ySpacing"),
    );
    let points = (0..columns * rows)
        .map(|at| {
            let (column, row) = (at % columns, at / columns);
            let height = heights.get(at).copied().unwrap_or(0.0);
            Vector::new(column as f64 * dx, row as f64 * dy, height)
        })
        .collect();
    let mut triangles = Vec::new();
    for row in 0..rows - 1 {
        for column in 0..columns - 1 {
            let at = (row * columns + column) as u32;
            let above = at + columns as u32;
            triangles.push([at, at + 1, above]);
            triangles.push([above, at + 1, above + 1]);
        }
    }
    Some(Mesh::new(points, triangles))
}
