//! A Camera: pictures, recognised objects and the picture of their colours.

use crate::controller::{CameraOrder, Command, PictureKind, Reading, Write};
use crate::devices::imaging::{self, Imaging, Shutter, optics, size};
use crate::devices::recognition::{RecognisedObject, Recognition};
use crate::devices::table::CameraIndex;
use crate::devices::{Device, DeviceAnswer, Mount, Renumbering, Sampling, StepWork, restart};
use crate::model::compile::read;
use crate::model::{JointIndex, Model, Table};
use crate::pictures::SharedPixels;
use crate::world::World;
use foxden_catalogue::NodeType;
use foxden_scene::{FieldRef, NodeId, Scene, Value};
use foxden_vision::{ColorSettings, Focus, NoiseMask, Optics, Projection, VisionRules};
use serde::{Deserialize, Serialize};

/// A Camera.
#[derive(Clone, Debug)]
pub(crate) struct Camera {
    pub(crate) mount: Mount,
    pub(crate) optics: Optics,
    pub(crate) exposure: f64,
    pub(crate) noise: f64,
    pub(crate) has_anti_aliasing: bool,
    pub(crate) bloom_threshold: f64,
    pub(crate) focus: Option<Focus>,
    pub(crate) recognition: Option<Recognition>,
}

/// What may change about a camera while the world runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct CameraState {
    pub(crate) shutter: Shutter,
    /// Blue, green, red, alpha.
    pub(crate) picture: SharedPixels<u8>,
    pub(crate) recognition: Sampling,
    pub(crate) objects: Vec<RecognisedObject>,
    /// Whether objects are looked for during this step.
    pub(crate) is_looking: bool,
    /// Whether the controller wants the picture of the objects' colours.
    pub(crate) wants_segmentation: bool,
    /// Blue, green, red, alpha.
    pub(crate) segmentation: SharedPixels<u8>,
    /// Whether a picture of colours waits to be sent.
    pub(crate) is_segmentation_pending: bool,
    /// Whether pictures of colours are taken through the lens. The genuine program forgets it
    /// until the camera is edited.
    pub(crate) has_segmentation_lens: bool,
}

impl Camera {
    /// What the renderer must know of it.
    pub(crate) fn settings(&self, viewpoint_exposure: f64) -> ColorSettings {
        ColorSettings {
            exposure: self.exposure,
            viewpoint_exposure,
            noise: self.noise,
            anti_aliasing: self.has_anti_aliasing,
            bloom_threshold: self.bloom_threshold,
            focus: self.focus,
            ..ColorSettings::plain(self.optics)
        }
    }

    /// What makes the renderer of the genuine program start again when it comes or goes.
    fn passes(&self) -> [bool; 4] {
        let is_on = |focus: Focus| focus.distance > 0.0 && focus.length > 0.0;
        [
            self.noise != 0.0,
            self.bloom_threshold != -1.0,
            self.optics.motion_blur != 0.0,
            self.focus.is_some_and(is_on),
        ]
    }

    /// Whether pictures of the objects' colours can be taken.
    pub(crate) fn has_segmentation(&self) -> bool {
        let recognition = self.recognition.as_ref();
        recognition.is_some_and(|recognition| recognition.has_segmentation)
    }
}

impl CameraState {
    const NEW: Self = Self {
        shutter: Shutter::NEW,
        picture: SharedPixels::NONE,
        recognition: Sampling::OFF,
        objects: Vec::new(),
        is_looking: false,
        wants_segmentation: false,
        segmentation: SharedPixels::NONE,
        is_segmentation_pending: false,
        has_segmentation_lens: false,
    };
}

impl Imaging for Camera {
    fn optics(&mut self) -> &mut Optics {
        &mut self.optics
    }

    fn edited(world: &mut World, index: Self::Index, before: &Self) {
        let row = &world.model.devices.cameras[index];
        let state = &mut world.state.devices.cameras[index];
        if !state.shutter.is_set_up {
            return;
        }
        let (now, then) = (&row.optics, &before.optics);
        let is_new =
            now.projection != then.projection || row.has_anti_aliasing != before.has_anti_aliasing;
        if is_new {
            state.picture = black(now.pixels());
            state.shutter.sampling.is_pending = true;
            if !state.segmentation.is_empty() {
                state.segmentation = black(now.pixels());
                state.is_segmentation_pending = true;
            }
        }
        let has_other_recognition = row.recognition.is_some() != before.recognition.is_some()
            || row.has_segmentation() != before.has_segmentation();
        let is_curved = now.projection != Projection::Planar;
        if is_new || has_other_recognition {
            state.has_segmentation_lens = false;
        } else if now.lens != then.lens
            || row.passes() != before.passes()
            || (is_curved && now.field_of_view != then.field_of_view)
        {
            state.has_segmentation_lens = true;
        }
    }
}

impl Device for Camera {
    const NODE_TYPES: &'static [NodeType] = &[NodeType::Camera];

