//! The axes of cameras. The genuine program makes them with rotations in single
//! precision; what rounding leaves over of them moves ranges by a millionth, so
//! it is repeated here.

use crate::vector::{Matrix, Vector, cross, dot, scale};
use std::f32::consts::{FRAC_PI_2, PI};

/// A rotation: real part, then the other three.
type Quaternion = [f32; 4];

/// Columns of a matrix.
type Columns = [Vector; 3];

fn about(axis: usize, angle: f32) -> Quaternion {
    let half = angle * 0.5;
    let mut parts = [libm::cosf(half), 0.0, 0.0, 0.0];
    parts[axis + 1] = libm::sinf(half);
    parts
}

fn product(p: Quaternion, q: Quaternion) -> Quaternion {
    [
        p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],
        p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
        p[0] * q[2] + p[2] * q[0] + p[3] * q[1] - p[1] * q[3],
        p[0] * q[3] + p[3] * q[0] + p[1] * q[2] - p[2] * q[1],
    ]
}

fn columns([w, x, y, z]: Quaternion) -> Columns {
    [
        [
            1.0 - 2.0 * (y * y + z * z),
            2.0 * (x * y + w * z),
            2.0 * (x * z - w * y),
        ],
        [
            2.0 * (x * y - w * z),
            1.0 - 2.0 * (x * x + z * z),
            2.0 * (y * z + w * x),
        ],
        [
            2.0 * (x * z + w * y),
            2.0 * (y * z - w * x),
            1.0 - 2.0 * (x * x + y * y),
        ],
    ]
}

/// The rotation of a matrix.
fn quaternion(m: &Matrix) -> Quaternion {
    let traces = [
        m[0][0] + m[1][1] + m[2][2],
        m[0][0] - m[1][1] - m[2][2],
        m[1][1] - m[0][0] - m[2][2],
        m[2][2] - m[0][0] - m[1][1],
    ];
    let mut largest = 0;
    for at in 1..4 {
        if traces[at] > traces[largest] {
            largest = at;
        }
    }
    let value = (traces[largest] + 1.0).max(0.0).sqrt() * 0.5;
    let part = 0.25 / value;
    let difference = [m[2][1] - m[1][2], m[0][2] - m[2][0], m[1][0] - m[0][1]];
    let sum = [m[2][1] + m[1][2], m[0][2] + m[2][0], m[1][0] + m[0][1]];
    let [dx, dy, dz] = difference.map(|difference| difference * part);
    let [sx, sy, sz] = sum.map(|sum| sum * part);
    let parts = match largest {
        0 => [value, dx, dy, dz],
        1 => [dx, value, sz, sy],
        2 => [dy, sz, value, sx],
        _ => [dz, sy, sx, value],
    };
    parts.map(|part| part as f32)
}

/// The columns of a rotation as the genuine program has them.
pub(crate) fn rounded(rotation: &Matrix) -> [Vector; 3] {
    columns(quaternion(rotation))
}

fn turned(q: Quaternion, vector: Vector) -> Vector {
    let axis = [q[1], q[2], q[3]];
    let first = cross(axis, vector);
    let second = cross(axis, first);
    std::array::from_fn(|at| vector[at] + (first[at] * q[0] + second[at]) * 2.0)
}

fn unit(vector: Vector) -> Vector {
    scale(vector, 1.0 / dot(vector, vector).sqrt())
}

/// The rotation of the picture of a face against a device: front, right, back,
/// left, above, below. Cameras of the renderer look along -z with y up.
fn of_face(face: usize) -> Quaternion {
    let front = product(about(0, FRAC_PI_2), about(1, -FRAC_PI_2));
    match face {
        1 => product(front, about(1, -FRAC_PI_2)),
        2 => product(front, about(1, PI)),
        3 => product(front, about(1, FRAC_PI_2)),
        4 => product(front, about(0, FRAC_PI_2)),
        5 => product(front, about(0, -FRAC_PI_2)),
        _ => front,
    }
}

/// Forward, left and up in the world, as columns, of the picture of a face of a
/// device.
pub(crate) fn of_camera(device: &Matrix, position: [f64; 3], face: usize) -> Matrix {
    let orientation = product(quaternion(device), of_face(face));
    let eye = position.map(|part| part as f32);
    let ahead = turned(orientation, [0.0, 0.0, -1.0]);
    let up = turned(orientation, [0.0, 1.0, 0.0]);
    // the direction is the difference of two places
    let forward = unit(std::array::from_fn(|axis| {
        (eye[axis] + ahead[axis]) - eye[axis]
    }));
    let right = unit(cross(forward, up));
    let up = cross(right, forward);
    std::array::from_fn(|row| [forward[row], -right[row], up[row]].map(f64::from))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vector::IDENTITY;

    #[test]
    fn faces_look_around_and_leave_a_little_rounding() {
        let forward = [
            [1.0, 0.0, 0.0],
            [0.0, -1.0, 0.0],
            [-1.0, 0.0, 0.0],
            [0.0, 1.0, 0.0],
            [0.0, 0.0, 1.0],
            [0.0, 0.0, -1.0],
        ];
        for (face, expected) in forward.into_iter().enumerate() {
            let axes = of_camera(&IDENTITY, [0.0; 3], face);
            for row in 0..3 {
                assert!(
                    (axes[row][0] - expected[row]).abs() < 1e-6,
                    "{face} {axes:?}"
                );
            }
        }
        let front = of_camera(&IDENTITY, [0.0; 3], 0);
        assert_ne!(front, IDENTITY);
    }
}
