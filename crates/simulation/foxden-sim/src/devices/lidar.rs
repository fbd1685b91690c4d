//! A Lidar: distances in layers, taken from a picture, fixed or turning.

use crate::controller::{Command, LidarOrder, Reading};
use crate::devices::imaging::{self, Imaging, Ranges, Shutter, optics};
use crate::devices::lidar_scan::{LidarPoint, Scan};
use crate::devices::table::LidarIndex;
use crate::devices::{Device, DeviceAnswer, Mount, Renumbering, Sampling, StepWork, restart};
use crate::math::{AxisAngle, Vector};
use crate::model::compile::read;
use crate::model::{JointIndex, Model, Table};
use crate::pictures::SharedPixels;
use crate::time::seconds;
use crate::world::World;
use foxden_catalogue::NodeType;
use foxden_scene::{FieldRef, NodeId, Scene, Value};
use foxden_vision::{DepthSettings, FaceRotations, Optics, Projection, VisionRules};
use serde::{Deserialize, Serialize};
use std::f64::consts::TAU;

/// A Lidar.
#[derive(Clone, Debug)]
pub(crate) struct Lidar {
    pub(crate) mount: Mount,
    pub(crate) optics: Optics,
    pub(crate) ranges: Ranges,
    /// How it scans; stays as it is until the world is loaded again.
    pub(crate) scan: Scan,
    pub(crate) tilt: f64,
    /// Sigma of the noise, in metres.
    pub(crate) noise: f64,
    /// What distances are rounded to; 0 or less for not at all.
    pub(crate) resolution: f64,
    /// Turns per second: at the start, at least, at most.
    pub(crate) frequencies: [f64; 3],
    /// The solid that turns with it.
    pub(crate) head: Option<NodeId>,
}

/// What may change about a lidar while the world runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct LidarState {
    pub(crate) shutter: Shutter,
    /// The picture that was taken last; a rotating lidar copies parts of it one
    /// step later.
    pub(crate) picture: SharedPixels<f32>,
    /// Layer by layer, from the top.
    pub(crate) distances: SharedPixels<f32>,
    pub(crate) cloud: SharedPixels<LidarPoint>,
    pub(crate) has_cloud: bool,
    /// How far it has turned, and how far before this step.
    pub(crate) angle: f64,
    pub(crate) angle_before: f64,
    /// The tilt that its field had last.
    pub(crate) tilt: f64,
    /// The rotations of its plane pictures. They are turned, and rounded, with
    /// each change of the tilt and each step of a rotating lidar.
    pub(crate) faces: [[f32; 4]; 6],
    /// The least range that its camera has: it stays.
    pub(crate) shown_min_range: f64,
    /// Whether its camera has passes for noise, resolution, motion blur and a lens.
    pub(crate) has_passes: [bool; 4],
    /// The field of view of its camera: another one makes a curved camera again.
    pub(crate) shown_field_of_view: f64,
}

impl Imaging for Lidar {
    fn optics(&mut self) -> &mut Optics {
        &mut self.optics
    }

    fn keep_size(&mut self, before: Self) {
        self.scan = before.scan;
        (self.optics.width, self.optics.height) = (before.optics.width, before.optics.height);
    }

    fn edited(world: &mut World, index: Self::Index, before: &Self) {
        let row = &world.model.devices.lidars[index];
        let state = &mut world.state.devices.lidars[index];
        // another projection makes a new picture
        if state.shutter.is_set_up && row.optics.projection != before.optics.projection {
            state.set_up(row);
            state.shutter.sampling.is_pending = true;
        }
    }
}

impl Lidar {
    /// Whether its camera has passes for noise, resolution, motion blur and a lens.
    fn passes(&self) -> [bool; 4] {
        [
            self.noise != 0.0,
            self.resolution > 0.0,
            self.optics.motion_blur != 0.0,
            self.optics.lens.is_some(),
        ]
    }
}

impl Device for Lidar {
    const NODE_TYPES: &'static [NodeType] = &[NodeType::Lidar];

    fn read(scene: &Scene, mount: Mount) -> Option<Self> {
        let node = mount.node;
        let number = |name: &str| read::number(scene, node, name);
        let is_rotating = read::text(scene, node, "type")
            .to_ascii_lowercase()
            .starts_with('r');
        let ranges = Ranges::read(scene, node);
        let mut optics = optics(scene, node, [1, 1]);
        let scan = Scan::new(
            read::integer(scene, node, "horizontalResolution"),
            read::integer(scene, node, "numberOfLayers"),
            optics.field_of_view,
            number("verticalFieldOfView"),
            is_rotating,
        );
        optics.near = ranges.near;
        (optics.width, optics.height) = (scan.width, scan.height);
        Some(Self {
            mount,
            optics,
            ranges,
            scan,
            tilt: number("tiltAngle"),
            noise: number("noise"),
            resolution: number("resolution"),
            frequencies: ["defaultFrequency", "minFrequency", "maxFrequency"].map(number),
            head: read::child(scene, node, "rotatingHead"),
        })
    }

