//! Rays and the round shapes along z, by the rules of the genuine program's
//! collision library, which are not plain geometry where a ray starts inside
//! or runs along the axis.

use super::{Hit, Ray};
use crate::math::Vector;

/// Which surface of a sphere a ray is to find.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SphereSide {
    /// Where it comes in, or where it leaves if it starts inside.
    Near,
    /// Where it leaves.
    Far,
}

/// A sphere about the origin.
pub(super) fn sphere(ray: &Ray, radius: f64) -> Option<Hit> {
    sphere_at(ray, Vector::ZERO, radius, SphereSide::Near)
}

fn sphere_at(ray: &Ray, centre: Vector, radius: f64, side: SphereSide) -> Option<Hit> {
    let from = ray.origin - centre;
    let b = from.dot(ray.direction);
    let c = from.length_squared() - radius * radius;
    let discriminant = b * b - c;
    if discriminant < 0.0 {
        return None;
    }
    let root = discriminant.sqrt();
    let mut distance = -b - root;
    if distance < 0.0 || side == SphereSide::Far && c >= 0.0 {
        distance = -b + root;
    }
    if distance < 0.0 || distance > ray.length {
        return None;
    }
    let outward = (from + ray.direction * distance).normalized();
    let is_from_inside = c < 0.0 || side == SphereSide::Far;
    Some(Hit {
        distance,
        normal: if is_from_inside { -outward } else { outward },
    })
}

/// A closed cylinder.
///
/// A ray along the axis meets it only if both caps are in reach, and the side
/// is met from inside only by rays that do not go away from the axis. Normals
/// point outwards, also for rays from inside.
pub(super) fn cylinder(ray: &Ray, radius: f64, half_height: f64) -> Option<Hit> {
    let caps = [half_height, -half_height].map(|height| cap(ray, radius, height));
    if let [Some(top), Some(bottom)] = caps {
        return Some(if top < bottom {
            cap_hit(top, 1.0)
        } else {
            cap_hit(bottom, -1.0)
        });
    }
    let sides = sides(ray, radius, half_height)?;
    let side = match sides {
        [Some(near), Some(far)] => Some(near.min(far)),
        [near, far] => near.or(far),
    };
    let [top, bottom] = caps;
    let cap = top.or(bottom);
    match (cap, side) {
        (Some(cap), side) if side.is_none_or(|side| cap <= side) => {
            Some(cap_hit(cap, if top.is_some() { 1.0 } else { -1.0 }))
        }
        (_, Some(distance)) => {
            let at = ray.origin + ray.direction * distance;
            let normal = Vector::new(at.x, at.y, 0.0).normalized();
            Some(Hit { distance, normal })
        }
        _ => None,
    }
}

fn cap_hit(distance: f64, up: f64) -> Hit {
    Hit {
        distance,
        normal: Vector::Z * up,
    }
}

/// How far a cap at a height is, if the ray meets it.
fn cap(ray: &Ray, radius: f64, height: f64) -> Option<f64> {
    let (o, d) = (ray.origin, ray.direction);
    let way = height - o.z;
    if d.z == 0.0 || (d.z < 0.0) != (way < 0.0) {
        return None;
    }
    let distance = way / d.z;
    let (x, y) = (o.x + distance * d.x, o.y + distance * d.y);
    (x * x + y * y < radius * radius && distance < ray.length).then_some(distance)
}

/// How far the two points on the side are that count; `None` for a ray that
/// passes the endless cylinder by or runs along it.
fn sides(ray: &Ray, radius: f64, half_height: f64) -> Option<[Option<f64>; 2]> {
    let (o, d) = (ray.origin, ray.direction);
    // not the sum of the squares of x and y: rounding decides for rays along the axis
    let across = 1.0 - d.z * d.z;
    let apart = o.y * d.x - o.x * d.y;
    let discriminant = radius * radius * across - apart * apart;
    if discriminant <= 0.0 {
        return None;
    }
    let root = discriminant.sqrt();
    let away = o.x * d.x + o.y * d.y;
    let reach = if away > 0.0 {
        -(away + root)
    } else {
        root - away
    };
    let counts = |distance: f64| {
        let height = o.z + distance * d.z;
        let is_met = (0.0..=ray.length).contains(&distance) && height.abs() < half_height;
        is_met.then_some(distance)
    };
    let outside = o.x * o.x + o.y * o.y - radius * radius;
    let near = (-away - root > 0.0).then(|| outside / reach);
    let far = (root - away > 0.0).then(|| reach / across);
    Some([near.and_then(counts), far.and_then(counts)])
}

