//! Cylinders on balls, boxes, capsules and each other.

use super::ContactPoint;
use super::capsules::closest_points;
use crate::dynamics::numbers::limited;
use crate::math::{Pose, Vector, cos, sin};
use std::f64::consts::PI;

/// Into how many sides the rim is cut where a face lies on it.
const SIDES: usize = 8;

/// A cylinder in the world.
#[derive(Clone, Copy)]
pub(super) struct Cylinder<'a> {
    pub pose: &'a Pose,
    pub radius: f64,
    pub height: f64,
}

impl Cylinder<'_> {
    fn axis(&self) -> Vector {
        self.pose.rotation.column(2)
    }

    fn centre(&self) -> Vector {
        self.pose.translation
    }

    /// How far it reaches along a unit direction.
    fn reach(&self, direction: Vector) -> f64 {
        let cosine = limited(self.axis().dot(direction), -1.0, 1.0);
        (cosine * self.height * 0.5).abs() + self.radius * (1.0 - cosine * cosine).sqrt()
    }

    /// The ends of the line of the side that faces a direction.
    fn side_line(&self, direction: Vector) -> [Vector; 2] {
        let axis = self.axis();
        let across = (direction - axis * axis.dot(direction)).normalized();
        let middle = self.centre() + across * self.radius;
        let half = axis * (self.height * 0.5);
        [middle + half, middle - half]
    }

    /// The middle of the cap that faces a direction.
    fn cap(&self, direction: Vector) -> Vector {
        let sign = if self.axis().dot(direction) > 0.0 {
            0.5
        } else {
            -0.5
        };
        self.centre() + self.axis() * (sign * self.height)
    }
}

/// A cylinder (first) and a ball.
pub(super) fn cylinder_sphere(
    cylinder: Cylinder,
    centre: Vector,
    radius: f64,
    out: &mut Vec<ContactPoint>,
) {
    let axis = cylinder.axis();
    let length = cylinder.height;
    let bottom = cylinder.centre() - axis * (length * 0.5);
    // Along the axis from the bottom, and off the axis.
    let along = (centre - bottom).dot(axis);
    if along < -radius || along > length + radius {
        return;
    }
    let inward = bottom + axis * along - centre;
    let off = inward.length();
    if off > cylinder.radius + radius {
        return;
    }
    let mut add = |position: Vector, normal: Vector, depth: f64| {
        if depth >= 0.0 && normal.is_finite() {
            out.push(ContactPoint {
                position,
                normal,
                depth,
            });
        }
    };
    let to_side = cylinder.radius - off;
    if off > cylinder.radius && !(0.0..=length).contains(&along) {
        let (beyond, middle) = if along <= 0.0 {
            (along, bottom)
        } else {
            (along - length, bottom + axis * length)
        };
        let distance = (beyond * beyond + to_side * to_side).sqrt();
        let position = middle - inward * (cylinder.radius / off);
        add(
            position,
            (position - centre) * (1.0 / distance),
            radius - distance,
        );
    } else if to_side <= along && to_side <= length - along {
        let normal = inward * (1.0 / off);
        let position = if off > radius + 1e-7 {
            centre + normal * radius
        } else {
            centre + inward
        };
        add(position, normal, radius + to_side);
    } else if along <= length * 0.5 {
        add(centre + axis * radius, axis, along + radius);
    } else {
        add(centre - axis * radius, -axis, radius + length - along);
    }
}

/// The best separating direction so far, from the cylinder to the other shape.
struct Best {
    depth: f64,
    normal: Vector,
    reach: f64,
}