    fn mount(&self) -> &Mount {
        &self.mount
    }

    fn new_state(&self, _joints: &Table<JointIndex, [f64; 3]>) -> Self::State {
        LidarState::NEW
    }

    fn edit(world: &mut World, index: Self::Index, _field: FieldRef) -> bool {
        imaging::edit::<Self>(world, index)
    }

    fn obey(world: &mut World, index: Self::Index, command: Command) {
        match command {
            Command::Enable(_, period) => world.enable_lidar(index, period),
            Command::Lidar(_, order) => world.order_lidar(index, order),
            _ => {}
        }
    }

    fn sampling(state: &mut Self::State) -> Option<&mut Sampling> {
        Some(&mut state.shutter.sampling)
    }

    fn refresh(world: &mut World, index: Self::Index) {
        world.refresh_lidar(index);
    }

    fn answer(world: &mut World, index: Self::Index, mut answer: DeviceAnswer<'_>) {
        imaging::answer_picture::<Self>(world, index, &mut answer);
    }

    fn last_reading(_state: &Self::State) -> Option<Reading> {
        None
    }

    fn reset(world: &mut World, index: Self::Index) {
        restart::<Self>(world, index);
        imaging::show_all::<Self>(world, index);
        let state = &mut world.state.devices.lidars[index];
        // it looks ahead again, and its points are not wanted until they are asked for
        state.turn(2, -state.angle);
        (state.angle, state.angle_before) = (0.0, 0.0);
        state.has_cloud = false;
    }

    fn carry_over(_: &mut Self::State, _: Self::Index, _: &Renumbering<'_>) {}

    fn step_work(&self) -> StepWork {
        StepWork {
            before_physics: self.scan.is_rotating,
            after_physics: self.scan.is_rotating,
        }
    }

    fn before_physics(world: &mut World, index: Self::Index) {
        world.turn_lidar(index);
    }

    fn after_physics(world: &mut World, index: Self::Index) {
        world.copy_sweep(index);
    }

    fn controller_restarted(world: &mut World, index: Self::Index) {
        world.state.devices.lidars[index] = LidarState::NEW;
    }

    fn recompiled(world: &mut World, before: Option<&Model>) {
        imaging::keep_sizes::<Self>(world, before);
    }
}

impl LidarState {
    const NEW: Self = Self {
        shutter: Shutter::NEW,
        picture: SharedPixels::NONE,
        distances: SharedPixels::NONE,
        cloud: SharedPixels::NONE,
        has_cloud: false,
        angle: 0.0,
        angle_before: 0.0,
        tilt: 0.0,
        faces: [[0.0; 4]; 6],
        shown_min_range: 0.0,
        has_passes: [false; 4],
        shown_field_of_view: 0.0,
    };

    /// Makes its camera: the tilt of this moment turns the picture sideways,
    /// because the camera looks up when it is tilted.
    fn set_up(&mut self, row: &Lidar) {
        self.picture = vec![0.0; row.optics.pixels()].into();
        self.distances = vec![0.0; row.scan.points()].into();
        self.cloud = vec![LidarPoint::default(); row.scan.points()].into();
        let mut faces = FaceRotations::new();
        // a new camera does not know the tilt of the one before
        faces.turn(1, (row.tilt - self.tilt) as f32);
        faces.look_forward();
        self.faces = faces.0;
        self.tilt = row.tilt;
        self.has_passes = row.passes();
        self.shown_min_range = row.ranges.min;
        self.shown_field_of_view = row.optics.field_of_view;
    }

    /// Takes over edits. A pass that comes or goes and, in curved projections,
    /// another field of view make the camera again: it forgets how it was turned.
    fn follow(&mut self, row: &Lidar, rules: VisionRules) {
        if rules == VisionRules::Corrected {
            self.look_up(row);
            return;
        }
        let wanted = row.passes();
        let angle = row.optics.field_of_view;
        let has_other_angle =
            self.shown_field_of_view != angle && row.optics.projection != Projection::Planar;
        if self.has_passes != wanted || has_other_angle {
            self.has_passes = wanted;
            self.shown_field_of_view = angle;
            self.faces = FaceRotations::forward().0;
        }
        if self.tilt != row.tilt {
            self.turn(1, row.tilt - self.tilt);
            self.tilt = row.tilt;
        }
    }

    /// The corrected camera: tilted upwards, then turned with the head.
    fn look_up(&mut self, row: &Lidar) {
        let mut faces = FaceRotations::forward();
        faces.turn(1, -row.tilt as f32);
        if row.scan.is_rotating {
            faces.turn(2, self.angle as f32);
        }
        self.faces = faces.0;
    }

