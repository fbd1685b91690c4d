//! Cylinders in a fluid, and the straight part of capsules.

use super::{FluidSurface, Immersed};
use crate::math::{Pose, Vector, acos};
use std::f64::consts::PI;

/// Axes closer than this to the surface's normal, or to lying flat, count as that.
const NEARLY: f64 = 0.001;

/// A cylinder, and how the surface cuts it.
pub(super) struct Revolution {
    pub centre: Vector,
    pub axis: Vector,
    pub normal: Vector,
    pub radius: f64,
    pub half: f64,
    /// Whether flat ends close it.
    is_closed: bool,
    /// The cosine and sine of the angle between axis and normal.
    pub cos: f64,
    pub sin: f64,
    /// How deep the centre is.
    depth: f64,
    /// The end where the axis points to.
    pub upper: End,
    pub lower: End,
}

/// One end of a cylinder.
#[derive(Clone, Copy)]
pub(super) struct End {
    /// How deep its middle is.
    pub depth: f64,
    pub is_partly_wet: bool,
    pub is_wet: bool,
}

/// A direction across an axis, along which the fluid gets deeper by `slope`,
/// and where the surface meets the axis.
pub(super) struct Slope {
    pub axis: Vector,
    pub across: Vector,
    pub slope: f64,
    pub meets: f64,
}

/// A segment of a disk by the half of the angle that it takes.
#[derive(Clone, Copy)]
struct Segment {
    angle: f64,
    sin: f64,
    cos: f64,
}

impl Segment {
    fn new(cos: f64) -> Self {
        Self {
            angle: acos(cos),
            sin: (1.0 - cos * cos).sqrt(),
            cos,
        }
    }

    fn area(&self) -> f64 {
        self.angle - self.sin * self.cos
    }

    /// The volume of a slice over the segment, for radius and slope 1.
    fn volume(&self) -> f64 {
        self.sin * (1.0 - self.sin * self.sin / 3.0) - self.angle * self.cos
    }

    /// The surface of that slice along the side.
    fn side(&self) -> f64 {
        self.sin - self.angle * self.cos
    }

    /// Its moments across and along the axis, twelve and eight times.
    fn moments(&self) -> [f64; 2] {
        let product = self.sin * self.cos;
        let double = 2.0 * self.cos * self.cos - 1.0;
        let fourth = product * double;
        [
            3.0 * self.angle - 4.0 * product + fourth,
            2.0 * product - 2.0 * self.angle * double - self.angle + fourth,
        ]
    }
}

impl Revolution {
    pub fn new(
        pose: &Pose,
        surface: &FluidSurface,
        radius: f64,
        height: f64,
        is_closed: bool,
    ) -> Self {
        let axis = pose.rotation.column(2);
        let half = height * 0.5;
        let cos = axis.dot(surface.normal);
        let sin = axis.cross(surface.normal).length();
        let depth = surface.depth(pose.translation);
        let end = |depth: f64| End {
            depth,
            is_partly_wet: depth > -sin * radius,
            is_wet: depth > sin * radius,
        };
        Self {
            centre: pose.translation,
            axis,
            normal: surface.normal,
            radius,
            half,
            is_closed,
            cos,
            sin,
            depth,
            upper: end(depth - cos * half),
            lower: end(depth + cos * half),
        }
    }

    pub fn immersed(&self) -> Option<Immersed> {
        let (upper, lower) = (&self.upper, &self.lower);
        if !upper.is_partly_wet && !lower.is_partly_wet {
            return None;
        }
        if upper.is_wet && lower.is_wet {
            return Some(self.whole());
        }
        Some(match (upper.is_wet, lower.is_wet) {
            (true, _) if !lower.is_partly_wet => self.one_end(-1.0, upper.depth),
            (_, true) if !upper.is_partly_wet => self.one_end(1.0, lower.depth),
            (_, true) => self.without(&self.slice(-1.0)),
            (true, _) => self.without(&self.slice(1.0)),
            _ if !lower.is_partly_wet => self.moved(self.slice(-1.0)),
            _ if !upper.is_partly_wet => self.moved(self.slice(1.0)),
            _ => self.both_ends(),
        })
    }

    fn height(&self) -> f64 {
        2.0 * self.half
    }

    fn whole(&self) -> Immersed {
        let (radius, height) = (self.radius, self.height());
        let disk = PI * radius * radius;
        Immersed {
            volume: disk * height,
            area: 2.0 * PI * radius * (radius + height),
            shown: [radius * height, radius * height, disk],
            centre: self.centre,
        }
    }

    /// The slope seen along the axis (1) or against it (-1).
    pub fn slope(&self, direction: f64, reference: f64) -> Slope {
        let axis = self.axis * direction;
        let cos = self.cos * direction;
        let across = (self.normal - self.axis * self.cos).normalized();
        Slope {
            axis,
            across: across * -1.0,
            slope: self.sin / cos,
            meets: reference / cos,
        }
    }

