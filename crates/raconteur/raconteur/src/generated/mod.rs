//! What the code that [`service!`](crate::service!) writes calls. Not meant
//! for people: it may change with any version.

mod dispatch;
mod items;

pub use dispatch::*;
pub use items::*;
