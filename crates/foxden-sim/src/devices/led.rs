//! LEDs: what they light.

use crate::compile::read;
use crate::driven::Target;
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

    /// The colour for a value.
    pub(crate) fn color(&self, value: i32) -> [f64; 3] {
        let color = if self.is_gradual {
            match self.colors.first() {
                None => [16, 8, 0].map(|shift| f64::from((value >> shift) & 0xff) / 255.0),
                Some(color) => color.map(|channel| channel * f64::from(value) / 255.0),
            }
        } else {
            usize::try_from(value)
                .ok()
                .and_then(|value| value.checked_sub(1))
                .and_then(|at| self.colors.get(at).copied())
                .unwrap_or([0.0; 3])
        };
        // only blue loses digits, as in the genuine simulator
        let [red, green, blue] = color.map(|channel| channel.clamp(0.0, 1.0));
        [red, green, f64::from(blue as f32)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use foxden_lang::resolve::{Location, MemoryStorage, Search, Settings};

    fn led(text: &str) -> Led {
        let mut storage = MemoryStorage::new();
        storage.insert(
            "/w/worlds/a.wbt",
            format!("#VRML_SIM R2023b utf8\nRobot {{ children [ DEF L LED {{ {text} }} ] }}\n"),
        );
        let world = Location::file("/w/worlds/a.wbt");
        let search = Search::new(Settings::for_document(&world), storage);
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
        assert_eq!(dimmed.color(51), [0.2, 0.0, 0.0]);
        assert_eq!(dimmed.color(300), [1.0, 0.0, 0.0]);
    }
}
