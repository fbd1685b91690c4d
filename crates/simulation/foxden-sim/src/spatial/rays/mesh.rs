//! Triangles, with a tree of their own.

use super::tree::Tree;
use super::{Bounds, Hit, Ray};
use crate::math::{Pose, Vector};
use std::sync::{Arc, OnceLock};

/// How exact rays and triangles are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Precision {
    /// In 32 bits, as the genuine program's collision library has it.
    Single,
    /// In 64 bits, as it is for what is seen.
    Double,
}

/// A surface of triangles with two sides.
#[derive(Clone, Debug)]
pub struct Mesh {
    precision: Precision,
    points: Vec<Vector>,
    triangles: Vec<[u32; 3]>,
    tree: Tree,
    box_corners: [Vector; 8],
    /// Made when it is first asked for.
    solid: OnceLock<Arc<crate::dynamics::Mesh>>,
}

impl PartialEq for Mesh {
    fn eq(&self, other: &Self) -> bool {
        // the tree follows from the rest
        self.precision == other.precision
            && self.points == other.points
            && self.triangles == other.triangles
    }
}

impl Mesh {
    /// The same with every coordinate multiplied; mirrored faces look outwards as before.
    pub fn scaled(self, by: Vector) -> Self {
        if by == Vector::new(1.0, 1.0, 1.0) {
            return self;
        }
        let points = self.points.into_iter().map(|point| point.scaled(by));
        let mut triangles = self.triangles;
        if by.x * by.y * by.z < 0.0 {
            for corners in &mut triangles {
                corners.swap(1, 2);
            }
        }
        Self::new(points.collect(), triangles, self.precision)
    }

    /// From points and triples of their numbers; triples with numbers that do not exist are left out.
    pub fn new(points: Vec<Vector>, mut triangles: Vec<[u32; 3]>, precision: Precision) -> Self {
        triangles.retain(|corners| corners.iter().all(|at| (*at as usize) < points.len()));
        let bounds: Vec<(u32, Bounds)> = triangles
            .iter()
            .enumerate()
            .map(|(at, corners)| {
                let bounds = corners.iter().fold(Bounds::EMPTY, |sum, corner| {
                    sum.with(points[*corner as usize])
                });
                (at as u32, widened(bounds, precision))
            })
            .collect();
        let all = triangles
            .iter()
            .flatten()
            .fold(Bounds::EMPTY, |sum, corner| {
                sum.with(points[*corner as usize])
            });
        let all = widened(all, precision);
        let corner = |at: usize| {
            let pick = |bit: usize, low: f64, high: f64| if at & bit == 0 { low } else { high };
            Vector::new(
                pick(1, all.low.x, all.high.x),
                pick(2, all.low.y, all.high.y),
                pick(4, all.low.z, all.high.z),
            )
        };
        Self {
            tree: Tree::build(&bounds),
            box_corners: std::array::from_fn(corner),
            precision,
            points,
            triangles,
            solid: OnceLock::new(),
        }
    }

    /// The same as the dynamics knows it: one for all bodies of this form.
    pub(crate) fn solid(&self) -> Arc<crate::dynamics::Mesh> {
        let make = || crate::dynamics::Mesh::new(self.points.clone(), self.triangles.clone());
        Arc::clone(self.solid.get_or_init(|| Arc::new(make())))
    }

    /// The box around it in the world; around the pose's origin if it has no triangles.
    pub fn bounds(&self, pose: &Pose) -> Bounds {
        if self.triangles.is_empty() {
            return Bounds::EMPTY.with(pose.translation);
        }
        self.box_corners
            .iter()
            .fold(Bounds::EMPTY, |sum, corner| sum.with(pose.apply(*corner)))
    }

    /// The points.
    pub fn points(&self) -> &[Vector] {
        &self.points
    }

    /// The triangles as numbers of points.
    pub fn corners(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// The triangles as points.
    pub fn triangles(&self) -> impl Iterator<Item = [Vector; 3]> + '_ {
        self.triangles
            .iter()
            .map(|corners| corners.map(|at| self.points[at as usize]))
    }

