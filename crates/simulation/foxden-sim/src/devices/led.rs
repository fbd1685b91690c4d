//! LEDs: what they light.

use crate::energy::indicator_colors::Target;
use crate::model::compile::read;
use foxden_scene::{NodeId, Scene};

/// An LED.
#[derive(Clone, Debug)]
pub struct Led {
    pub(crate) node: NodeId,
    pub(crate) colors: Vec<[f64; 3]>,
    pub(crate) is_gradual: bool,
    pub(crate) targets: Vec<Target>,
}

impl Led {
    pub(crate) fn read(scene: &Scene, node: NodeId) -> Self {
        Self {
            node,
            colors: read::colors(scene, node, "color"),
            is_gradual: read::flag(scene, node, "gradual"),
            targets: Vec::new(),
        }
    }

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
        Led::read(&scene, node)
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
