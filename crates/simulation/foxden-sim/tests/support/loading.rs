//! Worlds from text, in memory.
#![allow(clippy::unwrap_used, dead_code)]

use foxden_lang::resolve::{Location, MemoryStorage, Search, SearchSettings};
use foxden_scene::{Library, load};
use foxden_sim::World;
use std::sync::Arc;

/// A world from the text after its header.
pub fn world(text: &str) -> World {
    world_with(text, &[])
}

/// The same with files beside the world: their names and what is in them.
pub fn world_with(text: &str, files: &[(&str, &str)]) -> World {
    let files: Vec<(&str, &[u8])> = files
        .iter()
        .map(|(name, content)| (*name, content.as_bytes()))
        .collect();
    world_with_bytes(text, &files)
}

/// The same with files of any bytes.
pub fn world_with_bytes(text: &str, files: &[(&str, &[u8])]) -> World {
    let mut storage = MemoryStorage::new();
    storage.insert(
        "/test/worlds/test.wbt",
        format!("#VRML_SIM R2023b utf8\n{text}"),
    );
    for (name, content) in files {
        storage.insert(format!("/test/worlds/{name}"), *content);
    }
    let location = Location::file("/test/worlds/test.wbt");
    let search = Search::new(SearchSettings::for_document(&location), storage);
    let mut library = Library::new(Arc::new(search));
    let scene = load(&location, &mut library).unwrap().scene;
    World::new(scene, library)
}
