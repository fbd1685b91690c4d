//! Box and Plane.

use crate::mesh::Mesh;

/// A face: its normal, and corners with coordinates in a texture.
type Face = ([f64; 3], [([f64; 3], [f64; 2]); 4]);

fn faces() -> [Face; 6] {
    const H: f64 = 0.5;
    // counterclockwise from outside, from the lower left corner of the texture
    let places = [[0.0, 1.0], [1.0, 1.0], [1.0, 0.0], [0.0, 0.0]];
    let face = |normal: [f64; 3], corners: [[f64; 3]; 4]| -> Face {
        (normal, std::array::from_fn(|at| (corners[at], places[at])))
    };
    [
        face(
            [0.0, 1.0, 0.0],
            [[H, H, -H], [-H, H, -H], [-H, H, H], [H, H, H]],
        ),
        face(
            [-1.0, 0.0, 0.0],
            [[-H, H, -H], [-H, -H, -H], [-H, -H, H], [-H, H, H]],
        ),
        face(
            [0.0, 0.0, -1.0],
            [[-H, H, -H], [H, H, -H], [H, -H, -H], [-H, -H, -H]],
        ),
        face(
            [0.0, -1.0, 0.0],
            [[-H, -H, -H], [H, -H, -H], [H, -H, H], [-H, -H, H]],
        ),
        face(
            [1.0, 0.0, 0.0],
            [[H, -H, -H], [H, H, -H], [H, H, H], [H, -H, H]],
        ),
        face(
            [0.0, 0.0, 1.0],
            [[-H, -H, H], [H, -H, H], [H, H, H], [-H, H, H]],
        ),
    ]
}

fn push_face(mesh: &mut Mesh, (normal, corners): Face) {
    let at = corners.map(|(position, place)| mesh.push(position, normal, place));
    mesh.push_triangle([at[0], at[1], at[2]]);
    mesh.push_triangle([at[0], at[2], at[3]]);
}

/// A box with sides of length 1 about the origin. Scale: `size`.
pub fn box_() -> Mesh {
    let mut mesh = Mesh::empty();
    for face in faces() {
        push_face(&mut mesh, face);
    }
    mesh
}

/// A square with sides of length 1 in the plane z = 0, seen from above.
/// Scale: `size`, and 1 for z.
pub fn plane() -> Mesh {
    let mut mesh = Mesh::empty();
    let (normal, mut corners) = faces()[5];
    for (position, _) in &mut corners {
        position[2] = 0.0;
    }
    push_face(&mut mesh, (normal, corners));
    mesh
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vector::{cross, dot, sub};

    #[test]
    fn all_faces_look_outwards_and_show_the_texture_upright() {
        let mesh = box_();
        assert_eq!((mesh.triangles().len(), mesh.positions.len()), (12, 24));
        for triangle in mesh.triangles() {
            let [a, b, c] = mesh.corners(*triangle);
            let normal = mesh.normals[triangle[0] as usize];
            assert_eq!(cross(sub(b, a), sub(c, a)), normal);
            assert!(dot(a, normal) > 0.0);
        }
        for (position, coordinate) in mesh.positions.iter().zip(&mesh.coordinates) {
            // v is 0 at the top of the four sides
            let at = mesh.positions.iter().position(|other| other == position);
            assert!(at.is_some());
            assert!(coordinate.iter().all(|part| [0.0, 1.0].contains(part)));
        }
        // upper face: u = x + 0.5, v = 0.5 - y; lower: u = x + 0.5, v = y + 0.5
        for at in 0..24 {
            let [x, y, _] = mesh.positions[at];
            match mesh.normals[at][2] {
                1.0 => assert_eq!(mesh.coordinates[at], [x + 0.5, 0.5 - y]),
                -1.0 => assert_eq!(mesh.coordinates[at], [x + 0.5, y + 0.5]),
                _ => assert_eq!(mesh.coordinates[at][1], 0.5 - mesh.positions[at][2]),
            }
        }
    }

    #[test]
    fn a_plane_lies_in_z_0() {
        let mesh = plane();
        assert_eq!(mesh.triangles().len(), 2);
        for at in 0..4 {
            let [x, y, z] = mesh.positions[at];
            assert_eq!(z, 0.0);
            assert_eq!(mesh.coordinates[at], [x + 0.5, 0.5 - y]);
        }
    }
}