    /// The first point on the surface of the mesh at a pose, for a ray in the
    /// world that is also given in the mesh's own frame. The normal is in that frame.
    pub fn nearest_at(&self, pose: &Pose, ray: &Ray, local: &Ray) -> Option<Hit> {
        if self.precision == Precision::Double {
            return self.nearest(local);
        }
        let (origin, direction) = single::into_frame(pose, ray);
        let mut best: Option<Hit> = None;
        self.tree.visit(local, |item, length| {
            let corners = self.triangles[item as usize].map(|at| self.points[at as usize]);
            let met = single::meet(origin, direction, corners.map(single::rounded));
            if let Some(distance) = met.filter(|distance| *distance < local.length as f32)
                && best.is_none_or(|best| f64::from(distance) < best.distance)
            {
                let distance = f64::from(distance);
                *length = length.min(distance * (1.0 + 1e-5) + 1e-5);
                let normal = upright(corners);
                best = Some(Hit { distance, normal });
            }
            false
        });
        best
    }

    /// The first point on the surface.
    pub fn nearest(&self, ray: &Ray) -> Option<Hit> {
        self.nearest_of(ray, |_| true).map(|(_, hit)| hit)
    }

    /// The first point on the surface that is met from the front.
    pub fn nearest_front(&self, ray: &Ray) -> Option<Hit> {
        self.nearest_of_front(ray).map(|(_, hit)| hit)
    }

    /// The first triangle that is met from the front, with the weights of its
    /// corners where it is met.
    pub fn front_triangle(&self, ray: &Ray) -> Option<(usize, [f64; 3])> {
        let (item, hit) = self.nearest_of_front(ray)?;
        let corners = self.triangles[item as usize].map(|at| self.points[at as usize]);
        let point = ray.origin + ray.direction * hit.distance;
        // parts of the area, along the normal
        let part = |a: Vector, b: Vector| hit.normal.dot((a - point).cross(b - point));
        let [a, b, c] = corners;
        let parts = [part(b, c), part(c, a), part(a, b)];
        let whole: f64 = parts.iter().sum();
        Some((item as usize, parts.map(|part| part / whole)))
    }

    fn nearest_of_front(&self, ray: &Ray) -> Option<(u32, Hit)> {
        self.nearest_of(ray, |hit| hit.normal.dot(ray.direction) < 0.0)
    }

    fn nearest_of(&self, ray: &Ray, counts: impl Fn(&Hit) -> bool) -> Option<(u32, Hit)> {
        let mut best: Option<(u32, Hit)> = None;
        self.tree.visit(ray, |item, length| {
            let [a, b, c] = self.triangles[item as usize].map(|at| self.points[at as usize]);
            if let Some(hit) = triangle(ray, a, b, c)
                && hit.distance <= *length
                && counts(&hit)
            {
                *length = hit.distance;
                best = Some((item, hit));
            }
            false
        });
        best
    }
}

/// A box with room for what 32 bits make of a triangle: it may lie a little beside it.
fn widened(bounds: Bounds, precision: Precision) -> Bounds {
    let margin = match precision {
        Precision::Single => 1e-5 * (1.0 + bounds.reach()),
        Precision::Double => return bounds,
    };
    let margin = Vector::new(margin, margin, margin);
    Bounds {
        low: bounds.low - margin,
        high: bounds.high + margin,
    }
}

fn triangle(ray: &Ray, a: Vector, b: Vector, c: Vector) -> Option<Hit> {
    let (ab, ac) = (b - a, c - a);
    let across = ray.direction.cross(ac);
    let determinant = ab.dot(across);
    if determinant == 0.0 {
        return None;
    }
    let inverse = 1.0 / determinant;
    let from = ray.origin - a;
    let u = from.dot(across) * inverse;
    // triangles meet without gaps
    const EDGE: f64 = 1e-9;
    if !(-EDGE..=1.0 + EDGE).contains(&u) {
        return None;
    }
    let turned = from.cross(ab);
    let v = ray.direction.dot(turned) * inverse;
    if v < -EDGE || u + v > 1.0 + EDGE {
        return None;
    }
    let distance = ac.dot(turned) * inverse;
    if !(0.0..=ray.length).contains(&distance) {
        return None;
    }
    let normal = upright([a, b, c]);
    Some(Hit { distance, normal })
}

