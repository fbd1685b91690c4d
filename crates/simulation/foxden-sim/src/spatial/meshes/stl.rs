//! STL, as text and in binary form.

use super::MeshPart;
use super::vertices::{Attributes, Vertices};
use crate::math::Vector;

/// A head of 80 bytes and the number of triangles.
const HEAD: usize = 84;
/// A normal, three corners, and two bytes.
const TRIANGLE: usize = 50;

/// The one part of a file.
pub(super) fn parse(bytes: &[u8]) -> Option<Vec<MeshPart>> {
    let facets = match binary(bytes) {
        Some(facets) => facets,
        None => text(&String::from_utf8_lossy(bytes)),
    };
    let mut vertices = Vertices::default();
    let triangles: Vec<[u32; 3]> = facets
        .into_iter()
        .map(|facet| {
            let attributes = Attributes {
                normal: Some(facet.normal),
                texture: None,
            };
            facet.corners.map(|corner| vertices.add(corner, attributes))
        })
        .collect();
    (!triangles.is_empty()).then(|| vec![vertices.into_part("".into(), triangles)])
}

struct StlFacet {
    normal: Vector,
    corners: [Vector; 3],
}

fn binary(bytes: &[u8]) -> Option<Vec<StlFacet>> {
    let count = u32::from_le_bytes(bytes.get(80..HEAD)?.try_into().ok()?) as usize;
    if bytes.len() < HEAD + count.checked_mul(TRIANGLE)? {
        return None;
    }
    let facets = bytes[HEAD..].chunks_exact(TRIANGLE).take(count);
    let facet = |bytes: &[u8]| {
        let number = |at: usize| {
            let bytes: [u8; 4] = bytes[at..at + 4].try_into().unwrap_or_default();
            f64::from(f32::from_le_bytes(bytes))
        };
        let vector = |at: usize| Vector::new(number(at), number(at + 4), number(at + 8));
        StlFacet {
            normal: vector(0),
            corners: [vector(12), vector(24), vector(36)],
        }
    };
    Some(facets.map(facet).collect())
}

fn text(text: &str) -> Vec<StlFacet> {
    let mut facets = Vec::new();
    let mut normal = Vector::ZERO;
    let mut corners = Vec::new();
    for line in text.lines().map(str::trim_start) {
        if let Some(vector) = line.strip_prefix("facet normal").and_then(vector) {
            normal = vector;
        }
        corners.extend(line.strip_prefix("vertex").and_then(vector));
        if let [a, b, c] = corners[..] {
            facets.push(StlFacet {
                normal,
                corners: [a, b, c],
            });
            corners.clear();
        }
    }
    facets
}

/// Three numbers.
fn vector(text: &str) -> Option<Vector> {
    let numbers: Vec<f64> = text
        .split_whitespace()
        .filter_map(|word| word.parse().ok())
        .collect();
    match numbers[..] {
        [x, y, z] => Some(Vector::new(x, y, z)),
        _ => None,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_give_the_same() {
        let text = "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n\
                    vertex 0 1 0.5\nendloop\nendfacet\nendsolid\n";
        let mut bytes = vec![0_u8; 80];
        bytes.extend(1_u32.to_le_bytes());
        for number in [
            0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.5_f32,
        ] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend([0, 0]);
        let from_text = parse(text.as_bytes()).unwrap();
        assert_eq!(from_text, parse(&bytes).unwrap());
        assert_eq!(from_text[0].points[2], Vector::new(0.0, 1.0, 0.5));
        assert!(parse(&bytes[..100]).is_none());
    }

    #[test]
    fn corners_of_facets_that_look_the_same_way_are_one_vertex() {
        let facet = |normal: &str, corners: [&str; 3]| {
            let [a, b, c] = corners;
            format!(
                "facet normal {normal}\nouter loop\nvertex {a}\nvertex {b}\nvertex {c}\n\
                 endloop\nendfacet\n"
            )
        };
        let flat = facet("0 0 1", ["0 0 0", "1 0 0", "1 1 0"]);
        let beside = facet("0 0 1", ["0 0 0", "1 1 0", "0 1 0"]);
        let upright = facet("1 0 0", ["0 0 0", "0 1 0", "0 0 1"]);
        let count = |text: String| parse(text.as_bytes()).map(|parts| parts[0].points.len());
        assert_eq!(count(format!("solid\n{flat}{beside}")), Some(4));
        assert_eq!(count(format!("solid\n{flat}{upright}")), Some(6));
    }
}
