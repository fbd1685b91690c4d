//! Sphere.

use crate::mesh::Mesh;
use crate::vector::long_normalized;
use std::f64::consts::{FRAC_PI_2, PI, TAU};

/// The most times that the triangles of an icosahedron are split: 20 * 4^8 triangles.
const MOST_SPLITS: u32 = 8;
/// The most rings of a sphere of rings.
const MOST_RINGS: u32 = 1_000;

const A: f64 = 0.525_731_112_119_133_6;
const B: f64 = 0.850_650_808_352_039_9;
const CORNERS: [[f64; 3]; 12] = [
    [-A, -B, 0.0],
    [A, -B, 0.0],
    [-A, B, 0.0],
    [A, B, 0.0],
    [0.0, -A, B],
    [0.0, A, B],
    [0.0, -A, -B],
    [0.0, A, -B],
    [B, 0.0, A],
    [-B, 0.0, A],
    [B, 0.0, -A],
    [-B, 0.0, -A],
];
const FACES: [[usize; 3]; 20] = [
    [0, 4, 1],
    [0, 9, 4],
    [9, 5, 4],
    [4, 5, 8],
    [4, 8, 1],
    [8, 10, 1],
    [8, 3, 10],
    [5, 3, 8],
    [5, 2, 3],
    [2, 7, 3],
    [7, 10, 3],
    [7, 6, 10],
    [7, 11, 6],
    [11, 0, 6],
    [0, 1, 6],
    [6, 1, 10],
    [9, 0, 11],
    [9, 11, 2],
    [9, 2, 5],
    [7, 2, 11],
];

/// A sphere of radius 1. Scale: `radius` in all directions.
pub fn sphere(subdivision: u32, ico: bool) -> Mesh {
    if ico {
        ico_sphere(subdivision)
    } else {
        uv_sphere(subdivision)
    }
}

/// A sphere from an icosahedron whose triangles are split in four `subdivision` times.
pub fn ico_sphere(subdivision: u32) -> Mesh {
    let mut mesh = Mesh::empty();
    for face in FACES {
        split(
            &mut mesh,
            face.map(|at| CORNERS[at]),
            subdivision.min(MOST_SPLITS),
        );
    }
    mesh
}

fn split(mesh: &mut Mesh, [a, b, c]: [[f64; 3]; 3], times: u32) {
    if times == 0 {
        let turns = turns([a, b, c]);
        let corners = [(c, turns[2]), (b, turns[1]), (a, turns[0])];
        let at = corners.map(|(corner, turn)| {
            let down = 0.5 - libm::asin(corner[2].clamp(-1.0, 1.0)) / PI;
            mesh.push(corner, corner, [turn, down])
        });
        mesh.push_triangle(at);
        return;
    }
    let middle = |from: [f64; 3], to: [f64; 3]| {
        long_normalized([from[0] + to[0], from[1] + to[1], from[2] + to[2]])
    };
    let (ab, bc, ca) = (middle(a, b), middle(b, c), middle(c, a));
    split(mesh, [a, ab, ca], times - 1);
    split(mesh, [b, bc, ab], times - 1);
    split(mesh, [c, ca, bc], times - 1);
    split(mesh, [ab, bc, ca], times - 1);
}

/// The longitudes of three corners in turns. Triangles across the seam and at
/// the poles get values that go on beyond 0 and 1.
fn turns(corners: [[f64; 3]; 3]) -> [f64; 3] {
    const NEAR_END: f64 = 0.8;
    let mut turns = corners.map(|[x, y, _]| {
        let angle = libm::atan2(-x, y);
        (if angle < 0.0 { angle + TAU } else { angle }) / TAU
    });
    let is_pole = |[x, y, _]: [f64; 3]| x.abs() < 1e-9 && y.abs() < 1e-9;
    if let Some(pole) = (0..3).find(|at| is_pole(corners[*at])) {
        let (one, other) = ((pole + 1) % 3, (pole + 2) % 3);
        if turns[one] == 0.0 && turns[other] > NEAR_END {
            turns[other] -= 1.0;
        }
        if turns[other] == 0.0 && turns[one] > NEAR_END {
            turns[one] -= 1.0;
        }
        turns[pole] = (turns[one] + turns[other]) / 2.0;
    } else if let Some(seam) = (0..3).find(|at| turns[*at] == 0.0) {
        let (one, other) = ((seam + 1) % 3, (seam + 2) % 3);
        match (turns[one] > NEAR_END, turns[other] > NEAR_END) {
            (true, true) => turns[seam] = 1.0,
            (false, false) => {}
            // only one of the two is before the seam
            (is_one, _) => {
                let (before, beyond) = if is_one { (one, other) } else { (other, one) };
                // which side goes on beyond the end depends on the order of the corners
                let moves_up = matches!((seam, before), (0, 1) | (1, 2) | (2, 1));
                if moves_up {
                    turns[seam] = 1.0;
                    turns[beyond] += 1.0;
                } else {
                    turns[before] -= 1.0;
                }
            }
        }
    }
    turns
}

/// A sphere of `subdivision` rings and segments.
pub fn uv_sphere(subdivision: u32) -> Mesh {
    let rings = subdivision.clamp(3, MOST_RINGS);
    let count = f64::from(rings);
    let mut mesh = Mesh::empty();
    for ring in 0..=rings {
        let down = f64::from(ring) * PI / count;
        let shift = match ring {
            0 => 0.5 / count,
            _ if ring == rings => -0.5 / count,
            _ => 0.0,
        };
        for segment in 0..=rings {
            let around = f64::from(segment) * TAU / count + FRAC_PI_2;
            let position = [
                libm::cos(around) * libm::sin(down),
                libm::sin(around) * libm::sin(down),
                libm::cos(down),
            ];
            let place = [f64::from(segment) / count + shift, f64::from(ring) / count];
            mesh.push(position, position, place);
        }
    }
    let at = |ring: u32, segment: u32| ring * (rings + 1) + segment;
    for ring in 0..rings {
        for segment in 0..rings {
            let (a, b) = (at(ring, segment + 1), at(ring, segment));
            let (c, d) = (at(ring + 1, segment), at(ring + 1, segment + 1));
            if ring != 0 {
                mesh.push_triangle([a, b, d]);
            }
            if ring != rings - 1 {
                mesh.push_triangle([b, c, d]);
            }
        }
    }
    mesh
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tessellate::tests::faces_outwards;

    #[test]
    fn both_kinds_are_round_and_closed() {
        for (mesh, count) in [
            (ico_sphere(0), 20),
            (ico_sphere(1), 80),
            (ico_sphere(2), 320),
            (uv_sphere(8), 2 * 8 * 7),
        ] {
            assert_eq!(mesh.triangles().len(), count);
            assert!(faces_outwards(&mesh));
            for position in &mesh.positions {
                let square: f32 = position.iter().map(|part| part * part).sum();
                assert!((square - 1.0).abs() < 1e-6);
            }
        }
    }

    #[test]
    fn no_triangle_spans_the_whole_texture() {
        let mesh = ico_sphere(2);
        for triangle in mesh.triangles() {
            let turns = triangle.map(|at| mesh.coordinates[at as usize][0]);
            let width = turns
                .iter()
                .fold(0.0_f32, |width, turn| width.max((turn - turns[0]).abs()));
            assert!(width < 0.5, "{turns:?}");
        }
    }
}
