//! What a random scene saves reads back to the same tree.

use super::project::load_files;
use super::random_world::project;
use super::trees::first_difference;
use foxden_scene::save_text;

/// Runs one input: each byte is a choice of the generator.
pub fn run(data: &[u8]) {
    let mut files = project(data);
    let scene = load_files(&files).scene;
    files[0].1 = save_text(&scene);
    let again = load_files(&files).scene;
    assert_eq!(save_text(&again), files[0].1);
    assert_eq!(first_difference(&scene, &again), None, "{}", files[0].1);
}
