//! Capsules in a fluid: a cylinder and two half balls, which are integrated
//! with the steps of the genuine engine.

use super::Immersed;
use super::revolution::{End, Revolution, Slope};
use super::spheres::Cap;
use crate::math::{Vector, acos, asin, cos};
use std::f64::consts::PI;

pub(super) fn immersed(shape: &Revolution) -> Option<Immersed> {
    let (upper, lower) = (&shape.upper, &shape.lower);
    let radius = shape.radius;
    let is_wet = |end: &End, is_highest: bool| {
        if is_highest {
            end.depth > radius
        } else {
            end.is_wet
        }
    };
    let is_partly_wet = |end: &End, is_highest: bool| {
        is_wet(end, is_highest)
            || if is_highest {
                end.is_partly_wet
            } else {
                end.depth > -radius
            }
    };
    let (is_upper_high, is_lower_high) = (shape.cos > 0.0, shape.cos < 0.0);
    let wet = [is_wet(upper, is_upper_high), is_wet(lower, is_lower_high)];
    let touched = [
        is_partly_wet(upper, is_upper_high),
        is_partly_wet(lower, is_lower_high),
    ];
    if touched == [false; 2] {
        return None;
    }
    if wet == [true; 2] {
        return Some(whole(shape));
    }
    let mut sum = shape.immersed().unwrap_or_default();
    if shape.is_flat() {
        let depth = 0.5 * (upper.depth + lower.depth);
        let cap = Cap::new(radius, depth);
        let centre = shape.centre - shape.normal * cap.below;
        add(&mut sum, centre, cap.volume, cap.area);
        return Some(sum);
    }
    if wet != [false; 2] {
        let sign = if wet[1] { -1.0 } else { 1.0 };
        let centre = shape.centre + shape.axis * (sign * (shape.half + 3.0 / 8.0 * radius));
        add(
            &mut sum,
            centre,
            half_ball(radius),
            2.0 * PI * radius * radius,
        );
    }
    let is_cap =
        |at: usize, end: &End| touched[at] && !wet[at] && (end.is_wet || !end.is_partly_wet);
    if is_cap(1, lower) {
        add_cap(&mut sum, shape, -1.0, lower.depth);
    } else if is_cap(0, upper) {
        add_cap(&mut sum, shape, 1.0, upper.depth);
    }
    for (end, sign) in [(lower, -1.0), (upper, 1.0)] {
        if end.is_partly_wet && !end.is_wet {
            add_cut_half_ball(&mut sum, shape, sign, end.depth);
        }
    }
    Some(sum)
}

fn whole(shape: &Revolution) -> Immersed {
    let (radius, height) = (shape.radius, 2.0 * shape.half);
    let disk = PI * radius * radius;
    let side = radius * height + disk;
    Immersed {
        volume: disk * (height + 4.0 / 3.0 * radius),
        area: 2.0 * PI * radius * (2.0 * radius + height),
        shown: [side, side, disk],
        centre: shape.centre,
    }
}

fn half_ball(radius: f64) -> f64 {
    2.0 * PI / 3.0 * radius * radius * radius
}

fn add(sum: &mut Immersed, centre: Vector, volume: f64, area: f64) {
    let total = sum.volume + volume;
    sum.centre = sum.centre * (sum.volume / total) + centre * (volume / total);
    sum.volume = total;
    sum.area += area;
}

/// An end that the surface cuts beside its disk. Where the end points up, the
/// genuine engine takes the part of the whole ball from the half one.
fn add_cap(sum: &mut Immersed, shape: &Revolution, sign: f64, depth: f64) {
    let radius = shape.radius;
    let centre = shape.centre + shape.axis * (sign * shape.half);
    let cap = Cap::new(radius, depth);
    if sign * shape.cos <= 0.0 {
        add(sum, centre - shape.normal * cap.below, cap.volume, cap.area);
        return;
    }
    let whole = half_ball(radius);
    let volume = whole - cap.volume;
    let middle = centre + shape.axis * (sign * 3.0 / 8.0 * radius);
    let cut = centre + shape.normal * cap.below;
    let centre = middle * (whole / volume) + cut * (-cap.volume / volume);
    let area = 2.0 * PI * radius * radius - cap.area;
    add(sum, centre, volume, area);
}

