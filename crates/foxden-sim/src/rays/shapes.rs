//! Where a ray meets a shape, in the shape's own frame.
//!
//! A ray that starts inside meets the surface where it leaves. Planes and
//! meshes have two sides.

use super::grid::Grid;
use super::mesh::Mesh;
use super::{Bounds, Hit, Ray};
use crate::math::{Pose, Vector};
use std::sync::Arc;

/// A geometry of a boundingObject.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A sphere.
    Sphere {
        /// Its radius.
        radius: f64,
    },
    /// A box.
    Box {
        /// Half of its size.
        half: Vector,
    },
    /// A closed cylinder along z.
    Cylinder {
        /// Its radius.
        radius: f64,
        /// Half of its height.
        half_height: f64,
    },
    /// A cylinder along z with round ends.
    Capsule {
        /// Its radius.
        radius: f64,
        /// Half of its height without the ends.
        half_height: f64,
    },
    /// All of the plane z = 0.
    Plane,
    /// Triangles.
    Mesh(Arc<Mesh>),
    /// Heights above a grid.
    Grid(Arc<Grid>),
}

impl Shape {
    /// The nearest point on the surface, if the ray is long enough.
    pub fn hit(&self, ray: &Ray) -> Option<Hit> {
        match self {
            Self::Sphere { radius } => sphere(ray, Vector::ZERO, *radius),
            Self::Box { half } => cuboid(ray, *half),
            Self::Cylinder {
                radius,
                half_height,
            } => cylinder(ray, *radius, *half_height),
            Self::Capsule {
                radius,
                half_height,
            } => capsule(ray, *radius, *half_height),
            Self::Plane => plane(ray),
            Self::Mesh(mesh) => mesh.nearest(ray),
            Self::Grid(grid) => grid.nearest(ray),
        }
    }

    /// The nearest point on the surface of the shape at a pose, for a ray in the world.
    pub fn hit_at(&self, pose: &Pose, ray: &Ray) -> Option<Hit> {
        self.hit_within(pose, ray).map(|hit| Hit {
            normal: pose.rotation * hit.normal,
            ..hit
        })
    }

    /// The same with the normal in the frame of the shape.
    fn hit_within(&self, pose: &Pose, ray: &Ray) -> Option<Hit> {
        let turned_back = pose.rotation.transposed();
        let local = Ray {
            origin: turned_back * (ray.origin - pose.translation),
            direction: turned_back * ray.direction,
            length: ray.length,
        };
        match self {
            Self::Mesh(mesh) => mesh.nearest_at(pose, ray, &local),
            Self::Grid(grid) if !grid.is_near(pose, ray) => None,
            _ => self.hit(&local),
        }
    }

    /// Whether the ray meets the shape at a pose: the same as [`Shape::hit_at`],
    /// without the point.
    pub fn is_hit_at(&self, pose: &Pose, ray: &Ray) -> bool {
        if !matches!(self, Self::Plane) {
            return self.hit_within(pose, ray).is_some();
        }
        // of the ray in the frame of the plane only the height matters
        let up = pose.rotation.column(2);
        let height = up.dot(ray.origin - pose.translation);
        plane_distance(height, up.dot(ray.direction), ray.length).is_some()
    }

    /// The box around the shape in the world; `None` if it has no end or looks at all rays itself.
    pub fn bounds(&self, pose: &Pose) -> Option<Bounds> {
        let around = |reach: Vector| {
            let extent = |at: usize| {
                let row = pose.rotation.0[at];
                row.x.abs() * reach.x + row.y.abs() * reach.y + row.z.abs() * reach.z
            };
            let extent = Vector::new(extent(0), extent(1), extent(2));
            Bounds {
                low: pose.translation - extent,
                high: pose.translation + extent,
            }
        };
        Some(match self {
            Self::Sphere { radius } => {
                let reach = Vector::new(*radius, *radius, *radius);
                Bounds {
                    low: pose.translation - reach,
                    high: pose.translation + reach,
                }
            }
            Self::Box { half } => around(*half),
            Self::Cylinder {
                radius,
                half_height,
            } => around(Vector::new(*radius, *radius, *half_height)),
            Self::Capsule {
                radius,
                half_height,
            } => around(Vector::new(*radius, *radius, half_height + radius)),
            Self::Plane => return None,
            Self::Mesh(mesh) => mesh.bounds(pose),
            // it also knows rays that pass its box by
            Self::Grid(_) => return None,
        })
    }
}

