//! Any PROTO without a template, in a world that uses it with and without parameters.

use super::project::{load_files, shown};
use super::trees::check_links;
use foxden_scene::{save_text, tree_text};

const WORLD: &str = "#VRML_SIM R2023b utf8\nEXTERNPROTO \"X.proto\"\nWorldInfo { }\nViewpoint { }\n\
    X { }\nDEF A X { translation 1 2 3 name \"a\" children [ DEF B Shape { } X { } USE B ] }\n\
    Group { children [ USE A ] }\n";

/// Runs one input.
pub fn run(data: &[u8]) {
    // the engines have a target of their own, which does not wait for a scene
    let has_statements = |mark: &[u8]| data.windows(2).any(|pair| pair == mark);
    if has_statements(b"%<") || has_statements(b"%{") {
        return;
    }
    let files = [
        ("world.wbt".to_owned(), WORLD.as_bytes()),
        ("X.proto".to_owned(), data),
    ];
    let loaded = load_files(&files);
    check_links(&loaded.scene);
    assert!(!tree_text(&loaded.scene, loaded.scene.root()).is_empty());
    assert!(save_text(&loaded.scene).starts_with("#VRML_SIM"));
    shown(&loaded.diagnostics);
}
