//! Which parts of nearby things are in the field of view of a device.

use crate::math::{Pose, Vector, cos, sin, tan};
use crate::model::tables::Collider;
use crate::spatial::rays::shapes::ColliderShape;
use foxden_vision::VisionRules;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

/// A plane; what it keeps is on the side of its normal.
#[derive(Clone, Copy)]
struct FrustumSide {
    normal: Vector,
    height: f64,
}

impl FrustumSide {
    fn through(point: Vector, normal: Vector) -> Self {
        let normal = match normal.length() {
            0.0 => Vector::X,
            _ => normal.normalized(),
        };
        Self {
            normal,
            height: normal.dot(point),
        }
    }

    fn distance(&self, point: Vector) -> f64 {
        self.normal.dot(point) - self.height
    }
}

/// The genuine simulator adds where a projection would take away.
pub(crate) fn projected(vector: Vector, normal: Vector, rules: VisionRules) -> Vector {
    let part = normal * vector.dot(normal);
    match rules {
        VisionRules::Genuine => vector + part,
        VisionRules::Corrected => vector - part,
    }
}

/// A box around something, seen from a device.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Seen {
    pub(crate) centre: Vector,
    pub(crate) size: Vector,
}

impl Seen {
    fn around(points: impl IntoIterator<Item = Vector>) -> Option<Self> {
        let mut points = points.into_iter();
        let first = points.next()?;
        let (low, high) = points.fold((first, first), |(mut low, mut high), point| {
            for axis in 0..3 {
                low[axis] = low[axis].min(point[axis]);
                high[axis] = high[axis].max(point[axis]);
            }
            (low, high)
        });
        Some(Self {
            centre: (low + high) * 0.5,
            size: high - low,
        })
    }

    /// A box around both.
    pub(crate) fn with(&self, other: &Self) -> Self {
        let corners = |seen: &Self| [seen.centre - seen.size * 0.5, seen.centre + seen.size * 0.5];
        Self::around(corners(self).into_iter().chain(corners(other))).unwrap_or(*self)
    }
}

/// The field of view of a device that looks along x.
pub(crate) struct Frustum {
    device: Pose,
    /// To the left, below, to the right, above: the order in which points are
    /// brought back into the view.
    sides: [FrustumSide; 4],
    front: FrustumSide,
    width: f64,
    /// Whether points behind the device stay where they are in the world, as
    /// the genuine program has it.
    forgets_behind: bool,
    /// Whether the extent of a Mesh node is known. The genuine program has no rule for
    /// them: they are seen, at the device and without extent.
    knows_mesh_files: bool,
    /// How points beside the view are brought back into it.
    rules: VisionRules,
}

impl Frustum {
    pub(crate) fn new(device: Pose, [width, height]: [f64; 2], range: f64) -> Self {
        // half angles and their tangents are computed in single precision
        let tangent = |angle: f64| tan(f64::from((angle / 2.0) as f32)) as f32;
        let reach = |angle: f64| range * f64::from(tangent(angle));
        let corner = Vector::new(range, reach(width), reach(height));
        Self::with_corner(device, width, corner)
    }

    /// A field of view whose upper left corner is there, seen from the device.
    fn with_corner(device: Pose, width: f64, corner: Vector) -> Self {
        let (x, y, z) = (corner.x, corner.y, corner.z);
        let corner = |y: f64, z: f64| device.rotation * Vector::new(x, y, z);
        let [top_right, top_left] = [corner(-y, z), corner(y, z)];
        let [bottom_right, bottom_left] = [corner(-y, -z), corner(y, -z)];
        let side =
            |one: Vector, two: Vector| FrustumSide::through(device.translation, one.cross(two));
        Self {
            device,
            sides: [
                side(bottom_left, top_left),
                side(bottom_right, bottom_left),
                side(top_right, bottom_right),
                side(top_left, top_right),
            ],
            front: FrustumSide::through(device.translation, device.rotation.column(0)),
            width,
            forgets_behind: true,
            knows_mesh_files: false,
            rules: VisionRules::Genuine,
        }
    }