    fn read(scene: &Scene, mount: Mount) -> Option<Self> {
        let node = mount.node;
        let number = |name: &str| read::number(scene, node, name);
        let focus = read::child(scene, node, "focus").map(|focus| Focus {
            distance: read::number(scene, focus, "focalDistance"),
            length: read::number(scene, focus, "focalLength"),
        });
        let exposure = number("exposure");
        Some(Self {
            mount,
            optics: optics(scene, node, size(scene, node)),
            exposure: if exposure < 0.0 { 1.0 } else { exposure },
            noise: number("noise"),
            has_anti_aliasing: read::flag(scene, node, "antiAliasing"),
            bloom_threshold: number("bloomThreshold"),
            focus,
            recognition: Recognition::read(scene, node),
        })
    }

    fn mount(&self) -> &Mount {
        &self.mount
    }

    fn new_state(&self, _joints: &Table<JointIndex, [f64; 3]>) -> Self::State {
        CameraState::NEW
    }

    fn edit(world: &mut World, index: Self::Index, _field: FieldRef) -> bool {
        let is_done = imaging::edit::<Self>(world, index);
        if !world.model.devices.cameras[index].has_segmentation() {
            // it is off until it is switched on again
            world.state.devices.cameras[index].wants_segmentation = false;
        }
        is_done
    }

    fn obey(world: &mut World, index: Self::Index, command: Command) {
        match command {
            Command::Enable(_, period) => world.enable_camera(index, period),
            Command::Camera(_, order) => world.order_camera(index, order),
            _ => {}
        }
    }

    fn sampling(state: &mut Self::State) -> Option<&mut Sampling> {
        Some(&mut state.shutter.sampling)
    }

    fn refresh(world: &mut World, index: Self::Index) {
        world.take_picture(index);
    }

    fn refresh_extras(world: &mut World, index: Self::Index) {
        let clock = world.state.clock;
        if world.state.devices.cameras[index].recognition.is_due(clock) {
            world.refresh_recognition(index);
        }
    }

    fn answer(world: &mut World, index: Self::Index, mut answer: DeviceAnswer<'_>) {
        imaging::answer_picture::<Self>(world, index, &mut answer);
        let state = &mut world.state.devices.cameras[index];
        if std::mem::take(&mut state.is_segmentation_pending) {
            answer.push(Reading::Picture(PictureKind::Segmentation));
        }
        if std::mem::take(&mut state.recognition.is_pending) {
            answer.push(Reading::Objects(state.objects.clone()));
        }
    }

    fn last_reading(_state: &Self::State) -> Option<Reading> {
        None
    }

    fn reset(world: &mut World, index: Self::Index) {
        restart::<Self>(world, index);
        imaging::show_all::<Self>(world, index);
    }

    fn restart_sampling(state: &mut Self::State) {
        state.shutter.sampling.restart();
        state.recognition.restart();
    }

    fn carry_over(_: &mut Self::State, _: Self::Index, _: &Renumbering<'_>) {}

    fn step_work(&self) -> StepWork {
        StepWork {
            before_physics: self.recognition.is_some(),
            ..StepWork::default()
        }
    }

    fn before_physics(world: &mut World, index: Self::Index) {
        world.look_for_objects(index);
    }

    fn observe(world: &mut World) {
        world.recognize_objects();
    }

    fn controller_restarted(world: &mut World, index: Self::Index) {
        world.state.devices.cameras[index] = CameraState::NEW;
    }

    fn recompiled(world: &mut World, before: Option<&Model>) {
        imaging::keep_sizes::<Self>(world, before);
        let states = &mut world.state.devices.cameras;
        for (row, state) in world.model.devices.cameras.iter().zip(states) {
            // it is off until it is switched on again
            state.wants_segmentation &= row.has_segmentation();
        }
    }
}

/// Opaque black: blue, green, red, alpha.
fn black(pixels: usize) -> SharedPixels<u8> {
    [0, 0, 0, 255].repeat(pixels).into()
}

impl World {
    /// The period of a camera; the first one sets it up.
    pub(crate) fn enable_camera(&mut self, camera: CameraIndex, period: i16) {
        let clock = self.state.clock;
        let state = &mut self.state.devices.cameras[camera];
        state.shutter.sampling.enable(period, clock);
        self.set_up_camera(camera);
    }

    /// Gives a camera its first, black picture. A display to which it is attached and the
    /// picture of the objects' colours do this, too.
    pub(crate) fn set_up_camera(&mut self, camera: CameraIndex) {
        let pixels = self.model.devices.cameras[camera].optics.pixels();
        let state = &mut self.state.devices.cameras[camera];
        if !std::mem::replace(&mut state.shutter.is_set_up, true) {
            state.picture = black(pixels);
            // a noise mask makes the renderer start again, as an edit does
            let node = self.model.devices.cameras[camera].mount.node;
            let is_planar =
                self.model.devices.cameras[camera].optics.projection == Projection::Planar;
            state.has_segmentation_lens =
                is_planar && self.assets.textures.noise_mask(node).is_some();
        }
    }

