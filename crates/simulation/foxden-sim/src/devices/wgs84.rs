//! Latitude and longitude on the WGS84 ellipsoid, by way of the universal
//! transverse Mercator projection: series in the longitude from the middle of
//! the zone, as far as the sixth power.

use crate::math::{cos, sin, sqrt, tan};

const EQUATOR_RADIUS: f64 = 6_378_137.0;
const FLATTENING: f64 = 1.0 / 298.257_223_6;
const SCALE: f64 = 0.9996;
/// East of the middle of a zone.
const FALSE_EAST: f64 = 500_000.0;
/// North of the equator, for references south of it.
const FALSE_NORTH: f64 = 10_000_000.0;

/// The zone of a reference point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct UtmZone {
    /// The longitude of its middle.
    middle: f64,
    false_north: f64,
    /// The square of the first eccentricity.
    e2: f64,
    /// The square of the second eccentricity.
    f2: f64,
}

impl UtmZone {
    /// The zone of a point in degrees.
    pub(crate) fn of(latitude: f64, longitude: f64) -> Self {
        let ratio = 1.0 - FLATTENING;
        let e2 = 1.0 - ratio * ratio;
        let number = 1.0 + ((longitude + 180.0) / 6.0).floor();
        Self {
            middle: (3.0 + 6.0 * (number - 1.0) - 180.0).to_radians(),
            false_north: if latitude < 0.0 { FALSE_NORTH } else { 0.0 },
            e2,
            f2: e2 / (1.0 - e2),
        }
    }

    /// How long a meridian is per radian, on the mean.
    fn mean_meridian(&self) -> f64 {
        1.0 - self.e2 * (1.0 / 4.0 + self.e2 * (3.0 / 64.0 + 5.0 * self.e2 / 256.0))
    }

    /// North and east in metres of a point in degrees.
    pub(crate) fn plane(&self, latitude: f64, longitude: f64) -> (f64, f64) {
        let (phi, lambda) = (latitude.to_radians(), longitude.to_radians());
        let e2 = self.e2;
        let (sine, cosine, tangent) = (sin(phi), cos(phi), tan(phi));
        let radius = EQUATOR_RADIUS / sqrt(1.0 - e2 * sine * sine);
        let t = tangent * tangent;
        let c = self.f2 * cosine * cosine;
        let a = (lambda - self.middle) * cosine;
        let a2 = a * a;
        let meridian = EQUATOR_RADIUS
            * (phi * self.mean_meridian()
                - sin(2.0 * phi) * e2 * (3.0 / 8.0 + e2 * (3.0 / 32.0 + 45.0 * e2 / 1024.0))
                + sin(4.0 * phi) * e2 * e2 * (15.0 / 256.0 + 45.0 * e2 / 1024.0)
                - sin(6.0 * phi) * e2 * e2 * e2 * (35.0 / 3072.0));
        let fifth = (5.0 - 18.0 * t + t * t + 72.0 * c - 58.0 * self.f2) / 120.0;
        let east = SCALE * radius * a * (1.0 + a2 * ((1.0 - t + c) / 6.0 + a2 * fifth));
        let fourth = (5.0 - t + 9.0 * c + 4.0 * c * c) / 24.0;
        let sixth = a2 * (61.0 - 58.0 * t + t * t + 600.0 * c - 330.0 * self.f2) / 720.0;
        let north =
            SCALE * (meridian + radius * tangent * (a2 * (1.0 / 2.0 + a2 * (fourth + sixth))));
        (north + self.false_north, east + FALSE_EAST)
    }

    /// Latitude and longitude in degrees of a point in metres.
    pub(crate) fn sphere(&self, north: f64, east: f64) -> (f64, f64) {
        let root = sqrt(1.0 - self.e2);
        let n = (1.0 - root) / (1.0 + root);
        let n2 = n * n;
        let meridian = (north - self.false_north) / SCALE;
        let mu = meridian / (EQUATOR_RADIUS * self.mean_meridian());
        // the latitude at which a meridian is that long
        let foot = mu
            + n * (3.0 / 2.0 - 27.0 * n2 / 32.0) * sin(2.0 * mu)
            + n2 * (21.0 / 16.0 - 55.0 * n2 / 32.0) * sin(4.0 * mu)
            + n2 * n * (151.0 / 96.0 * sin(6.0 * mu) + n * 1097.0 / 512.0 * sin(8.0 * mu));
        let (sine, cosine, tangent) = (sin(foot), cos(foot), tan(foot));
        let c = self.f2 * cosine * cosine;
        let t = tangent * tangent;
        let bend = 1.0 - self.e2 * sine * sine;
        let radius = EQUATOR_RADIUS / sqrt(bend);
        let meridian_radius = radius * (1.0 - self.e2) / bend;
        let d = (east - FALSE_EAST) / (radius * SCALE);
        let d2 = d * d;
        let fourth = (5.0 + 3.0 * t + 10.0 * c - 4.0 * c * c - 9.0 * self.f2) / 24.0;
        let sixth =
            (61.0 + 90.0 * t + 298.0 * c + 45.0 * t * t - 252.0 * self.f2 - 3.0 * c * c) / 720.0;
        let turned = d2 * (1.0 / 2.0 - d2 * fourth) + d2 * d2 * d2 * sixth;
        let latitude = foot - radius * tangent / meridian_radius * turned;
        let fifth = (5.0 - 2.0 * c + 28.0 * t - 3.0 * c * c + 8.0 * self.f2 + 24.0 * t * t) / 120.0;
        let third = (-1.0 - 2.0 * t - c) / 6.0;
        let longitude = d * (1.0 + d2 * (third + d2 * fifth)) / cosine + self.middle;
        (latitude.to_degrees(), longitude.to_degrees())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back_is_the_same_place() {
        for (latitude, longitude) in [(46.5, 6.5), (-33.9, 151.2), (0.0, 0.0), (64.1, -21.9)] {
            let zone = UtmZone::of(latitude, longitude);
            let (north, east) = zone.plane(latitude, longitude);
            let (back, across) = zone.sphere(north, east);
            assert!((back - latitude).abs() < 1e-6, "{back} for {latitude}");
            assert!(
                (across - longitude).abs() < 1e-6,
                "{across} for {longitude}"
            );
        }
    }

    #[test]
    fn the_middle_of_a_zone_is_at_the_false_east() {
        let (north, east) = UtmZone::of(0.0, 3.0).plane(0.0, 3.0);
        assert_eq!((north, east), (0.0, FALSE_EAST));
    }
}
