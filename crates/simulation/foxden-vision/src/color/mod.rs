//! Colours: the pictures of Cameras.

mod draw;
mod effects;
mod fog;
mod patches;
mod segmentation;
mod tile;
mod tone;

use crate::curved::{FACES, Layout};
use crate::optics::{Optics, OpticsError, Projection, View};
use crate::plane::half_of;
use crate::raster::{Frame, Target};
use crate::scene::VisibleScene;
use crate::settings::ColorSettings;
use draw::Drawing;
pub use segmentation::SegmentationCamera;

/// Linear light of the pixels of a plane picture.
pub(crate) type Light = Vec<[f32; 3]>;

/// Takes pictures, one after the other.
#[derive(Clone, Debug, Default)]
pub struct ColorCamera {
    layout: Option<(Optics, Layout)>,
    target: Target,
    /// The bytes of each face, and the light of the picture before for motion blur.
    faces: [Vec<[u8; 4]>; FACES],
    previous: [Light; FACES],
    has_previous: bool,
    tones: tone::ToneTable,
    pixels: Vec<[u8; 4]>,
}

impl ColorCamera {
    /// A camera that has not taken a picture yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Forgets the last picture, so that the next one has no motion blur.
    pub fn forget(&mut self) {
        self.has_previous = false;
    }

    /// The picture that was taken last.
    pub fn last(&self) -> &[[u8; 4]] {
        &self.pixels
    }

    /// Takes a picture: blue, green, red and alpha (255) of the pixels, row by
    /// row from the upper left.
    ///
    /// # Errors
    /// When there is no such picture: [`Optics::check`].
    pub fn render(
        &mut self,
        scene: &VisibleScene,
        settings: &ColorSettings,
        view: &View<'_>,
    ) -> Result<&[[u8; 4]], OpticsError> {
        settings.optics.check()?;
        let optics = &settings.optics;
        self.pixels.clear();
        if optics.projection == Projection::Planar {
            self.layout = None;
            let frame = plane_frame(optics, view);
            self.draw_face(0, scene, settings, view, &frame);
            std::mem::swap(&mut self.pixels, &mut self.faces[0]);
        } else {
            self.render_curved(scene, settings, view);
        }
        self.has_previous = true;
        Ok(&self.pixels)
    }

    /// The linear light of a plane picture before it is mapped to bytes, for a look at its parts: red,
    /// green and blue of the pixels, row by row from the upper left. There is no motion blur in it.
    ///
    /// # Errors
    /// When there is no such picture: [`Optics::check`].
    pub fn light(
        &mut self,
        scene: &VisibleScene,
        settings: &ColorSettings,
        view: &View<'_>,
    ) -> Result<Vec<[f32; 3]>, OpticsError> {
        settings.optics.check()?;
        let frame = plane_frame(&settings.optics, view);
        let drawing = Drawing::new(scene, &frame, view, settings.viewpoint_exposure);
        let light = drawing.draw(&mut self.target);
        let depths = &self.target.depths;
        Ok(effects::on_light(
            light, depths, &frame, settings, view, None,
        ))
    }

    fn render_curved(&mut self, scene: &VisibleScene, settings: &ColorSettings, view: &View<'_>) {
        let optics = &settings.optics;
        let layout = match self.layout.take() {
            Some((known, layout)) if known == *optics => layout,
            _ => Layout::new(optics),
        };
        let is_whole = optics.lens.is_some() || settings.anti_aliasing || settings.focus.is_some();
        for face in (0..FACES).filter(|face| layout.active[*face]) {
            let frame = layout.frame(face, &view.pose, optics.near, f64::INFINITY, is_whole);
            if let Some(frame) = frame {
                self.draw_face(face, scene, settings, view, &frame);
            }
        }
        const BLACK: [u8; 4] = [0, 0, 0, 255];
        layout.merge(&self.faces, BLACK, &mut self.pixels);
        self.layout = Some((*optics, layout));
    }

    fn draw_face(
        &mut self,
        face: usize,
        scene: &VisibleScene,
        settings: &ColorSettings,
        view: &View<'_>,
        frame: &Frame,
    ) {
        let drawing = Drawing::new(scene, frame, view, settings.viewpoint_exposure);
        let light = drawing.draw(&mut self.target);
        let previous = &mut self.previous[face];
        let depths = &self.target.depths;
        let before = self.has_previous.then_some(&*previous);
        let light = effects::on_light(light, depths, frame, settings, view, before);
        if settings.optics.motion_blur > 0.0 {
            previous.clone_from(&light);
        } else {
            previous.clear();
        }
        effects::to_bytes(
            scene,
            &light,
            frame,
            settings,
            view,
            &mut self.tones,
            &mut self.faces[face],
        );
    }
}

/// The frame of a plane picture.
fn plane_frame(optics: &Optics, view: &View<'_>) -> Frame {
    let half = half_of(optics);
    let frame = Frame::new(
        optics.width,
        optics.height,
        half,
        optics.near,
        f64::INFINITY,
    );
    frame.at(&view.pose, 0)
}
