//! Templates of procedural PROTO files: JavaScript and Lua, run in a sandbox.
