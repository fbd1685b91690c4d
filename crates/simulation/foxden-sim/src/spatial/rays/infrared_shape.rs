//! What infra-red light sees of a Shape: its outer faces. A ray that starts
//! inside sees nothing, so that a sensor sees out of its own housing.

use super::infrared_grid::InfraredGrid;
use super::mesh::Mesh;
use super::{Bounds, Hit, Ray};
use crate::math::{Pose, Vector};
use std::sync::Arc;

/// The form of a Shape.
#[derive(Clone, Debug, PartialEq)]
pub enum InfraredShape {
    /// A box.
    Box {
        /// Half of its size.
        half: Vector,
    },
    /// A sphere.
    Sphere {
        /// Its radius.
        radius: f64,
    },
    /// A body of revolution about z.
    Turned {
        /// What is turned.
        profile: Profile,
        /// Its greatest radius.
        radius: f64,
        /// Half of its height, without round ends.
        half_height: f64,
        /// Which of its parts are there.
        parts: Parts,
    },
    /// A rectangle in the plane z = 0.
    Plane {
        /// Half of its size.
        half: [f64; 2],
    },
    /// Triangles with one side.
    Mesh(Arc<Mesh>),
    /// A height field, as the points of a mesh.
    Grid {
        /// Its points, row by row.
        mesh: Arc<Mesh>,
        /// How many points are in a row.
        columns: usize,
    },
}

/// What is turned about z.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    /// A cylinder.
    Cylinder,
    /// A cylinder with round ends.
    Capsule,
    /// A cone with its point above.
    Cone,
}

/// The parts of a body of revolution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    /// The upper end; a cone has none.
    pub top: bool,
    /// What is between the ends.
    pub side: bool,
    /// The lower end.
    pub bottom: bool,
}

impl InfraredShape {
    /// Where a ray in the world first meets a face of the shape at a pose from the front.
    pub fn hit_at(&self, pose: &Pose, ray: &Ray) -> Option<Hit> {
        let back = pose.rotation.transposed();
        let local = Ray {
            origin: back * (ray.origin - pose.translation),
            direction: back * ray.direction,
            length: ray.length,
        };
        let hit = match self {
            Self::Box { half } => cuboid(&local, *half),
            Self::Sphere { radius } => ball(&local, Vector::ZERO, *radius),
            Self::Turned {
                profile,
                radius,
                half_height,
                parts,
            } => turned(&local, *profile, *radius, *half_height, *parts),
            Self::Plane { half } => plane(&local, *half),
            Self::Mesh(mesh) => mesh.nearest_front(&local),
            Self::Grid { mesh, columns } => {
                InfraredGrid::new(mesh.points(), *columns)?.nearest(&local)
            }
        }?;
        (hit.distance > 0.0 && hit.distance < ray.length).then(|| Hit {
            normal: pose.rotation * hit.normal,
            ..hit
        })
    }

    /// The box around the shape in the world.
    pub fn bounds(&self, pose: &Pose) -> Bounds {
        let half = match self {
            Self::Mesh(mesh) | Self::Grid { mesh, .. } => return mesh.bounds(pose),
            Self::Box { half } => *half,
            Self::Plane { half } => Vector::new(half[0], half[1], 0.0),
            _ => {
                let reach = self.reach();
                Vector::new(reach, reach, reach)
            }
        };
        let extent = |at: usize| {
            let row = pose.rotation.0[at];
            row.x.abs() * half.x + row.y.abs() * half.y + row.z.abs() * half.z
        };
        let extent = Vector::new(extent(0), extent(1), extent(2));
        Bounds {
            low: pose.translation - extent,
            high: pose.translation + extent,
        }
    }

    /// How far it reaches from its origin.
    pub fn reach(&self) -> f64 {
        match self {
            Self::Box { half } => half.length(),
            Self::Sphere { radius } => *radius,
            Self::Turned {
                profile: Profile::Capsule,
                radius,
                half_height,
                ..
            } => radius + half_height,
            Self::Turned {
                radius,
                half_height,
                ..
            } => radius.hypot(*half_height),
            Self::Plane { half } => half[0].hypot(half[1]),
            Self::Mesh(mesh) | Self::Grid { mesh, .. } => {
                let lengths = mesh.points().iter().map(|point| point.length());
                lengths.fold(0.0, f64::max)
            }
        }
    }
}

