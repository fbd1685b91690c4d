//! Work that is shared between the caller and helping threads.

use rayon::ThreadPool;
use std::sync::{Mutex, PoisonError};

/// Threads that help the one that steps a world.
#[derive(Debug)]
pub(crate) struct Helpers {
    pool: ThreadPool,
    count: usize,
}

impl Helpers {
    /// So many helpers; `None` if they cannot be had.
    pub(crate) fn new(count: usize) -> Option<Self> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(count).build();
        pool.ok().map(|pool| Self { pool, count })
    }

    /// Does each piece of work once. The caller works too, so that nothing
    /// waits for a helper that is slow to wake. Pieces must not depend on each
    /// other: who does which is chance.
    pub(crate) fn share<P: Send>(
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
    use super::Helpers;

    #[test]
    fn every_piece_is_done_once() {
        let helpers = Helpers::new(3).unwrap();
        let mut counts = [0; 1000];
        helpers.share(counts.chunks_mut(7), |piece| {
            piece.iter_mut().for_each(|count| *count += 1);
        });
        assert_eq!(counts, [1; 1000]);
    }
}
