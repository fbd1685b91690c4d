//! LEDs: what they light.

use crate::controller::{Command, Reading};
use crate::devices::table::LedIndex;
use crate::devices::{Device, DeviceAnswer, Mount, Renumbering, Sampling, index_of};
use crate::energy::indicator_colors::ColoredTarget;
use crate::model::compile::read;
use crate::model::{JointIndex, Model, Table};
use crate::world::World;
use foxden_catalogue::NodeType;
use foxden_scene::{FieldRef, NodeId, Scene};
use serde::{Deserialize, Serialize};

/// An LED.
#[derive(Clone, Debug)]
pub(crate) struct Led {
    mount: Mount,
    pub(crate) colors: Vec<[f64; 3]>,
    pub(crate) is_gradual: bool,
    pub(crate) targets: Vec<ColoredTarget>,
}

/// What may change about an LED while the world runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LedState {
    /// What the controller set.
    pub(crate) value: i32,
}

impl Led {
    /// The colour for a value, before the limits of what it lights.
    pub(crate) fn color(&self, value: i32) -> [f64; 3] {
        if self.is_gradual {
            return self.gradual_color(value);
        }
        let [red, green, blue] = usize::try_from(value)
            .ok()
            .and_then(|value| value.checked_sub(1))
            .and_then(|at| self.colors.get(at).copied())
            .unwrap_or([0.0; 3]);
        // only blue loses digits, as in the genuine simulator
        [red, green, f64::from(blue as f32)]
    }

    /// The first colour dimmed, or the bytes of the value if there is none.
    /// Either is computed in single precision.
    fn gradual_color(&self, value: i32) -> [f64; 3] {
        match self.colors.first() {
            None => [16, 8, 0].map(|shift| f64::from(((value >> shift) & 0xff) as f32 / 255.0_f32)),
            Some(color) => {
                let part = f64::from(value as f32 / 255.0_f32);
                color.map(|channel| f64::from((part * channel) as f32))
            }
        }
    }
}

impl Device for Led {
    const NODE_TYPES: &'static [NodeType] = &[NodeType::LED];

    fn read(scene: &Scene, mount: Mount) -> Option<Self> {
        Some(Self {
            mount,
            colors: read::colors(scene, mount.node, "color"),
            is_gradual: read::flag(scene, mount.node, "gradual"),
            targets: Vec::new(),
        })
    }

    fn mount(&self) -> &Mount {
        &self.mount
    }

    fn new_state(&self, _joints: &Table<JointIndex, [f64; 3]>) -> Self::State {
        LedState::default()
    }

    fn edit(_world: &mut World, _index: Self::Index, _field: FieldRef) -> bool {
        false
    }

    fn obey(world: &mut World, index: Self::Index, command: Command) {
        if let Command::Led(_, value) = command {
            world.set_led(index, value);
        }
    }

    fn sampling(_state: &mut Self::State) -> Option<&mut Sampling> {
        None
    }

    fn refresh(_: &mut World, _: Self::Index) {}

