//! The scene tree of a Webots world.
//!
//! [`Library`] reads files and PROTOs, [`load`] turns a world into a [`Scene`],
//! [`Scene`] holds nodes with typed values, and edits go through it too. What a
//! value is bound to by IS is looked up when it is read, so a binding is live
//! in both directions without copies. See `ARCHITECTURE.md` for the house.

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
pub use pose::Pose;
pub use proto::library::{Library, TemplateEnvironment};
pub use report::warning_about;
pub use save::{SaveError, export_node, save_file, save_text};
pub use scene::{Scene, SceneChange};
pub use tree::{tree_json, tree_text, value_json};