fn cuboid(ray: &Ray, half: Vector) -> Option<Hit> {
    let (mut enter, mut leave, mut face) = (f64::NEG_INFINITY, f64::INFINITY, 0);
    for axis in 0..3 {
        let towards = ray.direction[axis];
        let ends = [-half[axis], half[axis]].map(|end| (end - ray.origin[axis]) / towards);
        let (near, far) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
        if near > enter {
            (enter, face) = (near, axis);
        }
        leave = leave.min(far);
    }
    let mut normal = Vector::ZERO;
    normal[face] = -ray.direction[face].signum();
    (enter >= 0.0 && enter <= leave).then_some(Hit {
        distance: enter,
        normal,
    })
}

fn ball(ray: &Ray, centre: Vector, radius: f64) -> Option<Hit> {
    let from = ray.origin - centre;
    let b = from.dot(ray.direction);
    let c = from.length_squared() - radius * radius;
    let discriminant = b * b - c;
    if c <= 0.0 || discriminant < 0.0 {
        return None;
    }
    let distance = -b - discriminant.sqrt();
    let normal = (from + ray.direction * distance).normalized();
    Some(Hit { distance, normal })
}

/// The nearest of the parts that are there.
fn turned(ray: &Ray, profile: Profile, radius: f64, half_height: f64, parts: Parts) -> Option<Hit> {
    let side = || match profile {
        Profile::Cone => side(ray, radius, half_height, radius / (2.0 * half_height)),
        Profile::Cylinder | Profile::Capsule => side(ray, radius, half_height, 0.0),
    };
    let end = |up: f64| match profile {
        Profile::Capsule => {
            let hit = ball(ray, Vector::Z * (up * half_height), radius)?;
            let height = ray.origin.z + hit.distance * ray.direction.z;
            (up * height >= half_height).then_some(hit)
        }
        Profile::Cylinder | Profile::Cone => disk(ray, radius, half_height, up),
    };
    let has_top = parts.top && profile != Profile::Cone;
    let found = [
        parts.side.then(side).flatten(),
        has_top.then(|| end(1.0)).flatten(),
        parts.bottom.then(|| end(-1.0)).flatten(),
    ];
    let nearest = |a: &Hit, b: &Hit| a.distance.total_cmp(&b.distance);
    let in_front = found.into_iter().flatten().filter(|hit| hit.distance > 0.0);
    in_front.min_by(nearest)
}

/// The side of a cylinder, or of a cone that narrows by this amount for each unit
/// of height and ends in a point at its top. Above the point a cone goes on
/// upside down: rays that start in there count as inside.
fn side(ray: &Ray, radius: f64, half_height: f64, narrowing: f64) -> Option<Hit> {
    let (o, d) = (ray.origin, ray.direction);
    let slope = narrowing * narrowing;
    let below_top = o.z - half_height;
    let round = if narrowing == 0.0 {
        radius * radius
    } else {
        slope * below_top * below_top
    };
    let a = d.x * d.x + d.y * d.y - slope * d.z * d.z;
    let b = 2.0 * (o.x * d.x + o.y * d.y - slope * below_top * d.z);
    let c = o.x * o.x + o.y * o.y - round;
    let discriminant = b * b - 4.0 * a * c;
    if c < 0.0 || discriminant <= 0.0 {
        return None;
    }
    let root = discriminant.sqrt();
    let distances = [(-b - root) / (2.0 * a), (-b + root) / (2.0 * a)];
    let distance = distances.into_iter().find(|distance| {
        *distance > 0.0 && (-half_height..=half_height).contains(&(o.z + distance * d.z))
    })?;
    let at = o + d * distance;
    let outward = Vector::new(at.x, at.y, narrowing * at.x.hypot(at.y));
    Some(Hit {
        distance,
        normal: outward.normalized(),
    })
}

/// The flat end above or below.
fn disk(ray: &Ray, radius: f64, half_height: f64, up: f64) -> Option<Hit> {
    let height = up * ray.origin.z - half_height;
    let climb = up * ray.direction.z;
    if height < 0.0 || climb.abs() < f64::EPSILON {
        return None;
    }
    let distance = -height / climb;
    let at = ray.origin + ray.direction * distance;
    (at.x * at.x + at.y * at.y <= radius * radius).then_some(Hit {
        distance,
        normal: Vector::Z * up,
    })
}

