//! Hosts that did not answer. They are not asked again for a while: a world may name hundreds
//! of files of one host, and waiting for each of them would take hours. Where no name server
//! answers, no host is asked.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// After this time a host is asked again.
const RETRY_TIME: Duration = Duration::from_secs(60);

/// What is known of hosts.
#[derive(Debug, Default)]
pub(super) struct UnreachableHosts(Mutex<KnownHosts>);

#[derive(Debug, Default)]
struct KnownHosts {
    /// Those that did not answer, with the reason.
    silent: BTreeMap<String, Silence>,
    /// Since when no name server answers.
    nameless: Option<Instant>,
}

#[derive(Debug)]
struct Silence {
    since: Instant,
    reason: String,
}

impl UnreachableHosts {
    /// What is known, without what is too old.
    fn known(&self) -> MutexGuard<'_, KnownHosts> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known
            .silent
            .retain(|_, silence| silence.since.elapsed() < RETRY_TIME);
        known.nameless = known.nameless.filter(|since| since.elapsed() < RETRY_TIME);
        known
    }

    /// Why a host is not asked, if it did not answer a short while ago.
    pub(super) fn reason(&self, host: &str) -> Option<String> {
        let known = self.known();
        if let Some(silence) = known.silent.get(host) {
            return Some(silence.reason.clone());
        }
        (known.nameless.is_some() && !is_address(host))
            .then(|| "was not looked up: no name server answered".to_owned())
    }

    /// How many hosts did not answer.
    pub(super) fn count(&self) -> u32 {
        u32::try_from(self.known().silent.len()).unwrap_or(u32::MAX)
    }

    /// Notes that a host did not answer.
    pub(super) fn add(&self, host: &str, reason: &str) {
        let silence = Silence {
            since: Instant::now(),
            reason: reason.to_owned(),
        };
        self.known().silent.insert(host.to_owned(), silence);
    }

    /// Notes that no name server answers.
    pub(super) fn add_all(&self) {
        self.known().nameless = Some(Instant::now());
    }
}

/// Whether a host, perhaps with a port, is an address, which needs no name server.
fn is_address(host: &str) -> bool {
    let without_port = host.rsplit_once(':').map_or(host, |(name, _)| name);
    [host, without_port].iter().any(|name| {
        let name = name.trim_matches(['[', ']']);
        name.parse::<IpAddr>().is_ok()
    })
}
