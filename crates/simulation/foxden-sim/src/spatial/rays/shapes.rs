//! Where a ray meets a shape, in the shape's own frame.
//!
//! A ray that starts inside meets the surface where it leaves (round shapes
//! have rules of their own). Planes and meshes have two sides.

use super::height_grid::GridRays;
use super::mesh::Mesh;
use super::{Bounds, Hit, Ray, round_shapes};
use crate::dynamics::HeightGrid;
use crate::math::{Pose, Vector};
use std::sync::Arc;

/// A geometry of a boundingObject.
#[derive(Clone, Debug, PartialEq)]
pub enum ColliderShape {
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
    Grid(Arc<HeightGrid>),
}

impl ColliderShape {
    /// The nearest point on the surface, if the ray is long enough.
    pub fn hit(&self, ray: &Ray) -> Option<Hit> {
        match self {
            Self::Sphere { radius } => round_shapes::sphere(ray, *radius),
            Self::Box { half } => cuboid(ray, *half),
            Self::Cylinder {
                radius,
                half_height,
            } => round_shapes::cylinder(ray, *radius, *half_height),
            Self::Capsule {
                radius,
                half_height,
            } => round_shapes::capsule(ray, *radius, *half_height),
            Self::Plane => plane(&Pose::IDENTITY, ray),
            Self::Mesh(mesh) => mesh.nearest(ray),
            Self::Grid(grid) => GridRays::new(grid).nearest(ray),
        }
    }

    /// The nearest point on the surface of the shape at a pose, for a ray in the world.
    pub fn hit_at(&self, pose: &Pose, ray: &Ray) -> Option<Hit> {
        if matches!(self, Self::Plane) {
            return plane(pose, ray);
        }
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
            Self::Grid(grid) if !GridRays::new(grid).is_near(pose, ray) => None,
            _ => self.hit(&local),
        }
    }

    /// Whether the ray meets the shape at a pose: the same as [`Shape::hit_at`],
    /// without the point.
    pub fn is_hit_at(&self, pose: &Pose, ray: &Ray) -> bool {
        match self {
            Self::Plane => plane(pose, ray).is_some(),
            _ => self.hit_within(pose, ray).is_some(),
        }
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
    let (distance, axis) = if enter >= 0.0 {
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

/// A ray and a plane in the world, as the genuine engine computes it: a ray that starts in the
/// plane meets it at once, and the last digit decides whether it does.
fn plane(pose: &Pose, ray: &Ray) -> Option<Hit> {
    let upright = pose.rotation.column(2);
    let scale = 1.0 / upright.length_squared().sqrt();
    let normal = upright * scale;
    let below = upright.dot(pose.translation) * scale - normal.dot(ray.origin);
    let climb = normal.dot(ray.direction);
    if climb == 0.0 {
        return None;
    }
    let distance = below / climb;
    if !(0.0..=ray.length).contains(&distance) {
        return None;
    }
    let side = if below > 0.0 { -1.0 } else { 1.0 };
    Some(Hit {
        distance: distance.abs(),
        normal: normal * side,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::AxisAngle;
    use std::f64::consts::FRAC_PI_2;

    fn distance(shape: &ColliderShape, origin: [f64; 3], direction: [f64; 3]) -> Option<f64> {
        let ray = Ray::toward(origin, direction, 100.0);
        shape.hit(&ray).map(|hit| hit.distance)
    }

    #[test]
    fn rays_from_outside_meet_the_near_side() {
        let down = [0.0, 0.0, -1.0];
        let above = [0.0, 0.0, 5.0];
        let half = Vector::new(1.0, 2.0, 0.5);
        assert_eq!(
            distance(&ColliderShape::Box { half }, above, down),
            Some(4.5)
        );
        assert_eq!(
            distance(&ColliderShape::Sphere { radius: 2.0 }, above, down),
            Some(3.0)
        );
        let cylinder = ColliderShape::Cylinder {
            radius: 1.0,
            half_height: 0.5,
        };
        assert_eq!(distance(&cylinder, above, down), Some(4.5));
        assert_eq!(
            distance(&cylinder, [5.0, 0.0, 0.0], [-1.0, 0.0, 0.0]),
            Some(4.0)
        );
        let capsule = ColliderShape::Capsule {
            radius: 1.0,
            half_height: 0.5,
        };
        assert_eq!(distance(&capsule, above, down), Some(3.5));
        assert_eq!(
            distance(&capsule, [5.0, 0.0, 0.2], [-1.0, 0.0, 0.0]),
            Some(4.0)
        );
        assert_eq!(distance(&capsule, [5.0, 0.0, 2.0], [-1.0, 0.0, 0.0]), None);
        assert_eq!(distance(&ColliderShape::Plane, above, down), Some(5.0));
        assert_eq!(
            distance(&ColliderShape::Plane, [0.0, 0.0, -5.0], [0.0, 0.0, 1.0]),
            Some(5.0)
        );
        assert_eq!(
            distance(&ColliderShape::Plane, above, [0.0, 0.0, 1.0]),
            None
        );
    }

    #[test]
    fn a_ray_that_starts_in_an_upright_plane_meets_it() {
        let quarter = AxisAngle {
            axis: Vector::X,
            angle: FRAC_PI_2,
        };
        let wall = Pose {
            translation: Vector::new(0.0, -0.5164137048747808, -0.24027498844875672),
            rotation: quarter.matrix(),
        };
        let ray = Ray::toward(
            [0.0, -0.5164137048747808, -0.7402749884487567],
            [0.12934127911759008, 0.0, 0.9916001379166027],
            1000.0,
        );
        let hit = ColliderShape::Plane.hit_at(&wall, &ray);
        assert_eq!(hit.map(|hit| hit.distance), Some(0.0));
        assert!(ColliderShape::Plane.is_hit_at(&wall, &ray));
    }

    #[test]
    fn rays_from_inside_meet_the_far_side() {
        let up = [0.0, 0.0, 1.0];
        let centre = [0.0; 3];
        assert_eq!(
            distance(
                &ColliderShape::Box {
                    half: Vector::new(1.0, 1.0, 0.5)
                },
                centre,
                up
            ),
            Some(0.5)
        );
        assert_eq!(
            distance(&ColliderShape::Sphere { radius: 2.0 }, centre, up),
            Some(2.0)
        );
        assert_eq!(
            distance(
                &ColliderShape::Capsule {
                    radius: 1.0,
                    half_height: 0.5
                },
                centre,
                up
            ),
            Some(1.5)
        );
    }
}
