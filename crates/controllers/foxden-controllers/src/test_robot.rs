//! A robot for tests of what belongs to a robot.
#![allow(clippy::unwrap_used)]

use foxden_lang::resolve::{Location, MemoryStorage, Search, SearchSettings};
use foxden_scene::{Library, NodeId, load_text};
use std::sync::Arc;

/// The robot of a world that has nothing else.
pub(crate) fn robot() -> NodeId {
    let location = Location::file("/a/worlds/a.wbt");
    let settings = SearchSettings::for_document(&location);
    let search = Search::new(settings, MemoryStorage::new());
    let mut library = Library::new(Arc::new(search));
    let text = b"#VRML_SIM R2023b utf8\nDEF R Robot { }\n";
    load_text(&location, text, &mut library)
        .scene
        .find_def("R")
        .unwrap()
}
