//! Small vectors and matrices.

/// A vector in single precision.
pub(crate) type Vector = [f32; 3];
/// A vector in double precision.
pub(crate) type LongVector = [f64; 3];
/// Rows of a matrix in double precision.
pub type Matrix = [[f64; 3]; 3];

/// The matrix that turns nothing.
pub const IDENTITY: Matrix = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

pub(crate) fn add(a: Vector, b: Vector) -> Vector {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

pub(crate) fn sub(a: Vector, b: Vector) -> Vector {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub(crate) fn scale(a: Vector, by: f32) -> Vector {
    [a[0] * by, a[1] * by, a[2] * by]
}

/// Component by component.
pub(crate) fn product(a: Vector, b: Vector) -> Vector {
    [a[0] * b[0], a[1] * b[1], a[2] * b[2]]
}

pub(crate) fn dot(a: Vector, b: Vector) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(crate) fn cross(a: Vector, b: Vector) -> Vector {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

pub(crate) fn length(a: Vector) -> f32 {
    dot(a, a).sqrt()
}

/// The vector of length 1; zero stays zero.
pub(crate) fn normalized(a: Vector) -> Vector {
    let length = length(a);
    if length > 0.0 {
        scale(a, 1.0 / length)
    } else {
        a
    }
}

/// The double precision vector of length 1; zero stays zero.
pub(crate) fn long_normalized(a: LongVector) -> LongVector {
    let length = (a[0] * a[0] + a[1] * a[1] + a[2] * a[2]).sqrt();
    if length > 0.0 {
        a.map(|part| part / length)
    } else {
        a
    }
}

pub(crate) fn long_cross(a: LongVector, b: LongVector) -> LongVector {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

pub(crate) fn long_sub(a: LongVector, b: LongVector) -> LongVector {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// In single precision.
pub(crate) fn short(a: LongVector) -> Vector {
    a.map(|part| part as f32)
}

/// A matrix times a vector.
pub(crate) fn apply(matrix: &Matrix, a: LongVector) -> LongVector {
    std::array::from_fn(|row| matrix[row][0] * a[0] + matrix[row][1] * a[1] + matrix[row][2] * a[2])
}

/// The transposed matrix times a vector: the way back of a rotation.
pub(crate) fn apply_back(matrix: &Matrix, a: LongVector) -> LongVector {
    std::array::from_fn(|column| {
        matrix[0][column] * a[0] + matrix[1][column] * a[1] + matrix[2][column] * a[2]
    })
}