/// A cylinder (first) on a box.
pub(super) fn cylinder_box(
    cylinder: Cylinder,
    (pose, size): (&Pose, Vector),
    out: &mut Vec<ContactPoint>,
) {
    let half = size * 0.5;
    let sides = [0, 1, 2].map(|at| pose.rotation.column(at));
    let box_reach = |direction: Vector| -> f64 {
        (0..3)
            .map(|at| sides[at].dot(direction).abs() * half[at])
            .sum()
    };
    let Some(best) = separate_box(cylinder, pose, half, sides, box_reach) else {
        return;
    };
    let normal = best.normal;
    if normal.dot(cylinder.axis()).abs() < 0.9 {
        // The line of the side, cut by the box.
        let [mut from, mut to] = cylinder.side_line(normal).map(|point| pose.unapply(point));
        for at in 0..3 {
            for sign in [1.0, -1.0] {
                let inside = |point: Vector| half[at] - sign * point[at];
                let (a, b) = (inside(from), inside(to));
                if a < 0.0 && b < 0.0 {
                    return;
                }
                if a * b < 0.0 {
                    let crossing = from + (to - from) * (a / (a - b));
                    if a < 0.0 {
                        from = crossing;
                    } else {
                        to = crossing;
                    }
                }
            }
        }
        for point in [from, to] {
            let turned = pose.rotation * point;
            out.push(ContactPoint {
                position: turned + pose.translation,
                normal: -normal,
                depth: (best.reach + turned.dot(normal)).max(0.0),
            });
        }
        return;
    }
    // The face of the box, cut by the cap.
    let seen = pose.rotation.transposed() * normal;
    let facing = (0..3).fold(0, |most, at| {
        if seen[at].abs() > seen[most].abs() {
            at
        } else {
            most
        }
    });
    let (u, v) = ((facing + 1) % 3, (facing + 2) % 3);
    let sign = if seen[facing] > 0.0 { -1.0 } else { 1.0 };
    let centre = pose.translation + sides[facing] * (sign * half[facing]);
    let (eu, ev) = (sides[u] * half[u], sides[v] * half[v]);
    let mut face = vec![
        centre + eu - ev,
        centre - eu - ev,
        centre - eu + ev,
        centre + eu + ev,
    ];
    let cap = cylinder.cap(normal);
    let outward = if cylinder.axis().dot(normal) > 0.0 {
        cylinder.axis()
    } else {
        -cylinder.axis()
    };
    cut(&mut face, |point| -outward.dot(point - cap));
    for side in 0..SIDES {
        let angle = PI / SIDES as f64 * (1.0 + 2.0 * side as f64);
        let away = cylinder.pose.rotation * Vector::new(cos(angle), sin(angle), 0.0);
        cut(&mut face, |point| cylinder.radius - away.dot(point - cap));
    }
    let reach = cylinder.reach(normal);
    for position in face {
        let depth = reach - (position - cylinder.centre()).dot(normal);
        if depth > 0.0 {
            out.push(ContactPoint {
                position,
                normal: -normal,
                depth,
            });
        }
    }
}

fn separate_box(
    cylinder: Cylinder,
    pose: &Pose,
    half: Vector,
    sides: [Vector; 3],
    box_reach: impl Fn(Vector) -> f64,
) -> Option<Best> {
    let axis = cylinder.axis();
    let apart = cylinder.centre() - pose.translation;
    let mut best = Best {
        depth: f64::INFINITY,
        normal: Vector::ZERO,
        reach: 0.0,
    };
    let mut test = |direction: Vector| -> Option<()> {
        let length = direction.length();
        if length < 1e-5 {
            return Some(());
        }
        let unit = direction * (1.0 / length);
        let reach = box_reach(unit);
        let distance = apart.dot(unit);
        let depth = cylinder.reach(unit) + reach - distance.abs();
        if depth < 0.0 {
            return None;
        }
        if depth < best.depth {
            best = Best {
                depth,
                normal: if distance > 0.0 { -unit } else { unit },
                reach,
            };
        }
        Some(())
    };
    for side in sides {
        test(side)?;
    }
    test(axis)?;
    for side in sides {
        test(axis.cross(side))?;
    }
    let corner = |bits: usize| {
        let sign = |bit: usize| if bits & bit == 0 { -1.0 } else { 1.0 };
        let inside = Vector::new(sign(1) * half.x, sign(2) * half.y, sign(4) * half.z);
        pose.apply(inside)
    };
    for bits in 0..8 {
        let away = corner(bits) - cylinder.centre();
        test(axis.cross(axis.cross(away)))?;
    }
    for end in [0.5, -0.5] {
        let middle = cylinder.centre() + axis * (end * cylinder.height);
        for bits in 0..8_usize {
            for (at, side) in sides.into_iter().enumerate() {
                if bits & (1 << at) != 0 {
                    continue;
                }
                // The edge of the box that starts at this corner.
                let start = corner(bits);
                let climb = side.dot(axis);
                if climb.abs() < 1e-5 {
                    continue;
                }
                let crossing = start + side * ((middle - start).dot(axis) / climb);
                let tangent = (middle - crossing).cross(axis);
                test(tangent.cross(side))?;
            }
        }
    }
    best.depth.is_finite().then_some(best)
}

/// Cuts a polygon: what is at a negative height falls away.
fn cut(polygon: &mut Vec<Vector>, height: impl Fn(Vector) -> f64) {
    let Some(&last) = polygon.last() else {
        return;
    };
    let mut kept = Vec::with_capacity(polygon.len() + 1);
    let (mut before, mut before_height) = (last, height(last));
    for &point in polygon.iter() {
        let here = height(point);
        if (here < 0.0) != (before_height < 0.0) {
            let share = before_height / (before_height - here);
            kept.push(before + (point - before) * share);
        }
        if here >= 0.0 {
            kept.push(point);
        }
        (before, before_height) = (point, here);
    }
    *polygon = kept;
}