    /// What the renderer must know of it, after edits were taken over.
    pub(crate) fn settings(&mut self, row: &Lidar, rules: VisionRules) -> DepthSettings {
        self.follow(row, rules);
        let [near, min_range] = row.ranges.rendered(self.shown_min_range);
        DepthSettings {
            optics: Optics {
                near,
                rules,
                ..row.optics
            },
            min_range,
            max_range: row.ranges.max,
            noise: row.noise,
            resolution: row.resolution,
        }
    }

    /// Turns its camera about an axis of the device.
    fn turn(&mut self, axis: usize, angle: f64) {
        let mut faces = FaceRotations(self.faces);
        faces.turn(axis, angle as f32);
        self.faces = faces.0;
    }
}

impl World {
    /// The period of a lidar; the first one sets it up. A rotating one
    /// measures in every step, even if it is switched off.
    pub(crate) fn enable_lidar(&mut self, lidar: LidarIndex, period: i16) {
        let clock = self.state.clock;
        let row = &self.model.devices.lidars[lidar];
        let state = &mut self.state.devices.lidars[lidar];
        let period = match row.scan.is_rotating {
            true => self.model.settings.basic_time_step as i16,
            false => period,
        };
        state.shutter.sampling.enable(period, clock);
        if !std::mem::replace(&mut state.shutter.is_set_up, true) {
            state.set_up(row);
        }
    }

    /// What a controller asks of a lidar.
    pub(crate) fn order_lidar(&mut self, lidar: LidarIndex, order: LidarOrder) {
        match order {
            LidarOrder::Frequency(frequency) => {
                let row = &self.model.devices.lidars[lidar];
                let [_, least, most] = row.frequencies;
                let node = row.mount.node;
                let frequency = Value::Float(frequency.max(least).min(most));
                self.write_device_field(node, "defaultFrequency", frequency);
            }
            LidarOrder::PointCloud(is_wanted) => {
                self.state.devices.lidars[lidar].has_cloud = is_wanted;
            }
        }
    }

    /// A rotating lidar turns before physics, clockwise seen from above.
    pub(crate) fn turn_lidar(&mut self, lidar: LidarIndex) {
        let row = &self.model.devices.lidars[lidar];
        let state = &mut self.state.devices.lidars[lidar];
        if state.shutter.sampling.period == 0 {
            return;
        }
        state.follow(row, self.vision_rules);
        let turn = -(self.model.settings.basic_time_step * TAU * row.frequencies[0]) / 1000.0;
        state.turn(2, turn);
        state.angle_before = state.angle;
        state.angle += turn;
        if let Some(head) = row.head.and_then(|head| self.model.place_of(head)) {
            let place = self.state.local_poses[head];
            let turned = AxisAngle {
                axis: Vector::Z,
                angle: turn,
            };
            let rotation = (place.rotation.matrix() * turned.matrix())
                .quaternion()
                .axis_angle();
            self.state.put(head, place.translation, rotation);
        }
    }

    /// A rotating lidar takes over the part of its picture that it swept.
    pub(crate) fn copy_sweep(&mut self, lidar: LidarIndex) {
        let row = &self.model.devices.lidars[lidar];
        let state = &mut self.state.devices.lidars[lidar];
        if state.shutter.sampling.period == 0 {
            return;
        }
        let turn = state.angle - state.angle_before;
        let sweep = row.scan.sweep(state.angle_before, turn);
        row.scan
            .copy_sweep(&sweep, &state.picture, state.distances.to_mut());
        if state.has_cloud {
            let times = [
                seconds(self.state.clock),
                f64::from(state.shutter.sampling.period),
            ];
            let (ranges, cloud) = (&state.distances, state.cloud.to_mut());
            let view = (row.tilt, self.vision_rules);
            row.scan.fill_sweep(&sweep, ranges, view, times, cloud);
        }
    }

    /// A new picture of a lidar that is due.
    pub(crate) fn refresh_lidar(&mut self, lidar: LidarIndex) {
        let row = &self.model.devices.lidars[lidar];
        let Mount { node, place, .. } = row.mount;
        let state = &mut self.state.devices.lidars[lidar];
        let settings = state.settings(row, self.vision_rules);
        let period = state.shutter.sampling.period;
        let mut picture = std::mem::take(&mut state.picture);
        let camera = (place, FaceRotations(state.faces));
        self.render_depth(node, settings, camera, period, &mut picture);
        let row = &self.model.devices.lidars[lidar];
        let clock = self.state.clock;
        let state = &mut self.state.devices.lidars[lidar];
        state.picture = picture;
        if !row.scan.is_rotating {
            row.scan
                .copy_layers(&state.picture, state.distances.to_mut());
            if state.has_cloud {
                let times = [seconds(clock), f64::from(period)];
                let (ranges, cloud) = (&state.distances, state.cloud.to_mut());
                let view = (row.tilt, self.vision_rules);
                row.scan.fill_cloud(ranges, view, times, cloud);
            }
        }
        state.shutter.sampling.refresh(clock);
    }
}
