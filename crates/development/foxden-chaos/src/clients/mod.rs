//! Clients that do random things over connections in memory, and check each reply.

pub mod ascii;
pub mod http;
pub mod raconteur;
pub mod viewer;
pub mod world;

use crate::random::Random;
use crate::request_ledger::RequestLedger;
use std::io;
use tokio::io::{AsyncBufRead, AsyncBufReadExt as _};

/// What a client has.
pub struct Client<S> {
    /// Its number.
    pub id: u64,
    /// Its decisions.
    pub random: Random,
    /// Its connection.
    pub stream: S,
    /// What it reports.
    pub ledger: RequestLedger,
    /// Whether it may change what the world consists of.
    pub may_edit: bool,
}

/// The next line of a connection with its end; an error if the connection ends before.
async fn read_line(stream: &mut (impl AsyncBufRead + Unpin)) -> io::Result<String> {
    let mut line = String::new();
    match stream.read_line(&mut line).await? {
        0 => Err(io::ErrorKind::UnexpectedEof.into()),
        _ => Ok(line),
    }
}

/// A text with a random number of at most `most` in place of each `{}`.
fn with_numbers(text: &str, random: &mut Random, most: f64) -> String {
    let mut text = text.to_owned();
    while let Some(at) = text.find("{}") {
        text.replace_range(at..at + 2, &format!("{}", most * random.real()));
    }
    text
}
