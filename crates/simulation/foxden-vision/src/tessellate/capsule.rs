//! Capsule.

use super::{MOST_SUBDIVISIONS, Parts, circle};
use crate::mesh::Mesh;
use std::f64::consts::{FRAC_PI_2, TAU};

/// A capsule about the origin, along z; `height` is that of the cylinder
/// between its round ends. Scale: 1.
pub fn capsule(radius: f64, height: f64, subdivision: u32, parts: Parts) -> Mesh {
    let subdivision = subdivision.clamp(4, MOST_SUBDIVISIONS);
    let count = f64::from(subdivision);
    let half = height / 2.0;
    let mut mesh = Mesh::empty();
    if parts.side {
        for (at, [x, y]) in circle(subdivision).iter().enumerate() {
            let u = (count - at as f64) / count;
            let normal = [*x, *y, 0.0];
            mesh.push([x * radius, y * radius, -half], normal, [u, 2.0 / 3.0]);
            mesh.push([x * radius, y * radius, half], normal, [u, 1.0 / 3.0]);
        }
        for at in 0..subdivision {
            let low = 2 * at;
            mesh.push_triangle([low, low + 1, low + 3]);
            mesh.push_triangle([low, low + 3, low + 2]);
        }
    }
    for is_top in [true, false] {
        if if is_top { parts.top } else { parts.bottom } {
            push_round_end(&mut mesh, radius, half, subdivision, is_top);
        }
    }
    mesh
}

fn push_round_end(mesh: &mut Mesh, radius: f64, half: f64, subdivision: u32, is_top: bool) {
    let count = f64::from(subdivision);
    let rings = subdivision / 4;
    let first = mesh.positions.len() as u32;
    let up = if is_top { 1.0 } else { -1.0 };
    for segment in 0..=subdivision {
        let around = TAU * f64::from(segment) / count;
        for ring in 0..=rings {
            let latitude = FRAC_PI_2 * f64::from(ring) / f64::from(rings);
            let (sin, cos) = (libm::sin(latitude), libm::cos(latitude));
            let normal = [-cos * libm::sin(around), cos * libm::cos(around), sin * up];
            let position = [
                normal[0] * radius,
                normal[1] * radius,
                half * up + normal[2] * radius,
            ];
            let shift = if ring < rings { 0.0 } else { 0.5 };
            let down = f64::from(rings - ring) / (3.0 * f64::from(rings));
            let v = if is_top { down } else { 1.0 - down };
            mesh.push(position, normal, [(f64::from(segment) + shift) / count, v]);
        }
    }
    let at = |segment: u32, ring: u32| first + segment * (rings + 1) + ring;
    for segment in 0..subdivision {
        for ring in 0..rings {
            let (here, beside) = (at(segment, ring), at(segment + 1, ring));
            let (above, across) = (at(segment, ring + 1), at(segment + 1, ring + 1));
            let is_last = ring == rings - 1;
            match (is_top, is_last) {
                (true, true) => mesh.push_triangle([here, beside, above]),
                (true, false) => {
                    mesh.push_triangle([here, beside, across]);
                    mesh.push_triangle([here, across, above]);
                }
                (false, true) => mesh.push_triangle([above, beside, here]),
                (false, false) => {
                    mesh.push_triangle([above, across, beside]);
                    mesh.push_triangle([above, beside, here]);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tessellate::tests::faces_outwards;

    #[test]
    fn a_capsule_has_a_quarter_of_its_segments_as_rings() {
        let mesh = capsule(0.5, 2.0, 12, Parts::ALL);
        // side, and two ends with two rings of two and one of one triangle
        assert_eq!(mesh.triangles().len(), 24 + 2 * 12 * 5);
        assert!(faces_outwards(&mesh));
        let top = mesh.positions.iter().map(|at| at[2]).fold(0.0, f32::max);
        assert_eq!(top, 1.5);
    }
}
