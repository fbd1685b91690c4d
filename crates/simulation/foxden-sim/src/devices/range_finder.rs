//! A RangeFinder: a picture of distances.

use crate::controller::{Command, Reading};
use crate::devices::imaging::{self, Imaging, Ranges, Shutter, optics, size};
use crate::devices::table::RangeFinderIndex;
use crate::devices::{Device, DeviceAnswer, Mount, Renumbering, Sampling, restart};
use crate::model::compile::read;
use crate::model::{JointIndex, Model, Table};
use crate::pictures::SharedPixels;
use crate::world::World;
use foxden_catalogue::NodeType;
use foxden_scene::{FieldRef, Scene};
use foxden_vision::{DepthSettings, FaceRotations, Optics};
use serde::{Deserialize, Serialize};

/// A RangeFinder.
#[derive(Clone, Debug)]
pub(crate) struct RangeFinder {
    pub(crate) mount: Mount,
    pub(crate) optics: Optics,
    pub(crate) ranges: Ranges,
    /// Sigma of the noise, in metres.
    pub(crate) noise: f64,
    /// What distances are rounded to; 0 or less for not at all.
    pub(crate) resolution: f64,
}

/// What may change about a range-finder while the world runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct RangeFinderState {
    pub(crate) shutter: Shutter,
    pub(crate) picture: SharedPixels<f32>,
}

impl RangeFinder {
    /// What the renderer must know of it.
    pub(crate) fn settings(&self) -> DepthSettings {
        let [near, min_range] = self.ranges.rendered(self.ranges.min);
        DepthSettings {
            optics: Optics {
                near,
                ..self.optics
            },
            min_range,
            max_range: self.ranges.max,
            noise: self.noise,
            resolution: self.resolution,
        }
    }
}

impl Imaging for RangeFinder {
    fn optics(&mut self) -> &mut Optics {
        &mut self.optics
    }

    fn edited(world: &mut World, index: Self::Index, before: &Self) {
        let row = &world.model.devices.range_finders[index];
        let state = &mut world.state.devices.range_finders[index];
        // another projection makes a new picture
        if state.shutter.is_set_up && row.optics.projection != before.optics.projection {
            state.picture = vec![0.0; row.optics.pixels()].into();
            state.shutter.sampling.is_pending = true;
        }
    }
}

impl Device for RangeFinder {
    const NODE_TYPES: &'static [NodeType] = &[NodeType::RangeFinder];

    fn read(scene: &Scene, mount: Mount) -> Option<Self> {
        let node = mount.node;
        let ranges = Ranges::read(scene, node);
        let mut optics = optics(scene, node, size(scene, node));
        optics.near = ranges.near;
        Some(Self {
            mount,
            optics,
            ranges,
            noise: read::number(scene, node, "noise"),
            resolution: read::number(scene, node, "resolution"),
        })
    }

    fn mount(&self) -> &Mount {
        &self.mount
    }

    fn new_state(&self, _joints: &Table<JointIndex, [f64; 3]>) -> Self::State {
        RangeFinderState {
            shutter: Shutter::NEW,
            picture: SharedPixels::NONE,
        }
    }

    fn edit(world: &mut World, index: Self::Index, _field: FieldRef) -> bool {
        imaging::edit::<Self>(world, index)
    }

    fn obey(world: &mut World, index: Self::Index, command: Command) {
        if let Command::Enable(_, period) = command {
            world.enable_range_finder(index, period);
        }
    }

    fn sampling(state: &mut Self::State) -> Option<&mut Sampling> {
        Some(&mut state.shutter.sampling)
    }

    fn refresh(world: &mut World, index: Self::Index) {
        world.refresh_range_finder(index);
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
    }

    fn carry_over(_: &mut Self::State, _: Self::Index, _: &Renumbering<'_>) {}

    fn recompiled(world: &mut World, before: Option<&Model>) {
        imaging::keep_sizes::<Self>(world, before);
    }
}

impl World {
    /// The period of a range-finder; the first one sets it up.
    pub(crate) fn enable_range_finder(&mut self, finder: RangeFinderIndex, period: i16) {
        let clock = self.state.clock;
        let pixels = self.model.devices.range_finders[finder].optics.pixels();
        let state = &mut self.state.devices.range_finders[finder];
        state.shutter.sampling.enable(period, clock);
        if !std::mem::replace(&mut state.shutter.is_set_up, true) {
            state.picture = vec![0.0; pixels].into();
        }
    }

    /// A new picture of a range-finder that is due.
    pub(crate) fn refresh_range_finder(&mut self, finder: RangeFinderIndex) {
        let row = &self.model.devices.range_finders[finder];
        let Mount { node, place, .. } = row.mount;
        let camera = (place, FaceRotations::forward());
        let mut settings = row.settings();
        settings.optics.rules = self.vision_rules;
        let state = &mut self.state.devices.range_finders[finder];
        let period = state.shutter.sampling.period;
        let mut picture = std::mem::take(&mut state.picture);
        self.render_depth(node, settings, camera, period, &mut picture);
        let clock = self.state.clock;
        let state = &mut self.state.devices.range_finders[finder];
        state.picture = picture;
        state.shutter.sampling.refresh(clock);
    }
}