    /// The same with an upward slope.
    fn upward(&self, direction: f64) -> Slope {
        let slope = self.slope(direction, self.depth);
        if slope.slope < 0.0 {
            return Slope {
                across: -slope.across,
                slope: -slope.slope,
                ..slope
            };
        }
        slope
    }

    /// One end is all wet, the other dry; `direction` leads from the wet one to the dry one.
    fn one_end(&self, direction: f64, depth: f64) -> Immersed {
        let (radius, half) = (self.radius, self.half);
        let disk = PI * radius * radius;
        let Slope {
            axis,
            across,
            slope,
            meets,
        } = self.upward(direction);
        if self.sin < NEARLY {
            return Immersed {
                volume: disk * depth,
                area: 2.0 * PI * radius * (radius + depth),
                shown: [radius * depth, radius * depth, disk],
                centre: self.centre + axis * (0.5 * (meets - half)),
            };
        }
        let volume = disk * (meets + half);
        // an upright cylinder with a slanting one on top
        let upright = meets - radius * slope + half;
        let shares = [disk * upright / volume, disk * radius * slope / volume];
        let along =
            shares[0] * (0.5 * upright - half) + shares[1] * (meets - 3.0 * radius * slope / 8.0);
        Immersed {
            volume,
            area: PI * radius * (meets + self.height() + radius),
            shown: [0.0; 3],
            centre: self.centre + across * (shares[1] * 0.25 * radius) + axis * along,
        }
    }

    /// The part that the surface cuts off an end which it crosses, relative to
    /// the centre; `direction` leads away from that end.
    fn slice(&self, direction: f64) -> Immersed {
        let Slope {
            axis,
            across,
            slope,
            meets,
        } = self.upward(direction);
        let radius = self.radius;
        let segment = Segment::new(-(self.half + meets) / slope / radius);
        let (volume, [x, z]) = (segment.volume(), segment.moments());
        let square = radius * radius;
        let ends = if self.is_closed { 2.0 } else { 1.0 };
        Immersed {
            volume: radius * square * slope * volume,
            area: square * (2.0 * slope * segment.side() + ends * segment.area()),
            shown: [0.0; 3],
            centre: across * (radius * x / (12.0 * volume))
                + axis * (radius * slope * z / (8.0 * volume) + meets),
        }
    }

    fn moved(&self, part: Immersed) -> Immersed {
        Immersed {
            centre: part.centre + self.centre,
            ..part
        }
    }

    /// All but a slice.
    fn without(&self, dry: &Immersed) -> Immersed {
        let (radius, height) = (self.radius, self.height());
        let volume = PI * radius * radius * height - dry.volume;
        let ends = if self.is_closed {
            2.0 * PI * radius * radius
        } else {
            0.0
        };
        Immersed {
            volume,
            area: 2.0 * PI * radius * height - dry.area + ends,
            shown: [0.0; 3],
            centre: self.centre + dry.centre * (-dry.volume / volume),
        }
    }

    /// Whether the axis lies flat, so that both ends are cut alike.
    pub fn is_flat(&self) -> bool {
        let is_cut = |end: &End| end.is_partly_wet && !end.is_wet;
        is_cut(&self.upper) && is_cut(&self.lower) && self.cos.abs() < NEARLY
    }

    /// The surface crosses both ends.
    fn both_ends(&self) -> Immersed {
        let (radius, square) = (self.radius, self.radius * self.radius);
        let closing = if self.is_closed { square } else { 0.0 };
        if self.cos.abs() < NEARLY {
            let segment = Segment::new(-self.depth / radius);
            let below = 2.0 * radius * segment.sin * segment.sin * segment.sin;
            return Immersed {
                volume: self.height() * square * segment.area(),
                area: 2.0 * self.height() * radius * segment.angle + 2.0 * closing * segment.area(),
                shown: [0.0; 3],
                centre: self.centre - self.normal * (below / (3.0 * segment.area())),
            };
        }
        let Slope {
            axis,
            across,
            slope,
            meets,
        } = self.slope(1.0, self.depth);
        let upper = Segment::new((self.half - meets) / slope / radius);
        let lower = Segment::new(-(self.half + meets) / slope / radius);
        let volume = lower.volume() - upper.volume();
        let ([x0, z0], [x1, z1]) = (lower.moments(), upper.moments());
        Immersed {
            volume: radius * square * slope * volume,
            area: 2.0 * square * slope * (lower.side() - upper.side())
                + closing * (upper.area() + lower.area()),
            shown: [0.0; 3],
            centre: self.centre
                + across * (radius * (x0 - x1) / (12.0 * volume))
                + axis * (radius * slope * (z0 - z1) / (8.0 * volume) + meets),
        }
    }
}
