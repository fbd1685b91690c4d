//! Shapes on a plane.

use super::ContactPoint;
use crate::math::{Pose, Vector};

/// A plane in the world.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plane {
    pub normal: Vector,
    pub distance: f64,
}

impl Plane {
    /// The genuine engine brings the normal to length 1 again, and the distance with it: where
    /// a shape just touches, that decides.
    pub fn new(pose: &Pose) -> Self {
        let normal = pose.rotation.column(2);
        let scale = 1.0 / normal.length_squared().sqrt();
        Self {
            normal: normal * scale,
            distance: normal.dot(pose.translation) * scale,
        }
    }

    fn depth(&self, point: Vector) -> f64 {
        self.distance - self.normal.dot(point)
    }

    fn point(&self, position: Vector, depth: f64) -> ContactPoint {
        ContactPoint {
            position,
            normal: self.normal,
            depth,
        }
    }

    pub fn sphere(&self, centre: Vector, radius: f64, out: &mut Vec<ContactPoint>) {
        let depth = self.distance - centre.dot(self.normal) + radius;
        if depth >= 0.0 {
            out.push(self.point(centre - self.normal * radius, depth));
        }
    }

    pub fn capsule(&self, pose: &Pose, radius: f64, height: f64, out: &mut Vec<ContactPoint>) {
        let axis = pose.rotation.column(2);
        let sign = if self.normal.dot(axis) > 0.0 {
            -1.0
        } else {
            1.0
        };
        let reach = axis * (height * 0.5 * sign);
        for centre in [pose.translation + reach, pose.translation - reach] {
            // found as for a ball: where a capsule just touches the last digit decides
            let depth = self.distance - centre.dot(self.normal) + radius;
            if depth < 0.0 {
                return;
            }
            out.push(self.point(centre - self.normal * radius, depth));
        }
    }

    /// The deepest corner, then corners along the two edges that rise least.
    pub fn cuboid(&self, pose: &Pose, size: Vector, out: &mut Vec<ContactPoint>) {
        let sides = [0, 1, 2].map(|at| pose.rotation.column(at));
        let slopes = [0, 1, 2].map(|at| size[at] * self.normal.dot(sides[at]));
        let rises = slopes.map(f64::abs);
        let depth = self.distance + 0.5 * (rises[0] + rises[1] + rises[2])
            - self.normal.dot(pose.translation);
        if depth < 0.0 {
            return;
        }
        let mut deepest = pose.translation;
        for at in 0..3 {
            let half = 0.5 * size[at];
            let edge = Vector::new(half * sides[at].x, half * sides[at].y, half * sides[at].z);
            deepest = if slopes[at] > 0.0 {
                deepest - edge
            } else {
                deepest + edge
            };
        }
        let start = out.len();
        out.push(self.point(deepest, depth));
        for at in flattest(rises) {
            let depth = depth - rises[at];
            if depth < 0.0 {
                return;
            }
            let edge = sides[at] * size[at];
            let position = if slopes[at] > 0.0 {
                deepest + edge
            } else {
                deepest - edge
            };
            out.push(self.point(position, depth));
        }
        let (second, third) = (out[start + 1], out[start + 2]);
        let fourth = second.depth + third.depth - depth;
        if fourth > 0.0 {
            out.push(self.point(second.position + third.position - deepest, fourth));
        }
    }

    /// Points of the rims, the upper one first.
    pub fn cylinder(&self, pose: &Pose, radius: f64, height: f64, out: &mut Vec<ContactPoint>) {
        let axis = pose.rotation.column(2);
        let cosine = self.normal.dot(axis);
        let lean = axis.cross(self.normal).length_squared();
        let (down, side) = if lean < 0.001 {
            (
                pose.rotation.column(1) * radius,
                pose.rotation.column(0) * radius,
            )
        } else {
            let down = axis * cosine - self.normal;
            let side = axis.cross(self.normal);
            (
                down * (radius / down.length()),
                side * (radius / side.length()),
            )
        };
        for centre in [
            pose.translation + axis * (height * 0.5),
            pose.translation - axis * (height * 0.5),
        ] {
            let offsets = [down, side, -down, -side];
            let count = if lean < 0.1 { 4 } else { 1 };
            for offset in &offsets[..count] {
                let position = centre + *offset;
                let depth = self.depth(position);
                if depth > 0.0 {
                    out.push(self.point(position, depth));
                }
            }
        }
    }

    /// The first of some points that are behind the plane, at most `most` of them.
    pub fn points(
        &self,
        points: impl Iterator<Item = Vector>,
        most: usize,
        out: &mut Vec<ContactPoint>,
    ) {
        let behind = points.filter_map(|position| {
            let depth = self.depth(position);
            (depth > 0.0).then(|| self.point(position, depth))
        });
        out.extend(behind.take(most));
    }
}

/// The two edges that rise least, with the recorded choice between equal ones.
fn flattest([a, b, c]: [f64; 3]) -> [usize; 2] {
    if a < b {
        if c < a {
            [2, 0]
        } else if b < c {
            [0, 1]
        } else {
            [0, 2]
        }
    } else if c < b {
        [2, if a < b { 0 } else { 1 }]
    } else if a < c {
        [1, 0]
    } else {
        [1, 2]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_capsule_that_just_touches_has_points_as_balls_have() {
        let height = 0.1;
        let ground = Plane::new(&Pose::IDENTITY);
        for step in 0..100 {
            let radius = 0.013 * f64::from(step);
            let pose = Pose {
                translation: Vector::new(0.1, 0.2, radius + 0.5 * height),
                ..Pose::IDENTITY
            };
            let (mut ball, mut capsule) = (Vec::new(), Vec::new());
            let lower = pose.translation - Vector::Z * (0.5 * height);
            ground.sphere(lower, radius, &mut ball);
            ground.capsule(&pose, radius, height, &mut capsule);
            assert_eq!(ball, capsule, "{radius}");
        }
    }

    #[test]
    fn a_box_that_just_touches_has_three_points_and_a_sunken_one_four() {
        let ground = Plane::new(&Pose::IDENTITY);
        let size = Vector::new(0.1, 0.1, 0.1);
        let count = |height: f64| {
            let mut out = Vec::new();
            let pose = Pose {
                translation: Vector::new(0.0, 0.0, height),
                ..Pose::IDENTITY
            };
            ground.cuboid(&pose, size, &mut out);
            out.len()
        };
        assert_eq!(count(0.05), 3);
        assert_eq!(count(0.049), 4);
        assert_eq!(count(0.051), 0);
    }
}
