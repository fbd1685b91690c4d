//! Projects in memory.
#![allow(dead_code, reason = "each test file uses a part of this")]

use foxden_lang::diagnostic::{Code, Diagnostics, render_human};
use foxden_lang::resolve::{Location, MemoryStorage, Search, SearchSettings};
use foxden_scene::{Library, Loaded, Scene, load, save_text};
use std::sync::Arc;

/// The folder of the project.
pub const PROJECT: &str = "/den/worlds/";

/// A library over files that are given by their path from the world's folder.
pub fn library<T: AsRef<[u8]>>(files: &[(String, T)]) -> Library {
    let mut storage = MemoryStorage::new();
    for (name, text) in files {
        storage.insert(format!("{PROJECT}{name}"), text);
    }
    let world = Location::file(format!("{PROJECT}world.wbt"));
    Library::new(Arc::new(Search::new(
        SearchSettings::for_document(&world),
        storage,
    )))
}

/// Loads `world.wbt`.
pub fn load_files<T: AsRef<[u8]>>(files: &[(String, T)]) -> Loaded {
    let world = Location::file(format!("{PROJECT}world.wbt"));
    load(&world, &mut library(files)).unwrap_or_else(|error| panic!("{error}"))
}

/// A scene that is saved, and what reads back, beside the same PROTOs.
///
/// Some geometries correct only the first invalid field at each reading, as the genuine
/// program does; so a scene whose reading corrects a field that was saved is read again.
pub fn read_back(mut scene: Scene, files: &[(String, String)]) -> (Scene, Scene) {
    let mut files = files.to_vec();
    let mut readings_left = 4;
    loop {
        files[0].1 = save_text(&scene);
        let again = load_files(&files);
        let is_corrected = again
            .diagnostics
            .iter()
            .any(|found| found.code == Code::Range)
            && save_text(&again.scene) != files[0].1;
        readings_left -= 1;
        if !is_corrected || readings_left == 0 {
            return (scene, again.scene);
        }
        scene = again.scene;
    }
}

/// Loads one world without PROTOs.
pub fn load_world(text: impl AsRef<[u8]>) -> Loaded {
    load_files(&[("world.wbt".to_owned(), text)])
}

/// The findings as people see them, without the project's folder.
pub fn shown(diagnostics: &Diagnostics) -> String {
    diagnostics
        .iter()
        .map(|diagnostic| render_human(diagnostic, false))
        .collect::<String>()
        .replace(PROJECT, "")
}

/// The diagnostics of a world and its PROTOs.
pub fn messages(files: &[(String, String)]) -> String {
    shown(&load_files(files).diagnostics)
}
