//! Where the meshes of a COLLADA file come to lie.
//!
//! The reader of the genuine program joins the nodes of a file before the program
//! places their meshes, and a file with a geometry that is used several times is not
//! joined to one node. The program multiplies matrices in an order that is only right
//! for one node, and shifts normals with points. Both are copied: they show.

use super::affine::Affine;
use super::{MeshPart, ReadBudget, Unread};
use crate::math::Vector;
use std::collections::HashMap;
use std::sync::Arc;

/// What turns y upwards into z upwards.
pub(super) const UPRIGHT: Affine = Affine([
    [1.0, 0.0, 0.0, 0.0],
    [0.0, 0.0, -1.0, 0.0],
    [0.0, 1.0, 0.0, 0.0],
]);

const UPRIGHT_INVERSE: Affine = Affine([
    [1.0, 0.0, 0.0, 0.0],
    [0.0, 0.0, 1.0, 0.0],
    [0.0, -1.0, 0.0, 0.0],
]);

/// A part of a geometry that a node places, with a material.
#[derive(Debug)]
pub(super) struct PartUse {
    /// The number of the geometry.
    pub(super) geometry: usize,
    pub(super) parts: Arc<Vec<MeshPart>>,
    pub(super) at: usize,
    pub(super) material: Arc<str>,
    pub(super) material_index: u32,
}

/// A node with parts, in the order in which the genuine program joins nodes.
#[derive(Debug)]
pub(super) struct SceneNode {
    /// Where it is, with z upwards and in metres.
    pub(super) pose: Affine,
    pub(super) uses: Vec<PartUse>,
}

/// What lies where.
#[derive(Debug, Default)]
pub(super) struct PlacedParts {
    pub(super) parts: Vec<MeshPart>,
    /// Whether all of them are in one node after joining. Parts are only found by
    /// their names there.
    pub(super) is_one_node: bool,
}

/// Places the parts of all nodes.
pub(super) fn place(nodes: &[SceneNode], effort: &mut ReadBudget) -> Result<PlacedParts, Unread> {
    let mut counts: HashMap<(usize, usize, &str), usize> = HashMap::new();
    let key = |one: &PartUse| (one.geometry, one.at);
    for one in nodes.iter().flat_map(|node| &node.uses) {
        let (geometry, at) = key(one);
        *counts.entry((geometry, at, &one.material)).or_default() += 1;
    }
    let is_repeated = |node: &SceneNode| {
        node.uses.iter().any(|one| {
            let (geometry, at) = key(one);
            counts[&(geometry, at, &*one.material)] > 1
        })
    };
    let first = nodes.iter().position(|node| !is_repeated(node));
    let left = nodes.iter().filter(|node| is_repeated(node)).count() + usize::from(first.is_some());
    let mut placed = PlacedParts {
        is_one_node: left <= 1,
        parts: Vec::new(),
    };
    for (number, node) in nodes.iter().enumerate() {
        if is_repeated(node) {
            placed.add(node, node, effort)?;
        } else if Some(number) == first {
            for joined in nodes.iter().filter(|node| !is_repeated(node)) {
                placed.add(joined, node, effort)?;
            }
        }
    }
    Ok(placed)
}

impl PlacedParts {
    /// Adds the parts of a node that was joined to another one, or to itself.
    fn add(
        &mut self,
        node: &SceneNode,
        head: &SceneNode,
        effort: &mut ReadBudget,
    ) -> Result<(), Unread> {
        let is_head = std::ptr::eq(node, head);
        // within the node that others were joined to
        let within = match is_head {
            true => Affine::IDENTITY,
            false => head.pose.inverse().ok_or(Unread::Invalid)?.then(&node.pose),
        };
        let turned = UPRIGHT_INVERSE.then(&head.pose).then(&UPRIGHT);
        let (outside, whole) = match self.is_one_node {
            true => (head.pose, node.pose),
            false => (turned, turned.then(&within)),
        };
        for one in &node.uses {
            let part = &one.parts[one.at];
            effort.take(part.points.len() + part.triangles.len())?;
            self.parts.push(MeshPart {
                material: Arc::clone(&one.material),
                material_index: one.material_index,
                ..moved(part, &within, &outside, &whole, is_head)
            });
        }
        Ok(())
    }
}

