//! Capsules among themselves and on boxes.

use super::ContactPoint;
use super::box_box::box_box;
use super::spheres::sphere_sphere;
use crate::clamp::limited;
use crate::math::{Pose, Vector};

/// Axes closer to parallel than this may touch at two points.
const PARALLEL: f64 = 1e-5;

/// A coordinate that rises less than this along a line does not rise.
const LEVEL: f64 = 1e-307;

/// Points closer than this give no direction.
const SAME: f64 = 1e-15;

/// Two capsules, each with radius and height.
pub(super) fn capsule_capsule(
    one: (&Pose, f64, f64),
    two: (&Pose, f64, f64),
    out: &mut Vec<ContactPoint>,
) {
    let ((pose_one, radius_one, height_one), (pose_two, radius_two, height_two)) = (one, two);
    let (half_one, half_two) = (height_one * 0.5, height_two * 0.5);
    let (at_one, at_two) = (pose_one.translation, pose_two.translation);
    let axis_one = pose_one.rotation.column(2);
    let mut axis_two = pose_two.rotation.column(2);
    let cosine = axis_one.dot(axis_two);
    if 1.0 - cosine * cosine < PARALLEL {
        if cosine < 0.0 {
            axis_two = -axis_two;
        }
        let shift = axis_one.dot(at_one - at_two);
        let low = (-half_one).max(-half_two - shift);
        let high = half_one.min(half_two - shift);
        let touch = |along: f64, out: &mut Vec<ContactPoint>| {
            let start = out.len();
            let from = at_one + axis_one * along;
            let to = at_two + axis_two * (along + shift);
            sphere_sphere(from, radius_one, to, radius_two, out);
            out.len() > start
        };
        if low <= high {
            let start = out.len();
            if low < high && touch(low, out) && touch(high, out) {
                return;
            }
            out.truncate(start);
            touch((low + high) * 0.5, out);
            return;
        }
    }
    let ends = |at: Vector, axis: Vector, half: f64| (at + axis * half, at - axis * half);
    let (from, to) = closest_points(
        ends(at_one, axis_one, half_one),
        ends(at_two, axis_two, half_two),
    );
    sphere_sphere(from, radius_one, to, radius_two, out);
}

/// A capsule (first) on a box.
pub(super) fn capsule_box(
    (capsule, radius, height): (&Pose, f64, f64),
    (pose, size): (&Pose, Vector),
    out: &mut Vec<ContactPoint>,
) {
    let reach = capsule.rotation.column(2) * (height * 0.5);
    let (from, to) = (capsule.translation + reach, capsule.translation - reach);
    let (on_line, on_box) = closest_on_box(pose, size, from, to);
    if (on_line - on_box).length() < SAME {
        // The axis enters the box: the capsule counts as a box of its size.
        let around = Vector::new(2.0 * radius, 2.0 * radius, height + 2.0 * radius);
        let start = out.len();
        // The real box comes first, as in the genuine engine; the normals are
        // to point into the capsule.
        box_box(pose, size, capsule, around, out);
        for point in &mut out[start..] {
            point.normal = -point.normal;
        }
    } else {
        sphere_sphere(on_line, radius, on_box, 0.0, out);
    }
}

/// One coordinate of a line in the frame of a box, turned so that it never falls.
struct Coordinate {
    start: f64,
    rise: f64,
    half: f64,
    is_mirrored: bool,
    /// Whether the line is still below the box, in it, or beyond.
    region: i8,
    /// How far along the line the region ends; the last kink if none comes.
    kink: f64,
}

impl Coordinate {
    fn new(start: f64, rise: f64, half: f64) -> Self {
        let is_mirrored = rise < 0.0;
        let (start, rise) = if is_mirrored {
            (-start, -rise)
        } else {
            (start, rise)
        };
        let (region, kink) = if rise <= LEVEL {
            // no kink comes
            (0, 2.0)
        } else if start < -half {
            (-1, (-half - start) / rise)
        } else {
            (i8::from(start > half), (half - start) / rise)
        };
        Self {
            start,
            rise,
            half,
            is_mirrored,
            region,
            kink,
        }
    }

    /// What it adds to half of the derivative of the squared distance at a place.
    fn slope(&self, along: f64) -> f64 {
        let square = if self.region == 0 {
            0.0
        } else {
            self.rise * self.rise
        };
        square * (along - self.kink)
    }

    /// The nearest coordinate of the box at a place.
    fn nearest(&self, along: f64) -> f64 {
        let sign = if self.is_mirrored { -1.0 } else { 1.0 };
        let place = sign * (self.start + along * self.rise);
        limited(place, -self.half, self.half)
    }
}

/// The closest points of a line and a box. The derivative of the squared distance
/// is piecewise linear; its zero is looked for from kink to kink. Where the line runs
/// along a face it is the first of the closest points.
fn closest_on_box(pose: &Pose, size: Vector, from: Vector, to: Vector) -> (Vector, Vector) {
    let line = to - from;
    let start = pose.unapply(from);
    let rise = pose.rotation.transposed() * line;
    let mut coordinates: [Coordinate; 3] =
        std::array::from_fn(|at| Coordinate::new(start[at], rise[at], 0.5 * size[at]));
    let along = first_level(&mut coordinates);
    let nearest = Vector::from([0, 1, 2].map(|at| coordinates[at].nearest(along)));
    let on_box = pose.rotation * nearest + pose.translation;
    (from + line * along, on_box)
}