fn sphere(ray: &Ray, centre: Vector, radius: f64) -> Option<Hit> {
    let from = ray.origin - centre;
    let b = from.dot(ray.direction);
    let c = from.length_squared() - radius * radius;
    let discriminant = b * b - c;
    if discriminant < 0.0 {
        return None;
    }
    let root = discriminant.sqrt();
    let mut distance = -b - root;
    if distance < 0.0 {
        distance = -b + root;
    }
    if distance < 0.0 || distance > ray.length {
        return None;
    }
    let outward = (from + ray.direction * distance).normalized();
    Some(Hit {
        distance,
        normal: if c < 0.0 { -outward } else { outward },
    })
}

fn cuboid(ray: &Ray, half: Vector) -> Option<Hit> {
    let (mut enter, mut leave) = (f64::NEG_INFINITY, f64::INFINITY);
    let (mut enter_axis, mut leave_axis) = (0, 0);
    for axis in 0..3 {
        let (origin, direction) = (ray.origin[axis], ray.direction[axis]);
        if direction == 0.0 {
            if origin.abs() > half[axis] {
                return None;
            }
            continue;
        }
        let (near, far) = {
            let a = (-half[axis] - origin) / direction;
            let b = (half[axis] - origin) / direction;
            if a < b { (a, b) } else { (b, a) }
        };
        if near > enter {
            (enter, enter_axis) = (near, axis);
        }
        if far < leave {
            (leave, leave_axis) = (far, axis);
        }
    }
    if enter > leave {
        return None;
    }
    let (distance, axis) = if enter > 0.0 {
        (enter, enter_axis)
    } else {
        (leave, leave_axis)
    };
    if distance < 0.0 || distance > ray.length {
        return None;
    }
    let mut normal = Vector::ZERO;
    normal[axis] = if ray.direction[axis] > 0.0 { -1.0 } else { 1.0 };
    Some(Hit { distance, normal })
}

/// Where the ray enters and leaves the endless cylinder; `None` if it misses it or runs along it.
fn endless_cylinder(ray: &Ray, radius: f64) -> Option<(f64, f64)> {
    let (o, d) = (ray.origin, ray.direction);
    let a = d.x * d.x + d.y * d.y;
    if a == 0.0 {
        return None;
    }
    let b = o.x * d.x + o.y * d.y;
    let c = o.x * o.x + o.y * o.y - radius * radius;
    let discriminant = b * b - a * c;
    if discriminant < 0.0 {
        return None;
    }
    let root = discriminant.sqrt();
    Some(((-b - root) / a, (-b + root) / a))
}

fn cylinder(ray: &Ray, radius: f64, half_height: f64) -> Option<Hit> {
    let (o, d) = (ray.origin, ray.direction);
    let is_within = o.x * o.x + o.y * o.y <= radius * radius;
    let (side_in, side_out) = match endless_cylinder(ray, radius) {
        Some(found) => found,
        None if is_within => (f64::NEG_INFINITY, f64::INFINITY),
        None => return None,
    };
    let (cap_in, cap_out) = if d.z == 0.0 {
        if o.z.abs() > half_height {
            return None;
        }
        (f64::NEG_INFINITY, f64::INFINITY)
    } else {
        let a = (-half_height - o.z) / d.z;
        let b = (half_height - o.z) / d.z;
        if a < b { (a, b) } else { (b, a) }
    };
    let (enter, enters_side) = if side_in > cap_in {
        (side_in, true)
    } else {
        (cap_in, false)
    };
    let (leave, leaves_side) = if side_out < cap_out {
        (side_out, true)
    } else {
        (cap_out, false)
    };
    if enter > leave {
        return None;
    }
    let (distance, is_side) = if enter > 0.0 {
        (enter, enters_side)
    } else {
        (leave, leaves_side)
    };
    if distance < 0.0 || distance > ray.length {
        return None;
    }
    // from inside, the side is met only by rays that first come nearer to the axis
    if is_side && enter <= 0.0 && o.x * d.x + o.y * d.y >= 0.0 {
        return None;
    }
    let at = o + d * distance;
    let outward = if is_side {
        Vector::new(at.x, at.y, 0.0).normalized()
    } else {
        Vector::new(0.0, 0.0, at.z.signum())
    };
    let normal = if outward.dot(d) > 0.0 {
        -outward
    } else {
        outward
    };
    Some(Hit { distance, normal })
}

