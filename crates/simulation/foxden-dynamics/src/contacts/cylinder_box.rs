//! A cylinder on a box: the direction of least overlap, then the line of the
//! side cut by the box, or a face of the box cut by the cap.

use super::ContactPoint;
use super::cylinders::Cylinder;
use crate::clamp::limited;
use crate::math::{Pose, Vector, sin_cos};
use std::f64::consts::PI;
use std::sync::LazyLock;

/// Into how many sides the rim is cut where a face lies on it.
const SIDES: usize = 8;

/// The directions from these sides to the axis.
static INWARDS: LazyLock<[[f64; 2]; SIDES]> = LazyLock::new(|| {
    let (mut angle, between) = (PI / SIDES as f64, 2.0 * (PI / SIDES as f64));
    std::array::from_fn(|_| {
        let (sine, cosine) = sin_cos(angle);
        angle += between;
        [-cosine, -sine]
    })
});

/// Directions made as products that are shorter than this (squared) are not tried.
const SHORT: f64 = 1e-6;

/// A direction nearer to the axis than this meets a cap.
const CAP_COSINE: f64 = 0.9;

/// The corners of a box, by the signs of their coordinates, in the order in
/// which they are tried: of equally good directions the first is taken.
const CORNERS: [[f64; 3]; 8] = [
    [-1.0, 1.0, -1.0],
    [1.0, 1.0, -1.0],
    [-1.0, -1.0, -1.0],
    [1.0, -1.0, -1.0],
    [1.0, 1.0, 1.0],
    [1.0, -1.0, 1.0],
    [-1.0, -1.0, 1.0],
    [-1.0, 1.0, 1.0],
];

/// The edges of a box as pairs of corners, in the order in which they are tried.
const EDGES: [(usize, usize); 12] = [
    (1, 0),
    (1, 3),
    (2, 3),
    (2, 0),
    (4, 1),
    (4, 7),
    (0, 7),
    (5, 3),
    (5, 6),
    (2, 6),
    (4, 5),
    (6, 7),
];

/// A cylinder (first) on a box.
pub(super) fn cylinder_box(
    cylinder: Cylinder,
    (pose, size): (&Pose, Vector),
    out: &mut Vec<ContactPoint>,
) {
    let cuboid = Cuboid {
        pose,
        half: size * 0.5,
        sides: [0, 1, 2].map(|at| pose.rotation.column(at)),
    };
    let Some(best) = separate(&cylinder, &cuboid) else {
        return;
    };
    if best.normal.dot(cylinder.axis()).abs() < CAP_COSINE {
        side_on_box(&cylinder, &cuboid, &best, out);
    } else {
        cap_on_face(&cylinder, &cuboid, &best, out);
    }
}

/// A box in the world.
struct Cuboid<'a> {
    pose: &'a Pose,
    half: Vector,
    sides: [Vector; 3],
}

impl Cuboid<'_> {
    /// How far it reaches along a unit direction.
    fn reach(&self, direction: Vector) -> f64 {
        (0..3)
            .map(|at| self.sides[at].dot(direction).abs() * self.half[at])
            .sum()
    }
}

/// The best separating direction so far, from the cylinder to the box.
struct Best {
    depth: f64,
    normal: Vector,
    box_reach: f64,
    cylinder_reach: f64,
}

impl Best {
    /// Tries a direction; none if it separates the shapes.
    fn test(&mut self, cylinder: &Cylinder, cuboid: &Cuboid, direction: Vector) -> Option<()> {
        let length = direction.length();
        if length < 1e-5 {
            return Some(());
        }
        let unit = direction.normalized_safely();
        let cosine = limited(cylinder.axis().dot(unit), -1.0, 1.0);
        let cylinder_reach = (cosine * (cylinder.height * 0.5)).abs()
            + cylinder.radius * (1.0 - cosine * cosine).sqrt();
        let box_reach = cuboid.reach(unit);
        let distance = (cylinder.centre() - cuboid.pose.translation).dot(unit);
        let both = cylinder_reach + box_reach;
        if distance.abs() > both {
            return None;
        }
        let depth = both - distance.abs();
        if depth < self.depth {
            *self = Self {
                depth,
                normal: if distance > 0.0 { -unit } else { unit },
                box_reach,
                cylinder_reach,
            };
        }
        Some(())
    }
}

