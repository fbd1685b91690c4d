//! A Display: what controllers draw, which cameras see on its screen.

mod canvas;
mod font;
mod picture;
mod text;

pub use canvas::{BLACK, Canvas};
pub use font::FontFace;
pub(crate) use font::FontFiles;
use font::LoadedFont;
pub use picture::{DisplayPicture, PixelOrder};

use crate::controller::{Command, Reading, Tag};
use crate::devices::camera::Camera;
use crate::devices::imaging::size;
use crate::devices::table::DisplayIndex;
use crate::devices::{Device, DeviceAnswer, DeviceRow, Mount, Renumbering, Sampling, index_of};
use crate::model::{JointIndex, Model, RobotIndex, Table};
use crate::world::World;
use crate::world::reports::ReportKind;
use foxden_catalogue::NodeType;
use foxden_scene::{FieldRef, FileId, NodeId, Scene};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A Display.
#[derive(Clone, Debug)]
pub(crate) struct Display {
    pub(crate) mount: Mount,
    /// Width and height; stay until the world is loaded again.
    pub(crate) size: [u16; 2],
}

impl Display {
    fn clean(&self) -> DisplayState {
        let [width, height] = self.size;
        DisplayState {
            canvas: Canvas::new(width, height),
            camera: None,
            saved: Vec::new(),
            is_drawn: false,
            has_content: false,
        }
    }
}

impl Device for Display {
    const NODE_TYPES: &'static [NodeType] = &[NodeType::Display];

    fn read(scene: &Scene, mount: Mount) -> Option<Self> {
        Some(Self {
            mount,
            size: size(scene, mount.node).map(|pixels| pixels as u16),
        })
    }

    fn mount(&self) -> &Mount {
        &self.mount
    }

    fn new_state(&self, _joints: &Table<JointIndex, [f64; 3]>) -> Self::State {
        self.clean()
    }

    fn edit(_world: &mut World, _index: Self::Index, _field: FieldRef) -> bool {
        // its size stays until the world is loaded again
        true
    }

    fn obey(world: &mut World, index: Self::Index, command: Command) {
        if let Command::Display(_, order) = command {
            world.order_display(index, order);
        }
    }

    fn sampling(_state: &mut Self::State) -> Option<&mut Sampling> {
        None
    }

    fn refresh(_world: &mut World, _index: Self::Index) {}

