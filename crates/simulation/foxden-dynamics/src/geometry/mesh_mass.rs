//! The integrals over the inside of a mesh that its mass, centre and inertia follow from, by
//! Mirtich's method: integrals over projected edges make those over faces, and these make those
//! over the volume. The genuine engine adds up in this order, so the last digits are the same,
//! and an open mesh has the same mass.

use crate::math::{Matrix, Vector};

/// Integrals over the inside of a mesh.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct VolumeIntegrals {
    /// Of 1.
    pub(super) volume: f64,
    /// Of each coordinate.
    pub(super) first: [f64; 3],
    /// Of the square of each coordinate.
    pub(super) squares: [f64; 3],
    /// Of xy, yz and zx.
    pub(super) products: [f64; 3],
}

impl VolumeIntegrals {
    pub(super) fn of(triangles: impl Iterator<Item = [Vector; 3]>) -> Self {
        let mut sum = Self::default();
        for triangle in triangles {
            sum.add(&triangle);
        }
        for at in 0..3 {
            sum.first[at] /= 2.0;
            sum.squares[at] /= 3.0;
            sum.products[at] /= 2.0;
        }
        sum
    }

    /// The inertia about the origin at a density.
    pub(super) fn inertia(&self, density: f64) -> Matrix {
        let [x, y, z] = self.squares;
        let [xy, yz, zx] = self.products.map(|product| -density * product);
        Matrix([
            Vector::new(density * (y + z), xy, zx),
            Vector::new(xy, density * (z + x), yz),
            Vector::new(zx, yz, density * (x + y)),
        ])
    }

    /// Adds a face, projected along the axis that it lies across most.
    fn add(&mut self, triangle: &[Vector; 3]) {
        let [one, two, three] = *triangle;
        let normal = (three - one).cross(two - one);
        let [x, y, z] = normal.to_array().map(f64::abs);
        let across = match (x > y && x > z, y > z) {
            (true, _) => 0,
            (false, true) => 1,
            (false, false) => 2,
        };
        if normal[across] == 0.0 {
            return;
        }
        let (a, b, c) = (across_after(across), across_after(across + 1), across);
        let face = FaceIntegrals::new(triangle, normal, [a, b, c]);
        let coordinate = [a, b, c].iter().position(|axis| *axis == 0).unwrap_or(2);
        self.volume += normal[0] * face.first[coordinate];
        for (at, axis) in [a, b, c].into_iter().enumerate() {
            self.first[axis] += normal[axis] * face.squares[at];
            self.squares[axis] += normal[axis] * face.cubes[at];
            self.products[axis] += normal[axis] * face.mixed[at];
        }
    }
}

/// The next axis in turn.
const fn across_after(axis: usize) -> usize {
    (axis + 1) % 3
}

/// Integrals over a face, for the two axes of its projection and the one across.
struct FaceIntegrals {
    first: [f64; 3],
    squares: [f64; 3],
    cubes: [f64; 3],
    /// Of aab, bbc and cca.
    mixed: [f64; 3],
}

impl FaceIntegrals {
    fn new(triangle: &[Vector; 3], normal: Vector, [a, b, c]: [usize; 3]) -> Self {
        let p = ProjectedIntegrals::of(triangle, a, b);
        let (na, nb) = (normal[a], normal[b]);
        let w = -normal.dot(triangle[0]);
        let k1 = 1.0 / normal[c];
        let k2 = k1 * k1;
        let k3 = k2 * k1;
        let k4 = k3 * k1;
        let flat = na * p.a + nb * p.b;
        let square = na * na * p.aa + 2.0 * na * nb * p.ab + nb * nb * p.bb;
        let cube = na * na * na * p.aaa
            + 3.0 * (na * na) * nb * p.aab
            + 3.0 * na * (nb * nb) * p.abb
            + nb * nb * nb * p.bbb;
        Self {
            first: [k1 * p.a, k1 * p.b, -k2 * (flat + w * p.one)],
            squares: [
                k1 * p.aa,
                k1 * p.bb,
                k3 * (square + w * (2.0 * flat + w * p.one)),
            ],
            cubes: [
                k1 * p.aaa,
                k1 * p.bbb,
                -k4 * (cube + 3.0 * w * square + w * w * (3.0 * flat + w * p.one)),
            ],
            mixed: [
                k1 * p.aab,
                -k2 * (na * p.abb + nb * p.bbb + w * p.bb),
                k3 * (na * na * p.aaa
                    + 2.0 * na * nb * p.aab
                    + nb * nb * p.abb
                    + w * (2.0 * (na * p.aa + nb * p.ab) + w * p.a)),
            ],
        }
    }
}

/// Integrals over the projection of a face, named by what is integrated.
#[derive(Default)]
struct ProjectedIntegrals {
    one: f64,
    a: f64,
    b: f64,
    aa: f64,
    ab: f64,
    bb: f64,
    aaa: f64,
    aab: f64,
    abb: f64,
    bbb: f64,
}

impl ProjectedIntegrals {
    fn of(triangle: &[Vector; 3], a: usize, b: usize) -> Self {
        let mut sum = Self::default();
        for at in 0..3 {
            let (from, to) = (triangle[at], triangle[across_after(at)]);
            sum.add_edge([from[a], from[b]], [to[a], to[b]]);
        }
        Self {
            one: sum.one / 2.0,
            a: sum.a / 6.0,
            b: sum.b / -6.0,
            aa: sum.aa / 12.0,
            ab: sum.ab / 24.0,
            bb: sum.bb / -12.0,
            aaa: sum.aaa / 20.0,
            aab: sum.aab / 60.0,
            abb: sum.abb / -60.0,
            bbb: sum.bbb / -20.0,
        }
    }

    fn add_edge(&mut self, [a0, b0]: [f64; 2], [a1, b1]: [f64; 2]) {
        let (da, db) = (a1 - a0, b1 - b0);
        let powers = |value: f64| {
            let square = value * value;
            (square, square * value, square * value * value)
        };
        let (a0_2, a0_3, a0_4) = powers(a0);
        let (b0_2, b0_3, b0_4) = powers(b0);
        let (a1_2, a1_3, _) = powers(a1);
        let (b1_2, b1_3, _) = powers(b1);
        let one = a1 + a0;
        let a = a1 * one + a0_2;
        let aa = a1 * a + a0_3;
        let aaa = a1 * aa + a0_4;
        let b = b1 * (b1 + b0) + b0_2;
        let bb = b1 * b + b0_3;
        let bbb = b1 * bb + b0_4;
        let ab1 = 3.0 * a1_2 + 2.0 * a1 * a0 + a0_2;
        let ab0 = a1_2 + 2.0 * a1 * a0 + 3.0 * a0_2;
        let aab1 = a0 * ab1 + 4.0 * a1_3;
        let aab0 = a1 * ab0 + 4.0 * a0_3;
        let abb1 = 4.0 * b1_3 + 3.0 * b1_2 * b0 + 2.0 * b1 * b0_2 + b0_3;
        let abb0 = b1_3 + 2.0 * b1_2 * b0 + 3.0 * b1 * b0_2 + 4.0 * b0_3;
        self.one += db * one;
        self.a += db * a;
        self.aa += db * aa;
        self.aaa += db * aaa;
        self.b += da * b;
        self.bb += da * bb;
        self.bbb += da * bbb;
        self.ab += db * (b1 * ab1 + b0 * ab0);
        self.aab += db * (b1 * aab1 + b0 * aab0);
        self.abb += da * (a1 * abb1 + a0 * abb0);
    }
}