fn separate(cylinder: &Cylinder, cuboid: &Cuboid) -> Option<Best> {
    let axis = cylinder.axis();
    let mut best = Best {
        depth: f64::INFINITY,
        normal: Vector::ZERO,
        box_reach: 0.0,
        cylinder_reach: 0.0,
    };
    for direction in cuboid.sides.into_iter().chain([axis]) {
        best.test(cylinder, cuboid, direction)?;
    }
    let corners = CORNERS.map(|signs| {
        let inside = Vector::from(signs).scaled(cuboid.half);
        cuboid.pose.apply(inside)
    });
    let products = cuboid.sides.map(|side| axis.cross(side));
    let towards = corners.map(|corner| axis.cross(axis.cross(corner - cylinder.centre())));
    for direction in products.into_iter().chain(towards) {
        if direction.length_squared() > SHORT {
            best.test(cylinder, cuboid, direction)?;
        }
    }
    for end in [0.5, -0.5] {
        let middle = cylinder.centre() + axis * (cylinder.height * end);
        for (from, to) in EDGES {
            let edge = (corners[to] - corners[from]).normalized_safely();
            let climb = edge.dot(axis);
            if climb.abs() < 1e-5 {
                continue;
            }
            let start = corners[from];
            let crossing = start + edge * ((middle - start).dot(axis) / climb);
            let tangent = (middle - crossing).cross(axis);
            best.test(cylinder, cuboid, tangent.cross(edge))?;
        }
    }
    best.depth.is_finite().then_some(best)
}

/// The line of the side that faces the box, cut by it.
fn side_on_box(cylinder: &Cylinder, cuboid: &Cuboid, best: &Best, out: &mut Vec<ContactPoint>) {
    let (axis, normal) = (cylinder.axis(), best.normal);
    let across = (normal - axis * axis.dot(normal)).normalized_safely();
    let middle = cylinder.centre() + across * cylinder.radius;
    let half = axis * (cylinder.height * 0.5);
    let origin = cuboid.pose.translation;
    let (mut from, mut to) = (middle + half - origin, middle - half - origin);
    for sign in [1.0, -1.0] {
        for at in 0..3 {
            let inside = |point: Vector| cuboid.sides[at].dot(point) * sign + cuboid.half[at];
            let (a, b) = (inside(from), inside(to));
            if a < 0.0 && b < 0.0 {
                return;
            }
            if a > 0.0 && b < 0.0 || a < 0.0 && b > 0.0 {
                let crossing = crossing((from, a), (to, b));
                if a < 0.0 {
                    from = crossing;
                } else {
                    to = crossing;
                }
            }
        }
    }
    for point in [from, to] {
        out.push(ContactPoint {
            position: point + cuboid.pose.translation,
            normal: -normal,
            depth: (best.box_reach + point.dot(normal)).max(0.0),
        });
    }
}

/// The face of the box that faces the cap, cut by it.
fn cap_on_face(cylinder: &Cylinder, cuboid: &Cuboid, best: &Best, out: &mut Vec<ContactPoint>) {
    let normal = best.normal;
    let is_upper = cylinder.axis().dot(normal) > 0.0;
    let cap =
        cylinder.centre() + cylinder.axis() * (cylinder.height * if is_upper { 0.5 } else { -0.5 });
    let seen = cuboid.pose.rotation.inverse_by_cofactors() * normal;
    let [facing, u, v] = by_size(seen);
    let sign = if seen[facing] > 0.0 { -1.0 } else { 1.0 };
    let centre = cuboid.pose.translation + cuboid.sides[facing] * (sign * cuboid.half[facing]);
    let eu = cuboid.sides[u] * cuboid.half[u];
    let ev = cuboid.sides[v] * cuboid.half[v];
    let corners = [
        centre + eu - ev,
        centre - eu - ev,
        centre - eu + ev,
        centre + eu + ev,
    ];
    let turned = cylinder.pose.rotation.inverse_by_cofactors();
    let mut face: Vec<Vector> = corners.map(|corner| turned * (corner - cap)).to_vec();
    let below = if is_upper { -1.0 } else { 1.0 };
    face = cut(&face, |point| below * point.z);
    for [x, y] in *INWARDS {
        face = cut(&face, |point| x * point.x + y * point.y + cylinder.radius);
    }
    for point in face {
        let position = cylinder.pose.rotation * point + cap;
        let depth = best.cylinder_reach - (position - cylinder.centre()).dot(normal);
        if depth > 0.0 {
            out.push(ContactPoint {
                position,
                normal: -normal,
                depth,
            });
        }
    }
}

