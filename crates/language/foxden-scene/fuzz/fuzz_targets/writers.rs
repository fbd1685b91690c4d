//! Formatting is idempotent and changes white space only; what a random scene
//! saves reads back to the same tree.
#![no_main]

#[path = "../../tests/support/random_world.rs"]
mod random_world;
#[path = "../../tests/support/mod.rs"]
mod support;
#[path = "../../tests/support/trees.rs"]
mod trees;

use foxden_lang::fmt::{FileKind, format_text};
use foxden_scene::save_text;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(text) = std::str::from_utf8(bytes) {
        for kind in [FileKind::World, FileKind::Proto] {
            if let Ok(once) = format_text("fuzz", text, kind) {
                let dense = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
                assert_eq!(dense(&once), dense(text));
                assert_eq!(format_text("fuzz", &once, kind).expect("formatted text is readable"), once);
            }
        }
    }
    let mut files = random_world::project(&bytes[..bytes.len().min(300)]);
    let scene = support::load_files(&files).scene;
    files[0].1 = save_text(&scene);
    let again = support::load_files(&files).scene;
    assert_eq!(save_text(&again), files[0].1);
    assert_eq!(trees::first_difference(&scene, &again), None);
});
