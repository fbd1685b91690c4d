//! The scene tree of a Webots world: typed nodes, PROTO instances, checks and edits.
//!
//! [`Library`] reads files and PROTOs, [`load()`] makes a [`Scene`] of a world, and
//! the [`Scene`] holds the nodes and takes edits. A value that is bound by `IS` is
//! looked up when it is read, so a binding works in both directions without copies.
//!
//! ```
//! use foxden_lang::resolve::{Location, MemoryStorage, Search, SearchSettings};
//! use foxden_scene::{Library, load_text};
//! use std::sync::Arc;
//!
//! let world = Location::file("/farm/worlds/field.wbt");
//! let search = Search::new(SearchSettings::for_document(&world), MemoryStorage::new());
//! let mut library = Library::new(Arc::new(search));
//! let text = "#VRML_SIM R2023b utf8\nWorldInfo { }\nViewpoint { }\nDEF BARN Solid { name \"barn\" }\n";
//! let loaded = load_text(&world, text.as_bytes(), &mut library);
//! assert!(!loaded.diagnostics.has_errors());
//! let barn = loaded.scene.find_def("BARN").expect("the world has a BARN");
//! let name = loaded.scene.text(barn, "name").expect("a Solid has a name");
//! assert_eq!(&*name.value, "barn");
//! ```

mod accessor;
mod arena;
mod builder;
mod check;
mod convert;
mod copy;
mod edit;
mod hidden;
mod limits;
mod load;
mod node;
mod pose;
mod proto;
mod report;
mod rotation;
mod save;
mod scene;
mod tree;

pub use edit::EditError;
pub use foxden_lang::value::{FileId, SourcedString, Value};
pub use limits::{MAXIMUM_NODES, MAXIMUM_SCENE_DEPTH};
pub use load::{Loaded, check_proto, load, load_text};
pub use node::{FieldPlace, FieldRef, Node, NodeId};
pub use pose::AffineTransform;
pub use proto::library::{Library, TemplateEnvironment};
pub use report::warning_about;
pub use save::{SaveError, export_node, save_file, save_text, save_with, value_text};
pub use scene::{Scene, SceneChange};
pub use tree::{tree_json, tree_text, value_json};
