//! Whose turn it is: a client with many requests does not keep the others waiting.

use parking_lot::Mutex;
use std::collections::HashMap;
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How many requests of one client wait for the thread of the world at the same time.
const CLIENT_REQUESTS: usize = 8;

/// The turns of all clients; clones have the same ones.
#[derive(Clone, Debug, Default)]
pub(crate) struct Turns(Arc<Mutex<HashMap<u32, Arc<Semaphore>>>>);

impl Turns {
    /// Waits until a request of a client may wait for the thread of the world. The turn
    /// ends when the permit is dropped.
    pub(crate) async fn take(&self, endpoint: u32) -> Option<OwnedSemaphorePermit> {
        let client = self.of(endpoint);
        // it is never closed
        client.acquire_owned().await.ok()
    }

    fn of(&self, endpoint: u32) -> Arc<Semaphore> {
        let mut clients = self.0.lock();
        if let Some(client) = clients.get(&endpoint) {
            return client.clone();
        }
        // clients without requests need no entry
        clients.retain(|_, client| Arc::strong_count(client) > 1);
        let client = Arc::new(Semaphore::new(CLIENT_REQUESTS));
        clients.insert(endpoint, client.clone());
        client
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::pin::pin;
    use std::task::{Context, Poll, Waker};

    /// A turn, if it can be had at once.
    fn at_once(turns: &Turns, endpoint: u32) -> Option<OwnedSemaphorePermit> {
        let mut context = Context::from_waker(Waker::noop());
        match pin!(turns.take(endpoint)).poll(&mut context) {
            Poll::Ready(turn) => turn,
            Poll::Pending => None,
        }
    }

    #[test]
    fn a_client_waits_for_itself_only() {
        let turns = Turns::default();
        let held: Vec<_> = (0..CLIENT_REQUESTS)
            .map(|_| at_once(&turns, 1).unwrap())
            .collect();
        assert!(at_once(&turns, 1).is_none());
        assert!(at_once(&turns, 2).is_some());
        drop(held);
        assert!(at_once(&turns, 1).is_some());
    }

    #[test]
    fn clients_that_have_left_are_forgotten() {
        let turns = Turns::default();
        for endpoint in 0..1000 {
            drop(at_once(&turns, endpoint));
        }
        assert_eq!(turns.0.lock().len(), 1);
    }
}
