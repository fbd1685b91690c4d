//! Cylinders, and balls on them.

use super::ContactPoint;
use crate::math::{Pose, Vector};

/// A cylinder in the world.
#[derive(Clone, Copy)]
pub(super) struct Cylinder<'a> {
    pub pose: &'a Pose,
    pub radius: f64,
    pub height: f64,
}

impl Cylinder<'_> {
    /// Along its length, as a unit vector.
    pub fn axis(&self) -> Vector {
        self.pose.rotation.column(2)
    }

    pub fn centre(&self) -> Vector {
        self.pose.translation
    }
}

/// A cylinder (first) and a ball. Where they just touch the last digit decides, so numbers
/// are added and divided in the order of the genuine engine.
pub(super) fn cylinder_sphere(
    cylinder: Cylinder,
    centre: Vector,
    radius: f64,
    out: &mut Vec<ContactPoint>,
) {
    let axis = cylinder.axis();
    let length = cylinder.height;
    let reach = axis * (length * 0.5);
    let bottom = cylinder.centre() - reach;
    // Along the axis from the bottom, and off the axis.
    let along = (centre - bottom).dot(axis);
    if along < -radius || along > length + radius {
        return;
    }
    let inward = axis * along + bottom - centre;
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
    let over = |vector: Vector, by: f64| Vector::new(vector.x / by, vector.y / by, vector.z / by);
    let to_side = cylinder.radius - off;
    if off > cylinder.radius && !(0.0..=length).contains(&along) {
        let (beyond, middle) = if along <= 0.0 {
            (along, bottom)
        } else {
            (along - length, cylinder.centre() + reach)
        };
        let depth = radius - (beyond * beyond + to_side * to_side).sqrt();
        let position = over(inward, off) * -cylinder.radius + middle;
        add(position, over(position - centre, radius - depth), depth);
    } else if to_side <= along && to_side <= length - along {
        let normal = over(inward, off);
        let position = if off > radius + 1e-7 {
            normal * radius + centre
        } else {
            inward + centre
        };
        add(position, normal, radius + cylinder.radius - off);
    } else if along <= length * 0.5 {
        add(axis * radius + centre, axis, along + radius);
    } else {
        add(centre - axis * radius, -axis, radius + length - along);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wheel(pose: &Pose) -> Cylinder<'_> {
        Cylinder {
            pose,
            radius: 0.1,
            height: 0.05,
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

    #[test]
    fn a_ball_that_just_touches_the_side_touches() {
        let pose = Pose {
            translation: Vector::new(0.0, 0.0, 0.5),
            ..Pose::IDENTITY
        };
        let mut out = Vec::new();
        let wheel = Cylinder {
            radius: 0.1,
            height: 0.1,
            pose: &pose,
        };
        cylinder_sphere(
            wheel,
            Vector::new(-0.15000000000000002, 0.0, 0.5),
            0.05,
            &mut out,
        );
        assert_eq!(out.len(), 1);
        assert_eq!(out[0].depth, 0.0);
    }
}
