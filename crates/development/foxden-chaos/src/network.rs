//! Connections in memory whose bytes are delayed, split, merged, lost and cut off as the
//! seed says.

use crate::random::Random;
use std::collections::VecDeque;
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::task::{Context, Poll, Waker};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// How many bytes a connection holds; then its writer waits.
const CAPACITY: usize = 8 * 1024;

/// One direction of a connection.
#[derive(Debug, Default)]
struct Direction {
    bytes: VecDeque<u8>,
    /// How many of the bytes have arrived.
    arrived: usize,
    is_closed: bool,
    is_reset: bool,
    /// Bytes are lost without an error.
    is_lost: bool,
    reader: Option<Waker>,
    writer: Option<Waker>,
}

impl Direction {
    fn wake(&mut self) {
        for waker in [self.reader.take(), self.writer.take()]
            .into_iter()
            .flatten()
        {
            waker.wake();
        }
    }
}

type Shared = Arc<Mutex<Direction>>;

fn locked(direction: &Shared) -> MutexGuard<'_, Direction> {
    direction.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One end of a connection.
#[derive(Debug)]
pub struct End {
    input: Shared,
    output: Shared,
}

/// What can be asked of a connection without being one of its ends.
#[derive(Clone, Debug)]
pub struct Probe([Weak<Mutex<Direction>>; 2]);

impl Probe {
    /// Whether both ends exist and nothing was lost or cut off.
    pub fn is_healthy(&self) -> bool {
        self.0.iter().all(|direction| {
            direction.upgrade().is_some_and(|direction| {
                let direction = locked(&direction);
                !(direction.is_closed || direction.is_reset || direction.is_lost)
            })
        })
    }
}

/// All connections.
#[derive(Debug)]
pub struct Network {
    random: Random,
    directions: Vec<Weak<Mutex<Direction>>>,
    /// How often a connection is damaged, in thousandths per turn.
    damage: usize,
    /// How many connections were damaged.
    pub damaged: u64,
}

impl Network {
    /// A network with a seed. Bytes are always delayed and cut into pieces; connections
    /// are damaged with a probability in thousandths per turn.
    pub fn new(random: Random, damage: usize) -> Self {
        Self {
            random,
            directions: Vec::new(),
            damage,
            damaged: 0,
        }
    }

    /// A new connection.
    pub fn connect(&mut self) -> (End, End, Probe) {
        let (there, back) = (Shared::default(), Shared::default());
        let probe = Probe([Arc::downgrade(&there), Arc::downgrade(&back)]);
        self.directions.extend(probe.0.iter().cloned());
        let near = End {
            input: back.clone(),
            output: there.clone(),
        };
        let far = End {
            input: there,
            output: back,
        };
        (near, far, probe)
    }

    /// Lets bytes arrive, and damages connections.
    pub fn turn(&mut self) {
        self.directions
            .retain(|direction| direction.strong_count() > 0);
        for direction in &self.directions {
            let Some(direction) = direction.upgrade() else {
                continue;
            };
            let mut direction = locked(&direction);
            let waiting = direction.bytes.len() - direction.arrived;
            direction.arrived += match self.random.below(4) {
                0 => 0,
                1 => self.random.below(16).min(waiting),
                _ => waiting,
            };
            if self.random.happens(self.damage) {
                self.damaged += 1;
                match self.random.below(3) {
                    0 => direction.is_reset = true,
                    1 => direction.is_closed = true,
                    _ => direction.is_lost = true,
                }
            }
            direction.wake();
        }
    }

    /// How many connections have an end that somebody holds.
    pub fn open(&mut self) -> usize {
        self.directions
            .retain(|direction| direction.strong_count() > 0);
        self.directions.len()
    }
}

impl Drop for End {
    fn drop(&mut self) {
        for direction in [&self.input, &self.output] {
            let mut direction = locked(direction);
            direction.is_closed = true;
            direction.wake();
        }
    }
}

fn reset() -> io::Error {
    io::ErrorKind::ConnectionReset.into()
}

impl AsyncRead for End {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let mut input = locked(&self.input);
        if input.is_reset {
            return Poll::Ready(Err(reset()));
        }
        let count = input.arrived.min(buffer.remaining());
        if count == 0 {
            if input.is_closed && input.bytes.is_empty() && !input.is_lost {
                return Poll::Ready(Ok(()));
            }
            input.reader = Some(context.waker().clone());
            return Poll::Pending;
        }
        for byte in input.bytes.drain(..count) {
            buffer.put_slice(&[byte]);
        }
        input.arrived -= count;
        input.wake();
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for End {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let mut output = locked(&self.output);
        if output.is_reset || output.is_closed {
            return Poll::Ready(Err(io::ErrorKind::BrokenPipe.into()));
        }
        if output.is_lost {
            return Poll::Ready(Ok(bytes.len()));
        }
        let count = bytes.len().min(CAPACITY - output.bytes.len());
        if count == 0 {
            output.writer = Some(context.waker().clone());
            return Poll::Pending;
        }
        output.bytes.extend(&bytes[..count]);
        Poll::Ready(Ok(count))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        let mut output = locked(&self.output);
        output.is_closed = true;
        output.wake();
        Poll::Ready(Ok(()))
    }
}