fn plane(ray: &Ray, half: [f64; 2]) -> Option<Hit> {
    let (height, climb) = (ray.origin.z, ray.direction.z);
    if height < 0.0 || climb.abs() < f64::EPSILON {
        return None;
    }
    let distance = -height / climb;
    let at = ray.origin + ray.direction * distance;
    (at.x.abs() <= half[0] && at.y.abs() <= half[1]).then_some(Hit {
        distance,
        normal: Vector::Z,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spatial::rays::mesh::Precision;

    fn distance(form: &InfraredShape, origin: [f64; 3], direction: [f64; 3]) -> Option<f64> {
        let ray = Ray::toward(origin, direction, 100.0);
        form.hit_at(&Pose::IDENTITY, &ray).map(|hit| hit.distance)
    }

    const ALL: Parts = Parts {
        top: true,
        side: true,
        bottom: true,
    };
    const DOWN: [f64; 3] = [0.0, 0.0, -1.0];
    const ALONG: [f64; 3] = [1.0, 0.0, 0.0];

    fn turned(profile: Profile, parts: Parts) -> InfraredShape {
        InfraredShape::Turned {
            profile,
            radius: 1.0,
            half_height: 0.5,
            parts,
        }
    }

    fn forms() -> [InfraredShape; 6] {
        let half = Vector::new(1.0, 1.0, 0.5);
        let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
        let points = corners.map(|[x, y]| Vector::new(x, y, 0.5)).to_vec();
        let mesh = Mesh::new(points, vec![[0, 1, 2], [0, 2, 3]], Precision::Double);
        [
            InfraredShape::Box { half },
            InfraredShape::Sphere { radius: 0.5 },
            turned(Profile::Cylinder, ALL),
            turned(Profile::Capsule, ALL),
            turned(Profile::Cone, ALL),
            InfraredShape::Mesh(Arc::new(mesh)),
        ]
    }

    #[test]
    fn faces_are_seen_from_the_front_and_not_from_inside() {
        for form in forms() {
            let slanted = [-1.4, -0.7, -1.7];
            let is_seen = distance(&form, [1.5, 0.75, 2.0], slanted).is_some();
            assert!(is_seen, "{form:?}");
            for direction in [DOWN, ALONG, [0.0, 0.3, 1.0]] {
                let from_inside = distance(&form, [0.1, 0.1, 0.05], direction);
                assert_eq!(from_inside, None, "{form:?} {direction:?}");
            }
        }
    }

    #[test]
    fn distances_are_those_of_the_nearest_part() {
        let [cuboid, sphere, cylinder, capsule, cone, mesh] = forms();
        let above = [0.0, 0.0, 5.0];
        assert_eq!(distance(&cuboid, above, DOWN), Some(4.5));
        assert_eq!(distance(&sphere, above, DOWN), Some(4.5));
        assert_eq!(distance(&cylinder, above, DOWN), Some(4.5));
        assert_eq!(distance(&capsule, above, DOWN), Some(3.5));
        assert_eq!(distance(&cone, [-5.0, 0.0, 0.0], ALONG), Some(4.5));
        assert_eq!(distance(&mesh, [0.1, 0.0, 5.0], DOWN), Some(4.5));
        assert_eq!(distance(&cylinder, [-5.0, 0.0, 0.0], ALONG), Some(4.0));
        assert_eq!(distance(&capsule, [-5.0, 0.0, 0.0], ALONG), Some(4.0));
    }

    #[test]
    fn parts_that_are_not_there_are_not_seen() {
        let open = turned(Profile::Cylinder, Parts { top: false, ..ALL });
        assert_eq!(distance(&open, [0.0, 0.0, 5.0], DOWN), None);
        let ends = turned(Profile::Cylinder, Parts { side: false, ..ALL });
        assert_eq!(distance(&ends, [-5.0, 0.0, 0.0], ALONG), None);
        assert_eq!(distance(&ends, [0.0, 0.0, 5.0], DOWN), Some(4.5));
    }

    #[test]
    fn a_plane_is_seen_from_above_within_its_rectangle() {
        let plane = InfraredShape::Plane { half: [0.7, 0.4] };
        assert_eq!(distance(&plane, [0.6, 0.0, 2.0], DOWN), Some(2.0));
        assert_eq!(distance(&plane, [0.8, 0.0, 2.0], DOWN), None);
        assert_eq!(distance(&plane, [0.6, 0.5, 2.0], DOWN), None);
        assert_eq!(distance(&plane, [0.0, 0.0, -2.0], [0.0, 0.0, 1.0]), None);
    }
}
