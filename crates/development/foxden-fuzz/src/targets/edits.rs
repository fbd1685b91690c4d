//! Series of edits keep a scene whole; then it saves and reads back to the same tree.

use super::project::{PROJECT, library, read_back};
use super::random_edits::edit;
use super::random_world::{Choices, project};
use super::trees::{check_links, first_difference};
use foxden_lang::resolve::Location;
use foxden_scene::{load, save_text};

/// How many bytes are choices of the world; the others are choices of edits.
const WORLD_BYTES: usize = 64;

/// Runs one input: each byte is a choice of the generators.
pub fn run(data: &[u8]) {
    let (world, edits) = data.split_at(data.len().min(WORLD_BYTES));
    let files = project(world);
    let mut library = library(&files);
    let location = Location::file(format!("{PROJECT}world.wbt"));
    let mut scene = load(&location, &mut library)
        .expect("the file is there")
        .scene;
    let mut choices = Choices::new(edits);
    while !choices.is_done() {
        edit(&mut scene, &mut library, &mut choices);
    }
    scene.settle(&mut library);
    check_links(&scene);
    let (saved, again) = read_back(scene, &files);
    check_links(&again);
    let text = save_text(&saved);
    assert_eq!(save_text(&again), text);
    assert_eq!(first_difference(&saved, &again), None, "{text}");
}
