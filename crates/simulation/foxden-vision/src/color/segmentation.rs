//! Pictures in which every object has one colour.

use super::effects::distorted;
use super::{Light, tone};
use crate::curved::{FACES, Layout};
use crate::optics::{Optics, OpticsError, Projection, View};
use crate::plane::half_of;
use crate::raster::{self, Frame, NONE, Selection, Target};
use crate::scene::{InstanceId, VisibleScene};

/// Takes segmentation pictures.
#[derive(Clone, Debug, Default)]
pub struct SegmentationCamera {
    layout: Option<(Optics, Layout)>,
    target: Target,
    faces: [Vec<[u8; 4]>; FACES],
    pixels: Vec<[u8; 4]>,
}

const BLACK: [u8; 4] = [0, 0, 0, 255];

impl SegmentationCamera {
    /// A camera that has not taken a picture yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes a picture: blue, green, red and alpha (255) of the pixels, row by
    /// row from the upper left, with the segmentation colour of what is seen.
    ///
    /// # Errors
    /// When there is no such picture: [`Optics::check`].
    pub fn render(
        &mut self,
        scene: &VisibleScene,
        optics: &Optics,
        view: &View<'_>,
    ) -> Result<&[[u8; 4]], OpticsError> {
        optics.check()?;
        self.pixels.clear();
        if optics.projection == Projection::Planar {
            self.layout = None;
            let size = half_of(optics);
            let frame = Frame::new(
                optics.width,
                optics.height,
                size,
                optics.near,
                f64::INFINITY,
            );
            self.draw_face(0, scene, optics, view, &frame.at(&view.pose, 0));
            std::mem::swap(&mut self.pixels, &mut self.faces[0]);
            return Ok(&self.pixels);
        }
        let layout = match self.layout.take() {
            Some((known, layout)) if known == *optics => layout,
            _ => Layout::new(optics),
        };
        let is_whole = optics.lens.is_some();
        for face in (0..FACES).filter(|face| layout.active[*face]) {
            let frame = layout.frame(face, &view.pose, optics.near, f64::INFINITY, is_whole);
            if let Some(frame) = frame {
                self.draw_face(face, scene, optics, view, &frame);
            }
        }
        layout.merge(&self.faces, BLACK, &mut self.pixels);
        self.layout = Some((*optics, layout));
        Ok(&self.pixels)
    }

    fn draw_face(
        &mut self,
        face: usize,
        scene: &VisibleScene,
        optics: &Optics,
        view: &View<'_>,
        frame: &Frame,
    ) {
        let target = &mut self.target;
        target.clear(frame, true);
        let selection = Selection {
            hidden: view.hidden,
            point_size: 4.0,
            accepts: &|_| true,
        };
        raster::draw(scene, frame, &selection, target);
        let colors: Vec<[u8; 3]> = target
            .patches
            .iter()
            .map(|patch| {
                scene
                    .instance(InstanceId(patch.instance))
                    .and_then(|instance| instance.segmentation_color)
                    .unwrap_or_default()
            })
            .collect();
        let seen = target.numbers.iter().map(|number| match *number {
            NONE => [0; 3],
            number => colors[number as usize],
        });
        let pixels = &mut self.faces[face];
        pixels.clear();
        if let Some(lens) = &optics.lens {
            let light: Light = seen
                .map(|color| color.map(|part| f32::from(part) / 255.0))
                .collect();
            let light = distorted(&light, frame, lens);
            pixels.extend(light.iter().map(|color| {
                let [red, green, blue] = color.map(tone::byte);
                [blue, green, red, 255]
            }));
        } else {
            pixels.extend(seen.map(|[red, green, blue]| [blue, green, red, 255]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Geometry, Instance, Material, Transform, ViewPose, tessellate};

    #[test]
    fn the_nearest_object_gives_its_colour() {
        let mut scene = VisibleScene::new();
        let Ok(geometry) = Geometry::new(tessellate::box_()) else {
            unreachable!()
        };
        let geometry = scene.add_geometry(geometry);
        let material = scene.add_material(Material::UNLIT);
        for (distance, color) in [(5.0, Some([9, 8, 7])), (3.0, None)] {
            scene.add_instance(Instance {
                geometry,
                material,
                transform: Transform {
                    position: [distance, 0.0, 0.0],
                    scale: [0.1, distance * distance * 0.2, 1.0],
                    ..Transform::IDENTITY
                },
                casts_shadows: true,
                is_in_billboard: false,
                segmentation_color: color,
            });
        }
        let mut camera = SegmentationCamera::new();
        let optics = Optics::planar(9, 1, 1.0);
        let picture = camera.render(&scene, &optics, &View::at(ViewPose::default()));
        let picture = picture.map(<[[u8; 4]]>::to_vec).unwrap_or_default();
        assert_eq!(picture[4], BLACK);
        assert_eq!(picture[1], [7, 8, 9, 255]);
        assert_eq!(picture.len(), 9);
    }
}
