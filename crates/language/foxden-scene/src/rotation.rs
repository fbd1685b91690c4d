//! Rotations as matrices and as axis and angle, with the arithmetic of the
//! genuine program, so that converted files agree to the last bit.

use foxden_lang::value::normalized_rotation;
use std::f64::consts::PI;

/// A rotation, by rows.
pub(crate) type Matrix = [[f64; 3]; 3];

/// The matrix of a rotation about a unit axis.
pub(crate) fn rotation_matrix([x, y, z, angle]: [f64; 4]) -> [[f64; 3]; 3] {
    let (sine, cosine) = angle.sin_cos();
    let rest = 1.0 - cosine;
    let (tx, ty, tz) = (rest * x, rest * y, rest * z);
    let (sx, sy, sz) = (sine * x, sine * y, sine * z);
    [
        [tx * x + cosine, tx * y - sz, tx * z + sy],
        [tx * y + sz, ty * y + cosine, ty * z - sx],
        [tx * z - sy, ty * z + sx, tz * z + cosine],
    ]
}

/// The matrix of rotations about x, then y, then z, each in the frame of the one before.
pub(crate) fn euler(x: f64, y: f64, z: f64) -> Matrix {
    let ((sx, cx), (sy, cy), (sz, cz)) = (x.sin_cos(), y.sin_cos(), z.sin_cos());
    [
        [cy * cz, -cy * sz, sy],
        [cx * sz + cz * sx * sy, cx * cz - sx * sy * sz, -cy * sx],
        [sx * sz - cx * cz * sy, cz * sx + cx * sy * sz, cx * cy],
    ]
}

pub(crate) fn multiply(a: &Matrix, b: &Matrix) -> Matrix {
    a.map(|row| std::array::from_fn(|at| row[0] * b[0][at] + row[1] * b[1][at] + row[2] * b[2][at]))
}

pub(crate) fn transposed(matrix: &Matrix) -> Matrix {
    std::array::from_fn(|row| std::array::from_fn(|column| matrix[column][row]))
}

/// Axis and angle of a rotation matrix.
pub(crate) fn to_rotation(m: &Matrix) -> [f64; 4] {
    const TOLERANCE: f64 = 10_000.0 * f64::EPSILON;
    let cosine: f64 = (m[0][0] + m[1][1] + m[2][2] - 1.0) / 2.0;
    let angle = cosine.clamp(-1.0, 1.0).acos();
    if angle < TOLERANCE {
        return [1.0, 0.0, 0.0, 0.0];
    }
    let [x, y, z] = if PI - angle >= TOLERANCE {
        [m[2][1] - m[1][2], m[0][2] - m[2][0], m[1][0] - m[0][1]]
    } else if m[0][0] > m[1][1] && m[0][0] > m[2][2] {
        let x = (m[0][0] - m[1][1] - m[2][2] + 1.0).sqrt() / 2.0;
        [x, m[0][1] / (2.0 * x), m[0][2] / (2.0 * x)]
    } else if m[1][1] > m[0][0] && m[1][1] > m[2][2] {
        let y = (m[1][1] - m[0][0] - m[2][2] + 1.0).sqrt() / 2.0;
        [m[0][1] / (2.0 * y), y, m[1][2] / (2.0 * y)]
    } else {
        let z = (m[2][2] - m[0][0] - m[1][1] + 1.0).sqrt() / 2.0;
        [m[0][2] / (2.0 * z), m[1][2] / (2.0 * z), z]
    };
    normalized_rotation([x, y, z, angle])
}

/// A quaternion: the real part, then the imaginary one.
type Quaternion = [f64; 4];

fn quaternion([x, y, z, angle]: [f64; 4]) -> Quaternion {
    let (sine, cosine) = (angle * 0.5).sin_cos();
    [cosine, x * sine, y * sine, z * sine]
}

/// A rotation after another one, by quaternions: the genuine program turns the end
/// points of joints in this way. No rotation at all has the axis of the turn.
pub(crate) fn turned_end_point(turn: [f64; 4], rotation: [f64; 4]) -> [f64; 4] {
    const TOLERANCE: f64 = 10_000.0 * f64::EPSILON;
    let [s, a, b, c] = quaternion(turn);
    let [t, d, e, f] = quaternion(rotation);
    let mut whole = [
        s * t - a * d - b * e - c * f,
        s * d + a * t + b * f - c * e,
        s * e + b * t + c * d - a * f,
        s * f + c * t + a * e - b * d,
    ];
    let length = whole.iter().map(|part| part * part).sum::<f64>().sqrt();
    if (length - 1.0).abs() >= TOLERANCE && length > 0.0 {
        whole = whole.map(|part| part / length);
    }
    let [w, x, y, z] = whole;
    let angle = 2.0 * w.clamp(-1.0, 1.0).acos();
    if angle < TOLERANCE {
        return [turn[0], turn[1], turn[2], 0.0];
    }
    let scale = 1.0 / (x * x + y * y + z * z).sqrt();
    [x * scale, y * scale, z * scale, angle]
}

/// Whether two rotations turn by the same, but for rounding.
pub(crate) fn is_same_turn(a: [f64; 4], b: [f64; 4]) -> bool {
    let (a, b) = (rotation_matrix(a), rotation_matrix(b));
    a.iter()
        .flatten()
        .zip(b.iter().flatten())
        .all(|(a, b)| (a - b).abs() < 1e-12)
}