/// An end whose disk the surface cuts.
fn add_cut_half_ball(sum: &mut Immersed, shape: &Revolution, sign: f64, depth: f64) {
    let radius = shape.radius;
    let Slope {
        axis,
        across,
        slope,
        meets,
    } = shape.slope(sign, depth);
    let centre = shape.centre + axis * shape.half;
    let square = shape.cos * shape.cos;
    let reach = (radius * radius / square - meets * meets).sqrt();
    let highest = square * (meets + slope.abs() * reach);
    let part = HalfBall {
        meets: meets / radius,
        steepness: 1.0 / slope,
    };
    let top = highest / radius;
    let volume = part.volume(top);
    let middle = centre
        + across
            * (2.0 / 3.0 * radius * simpson(0.0, top, 100, |z| part.moment_across(z)) / volume)
        + axis * (radius * simpson(0.0, top, 100, |z| z * part.section(z)) / volume);
    let cube = radius * radius * radius;
    add(
        sum,
        middle,
        cube * volume,
        2.0 * radius * radius * part.area(top),
    );
    if slope * (highest - meets) < 0.0 {
        let height = radius - highest;
        let reach = radius + highest;
        add(
            sum,
            centre + axis * (0.75 * reach * reach / (radius + reach)),
            PI / 3.0 * height * height * (3.0 * radius - height),
            2.0 * PI * radius * height,
        );
    }
}

/// How a slanting surface cuts a half ball of radius 1.
struct HalfBall {
    meets: f64,
    steepness: f64,
}

/// Where the integrals are split: they are steep near their ends.
const STEEP_FROM: f64 = 0.9;

impl HalfBall {
    fn angle(cos: f64) -> f64 {
        acos(cos.clamp(-1.0, 1.0))
    }

    fn across(&self, height: f64) -> f64 {
        (height - self.meets) * self.steepness
    }

    /// Twice the wet part of the section at a height.
    fn section(&self, height: f64) -> f64 {
        let square = 1.0 - height * height;
        let across = self.across(height);
        let angle = Self::angle(across / square.sqrt());
        let rest = square - across * across;
        if rest > 0.0 {
            square * angle - across * rest.sqrt()
        } else {
            square * angle
        }
    }

    fn moment_across(&self, height: f64) -> f64 {
        let across = self.across(height);
        let rest = 1.0 - height * height - across * across;
        if rest > 0.0 { rest * rest.sqrt() } else { 0.0 }
    }

    fn volume(&self, top: f64) -> f64 {
        let split = STEEP_FROM * top;
        simpson(0.0, split, 50, |z| self.section(z)) + simpson(split, top, 50, |z| self.section(z))
    }

    fn area(&self, top: f64) -> f64 {
        let ring = |angle: f64| {
            let width = cos(angle);
            let height = (1.0 - width * width).sqrt();
            width * Self::angle(self.across(height) / width)
        };
        let end = asin(top);
        let split = STEEP_FROM * end;
        simpson(0.0, split, 50, ring) + simpson(split, end, 50, ring)
    }
}

fn simpson(start: f64, end: f64, parts: u32, of: impl Fn(f64) -> f64) -> f64 {
    let width = (end - start) / f64::from(parts);
    let mut sum = of(start) + of(end) + 4.0 * of(end - 0.5 * width);
    for at in 1..parts {
        let edge = start + f64::from(at) * width;
        sum += 4.0 * of(edge - 0.5 * width) + 2.0 * of(edge);
    }
    width * sum / 6.0
}
