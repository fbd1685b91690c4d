//! The guide: how to write services and clients, step by step.
//!
//! 1. [A service](service): definition, object, listener.
//! 2. [A client](client): members, wires, pipes, generators, errors.
//! 3. [A subscription](subscription): discovery, and services that come and go.
//! 4. [Security](security): users, roles, locks, TLS, web pages.
//! 5. [Testing](testing): a service and its client in one test.
//!
//! # Features of the crate
//!
//! | feature | default | what it adds |
//! | --- | --- | --- |
//! | `macros` | yes | [`service!`](macro@crate::service), typed services and clients |
//! | `tls` | yes | `rrs` and `wss` URLs, by rustls with ring |
//! | `json` | no | values as JSON |
//! | `recording` | no | recording of wires to MCAP files, and replay |
//!
//! With `default-features = false` no TLS library is compiled, and such URLs
//! give an error that names the feature. The code that the command
//! `raconteur generate` writes needs no feature. The oldest supported version
//! of Rust is 1.90; a newer one is required only with a new minor version.

pub mod client;
pub mod security;
pub mod service;
pub mod subscription;
pub mod testing;
