//! Wavefront OBJ: points, faces, objects and groups.

use super::MeshPart;
use super::vertices::{Attributes, Vertices};
use crate::math::Vector;

/// The parts of a file. What cannot be read is left out.
pub(super) fn parse(text: &str) -> Vec<MeshPart> {
    let mut lists = Lists::default();
    let mut parts: Vec<(String, Vec<[FaceCorner; 3]>)> = vec![(String::new(), Vec::new())];
    for line in text.lines() {
        let mut words = line.split_whitespace();
        let list = match words.next() {
            Some("v") => &mut lists.points,
            Some("vt") => &mut lists.textures,
            Some("vn") => &mut lists.normals,
            Some("f") => {
                let corners: Vec<FaceCorner> =
                    words.filter_map(|word| lists.corner(word)).collect();
                if let Some((_, triangles)) = parts.last_mut() {
                    for at in 2..corners.len() {
                        triangles.push([corners[0], corners[at - 1], corners[at]]);
                    }
                }
                continue;
            }
            Some("o" | "g") => {
                let name = words.collect::<Vec<_>>().join(" ");
                parts.push((name, Vec::new()));
                continue;
            }
            _ => continue,
        };
        let numbers: Vec<f64> = words.map_while(|word| word.parse().ok()).collect();
        match numbers[..] {
            [x, y, z, ..] => list.push(Vector::new(x, y, z)),
            // texture coordinates are flat as a rule
            [x, y] if line.trim_start().starts_with("vt") => list.push(Vector::new(x, y, 0.0)),
            _ => {}
        }
    }
    parts
        .into_iter()
        .filter(|(_, triangles)| !triangles.is_empty())
        .map(|(name, triangles)| lists.part(name, &triangles))
        .collect()
}

/// What faces name by number.
#[derive(Default)]
struct Lists {
    points: Vec<Vector>,
    textures: Vec<Vector>,
    normals: Vec<Vector>,
}

/// A corner of a face, as places in the lists.
#[derive(Clone, Copy)]
struct FaceCorner {
    point: usize,
    texture: Option<usize>,
    normal: Option<usize>,
}

impl Lists {
    fn corner(&self, word: &str) -> Option<FaceCorner> {
        let mut numbers = word.split('/');
        Some(FaceCorner {
            point: place(numbers.next()?, self.points.len())?,
            texture: numbers
                .next()
                .and_then(|word| place(word, self.textures.len())),
            normal: numbers
                .next()
                .and_then(|word| place(word, self.normals.len())),
        })
    }

    /// A part with those points only that it uses.
    fn part(&self, name: String, triangles: &[[FaceCorner; 3]]) -> MeshPart {
        let mut vertices = Vertices::default();
        let triangles: Vec<[u32; 3]> = triangles
            .iter()
            .map(|corners| {
                corners.map(|corner| {
                    let attributes = Attributes {
                        normal: corner.normal.map(|at| self.normals[at]),
                        texture: corner.texture.map(|at| self.textures[at]),
                    };
                    vertices.add(self.points[corner.point], attributes)
                })
            })
            .collect();
        vertices.into_part(name.into(), triangles)
    }
}

/// The place that a number names: from 1 on, or counted back from the last one.
fn place(word: &str, count: usize) -> Option<usize> {
    let number: i64 = word.parse().ok()?;
    let at = if number < 0 {
        number.checked_add(count as i64)?
    } else {
        number - 1
    };
    usize::try_from(at).ok().filter(|at| *at < count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_are_cut_and_objects_kept_apart() {
        let parts = parse(
            "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\no floor\nf 1/1/1 2/2 3//3 4\n\
             o back\nv 0 0 1\nf -1 -2 1\n",
        );
        assert_eq!(parts.len(), 2);
        assert_eq!(&*parts[0].name, "floor");
        assert_eq!(parts[0].triangles, [[0, 1, 2], [0, 2, 3]]);
        assert_eq!(parts[1].points[0], Vector::Z);
        assert_eq!(parts[1].triangles, [[0, 1, 2]]);
    }

    #[test]
    fn corners_are_one_vertex_if_they_are_equal_in_everything() {
        let points = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 0 0 0\n";
        let normals = "vn 0 0 -1\nvn -1 0 0\n";
        let count = |faces: &str| parse(&format!("{points}{normals}{faces}"))[0].points.len();
        // the fifth point is at the place of the first
        assert_eq!(count("f 1 3 2\nf 5 4 3\n"), 4);
        assert_eq!(count("f 1//1 3//1 2//1\nf 5//2 4//2 3//2\n"), 6);
        assert_eq!(count("f 1//1 3//1 2//1\nf 5//1 4//1 3//1\n"), 4);
    }
}