    /// The field of view of a camera. That of a curved picture that is half a turn wide or more
    /// has corners at the angles of the picture.
    pub(crate) fn of_camera(
        device: Pose,
        angles: [f64; 2],
        range: f64,
        is_planar: bool,
        rules: VisionRules,
    ) -> Self {
        let [half_width, half_height] = angles.map(|angle| (angle / 2.0) as f32);
        let is_wide = !is_planar && f64::from(half_width) >= FRAC_PI_2;
        let frustum = match is_wide && rules == VisionRules::Genuine {
            true => {
                let low = |value: f64| f64::from(value as f32);
                let level = low(cos(f64::from(half_height)));
                // the genuine program takes the cosine of another angle for high pictures
                let across = match f64::from(half_height).abs() > FRAC_PI_4 {
                    true => low(cos(low(f64::from(half_height) + FRAC_PI_2))),
                    false => level,
                };
                let corner = Vector::new(
                    range * level * low(cos(f64::from(half_width))),
                    range * across * low(sin(f64::from(half_width))),
                    range * low(sin(f64::from(half_height))),
                );
                Self::with_corner(device, angles[0], corner)
            }
            false => Self::new(device, angles, range),
        };
        Self {
            forgets_behind: rules == VisionRules::Genuine,
            knows_mesh_files: true,
            rules,
            ..frustum
        }
    }

    fn sees_all_around(&self) -> bool {
        self.width > std::f64::consts::PI
    }

    /// What is seen of a geometry of a boundingObject at a pose.
    pub(crate) fn collider(&self, collider: &Collider, pose: &Pose) -> Option<Seen> {
        match collider.is_mesh_file && !self.knows_mesh_files {
            true => Some(Seen::default()),
            false => self.shape(&collider.shape, pose),
        }
    }

    /// What is seen of a shape at a pose.
    fn shape(&self, shape: &ColliderShape, pose: &Pose) -> Option<Seen> {
        let at = |points: &[Vector]| points.iter().map(|point| pose.apply(*point)).collect();
        match shape {
            ColliderShape::Box { half } => {
                let corners: [Vector; 8] = std::array::from_fn(|at| {
                    let sign = |bit: usize| if at & bit == 0 { 1.0 } else { -1.0 };
                    Vector::new(sign(4) * half.x, sign(2) * half.y, sign(1) * half.z)
                });
                self.points(at(&corners))
            }
            ColliderShape::Mesh(mesh) => self.points(at(mesh.points())),
            ColliderShape::Grid(grid) => {
                // the genuine simulator still takes heights for y here
                let mut points = grid.drawn_triangles().0;
                for point in &mut points {
                    *point = Vector::new(point.x, point.z, point.y);
                }
                self.points(at(&points))
            }
            ColliderShape::Sphere { radius } => self.ball(pose.translation, *radius),
            ColliderShape::Cylinder {
                radius,
                half_height,
            } => self.round(pose, *radius, 2.0 * half_height),
            ColliderShape::Capsule {
                radius,
                half_height,
            } => self.round(pose, *radius, 2.0 * (half_height + radius)),
            // it counts as seen, but nothing is known of it
            ColliderShape::Plane => Some(Seen::default()),
        }
    }

    fn inside(&self, point: Vector) -> Vector {
        self.device.rotation.transposed() * (point - self.device.translation)
    }

    fn onto(&self, side: &FrustumSide, point: Vector) -> Vector {
        let origin = self.device.translation;
        origin + projected(point - origin, side.normal, self.rules)
    }

    fn points(&self, points: Vec<Vector>) -> Option<Seen> {
        let (mut seen, mut behind) = (Vec::new(), Vec::new());
        let mut count = 0;
        let (mut is_out, mut is_in) = ([false; 4], [false; 4]);
        for mut point in points {
            let is_ahead = self.front.distance(point) > 0.0;
            let mut is_inside = true;
            if self.sees_all_around() {
                let distances = self.sides.map(|side| side.distance(point));
                is_inside = is_ahead || distances.iter().any(|distance| *distance < 0.0);
                if is_inside {
                    is_in = [true; 4];
                } else {
                    is_out = [true; 4];
                    let nearest = (0..4).min_by(|a, b| distances[*a].total_cmp(&distances[*b]));
                    point = self.onto(&self.sides[nearest.unwrap_or(0)], point);
                }
            } else if is_ahead {
                for (at, side) in self.sides.iter().enumerate() {
                    if side.distance(point) < 0.0 {
                        point = self.onto(side, point);
                        is_out[at] = true;
                        is_inside = false;
                    } else {
                        is_in[at] = true;
                    }
                }
            } else {
                behind.push(point);
                continue;
            }
            count += usize::from(is_inside);
            seen.push(point);
        }
        let crosses = |[one, two]: [usize; 2], [three, four]: [usize; 2]| {
            is_out[one] && is_out[two] && is_in[three] && is_in[four]
        };
        let is_seen = count > 0 || crosses([0, 2], [1, 3]) || crosses([1, 3], [0, 2]);
        if seen.is_empty() || !is_seen {
            return None;
        }
        let seen = seen.into_iter().map(|point| self.inside(point));
        let behind = behind.into_iter().map(|point| match self.forgets_behind {
            true => point,
            false => self.inside(point),
        });
        Seen::around(seen.chain(behind))
    }

