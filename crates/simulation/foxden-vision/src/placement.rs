//! Rotations and places in single precision, composed from node to node in the
//! order of the genuine renderer: its rounding errors move ranges by a millionth, so
//! its rounding is repeated here.

use crate::vector::{Matrix, Vector, cross, dot, scale};
use std::f32::consts::{FRAC_PI_2, PI};

/// How many plane pictures a device may have.
pub(crate) const FACES: usize = 6;

/// A rotation in single precision: real part, then the other three of a quaternion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SingleRotation(pub [f32; 4]);

/// Columns of a matrix.
type Columns = [Vector; 3];

impl SingleRotation {
    /// No rotation.
    pub const IDENTITY: Self = Self([1.0, 0.0, 0.0, 0.0]);

    /// The rotation of a field: axis and angle.
    pub fn of_field(axis_angle: [f64; 4]) -> Self {
        let [x, y, z, angle] = axis_angle.map(|part| part as f32);
        let half = angle * 0.5;
        let sine = libm::sinf(half);
        Self([libm::cosf(half), x * sine, y * sine, z * sine])
    }

    /// A rotation about x, y or z.
    pub fn about(axis: usize, angle: f32) -> Self {
        let mut field = [0.0, 0.0, 0.0, f64::from(angle)];
        field[axis] = 1.0;
        Self::of_field(field)
    }

    /// The rotation of a matrix.
    pub fn of_matrix(m: &Matrix) -> Self {
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
        Self(parts.map(|part| part as f32))
    }

    /// This rotation after another one.
    #[must_use]
    pub fn after(self, other: Self) -> Self {
        let (p, q) = (self.0, other.0);
        Self([
            p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],
            p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
            p[0] * q[2] + p[2] * q[0] + p[3] * q[1] - p[1] * q[3],
            p[0] * q[3] + p[3] * q[0] + p[1] * q[2] - p[2] * q[1],
        ])
    }

    fn columns(self) -> Columns {
        let [w, x, y, z] = self.0;
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

    /// As a matrix by rows. Its parts are numbers of single precision.
    pub fn matrix(self) -> Matrix {
        let columns = self.columns();
        std::array::from_fn(|row| std::array::from_fn(|column| f64::from(columns[column][row])))
    }

    fn apply(self, vector: Vector) -> Vector {
        let [w, x, y, z] = self.0;
        let axis = [x, y, z];
        let first = cross(axis, vector);
        let second = cross(axis, first);
        std::array::from_fn(|at| vector[at] + (first[at] * w + second[at]) * 2.0)
    }
}

/// Where a node is in the world, in single precision. Scales are multiplied
/// part by part: there is no shear.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// Absolute position.
    pub position: [f32; 3],
    /// Absolute rotation.
    pub rotation: SingleRotation,
    /// Absolute scale.
    pub scale: [f32; 3],
}

impl Placement {
    /// The world itself.
    pub const WORLD: Self = Self {
        position: [0.0; 3],
        rotation: SingleRotation::IDENTITY,
        scale: [1.0; 3],
    };

    /// Where a node is whose parent is here, given its own translation,
    /// rotation and scale.
    #[must_use]
    pub fn child(&self, translation: [f64; 3], rotation: SingleRotation, scale: [f64; 3]) -> Self {
        let offset = std::array::from_fn(|axis| self.scale[axis] * translation[axis] as f32);
        let turned = self.rotation.apply(offset);
        Self {
            position: std::array::from_fn(|axis| self.position[axis] + turned[axis]),
            rotation: self.rotation.after(rotation),
            scale: std::array::from_fn(|axis| self.scale[axis] * scale[axis] as f32),
        }
    }
}

/// The rotations of the plane pictures of a device against the device: front,
/// right, back, left, above, below. Each turn is rounded in each of them, so a
/// lidar that rotates keeps its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FaceRotations(pub [[f32; 4]; FACES]);

impl FaceRotations {
    /// Pictures that look along -z with y up, as the renderer makes them.
    pub fn new() -> Self {
        let faces = [
            SingleRotation::IDENTITY,
            SingleRotation::about(1, -FRAC_PI_2),
            SingleRotation::about(1, PI),
            SingleRotation::about(1, FRAC_PI_2),
            SingleRotation::about(0, FRAC_PI_2),
            SingleRotation::about(0, -FRAC_PI_2),
        ];
        Self(faces.map(|face| face.0))
    }

    /// Those of a device that looks along x with z up.
    pub fn forward() -> Self {
        let mut faces = Self::new();
        faces.look_forward();
        faces
    }

    /// Turns pictures of the renderer so that they look along x with z up.
    pub fn look_forward(&mut self) {
        self.turn(0, FRAC_PI_2);
        self.turn(2, -FRAC_PI_2);
    }

    /// Turns all pictures about x, y or z of the device.
    pub fn turn(&mut self, axis: usize, angle: f32) {
        let turn = SingleRotation::about(axis, angle);
        for face in &mut self.0 {
            *face = turn.after(SingleRotation(*face)).0;
        }
    }
}

impl Default for FaceRotations {
    fn default() -> Self {
        Self::forward()
    }
}

fn unit(vector: Vector) -> Vector {
    scale(vector, 1.0 / dot(vector, vector).sqrt())
}

/// Forward, left and up in the world, as columns, of a picture at a position
/// with a rotation.
pub(crate) fn camera_axes(rotation: SingleRotation, position: [f64; 3]) -> Matrix {
    let eye = position.map(|part| part as f32);
    let ahead = rotation.apply([0.0, 0.0, -1.0]);
    let up = rotation.apply([0.0, 1.0, 0.0]);
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
        let faces = FaceRotations::forward();
        for (face, expected) in forward.into_iter().enumerate() {
            let axes = camera_axes(SingleRotation(faces.0[face]), [0.0; 3]);
            for row in 0..3 {
                assert!(
                    (axes[row][0] - expected[row]).abs() < 1e-6,
                    "{face} {axes:?}"
                );
            }
        }
        let front = camera_axes(SingleRotation(faces.0[0]), [0.0; 3]);
        assert_ne!(front, IDENTITY);
    }

    #[test]
    fn children_are_scaled_part_by_part() {
        let parent = Placement::WORLD.child(
            [1.0, 0.0, 0.0],
            SingleRotation::about(2, FRAC_PI_2),
            [2.0, 3.0, 1.0],
        );
        let child = parent.child([1.0, 1.0, 0.0], SingleRotation::IDENTITY, [0.5; 3]);
        for (part, expected) in child.position.into_iter().zip([-2.0, 2.0, 0.0]) {
            assert!((part - expected).abs() < 1e-6, "{child:?}");
        }
        assert_eq!(child.scale, [1.0, 1.5, 0.5]);
    }

    #[test]
    fn a_matrix_and_its_rotation_are_the_same() {
        let rotation = SingleRotation::of_field([0.6, 0.0, 0.8, 2.5]);
        let again = SingleRotation::of_matrix(&rotation.matrix());
        for at in 0..4 {
            assert!((rotation.0[at] - again.0[at]).abs() < 1e-6);
        }
    }
}