/// The coordinates of a vector from the largest to the smallest; of equal ones
/// the later comes first.
fn by_size(vector: Vector) -> [usize; 3] {
    let [x, y, z] = vector.to_array().map(f64::abs);
    if y > x {
        if x > z {
            [1, 0, 2]
        } else if y > z {
            [1, 2, 0]
        } else {
            [2, 1, 0]
        }
    } else if y > z {
        [0, 1, 2]
    } else if x > z {
        [0, 2, 1]
    } else {
        [2, 0, 1]
    }
}

/// Where a line between two points at different heights is at none.
fn crossing((from, a): (Vector, f64), (to, b): (Vector, f64)) -> Vector {
    let part = |from: f64, to: f64| from - (from - to) * a / (a - b);
    Vector::new(part(from.x, to.x), part(from.y, to.y), part(from.z, to.z))
}

/// Cuts a polygon: what is at a negative height falls away. It begins with the
/// corner that was last, so that the order of the points is the recorded one.
fn cut(polygon: &[Vector], height: impl Fn(Vector) -> f64) -> Vec<Vector> {
    let mut kept = Vec::with_capacity(polygon.len() + 1);
    let Some(&last) = polygon.last() else {
        return kept;
    };
    let (mut before, mut before_height) = (last, height(last));
    for &point in polygon {
        let here = height(point);
        if before_height >= 0.0 {
            kept.push(before);
        }
        if before_height > 0.0 && here < 0.0 || before_height < 0.0 && here > 0.0 {
            kept.push(crossing((before, before_height), (point, here)));
        }
        (before, before_height) = (point, here);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::AxisAngle;

    const FLAT: Vector = Vector::new(1.0, 1.0, 0.2);

    fn wheel(pose: &Pose) -> Cylinder<'_> {
        Cylinder {
            pose,
            radius: 0.1,
            height: 0.05,
        }
    }

    #[test]
    fn a_wheel_rolls_on_a_box_with_two_points() {
        let pose = Pose::new(
            Vector::new(0.0, 0.0, 0.199),
            AxisAngle {
                axis: Vector::X,
                angle: std::f64::consts::FRAC_PI_2,
            },
        );
        let mut out = Vec::new();
        cylinder_box(wheel(&pose), (&Pose::IDENTITY, FLAT), &mut out);
        assert_eq!(out.len(), 2);
        for point in &out {
            assert!((point.depth - 0.001).abs() < 1e-12, "{point:?}");
            assert!((point.normal - Vector::Z).length() < 1e-12);
            assert!((point.position.y.abs() - 0.025).abs() < 1e-12);
        }
    }

    #[test]
    fn a_standing_cylinder_has_points_around_its_rim() {
        let pose = Pose {
            translation: Vector::new(0.0, 0.0, 0.124),
            ..Pose::IDENTITY
        };
        let mut out = Vec::new();
        cylinder_box(wheel(&pose), (&Pose::IDENTITY, FLAT), &mut out);
        assert_eq!(out.len(), SIDES);
        assert!(out.iter().all(|point| (point.depth - 0.001).abs() < 1e-12));
        assert!(out.iter().all(|point| point.normal == Vector::Z));
    }

    #[test]
    fn a_cut_polygon_begins_with_its_last_corner() {
        let square = [[1.0, -1.0], [-1.0, -1.0], [-1.0, 1.0], [1.0, 1.0]]
            .map(|[x, y]| Vector::new(x, y, 0.0));
        let kept = cut(&square, |point| point.x + 0.5);
        let expected = [[1.0, 1.0], [1.0, -1.0], [-0.5, -1.0], [-0.5, 1.0]];
        assert_eq!(kept.len(), 4);
        for (point, [x, y]) in kept.iter().zip(expected) {
            assert!((*point - Vector::new(x, y, 0.0)).length() < 1e-15);
        }
    }
}
