//! The geometry of a Lidar: the size of its picture, which rows are layers,
//! how a rotating one sweeps, and the points of its cloud.

use crate::math::{cos, sin, sin_cos};
use foxden_vision::VisionRules;
use serde::{Deserialize, Serialize};
use std::f64::consts::{PI, TAU};

/// A point of the cloud as controllers see it. Its fields lie in memory in this order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[repr(C)]
pub struct LidarPoint {
    /// Where it is, seen from the lidar.
    pub position: [f32; 3],
    /// Its layer; 0 is the top one.
    pub layer: i32,
    /// When it was measured, in seconds.
    pub time: f32,
}

/// How a lidar scans, after impossible values were replaced.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scan {
    /// Points in a layer.
    pub resolution: u32,
    /// Layers.
    pub layers: u32,
    /// The horizontal angle of its picture.
    pub field_of_view: f64,
    /// The vertical angle that its fields name.
    pub vertical_field_of_view: f64,
    /// Whether it turns.
    pub is_rotating: bool,
    /// Columns of its picture.
    pub width: u32,
    /// Rows of its picture.
    pub height: u32,
}

/// The greatest number of pixels of a picture, so that memory stays bounded.
const MOST_PIXELS: u32 = 1 << 25;

impl Scan {
    /// From the fields of a lidar.
    pub fn new(
        resolution: i32,
        layers: i32,
        field_of_view: f64,
        vertical_field_of_view: f64,
        is_rotating: bool,
    ) -> Self {
        let vertical_field_of_view = match vertical_field_of_view {
            angle if angle <= 0.0 => 0.1,
            angle => angle.min(PI),
        };
        let mut scan = Self {
            resolution: resolution.clamp(1, i32::from(u16::MAX)) as u32,
            layers: layers.clamp(1, i32::from(u16::MAX)) as u32,
            field_of_view,
            vertical_field_of_view,
            is_rotating,
            width: 1,
            height: 1,
        };
        scan.measure();
        if scan.height < scan.layers {
            // the picture has too few rows: more columns make more rows
            let covered = field_of_view * f64::from(scan.height) / f64::from(scan.width);
            let mut wanted = (f64::from(scan.layers) * field_of_view / covered).ceil();
            if is_rotating {
                // the resolution is that of a whole turn
                wanted = (wanted * (TAU / field_of_view)).trunc();
            }
            scan.resolution = wanted.clamp(1.0, f64::from(u16::MAX)) as u32;
            scan.measure();
            if scan.height < scan.layers {
                scan.vertical_field_of_view =
                    f64::from(scan.layers) * field_of_view / f64::from(scan.width);
                scan.measure();
            }
            scan.layers = scan.layers.min(scan.height);
        }
        scan
    }

    /// The size of the picture.
    fn measure(&mut self) {
        self.width = match self.is_rotating {
            true => (f64::from(self.resolution) * (self.field_of_view / TAU)).ceil() as u32,
            false => self.resolution,
        }
        .max(1);
        let columns = f64::from(self.width);
        self.height = match self.layers {
            1 => 1,
            _ => {
                let angle = self.vertical_field_of_view + self.field_of_view / columns;
                let rows = (angle * (columns / self.field_of_view)).ceil();
                (rows.max(1.0) as u32).min(MOST_PIXELS / self.width)
            }
        };
    }

    /// How many points the lidar has.
    pub fn points(&self) -> usize {
        self.resolution as usize * self.layers as usize
    }

    /// The row of the picture that a layer is.
    pub fn row(&self, layer: u32) -> usize {
        if self.height == self.layers || self.layers == 1 {
            return layer as usize;
        }
        let step = f64::from(self.height - 1) / f64::from(self.layers - 1);
        ((f64::from(layer) * step) as usize).min(self.height as usize - 1)
    }

    /// The vertical angle that the picture covers.
    fn covered_height(&self) -> f64 {
        self.field_of_view * (f64::from(self.height) / f64::from(self.width))
    }

    /// The elevation of the top layer, and what is added for each one below.
    fn elevations(&self, tilt: f64) -> Turning {
        match self.layers {
            1 => Turning::new(tilt, 0.0),
            layers => {
                let angle = self.covered_height();
                Turning::new(angle / 2.0 + tilt, -angle / f64::from(layers - 1))
            }
        }
    }

    /// The azimuth of the first column, and what is added for each one after it.
    fn azimuths(&self) -> Turning {
        if self.is_rotating {
            return Turning::new(0.0, -TAU / f64::from(self.resolution));
        }
        let step = self.field_of_view / (f64::from(self.width) - 1.0);
        Turning::new(self.field_of_view / 2.0, -step)
    }

