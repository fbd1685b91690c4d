//! A TCP stream that other threads can write to, not only the task of its connection:
//! a thread that must be on time does not wait until a task runs.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use bytes::{Buf, Bytes};
use parking_lot::Mutex;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

use crate::connection::Connection;

/// The stream as its task uses it.
pub(crate) struct SharedStream(Arc<TcpStream>);

/// The stream as others write to it.
#[derive(Debug)]
pub(crate) struct DirectWriter(Arc<TcpStream>);

/// A stream for the task, and a writer that bypasses the task.
pub(crate) fn share(stream: TcpStream) -> (SharedStream, DirectWriter) {
    let stream = Arc::new(stream);
    (SharedStream(stream.clone()), DirectWriter(stream))
}

impl DirectWriter {
    /// Writes what is begun and what waits. `false` if something is left for
    /// the task, which also finds out what went wrong.
    pub fn write(&self, writing: &mut Bytes, core: &Mutex<Connection>) -> bool {
        loop {
            if writing.is_empty() {
                match core.lock().poll_transmit() {
                    Some(bytes) => *writing = bytes,
                    None => return true,
                }
            }
            match self.0.try_write(writing) {
                Ok(written) if written > 0 => writing.advance(written),
                _ => return false,
            }
        }
    }
}

impl AsyncRead for SharedStream {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        loop {
            ready!(self.0.poll_read_ready(context))?;
            match self.0.try_read(buffer.initialize_unfilled()) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Poll::Ready(Err(error)),
                Ok(length) => {
                    buffer.advance(length);
                    return Poll::Ready(Ok(()));
                }
            }
        }
    }
}

impl AsyncWrite for SharedStream {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        loop {
            ready!(self.0.poll_write_ready(context))?;
            match self.0.try_write(bytes) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                result => return Poll::Ready(result),
            }
        }
    }

    fn poll_flush(self: Pin<&mut Self>, _context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(socket2::SockRef::from(&*self.0).shutdown(std::net::Shutdown::Write))
    }
}
