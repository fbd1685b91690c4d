//! Cylinder and Cone.

use super::{MOST_SUBDIVISIONS, Parts, circle};
use crate::mesh::Mesh;
use std::f64::consts::PI;

/// A fan about the middle of an end, looking up or down. Ink has an ellipse of
/// this middle and size.
fn push_end(mesh: &mut Mesh, circle: &[[f64; 2]], height: f64, ink: [[f64; 2]; 2]) {
    let up = height.signum();
    let normal = [0.0, 0.0, up];
    let [middle, size] = ink;
    mesh.push_inked([0.0, 0.0, height], normal, [0.5, 0.5], middle);
    for [x, y] in circle {
        mesh.push_inked(
            [*x, *y, height],
            normal,
            [0.5 + 0.5 * x, 0.5 - 0.5 * y * up],
            [middle[0] + size[0] * x, middle[1] - size[1] * y * up],
        );
    }
}

/// A cylinder of radius 1 and height 1 about the origin, along z.
/// Scale: `radius`, `radius`, `height`.
pub fn cylinder(subdivision: u32, parts: Parts) -> Mesh {
    let subdivision = subdivision.clamp(3, MOST_SUBDIVISIONS);
    let circle = circle(subdivision);
    let mut mesh = Mesh::empty();
    if parts.side {
        for (at, [x, y]) in circle.iter().enumerate() {
            let u = (f64::from(subdivision) - at as f64) / f64::from(subdivision);
            let normal = [*x, *y, 0.0];
            mesh.push_inked([*x, *y, -0.5], normal, [u, 1.0], [u * 0.5, 0.5]);
            mesh.push_inked([*x, *y, 0.5], normal, [u, 0.0], [u * 0.5, 0.0]);
        }
        for at in 0..subdivision {
            let low = 2 * at;
            mesh.push_triangle([low, low + 1, low + 3]);
            mesh.push_triangle([low, low + 3, low + 2]);
        }
    }
    if parts.top {
        let center = mesh.positions.len() as u32;
        push_end(&mut mesh, &circle, 0.5, [[0.75, 0.25], [0.25, 0.25]]);
        for at in 1..=subdivision {
            mesh.push_triangle([center + at + 1, center + at, center]);
        }
    }
    if parts.bottom {
        let center = mesh.positions.len() as u32;
        push_end(&mut mesh, &circle, -0.5, [[0.25, 0.75], [0.25, 0.25]]);
        for at in 1..=subdivision {
            mesh.push_triangle([center, center + at, center + at + 1]);
        }
    }
    mesh
}

/// A cone of bottom radius 1 and height 1 about the origin, its apex above.
/// Scale: `bottomRadius`, `bottomRadius`, `height`.
pub fn cone(subdivision: u32, parts: Parts) -> Mesh {
    let subdivision = subdivision.clamp(3, MOST_SUBDIVISIONS);
    let count = f64::from(subdivision);
    let circle = circle(subdivision);
    let mut mesh = Mesh::empty();
    if parts.side {
        let slope = 1.25_f64.sqrt();
        let normal = |[x, y]: [f64; 2]| [x / slope, y / slope, 0.5 / slope];
        for (at, [x, y]) in circle.iter().enumerate() {
            let at = at as f64;
            let middle = 2.0 * PI * (at + 0.5) / count;
            let low = (count - at - 1.0) / count;
            let high = (count - at - 0.5) / count;
            mesh.push_inked(
                [*x, *y, -0.5],
                normal([*x, *y]),
                [low, 1.0],
                [low * 0.5, 1.0],
            );
            mesh.push_inked(
                [0.0, 0.0, 0.5],
                normal([libm::sin(middle), libm::cos(middle)]),
                [high, 0.0],
                [high * 0.5, 0.0],
            );
        }
        for at in 0..subdivision {
            let low = 2 * at;
            mesh.push_triangle([low, low + 1, low + 2]);
        }
    }
    if parts.bottom {
        let center = mesh.positions.len() as u32;
        push_end(&mut mesh, &circle, -0.5, [[0.75, 0.5], [0.25, 0.5]]);
        for at in 1..=subdivision {
            mesh.push_triangle([center + at, center + at + 1, center]);
        }
    }
    mesh
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tessellate::tests::faces_outwards;

    #[test]
    fn a_cylinder_is_a_prism() {
        let mesh = cylinder(36, Parts::ALL);
        assert_eq!(mesh.triangles().len(), 4 * 36);
        assert_eq!(mesh.positions[0], [0.0, 1.0, -0.5]);
        assert_eq!(mesh.coordinates[1], [1.0, 0.0]);
        assert!(faces_outwards(&mesh));
        let only_top = Parts {
            side: false,
            bottom: false,
            top: true,
        };
        let top = cylinder(12, only_top);
        assert_eq!(top.triangles().len(), 12);
        assert!(top.normals.iter().all(|normal| *normal == [0.0, 0.0, 1.0]));
    }

    #[test]
    fn a_cone_has_one_triangle_for_each_segment() {
        let mesh = cone(12, Parts::ALL);
        assert_eq!(mesh.triangles().len(), 24);
        assert_eq!(mesh.positions[1], [0.0, 0.0, 0.5]);
        assert!((mesh.normals[0][1] - 0.894_427_2).abs() < 1e-7);
        assert!((mesh.coordinates[1][0] - 11.5 / 12.0).abs() < 1e-7);
        assert!(faces_outwards(&mesh));
    }
}
