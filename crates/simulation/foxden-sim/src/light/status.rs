//! What a light shows now.

use crate::model::NodeRow;
use crate::world::World;
use foxden_scene::NodeId;

/// A light now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LightStatus {
    /// Whether it is switched on.
    pub is_on: bool,
    /// Its colour.
    pub color: [f64; 3],
    /// Its intensity.
    pub intensity: f64,
}

impl World {
    /// A light now; `None` if the node is no light.
    ///
    /// ```
    /// use foxden_lang::resolve::{Location, MemoryStorage, Search, SearchSettings};
    /// use foxden_scene::{Library, load_text};
    /// use foxden_sim::World;
    /// use std::sync::Arc;
    ///
    /// let location = Location::file("a.wbt");
    /// let text = "#VRML_SIM R2023b utf8\nWorldInfo { }\nPointLight { intensity 2 on FALSE }\n";
    /// let search = Search::new(SearchSettings::for_document(&location), MemoryStorage::new());
    /// let mut library = Library::new(Arc::new(search));
    /// let scene = load_text(&location, text.as_bytes(), &mut library).scene;
    /// let world = World::new(scene, library);
    /// // the other nodes are no lights
    /// let nodes = world.scene().nodes_in(world.scene().top_level());
    /// let lights: Vec<_> = nodes.iter().filter_map(|node| world.light_status(*node)).collect();
    /// let [status] = *lights else { panic!("{lights:?}") };
    /// assert!(!status.is_on && status.intensity == 2.0 && status.color == [1.0; 3]);
    /// ```
    pub fn light_status(&self, node: NodeId) -> Option<LightStatus> {
        let rows = &self.model.node_rows;
        let row = rows.get(&node).or_else(|| rows.get(&self.running(node)));
        let Some(NodeRow::Light(light)) = row.copied() else {
            return None;
        };
        let state = &self.state.lights[light];
        Some(LightStatus {
            is_on: state.is_on,
            color: state.color,
            intensity: self.model.lights[light].intensity,
        })
    }
}