    /// Copies the layers of a picture.
    pub fn copy_layers(&self, picture: &[f32], ranges: &mut [f32]) {
        let (columns, width) = (self.resolution as usize, self.width as usize);
        for layer in 0..self.layers {
            let row = &picture[self.row(layer) * width..][..width];
            ranges[layer as usize * columns..][..width.min(columns)]
                .copy_from_slice(&row[..width.min(columns)]);
        }
    }

    /// The part of a picture that a turn sweeps: where it goes. `before` is the
    /// angle at the beginning of the turn.
    pub fn sweep(&self, before: f64, turn: f64) -> Sweep {
        let half = f64::from(self.width) / 2.0;
        let share = (turn.abs() / self.field_of_view).min(1.0);
        let turns = (before / TAU).abs();
        let angle = (turns - turns.floor()) * TAU;
        let column = (f64::from(self.resolution) * (angle / TAU)).floor();
        Sweep {
            first: (half * (1.0 - share)) as u32,
            end: (half * (1.0 + share)) as u32,
            offset: (column - half) as i64,
        }
    }

    /// Copies the swept part of a picture.
    pub fn copy_sweep(&self, sweep: &Sweep, picture: &[f32], ranges: &mut [f32]) {
        for (layer, column, place) in self.swept(sweep) {
            let row = self.row(layer) * self.width as usize;
            let at = layer as usize * self.resolution as usize + place as usize;
            ranges[at] = picture[row + column as usize];
        }
    }

    /// Fills the swept part of the cloud from ranges.
    pub fn fill_sweep(
        &self,
        sweep: &Sweep,
        ranges: &[f32],
        (tilt, rules): (f64, VisionRules),
        [time, period]: [f64; 2],
        cloud: &mut [LidarPoint],
    ) {
        let step = self.time_step(period);
        let elevations: Vec<Turning> = self.elevations(tilt).take(self.layers as usize).collect();
        for (layer, _, place) in self.swept(sweep) {
            let at = layer as usize * self.resolution as usize + place as usize;
            let azimuth = -TAU * f64::from(place) / f64::from(self.resolution);
            let azimuth = Turning::new(azimuth, 0.0);
            let elevation = &elevations[layer as usize];
            cloud[at] = LidarPoint {
                position: match rules {
                    VisionRules::Genuine => position(&azimuth, elevation, ranges[at]),
                    VisionRules::Corrected => self.corrected(layer, place, tilt, ranges[at]),
                },
                layer: layer as i32,
                time: (time + f64::from(place) * step) as f32,
            };
        }
    }

    /// From one column to the next, in seconds: later columns are earlier, as
    /// the genuine program has it.
    fn time_step(&self, period: f64) -> f64 {
        -(period / 1000.0) / f64::from(self.width)
    }

    /// Layer, column of the picture, and column of the layer of what is swept.
    fn swept(&self, sweep: &Sweep) -> impl Iterator<Item = (u32, u32, u32)> {
        let (scan, sweep) = (*self, *sweep);
        (0..scan.layers).flat_map(move |layer| {
            (sweep.first..sweep.end.min(scan.width)).map(move |column| {
                let place = i64::from(column) + sweep.offset;
                let place = place.rem_euclid(i64::from(scan.resolution));
                (layer, column, place as u32)
            })
        })
    }

    /// Fills the cloud from ranges. `time` is that of the picture in seconds,
    /// `period` the time between pictures in milliseconds.
    pub fn fill_cloud(
        &self,
        ranges: &[f32],
        (tilt, rules): (f64, VisionRules),
        [time, period]: [f64; 2],
        cloud: &mut [LidarPoint],
    ) {
        let step = self.time_step(period);
        let columns = self.resolution as usize;
        let elevations = self.elevations(tilt).take(self.layers as usize);
        for (layer, elevation) in elevations.enumerate() {
            for (column, azimuth) in self.azimuths().take(columns).enumerate() {
                let at = layer * columns + column;
                cloud[at] = LidarPoint {
                    position: match rules {
                        VisionRules::Genuine => position(&azimuth, &elevation, ranges[at]),
                        VisionRules::Corrected => {
                            self.corrected(layer as u32, column as u32, tilt, ranges[at])
                        }
                    },
                    layer: layer as i32,
                    time: (time + column as f64 * step) as f32,
                };
            }
        }
    }
}

