//! Boxes on boxes: the axis of least overlap, then an edge or a clipped face.

use super::ContactPoint;
use crate::math::{Matrix, Pose, Vector};

/// An edge direction replaces a face only if it is this much better.
const EDGE_ADVANTAGE: f64 = 1.05;

#[derive(Clone, Copy)]
enum Feature {
    /// A face of the first box.
    First(usize),
    /// A face of the second box.
    Second(usize),
    /// An edge of each.
    Edges(usize, usize),
}

/// The best separating direction so far.
struct Best {
    overlap: f64,
    normal: Vector,
    feature: Feature,
}

/// Contact points of two boxes; the normals point into the first.
pub(super) fn box_box(
    one: &Pose,
    size_one: Vector,
    two: &Pose,
    size_two: Vector,
    out: &mut Vec<ContactPoint>,
) {
    let (half_one, half_two) = (size_one * 0.5, size_two * 0.5);
    let Some(best) = separation(one, half_one, two, half_two) else {
        return;
    };
    let depth = -best.overlap;
    // From the first box to the second.
    let normal = best.normal;
    match best.feature {
        Feature::Edges(a, b) => {
            // The corners that reach furthest into the other box; a side at a
            // right angle to the normal counts as pointing against it.
            let mut from = one.translation;
            let mut onto = two.translation;
            for at in 0..3 {
                let side = one.rotation.column(at);
                let sign = if normal.dot(side) > 0.0 { 1.0 } else { -1.0 };
                from += side * (sign * half_one[at]);
                let side = two.rotation.column(at);
                let sign = if normal.dot(side) > 0.0 { -1.0 } else { 1.0 };
                onto += side * (sign * half_two[at]);
            }
            let (along_one, along_two) = (one.rotation.column(a), two.rotation.column(b));
            let (s, t) = closest(from, along_one, onto, along_two);
            let position = ((from + along_one * s) + (onto + along_two * t)) * 0.5;
            out.push(ContactPoint {
                position,
                normal: -normal,
                depth,
            });
        }
        Feature::First(face) => {
            clip_faces((one, half_one, face), (two, half_two), normal, -normal, out);
        }
        Feature::Second(face) => {
            clip_faces(
                (two, half_two, face),
                (one, half_one),
                -normal,
                -normal,
                out,
            );
        }
    }
}

fn separation(one: &Pose, a: Vector, two: &Pose, b: Vector) -> Option<Best> {
    let between = two.translation - one.translation;
    let inside = one.rotation.transposed() * between;
    let columns = |rotation: &Matrix| [0, 1, 2].map(|at| rotation.column(at));
    let (sides_one, sides_two) = (columns(&one.rotation), columns(&two.rotation));
    let r = sides_one.map(|side| sides_two.map(|other| side.dot(other)));
    let q = r.map(|row| row.map(f64::abs));
    let mut best = Best {
        overlap: f64::NEG_INFINITY,
        normal: Vector::ZERO,
        feature: Feature::First(0),
    };
    for at in 0..3 {
        let reach = a[at] + b.x * q[at][0] + b.y * q[at][1] + b.z * q[at][2];
        best.face(inside[at], reach, sides_one[at], Feature::First(at))?;
    }
    for at in 0..3 {
        let reach = a.x * q[0][at] + a.y * q[1][at] + a.z * q[2][at] + b[at];
        let distance = sides_two[at].dot(between);
        best.face(distance, reach, sides_two[at], Feature::Second(at))?;
    }
    for i in 0..3 {
        let (i1, i2) = ((i + 1) % 3, (i + 2) % 3);
        let (low, high) = (i1.min(i2), i1.max(i2));
        for j in 0..3 {
            let (j1, j2) = ((j + 1) % 3, (j + 2) % 3);
            let (left, right) = (j1.min(j2), j1.max(j2));
            let distance = inside[i2] * r[i1][j] - inside[i1] * r[i2][j];
            let reach = a[low] * q[high][j]
                + a[high] * q[low][j]
                + b[left] * q[i][right]
                + b[right] * q[i][left];
            let mut axis = Vector::ZERO;
            axis[i1] = -r[i2][j];
            axis[i2] = r[i1][j];
            best.edges(distance, reach, one.rotation, axis, Feature::Edges(i, j))?;
        }
    }
    best.overlap.is_finite().then_some(best)
}

impl Best {
    fn face(&mut self, distance: f64, reach: f64, axis: Vector, feature: Feature) -> Option<()> {
        let gap = distance.abs() - reach;
        if gap > 0.0 {
            return None;
        }
        if gap > self.overlap {
            self.overlap = gap;
            self.normal = if distance < 0.0 { -axis } else { axis };
            self.feature = feature;
        }
        Some(())
    }

    fn edges(
        &mut self,
        distance: f64,
        reach: f64,
        rotation: Matrix,
        axis: Vector,
        feature: Feature,
    ) -> Option<()> {
        let gap = distance.abs() - reach;
        if gap > 0.0 {
            return None;
        }
        let length = axis.length();
        if length > 0.0 && gap / length * EDGE_ADVANTAGE > self.overlap {
            self.overlap = gap / length;
            let unit = Vector::new(axis.x / length, axis.y / length, axis.z / length);
            let normal = rotation * unit;
            self.normal = if distance < 0.0 { -normal } else { normal };
            self.feature = feature;
        }
        Some(())
    }
}

