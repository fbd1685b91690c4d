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
            material: "".into(),
            material_index: 0,
            points: self.points,
            attributes: self.attributes,
            triangles,
        }
    }
}

impl MeshPart {
    /// Gives normals to a part that has none: at each place the mean of the
    /// triangles there, each of them counting once for each of its corners.
    pub(super) fn smooth(&mut self) {
        if self.attributes.iter().any(|own| own.normal.is_some()) {
            return;
        }
        // only ever looked up, never walked through
        let mut places: HashMap<[u32; 3], usize> = HashMap::new();
        let place_of: Vec<usize> = self
            .points
            .iter()
            .map(|point| {
                let next = places.len();
                *places.entry(bits(*point)).or_insert(next)
            })
            .collect();
        let mut sums = vec![Vector::ZERO; places.len()];
        for triangle in &self.triangles {
            let [a, b, c] = triangle.map(|at| self.points[at as usize]);
            let normal = (b - a).cross(c - a).normalized_safely();
            for at in triangle {
                let sum = &mut sums[place_of[*at as usize]];
                *sum += normal;
            }
        }
        for (attributes, place) in self.attributes.iter_mut().zip(place_of) {
            attributes.normal = Some(sums[place].normalized_safely());
        }
    }
}

/// A vector in single precision, with one zero.
fn bits(vector: Vector) -> [u32; 3] {
    vector.to_array().map(|part| (part as f32 + 0.0).to_bits())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_normal_is_the_mean_of_all_triangles_at_a_place() {
        let mut vertices = Vertices::default();
        let points = [
            [0.0; 3],
            [1.0, 0.0, 0.0],
            [1.0, 1.0, 0.0],
            [0.0, 1.0, 0.0],
            [0.0, 0.0, 1.0],
        ];
        let mut add = |at: usize, u: f64| {
            let texture = Some(Vector::new(u, 0.0, 0.0));
            let attributes = Attributes {
                normal: None,
                texture,
            };
            vertices.add(points[at].into(), attributes)
        };
        // a square of two triangles, and a wall whose picture ends at their edge
        let triangles = vec![
            [add(0, 0.0), add(1, 0.0), add(2, 0.0)],
            [add(0, 0.0), add(2, 0.0), add(3, 0.0)],
            [add(0, 0.5), add(4, 0.5), add(1, 0.5)],
        ];
        let mut part = vertices.into_part("".into(), triangles);
        part.smooth();
        let normal = |at: usize| {
            part.attributes[part.triangles[at][0] as usize]
                .normal
                .unwrap()
        };
        let expected = Vector::new(0.0, 1.0, 2.0).normalized();
        assert!((normal(0) - expected).length() < 1e-12);
        assert_eq!(normal(0), normal(2));
        let given = part.clone();
        part.smooth();
        assert_eq!(part, given);
    }
}
