//! Writing a scene back as text, in the canonical form.

mod file;
mod text;

pub use file::{SaveError, save_file, save_with};
pub use text::value_text;
pub use text::{export_node, save_text};
