//! LEDs: what they light.

use crate::controller::{Command, Reading};
use crate::devices::table::LedIndex;
use crate::devices::{Device, DeviceAnswer, Mount, Renumbering, Sampling};
use crate::energy::indicator_colors::{ColoredTarget, watched, watched_parts};
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
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LedState {
    /// What the controller set.
    pub(crate) value: i32,
    /// What it colours, as it found them last.
    found: Vec<NodeId>,
    /// The nodes that it watches, with the parts that they had then.
    watched: Vec<(NodeId, Vec<NodeId>)>,
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
        if !is_powered && world.state.devices.leds[index].value != 0 {
            world.state.devices.leds[index].value = 0;
            world.show_led(index);
        }
    }

    fn restore(world: &mut World, index: Self::Index) {
        world.reset_led(index);
    }

    fn recompiled(world: &mut World, _before: Option<&Model>) {
        world.show_changed_leds();
    }
}

impl World {
    /// Lights an LED, or turns it off. One that has the value already is left
    /// as it is, whatever was written to its lights since.
    pub(crate) fn set_led(&mut self, led: LedIndex, value: i32) {
        let state = &mut self.state.devices.leds[led];
        if !state.found.is_empty() && state.value != value {
            state.value = value;
            self.show_led(led);
        }
    }

    /// What an LED colours.
    fn colored_by(&self, led: LedIndex) -> Vec<ColoredTarget> {
        let found = &self.state.devices.leds[led].found;
        let targets = self.model.devices.leds[led].targets.iter().copied();
        let is_found = |target: &ColoredTarget| found.contains(&target.node(&self.model));
        targets.filter(is_found).collect()
    }

    /// Gives what an LED lights the colour of its value.
    fn show_led(&mut self, led: LedIndex) {
        let value = self.state.devices.leds[led].value;
        let color = self.model.devices.leds[led].color(value);
        for target in self.colored_by(led) {
            self.paint(target, color);
            if let ColoredTarget::Light(light) = target {
                self.switch_light(light, value != 0);
            }
        }
    }

    /// Lets LEDs that are new, or in which something changed that they watch, look for their
    /// colours again, and shows their values whatever was written to their lights since.
    pub(crate) fn show_changed_leds(&mut self) {
        for led in self.model.devices.leds.indices() {
            let (scene, state) = (&self.scene, &self.state.devices.leds[led]);
            let is_there = |node: NodeId| scene.get(node).is_some();
            let is_as_before = |(node, parts): &(NodeId, Vec<NodeId>)| {
                is_there(*node) && watched_parts(scene, *node) == parts
            };
            if !state.watched.is_empty() && state.watched.iter().all(is_as_before) {
                continue;
            }
            let row = &self.model.devices.leds[led];
            let found = row.targets.iter().map(|target| target.node(&self.model));
            let found = found.collect();
            let mut watched = watched(scene, row.mount.node);
            // what it watched once it watches as long as it is there
            for (node, _) in state.watched.iter().filter(|(node, _)| is_there(*node)) {
                if !watched.iter().any(|(known, _)| known == node) {
                    watched.push((*node, watched_parts(scene, *node).to_vec()));
                }
            }
            let state = &mut self.state.devices.leds[led];
            (state.found, state.watched) = (found, watched);
            self.show_led(led);
        }
    }

    /// An LED goes dark; its lights keep their colour, but are off.
    pub(crate) fn reset_led(&mut self, led: LedIndex) {
        self.state.devices.leds[led].value = 0;
        for target in self.colored_by(led) {
            match target {
                ColoredTarget::Light(light) => self.switch_light(light, false),
                ColoredTarget::Emissive(_) => self.paint(target, [0.0; 3]),
            }
        }
    }
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
