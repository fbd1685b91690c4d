//! A RangeFinder: a picture of distances.

use crate::controller::{Command, PictureKind, Reading};
use crate::devices::imaging::{Ranges, Shutter, optics, size};
use crate::devices::table::RangeFinderIndex;
use crate::devices::{Device, DeviceAnswer, Mount, Renumbering, Sampling, read_again, restart};
use crate::model::compile::read;
use crate::model::{JointIndex, Model, Table};
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
    pub(crate) picture: Vec<f32>,
}

impl RangeFinder {
    /// Takes over the size of the picture from before an edit.
    pub(crate) fn keep_size(&mut self, before: &Self) {
        let (now, then) = (&mut self.optics, &before.optics);
        (now.width, now.height) = (then.width, then.height);
    }

    /// What the renderer must know of it.
    pub(crate) fn settings(&self) -> DepthSettings {
        DepthSettings {
            optics: self.optics,
            min_range: self.ranges.min,
            max_range: self.ranges.max,
            noise: self.noise,
            resolution: self.resolution,
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
            picture: Vec::new(),
        }
    }

    fn edit(world: &mut World, index: Self::Index, _field: FieldRef) -> bool {
        let before = world.model.devices.range_finders[index].clone();
        read_again::<Self>(world, index);
        let model = std::sync::Arc::make_mut(&mut world.model);
        model.devices.range_finders[index].keep_size(&before);
        true
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
        let state = &mut world.state.devices.range_finders[index];
        if std::mem::take(&mut state.shutter.sampling.is_pending) {
            answer.push(Reading::Picture(PictureKind::Main));
        }
    }

    fn last_reading(_state: &Self::State) -> Option<Reading> {
        None
    }

    fn reset(world: &mut World, index: Self::Index) {
        restart::<Self>(world, index);
    }

    fn carry_over(_: &mut Self::State, _: Self::Index, _: &Renumbering<'_>) {}

    fn recompiled(world: &mut World, before: Option<&Model>) {
        let Some(before) = before else { return };
        let model = std::sync::Arc::make_mut(&mut world.model);
        for row in &mut model.devices.range_finders {
            let node = row.mount.node;
            let mut old = before.devices.range_finders.iter();
            if let Some(old) = old.find(|old| old.mount.node == node) {
                row.keep_size(old);
            }
        }
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
            state.picture = vec![0.0; pixels];
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
