//! The WebSocket of a Robot Raconteur server: any HTTP head, then any frames.

use super::byte_stream::ByteStream;
use super::random_world::Choices;
use raconteur::transport::{Origins, read_websocket};
use std::pin::pin;
use std::task::{Context, Poll, Waker};

const HEAD: &[u8] = b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n\
    Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\
    Sec-WebSocket-Version: 13\r\n\r\n";

/// The most bytes that frames of an input can have.
const MOST_BYTES: usize = 1 << 16;

/// Runs one input. The first byte chooses whether the head is part of the input, the
/// second one how large pieces are.
pub fn run(data: &[u8]) {
    let mut choices = Choices::new(data);
    let has_head = choices.below(2) == 0;
    let piece = choices.below(64) + 1;
    let rest = choices.rest();
    let input = match has_head {
        true => rest.to_vec(),
        false => [HEAD, rest].concat(),
    };
    let mut stream = ByteStream::new(&input, piece);
    let origins = Origins::default();
    let mut work = pin!(read_websocket(&mut stream, &origins, MOST_BYTES));
    let mut context = Context::from_waker(Waker::noop());
    // a stream that always gives or takes something never waits
    match work.as_mut().poll(&mut context) {
        Poll::Ready(Ok(bytes)) => assert!(bytes.len() <= rest.len()),
        Poll::Ready(Err(error)) => assert!(!error.to_string().is_empty()),
        Poll::Pending => panic!("it waits although nothing can come"),
    }
}
