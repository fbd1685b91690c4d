//! Two cylinders: caps that lie on each other, or convex shapes in general.

use super::ContactPoint;
use super::cylinders::Cylinder;
use super::portal::{Convex, convex_convex};
use crate::math::{Quaternion, Vector, atan2, sin_cos};
use std::f64::consts::TAU;

/// Axes count as parallel if their cosine is nearer to 1 than this number of
/// single precision.
const PARALLEL: f32 = 1e-3;

/// How many points are made where caps lie on each other.
const POINTS: usize = 8;

/// Two cylinders; the normals point into the first.
pub(super) fn cylinder_cylinder(one: Cylinder, two: Cylinder, out: &mut Vec<ContactPoint>) {
    let (one, two) = (Rod::of(&one), Rod::of(&two));
    match Caps::of(&one, &two) {
        Some(Some(caps)) => caps.points(out),
        Some(None) => {}
        None => out.extend(convex_convex(&one, &two)),
    }
}

/// A cylinder as the library for convex shapes knows it: turned by a quaternion,
/// which rounds otherwise than a matrix does.
struct Rod {
    rotation: Quaternion,
    centre: Vector,
    axis: Vector,
    /// The middles of the caps, the upper one first.
    caps: [Vector; 2],
    radius: f64,
    half_height: f64,
}

impl Rod {
    fn of(cylinder: &Cylinder) -> Self {
        let rotation = cylinder.pose.rotation.quaternion_of_body();
        let half_height = cylinder.height * 0.5;
        let half = turned(rotation, Vector::new(0.0, 0.0, half_height));
        let centre = cylinder.centre();
        Self {
            rotation,
            centre,
            axis: half * (1.0 / half.length()),
            caps: [half + centre, centre - half],
            radius: cylinder.radius,
            half_height,
        }
    }

    /// A direction seen from inside.
    fn seen_from_inside(&self, direction: Vector) -> Vector {
        let Quaternion { w, v } = self.rotation;
        let scale = 1.0 / (v.length_squared() + w * w);
        let inverse = Quaternion {
            w: w * scale,
            v: -v * scale,
        };
        turned(inverse, direction)
    }
}

/// A vector turned, with the sums in the order of the library.
fn turned(Quaternion { w, v: q }: Quaternion, v: Vector) -> Vector {
    let (ww, xx, yy, zz) = (w * w, q.x * q.x, q.y * q.y, q.z * q.z);
    let (wx, wy, wz) = (w * q.x, w * q.y, w * q.z);
    let (xy, xz, yz) = (q.x * q.y, q.x * q.z, q.y * q.z);
    Vector::new(
        ww * v.x + xx * v.x - yy * v.x - zz * v.x + 2.0 * ((xy - wz) * v.y + (xz + wy) * v.z),
        ww * v.y - xx * v.y + yy * v.y - zz * v.y + 2.0 * ((xy + wz) * v.x + (yz - wx) * v.z),
        ww * v.z - xx * v.z - yy * v.z + zz * v.z + 2.0 * ((xz - wy) * v.x + (yz + wx) * v.y),
    )
}

impl Convex for Rod {
    fn centre(&self) -> Vector {
        self.centre
    }

    fn farthest(&self, direction: Vector) -> Vector {
        let along = direction.dot(self.axis);
        let [upper, lower] = self.caps;
        let cap = if along > 0.0 { upper } else { lower };
        let across = direction - self.axis * along;
        let length = across.length();
        if length < f64::EPSILON {
            cap
        } else {
            cap + across * (self.radius / length)
        }
    }
}

/// A cap and where its cylinder is.
struct Cap<'a> {
    rod: &'a Rod,
    /// Along the axis from the middle of the cylinder.
    height: f64,
}

/// Two caps that overlap less in depth than sideways.
struct Caps<'a> {
    smaller: Cap<'a>,
    larger: Cap<'a>,
    normal: Vector,
    /// From the middle of the larger to that of the smaller, in its plane.
    shift: Vector,
    half_heights: f64,
}

