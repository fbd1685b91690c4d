//! What a random scene saves reads back to the same tree.

use super::project::{load_files, read_back};
use super::random_world::project;
use super::trees::first_difference;
use foxden_scene::save_text;

/// Runs one input: each byte is a choice of the generator.
pub fn run(data: &[u8]) {
    let files = project(data);
    let (saved, again) = read_back(load_files(&files).scene, &files);
    let text = save_text(&saved);
    assert_eq!(save_text(&again), text);
    assert_eq!(first_difference(&saved, &again), None, "{text}");
}
