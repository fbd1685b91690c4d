//! The outside of Foxden: files on disk, downloads and their cache.
//!
//! The rooms before this one do no I/O. Here the search rules of
//! [`foxden_lang::resolve`] meet a real disk ([`files`]) and a real network
//! ([`fetch_cache`]); [`assets`] puts the two together from what a command line
//! and the environment say.

pub mod assets;
pub mod controllers;
pub mod fetch_cache;
pub mod files;
pub mod instance_folder;
pub mod leftovers;
pub mod live;
pub mod mcap_log;
pub mod open;
pub mod record;
pub mod run_loop;
pub mod template_files;
pub mod web;