impl Scan {
    /// The point of a range where its pixel looks: at the angle of the pixel's
    /// middle, tilted upwards.
    fn corrected(&self, layer: u32, column: u32, tilt: f64, range: f32) -> [f32; 3] {
        let pixel = self.field_of_view / f64::from(self.width);
        let up = (0.5 * f64::from(self.height) - 0.5 - self.row(layer) as f64) * pixel;
        let column = f64::from(column) + 0.5;
        let range = f64::from(range);
        let tilted = |[x, y, z]: [f64; 3]| {
            [
                x * cos(tilt) - z * sin(tilt),
                y,
                x * sin(tilt) + z * cos(tilt),
            ]
        };
        let point = if self.is_rotating {
            // it is tilted first, then it turns
            let [x, _, z] = tilted([cos(up), 0.0, sin(up)]);
            let turn = -TAU * column / f64::from(self.resolution);
            [x * cos(turn), x * sin(turn), z]
        } else {
            let across = 0.5 * self.field_of_view - column * pixel;
            tilted([cos(up) * cos(across), cos(up) * sin(across), sin(up)])
        };
        point.map(|part| (range * part) as f32)
    }
}

/// Sine and cosine of an angle that turns by the same amount again and again.
///
/// The genuine program computes them from the ones before: the angle in the
/// middle is not quite 0, so that an infinite range there is infinite upwards.
#[derive(Clone, Copy, Debug)]
struct Turning {
    sine: f64,
    cosine: f64,
    step_sine: f64,
    step_cosine: f64,
}

impl Turning {
    fn new(angle: f64, step: f64) -> Self {
        let (sine, cosine) = sin_cos(angle);
        let (step_sine, step_cosine) = sin_cos(step);
        Self {
            sine,
            cosine,
            step_sine,
            step_cosine,
        }
    }
}

impl Iterator for Turning {
    type Item = Self;

    fn next(&mut self) -> Option<Self> {
        let now = *self;
        self.sine = now.sine * now.step_cosine + now.cosine * now.step_sine;
        self.cosine = now.cosine * now.step_cosine - now.sine * now.step_sine;
        Some(now)
    }
}

/// The point of a range.
fn position(azimuth: &Turning, elevation: &Turning, range: f32) -> [f32; 3] {
    let range = f64::from(range);
    [
        range * azimuth.cosine * elevation.cosine,
        range * azimuth.sine * elevation.cosine,
        range * elevation.sine,
    ]
    .map(|part| part as f32)
}

/// The part of a picture that a turn sweeps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sweep {
    /// Its first column.
    first: u32,
    /// The column after its last one.
    end: u32,
    /// What is added to a column to find its place in a layer.
    offset: i64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_with_too_few_rows_grows() {
        let scan = Scan::new(40, 5, 1.6, 0.05, false);
        assert_eq!((scan.resolution, scan.layers), (67, 5));
        assert!((scan.vertical_field_of_view - 0.119_402_985_074_626_86).abs() < 1e-12);
        let bad = Scan::new(12, 0, 7.0, -1.0, false);
        assert_eq!((bad.layers, bad.vertical_field_of_view), (1, 0.1));
        assert_eq!((bad.width, bad.height), (12, 1));
    }

    #[test]
    fn layers_are_spread_over_the_rows() {
        let scan = Scan::new(64, 3, PI / 2.0, 0.4, false);
        assert_eq!(scan.row(0), 0);
        assert_eq!(scan.row(2), scan.height as usize - 1);
        let picture: Vec<f32> = (0..scan.width * scan.height).map(|at| at as f32).collect();
        let mut ranges = vec![0.0; scan.points()];
        scan.copy_layers(&picture, &mut ranges);
        assert_eq!(ranges[0], 0.0);
        assert_eq!(ranges[64], (scan.row(1) * 64) as f32);
    }

    #[test]
    fn a_sweep_wraps_around() {
        let scan = Scan::new(8, 1, TAU, 0.1, true);
        assert_eq!((scan.width, scan.height), (8, 1));
        let picture: Vec<f32> = (1..=8).map(|at| at as f32).collect();
        let mut ranges = vec![0.0; 8];
        let sweep = scan.sweep(0.0, -TAU / 4.0);
        scan.copy_sweep(&sweep, &picture, &mut ranges);
        // the two middle columns lie before and after the direction ahead
        assert_eq!(ranges, [5.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 4.0]);
    }

    #[test]
    fn points_follow_the_angles() {
        let scan = Scan::new(3, 1, PI / 2.0, 0.1, false);
        let mut cloud = vec![LidarPoint::default(); 3];
        let view = (0.0, VisionRules::Genuine);
        scan.fill_cloud(&[2.0; 3], view, [1.0, 30.0], &mut cloud);
        assert!((cloud[1].position[0] - 2.0).abs() < 1e-6);
        assert!(cloud[0].position[1] > 1.4 && cloud[2].position[1] < -1.4);
        assert!(cloud[2].time < cloud[0].time);
        scan.fill_cloud(&[f32::INFINITY; 3], view, [1.0, 30.0], &mut cloud);
        assert!(cloud[1].position[0].is_infinite() && cloud[1].position[2].is_nan());
    }
}
