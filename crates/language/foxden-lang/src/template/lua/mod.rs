//! Lua templates, the language of PROTO files without a language line.
//!
//! Each evaluation has its own engine: these files are old and few, and a
//! fresh state is the safest isolation. Numbers are doubles that print with up
//! to 14 digits, as in the Lua those files were written for.

mod engine;
mod program;
mod values;

pub(super) use engine::evaluate;
pub(super) use program::LuaProgram;
