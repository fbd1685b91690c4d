//! A pool of threads that share work with the thread that calls it.

use std::sync::{Mutex, PoisonError};

/// The most threads of a pool: more only take memory, and a machine that is asked for millions
/// of threads does nothing else any more.
pub const MOST_THREADS: usize = 1024;

/// Threads that help the one that steps a world.
#[derive(Debug)]
pub struct ThreadPool {
    pool: rayon::ThreadPool,
    count: usize,
}

impl ThreadPool {
    /// A pool of `count` threads; `None` if the system refuses them, and for more than
    /// [`MOST_THREADS`].
    pub fn new(count: usize) -> Option<Self> {
        if count > MOST_THREADS {
            return None;
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(count).build();
        pool.ok().map(|pool| Self { pool, count })
    }

    /// How many threads help the caller.
    pub fn helpers(&self) -> usize {
        self.count
    }

    /// Does each piece of work once. The caller works too, so that nothing
    /// waits for a thread that is slow to wake. Pieces must not depend on each
    /// other: which thread does which piece is not defined.
    pub fn for_each_piece<P: Send>(
        &self,
        pieces: impl Iterator<Item = P> + Send,
        work: impl Fn(P) + Sync,
    ) {
        let pieces = Mutex::new(pieces);
        let help = || {
            loop {
                let next = pieces.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some(piece) = next else { break };
                work(piece);
            }
        };
        self.pool.in_place_scope(|scope| {
            for _ in 0..self.count {
                scope.spawn(|_| help());
            }
            help();
        });
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{MOST_THREADS, ThreadPool};

    #[test]
    fn too_many_threads_are_refused() {
        assert!(ThreadPool::new(MOST_THREADS + 1).is_none());
        assert!(ThreadPool::new(usize::MAX).is_none());
    }

    #[test]
    fn every_piece_is_done_once() {
        let threads = ThreadPool::new(3).unwrap();
        let mut counts = [0; 1000];
        threads.for_each_piece(counts.chunks_mut(7), |piece| {
            piece.iter_mut().for_each(|count| *count += 1);
        });
        assert_eq!(counts, [1; 1000]);
    }
}
