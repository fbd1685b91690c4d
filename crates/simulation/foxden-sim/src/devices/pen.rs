//! A Pen: paints what is below it.

use crate::controller::{Command, PenOrder, Reading};
use crate::devices::table::PenIndex;
use crate::devices::{Device, DeviceAnswer, Mount, Renumbering, Sampling, StepWork, read_again};
use crate::math::exp;
use crate::model::compile::read;
use crate::model::{JointIndex, Table};
use crate::world::World;
use foxden_catalogue::NodeType;
use foxden_scene::{FieldRef, Scene, Value};
use serde::{Deserialize, Serialize};

/// A Pen.
#[derive(Clone, Debug)]
pub(crate) struct Pen {
    pub(crate) mount: Mount,
    pub(crate) ink_color: [f64; 3],
    pub(crate) ink_density: f64,
    /// In metres.
    pub(crate) lead_size: f64,
    /// In metres; not positive for any distance.
    pub(crate) max_distance: f64,
    pub(crate) writes: bool,
}

/// What may change about a pen while the world runs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct PenState {
    pub(crate) writes: bool,
}

impl Device for Pen {
    const NODE_TYPES: &'static [NodeType] = &[NodeType::Pen];

    fn read(scene: &Scene, mount: Mount) -> Option<Self> {
        let node = mount.node;
        let number = |name: &str| read::number(scene, node, name);
        Some(Self {
            mount,
            ink_color: read::color(scene, node, "inkColor"),
            ink_density: number("inkDensity"),
            lead_size: number("leadSize"),
            max_distance: number("maxDistance"),
            writes: read::flag(scene, node, "write"),
        })
    }

    fn mount(&self) -> &Mount {
        &self.mount
    }

    fn new_state(&self, _joints: &Table<JointIndex, [f64; 3]>) -> Self::State {
        PenState {
            writes: self.writes,
        }
    }

    fn edit(world: &mut World, index: Self::Index, _field: FieldRef) -> bool {
        let before = world.model.devices.pens[index].writes;
        read_again::<Self>(world, index);
        let writes = world.model.devices.pens[index].writes;
        if writes != before {
            world.state.devices.pens[index].writes = writes;
        }
        true
    }

    fn obey(world: &mut World, index: Self::Index, command: Command) {
        if let Command::Pen(_, order) = command {
            world.order_pen(index, order);
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
        world.state.devices.pens[index].writes = world.model.devices.pens[index].writes;
    }

    fn carry_over(_: &mut Self::State, _: Self::Index, _: &Renumbering<'_>) {}

    fn step_work(&self) -> StepWork {
        StepWork {
            before_physics: true,
            ..StepWork::default()
        }
    }

    fn before_physics(world: &mut World, index: Self::Index) {
        world.write_with_pen(index);
    }
}

/// What pens painted on a Shape.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Ink {
    width: usize,
    height: usize,
    /// Red, green, blue from 0 to 1 and the density.
    texels: Vec<[f32; 4]>,
    /// Whether there is something new that cameras do not see yet.
    is_new: bool,
}

impl Ink {
    /// A clean sheet.
    fn new([width, height]: [usize; 2]) -> Self {
        Self {
            width,
            height,
            texels: vec![[0.0; 4]; width * height],
            is_new: true,
        }
    }

    /// Paints a disc around a place: from 0 to 1 across and down.
    fn paint(&mut self, [u, v]: [f64; 2], diameter: usize, color: [f64; 3], density: f64) {
        let (column, row) = (u * self.width as f64, v * self.height as f64);
        let radius = diameter as f64 / 2.0;
        let range = |middle: f64, limit: usize| {
            let limit = limit as f64;
            let first = (middle - radius).floor().clamp(0.0, limit);
            first as usize..(middle + radius).ceil().clamp(first, limit) as usize
        };
        for y in range(row, self.height) {
            for x in range(column, self.width) {
                let (across, down) = (x as f64 + 0.5 - column, y as f64 + 0.5 - row);
                let is_below = diameter == 1 && x == column as usize && y == row as usize;
                if across * across + down * down <= radius * radius || is_below {
                    let texel = &mut self.texels[y * self.width + x];
                    *texel = mixed(*texel, color, density as f32);
                }
            }
        }
        self.is_new = true;
    }

    /// The ink fades by a factor; whether any is left.
    fn fade(&mut self, factor: f32) -> bool {
        let mut is_left = false;
        for texel in &mut self.texels {
            texel[3] *= factor;
            if texel[3] < LEAST_DENSITY {
                texel[3] = 0.0;
            }
            is_left |= texel[3] > 0.0;
        }
        self.is_new = true;
        is_left
    }

