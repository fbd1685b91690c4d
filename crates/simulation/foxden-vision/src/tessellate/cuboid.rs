//! Box and Plane.

use crate::mesh::Mesh;

/// A face: its normal, its corners with their places in a texture, and its
/// place among the eight parts of the texture of ink.
struct Face {
    normal: [f64; 3],
    corners: [[f64; 3]; 4],
    places: [[f64; 2]; 4],
    part: [f64; 2],
}

const H: f64 = 0.5;
/// The corners of a texture, clockwise from the upper right one.
const UPPER_RIGHT: [[f64; 2]; 4] = [[1.0, 0.0], [0.0, 0.0], [0.0, 1.0], [1.0, 1.0]];
const LOWER_RIGHT: [[f64; 2]; 4] = [[1.0, 1.0], [1.0, 0.0], [0.0, 0.0], [0.0, 1.0]];
const UPPER_LEFT: [[f64; 2]; 4] = [[0.0, 0.0], [0.0, 1.0], [1.0, 1.0], [1.0, 0.0]];

/// In the order of the genuine program, which decides about rounding.
const FACES: [Face; 6] = [
    Face {
        normal: [0.0, 1.0, 0.0],
        corners: [[-H, H, H], [H, H, H], [H, H, -H], [-H, H, -H]],
        places: UPPER_RIGHT,
        part: [0.0, 1.0],
    },
    Face {
        normal: [-1.0, 0.0, 0.0],
        corners: [[-H, H, H], [-H, H, -H], [-H, -H, -H], [-H, -H, H]],
        places: UPPER_LEFT,
        part: [1.0, 1.0],
    },
    Face {
        normal: [0.0, 0.0, -1.0],
        corners: [[H, -H, -H], [-H, -H, -H], [-H, H, -H], [H, H, -H]],
        places: UPPER_RIGHT,
        part: [0.0, 0.0],
    },
    Face {
        normal: [0.0, -1.0, 0.0],
        corners: [[H, -H, H], [-H, -H, H], [-H, -H, -H], [H, -H, -H]],
        places: UPPER_RIGHT,
        part: [2.0, 1.0],
    },
    Face {
        normal: [1.0, 0.0, 0.0],
        corners: [[H, H, -H], [H, H, H], [H, -H, H], [H, -H, -H]],
        places: LOWER_RIGHT,
        part: [3.0, 1.0],
    },
    Face {
        normal: [0.0, 0.0, 1.0],
        corners: [[H, -H, H], [H, H, H], [-H, H, H], [-H, -H, H]],
        places: LOWER_RIGHT,
        part: [2.0, 0.0],
    },
];

fn push_quad(mesh: &mut Mesh, at: [u32; 4]) {
    mesh.push_triangle([at[0], at[1], at[2]]);
    mesh.push_triangle([at[0], at[2], at[3]]);
}

/// A box with sides of length 1 about the origin. Scale: `size`.
pub fn box_() -> Mesh {
    let mut mesh = Mesh::empty();
    for face in &FACES {
        let at = std::array::from_fn(|at| {
            let [u, v] = face.places[at];
            let ink = [(face.part[0] + u) / 4.0, (face.part[1] + v) / 2.0];
            mesh.push_inked(face.corners[at], face.normal, [u, v], ink)
        });
        push_quad(&mut mesh, at);
    }
    mesh
}

/// A square with sides of length 1 in the plane z = 0, seen from above.
/// Scale: `size`, and 1 for z.
pub fn plane() -> Mesh {
    let mut mesh = Mesh::empty();
    let corners = [[-H, -H, 0.0], [H, -H, 0.0], [H, H, 0.0], [-H, H, 0.0]];
    let at = corners.map(|corner: [f64; 3]| {
        let place = [corner[0] + H, H - corner[1]];
        mesh.push(corner, [0.0, 0.0, 1.0], place)
    });
    push_quad(&mut mesh, at);
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
