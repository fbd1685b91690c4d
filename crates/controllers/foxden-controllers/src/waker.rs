//! Wakes a thread that waits for descriptors.

use std::io::{self, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;

/// The end that wakes.
#[derive(Debug)]
pub(crate) struct Waker(UnixStream);

/// The end that the thread waits for.
#[derive(Debug)]
pub(crate) struct Wakeable(UnixStream);

/// Both ends.
pub(crate) fn waker() -> io::Result<(Waker, Wakeable)> {
    let (waker, wakeable) = UnixStream::pair()?;
    waker.set_nonblocking(true)?;
    wakeable.set_nonblocking(true)?;
    Ok((Waker(waker), Wakeable(wakeable)))
}

impl Waker {
    /// Wakes the thread now or when it waits next.
    pub(crate) fn wake(&self) {
        // a full pipe wakes too
        let _ = (&self.0).write(&[0]);
    }
}

impl Wakeable {
    /// Forgets all calls so far.
    pub(crate) fn clear(&self) {
        let mut bytes = [0; 64];
        while matches!((&self.0).read(&mut bytes), Ok(count) if count > 0) {}
    }
}

impl AsFd for Wakeable {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}