    fn answer(_world: &mut World, _index: Self::Index, _answer: DeviceAnswer<'_>) {}

    fn last_reading(_state: &Self::State) -> Option<Reading> {
        None
    }

    fn reset(world: &mut World, index: Self::Index) {
        let state = &mut world.state.devices.displays[index];
        state.canvas.reset();
        state.forget_images();
        // the screen is black from now on, even if nothing was ever drawn
        state.is_drawn = true;
        state.has_content = true;
        world.look_at_screen_again(index);
    }

    fn carry_over(_: &mut Self::State, _: Self::Index, _: &Renumbering<'_>) {}

    fn controller_restarted(world: &mut World, index: Self::Index) {
        let state = &mut world.state.devices.displays[index];
        state.canvas.clear();
        state.forget_images();
        // the screen shows nothing until something is drawn
        state.has_content = state.is_drawn;
        world.look_at_screen_again(index);
    }

    fn recompiled(world: &mut World, before: Option<&Model>) {
        let Some(before) = before else { return };
        let model = std::sync::Arc::make_mut(&mut world.model);
        for row in &mut model.devices.displays {
            let node = row.mount.node;
            let mut old = before.devices.displays.iter();
            if let Some(old) = old.find(|old| old.mount.node == node) {
                row.size = old.size;
            }
        }
    }
}

/// What may change about a display while the world runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct DisplayState {
    pub(crate) canvas: Canvas,
    /// The camera whose picture lies below the drawings.
    pub(crate) camera: Option<NodeId>,
    /// Images that the controller wants to save, the newest last.
    pub(crate) saved: Vec<(i32, DisplayPicture)>,
    /// Whether something was drawn that the screen does not show yet.
    pub(crate) is_drawn: bool,
    /// Whether anything was ever drawn: before that the screen shows nothing.
    pub(crate) has_content: bool,
}

/// What a controller asks of a display.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum DisplayOrder {
    /// Draw in this colour: `0x00RRGGBB`.
    Color(u32),
    /// Give drawn pixels this alpha.
    Alpha(u8),
    /// Cover what is there this far.
    Opacity(u8),
    /// Write with letters of this kind and size, with smooth edges or without.
    Font {
        /// What they look like; `None` for a font that is not there: then kind and size stay.
        face: Option<FontFace>,
        /// In points.
        size: u32,
        /// Whether edges are smooth.
        is_smooth: bool,
    },
    /// Show the picture of a camera of the robot below the drawings.
    Attach(Tag),
    /// Show no camera's picture any more.
    Detach,
    /// Draw a pixel.
    Pixel([i32; 2]),
    /// Draw a line.
    Line([i32; 2], [i32; 2]),
    /// Write from a place on.
    Text([i32; 2], String),
    /// Draw a rectangle: corner, size, whether it is filled.
    Rectangle([i32; 2], [i32; 2], bool),
    /// Draw an oval: centre, radii, whether it is filled.
    Oval([i32; 2], [i32; 2], bool),
    /// Draw a polygon, filled or not.
    Polygon(Vec<[i32; 2]>, bool),
    /// Copy a part into an image: number, corner, size.
    Copy(i32, [i32; 2], [i32; 2]),
    /// Put an image somewhere, by its alpha or as it is.
    Paste(i32, [i32; 2], bool),
    /// Give back an image; 0 for what is shown.
    Save(i32),
    /// Store a picture under a number.
    Load(i32, DisplayPicture),
    /// Forget an image.
    Delete(i32),
}

impl DisplayState {
    fn forget_images(&mut self) {
        self.camera = None;
        self.saved.clear();
    }

    /// The pixels that a controller copies or saves. Those of a camera are counted by rows from
    /// the first one, as in the genuine program: with another size they are elsewhere than on
    /// the screen.
    fn copied(&self, below: Option<(&[u8], [usize; 2])>) -> Vec<u32> {
        let pixels = self.canvas.pixels();
        let Some((bytes, _)) = below else {
            return pixels.to_vec();
        };
        let words = pixels.iter().enumerate().map(|(at, word)| {
            let pixel = bytes.get(4 * at..).and_then(<[u8]>::first_chunk);
            let camera = pixel.map_or(BLACK, |pixel| u32::from_le_bytes(*pixel));
            canvas::blended(camera, *word) | BLACK
        });
        words.collect()
    }

    /// What is shown: drawings over the picture of the camera, if there is
    /// one. `below` has the bytes of its pixels and its size.
    pub(crate) fn shown(&self, below: Option<(&[u8], [usize; 2])>) -> Vec<u32> {
        let pixels = self.canvas.pixels();
        let Some((bytes, [columns, rows])) = below.filter(|(bytes, _)| !bytes.is_empty()) else {
            return pixels.to_vec();
        };
        let [width, height] = self.canvas.size();
        let words = pixels.iter().enumerate().map(|(at, word)| {
            let column = (at % width) * columns / width;
            let row = (at / width) * rows / height;
            let start = 4 * (row * columns + column);
            let Some(pixel) = bytes.get(start..start + 4) else {
                return *word;
            };
            let camera = u32::from_le_bytes([pixel[0], pixel[1], pixel[2], pixel[3]]);
            canvas::blended(camera, *word)
        });
        words.collect()
    }