/// How far along two lines their closest points are.
fn closest(from: Vector, along: Vector, onto: Vector, other: Vector) -> (f64, f64) {
    let between = onto - from;
    let cosine = along.dot(other);
    let (q1, q2) = (along.dot(between), -other.dot(between));
    let rest = 1.0 - cosine * cosine;
    if rest <= 0.0001 {
        return (0.0, 0.0);
    }
    let scale = 1.0 / rest;
    ((q1 + cosine * q2) * scale, (cosine * q1 + q2) * scale)
}

/// The face of the other box that looks at the reference face, clipped by it.
fn clip_faces(
    (reference, half, face): (&Pose, Vector, usize),
    (incident, other_half): (&Pose, Vector),
    outward: Vector,
    shown: Vector,
    out: &mut Vec<ContactPoint>,
) {
    let seen = incident.rotation.transposed() * outward;
    let size = [seen.x.abs(), seen.y.abs(), seen.z.abs()];
    let (facing, a1, a2) = if size[1] > size[0] {
        if size[1] > size[2] {
            (1, 0, 2)
        } else {
            (2, 0, 1)
        }
    } else if size[0] > size[2] {
        (0, 1, 2)
    } else {
        (2, 0, 1)
    };
    let away = incident.rotation.column(facing) * other_half[facing];
    let middle = incident.translation - reference.translation;
    let centre = if seen[facing] < 0.0 {
        middle + away
    } else {
        middle - away
    };
    let (c1, c2) = match face {
        0 => (1, 2),
        1 => (0, 2),
        _ => (0, 1),
    };
    let (u, v) = (reference.rotation.column(c1), reference.rotation.column(c2));
    let (e1, e2) = (incident.rotation.column(a1), incident.rotation.column(a2));
    let origin = [centre.dot(u), centre.dot(v)];
    let m = [[u.dot(e1), u.dot(e2)], [v.dot(e1), v.dot(e2)]];
    let (k1, k2) = (m[0][0] * other_half[a1], m[1][0] * other_half[a1]);
    let (k3, k4) = (m[0][1] * other_half[a2], m[1][1] * other_half[a2]);
    let corners = [
        [origin[0] - k1 - k3, origin[1] - k2 - k4],
        [origin[0] - k1 + k3, origin[1] - k2 + k4],
        [origin[0] + k1 + k3, origin[1] + k2 + k4],
        [origin[0] + k1 - k3, origin[1] + k2 - k4],
    ];
    let clipped = Polygon::clipped(corners, [half[c1], half[c2]]);
    let scale = 1.0 / (m[0][0] * m[1][1] - m[0][1] * m[1][0]);
    let inverse = m.map(|row| row.map(|value| value * scale));
    for &[x, y] in clipped.points() {
        let (dx, dy) = (x - origin[0], y - origin[1]);
        let s = inverse[1][1] * dx - inverse[0][1] * dy;
        let t = -inverse[1][0] * dx + inverse[0][0] * dy;
        let point = centre + e1 * s + e2 * t;
        let depth = half[face] - outward.dot(point);
        if depth >= 0.0 {
            out.push(ContactPoint {
                position: point + reference.translation,
                normal: shown,
                depth,
            });
        }
    }
}

/// A polygon of at most eight corners.
#[derive(Clone, Copy)]
struct Polygon {
    points: [[f64; 2]; 8],
    count: usize,
}

impl Polygon {
    const EMPTY: Self = Self {
        points: [[0.0; 2]; 8],
        count: 0,
    };

    fn points(&self) -> &[[f64; 2]] {
        &self.points[..self.count]
    }

    /// Adds a corner; false when there is no more room.
    fn push(&mut self, point: [f64; 2]) -> bool {
        if self.count < 8 {
            self.points[self.count] = point;
            self.count += 1;
        }
        self.count < 8
    }

    /// A quadrilateral cut by a rectangle about the origin.
    fn clipped(corners: [[f64; 2]; 4], half: [f64; 2]) -> Self {
        let mut polygon = Self::EMPTY;
        for corner in corners {
            polygon.push(corner);
        }
        for (axis, limit) in half.into_iter().enumerate() {
            for sign in [-1.0, 1.0] {
                let (cut, is_full) = polygon.cut(axis, sign, limit);
                polygon = cut;
                if is_full {
                    return polygon;
                }
            }
        }
        polygon
    }

    fn cut(&self, axis: usize, sign: f64, limit: f64) -> (Self, bool) {
        let mut kept = Self::EMPTY;
        let other = 1 - axis;
        for (at, &point) in self.points().iter().enumerate() {
            let next = self.points[(at + 1) % self.count];
            let is_inside = sign * point[axis] < limit;
            if is_inside && !kept.push(point) {
                return (kept, true);
            }
            if is_inside != (sign * next[axis] < limit) {
                let mut crossing = [0.0; 2];
                crossing[other] = point[other]
                    + (next[other] - point[other]) / (next[axis] - point[axis])
                        * (sign * limit - point[axis]);
                crossing[axis] = sign * limit;
                if !kept.push(crossing) {
                    return (kept, true);
                }
            }
        }
        (kept, false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stacked_boxes_touch_at_the_four_corners() {
        let size = Vector::new(0.1, 0.1, 0.1);
        let at = |z: f64| Pose {
            translation: Vector::new(0.0, 0.0, z),
            ..Pose::IDENTITY
        };
        let mut out = Vec::new();
        box_box(&at(0.149), size, &at(0.05), size, &mut out);
        assert_eq!(out.len(), 4);
        for point in &out {
            assert!((point.depth - 0.001).abs() < 1e-15);
            assert_eq!(point.normal, Vector::Z);
        }
        out.clear();
        box_box(&at(0.151), size, &at(0.05), size, &mut out);
        assert!(out.is_empty());
    }
}
