//! A cylinder and a capsule.
//!
//! The genuine engine tells many cases apart, by the angle between the axes
//! and by which parts can meet: the lines of the sides, the ends of the capsule
//! and the caps of the cylinder. Some of its formulas are not what geometry
//! asks for; they are kept, since bodies move by them.

#[cfg(test)]
mod tests;

use super::ContactPoint;
use super::cylinders::Cylinder;
use super::rim::{Rim, nearest_to_line};
use crate::math::{Pose, Vector};

/// Axes with a smaller squared sine are parallel.
const PARALLEL: f64 = 1e-4;
/// Axes with a smaller cosine are at a right angle.
const RIGHT_ANGLE: f64 = 1e-4;
/// Axes with a smaller squared distance coincide.
const SAME_AXIS: f64 = 1e-18;
/// How far apart, as a share of a radius, shapes may seem to be.
const SLACK: f64 = 0.1;

/// A cylinder (first) and a capsule with radius and height.
pub(super) fn cylinder_capsule(
    cylinder: Cylinder,
    (pose, radius, height): (&Pose, f64, f64),
    out: &mut Vec<ContactPoint>,
) {
    let one = Round {
        centre: cylinder.centre(),
        axis: cylinder.axis(),
        radius: cylinder.radius,
        half: cylinder.height * 0.5,
    };
    let two = Round {
        centre: pose.translation,
        axis: pose.rotation.column(2),
        radius,
        half: height * 0.5,
    };
    let between = Between::new(one, two);
    if !between.is_apart() {
        let start = out.len();
        between.collide(&mut Found { out, start });
    }
}

/// A round shape about an axis.
#[derive(Clone, Copy)]
struct Round {
    centre: Vector,
    axis: Vector,
    radius: f64,
    /// Half the length of the axis.
    half: f64,
}

impl Round {
    fn end(&self, sign: f64) -> Vector {
        self.centre + self.axis * (self.half * sign)
    }
}

/// The points of this pair.
struct Found<'a> {
    out: &'a mut Vec<ContactPoint>,
    start: usize,
}

impl Found<'_> {
    /// Adds a point; a contact without a direction pushes no body.
    fn add(&mut self, position: Vector, normal: Vector, depth: f64) {
        if normal.is_finite() && depth.is_finite() {
            self.out.push(ContactPoint {
                position,
                normal,
                depth,
            });
        }
    }

    fn count(&self) -> usize {
        self.out.len() - self.start
    }
}

/// A cylinder, a capsule and how they lie to each other.
struct Between {
    one: Round,
    two: Round,
    /// From the middle of the cylinder to that of the capsule.
    delta: Vector,
    /// The same along each axis.
    along: [f64; 2],
    cosine: f64,
    /// The squared sine of the angle between the axes.
    det: f64,
}

/// What is known where the axes are not parallel.
struct Crossing {
    /// Where along each axis it is nearest to the other.
    at: [f64; 2],
    /// The direction across both axes.
    across: Vector,
    /// The distance of the axes in that direction.
    distance: f64,
}

const fn sign(is_positive: bool) -> f64 {
    if is_positive { 1.0 } else { -1.0 }
}

/// The unit vector of a direction; of none, the one that the genuine engine takes.
fn direction(vector: Vector) -> Vector {
    vector.normalized_safely()
}

fn root_or_zero(value: f64) -> f64 {
    if value > 0.0 { value.sqrt() } else { 0.0 }
}

impl Between {
    fn new(one: Round, two: Round) -> Self {
        let delta = two.centre - one.centre;
        let cosine = one.axis.dot(two.axis);
        Self {
            one,
            two,
            delta,
            along: [delta.dot(one.axis), delta.dot(two.axis)],
            cosine,
            det: 1.0 - cosine * cosine,
        }
    }

    /// Whether one of the axes separates the shapes.
    fn is_apart(&self) -> bool {
        let (one, two) = (&self.one, &self.two);
        let sine = root_or_zero(self.det);
        let first = one.half + (self.cosine * two.half).abs() + two.radius;
        let second = (self.cosine * one.half).abs() + sine * one.radius + two.half + two.radius;
        self.along[0].abs() > first || self.along[1].abs() > second
    }

    fn reach(&self) -> f64 {
        self.one.radius + self.two.radius
    }

