//! A Pen: paints what is below it.

use crate::controller::{Command, PenOrder, Reading};
use crate::devices::ink::{Ink, side_without_texture};
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

impl World {
    /// What a controller asks of a pen.
    pub(crate) fn order_pen(&mut self, pen: PenIndex, order: PenOrder) {
        let node = self.model.devices.pens[pen].mount.node;
        match order {
            PenOrder::Write(writes) => {
                self.write_device_field(node, "write", Value::Bool(writes));
                self.state.devices.pens[pen].writes = writes;
            }
            PenOrder::Ink(color, density) => {
                // in single precision, as the genuine program has it
                let color = color.map(|part| f64::from(f32::from(part) / 255.0));
                self.write_device_field(node, "inkColor", Value::Color(color));
                self.write_device_field(node, "inkDensity", Value::Float(density));
            }
        }
    }

    /// A pen paints what is below it, where it is before physics. It needs no energy.
    pub(crate) fn write_with_pen(&mut self, pen: PenIndex) {
        if !self.state.devices.pens[pen].writes {
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
        let visible = &self.pictures.visible;
        let Some(hit) = visible.surface_hit(origin, down.to_array(), reach) else {
            return;
        };
        let shape = self.model.shapes[hit.shape].node;
        // a CadShape takes no ink
        if read::kind(&self.scene, shape) != NodeType::Shape {
            return;
        }
        let ink = self.state.inks.entry(shape).or_insert_with(|| {
            let side = side_without_texture(hit.scale * hit.sheet.radius);
            let own = visible.texture_size(hit.shape);
            Ink::new(own.unwrap_or([side, side]), hit.sheet.parts)
        });
        let size = row.lead_size as f32 as f64 * ink.original_width() as f64 / hit.sheet.radius;
        ink.paint(hit.place, size as usize, row.ink_color, row.ink_density);
        self.painted_changes += 1;
    }

    /// Ink fades in every step.
    pub(crate) fn dry_ink(&mut self) {
        let rate = self.model.settings.ink_evaporation;
        if rate <= 0.0 || self.state.inks.is_empty() {
            return;
        }
        let factor = exp(-rate * self.model.settings.seconds());
        for ink in self.state.inks.values_mut() {
            ink.fade(factor);
        }
        self.painted_changes += 1;
    }

    /// Puts what pens painted on the shapes; `all` of it, or what is new.
    pub(crate) fn show_inks(&mut self, all: bool) {
        for (node, ink) in &mut self.state.inks {
            if !all && !ink.is_new() {
                continue;
            }
            if let Some(picture) = ink.show() {
                self.pictures.visible.show_ink(*node, picture);
            }
        }
    }
}
