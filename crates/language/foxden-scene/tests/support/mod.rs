//! Projects in memory.
#![allow(dead_code, reason = "each test file uses a part of this")]

use foxden_lang::diagnostic::{Diagnostics, render_human};
use foxden_lang::resolve::{Location, MemoryStorage, Search, SearchSettings};
use foxden_scene::{Library, Loaded, load};
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