    /// What is seen of a ball.
    pub(crate) fn ball(&self, centre: Vector, radius: f64) -> Option<Seen> {
        let width = 2.0 * radius;
        self.solid(centre, Vector::new(width, width, width))
    }

    fn round(&self, pose: &Pose, radius: f64, height: f64) -> Option<Seen> {
        let axis = self.device.rotation.transposed() * pose.rotation.column(2);
        let reach: [f64; 3] = std::array::from_fn(|at| {
            (axis[at] * height).abs() + 2.0 * radius * (1.0 - axis[at] * axis[at]).max(0.0).sqrt()
        });
        self.solid(pose.translation, reach.into())
    }

    fn solid(&self, place: Vector, size: Vector) -> Option<Seen> {
        let mut outside = [0.0; 4];
        if !self.sees_all_around() || self.front.distance(place) < 0.0 {
            let mut is_seen = false;
            for (at, side) in self.sides.iter().enumerate() {
                let distance = side.distance(place);
                let half = size[at % 2 + 1] * 0.5;
                if self.sees_all_around() {
                    is_seen |= distance < -half;
                    continue;
                }
                if distance < -half {
                    return None;
                }
                if distance < half {
                    outside[at] = half - distance;
                }
                is_seen = true;
            }
            if !is_seen {
                return None;
            }
        }
        let mut seen = Seen {
            centre: self.inside(place),
            size,
        };
        if self.width <= std::f64::consts::FRAC_PI_2 {
            let [left, below, right, above] = outside;
            seen.size.y -= right + left;
            seen.size.z -= below + above;
            seen.centre.y += 0.5 * (right - left);
            seen.centre.z += 0.5 * (below - above);
        }
        Some(seen)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn ahead() -> Frustum {
        Frustum::new(Pose::IDENTITY, [1.0, 0.5], 50.0)
    }

    fn at(x: f64, y: f64, z: f64) -> Pose {
        Pose {
            translation: Vector::new(x, y, z),
            ..Pose::IDENTITY
        }
    }

    #[test]
    fn a_box_ahead_is_seen_as_it_is() {
        let half = Vector::new(0.1, 0.2, 0.3);
        let seen = ahead()
            .shape(&ColliderShape::Box { half }, &at(5.0, 0.5, 0.0))
            .unwrap();
        assert!((seen.centre - Vector::new(5.0, 0.5, 0.0)).length() < 1e-12);
        assert!((seen.size - half * 2.0).length() < 1e-12);
    }

    #[test]
    fn what_is_behind_or_beside_is_not_seen() {
        let ball = ColliderShape::Sphere { radius: 0.1 };
        assert!(ahead().shape(&ball, &at(5.0, 0.0, 0.0)).is_some());
        assert!(ahead().shape(&ball, &at(-5.0, 0.0, 0.0)).is_none());
        assert!(ahead().shape(&ball, &at(5.0, 4.0, 0.0)).is_none());
        assert!(ahead().shape(&ball, &at(5.0, 0.0, 2.0)).is_none());
        let all_around = Frustum::new(Pose::IDENTITY, [6.0, 0.5], 50.0);
        assert!(all_around.shape(&ball, &at(5.0, 4.0, 0.0)).is_some());
    }

    #[test]
    fn a_wall_that_crosses_the_view_is_seen() {
        let wall = ColliderShape::Box {
            half: Vector::new(0.1, 40.0, 0.1),
        };
        assert!(ahead().shape(&wall, &at(5.0, 0.0, 0.0)).is_some());
    }
}