    /// What a controller asks of a camera.
    pub(crate) fn order_camera(&mut self, camera: CameraIndex, order: CameraOrder) {
        let clock = self.state.clock;
        let row = &self.model.devices.cameras[camera];
        let node = row.mount.node;
        match order {
            CameraOrder::FieldOfView(angle) => {
                let zoom = read::child(&self.scene, node, "zoom");
                let limit = |zoom, name| read::number(&self.scene, zoom, name);
                let is_possible = zoom.is_some_and(|zoom| {
                    (limit(zoom, "minFieldOfView")..=limit(zoom, "maxFieldOfView")).contains(&angle)
                });
                if is_possible {
                    self.write_device_field(node, "fieldOfView", Value::Float(angle));
                }
            }
            CameraOrder::Exposure(exposure) => {
                self.write_device_field(node, "exposure", Value::Float(exposure));
            }
            CameraOrder::FocalDistance(distance) => {
                let limit = |focus, name| read::number(&self.scene, focus, name);
                let focus = read::child(&self.scene, node, "focus").filter(|focus| {
                    (limit(*focus, "minFocalDistance")..=limit(*focus, "maxFocalDistance"))
                        .contains(&distance)
                });
                if let Some(focus) = focus {
                    self.write_device_field(focus, "focalDistance", Value::Float(distance));
                }
            }
            CameraOrder::Recognition(period) => {
                if row.recognition.is_some() {
                    let state = &mut self.state.devices.cameras[camera];
                    state.recognition.enable(period, clock);
                }
            }
            CameraOrder::Segmentation(is_wanted) => {
                let has_segmentation = row.has_segmentation();
                let pixels = row.optics.pixels();
                let state = &mut self.state.devices.cameras[camera];
                state.wants_segmentation = is_wanted && has_segmentation;
                if state.wants_segmentation && state.segmentation.is_empty() {
                    state.segmentation = black(pixels);
                }
                self.set_up_camera(camera);
            }
        }
    }

    /// Writes a field of a device as its controller asks for it: supervisors
    /// see it, and it stays after a reset.
    pub(crate) fn write_device_field(&mut self, node: NodeId, name: &str, value: Value) {
        if let Some(field) = self.scene.base_field(node, name)
            && self.get(field).as_ref() != Some(&value)
        {
            // a value that the scene refuses changes nothing
            let _ = self.set(field, Write::Whole(value));
        }
    }

    /// Takes a picture.
    fn take_picture(&mut self, camera: CameraIndex) {
        let Mount { node, place, .. } = self.model.devices.cameras[camera].mount;
        let settings = self.color_settings(camera);
        let state = &mut self.state.devices.cameras[camera];
        let period = state.shutter.sampling.period;
        let mut picture = std::mem::take(&mut state.picture);
        self.render_color(node, settings, place, period, &mut picture);
        let clock = self.state.clock;
        let state = &mut self.state.devices.cameras[camera];
        state.picture = picture;
        state.shutter.sampling.refresh(clock);
    }

    /// What the renderer must know of a camera for its next picture: a noise
    /// mask has another random place in each.
    pub(crate) fn color_settings(&mut self, camera: CameraIndex) -> ColorSettings {
        let row = &self.model.devices.cameras[camera];
        let mut settings = row.settings(viewpoint_exposure(&self.scene));
        settings.optics.rules = self.vision_rules;
        if let Some(mask) = self.assets.textures.noise_mask(row.mount.node)
            && settings.optics.projection == Projection::Planar
        {
            settings.noise_mask = Some(NoiseMask {
                texture: self.pictures.visible.mask_texture(mask),
                offset: [0; 2].map(|_| self.state.random.uniform()),
            });
        }
        settings
    }

    /// The picture of the objects' colours.
    pub(crate) fn take_segmentation(&mut self, camera: CameraIndex) {
        let row = &self.model.devices.cameras[camera];
        let Mount { node, place, .. } = row.mount;
        let state = &mut self.state.devices.cameras[camera];
        let has_lens = state.has_segmentation_lens || self.vision_rules == VisionRules::Corrected;
        let optics = Optics {
            rules: self.vision_rules,
            lens: row.optics.lens.filter(|_| has_lens),
            ..row.optics
        };
        let mut picture = std::mem::take(&mut state.segmentation);
        self.render_segmentation(node, optics, place, &mut picture);
        let state = &mut self.state.devices.cameras[camera];
        state.segmentation = picture;
        state.is_segmentation_pending = true;
    }
}

/// The exposure of the Viewpoint, to which the background is adapted.
pub(crate) fn viewpoint_exposure(scene: &Scene) -> f64 {
    let mut top = scene.nodes_in(scene.top_level()).iter().copied();
    let viewpoint = top.find(|node| read::kind(scene, *node) == NodeType::Viewpoint);
    let exposure = viewpoint.map_or(1.0, |node| read::number(scene, node, "exposure"));
    if exposure > 0.0 { exposure } else { 1.0 }
}
