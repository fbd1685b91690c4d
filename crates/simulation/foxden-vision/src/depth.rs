//! Ranges: the pictures of RangeFinders and Lidars.

use crate::curved::{FACES, Layout};
use crate::lens::{around, source};
use crate::noise;
use crate::optics::{OpticsError, Projection, View};
use crate::plane::half_of;
use crate::raster::{self, Frame, Selection, Target};
use crate::scene::VisibleScene;
use crate::screen::Screen;
use crate::settings::DepthSettings;

/// Takes pictures of ranges, one after the other.
#[derive(Clone, Debug, Default)]
pub struct DepthCamera {
    layout: Option<(DepthSettings, Layout)>,
    target: Target,
    /// The values of each face, and those of the picture before for motion blur.
    faces: [Vec<f32>; FACES],
    previous: [Vec<f32>; FACES],
    has_previous: bool,
    ranges: Vec<f32>,
}

impl DepthCamera {
    /// A camera that has not taken a picture yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Forgets the last picture, so that the next one has no motion blur.
    pub fn forget(&mut self) {
        self.has_previous = false;
    }

    /// The picture that was taken last.
    pub fn last(&self) -> &[f32] {
        &self.ranges
    }

    /// Takes a picture: ranges row by row from the upper left, infinite where
    /// nothing is within range.
    ///
    /// # Errors
    /// When there is no such picture: [`DepthSettings::check`].
    pub fn render(
        &mut self,
        scene: &VisibleScene,
        settings: &DepthSettings,
        view: &View<'_>,
    ) -> Result<&[f32], OpticsError> {
        settings.check()?;
        self.ranges.clear();
        if settings.optics.projection == Projection::Planar {
            self.layout = None;
            self.render_planar(scene, settings, view);
        } else {
            self.render_curved(scene, settings, view);
        }
        self.has_previous = true;
        Ok(&self.ranges)
    }

    fn render_planar(&mut self, scene: &VisibleScene, settings: &DepthSettings, view: &View<'_>) {
        let optics = &settings.optics;
        let frame = Frame::new(
            optics.width,
            optics.height,
            half_of(optics),
            optics.near,
            settings.max_range,
        )
        .at(&view.pose, 0);
        self.draw_face(0, scene, settings, view, &frame);
        let finish = Finish::new(settings, view, optics.width, optics.height);
        let values = self.faces[0].iter().enumerate();
        self.ranges.extend(values.map(|(at, value)| {
            let (column, row) = (at as u32 % optics.width, at as u32 / optics.width);
            finish.value(*value, column, row)
        }));
    }

    fn render_curved(&mut self, scene: &VisibleScene, settings: &DepthSettings, view: &View<'_>) {
        let layout = match self.layout.take() {
            Some((known, layout)) if known.optics == settings.optics => layout,
            _ => Layout::new(&settings.optics),
        };
        let is_whole = settings.optics.lens.is_some();
        for face in (0..FACES).filter(|face| layout.active[*face]) {
            let (near, far) = (settings.optics.near, settings.max_range);
            if let Some(frame) = layout.frame(face, &view.pose, near, far, is_whole) {
                self.draw_face(face, scene, settings, view, &frame);
            }
        }
        let finish = Finish::new(settings, view, layout.width, layout.height);
        let (low, high) = (settings.min_range as f32, settings.max_range as f32);
        let width = layout.width as usize;
        self.ranges.extend(layout.texels.iter().map(|texel| {
            let Some(values) = self.faces.get(texel.face as usize) else {
                return f32::INFINITY;
            };
            let (column, row) = (u32::from(texel.column), u32::from(texel.row));
            let value = values
                .get(row as usize * width + column as usize)
                .map_or(f32::INFINITY, |value| finish.value(*value, column, row));
            let range = if value < high {
                value / texel.cosine
            } else {
                value
            };
            within(range, low, high)
        }));
        self.layout = Some((*settings, layout));
    }

