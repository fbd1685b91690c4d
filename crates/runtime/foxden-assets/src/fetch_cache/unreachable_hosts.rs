//! Hosts that did not answer. They are not asked again for a while: a world may name hundreds
//! of files of one host, and waiting for each of them would take hours.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// After this time a host is asked again.
const RETRY_TIME: Duration = Duration::from_secs(60);

/// Remembers hosts that did not answer, and why.
#[derive(Debug, Default)]
pub(super) struct UnreachableHosts(Mutex<BTreeMap<String, Silence>>);

#[derive(Debug)]
struct Silence {
    since: Instant,
    reason: String,
}

impl UnreachableHosts {
    /// Why a host did not answer a short while ago, if it did not.
    pub(super) fn reason(&self, host: &str) -> Option<String> {
        let mut hosts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        hosts.retain(|_, silence| silence.since.elapsed() < RETRY_TIME);
        hosts.get(host).map(|silence| silence.reason.clone())
    }

    /// Notes that a host did not answer.
    pub(super) fn add(&self, host: &str, reason: &str) {
        let mut hosts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let silence = Silence {
            since: Instant::now(),
            reason: reason.to_owned(),
        };
        hosts.insert(host.to_owned(), silence);
    }
}