    fn collide(&self, found: &mut Found) {
        if self.det < PARALLEL {
            self.parallel(found);
            return;
        }
        let (one, two) = (&self.one, &self.two);
        let first = (self.along[0] - self.cosine * self.along[1]) * (1.0 / self.det);
        let across = one.axis.cross(two.axis) * (1.0 / root_or_zero(self.det));
        let crossing = Crossing {
            at: [first, self.cosine * first - self.along[1]],
            distance: self.delta.dot(across),
            across,
        };
        let overlap = self.reach() - crossing.distance.abs();
        if overlap < 0.0 || self.middle_inside(found) {
            return;
        }
        if crossing.at[0].abs() <= one.half && crossing.at[1].abs() <= two.half {
            let side = sign(crossing.distance > 0.0);
            let off = 0.5 * (crossing.distance.abs() + one.radius - two.radius) * side;
            let foot = one.centre + one.axis * crossing.at[0];
            found.add(foot + across * off, across * -side, overlap * 0.5);
        }
        if self.cosine.abs() < RIGHT_ANGLE {
            if found.count() == 0 {
                self.right_angle(&crossing, found);
            }
            return;
        }
        self.oblique(&crossing, found);
    }

    fn parallel(&self, found: &mut Found) {
        let (one, two) = (&self.one, &self.two);
        let away = self.delta - one.axis * self.along[0];
        let squared = away.length_squared();
        if squared < SAME_AXIS {
            found.add(one.centre, direction(away), one.radius);
            return;
        }
        let outwards = direction(away);
        let distance = squared * (1.0 / squared.sqrt());
        let sideways = self.reach() - distance;
        let lengthways = one.half + two.half - self.along[0].abs();
        if sideways < 0.0 {
            return;
        }
        if lengthways < 0.0 {
            // an end of the capsule on a cap
            let sides = self.along.map(|along| sign(along > 0.0));
            let ball = two.end(-sides[1]);
            if distance > one.radius {
                let edge = one.end(sides[0]) + outwards * one.radius;
                let normal = edge - ball;
                let length = normal.length();
                found.add(edge, normal * (1.0 / length), two.radius - length);
            } else {
                let position = ball - two.axis * (sides[1] * two.radius);
                let normal = one.axis * -sides[0];
                found.add(position, normal, two.radius + lengthways);
            }
        } else if sideways <= lengthways {
            // along the side; deeper than that there is no contact
            let high = one.half.min(two.half + self.along[0]);
            let low = (-one.half).max(-two.half + self.along[0]);
            let line = one.centre + outwards * one.radius;
            let ends = [high, low].map(|along| line + one.axis * along);
            let middle = ends[0] * 0.5 + ends[1] * 0.5;
            for position in [ends[0], ends[1], middle] {
                found.add(position, -outwards, sideways);
            }
        }
    }

    /// The middle of one shape within the other.
    fn middle_inside(&self, found: &mut Found) -> bool {
        let (one, two) = (&self.one, &self.two);
        let squared = self.delta.length_squared();
        let sides = [
            (two, one.centre, self.along[1], self.delta),
            (one, two.centre, self.along[0], -self.delta),
        ];
        for (round, middle, along, away) in sides {
            let radial = root_or_zero(round.radius * round.radius - squared + along * along);
            let axial = round.half - along.abs();
            let depth = if axial > radial { radial } else { axial };
            if depth > 0.0 {
                // the part along the axis taken out
                let off = away - round.axis * away.dot(round.axis);
                let normal = if axial > radial {
                    direction(off)
                } else {
                    round.axis * -sign(along > 0.0)
                };
                found.add(middle, normal, depth);
                return true;
            }
        }
        let rest = two.radius * two.radius - squared - two.half * two.half;
        for side in [1.0, -1.0] {
            let depth = rest - 2.0 * two.half * self.along[1] * side;
            if depth > 0.0 {
                let normal = direction(one.centre - two.end(side));
                found.add(one.centre, normal, depth.sqrt());
                return true;
            }
        }
        false
    }

