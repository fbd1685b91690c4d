//! The task that moves bytes between a stream and the connection core.

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::Buf;
use futures_util::future::BoxFuture;
use tokio::io::ReadBuf;
use tokio::time::Sleep;

use super::{BoxStream, Closing, Link, lost};
use crate::clock;
use crate::connection::{Closed, ConnectionEvent};
use crate::error::Error;
use crate::message::{Message, NodeId};

/// Reading stops while this many bytes wait for the peer to take them.
const HIGH_WATER: usize = 4 * 1024 * 1024;

/// Reads per turn before other tasks get theirs.
const READS_PER_TURN: usize = 32;

/// What is done with what arrives.
pub(crate) trait Handler: Send + Sync + 'static {
    /// The stream is open (client only).
    fn established(&self, _link: &Arc<Link>) {}
    /// A message has arrived.
    fn message(&self, link: &Arc<Link>, message: Message);
    /// The connection has ended.
    fn closed(&self, link: &Arc<Link>, reason: &Error);
}

/// What the two ends agreed on before TLS.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TlsTerms {
    /// The node that the peer says it is.
    pub peer: NodeId,
    /// Whether the client shows its certificate too.
    pub mutual: bool,
}

/// A stream that TLS protects.
pub(crate) struct SecuredStream {
    pub stream: BoxStream,
    /// The node that the peer's certificate names, if it was checked.
    pub verified: Option<NodeId>,
}

/// Sets TLS up on a stream.
pub(crate) type TlsUpgrade = Box<
    dyn FnOnce(BoxStream, TlsTerms) -> BoxFuture<'static, std::io::Result<SecuredStream>> + Send,
>;

enum Exit {
    Closed(Error),
    StartTls,
}

struct IoTask<'a> {
    link: &'a Arc<Link>,
    handler: &'a dyn Handler,
    stream: &'a mut BoxStream,
    needs_flush: bool,
    start_tls: bool,
    buffer: &'a mut [u8],
    sleep: Pin<Box<Sleep>>,
}

/// Runs a connection until it ends.
pub(crate) async fn drive(
    link: Arc<Link>,
    mut stream: BoxStream,
    initial: &[u8],
    handler: Arc<dyn Handler>,
    mut tls: Option<TlsUpgrade>,
) {
    let mut buffer = vec![0; 64 * 1024];
    let mut initial = initial;
    let mut finish = CloseOnDrop {
        link: link.clone(),
        handler: handler.clone(),
        reason: lost(),
    };
    let reason = loop {
        let due = link.with_core(|core| core.poll_timeout());
        let mut driver = IoTask {
            link: &link,
            handler: &*handler,
            stream: &mut stream,
            needs_flush: false,
            start_tls: false,
            buffer: &mut buffer,
            sleep: Box::pin(tokio::time::sleep_until(due.into())),
        };
        if let Err(reason) = driver.take(None, initial) {
            break reason;
        }
        initial = &[];
        match poll_fn(|context| driver.poll(context)).await {
            Exit::Closed(reason) => break reason,
            Exit::StartTls => {
                let Some(upgrade) = tls.take() else {
                    break Error::protocol("TLS is not available");
                };
                let terms = link.with_core(|core| core.tls_terms());
                let setup =
                    tokio::time::timeout(std::time::Duration::from_secs(5), upgrade(stream, terms));
                let verified = match setup.await {
                    Ok(Ok(secured)) => {
                        stream = secured.stream;
                        secured.verified
                    }
                    Ok(Err(error)) => {
                        stream = Box::new(tokio::io::empty());
                        break Error::connection(format!("TLS failed: {error}"));
                    }
                    Err(_) => {
                        stream = Box::new(tokio::io::empty());
                        break Error::connection("TLS was not set up in time");
                    }
                };
                link.with_core(|core| core.secured_with(verified, clock::now()));
            }
        }
    };
    finish.reason = reason;
    drop(finish);
    let _ = poll_fn(|context| Pin::new(&mut *stream).poll_shutdown(context)).await;
}

/// Ends what hangs on a connection, also when its task is broken off.
struct CloseOnDrop {
    link: Arc<Link>,
    handler: Arc<dyn Handler>,
    reason: Error,
}

