//! The Webots world and PROTO language.
//!
//! This room ends at syntax trees and template text: it knows how files are
//! written, not what a scene is. The way of a file through it:
//! [`source`] decodes bytes, [`header`] reads the first lines, [`lexer`] cuts
//! words, [`syntax`] pairs brackets without losing a byte, [`parser`] reads
//! nodes and values by the schema of the catalogue into [`ast`], and
//! [`proto_file`] reads PROTO files. [`fmt`] changes white space only. What is wrong leaves as [`diagnostic`]s.

pub mod ast;
pub mod diagnostic;
pub mod fmt;
pub mod header;
pub mod lexer;
pub mod number;
pub mod parser;
pub mod proto_file;
pub mod resolve;
pub mod source;
pub mod syntax;
pub mod template;
pub mod value;