    /// Draws a plane picture up to and including motion blur.
    fn draw_face(
        &mut self,
        face: usize,
        scene: &VisibleScene,
        settings: &DepthSettings,
        view: &View<'_>,
        frame: &Frame,
    ) {
        self.target.clear(frame, false);
        let selection = Selection {
            hidden: view.hidden,
            point_size: 1.0,
            accepts: &|_| true,
        };
        raster::draw(scene, frame, &selection, &mut self.target);
        let (low, high) = (settings.min_range as f32, settings.max_range as f32);
        let values = &mut self.faces[face];
        values.clear();
        let depths = self.target.depths.iter().zip(&self.target.units);
        values.extend(depths.map(|(over, unit)| within(unit * (1.0 / over), low, high)));
        if let Some(lens) = &settings.optics.lens {
            let distorted = distorted(values, frame.width, frame.height, lens);
            *values = distorted;
        }
        let previous = &mut self.previous[face];
        if settings.optics.motion_blur > 0.0 {
            let share = blur_share(view.period, settings.optics.motion_blur);
            if self.has_previous && previous.len() == values.len() {
                for (value, before) in values.iter_mut().zip(&*previous) {
                    if value.is_finite() && before.is_finite() {
                        *value = *value * (1.0 - share) + before * share;
                    }
                }
            }
            previous.clone_from(values);
        } else {
            previous.clear();
        }
    }
}

/// The share of the picture before in a picture with motion blur.
pub(crate) fn blur_share(period: f64, time_constant: f64) -> f32 {
    libm::pow(0.005, period / time_constant) as f32
}

/// A range; infinite if it is not within bounds.
fn within(range: f32, low: f32, high: f32) -> f32 {
    if range >= low && range < high {
        range
    } else {
        f32::INFINITY
    }
}

fn distorted(values: &[f32], width: u32, height: u32, lens: &crate::optics::Lens) -> Vec<f32> {
    let mut all = Vec::with_capacity(values.len());
    for row in 0..height {
        for column in 0..width {
            let place = [
                (column as f32 + 0.5) / width as f32,
                (row as f32 + 0.5) / height as f32,
            ];
            let Some(place) = source(lens, place) else {
                all.push(0.0);
                continue;
            };
            let ([columns, rows], [across, down]) = around(place, width, height);
            let line = |row: usize| {
                let value = |at: usize| values[row * width as usize + columns[at]];
                mixed(value(0), value(1), across)
            };
            all.push(mixed(line(rows[0]), line(rows[1]), down));
        }
    }
    all
}

/// A value between two; infinity stays where it has a share.
fn mixed(a: f32, b: f32, share: f32) -> f32 {
    if share == 0.0 || a == b {
        a
    } else if a.is_finite() && b.is_finite() {
        a + share * (b - a)
    } else {
        f32::INFINITY
    }
}

/// Noise and resolution.
struct Finish {
    noise: f32,
    resolution: f32,
    low: f32,
    high: f32,
    seed: [f32; 2],
    screen: Screen,
}

impl Finish {
    fn new(settings: &DepthSettings, view: &View<'_>, width: u32, height: u32) -> Self {
        let [seed] = noise::seeds::<1>(view.time);
        Self {
            noise: settings.noise as f32,
            resolution: settings.resolution as f32,
            low: settings.min_range as f32,
            high: settings.max_range as f32,
            seed,
            screen: Screen::new(width, height),
        }
    }

    fn value(&self, mut value: f32, column: u32, row: u32) -> f32 {
        if self.noise > 0.0 {
            if value < self.high && value > self.low {
                let place = self.screen.place(column, row);
                value += self.noise * noise::gaussian(place, self.seed);
            } else {
                value = f32::INFINITY;
            }
        }
        if self.resolution > 0.0 && value.is_finite() {
            value = (value / self.resolution + 0.5).floor() * self.resolution;
        }
        value
    }
}