    fn right_angle(&self, crossing: &Crossing, found: &mut Found) {
        let (one, two) = (&self.one, &self.two);
        let sides = self.along.map(|along| sign(along >= 0.0));
        // How far the middle of each lies beyond the ends of the other's axis.
        let beyond = [
            self.along[0].abs() - one.half,
            self.along[1].abs() - two.half,
        ];
        let ball = two.end(-sides[1]);
        if beyond[0] <= 0.0 {
            let foot = one.centre + one.axis * crossing.at[0];
            let inwards = foot - ball;
            let distance = inwards.length();
            if distance * distance <= self.reach() * self.reach() {
                let normal = inwards * (1.0 / distance);
                found.add(foot - normal * one.radius, normal, self.reach() - distance);
            }
            return;
        }
        let cap = one.end(sides[0]);
        let off = ball - cap;
        let outwards = direction(off - one.axis * off.dot(one.axis));
        let edge = cap + outwards * one.radius;
        let from_ball = edge - ball;
        if from_ball.length_squared() <= two.radius * two.radius {
            let depth = two.radius - from_ball.length();
            found.add(edge, direction(from_ball), depth);
            return;
        }
        self.cap_on_side(crossing, sides[0], beyond, found);
    }

    /// A cap of the cylinder and the side of the capsule at a right angle.
    fn cap_on_side(&self, crossing: &Crossing, side: f64, beyond: [f64; 2], found: &mut Found) {
        let (one, two) = (&self.one, &self.two);
        // The distance has its sign here, as in the genuine engine.
        let distance = crossing.distance;
        let within = one.radius - distance;
        let foot = two.centre - two.axis * self.along[1];
        if within >= 0.0 {
            let chord = (within * (one.radius + distance)).sqrt();
            let (high, low) = (two.half + self.along[1], -two.half + self.along[1]);
            if -chord > high || chord < low {
                return;
            }
            let high = if high > chord { chord } else { high };
            let low = if low < -chord { -chord } else { low };
            let line = foot - one.axis * (side * two.radius);
            let at = crossing.at[0] - side * two.radius;
            for along in [high, low, (high + low) * 0.5] {
                let depth = one.half - (at + self.cosine * along).abs();
                if depth > 0.0 {
                    found.add(line + two.axis * along, one.axis * -side, depth);
                }
            }
            return;
        }
        let own = ((two.radius - beyond[0]) * (two.radius + beyond[0]))
            .abs()
            .sqrt();
        if within + own < -SLACK * two.radius {
            return;
        }
        let other = one.radius - beyond[1] - two.radius;
        let other = (other * (one.radius + beyond[1])).sqrt();
        if two.radius - distance + other < -SLACK * one.radius || beyond[1] > 0.0 {
            return;
        }
        let depth = two.radius - (beyond[0] * beyond[0] + within * within).sqrt();
        if depth > 0.0 {
            let across = crossing.across * sign(distance >= 0.0);
            let to = across * within - one.axis * (side * beyond[0]);
            found.add(foot + to, to * (1.0 / (two.radius - depth)), depth);
        }
    }

