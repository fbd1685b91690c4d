//! STL, as text and in binary form.

use super::Part;
use crate::math::Vector;

/// A head of 80 bytes and the number of triangles.
const HEAD: usize = 84;
/// A normal, three corners, and two bytes.
const TRIANGLE: usize = 50;

/// The one part of a file.
pub(super) fn parse(bytes: &[u8]) -> Option<Vec<Part>> {
    let part = match binary(bytes) {
        Some(part) => part,
        None => text(&String::from_utf8_lossy(bytes)),
    };
    (!part.triangles.is_empty()).then(|| vec![part])
}

fn binary(bytes: &[u8]) -> Option<Part> {
    let count = u32::from_le_bytes(bytes.get(80..HEAD)?.try_into().ok()?) as usize;
    if bytes.len() < HEAD + count.checked_mul(TRIANGLE)? {
        return None;
    }
    let mut part = Part::default();
    for triangle in bytes[HEAD..].chunks_exact(TRIANGLE).take(count) {
        let number = |at: usize| {
            let bytes: [u8; 4] = triangle[at..at + 4].try_into().unwrap_or_default();
            f64::from(f32::from_le_bytes(bytes))
        };
        for corner in 0..3 {
            let at = 12 + 12 * corner;
            add(
                &mut part,
                Vector::new(number(at), number(at + 4), number(at + 8)),
            );
        }
    }
    Some(part)
}

fn text(text: &str) -> Part {
    let mut part = Part::default();
    for line in text.lines() {
        if let Some(numbers) = line.trim_start().strip_prefix("vertex") {
            let numbers: Vec<f64> = numbers
                .split_whitespace()
                .filter_map(|word| word.parse().ok())
                .collect();
            if let [x, y, z] = numbers[..] {
                add(&mut part, Vector::new(x, y, z));
            }
        }
    }
    part
}

/// Adds a corner; each third one makes a triangle.
fn add(part: &mut Part, point: Vector) {
    part.points.push(point);
    let count = part.points.len() as u32;
    if count.is_multiple_of(3) {
        part.triangles.push([count - 3, count - 2, count - 1]);
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
}
