//! Wavefront OBJ: points, faces, objects, groups and the names of materials.

use super::polygon_cuts::PolygonCutter;
use super::vertices::{Attributes, Vertices};
use super::{MeshFile, MeshPart};
use crate::math::Vector;
use std::sync::Arc;

/// How many files with materials a line may name.
const MOST_LIBRARIES: usize = 16;

/// Faces with the same name and material.
#[derive(Default)]
struct Faces {
    name: Arc<str>,
    material: Arc<str>,
    triangles: Vec<[FaceCorner; 3]>,
}

/// The parts of a file. What cannot be read is left out.
pub(super) fn parse(text: &str) -> MeshFile {
    let mut lists = Lists::default();
    let mut libraries = Vec::new();
    let mut parts = Vec::new();
    let mut faces = Faces::default();
    let (mut cutter, mut has_left_out_faces) = (PolygonCutter::default(), false);
    for line in text.lines() {
        let mut words = line.split_whitespace();
        let list = match words.next() {
            Some("v") => &mut lists.points,
            Some("vt") => &mut lists.textures,
            Some("vn") => &mut lists.normals,
            Some("f") => {
                let corners: Vec<FaceCorner> =
                    words.filter_map(|word| lists.corner(word)).collect();
                if let [a, b, c] = corners[..] {
                    faces.triangles.push([a, b, c]);
                    continue;
                }
                let points: Vec<Vector> = corners
                    .iter()
                    .map(|corner| lists.points[corner.point])
                    .collect();
                match cutter.triangles(&points) {
                    Some(triangles) => {
                        let triangles = triangles.into_iter();
                        let named = triangles.map(|triangle| triangle.map(|at| corners[at]));
                        faces.triangles.extend(named);
                    }
                    None => has_left_out_faces = true,
                }
                continue;
            }
            Some(word @ ("o" | "g" | "usemtl")) => {
                let named: Arc<str> = words.collect::<Vec<_>>().join(" ").into();
                let (name, material) = match word {
                    "usemtl" => (Arc::clone(&faces.name), named),
                    _ => (named, Arc::clone(&faces.material)),
                };
                let next = Faces {
                    name,
                    material,
                    triangles: Vec::new(),
                };
                parts.push(std::mem::replace(&mut faces, next));
                continue;
            }
            Some("mtllib") => {
                libraries.extend(library_names(line));
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
    parts.push(faces);
    let parts = parts.iter().filter(|faces| !faces.triangles.is_empty());
    MeshFile {
        parts: parts.map(|faces| lists.part(faces)).collect(),
        libraries,
        has_left_out_faces,
        ..MeshFile::default()
    }
}

/// The files that a line `mtllib a.mtl b c.mtl` names: they may have spaces in them.
fn library_names(line: &str) -> Vec<String> {
    const END: &str = ".mtl ";
    let line = line.trim().trim_start_matches("mtllib").trim();
    let mut names: Vec<String> = line
        .replace('"', "")
        .split_inclusive(END)
        .map(|name| name.trim().to_owned())
        .filter(|name| !name.is_empty())
        .collect();
    names.truncate(MOST_LIBRARIES);
    names
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
    fn part(&self, faces: &Faces) -> MeshPart {
        let mut vertices = Vertices::default();
        let triangles: Vec<[u32; 3]> = faces
            .triangles
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
        let mut part = MeshPart {
            material: Arc::clone(&faces.material),
            ..vertices.into_part(Arc::clone(&faces.name), triangles)
        };
        part.smooth();
        part
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
        )
        .parts;
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
        let count = |faces: &str| {
            parse(&format!("{points}{normals}{faces}")).parts[0]
                .points
                .len()
        };
        // the fifth point is at the place of the first
        assert_eq!(count("f 1 3 2\nf 5 4 3\n"), 4);
        assert_eq!(count("f 1//1 3//1 2//1\nf 5//2 4//2 3//2\n"), 6);
        assert_eq!(count("f 1//1 3//1 2//1\nf 5//1 4//1 3//1\n"), 4);
    }

    #[test]
    fn faces_keep_their_material() {
        let file = parse(
            "mtllib a.mtl my paints.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3\nusemtl red\nf 1 2 3\n\
             o lid\nf 1 3 2\nusemtl blue sky\nf 1 3 2\n",
        );
        assert_eq!(file.libraries, ["a.mtl", "my paints.mtl"]);
        let named: Vec<(&str, &str)> = file
            .parts
            .iter()
            .map(|part| (&*part.name, &*part.material))
            .collect();
        let expected = [("", ""), ("", "red"), ("lid", "red"), ("lid", "blue sky")];
        assert_eq!(named, expected);
    }
}