    fn oblique(&self, crossing: &Crossing, found: &mut Found) {
        let (one, two) = (&self.one, &self.two);
        let reach = self.reach() * self.reach();
        let squared = self.delta.length_squared();
        // The squared distance of the capsule's ends from the cylinder's axis.
        let mean = self.det * two.half * two.half - self.along[0] * self.along[0] + squared;
        let slope = 2.0 * two.half * crossing.at[1] * self.det;
        let near = [1.0, -1.0]
            .into_iter()
            .map(|side| (side, mean - slope * side))
            .find(|(_, distance)| *distance < reach);
        if let Some((side, distance)) = near {
            let within = one.half - (self.along[0] + self.cosine * two.half * side).abs();
            if within > 0.0 {
                let ball = two.end(side);
                // towards the middle of the cylinder, not to its axis
                let normal = direction(one.centre - ball);
                let depth = self.reach() - distance.sqrt();
                found.add(ball + normal * two.radius, normal, depth);
            }
            // The genuine engine takes the capsule's half length for both here.
            let sum = squared + 2.0 * two.half * two.half;
            for (cap, end) in [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)] {
                let between = sum - 2.0 * one.half * self.along[0] * cap
                    + 2.0 * two.half * self.along[1] * end
                    - 2.0 * one.half * self.cosine * two.half * cap * end;
                if between <= reach {
                    self.cap_on_end(cap, end, found);
                }
                if found.count() >= 2 && (end < 0.0 || cap < 0.0) && (cap, end) != (-1.0, -1.0) {
                    return;
                }
            }
        }
        self.rim_on_side(crossing, found);
        if found.count() == 0 {
            self.cap_middle_inside(found);
        }
    }

    /// A cap of the cylinder and an end of the capsule.
    fn cap_on_end(&self, cap: f64, end: f64, found: &mut Found) {
        let (one, two) = (&self.one, &self.two);
        let (middle, ball) = (one.end(cap), two.end(end));
        let off = ball - middle;
        let above = off.dot(one.axis);
        let off = off - one.axis * above;
        if cap * above >= 0.0 {
            let depth = two.radius - cap * above;
            if depth > 0.0 && off.length_squared() < one.radius * one.radius {
                let normal = one.axis * -cap;
                found.add(ball + normal * two.radius, normal, depth);
            }
            return;
        }
        let edge = middle + direction(off) * one.radius;
        let from_ball = edge - ball;
        if from_ball.length_squared() <= two.radius * two.radius {
            let depth = two.radius - from_ball.length();
            found.add(edge, direction(from_ball), depth);
        }
    }

    /// The rim of the cap that is nearer to the capsule's axis, and that axis.
    fn rim_on_side(&self, crossing: &Crossing, found: &mut Found) {
        let (one, two) = (&self.one, &self.two);
        let squared = self.delta.length_squared();
        let mean = self.det * one.half * one.half - self.along[1] * self.along[1] + squared;
        let slope = 2.0 * self.det * one.half * crossing.at[0];
        let side = sign(mean - slope <= mean + slope);
        let reach = self.reach() * self.reach();
        let start = self.cosine * one.half * side - self.along[1];
        if mean - slope * side > reach || one.radius + two.half - start.abs() <= 0.0 {
            return;
        }
        let nearest = nearest_to_line(&Rim {
            radius: one.radius,
            constant: one.radius * one.radius + one.half * one.half + squared
                - 2.0 * one.half * self.along[0] * side,
            start,
            off: [
                squared - self.along[0] * self.along[0],
                -2.0 * self.det * crossing.at[1],
                self.det,
            ],
        });
        let depth = two.radius - nearest.squared.sqrt();
        if depth >= 0.0 && two.half - nearest.along.abs() >= 0.0 {
            let middle = one.end(side);
            let on_axis = two.centre + two.axis * nearest.along - middle;
            let in_plane = on_axis - one.axis * on_axis.dot(one.axis);
            let edge = in_plane * (one.radius / nearest.off);
            found.add(edge + middle, direction(edge - on_axis), depth);
        }
    }

    /// The middle of a cap or an end of the capsule within the other shape.
    fn cap_middle_inside(&self, found: &mut Found) {
        let (one, two) = (&self.one, &self.two);
        let base = self.delta.length_squared() + two.half * two.half;
        let measure = |radius: f64, half: f64, rest: f64, along: f64| {
            let radial = root_or_zero(radius * radius - rest + along * along);
            let axial = half - along.abs();
            let is_radial = axial > radial;
            (if is_radial { radial } else { axial }, is_radial)
        };
        for side in [1.0, -1.0] {
            let along = self.cosine * one.half * side - self.along[1];
            let rest = base - 2.0 * one.half * self.along[0] * side;
            let (depth, is_radial) = measure(two.radius, two.half, rest, along);
            if depth > 0.0 {
                let normal = if is_radial {
                    let off = (self.delta + two.axis * along) * side;
                    direction(one.axis * one.half - off)
                } else {
                    two.axis * sign(along > 0.0)
                };
                found.add(one.end(side), normal, depth);
                return;
            }
        }
        for side in [1.0, -1.0] {
            let along = self.cosine * two.half * side + self.along[0];
            let rest = base + 2.0 * two.half * self.along[1] * side;
            // The second end is measured with the capsule's sizes.
            let (radius, half) = if side > 0.0 {
                (one.radius, one.half)
            } else {
                (two.radius, two.half)
            };
            let (depth, is_radial) = measure(radius, half, rest, along);
            if depth > 0.0 {
                let normal = if is_radial {
                    direction(one.axis * along - two.axis * two.half - self.delta * side)
                } else {
                    one.axis * -sign(along > 0.0)
                };
                found.add(two.end(side), normal, depth);
                return;
            }
        }
    }
}
