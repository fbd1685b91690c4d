//! Any PROTO in a world that uses it with and without parameters: no panic.
#![no_main]

#[path = "../../tests/support/mod.rs"]
mod support;

use foxden_scene::{save_text, tree_text};
use libfuzzer_sys::fuzz_target;

const WORLD: &str = "#VRML_SIM R2023b utf8\nEXTERNPROTO \"X.proto\"\nWorldInfo { }\nViewpoint { }\n\
    X { }\nDEF A X { translation 1 2 3 name \"a\" children [ DEF B Shape { } X { } USE B ] }\nGroup { children [ USE A ] }\n";

fuzz_target!(|bytes: &[u8]| {
    let files = [
        ("world.wbt".to_owned(), WORLD.as_bytes()),
        ("X.proto".to_owned(), bytes),
    ];
    let loaded = support::load_files(&files);
    assert!(!tree_text(&loaded.scene, loaded.scene.root()).is_empty());
    assert!(save_text(&loaded.scene).starts_with("#VRML_SIM"));
    support::shown(&loaded.diagnostics);
});
