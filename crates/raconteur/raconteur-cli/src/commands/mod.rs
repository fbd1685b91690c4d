//! One module per command.

pub mod browse;
pub mod call;
mod find;
pub mod generate;
pub mod get;
pub mod info;
pub mod list;
pub mod record;
pub mod replay;
pub mod set;
pub mod watch;

use raconteur::json::{DeclaredType, JsonConverter};
use raconteur::value::Value;

use crate::arguments::Arguments;
use crate::output::shown;

/// A value as a line that can be shown.
fn line(
    arguments: &Arguments,
    texts: JsonConverter<'_>,
    value: &Value,
    typed: Option<DeclaredType<'_>>,
) -> String {
    let text = if arguments.json {
        texts.json(value, typed).to_string()
    } else {
        texts.plain(value, typed)
    };
    shown(&text).into_owned()
}