impl Drop for CloseOnDrop {
    fn drop(&mut self) {
        self.link.finish(&self.reason);
        self.handler.closed(&self.link, &self.reason);
    }
}

impl IoTask<'_> {
    fn poll(&mut self, context: &mut Context<'_>) -> Poll<Exit> {
        self.link.waker.register(context.waker());
        let mut reads = 0;
        loop {
            if let Err(error) = self.poll_write(context) {
                return Poll::Ready(Exit::Closed(error));
            }
            let unwritten = self.link.writing.lock().len();
            let flushed = unwritten == 0 && !self.needs_flush;
            match &*self.link.closing.lock() {
                Some(Closing::Now(error)) => return Poll::Ready(Exit::Closed(error.clone())),
                Some(Closing::AfterFlush) if flushed => return Poll::Ready(Exit::Closed(lost())),
                _ => {}
            }
            if self.start_tls {
                if flushed {
                    return Poll::Ready(Exit::StartTls);
                }
                return Poll::Pending;
            }
            if self.sleep.as_mut().poll(context).is_ready() {
                let due = self.link.with_core(|core| {
                    core.handle_timeout(clock::now())?;
                    Ok(core.poll_timeout())
                });
                match due {
                    Ok(due) => self.sleep.as_mut().reset(due.into()),
                    Err(closed) => return Poll::Ready(Exit::Closed(self.refusal(closed))),
                }
                continue;
            }
            if unwritten + self.link.with_core(|core| core.queued()) > HIGH_WATER {
                return Poll::Pending;
            }
            if reads == READS_PER_TURN {
                context.waker().wake_by_ref();
                return Poll::Pending;
            }
            reads += 1;
            let mut read = ReadBuf::new(self.buffer);
            match Pin::new(&mut **self.stream).poll_read(context, &mut read) {
                Poll::Pending => return Poll::Pending,
                Poll::Ready(Err(error)) => {
                    tracing::info!(peer = ?self.link.info.peer, "connection lost: {error}");
                    return Poll::Ready(Exit::Closed(error.into()));
                }
                Poll::Ready(Ok(())) => {
                    let length = read.filled().len();
                    if length == 0 {
                        return Poll::Ready(Exit::Closed(lost()));
                    }
                    if let Err(error) = self.take(Some(length), &[]) {
                        return Poll::Ready(Exit::Closed(error));
                    }
                }
            }
        }
    }

    /// Takes bytes from the read buffer, or those given, and deals with every
    /// message in them.
    fn take(&mut self, length: Option<usize>, given: &[u8]) -> Result<(), Error> {
        let bytes = match length {
            Some(length) => &self.buffer[..length],
            None => given,
        };
        let outcome = self
            .link
            .with_core(|core| core.receive(bytes, clock::now()));
        while let Some(event) = self.link.with_core(|core| core.poll_event()) {
            match event {
                ConnectionEvent::Established => self.handler.established(self.link),
                ConnectionEvent::Message(message) => self.handler.message(self.link, message),
                ConnectionEvent::StartTls => self.start_tls = true,
            }
        }
        outcome.map_err(|closed| self.refusal(closed))
    }

    /// Logs why the peer was disconnected.
    fn refusal(&self, closed: Closed) -> Error {
        tracing::warn!(peer = ?self.link.info.peer, "connection closed: {closed}");
        closed.into()
    }

    fn poll_write(&mut self, context: &mut Context<'_>) -> Result<(), Error> {
        let link = self.link;
        let mut writing = link.writing.lock();
        loop {
            if writing.is_empty() {
                match link.with_core(|core| core.poll_transmit()) {
                    Some(bytes) => *writing = bytes,
                    None => break,
                }
            }
            match Pin::new(&mut **self.stream).poll_write(context, &writing) {
                Poll::Pending => return Ok(()),
                Poll::Ready(Ok(0)) => return Err(lost()),
                Poll::Ready(Ok(written)) => {
                    writing.advance(written);
                    self.needs_flush = true;
                }
                Poll::Ready(Err(error)) => return Err(error.into()),
            }
        }
        if self.needs_flush {
            match Pin::new(&mut **self.stream).poll_flush(context) {
                Poll::Pending => {}
                Poll::Ready(Ok(())) => self.needs_flush = false,
                Poll::Ready(Err(error)) => return Err(error.into()),
            }
        }
        Ok(())
    }
}
