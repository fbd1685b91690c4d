//! Wrong passwords by address, so that guessing is slow.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::time::{Duration, Instant};

use crate::error::{Error, ErrorCode, Result};

/// Wrong passwords before an address must wait.
const MOST_FAILURES: u32 = 10;

/// How long it must wait.
const PENALTY: Duration = Duration::from_secs(30);

/// Addresses that are remembered.
const MOST_ADDRESSES: usize = 4096;

#[derive(Debug, Default)]
pub(crate) struct FailedLogins(BTreeMap<IpAddr, (u32, Instant)>);

impl FailedLogins {
    /// Whether an address may try; local sockets have none and always may.
    pub fn check(&self, address: Option<IpAddr>, now: Instant) -> Result<()> {
        match address.and_then(|address| self.0.get(&address)) {
            Some((failures, last)) if *failures >= MOST_FAILURES && now < *last + PENALTY => {
                Err(Error::new(
                    ErrorCode::AuthenticationError,
                    "too many wrong passwords, try later",
                ))
            }
            _ => Ok(()),
        }
    }

    pub fn record(&mut self, address: Option<IpAddr>, success: bool, now: Instant) {
        let Some(address) = address else { return };
        if success {
            self.0.remove(&address);
            return;
        }
        self.0.retain(|_, (_, last)| now < *last + PENALTY);
        if self.0.len() < MOST_ADDRESSES || self.0.contains_key(&address) {
            let entry = self.0.entry(address).or_insert((0, now));
            *entry = (entry.0.saturating_add(1), now);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_must_wait_after_ten_failures() {
        let start = Instant::now();
        let address = Some(IpAddr::from([10, 0, 0, 1]));
        let other = Some(IpAddr::from([10, 0, 0, 2]));
        let mut logins = FailedLogins::default();
        for _ in 0..10 {
            assert!(logins.check(address, start).is_ok());
            logins.record(address, false, start);
        }
        assert!(logins.check(address, start).is_err());
        assert!(logins.check(other, start).is_ok());
        assert!(logins.check(None, start).is_ok());
        assert!(
            logins
                .check(address, start + Duration::from_secs(31))
                .is_ok()
        );
        logins.record(address, true, start);
        assert!(logins.check(address, start).is_ok());
    }
}
