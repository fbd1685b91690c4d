//! Linear light of a plane picture.

use super::Light;
use super::fog::Haze;
use super::patches::Facet;
use super::tile::{TILE, Tile};
use crate::half;
use crate::material::Material;
use crate::optics::View;
use crate::raster::{self, Fragment, Frame, Selection, Target};
use crate::scene::{InstanceId, VisibleScene};
use crate::shade::{Lamps, Point, Reach, Shading, Sky};
use crate::threads::share;
use crate::tree::{ShadowRay, world_bounds};
use crate::vector::short;

/// What a plane picture is drawn from.
pub(crate) struct Drawing<'a> {
    scene: &'a VisibleScene,
    frame: &'a Frame,
    view: &'a View<'a>,
    lamps: Lamps,
    sky: Sky,
    haze: Option<Haze>,
}

impl<'a> Drawing<'a> {
    pub(crate) fn new(
        scene: &'a VisibleScene,
        frame: &'a Frame,
        view: &'a View<'a>,
        viewpoint_exposure: f64,
    ) -> Self {
        Self {
            scene,
            frame,
            view,
            lamps: Lamps::new(&scene.lights, frame.position),
            sky: Sky::new(scene, viewpoint_exposure),
            haze: scene.fog.as_ref().and_then(Haze::new),
        }
    }

    fn is_translucent(&self, id: crate::scene::MaterialId) -> bool {
        self.scene
            .surface(id)
            .is_some_and(|surface| surface.is_translucent(self.scene))
    }

    /// Draws everything.
    pub(crate) fn draw(&self, target: &mut Target) -> Light {
        let scene = self.scene;
        target.clear(self.frame, true);
        let selection = Selection {
            hidden: self.view.hidden,
            point_size: 4.0,
            accepts: &|instance| !self.is_translucent(instance.material),
        };
        raster::draw(scene, self.frame, &selection, target);
        let facets: Vec<Option<Facet<'_>>> = target
            .patches
            .iter()
            .map(|patch| Facet::new(scene, patch))
            .collect();
        let mut light = vec![[0.0; 3]; target.numbers.len()];
        let band = self.frame.width as usize * TILE as usize;
        let bands: Vec<(u32, &mut [[f32; 3]])> = (0..).zip(light.chunks_mut(band)).collect();
        let shown: &Target = target;
        share(scene.threads, light_pixels(self.frame), bands, &|(
            band,
            light,
        )| {
            self.draw_band(band * TILE, shown, &facets, light);
        });
        drop(facets);
        self.blend(target, &mut light);
        light
    }