    fn answer(_: &mut World, _: Self::Index, _: DeviceAnswer<'_>) {}

    fn last_reading(_state: &Self::State) -> Option<Reading> {
        None
    }

    fn reset(_: &mut World, _: Self::Index) {}

    fn carry_over(_: &mut Self::State, _: Self::Index, _: &Renumbering<'_>) {}

    fn power_changed(world: &mut World, index: Self::Index, is_powered: bool) {
        if !is_powered {
            world.set_led(index, 0);
        }
    }

    fn restore(world: &mut World, index: Self::Index) {
        world.reset_led(index);
    }

    fn recompiled(world: &mut World, before: Option<&Model>) {
        world.show_new_leds(before);
    }
}

impl World {
    /// Lights an LED, or turns it off. One that has the value already is left
    /// as it is, whatever was written to its lights since.
    pub(crate) fn set_led(&mut self, led: LedIndex, value: i32) {
        let has_targets = !self.model.devices.leds[led].targets.is_empty();
        if has_targets && self.state.devices.leds[led].value != value {
            self.state.devices.leds[led].value = value;
            self.show_led(led);
        }
    }

    /// Gives what an LED lights the colour of its value.
    fn show_led(&mut self, led: LedIndex) {
        let row = &self.model.devices.leds[led];
        let value = self.state.devices.leds[led].value;
        let color = row.color(value);
        for at in 0..row.targets.len() {
            let target = self.model.devices.leds[led].targets[at];
            self.paint(target, color);
            if let ColoredTarget::Light(light) = target {
                self.state.lights[light].is_on = value != 0;
            }
        }
    }

    /// Shows the values of LEDs that are new or have other things to light than before.
    pub(crate) fn show_new_leds(&mut self, before: Option<&Model>) {
        for led in self.model.devices.leds.indices() {
            let lit = |model: &Model, led: LedIndex| lit_by(model, led).collect::<Vec<_>>();
            let node = self.model.devices.leds[led].mount.node;
            let lit_before =
                before.and_then(|model| Some(lit(model, index_of::<Led>(model, node)?)));
            if lit_before != Some(lit(&self.model, led)) {
                self.show_led(led);
            }
        }
    }

    /// An LED goes dark; its lights keep their colour, but are off.
    pub(crate) fn reset_led(&mut self, led: LedIndex) {
        self.state.devices.leds[led].value = 0;
        for target in &self.model.devices.leds[led].targets {
            match *target {
                ColoredTarget::Light(light) => self.state.lights[light].is_on = false,
                ColoredTarget::Emissive(emissive) => self.state.emissives[emissive] = [0.0; 3],
            }
        }
    }
}

/// The nodes that an LED lights.
fn lit_by(model: &Model, led: LedIndex) -> impl Iterator<Item = NodeId> {
    let targets = model.devices.leds[led].targets.iter();
    targets.map(|target| match *target {
        ColoredTarget::Light(light) => model.lights[light].node,
        ColoredTarget::Emissive(emissive) => model.emissives[emissive].node,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use foxden_lang::resolve::{Location, MemoryStorage, Search, SearchSettings};

    fn led(text: &str) -> Led {
        let mut storage = MemoryStorage::new();
        storage.insert(
            "/w/worlds/a.wbt",
            format!("#VRML_SIM R2023b utf8\nRobot {{ children [ DEF L LED {{ {text} }} ] }}\n"),
        );
        let world = Location::file("/w/worlds/a.wbt");
        let search = Search::new(SearchSettings::for_document(&world), storage);
        let mut library = foxden_scene::Library::new(std::sync::Arc::new(search));
        let scene = foxden_scene::load(&world, &mut library).map(|loaded| loaded.scene);
        let Ok(scene) = scene else { unreachable!() };
        let Some(node) = scene.find_def("L") else {
            unreachable!()
        };
        Led {
            mount: Mount {
                node,
                robot: crate::model::RobotIndex(0),
                place: crate::model::PoseIndex(0),
                solid: crate::model::SolidIndex(0),
                holder: None,
                source: None,
            },
            colors: read::colors(&scene, node, "color"),
            is_gradual: read::flag(&scene, node, "gradual"),
            targets: Vec::new(),
        }
    }

    #[test]
    fn values_pick_colours() {
        let plain = led("color [ 1 0 0, 0 1 0 ]");
        assert_eq!(plain.color(2), [0.0, 1.0, 0.0]);
        assert_eq!(plain.color(3), [0.0; 3]);
        assert_eq!(plain.color(-1), [0.0; 3]);
        let mixed = led("color [ ] gradual TRUE");
        assert_eq!(mixed.color(0xff0000), [1.0, 0.0, 0.0]);
        let dimmed = led("color [ 1 0 0 ] gradual TRUE");
        assert_eq!(dimmed.color(51), [f64::from(0.2_f32), 0.0, 0.0]);
        assert!(dimmed.color(300)[0] > 1.0);
    }

    #[test]
    fn gradual_colours_have_single_precision() {
        let white = led("color [ 1 1 1 ] gradual TRUE");
        assert_eq!(white.color(86), [0.337_254_911_661_148_07; 3]);
        let mixed = led("color [ ] gradual TRUE");
        let byte = |value: f32| f64::from(value / 255.0);
        assert_eq!(mixed.color(0x56_03_ff), [byte(86.0), byte(3.0), 1.0]);
        let dimmed = led("color [ 0.7 0.1 0.3 ] gradual TRUE");
        let part = f64::from(101.0_f32 / 255.0);
        let expected = [0.7, 0.1, 0.3].map(|channel| f64::from((part * channel) as f32));
        assert_eq!(dimmed.color(101), expected);
    }
}
