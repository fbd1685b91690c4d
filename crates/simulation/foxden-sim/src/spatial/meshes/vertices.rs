//! Corners of faces that are one vertex.

use super::MeshPart;
use crate::math::Vector;
use std::collections::HashMap;
use std::sync::Arc;

/// What is said of a corner of a face besides its place.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Attributes {
    /// Away from the surface.
    pub normal: Option<Vector>,
    /// Where it is in a picture, from the lower left corner on.
    pub texture: Option<Vector>,
}

/// The vertices of a part, in the order in which faces use them first.
///
/// The genuine program's reader makes one vertex of corners with the same
/// place, normal and texture coordinates in 32 bits. Corners of a sharp edge are
/// several vertices, and each of them touches a floor by itself.
#[derive(Debug, Default)]
pub(super) struct Vertices {
    /// Only ever looked up, never walked through.
    known: HashMap<[u32; 9], u32>,
    points: Vec<Vector>,
    attributes: Vec<Attributes>,
}

impl Vertices {
    /// The number of the vertex of a corner.
    pub fn add(&mut self, point: Vector, attributes: Attributes) -> u32 {
        // adding 0 makes both zeros one
        let bits = |vector: Vector| vector.to_array().map(|part| (part as f32 + 0.0).to_bits());
        // no number is not a part of any file that is read
        let none = [f32::NAN.to_bits(); 3];
        let [a, b, c] = bits(point);
        let [d, e, f] = attributes.normal.map_or(none, bits);
        let [g, h, i] = attributes.texture.map_or(none, bits);
        let next = self.points.len() as u32;
        let number = *self
            .known
            .entry([a, b, c, d, e, f, g, h, i])
            .or_insert(next);
        if number == next {
            self.points.push(point);
            self.attributes.push(attributes);
        }
        number
    }

    /// The part of these vertices and of triples of their numbers.
    pub fn into_part(self, name: Arc<str>, triangles: Vec<[u32; 3]>) -> MeshPart {
        MeshPart {
            name,
            points: self.points,
            attributes: self.attributes,
            triangles,
        }
    }
}
