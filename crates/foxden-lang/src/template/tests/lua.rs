//! Lua templates.
