//! The path of a belt around the wheels of a Track, in the plane of x and z.

use crate::math::{acos, atan2, sin_cos, sqrt};
use std::f64::consts::{FRAC_PI_2, PI, TAU};

/// A point or a direction: along x and along z.
type Flat = [f64; 2];

/// A wheel that a belt touches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BeltWheel {
    pub(crate) center: Flat,
    pub(crate) radius: f64,
    /// Whether the belt runs around it, and not over its back.
    pub(crate) is_inner: bool,
}

/// A straight part of a path, or one around a wheel.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Segment {
    start: Flat,
    length: f64,
    /// The rotation about y of what lies on it, at its start.
    heading: f64,
    /// Centre, radius and direction (1 or -1) around a wheel.
    arc: Option<(Flat, f64, f64)>,
}

/// The closed path of a belt.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct BeltPath {
    segments: Vec<Segment>,
    length: f64,
}

fn sub(a: Flat, b: Flat) -> Flat {
    [a[0] - b[0], a[1] - b[1]]
}

fn length(a: Flat) -> f64 {
    sqrt(a[0] * a[0] + a[1] * a[1])
}

/// The point of a circle at an angle.
fn on_circle(center: Flat, radius: f64, angle: f64) -> Flat {
    let (sine, cosine) = sin_cos(angle);
    [center[0] + radius * cosine, center[1] + radius * sine]
}

/// How far it is around a centre from a direction to another, clockwise.
fn clockwise(from: Flat, to: Flat) -> f64 {
    let angle = atan2(
        to[0] * from[1] - to[1] * from[0],
        to[0] * from[0] + to[1] * from[1],
    );
    if angle < 0.0 { angle + TAU } else { angle }
}

impl BeltPath {
    /// The path around wheels, in their order. It is empty without wheels.
    pub(crate) fn new(wheels: &[BeltWheel]) -> Self {
        let mut path = Self::default();
        let Some(first) = wheels.first() else {
            return path;
        };
        if wheels.len() == 1 {
            path.add(Segment {
                start: [first.center[0], first.center[1] + first.radius],
                length: TAU * first.radius,
                heading: 0.0,
                arc: Some((first.center, first.radius, 1.0)),
            });
            return path;
        }
        let (mut heading, mut end, mut begin) = (0.0, None, None);
        for (at, wheel) in wheels.iter().enumerate() {
            let next = &wheels[(at + 1) % wheels.len()];
            let Some([from, to]) = tangent(wheel, next) else {
                // a wheel at the place of the next one is left out
                continue;
            };
            begin.get_or_insert(from);
            if let Some(end) = end {
                let direction = if wheel.is_inner { 1.0 } else { -1.0 };
                path.add_arc(wheel, end, from, direction, heading);
            }
            let way = sub(to, from);
            heading = match way.iter().all(|part| part.abs() < 1e-10) {
                true => {
                    let across = sub(next.center, wheel.center);
                    -atan2(across[1], across[0]) - FRAC_PI_2
                }
                false => -atan2(way[1], way[0]),
            };
            path.add(Segment {
                start: from,
                length: length(way),
                heading,
                arc: None,
            });
            end = Some(to);
        }
        if let (Some(end), Some(begin)) = (end, begin) {
            path.add_arc(first, end, begin, 1.0, heading);
        }
        path
    }

    fn add(&mut self, segment: Segment) {
        if segment.length.is_finite() {
            self.length += segment.length;
            self.segments.push(segment);
        }
    }

    fn add_arc(&mut self, wheel: &BeltWheel, from: Flat, to: Flat, direction: f64, heading: f64) {
        let (start, end) = (sub(from, wheel.center), sub(to, wheel.center));
        let angle = match direction > 0.0 {
            true => clockwise(start, end),
            false => clockwise(end, start),
        };
        self.add(Segment {
            start: from,
            length: angle * wheel.radius,
            heading,
            arc: Some((wheel.center, wheel.radius, direction)),
        });
    }

    /// Its length in metres.
    pub(crate) fn length(&self) -> f64 {
        self.length
    }

    /// The point at a way along it, and the rotation about y of what lies there.
    pub(crate) fn at(&self, way: f64) -> Option<(Flat, f64)> {
        if self.length <= 0.0 {
            return None;
        }
        let mut left = way.rem_euclid(self.length);
        let last = self.segments.len().checked_sub(1)?;
        let mut at = 0;
        while at < last && left > self.segments[at].length {
            left -= self.segments[at].length;
            at += 1;
        }
        let Segment {
            start,
            heading,
            arc,
            length,
        } = self.segments[at];
        Some(match arc {
            None => {
                let (sine, x) = sin_cos(heading);
                let z = -sine;
                let left = left.min(length);
                ([start[0] + left * x, start[1] + left * z], heading)
            }
            Some((center, radius, direction)) => {
                let angle = -left * direction / radius;
                let [x, z] = sub(start, center);
                let (sine, cosine) = sin_cos(angle);
                let point = [
                    center[0] + x * cosine - z * sine,
                    center[1] + z * cosine + x * sine,
                ];
                (point, heading - angle)
            }
        })
    }
}

/// Where the belt leaves a wheel and where it meets the next one; `None` if
/// they are at the same place.
fn tangent(wheel: &BeltWheel, next: &BeltWheel) -> Option<[Flat; 2]> {
    let across = sub(next.center, wheel.center);
    let distance = length(across);
    if distance < 1e-7 {
        return None;
    }
    let is_outer = wheel.is_inner == next.is_inner;
    let difference = match is_outer {
        true => wheel.radius - next.radius,
        false => wheel.radius + next.radius,
    };
    let aside = acos((difference / distance).clamp(-1.0, 1.0));
    let aside = if wheel.is_inner { aside } else { -aside };
    let angle = atan2(across[1], across[0]) + aside;
    let other = if is_outer { angle } else { angle + PI };
    Some([
        on_circle(wheel.center, wheel.radius, angle),
        on_circle(next.center, next.radius, other),
    ])
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn wheel(x: f64) -> BeltWheel {
        BeltWheel {
            center: [x, 0.0],
            radius: 0.5,
            is_inner: true,
        }
    }

    #[test]
    fn a_belt_around_two_wheels_has_two_straights_and_two_half_circles() {
        let path = BeltPath::new(&[wheel(0.0), wheel(2.0)]);
        assert!((path.length() - (4.0 + PI)).abs() < 1e-12);
        let (start, heading) = path.at(0.0).unwrap();
        assert!((start[0]).abs() < 1e-12 && (start[1] - 0.5).abs() < 1e-12);
        assert!(heading.abs() < 1e-12);
        // halfway around the second wheel, then on the way back
        let (right, heading) = path.at(2.0 + PI / 4.0).unwrap();
        assert!((right[0] - 2.5).abs() < 1e-9 && right[1].abs() < 1e-9);
        assert!((heading - FRAC_PI_2).abs() < 1e-9);
        let (below, _) = path.at(3.0 + PI / 2.0).unwrap();
        assert!((below[0] - 1.0).abs() < 1e-9 && (below[1] + 0.5).abs() < 1e-9);
        assert_eq!(path.at(path.length()), path.at(0.0));
    }

    #[test]
    fn odd_wheels_give_a_path_or_none() {
        assert_eq!(BeltPath::new(&[]).at(1.0), None);
        assert!(BeltPath::new(&[wheel(0.0)]).at(0.1).is_some());
        assert_eq!(BeltPath::new(&[wheel(1.0), wheel(1.0)]).at(0.1), None);
    }
}
