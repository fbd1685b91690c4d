//! What a camera does with a picture after it is drawn.

mod focus;
mod layer;
mod mask;
mod smaa;

use super::tone::ToneTable;
use super::{Light, tone};
use crate::depth::blur_share;
use crate::half;
use crate::lens::{around, source};
use crate::noise;
use crate::optics::{Lens, Projection, View};
use crate::raster::Frame;
use crate::scene::VisibleScene;
use crate::screen::Screen;
use crate::settings::ColorSettings;
use layer::Layer;

/// Effects on linear light: lens, depth of field and motion blur.
pub(crate) fn on_light(
    mut light: Light,
    depths: &[f32],
    frame: &Frame,
    settings: &ColorSettings,
    view: &View<'_>,
    before: Option<&Light>,
) -> Light {
    if let Some(lens) = &settings.optics.lens {
        light = distorted(&light, frame, lens);
    }
    let is_planar = settings.optics.projection == Projection::Planar;
    let focus = settings
        .focus
        .filter(|focus| focus.distance > 0.0 && focus.length > 0.0 && is_planar);
    if let Some(focus) = focus {
        let layer = Layer {
            width: frame.width as usize,
            height: frame.height as usize,
            light,
        };
        light = focus::focused(&layer, depths, frame, &focus).light;
    }
    let is_blurred = settings.optics.motion_blur > 0.0;
    if let Some(before) = before.filter(|before| is_blurred && before.len() == light.len()) {
        let share = blur_share(view.period, settings.optics.motion_blur);
        for (new, old) in light.iter_mut().zip(before) {
            for channel in 0..3 {
                let mixed = new[channel] * (1.0 - share) + old[channel] * share;
                new[channel] = half::rounded(mixed);
            }
        }
    }
    light
}

pub(crate) fn distorted(light: &Light, frame: &Frame, lens: &Lens) -> Light {
    let (width, height) = (frame.width, frame.height);
    let mut all = Light::with_capacity(light.len());
    for row in 0..height {
        for column in 0..width {
            let place = [
                (column as f32 + 0.5) / width as f32,
                (row as f32 + 0.5) / height as f32,
            ];
            let Some(place) = source(lens, place) else {
                all.push([0.0; 3]);
                continue;
            };
            let ([columns, rows], [across, down]) = around(place, width, height);
            let line = |row: usize| -> [f32; 3] {
                let value = |at: usize| light[row * width as usize + columns[at]];
                let (near, far) = (value(0), value(1));
                std::array::from_fn(|at| near[at] + across * (far[at] - near[at]))
            };
            let (near, far) = (line(rows[0]), line(rows[1]));
            all.push(std::array::from_fn(|at| {
                half::rounded(near[at] + down * (far[at] - near[at]))
            }));
        }
    }
    all
}

/// Tone mapping and what comes after it: blue, green, red and alpha.
pub(crate) fn to_bytes(
    scene: &VisibleScene,
    light: &Light,
    frame: &Frame,
    settings: &ColorSettings,
    view: &View<'_>,
    tones: &mut ToneTable,
    pixels: &mut Vec<[u8; 4]>,
) {
    tones.prepare(settings.exposure as f32);
    let noise = settings.noise as f32;
    let seeds = noise::seeds::<3>(view.time);
    let width = frame.width as usize;
    let screen = Screen::new(frame.width, frame.height);
    let mut colors: Light = light
        .iter()
        .enumerate()
        .map(|(at, light)| {
            let mut parts = light.map(|part| tones.part(part));
            if noise > 0.0 {
                let place = screen.place((at % width) as u32, (at / width) as u32);
                for channel in 0..3 {
                    parts[channel] += noise * noise::gaussian(place, seeds[channel]);
                }
            }
            parts
        })
        .collect();
    if let Some(mask) = &settings.noise_mask
        && settings.optics.projection == Projection::Planar
    {
        mask::masked(scene, mask, frame, &mut colors);
    }
    if settings.anti_aliasing {
        for color in &mut colors {
            *color = color.map(|part| f32::from(tone::byte(part)) / 255.0);
        }
        colors = smaa::smoothed(&smaa::Picture {
            width,
            height: frame.height as usize,
            colors: &colors,
        });
    }
    pixels.clear();
    pixels.extend(colors.iter().map(|color| {
        let [red, green, blue] = color.map(tone::byte);
        [blue, green, red, 255]
    }));
}
