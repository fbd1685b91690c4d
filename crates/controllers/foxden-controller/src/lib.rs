//! The C interface of Webots controllers: `libController.so`.
//!
//! The rules are in `foxden-client`, the messages in `foxden-protocol`; here are
//! the connection ([`connection`]), the one robot of the process ([`library`])
//! and the exported names ([`c`]), one file for each header. Every name can be
//! called at any time with anything: a wrong call prints one line that says what
//! to do, and returns what the header promises.

#![allow(non_snake_case, reason = "the library is called libController")]
#![allow(
    clippy::missing_docs_in_private_items,
    reason = "the headers in bindings/c describe the names"
)]

mod answer_handler;
pub mod c;
mod connect;
mod connection;
mod console;
mod library;
mod motions;
mod pictures;
mod readings;
mod receive_buffer;
