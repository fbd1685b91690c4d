//! A stream in memory: it gives bytes in pieces, then ends, and takes everything.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// The stream of a peer that sends given bytes.
pub(super) struct ByteStream<'b> {
    input: &'b [u8],
    piece: usize,
    /// What was written to it.
    pub(super) output: Vec<u8>,
}

impl<'b> ByteStream<'b> {
    /// A peer that sends bytes in pieces of a size.
    pub(super) fn new(input: &'b [u8], piece: usize) -> Self {
        Self {
            input,
            piece: piece.max(1),
            output: Vec::new(),
        }
    }
}

impl AsyncRead for ByteStream<'_> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let count = self.piece.min(self.input.len()).min(buffer.remaining());
        let (now, later) = self.input.split_at(count);
        buffer.put_slice(now);
        self.input = later;
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for ByteStream<'_> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let count = bytes.len().min(self.piece);
        self.output.extend(&bytes[..count]);
        Poll::Ready(Ok(count))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}