    /// Does what a controller asks, but for cameras. `copied` is asked for the pixels
    /// that a copy has, `font` is the one of the project that is written with.
    pub(crate) fn obey(
        &mut self,
        order: DisplayOrder,
        font: Option<&LoadedFont>,
        copied: impl FnOnce(&Self) -> Vec<u32>,
    ) {
        use DisplayOrder::{Line, Oval, Paste, Pixel, Polygon, Rectangle, Text};
        self.is_drawn |= matches!(
            order,
            Pixel(_) | Line(..) | Text(..) | Rectangle(..) | Oval(..) | Polygon(..) | Paste(..)
        );
        let canvas = &mut self.canvas;
        match order {
            DisplayOrder::Color(color) => canvas.set_color(color),
            DisplayOrder::Alpha(alpha) => canvas.set_alpha(alpha),
            DisplayOrder::Opacity(opacity) => canvas.set_opacity(opacity),
            DisplayOrder::Font {
                face,
                size,
                is_smooth,
            } => canvas.set_font(face, size, is_smooth),
            DisplayOrder::Pixel([x, y]) => canvas.pixel(x, y),
            DisplayOrder::Line(from, to) => canvas.line(from, to),
            DisplayOrder::Text(at, text) => canvas.text(at, &text, font),
            DisplayOrder::Rectangle(at, size, fill) => canvas.rectangle(at, size, fill),
            DisplayOrder::Oval(at, radii, fill) => canvas.oval(at, radii, fill),
            DisplayOrder::Polygon(points, fill) => canvas.polygon(&points, fill),
            DisplayOrder::Copy(image, at, size) => {
                let pixels = copied(self);
                if let Some(picture) = self.canvas.part(&pixels, at, size) {
                    self.canvas.load(image, picture);
                }
            }
            DisplayOrder::Paste(image, at, blend) => canvas.paste(image, at, blend),
            DisplayOrder::Save(0) => {
                let [width, height] = self.canvas.size();
                let pixels = copied(self);
                let picture = DisplayPicture {
                    width,
                    height,
                    pixels,
                };
                self.saved.push((0, picture));
            }
            DisplayOrder::Save(image) => {
                let picture = canvas.image(image).cloned();
                self.saved.extend(picture.map(|picture| (image, picture)));
            }
            DisplayOrder::Load(image, picture) => {
                canvas.load(image, picture);
            }
            DisplayOrder::Delete(image) => canvas.delete(image),
            DisplayOrder::Attach(_) | DisplayOrder::Detach => {}
        }
    }
}

impl World {
    /// Does what a controller asks of a display.
    pub(crate) fn order_display(&mut self, display: DisplayIndex, order: DisplayOrder) {
        self.painted_changes += 1;
        let robot = self.model.devices.displays[display].mount.robot;
        let mut state = std::mem::replace(
            &mut self.state.devices.displays[display],
            self.model.devices.displays[display].clean(),
        );
        match order {
            DisplayOrder::Attach(tag) => {
                if let Some(DeviceRow::Camera(camera)) = self.device_row(robot, tag) {
                    self.set_up_camera(camera);
                    let camera = Some(self.model.devices.cameras[camera].mount.node);
                    // the same camera again changes nothing
                    if std::mem::replace(&mut state.camera, camera) != camera {
                        state.canvas.clear_black();
                        state.is_drawn = true;
                    }
                }
            }
            DisplayOrder::Detach => {
                state.camera = None;
                state.is_drawn = true;
            }
            mut order => {
                self.check_font(display, &mut order);
                let name = match order {
                    DisplayOrder::Text(..) => state.canvas.project_font(),
                    _ => None,
                };
                let font = name.and_then(|name| self.project_font(name));
                state.obey(order, font.as_deref(), |state| {
                    state.copied(self.camera_below(state))
                });
            }
        }
        let has_content = self.state.devices.displays[display].has_content;
        if state.is_drawn && !std::mem::replace(&mut state.has_content, true) && !has_content {
            self.look_at_screen_again(display);
        }
        self.state.devices.displays[display] = state;
    }