fn capsule(ray: &Ray, radius: f64, half_height: f64) -> Option<Hit> {
    let (o, d) = (ray.origin, ray.direction);
    let nearest_on_axis = Vector::new(0.0, 0.0, o.z.max(-half_height).min(half_height));
    let is_inside = (o - nearest_on_axis).length_squared() < radius * radius;
    let ends = [half_height, -half_height].map(|z| Vector::new(0.0, 0.0, z));
    let mut best: Option<Hit> = None;
    let mut offer = |distance: f64| {
        if distance < 0.0 || distance > ray.length {
            return;
        }
        let at = o + d * distance;
        let outward = at - Vector::new(0.0, 0.0, at.z.max(-half_height).min(half_height));
        // only points of the surface: not those of the spheres inside the cylinder
        if (outward.length() - radius).abs() > 1e-9 * radius {
            return;
        }
        let is_better = match best {
            None => true,
            Some(hit) if is_inside => distance > hit.distance,
            Some(hit) => distance < hit.distance,
        };
        if is_better {
            let outward = outward.normalized();
            let normal = if is_inside { -outward } else { outward };
            best = Some(Hit { distance, normal });
        }
    };
    if let Some((enter, leave)) = endless_cylinder(ray, radius) {
        offer(enter);
        offer(leave);
    }
    for end in ends {
        let from = o - end;
        let b = from.dot(d);
        let discriminant = b * b - (from.length_squared() - radius * radius);
        if discriminant >= 0.0 {
            let root = discriminant.sqrt();
            offer(-b - root);
            offer(-b + root);
        }
    }
    best
}

/// How far a plane is, for a ray that starts at a height and climbs.
fn plane_distance(height: f64, climb: f64, length: f64) -> Option<f64> {
    if climb == 0.0 {
        return None;
    }
    let distance = -height / climb;
    (0.0..=length).contains(&distance).then_some(distance)
}

fn plane(ray: &Ray) -> Option<Hit> {
    let distance = plane_distance(ray.origin.z, ray.direction.z, ray.length)?;
    let side = if ray.origin.z < 0.0 { -1.0 } else { 1.0 };
    Some(Hit {
        distance: distance.abs(),
        normal: Vector::Z * side,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn distance(shape: &Shape, origin: [f64; 3], direction: [f64; 3]) -> Option<f64> {
        let ray = Ray {
            origin: origin.into(),
            direction: Vector::from(direction).normalized(),
            length: 100.0,
        };
        shape.hit(&ray).map(|hit| hit.distance)
    }

    #[test]
    fn rays_from_outside_meet_the_near_side() {
        let down = [0.0, 0.0, -1.0];
        let above = [0.0, 0.0, 5.0];
        let half = Vector::new(1.0, 2.0, 0.5);
        assert_eq!(distance(&Shape::Box { half }, above, down), Some(4.5));
        assert_eq!(
            distance(&Shape::Sphere { radius: 2.0 }, above, down),
            Some(3.0)
        );
        let cylinder = Shape::Cylinder {
            radius: 1.0,
            half_height: 0.5,
        };
        assert_eq!(distance(&cylinder, above, down), Some(4.5));
        assert_eq!(
            distance(&cylinder, [5.0, 0.0, 0.0], [-1.0, 0.0, 0.0]),
            Some(4.0)
        );
        let capsule = Shape::Capsule {
            radius: 1.0,
            half_height: 0.5,
        };
        assert_eq!(distance(&capsule, above, down), Some(3.5));
        assert_eq!(
            distance(&capsule, [5.0, 0.0, 0.2], [-1.0, 0.0, 0.0]),
            Some(4.0)
        );
        assert_eq!(distance(&capsule, [5.0, 0.0, 2.0], [-1.0, 0.0, 0.0]), None);
        assert_eq!(distance(&Shape::Plane, above, down), Some(5.0));
        assert_eq!(
            distance(&Shape::Plane, [0.0, 0.0, -5.0], [0.0, 0.0, 1.0]),
            Some(5.0)
        );
        assert_eq!(distance(&Shape::Plane, above, [0.0, 0.0, 1.0]), None);
    }

    #[test]
    fn rays_from_inside_meet_the_far_side() {
        let up = [0.0, 0.0, 1.0];
        let centre = [0.0; 3];
        assert_eq!(
            distance(
                &Shape::Box {
                    half: Vector::new(1.0, 1.0, 0.5)
                },
                centre,
                up
            ),
            Some(0.5)
        );
        assert_eq!(
            distance(&Shape::Sphere { radius: 2.0 }, centre, up),
            Some(2.0)
        );
        assert_eq!(
            distance(
                &Shape::Capsule {
                    radius: 1.0,
                    half_height: 0.5
                },
                centre,
                up
            ),
            Some(1.5)
        );
        assert_eq!(
            distance(
                &Shape::Cylinder {
                    radius: 1.0,
                    half_height: 0.5
                },
                centre,
                up
            ),
            Some(0.5)
        );
    }
}
