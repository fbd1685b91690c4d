//! Distance sensors: their rays, and what a distance becomes.

use crate::devices::lookup::LookupTable;
use crate::math::{Vector, acos, cos, exp, sin};
use crate::model::compile::read;
use foxden_scene::{NodeId, Scene};
use std::f64::consts::TAU;

/// How a distance is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DistanceKind {
    Generic,
    InfraRed,
    Sonar,
    Laser,
}

/// A DistanceSensor.
#[derive(Clone, Debug)]
pub struct DistanceSensor {
    pub(crate) kind: DistanceKind,
    pub(crate) table: LookupTable,
    /// Directions in the frame of the sensor, with weights that add up to 1.
    pub(crate) rays: Vec<(Vector, f64)>,
    pub(crate) red_sensitivity: f64,
}

impl DistanceSensor {
    pub(crate) fn read(scene: &Scene, node: NodeId) -> Self {
        let kind = match read::text(scene, node, "type")
            .to_ascii_lowercase()
            .as_str()
        {
            "generic" => DistanceKind::Generic,
            "infra-red" | "infrared" => DistanceKind::InfraRed,
            "laser" => DistanceKind::Laser,
            _ => DistanceKind::Sonar,
        };
        let wanted = read::integer(scene, node, "numberOfRays").clamp(1, 10_000) as usize;
        let aperture = read::number(scene, node, "aperture");
        let width = read::number(scene, node, "gaussianWidth");
        let count = if kind == DistanceKind::Laser || aperture == 0.0 {
            1
        } else {
            wanted
        };
        Self {
            kind,
            table: LookupTable::new(&read::vectors(scene, node, "lookupTable")),
            rays: rays(count, aperture, width),
            red_sensitivity: read::number(scene, node, "redColorSensitivity"),
        }
    }

    /// How far it sees.
    pub(crate) fn range(&self) -> f64 {
        self.table.rows().last().map_or(0.0, |row| row.input)
    }
}

/// The directions of rays in a cone about x, and their weights.
fn rays(count: usize, aperture: f64, width: f64) -> Vec<(Vector, f64)> {
    let half = aperture * 0.5;
    // a ray at an angle from the axis, at an angle around it
    let ray = |polar: f64, around: f64| {
        let sine = sin(polar);
        Vector::new(cos(polar), sine * cos(around), sine * sin(around))
    };
    let circle = |count: usize, part: f64| {
        // from the top on
        (0..count).map(move |at| ray(half * part, TAU / 4.0 + at as f64 * TAU / count as f64))
    };
    let directions: Vec<Vector> = match count {
        1 => vec![ray(0.0, 0.0)],
        2 => vec![ray(half, 0.0), ray(half, TAU / 2.0)],
        3 => circle(3, 1.0).collect(),
        4..=8 => std::iter::once(ray(0.0, 0.0))
            .chain(circle(count - 1, 1.0))
            .collect(),
        9 => circle(3, 0.3).chain(circle(6, 1.0)).collect(),
        10 => std::iter::once(ray(0.0, 0.0))
            .chain(circle(3, 0.5))
            .chain(circle(6, 1.0))
            .collect(),
        _ => orbits(count)
            .into_iter()
            .flat_map(|(count, part)| circle(count, part))
            .collect(),
    };
    let weight = |polar: f64| {
        let part = polar / (aperture * width);
        exp(-part * part)
    };
    let weights: Vec<f64> = directions
        .iter()
        .map(|direction| match count {
            1 => 1.0,
            // rays that go round more than half a turn are that much nearer again
            _ => weight(acos(direction.x)),
        })
        .collect();
    let total: f64 = weights.iter().sum();
    directions
        .into_iter()
        .zip(weights)
        .map(|(direction, weight)| (direction, weight / total))
        .collect()
}

/// How many rays on which orbit, from the inside out: 1, 4, 7 and so on, the rest outside.
fn orbits(count: usize) -> Vec<(usize, f64)> {
    let mut sizes = Vec::new();
    let (mut left, mut next) = (count, 1);
    while left > 0 {
        let here = next.min(left);
        sizes.push(here);
        left -= here;
        next += 3;
    }
    let last = (sizes.len() - 1).max(1) as f64;
    sizes
        .into_iter()
        .enumerate()
        .map(|(at, size)| (size, at as f64 / last))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_add_up_and_directions_have_length_one() {
        for count in 1..40 {
            let rays = rays(count, 1.0, 1.0);
            assert_eq!(rays.len(), count);
            let total: f64 = rays.iter().map(|(_, weight)| weight).sum();
            assert!((total - 1.0).abs() < 1e-12);
            assert!(
                rays.iter()
                    .all(|(direction, _)| (direction.length() - 1.0).abs() < 1e-12)
            );
        }
    }
}
