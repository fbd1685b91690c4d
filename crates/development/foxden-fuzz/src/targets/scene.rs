//! Any world: the scene can be shown and saved, and every link leads to a node.

use super::project::{load_world, shown};
use super::trees::check_links;
use foxden_scene::{save_text, tree_text};

/// Runs one input.
pub fn run(data: &[u8]) {
    let loaded = load_world(data);
    check_links(&loaded.scene);
    assert!(!tree_text(&loaded.scene, loaded.scene.root()).is_empty());
    assert!(save_text(&loaded.scene).starts_with("#VRML_SIM"));
    shown(&loaded.diagnostics);
}
