//! Files for Foxden: worlds and PROTOs on disk, downloads and their cache.
//!
//! The language and simulation crates do no I/O. This crate connects the search
//! rules of [`foxden_lang::resolve`] with a real disk ([`files`]) and a real
//! network ([`fetch_cache`]). [`options`] combines the two from the command line
//! and the environment, [`open`] builds the library with which a world is loaded,
//! [`template_files`] holds the files that templates may read and write, and
//! [`temporary_folders`] removes folders that must not outlive the program. An
//! [`asset_journal`] notes everything that a world was made from, and
//! [`recorded_assets`] open it again from there.
//!
//! ```
//! use foxden_assets::{files, open, options::AssetOptions};
//! use std::path::Path;
//!
//! let world = files::document(Path::new("farm/worlds/field.wbt"))?;
//! let options = AssetOptions { offline: true, ..AssetOptions::default() };
//! let library = open::library(&world, &options, |_| ())?;
//! # drop(library);
//! # Ok::<(), std::io::Error>(())
//! ```
#![forbid(unsafe_code)]

pub mod asset_journal;
pub mod fetch_cache;
pub mod files;
pub mod open;
pub mod options;
pub mod recorded_assets;
pub mod template_files;
pub mod temporary_folders;