/// A cylinder with round ends.
///
/// From inside, a ray that ends before it would leave the endless cylinder
/// meets nothing, and one exactly along the axis knows only the upper end.
pub(super) fn capsule(ray: &Ray, radius: f64, half_height: f64) -> Option<Hit> {
    let (o, d) = (ray.origin, ray.direction);
    let outside = o.x * o.x + o.y * o.y - radius * radius;
    let on_axis = Vector::new(0.0, 0.0, o.z.max(-half_height).min(half_height));
    let is_inside = outside < 0.0 && (o - on_axis).length_squared() < radius * radius;
    let end = |is_lower: bool| {
        let centre = Vector::Z * if is_lower { -half_height } else { half_height };
        let side = if is_inside {
            SphereSide::Far
        } else {
            SphereSide::Near
        };
        sphere_at(ray, centre, radius, side)
    };
    if outside < 0.0 && !is_inside {
        return end(o.z < 0.0);
    }
    let a = d.x * d.x + d.y * d.y;
    let b = 2.0 * (o.x * d.x + o.y * d.y);
    let discriminant = b * b - 4.0 * a * outside;
    if discriminant < 0.0 {
        return is_inside.then(|| end(d.z < 0.0)).flatten();
    }
    let (root, scale) = (discriminant.sqrt(), 1.0 / (2.0 * a));
    let mut distance = (-b - root) * scale;
    if distance < 0.0 {
        distance = (-b + root) * scale;
    }
    // along the axis it is no number, which is neither behind nor too far
    if distance < 0.0 || distance > ray.length {
        return None;
    }
    let at = o + d * distance;
    if at.z >= -half_height && at.z <= half_height {
        let outward = Vector::new(at.x, at.y, 0.0).normalized();
        let normal = if is_inside { -outward } else { outward };
        return Some(Hit { distance, normal });
    }
    end(at.z < 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const UP: [f64; 3] = [0.0, 0.0, 1.0];
    const DOWN: [f64; 3] = [0.0, 0.0, -1.0];
    const ALONG: [f64; 3] = [1.0, 0.0, 0.0];

    fn cylinder_distance(origin: [f64; 3], direction: [f64; 3], length: f64) -> Option<f64> {
        cylinder(&Ray::toward(origin, direction, length), 1.0, 0.5).map(|hit| hit.distance)
    }

    fn capsule_distance(origin: [f64; 3], direction: [f64; 3], length: f64) -> Option<f64> {
        capsule(&Ray::toward(origin, direction, length), 1.0, 0.5).map(|hit| hit.distance)
    }

    #[test]
    fn a_ray_along_a_cylinder_must_reach_both_caps() {
        assert_eq!(cylinder_distance([0.2, 0.0, 5.0], DOWN, 10.0), Some(4.5));
        assert_eq!(cylinder_distance([0.2, 0.0, 5.0], DOWN, 5.0), None);
        assert_eq!(cylinder_distance([0.2, 0.0, 0.0], UP, 10.0), None);
        assert_eq!(cylinder_distance([0.2, 0.0, -0.5], UP, 10.0), Some(0.0));
        // a slanted one meets the first
        assert!(cylinder_distance([0.2, 0.0, 5.0], [0.0, 0.01, -1.0], 5.0).is_some());
        assert!(cylinder_distance([0.2, 0.0, 0.0], [0.0, 0.01, 1.0], 10.0).is_some());
    }

    #[test]
    fn the_side_of_a_cylinder_is_met_from_inside_on_the_way_to_the_axis() {
        assert_eq!(cylinder_distance([-0.5, 0.0, 0.0], ALONG, 10.0), Some(1.5));
        assert_eq!(cylinder_distance([0.0, 0.0, 0.0], ALONG, 10.0), Some(1.0));
        assert_eq!(cylinder_distance([0.5, 0.0, 0.0], ALONG, 10.0), None);
        assert_eq!(cylinder_distance([-3.0, 0.0, 0.0], ALONG, 10.0), Some(2.0));
        assert_eq!(cylinder_distance([-3.0, 0.0, 0.5], ALONG, 10.0), None);
        assert_eq!(cylinder_distance([-3.0, 1.0, 0.0], ALONG, 10.0), None);
    }

    #[test]
    fn normals_of_a_cylinder_point_outwards() {
        let leaving = cylinder(
            &Ray::toward([0.2, 0.0, 0.0], [0.0, 0.01, 1.0], 10.0),
            1.0,
            0.5,
        );
        assert_eq!(leaving.map(|hit| hit.normal), Some(Vector::Z));
    }

    #[test]
    fn a_capsule_is_left_by_its_ends_and_sides() {
        assert_eq!(capsule_distance([0.0; 3], ALONG, 10.0), Some(1.0));
        assert_eq!(capsule_distance([0.0; 3], UP, 10.0), Some(1.5));
        assert_eq!(capsule_distance([0.0, 0.0, -0.8], DOWN, 10.0), None);
        let slanted = capsule_distance([0.0; 3], [0.0, 0.1, -1.0], 20.0);
        assert!(slanted.is_some_and(|distance| (distance - 1.5).abs() < 0.01));
        // too short to leave the endless cylinder, though it leaves the end
        assert_eq!(capsule_distance([0.0; 3], [0.0, 0.1, -1.0], 5.0), None);
    }

    #[test]
    fn a_capsule_is_met_from_outside_where_it_begins() {
        assert_eq!(capsule_distance([0.0, 0.0, 5.0], DOWN, 10.0), Some(3.5));
        assert_eq!(capsule_distance([0.0, 0.0, -5.0], UP, 3.0), None);
        assert_eq!(capsule_distance([-5.0, 0.0, 0.2], ALONG, 10.0), Some(4.0));
        assert_eq!(capsule_distance([-5.0, 0.0, 1.6], ALONG, 10.0), None);
        let end = capsule_distance([-5.0, 0.0, 1.1], ALONG, 10.0);
        assert!(end.is_some_and(|distance| (distance - 4.2).abs() < 1e-12));
    }
}