    /// A font that is not there leaves the font as it was.
    fn check_font(&mut self, display: DisplayIndex, order: &mut DisplayOrder) {
        let DisplayOrder::Font { face, .. } = order else {
            return;
        };
        if let Some(FontFace::Project(name)) = face
            && self.project_font(name).is_none()
        {
            *face = None;
            let node = self.model.devices.displays[display].mount.node;
            self.reports.tell_once(node, ReportKind::NoFont);
        }
    }

    /// The font of a name in the folder `fonts` of the project.
    fn project_font(&mut self, name: &str) -> Option<Arc<LoadedFont>> {
        let world = self.scene.file(FileId(0));
        let resolver = self.library.resolver();
        self.assets.fonts.find(name, world, &**resolver)
    }

    /// The shapes of a display have to be read again: they show its content from now on, or
    /// not any more.
    fn look_at_screen_again(&mut self, display: DisplayIndex) {
        let node = self.model.devices.displays[display].mount.node;
        self.pictures.changed.add(node);
    }

    /// The picture of the camera that is attached to a display.
    fn camera_below(&self, display: &DisplayState) -> Option<(&[u8], [usize; 2])> {
        let node = display.camera?;
        let at = index_of::<Camera>(&self.model, node)?;
        let optics = &self.model.devices.cameras[at].optics;
        let size = [optics.width as usize, optics.height as usize];
        Some((&self.state.devices.cameras[at].picture, size))
    }

    /// The images that a controller wants to save, the newest first.
    pub fn take_saved_images(&mut self, robot: RobotIndex, tag: Tag) -> Vec<(i32, DisplayPicture)> {
        let Some(DeviceRow::Display(display)) = self.device_row(robot, tag) else {
            return Vec::new();
        };
        let saved = &mut self.state.devices.displays[display].saved;
        saved.drain(..).rev().collect()
    }

    /// What a display shows: its size, and its pixels as alpha, red, green, blue.
    pub(crate) fn shown_display(&self, at: DisplayIndex) -> ([u32; 2], Vec<u32>) {
        let state = &self.state.devices.displays[at];
        let shown = state.shown(self.camera_below(state));
        (state.canvas.size().map(|side| side as u32), shown)
    }

    /// Puts what displays show on their screens; `all` of them, or those with
    /// something new.
    pub(crate) fn show_displays(&mut self, all: bool) {
        let displays: Vec<DisplayIndex> = self.model.devices.displays.indices().collect();
        for at in displays {
            let state = &self.state.devices.displays[at];
            let is_new = all || state.is_drawn || state.camera.is_some();
            if !is_new || !state.has_content {
                continue;
            }
            self.show_display(at);
            self.state.devices.displays[at].is_drawn = false;
        }
    }

    /// Puts what a display shows on its screen.
    pub(crate) fn show_display(&mut self, at: DisplayIndex) {
        let state = &self.state.devices.displays[at];
        let canvas = &state.canvas;
        let words = canvas.pixels().iter().copied();
        let below = self.camera_below(state).and_then(|(bytes, size)| {
            let words = bytes.as_chunks().0.iter();
            picture_of_words(size, words.map(|pixel| u32::from_le_bytes(*pixel)))
        });
        if let Some(picture) = picture_of_words(canvas.size(), words) {
            let node = self.model.devices.displays[at].mount.node;
            self.pictures.visible.show(node, picture, below);
        }
    }
}

/// A picture of words of alpha, red, green and blue; `None` if there are too few or too many.
fn picture_of_words(
    size: [usize; 2],
    words: impl Iterator<Item = u32>,
) -> Option<foxden_vision::Picture> {
    let bytes = words.flat_map(|word| {
        let [alpha, red, green, blue] = word.to_be_bytes();
        [red, green, blue, alpha]
    });
    let [width, height] = size.map(|side| side as u32);
    foxden_vision::Picture::from_pixels(width, height, bytes.collect())
}

#[cfg(test)]
mod tests;
