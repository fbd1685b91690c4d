//! Any world: no panic, and the tree can be shown and saved.
#![no_main]

#[path = "../../tests/support/mod.rs"]
mod support;

use foxden_scene::{save_text, tree_text};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let loaded = support::load_world(bytes);
    assert!(!tree_text(&loaded.scene, loaded.scene.root()).is_empty());
    assert!(save_text(&loaded.scene).starts_with("#VRML_SIM"));
    support::shown(&loaded.diagnostics);
});
