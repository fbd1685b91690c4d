//! The HTTP and WebSocket server of Foxden.
//!
//! [`ports`] opens the sockets, [`server`] serves a router on them, [`guard`]
//! rejects requests of foreign web pages, [`page`] is the page that was compiled
//! in, and [`frame_stream`] sends the newest frame to each viewer. The routes under
//! `/api` come from the crate that has something to serve.
//!
//! ```no_run
//! use foxden_web::{guard::Guard, page::page, ports::{self, Reach}, server};
//! # async fn example() -> std::io::Result<()> {
//! let listeners = ports::open(8080, Reach::Loopback).await?;
//! let router = axum::Router::new().fallback(page);
//! let _serving = server::serve(listeners, router, Guard::new(Reach::Loopback, []));
//! # Ok(())
//! # }
//! ```
#![forbid(unsafe_code)]

pub mod frame_ancestors;
pub mod frame_stream;
pub mod guard;
mod headers;
pub mod page;
pub mod ports;
pub mod server;
