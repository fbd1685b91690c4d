//! The language of Webots worlds and PROTO files: from bytes to syntax trees.
//!
//! This crate knows how files are written. It does not know what a scene is; that
//! is the crate `foxden-scene`. A file passes through these modules:
//!
//! 1. [`source`] decodes the bytes and [`header`] reads the first lines.
//! 2. [`lexer`] splits the text into tokens.
//! 3. [`syntax`] pairs the brackets. Tokens and text together lose no byte.
//! 4. [`parser`] reads nodes and values by the catalogue of nodes into [`ast`].
//! 5. [`proto_file`] reads PROTO files, [`template`] runs the code in them.
//!
//! [`resolve`] finds the files that URLs name, [`fmt`] formats a text, and every
//! problem is reported as a [`diagnostic`].
//!
//! ```
//! use foxden_lang::diagnostic::{Diagnostics, Reporter};
//! use foxden_lang::source::Source;
//! use foxden_lang::syntax::SyntaxTree;
//! use std::sync::Arc;
//!
//! let text = "#VRML_SIM R2023b utf8\nSolid { name \"box }\n";
//! let source = Arc::new(Source::decode("box.wbt", text.as_bytes()));
//! let mut diagnostics = Diagnostics::default();
//! let mut reporter = Reporter::new(&source, &mut diagnostics);
//! SyntaxTree::read_world(source.clone(), &mut reporter);
//! let problem = diagnostics.iter().next().expect("the string is not closed");
//! assert_eq!(problem.message, "this string is not closed on its line");
//! ```

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
