//! Writes Rust types, service traits and client stubs from Robot Raconteur
//! service definitions.
//!
//! The macro `raconteur::service!` writes the code while a program is
//! compiled; `rust_file` (feature `file`) writes it to a file that
//! can be read, changed and checked in. Both need the crate `raconteur`, whose
//! documentation of `service!` describes what is written.
//!
//! ```
//! # #[cfg(feature = "file")] {
//! use raconteur_codegen::{CodegenOptions, rust_file};
//!
//! let definition = "service example.sum\n\nobject Sum\n    function double add(double a, double b)\nend\n";
//! let code = rust_file(&[definition], &CodegenOptions::default())?;
//! assert!(code.contains("pub struct SumClient"));
//! # }
//! # Ok::<(), raconteur_codegen::CodegenError>(())
//! ```
#![forbid(unsafe_code)]

mod client;
mod constants;
#[cfg(feature = "file")]
mod file;
mod members;
mod names;
mod records;
mod scope;
mod server;
mod sources;

#[cfg(feature = "file")]
pub use file::{CodegenOptions, rust_file};
pub use scope::generate;
pub use sources::{CodegenError, DefinitionText, Sources, Unit};
