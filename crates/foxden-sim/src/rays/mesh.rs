//! Triangles, with a tree of their own.

use super::tree::Tree;
use super::{Bounds, Hit, Ray};
use crate::math::{Pose, Vector};

/// A surface of triangles with two sides.
#[derive(Clone, Debug)]
pub struct Mesh {
    points: Vec<Vector>,
    triangles: Vec<[u32; 3]>,
    tree: Tree,
    box_corners: [Vector; 8],
}

impl Mesh {
    /// From points and triples of their numbers; triples with numbers that do not exist are left out.
    pub fn new(points: Vec<Vector>, mut triangles: Vec<[u32; 3]>) -> Self {
        triangles.retain(|corners| corners.iter().all(|at| (*at as usize) < points.len()));
        let bounds: Vec<(u32, Bounds)> = triangles
            .iter()
            .enumerate()
            .map(|(at, corners)| {
                let bounds = corners.iter().fold(Bounds::EMPTY, |sum, corner| {
                    sum.with(points[*corner as usize])
                });
                (at as u32, bounds)
            })
            .collect();
        let all = triangles
            .iter()
            .flatten()
            .fold(Bounds::EMPTY, |sum, corner| {
                sum.with(points[*corner as usize])
            });
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
            points,
            triangles,
        }
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

    /// The first point on the surface.
    pub fn nearest(&self, ray: &Ray) -> Option<Hit> {
        let mut best: Option<Hit> = None;
        self.tree.visit(ray, |item, length| {
            let [a, b, c] = self.triangles[item as usize].map(|at| self.points[at as usize]);
            if let Some(hit) = triangle(ray, a, b, c)
                && hit.distance <= *length
            {
                *length = hit.distance;
                best = Some(hit);
            }
            false
        });
        best
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
    let normal = ab.cross(ac).normalized();
    let normal = if normal.dot(ray.direction) > 0.0 {
        -normal
    } else {
        normal
    };
    Some(Hit { distance, normal })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_of_a_triangle_are_met() {
        let points = vec![Vector::ZERO, Vector::X, Vector::Y];
        let mesh = Mesh::new(points, vec![[0, 1, 2], [0, 1, 9]]);
        assert_eq!(mesh.triangles().count(), 1);
        for side in [1.0, -1.0] {
            let ray = Ray {
                origin: Vector::new(0.2, 0.2, side),
                direction: Vector::Z * -side,
                length: 2.0,
            };
            let hit = mesh.nearest(&ray);
            assert_eq!(hit.map(|hit| hit.distance), Some(1.0));
            assert_eq!(hit.map(|hit| hit.normal), Some(Vector::Z * side));
        }
    }
}