/// The normal of a triangle, on the side from which its corners go round to the left.
fn upright([a, b, c]: [Vector; 3]) -> Vector {
    (b - a).cross(c - a).normalized()
}

/// Rays and triangles in 32 bits.
mod single {
    use super::{Pose, Ray, Vector};

    /// A ray this much along a triangle does not meet it.
    const FLAT: f32 = 0.000_001;

    pub(super) fn rounded(point: Vector) -> [f32; 3] {
        point.to_array().map(|part| part as f32)
    }

    fn minus(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
        std::array::from_fn(|at| a[at] - b[at])
    }

    fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
        a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
    }

    fn cross(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
        [
            a[1] * b[2] - a[2] * b[1],
            a[2] * b[0] - a[0] * b[2],
            a[0] * b[1] - a[1] * b[0],
        ]
    }

    /// Origin and direction of a ray in the frame of a pose.
    pub(super) fn into_frame(pose: &Pose, ray: &Ray) -> ([f32; 3], [f32; 3]) {
        let rows = pose.rotation.0.map(rounded);
        let place = rounded(pose.translation);
        let (origin, direction) = (rounded(ray.origin), rounded(ray.direction));
        // the columns of the rotation are the rows of its inverse
        let column = |at: usize| [rows[0][at], rows[1][at], rows[2][at]];
        let turned = std::array::from_fn(|at| dot(column(at), direction));
        let moved = std::array::from_fn(|at| {
            let back = -dot(place, column(at));
            let [x, y, z] = column(at);
            origin[0] * x + origin[1] * y + origin[2] * z + back
        });
        (moved, turned)
    }

    /// How far along the ray the triangle is.
    pub(super) fn meet(
        origin: [f32; 3],
        direction: [f32; 3],
        [a, b, c]: [[f32; 3]; 3],
    ) -> Option<f32> {
        let (first, second) = (minus(b, a), minus(c, a));
        let across = cross(direction, second);
        let determinant = dot(first, across);
        if determinant > -FLAT && determinant < FLAT {
            return None;
        }
        let inverse = 1.0 / determinant;
        let from = minus(origin, a);
        let u = dot(from, across) * inverse;
        if u.is_sign_negative() || u > 1.0 {
            return None;
        }
        let turned = cross(from, first);
        let v = dot(direction, turned) * inverse;
        if v.is_sign_negative() || u + v > 1.0 {
            return None;
        }
        let distance = dot(second, turned) * inverse;
        (!distance.is_sign_negative()).then_some(distance)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_of_a_triangle_are_met() {
        let points = vec![Vector::ZERO, Vector::X, Vector::Y];
        let mesh = Mesh::new(points, vec![[0, 1, 2], [0, 1, 9]], Precision::Double);
        assert_eq!(mesh.triangles().count(), 1);
        for side in [1.0, -1.0] {
            let ray = Ray {
                origin: Vector::new(0.2, 0.2, side),
                direction: Vector::Z * -side,
                length: 2.0,
            };
            let hit = mesh.nearest(&ray);
            assert_eq!(hit.map(|hit| hit.distance), Some(1.0));
            assert_eq!(hit.map(|hit| hit.normal), Some(Vector::Z));
            assert_eq!(mesh.nearest_front(&ray).is_some(), side > 0.0);
            let weights = mesh.front_triangle(&ray).map(|(_, weights)| weights);
            let expected = [0.6, 0.2, 0.2];
            assert_eq!(weights.is_some(), side > 0.0);
            if let Some(weights) = weights {
                assert!((0..3).all(|at| (weights[at] - expected[at]).abs() < 1e-12));
            }
        }
    }
}
