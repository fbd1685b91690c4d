//! One module per command.

pub mod call;
mod find;
pub mod get;
pub mod info;
pub mod list;
pub mod set;
pub mod watch;

use raconteur::value::Value;

use crate::arguments::Arguments;
use crate::output::shown;
use crate::text::{Texts, Typed};

/// A value as a line that can be shown.
fn line(
    arguments: &Arguments,
    texts: Texts<'_>,
    value: &Value,
    typed: Option<Typed<'_>>,
) -> String {
    let text = if arguments.json {
        texts.json(value, typed).to_string()
    } else {
        texts.plain(value, typed)
    };
    shown(&text).into_owned()
}