    fn picture(&self) -> Option<foxden_vision::Picture> {
        let byte = |part: f32| (part * 255.0).round().clamp(0.0, 255.0) as u8;
        let bytes = self.texels.iter().flat_map(|texel| texel.map(byte));
        let size = [self.width as u32, self.height as u32];
        foxden_vision::Picture::from_pixels(size[0], size[1], bytes.collect())
    }
}

/// Thinner ink is gone.
const LEAST_DENSITY: f32 = 0.001;

/// New ink over old, by their densities.
fn mixed(old: [f32; 4], color: [f64; 3], density: f32) -> [f32; 4] {
    let sum = old[3] + density;
    if sum <= 0.0 {
        return old;
    }
    let mut new = [0.0, 0.0, 0.0, sum.min(1.0)];
    for (at, part) in new.iter_mut().take(3).enumerate() {
        *part = (old[at] * old[3] + color[at] as f32 * density) / sum;
    }
    new
}

/// The size of the texture that pens paint on a shape without one: a power of
/// two that grows with the shape, given the radius of the ball around it.
fn sheet_size(radius: f64) -> usize {
    let wanted = 32.0 + 992.0 * (radius / 10.0).min(1.0);
    let power = crate::math::log2(wanted).round();
    (1 << power.clamp(0.0, 10.0) as u32).min(1024)
}

impl World {
    /// What a controller asks of a pen.
    pub(crate) fn order_pen(&mut self, pen: PenIndex, order: PenOrder) {
        match order {
            PenOrder::Write(writes) => self.state.devices.pens[pen].writes = writes,
            PenOrder::Ink(color, density) => {
                let node = self.model.devices.pens[pen].mount.node;
                let color = color.map(|part| f64::from(part) / 255.0);
                self.write_device_field(node, "inkColor", Value::Color(color));
                self.write_device_field(node, "inkDensity", Value::Float(density));
            }
        }
    }

    /// A pen paints what is below it, where it is before physics.
    pub(crate) fn write_with_pen(&mut self, pen: PenIndex) {
        let row = &self.model.devices.pens[pen];
        let is_powered = self.state.robots[row.mount.robot].is_powered;
        if !self.state.devices.pens[pen].writes || !is_powered {
            return;
        }
        self.update_visible_scene();
        let row = self.model.devices.pens[pen].clone();
        let pose = self.state.poses[row.mount.place];
        let down = pose.rotation.column(2) * -1.0;
        let reach = match row.max_distance {
            distance if distance > 0.0 => distance,
            _ => f64::INFINITY,
        };
        let origin = pose.translation.to_array();
        let visible = &self.sight.visible;
        let Some(mark) = visible.mark(origin, down.to_array(), reach) else {
            return;
        };
        let shape = self.model.shapes[mark.shape].node;
        let ink = self.state.inks.entry(shape).or_insert_with(|| {
            let own = visible.texture_size(mark.shape);
            let side = sheet_size(mark.radius);
            Ink::new(own.unwrap_or([side, side]))
        });
        let diameter = (row.lead_size * ink.width as f64 / mark.radius) as usize;
        let diameter = diameter.clamp(1, ink.width);
        ink.paint(mark.place, diameter, row.ink_color, row.ink_density);
    }

    /// Ink fades in every step.
    pub(crate) fn dry_ink(&mut self) {
        let rate = self.model.settings.ink_evaporation;
        if rate <= 0.0 || self.state.inks.is_empty() {
            return;
        }
        let factor = exp(-rate * self.model.settings.seconds()) as f32;
        for ink in self.state.inks.values_mut() {
            ink.fade(factor);
        }
    }

    /// Puts what pens painted on the shapes; `all` of it, or what is new.
    pub(crate) fn show_inks(&mut self, all: bool) {
        for (node, ink) in &mut self.state.inks {
            if !all && !ink.is_new {
                continue;
            }
            ink.is_new = false;
            if let Some(picture) = ink.picture() {
                self.sight.visible.show_ink(*node, picture);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ink_mixes_and_fades() {
        let mut ink = Ink::new([8, 8]);
        ink.paint([0.5, 0.5], 2, [1.0, 0.0, 0.0], 0.5);
        let painted = ink.texels.iter().filter(|texel| texel[3] > 0.0).count();
        assert_eq!(painted, 4);
        ink.paint([0.5, 0.5], 1, [0.0, 1.0, 0.0], 0.5);
        assert_eq!(ink.texels[4 * 8 + 4], [0.5, 0.5, 0.0, 1.0]);
        ink.paint([7.0, -3.0], 100, [0.0; 3], 1.0);
        assert!(ink.fade(0.5));
        assert!(!ink.fade(0.0));
    }

    #[test]
    fn sheets_are_powers_of_two() {
        assert_eq!(sheet_size(0.0), 32);
        assert_eq!(sheet_size(5.0), 512);
        assert_eq!(sheet_size(1e9), 1024);
    }
}
