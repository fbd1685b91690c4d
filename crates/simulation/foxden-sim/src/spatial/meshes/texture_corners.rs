//! Texture coordinates and normals of an IndexedFaceSet.

use super::shared::triangles_of_face;
use crate::math::Vector;
use crate::model::compile::polygons::CuttingLimit;
use crate::model::compile::read;
use foxden_scene::{NodeId, Scene};

/// Where the corners of each triangle of an IndexedFaceSet lie in a picture,
/// from its upper left corner on; `None` if the node says nothing of it. The
/// corners of a mirrored set go round the other way.
pub(crate) fn texture_corners(
    scene: &Scene,
    node: NodeId,
    is_mirrored: bool,
) -> Option<Vec<[[f64; 2]; 3]>> {
    let places = read::vectors2(scene, read::child(scene, node, "texCoord")?, "point");
    let faces = read::integers(scene, node, "coordIndex");
    let mut numbers = read::integers(scene, node, "texCoordIndex");
    if numbers.is_empty() {
        numbers.clone_from(&faces);
    }
    if places.is_empty() || numbers.len() != faces.len() {
        return None;
    }
    let points: Vec<Vector> = read::vectors(scene, read::child(scene, node, "coord")?, "point")
        .into_iter()
        .map(Vector::from)
        .collect();
    let place = |number: i32| {
        let place = usize::try_from(number).ok().and_then(|at| places.get(at));
        // the middle where there is none
        place.map_or([0.5, 0.5], |[u, v]| [*u, 1.0 - v])
    };
    let mut limit = CuttingLimit::default();
    let (mut found, mut start) = (Vec::new(), 0);
    for face in faces.split(|index| *index == -1) {
        let triangles = triangles_of_face(&points, face, &mut limit).unwrap_or_default();
        for triangle in triangles {
            let mut corners = triangle.map(|at| place(numbers[start + at]));
            if is_mirrored {
                corners.swap(1, 2);
            }
            found.push(corners);
        }
        start += face.len() + 1;
    }
    Some(found)
}

/// The normals of the corners of each triangle of an IndexedFaceSet; `None` if
/// the node says nothing of them.
pub(crate) fn normal_corners(scene: &Scene, node: NodeId) -> Option<Vec<[[f64; 3]; 3]>> {
    let normals = read::vectors(scene, read::child(scene, node, "normal")?, "vector");
    let faces = read::integers(scene, node, "coordIndex");
    let is_per_vertex = read::flag(scene, node, "normalPerVertex");
    let mut numbers = read::integers(scene, node, "normalIndex");
    if numbers.is_empty() && is_per_vertex {
        numbers.clone_from(&faces);
    }
    let points: Vec<Vector> = read::vectors(scene, read::child(scene, node, "coord")?, "point")
        .into_iter()
        .map(Vector::from)
        .collect();
    let normal = |number: Option<i32>| {
        let at = usize::try_from(number?).ok()?;
        normals.get(at).copied()
    };
    let mut limit = CuttingLimit::default();
    let (mut found, mut start) = (Vec::new(), 0);
    for (number, face) in faces.split(|index| *index == -1).enumerate() {
        let triangles = triangles_of_face(&points, face, &mut limit).unwrap_or_default();
        for triangle in triangles {
            let mut corners = [[0.0; 3]; 3];
            for (corner, at) in corners.iter_mut().zip(triangle) {
                let index = match is_per_vertex {
                    true => numbers.get(start + at).copied(),
                    false if numbers.is_empty() => i32::try_from(number).ok(),
                    false => numbers.get(number).copied(),
                };
                *corner = normal(index)?;
            }
            found.push(corners);
        }
        start += face.len() + 1;
    }
    Some(found)
}