/// Two cylinders. The genuine engine distinguishes many cases here; this keeps
/// to the direction of least overlap and the points of each that lie in the other.
pub(super) fn cylinder_cylinder(one: Cylinder, two: Cylinder, out: &mut Vec<ContactPoint>) {
    let apart = one.centre() - two.centre();
    let (axis_one, axis_two) = (one.axis(), two.axis());
    let ends = |cylinder: Cylinder| {
        let half = cylinder.axis() * (cylinder.height * 0.5);
        (cylinder.centre() + half, cylinder.centre() - half)
    };
    let (near_one, near_two) = closest_points(ends(one), ends(two));
    let across = |axis: Vector, direction: Vector| direction - axis * axis.dot(direction);
    let directions = [
        axis_one,
        axis_two,
        axis_one.cross(axis_two),
        near_one - near_two,
        across(axis_one, apart),
        across(axis_two, apart),
        across(axis_one, near_one - near_two),
        across(axis_two, near_one - near_two),
    ];
    let mut best: Option<(f64, Vector)> = None;
    for direction in directions {
        let length = direction.length();
        if length < 1e-9 {
            continue;
        }
        let unit = direction * (1.0 / length);
        let distance = apart.dot(unit);
        let depth = one.reach(unit) + two.reach(unit) - distance.abs();
        if depth < 0.0 {
            return;
        }
        if best.is_none_or(|(least, _)| depth < least) {
            best = Some((depth, if distance < 0.0 { -unit } else { unit }));
        }
    }
    let Some((depth, normal)) = best else {
        return;
    };
    let start = out.len();
    // Points of one that lie within the other, seen along the normal.
    let mut add = |from: Cylinder, onto: Cylinder, facing: Vector| {
        let surface = onto.centre().dot(facing) - onto.reach(facing);
        let mut rim = [from.cap(facing); SIDES];
        for (at, point) in rim.iter_mut().enumerate() {
            let angle = 2.0 * PI / SIDES as f64 * at as f64;
            let out = Vector::new(cos(angle), sin(angle), 0.0) * from.radius;
            *point += from.pose.rotation * out;
        }
        let line = from.side_line(facing);
        let points: &[Vector] = if facing.dot(from.axis()).abs() > 0.9 {
            &rim
        } else {
            &line
        };
        for &point in points {
            let inside = onto.pose.unapply(point);
            let depth = point.dot(facing) - surface;
            let is_within = inside.x.hypot(inside.y) <= onto.radius * (1.0 + 1e-9)
                && inside.z.abs() <= onto.height * 0.5 * (1.0 + 1e-9);
            if is_within && depth > 0.0 {
                out.push(ContactPoint {
                    position: point,
                    normal,
                    depth,
                });
            }
        }
    };
    add(one, two, -normal);
    add(two, one, normal);
    if out.len() == start {
        let from = near_one - normal * one.reach(normal).min(one.radius);
        let to = near_two + normal * two.reach(normal).min(two.radius);
        out.push(ContactPoint {
            position: (from + to) * 0.5,
            normal,
            depth,
        });
    }
}

/// A cylinder (first) and a capsule: balls at the ends of the capsule's axis
/// and where it comes nearest.
pub(super) fn cylinder_capsule(
    cylinder: Cylinder,
    (pose, radius, height): (&Pose, f64, f64),
    out: &mut Vec<ContactPoint>,
) {
    let half = pose.rotation.column(2) * (height * 0.5);
    let ends = (pose.translation + half, pose.translation - half);
    let own = cylinder.axis() * (cylinder.height * 0.5);
    let axis = (cylinder.centre() + own, cylinder.centre() - own);
    let start = out.len();
    cylinder_sphere(cylinder, ends.0, radius, out);
    cylinder_sphere(cylinder, ends.1, radius, out);
    let (_, nearest) = closest_points(axis, ends);
    let is_inner = (nearest - ends.0).length() > 1e-9 && (nearest - ends.1).length() > 1e-9;
    if is_inner && out.len() < start + 2 {
        cylinder_sphere(cylinder, nearest, radius, out);
    }
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
        out.clear();
        let other = Pose {
            translation: Vector::new(0.0, 0.0, 0.173),
            ..Pose::IDENTITY
        };
        cylinder_cylinder(wheel(&other), wheel(&pose), &mut out);
        assert!(!out.is_empty());
        for point in &out {
            assert!((point.normal - Vector::Z).length() < 1e-12);
            assert!((point.depth - 0.001).abs() < 1e-12);
        }
    }

    #[test]
    fn a_ball_touches_side_cap_and_rim() {
        let pose = Pose::IDENTITY;
        let touch = |x: f64, z: f64| {
            let mut out = Vec::new();
            cylinder_sphere(wheel(&pose), Vector::new(x, 0.0, z), 0.05, &mut out);
            out.first().map(|point| (point.normal, point.depth))
        };
        let near = |found: Option<(Vector, f64)>, normal: Vector, depth: f64| {
            found.is_some_and(|(n, d)| (n - normal).length() < 1e-9 && (d - depth).abs() < 1e-9)
        };
        assert!(near(touch(0.14, 0.0), -Vector::X, 0.01));
        assert!(near(touch(0.0, 0.07), -Vector::Z, 0.005));
        let rim = Vector::new(-0.6, 0.0, -0.8);
        assert!(near(touch(0.1 + 0.024, 0.025 + 0.032), rim, 0.01));
        assert!(touch(0.16, 0.0).is_none());
    }
}