/// A part whose points are moved as a `whole`, and whose normals first `within` a node
/// and then with it.
fn moved(
    part: &MeshPart,
    within: &Affine,
    outside: &Affine,
    whole: &Affine,
    is_head: bool,
) -> MeshPart {
    let mut made = part.clone();
    if !is_head {
        for point in &mut made.points {
            *point = within.apply(*point);
        }
        for attributes in &mut made.attributes {
            attributes.normal = attributes.normal.map(|normal| within.turn_normal(normal));
        }
        if within.determinant() < 0.0 {
            for triangle in &mut made.triangles {
                triangle.swap(0, 2);
            }
        }
    }
    made.smooth();
    let turn = |normal: Vector| outside.apply(normal).normalized_safely();
    for attributes in &mut made.attributes {
        attributes.normal = attributes.normal.map(turn);
    }
    made.points = part
        .points
        .iter()
        .map(|point| whole.apply(*point))
        .collect();
    made
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::vertices::Attributes;
    use super::*;

    fn triangle() -> Arc<Vec<MeshPart>> {
        Arc::new(vec![MeshPart {
            points: vec![
                Vector::ZERO,
                Vector::new(1.0, 0.0, 0.0),
                Vector::new(0.0, 1.0, 0.0),
            ],
            attributes: vec![Attributes::default(); 3],
            triangles: vec![[0, 1, 2]],
            ..MeshPart::default()
        }])
    }

    fn node(geometry: usize, shift: [f64; 3], x: f64) -> SceneNode {
        let mut pose = Affine::scaled(x, 1.0, 1.0);
        for (row, part) in pose.0.iter_mut().zip(shift) {
            row[3] = part;
        }
        SceneNode {
            pose,
            uses: vec![PartUse {
                geometry,
                parts: triangle(),
                at: 0,
                material: "".into(),
                material_index: 0,
            }],
        }
    }

    fn placed(nodes: &[SceneNode]) -> PlacedParts {
        place(nodes, &mut ReadBudget::default()).unwrap()
    }

    #[test]
    fn nodes_are_joined_and_mirrored_ones_turned_over() {
        let found = placed(&[
            node(0, [0.0, 0.0, 2.0], 1.0),
            node(1, [1.0, 0.0, 2.0], -1.0),
        ]);
        assert!(found.is_one_node);
        assert_eq!(found.parts[0].points[1], Vector::new(1.0, 0.0, 2.0));
        assert_eq!(found.parts[1].points[1], Vector::new(0.0, 0.0, 2.0));
        assert_eq!(found.parts[0].triangles, [[0, 1, 2]]);
        assert_eq!(found.parts[1].triangles, [[2, 1, 0]]);
        // the first node keeps its faces, even if it is mirrored
        let mirrored = placed(&[node(0, [0.0; 3], -1.0)]);
        assert_eq!(mirrored.parts[0].triangles, [[0, 1, 2]]);
    }

    #[test]
    fn normals_are_shifted_with_their_node() {
        let found = placed(&[node(0, [3.0, 0.0, 3.0], 1.0)]);
        // 0 0 1 becomes 3 0 4
        let normal = found.parts[0].attributes[0].normal.unwrap();
        assert!((normal - Vector::new(0.6, 0.0, 0.8)).length() < 1e-12);
    }

    #[test]
    fn a_geometry_that_is_used_twice_is_placed_in_turned_axes() {
        let found = placed(&[node(7, [0.0; 3], 1.0), node(7, [0.0, 0.0, 2.0], 1.0)]);
        assert!(!found.is_one_node);
        assert_eq!(found.parts[0].points[0], Vector::ZERO);
        assert_eq!(found.parts[1].points[0], Vector::new(0.0, 2.0, 0.0));
        assert_eq!(found.parts[1].points[1], Vector::new(1.0, 2.0, 0.0));
    }

    #[test]
    fn a_flat_node_that_others_are_joined_to_is_refused() {
        let nodes = [node(0, [0.0; 3], 0.0), node(1, [0.0; 3], 1.0)];
        let refused = place(&nodes, &mut ReadBudget::default());
        assert_eq!(refused.err(), Some(Unread::Invalid));
    }
}