    /// Draws what is opaque in some rows from a first one on.
    fn draw_band(
        &self,
        first: u32,
        target: &Target,
        facets: &[Option<Facet<'_>>],
        light: &mut [[f32; 3]],
    ) {
        let [left, top, right, bottom] = self.frame.window;
        let (from, to) = (first.max(top), (first + TILE).min(bottom));
        if from >= to {
            return;
        }
        let mut tile = Tile::new(first * self.frame.width);
        for column in (left..right).step_by(TILE as usize) {
            let area = [column, from, (column + TILE).min(right), to];
            self.draw_tile(area, target, facets, &mut tile, light);
        }
    }

    /// Draws what is opaque in a part of the picture.
    fn draw_tile(
        &self,
        [left, top, right, bottom]: [u32; 4],
        target: &Target,
        facets: &[Option<Facet<'_>>],
        tile: &mut Tile,
        light: &mut [[f32; 3]],
    ) {
        let width = self.frame.width;
        tile.clear();
        for row in top..bottom {
            for column in left..right {
                let pixel = row * width + column;
                let (x, y) = (column as f32, row as f32);
                let number = target.numbers[pixel as usize];
                match facets.get(number as usize).and_then(Option::as_ref) {
                    Some(facet) => tile.push(pixel, number, facet.point(self.frame, x, y)),
                    None => {
                        let direction = self
                            .frame
                            .direction(f64::from(column) + 0.5, f64::from(row) + 0.5);
                        let seen = self.sky.seen(short(direction));
                        light[(pixel - tile.first) as usize] = seen.map(half::rounded);
                    }
                }
            }
        }
        if tile.points.is_empty() {
            return;
        }
        tile.find_casters(self.scene.casters(), &self.lamps, self.frame.position);
        for (pixel, number, point) in &tile.points {
            let Some(facet) = facets[*number as usize].as_ref() else {
                continue;
            };
            let (column, row) = ((pixel % width) as f32, (pixel / width) as f32);
            let (seen, _) = self.shade(facet, point, column, row, Some(&tile.casters));
            light[(pixel - tile.first) as usize] = seen.map(half::rounded);
        }
    }

    /// Lays what is translucent over the picture, from far to near.
    fn blend(&self, target: &mut Target, light: &mut Light) {
        let scene = self.scene;
        let eye = self.frame.position;
        let mut all: Vec<(f64, InstanceId)> = scene
            .seen_instances()
            .filter(|(id, instance)| {
                self.view.hidden.binary_search(id).is_err()
                    && instance.transform.is_finite()
                    && self.is_translucent(instance.material)
                    && scene
                        .material(instance.material)
                        .is_some_and(Material::is_drawn)
            })
            .filter_map(|(id, instance)| {
                let geometry = scene.geometry(instance.geometry)?;
                let [low, high] = world_bounds(&instance.transform, geometry.bounds());
                let square = (0..3)
                    .map(|axis| {
                        let middle = f64::from(low[axis] + high[axis]) / 2.0;
                        (middle - eye[axis]) * (middle - eye[axis])
                    })
                    .sum();
                Some((square, id))
            })
            .collect();
        all.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let width = self.frame.width;
        for (_, id) in all {
            let first = target.patches.len();
            let fragments = raster::fragments(scene, self.frame, id, target);
            let facets: Vec<Option<Facet<'_>>> = target.patches[first..]
                .iter()
                .map(|patch| Facet::new(scene, patch))
                .collect();
            for Fragment { pixel, patch } in fragments {
                let Some(facet) = &facets[patch as usize - first] else {
                    continue;
                };
                let (column, row) = ((pixel % width) as f32, (pixel / width) as f32);
                let point = facet.point(self.frame, column, row);
                let (color, opacity) = self.shade(facet, &point, column, row, None);
                let behind = &mut light[pixel as usize];
                *behind = std::array::from_fn(|channel| {
                    half::rounded(color[channel] * opacity + behind[channel] * (1.0 - opacity))
                });
            }
        }
    }

    /// Linear light and opacity of a pixel of a facet. For each light: the
    /// shapes that may hide it; nothing hides lights from what is translucent.
    fn shade(
        &self,
        facet: &Facet<'_>,
        point: &Point,
        column: f32,
        row: f32,
        casters: Option<&[Vec<u32>]>,
    ) -> ([f32; 3], f32) {
        if let Some(color) = facet.color {
            return (color, 1.0);
        }
        let eye = self.frame.position;
        let shadow = |lamp: usize, reach: &Reach| {
            let candidates = casters.and_then(|casters| casters.get(lamp));
            let candidates = candidates.map_or(&[][..], Vec::as_slice);
            !candidates.is_empty()
                && self.scene.casters().hide(
                    candidates,
                    &ShadowRay {
                        origin: std::array::from_fn(|axis| {
                            eye[axis] + f64::from(point.position[axis])
                        }),
                        to_light: reach.to_light.map(f64::from),
                        length: f64::from(reach.distance),
                        own: facet.own,
                    },
                )
        };
        let shading = Shading {
            scene: self.scene,
            lamps: &self.lamps,
            sky: &self.sky,
            is_in_passes: self.lamps.has_shadows && casters.is_some(),
            shadow: &shadow,
        };
        let [spread, ink] = facet.spreads(column, row);
        let (color, opacity) = shading.shade(facet.surface, point, &spread, &ink);
        match &self.haze {
            Some(haze) => (haze.seen(color, point.distance), opacity),
            None => (color, opacity),
        }
    }
}

/// How many pixels of a frame are used.
fn light_pixels(frame: &Frame) -> usize {
    let [left, top, right, bottom] = frame.window;
    (right - left) as usize * (bottom - top) as usize
}
