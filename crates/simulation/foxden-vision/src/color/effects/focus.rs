//! Depth of field.

use super::layer::Layer;
use crate::raster::Frame;
use crate::settings::Focus;

/// Pixels along a side of the blurred copy.
const BLURRED: usize = 320;
/// The binomial weights of nine pixels.
const WEIGHTS: [f32; 5] = [
    924.0 / 4070.0,
    792.0 / 4070.0,
    495.0 / 4070.0,
    220.0 / 4070.0,
    66.0 / 4070.0,
];
/// The greatest radius of a disc in pixels.
const RADIUS: f32 = 5.0;
/// Behind the focal plane nothing is blurred more than this.
const FAR_BLUR: f32 = 1.5;
/// Where the renderer thinks that a picture ends.
const FAR: f32 = 10_000.0;
/// Places in the disc that are looked at, in diameters.
const TAPS: [[f32; 2]; 12] = [
    [0.00, 0.00],
    [0.07, -0.45],
    [-0.15, -0.33],
    [0.35, -0.32],
    [-0.39, -0.26],
    [0.10, -0.23],
    [0.36, -0.12],
    [-0.31, -0.01],
    [-0.38, 0.22],
    [0.36, 0.23],
    [-0.13, 0.29],
    [0.14, 0.41],
];

/// The picture as a lens sees it that is focused at a distance. Depths are 1/w.
pub(super) fn focused(scene: &Layer, depths: &[f32], frame: &Frame, focus: &Focus) -> Layer {
    let size = [frame.width as f32, frame.height as f32];
    let step = 1.0 / BLURRED as f32;
    let blurred = scene.blurred([BLURRED; 2], 0, step, &WEIGHTS);
    let blurred = blurred.blurred([BLURRED; 2], 1, step, &WEIGHTS);
    let blur_at = |place: [f32; 2]| blur(depth(depths, frame, place), focus);
    let scale = 0.5 * (BLURRED as f32 / size[0] + BLURRED as f32 / size[1]);
    Layer::of(scene.width, scene.height, |place| {
        let center = 0.5 * blur_at(place) + 0.5;
        let radius = (center * 2.0 * RADIUS - RADIUS).abs();
        let (mut sum, mut whole) = ([0.0; 3], 0.0);
        for tap in TAPS {
            let there = |by: [f32; 2]| -> [f32; 2] {
                std::array::from_fn(|axis| place[axis] + by[axis] * tap[axis] * radius)
            };
            let sharp_place = there([1.0 / size[0], 1.0 / size[1]]);
            let sharp = scene.sample(sharp_place);
            let soft = blurred.sample(there([scale * step; 2]));
            let blur = blur_at(sharp_place);
            let amount = blur.abs();
            let weight = if blur >= center { 1.0 } else { amount };
            for channel in 0..3 {
                let light = sharp[channel] + amount * (soft[channel] - sharp[channel]);
                sum[channel] += light * weight;
            }
            whole += weight;
        }
        sum.map(|part| part / whole)
    })
}

/// The distance at a place as the genuine program finds it from stored depths.
fn depth(depths: &[f32], frame: &Frame, [u, v]: [f32; 2]) -> f32 {
    let near = frame.near;
    let value = |column: usize, row: usize| {
        let over = depths[row * frame.width as usize + column];
        1.0 - near * over
    };
    let along = |part: f32, count: u32| {
        let place = part * count as f32 - 0.5;
        let first = place.floor();
        let index = |at: f32| at.clamp(0.0, count as f32 - 1.0) as usize;
        ([index(first), index(first + 1.0)], place - first)
    };
    let ((columns, across), (rows, down)) = (along(u, frame.width), along(v, frame.height));
    let line = |row: usize| {
        let (a, b) = (value(columns[0], row), value(columns[1], row));
        a + across * (b - a)
    };
    let stored = line(rows[0]) + down * (line(rows[1]) - line(rows[0]));
    let clip = 2.0 * stored - 1.0;
    near + 2.0 * near * FAR / (FAR + near - clip * (FAR - near))
}

/// From -1 where blur is greatest in front of the focal plane to 1 and a little
/// more behind it.
fn blur(depth: f32, focus: &Focus) -> f32 {
    let (distance, length) = (focus.distance as f32, focus.length as f32);
    let part = (depth - distance) / length;
    if depth < distance {
        part
    } else {
        part.clamp(0.0, FAR_BLUR)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_out_of_focus_is_blurred() {
        let frame = Frame::new(16, 4, [1.0, 0.25], 0.01, f64::INFINITY);
        let stripes = Layer::of(16, 4, |[u, _]| {
            [f32::from(u8::from(u * 8.0 % 1.0 < 0.5)); 3]
        });
        let focus = Focus {
            distance: 2.0,
            length: 0.5,
        };
        let contrast = |distance: f32| {
            let picture = focused(&stripes, &[1.0 / distance; 64], &frame, &focus);
            (picture.light[24][0] - picture.light[25][0]).abs()
        };
        assert!(contrast(1.99) > 0.9);
        assert!(contrast(2.5) < 0.3);
    }
}
