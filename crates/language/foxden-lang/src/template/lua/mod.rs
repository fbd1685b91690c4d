//! Lua templates, the language of PROTO files without a language line.
//!
//! Every evaluation has an engine of its own: these files are old and few,
//! and a fresh state is the surest isolation. Numbers are doubles that print
//! with up to 14 digits, as in the Lua those files were written for.

mod engine;
mod program;
mod values;

pub(super) use engine::evaluate;