impl<'a> Caps<'a> {
    /// None if caps do not matter; none inside if the cylinders are apart.
    fn of(one: &'a Rod, two: &'a Rod) -> Option<Option<Self>> {
        let cosine = one.axis.dot(two.axis).abs();
        if 1.0 - cosine >= f64::from(PARALLEL) {
            return None;
        }
        let is_one_smaller = one.radius <= two.radius;
        let (smaller, larger) = if is_one_smaller {
            (one, two)
        } else {
            (two, one)
        };
        let half_heights = one.half_height + two.half_height;
        let between = smaller.centre - larger.centre;
        let along = between.dot(larger.axis);
        let lean = (1.0 - cosine * cosine).max(0.0).sqrt();
        let depth = half_heights - along.abs() + lean * smaller.radius;
        let shift = between - larger.axis * along;
        let sideways = one.radius + two.radius - shift.length();
        if depth < 0.0 || sideways < 0.0 {
            return Some(None);
        }
        if depth >= sideways {
            return None;
        }
        let cap = |rod: &'a Rod, is_lower: bool| Cap {
            rod,
            height: if is_lower { -1.0 } else { 1.0 } * rod.half_height,
        };
        let is_below = along < 0.0;
        let sign = if is_below == is_one_smaller {
            -1.0
        } else {
            1.0
        };
        Some(Some(Self {
            smaller: cap(smaller, -between.dot(smaller.axis) < 0.0),
            larger: cap(larger, is_below),
            normal: larger.axis * sign,
            shift,
            half_heights,
        }))
    }

    fn points(&self, out: &mut Vec<ContactPoint>) {
        let (small, large) = (self.smaller.rod.radius, self.larger.rod.radius);
        if small + self.shift.length() <= large {
            for at in 0..POINTS {
                let angle = TAU / POINTS as f64 * at as f64;
                self.add(&self.smaller, &self.larger, angle, out);
            }
            return;
        }
        let inside = self.larger.rod.seen_from_inside(self.shift);
        let distance = (inside.x * inside.x + inside.y * inside.y).sqrt();
        let own = Arc::of([large, small], inside, distance);
        let inside = self.smaller.rod.seen_from_inside(-self.shift);
        let other = Arc::of([small, large], inside, distance);
        let share = own.width * large / (own.width * large + other.width * small);
        let on_large = (share * POINTS as f64 + 0.5).floor() as usize;
        // The points where the rims cross belong to the larger one.
        let on_small = match POINTS.saturating_sub(on_large) {
            0 => 1,
            1 => 1,
            many => many - 1,
        };
        let on_large = POINTS - on_small;
        for at in 1..=on_small {
            let angle = other.start + other.width / (on_small + 1) as f64 * at as f64;
            self.add(&self.smaller, &self.larger, angle, out);
        }
        let (start, step) = match on_large {
            1 => (own.start + 0.5 * own.width, own.width),
            many => (own.start, own.width / (many - 1) as f64),
        };
        for at in 0..on_large {
            self.add(&self.larger, &self.smaller, start + step * at as f64, out);
        }
    }

    /// A point of the rim of a cap, if the other cylinder reaches it.
    fn add(&self, cap: &Cap, other: &Cap, angle: f64, out: &mut Vec<ContactPoint>) {
        let (sine, cosine) = sin_cos(angle);
        let rim = Vector::new(cosine * cap.rod.radius, sine * cap.rod.radius, 0.0);
        let middle = turned(cap.rod.rotation, rim) + cap.rod.centre;
        let along = (middle - other.rod.centre).dot(other.rod.axis);
        let depth = self.half_heights - along.abs();
        if depth >= 0.0 {
            out.push(ContactPoint {
                position: middle + cap.rod.axis * cap.height,
                normal: self.normal,
                depth,
            });
        }
    }
}

/// The part of a rim that lies within another disc, as angles.
struct Arc {
    start: f64,
    width: f64,
}

impl Arc {
    /// Of the rim of the first radius within the second, whose middle is seen at a
    /// distance.
    fn of([radius, other]: [f64; 2], inside: Vector, distance: f64) -> Self {
        let scale = 1.0 / distance;
        let Vector { x, y, .. } = inside;
        let along = (radius * radius - other * other + distance * distance) * (0.5 * scale);
        let aside = (radius * radius - along * along).sqrt() * scale;
        let along = along * scale;
        let first = atan2(along * y - aside * x, along * x + aside * y);
        let second = atan2(along * y + aside * x, along * x - aside * y);
        let (low, high) = (first.min(second), first.max(second));
        let middle = atan2(y, x);
        if middle < low || middle > high {
            Self {
                start: high,
                width: low + TAU - high,
            }
        } else {
            Self {
                start: low,
                width: high - low,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{AxisAngle, Pose};

    fn standing(x: f64, z: f64) -> Pose {
        Pose {
            translation: Vector::new(x, 0.0, z),
            ..Pose::IDENTITY
        }
    }

    fn cylinder(pose: &Pose, radius: f64, height: f64) -> Cylinder<'_> {
        Cylinder {
            pose,
            radius,
            height,
        }
    }

    #[test]
    fn a_small_cap_on_a_large_one_has_eight_points() {
        let (low, high) = (standing(0.0, 0.0), standing(0.02, 0.099));
        let mut out = Vec::new();
        cylinder_cylinder(
            cylinder(&high, 0.05, 0.1),
            cylinder(&low, 0.1, 0.1),
            &mut out,
        );
        assert_eq!(out.len(), 8);
        for point in &out {
            assert!((point.depth - 0.001).abs() < 1e-12);
            assert!((point.normal - Vector::Z).length() < 1e-12);
            assert!((point.position.z - 0.049).abs() < 1e-12);
        }
        // the other way round the normals are opposite
        let mut opposite = Vec::new();
        cylinder_cylinder(
            cylinder(&low, 0.1, 0.1),
            cylinder(&high, 0.05, 0.1),
            &mut opposite,
        );
        assert_eq!(opposite.len(), 8);
        assert!(opposite.iter().all(|point| point.normal.z < -0.999));
    }

    #[test]
    fn shifted_caps_share_the_points_and_stay_within_both() {
        let (low, high) = (standing(0.0, 0.0), standing(0.06, 0.099));
        let mut out = Vec::new();
        let (one, two) = (cylinder(&high, 0.05, 0.1), cylinder(&low, 0.06, 0.1));
        cylinder_cylinder(one, two, &mut out);
        assert_eq!(out.len(), 8);
        for point in &out {
            let off = |cylinder: &Cylinder| {
                let away = point.position - cylinder.centre();
                away.x.hypot(away.y) - cylinder.radius
            };
            assert!(off(&one) < 1e-9 && off(&two) < 1e-9, "{point:?}");
        }
    }

    #[test]
    fn crossed_cylinders_touch_at_one_point() {
        let low = Pose::IDENTITY;
        let high = Pose::new(
            Vector::new(0.0, 0.0, 0.149),
            AxisAngle {
                axis: Vector::X,
                angle: std::f64::consts::FRAC_PI_2,
            },
        );
        let mut out = Vec::new();
        cylinder_cylinder(
            cylinder(&high, 0.05, 0.1),
            cylinder(&low, 0.05, 0.2),
            &mut out,
        );
        assert_eq!(out.len(), 1);
        assert!((out[0].depth - 0.001).abs() < 1e-5);
        assert!((out[0].normal - Vector::Z).length() < 1e-3);
    }
}