/// How far along a line, from 0 to 1, it stops to come closer to a box.
fn first_level(coordinates: &mut [Coordinate; 3]) -> f64 {
    let mut along = 0.0;
    let mut slope = 0.0;
    for coordinate in &*coordinates {
        slope += coordinate.slope(0.0);
    }
    if slope >= 0.0 {
        return along;
    }
    while along < 1.0 {
        let kinks = coordinates.iter().map(|coordinate| coordinate.kink);
        let next = kinks.filter(|kink| *kink > along).fold(1.0, f64::min);
        let mut after = 0.0;
        for coordinate in &*coordinates {
            after += coordinate.slope(next);
        }
        if after >= 0.0 {
            return along - slope / ((after - slope) / (next - along));
        }
        for coordinate in coordinates.iter_mut().filter(|found| found.kink == next) {
            coordinate.kink = (coordinate.half - coordinate.start) / coordinate.rise;
            coordinate.region += 1;
        }
        (along, slope) = (next, after);
    }
    1.0
}

/// The closest points of two line segments: ends first, then an end and an
/// inner point, then two inner ones, in the order of the genuine engine.
fn closest_points((a1, a2): (Vector, Vector), (b1, b2): (Vector, Vector)) -> (Vector, Vector) {
    let (a, b) = (a2 - a1, b2 - b1);
    // From the ends of one to those of the other, along each of them.
    let along = |from: Vector, to: Vector| (a.dot(to - from), b.dot(to - from));
    let (da1, db1) = along(a1, b1);
    let (da2, db2) = along(a1, b2);
    let (da3, db3) = along(a2, b1);
    let (da4, db4) = along(a2, b2);
    if da1 <= 0.0 && db1 >= 0.0 {
        return (a1, b1);
    }
    if da2 <= 0.0 && db2 <= 0.0 {
        return (a1, b2);
    }
    if da3 >= 0.0 && db3 >= 0.0 {
        return (a2, b1);
    }
    if da4 >= 0.0 && db4 <= 0.0 {
        return (a2, b2);
    }
    let (aa, bb) = (a.length_squared(), b.length_squared());
    for (end, first, second, sign) in [(b1, da1, da3, 1.0), (b2, da2, da4, -1.0)] {
        let share = first / aa;
        let foot = a1 + a * share;
        if first >= 0.0 && second <= 0.0 && b.dot(end - a1 - a * share) * sign >= 0.0 {
            return (foot, end);
        }
    }
    for (end, first, second, sign) in [(a1, db1, db2, 1.0), (a2, db3, db4, -1.0)] {
        let share = -first / bb;
        let foot = b1 + b * share;
        if first <= 0.0 && second >= 0.0 && a.dot(end - b1 - b * share) * sign >= 0.0 {
            return (end, foot);
        }
    }
    let ab = a.dot(b);
    let rest = aa * bb - ab * ab;
    if rest <= 0.0 {
        return (a1, b1);
    }
    let scale = 1.0 / rest;
    let s = (bb * da1 - ab * db1) * scale;
    let t = (ab * da1 - aa * db1) * scale;
    (a1 + a * s, b1 + b * t)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::AxisAngle;

    fn lying(x: f64, y: f64, z: f64, axis: Vector) -> Pose {
        Pose::new(
            Vector::new(x, y, z),
            AxisAngle {
                axis,
                angle: std::f64::consts::FRAC_PI_2,
            },
        )
    }

    #[test]
    fn parallel_capsules_touch_twice_and_crossed_ones_once() {
        let (low, high) = (
            lying(0.0, 0.0, 0.0, Vector::Y),
            lying(0.05, 0.0, 0.19, Vector::Y),
        );
        let mut out = Vec::new();
        capsule_capsule((&high, 0.1, 0.4), (&low, 0.1, 0.4), &mut out);
        assert_eq!(out.len(), 2);
        assert!(out.iter().all(|point| (point.depth - 0.01).abs() < 1e-12));
        out.clear();
        let across = lying(0.05, 0.0, 0.19, Vector::X);
        capsule_capsule((&across, 0.1, 0.4), (&low, 0.1, 0.4), &mut out);
        assert_eq!(out.len(), 1);
        assert!((out[0].normal - Vector::Z).length() < 1e-12);
    }

    #[test]
    fn a_capsule_along_the_edge_of_a_box_touches_where_it_comes_first() {
        // upright beside the box, its upper end above the box: from there on the
        // axis runs down along the face
        let beside = Pose {
            translation: Vector::new(-1.2504771072130318, -1.5653853120975034, 1.611922763912276),
            ..Pose::IDENTITY
        };
        let cuboid = Pose {
            translation: Vector::new(-1.122243089941285, -1.3325238389471465, 1.3516400735777754),
            ..Pose::IDENTITY
        };
        let size = Vector::new(0.4, 0.4, 0.23876482929712659);
        let mut out = Vec::new();
        capsule_box(
            (&beside, 0.1, 0.5658368963044684),
            (&cuboid, size),
            &mut out,
        );
        let top = cuboid.translation.z + 0.5 * size.z;
        assert!((out[0].position.z - top).abs() < 1e-12, "{out:?}");
        assert_eq!(out[0].normal, -Vector::Y);
    }

    #[test]
    fn a_capsule_stands_on_a_box() {
        let upright = Pose {
            translation: Vector::new(0.1, 0.0, 0.39),
            ..Pose::IDENTITY
        };
        let mut out = Vec::new();
        let size = Vector::new(1.0, 1.0, 0.2);
        capsule_box((&upright, 0.1, 0.4), (&Pose::IDENTITY, size), &mut out);
        assert_eq!(out.len(), 1);
        assert!((out[0].depth - 0.01).abs() < 1e-12);
        assert!((out[0].normal - Vector::Z).length() < 1e-12);
    }
}
