//! One file from the web, with limits.

use super::addresses::is_public;
use super::unreachable_hosts::UnreachableHosts;
use std::fmt;
use std::io::{self, Read};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};
use ureq::{Agent, Timeout};

/// What a download may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DownloadLimits {
    /// The largest file, in bytes.
    pub bytes: u64,
    /// How many redirections are followed.
    pub redirects: u32,
    /// How long one download may take in all.
    pub time: Duration,
    /// How long a name server may take to answer, and a server to accept a connection. It
    /// is a part of that where other servers did not answer before.
    pub connect_time: Duration,
    /// How long a connected server may send nothing.
    pub silence: Duration,
    /// How many downloads there may be for one world.
    pub count: u64,
    /// How many bytes all downloads for one world may have.
    pub total_bytes: u64,
    /// How long all downloads for one world may take.
    pub total_time: Duration,
}

impl Default for DownloadLimits {
    fn default() -> Self {
        DownloadLimits {
            bytes: crate::files::MAX_FILE_BYTES,
            redirects: 5,
            time: Duration::from_secs(120),
            connect_time: Duration::from_secs(2),
            silence: Duration::from_secs(15),
            count: 5000,
            total_bytes: 1 << 30,
            total_time: Duration::from_secs(900),
        }
    }
}

/// Which servers may be asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DownloadReach {
    /// Public addresses, by https.
    Public,
    /// This machine only, by http as well: for tests with a local server.
    Loopback,
}

/// How far a download has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DownloadProgress<'a> {
    /// The address being downloaded.
    pub address: &'a str,
    /// The bytes received so far.
    pub received: u64,
    /// The bytes expected, if the server said.
    pub expected: Option<u64>,
    /// Whether this is the last report.
    pub finished: bool,
    /// Something that went wrong and does not matter much.
    pub warning: Option<&'a str>,
}

/// Why a download failed.
#[derive(Debug, thiserror::Error)]
pub enum DownloadError {
    /// The address does not begin with `https://`.
    #[error("only https addresses are downloaded")]
    NotHttps,
    /// The server answered with an error status.
    #[error("the server answered with status {0}")]
    Status(u16),
    /// The file is larger than allowed.
    #[error("the file is larger than {0} bytes")]
    TooLarge(u64),
    /// All downloads of a world together are more than allowed.
    #[error(
        "the downloads of this world have passed their limit of {0}; what was downloaded is kept, so open it again"
    )]
    Exhausted(String),
    /// Too many redirections.
    #[error("more than {0} redirections")]
    Redirects(u32),
    /// The host has no address that may be asked.
    #[error("{0}")]
    Refused(String),
    /// The host does not answer. It is not asked again for a while.
    #[error("{host} {reason}")]
    Unreachable {
        /// The host.
        host: String,
        /// What happened, as the end of a sentence.
        reason: String,
    },
    /// The connection or the transfer failed.
    #[error("{0}")]
    Transfer(String),
}

type ProgressReport = Box<dyn Fn(DownloadProgress<'_>) + Send + Sync>;

/// Downloads files within [`DownloadLimits`].
pub struct Downloader {
    agent: Agent,
    limits: DownloadLimits,
    reach: DownloadReach,
    report: ProgressReport,
    spent: Mutex<Spent>,
    unreachable: UnreachableHosts,
}

/// What the downloads cost so far.
#[derive(Debug, Default)]
struct Spent {
    count: u64,
    bytes: u64,
    time: Duration,
}

impl Spent {
    fn check(&self, limits: &DownloadLimits) -> Result<(), DownloadError> {
        let limit = if self.count >= limits.count {
            format!("{} files", limits.count)
        } else if self.bytes >= limits.total_bytes {
            format!("{} MB", limits.total_bytes >> 20)
        } else if self.time >= limits.total_time {
            format!("{} s", limits.total_time.as_secs())
        } else {
            return Ok(());
        };
        Err(DownloadError::Exhausted(limit))
    }
}

impl Downloader {
    /// A downloader for the public web.
    pub fn new(limits: DownloadLimits) -> Self {
        Self::within(limits, DownloadReach::Public)
    }

    /// A downloader that may ask the given servers.
    pub fn within(limits: DownloadLimits, reach: DownloadReach) -> Self {
        let config = Config::builder()
            .https_only(reach == DownloadReach::Public)
            .http_status_as_error(false)
            .max_redirects(limits.redirects)
            .timeout_global(Some(limits.time))
            .timeout_per_read(Some(limits.silence))
            .timeout_recv_response(Some(limits.silence))
            // A proxy would look names up itself, out of reach of the guard.
            .proxy(None)
            .user_agent(concat!("foxden/", env!("CARGO_PKG_VERSION")))
            .build();
        let guard = AddressGuard {
            reach,
            names: DefaultResolver::default(),
        };
        Downloader {
            agent: Agent::with_parts(config, DefaultConnector::default(), guard),
            limits,
            reach,
            report: Box::new(|_| ()),
            spent: Mutex::default(),
            unreachable: UnreachableHosts::default(),
        }
    }

    /// Reports something that went wrong and does not matter much.
    pub(super) fn warn(&self, address: &str, warning: &str) {
        (self.report)(DownloadProgress {
            address,
            received: 0,
            expected: None,
            finished: true,
            warning: Some(warning),
        });
    }

    fn spent(&self) -> MutexGuard<'_, Spent> {
        self.spent.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reports the progress of every download to a function.
    #[must_use]
    pub fn reporting(
        mut self,
        report: impl Fn(DownloadProgress<'_>) + Send + Sync + 'static,
    ) -> Self {
        self.report = Box::new(report);
        self
    }

    /// Downloads one file.
    ///
    /// # Errors
    /// When the address is refused, the server fails or a limit is passed.
    pub fn download(&self, address: &str) -> Result<Vec<u8>, DownloadError> {
        self.spent().check(&self.limits)?;
        let started = Instant::now();
        let downloaded = self.download_one(address);
        let mut spent = self.spent();
        spent.count += 1;
        spent.time += started.elapsed();
        downloaded
    }

    /// Counts bytes that were received, also those of a download that fails later.
    fn spend(&self, bytes: usize) -> Result<(), DownloadError> {
        let mut spent = self.spent();
        spent.bytes += bytes as u64;
        match spent.bytes > self.limits.total_bytes {
            true => spent.check(&self.limits),
            false => Ok(()),
        }
    }

    fn download_one(&self, address: &str) -> Result<Vec<u8>, DownloadError> {
        if self.reach == DownloadReach::Public && !address.starts_with("https://") {
            return Err(DownloadError::NotHttps);
        }
        let host = address.parse::<Uri>().ok();
        let host = host.as_ref().and_then(|uri| uri.authority());
        let host = host.map(|authority| authority.as_str()).unwrap_or_default();
        if let Some(reason) = self.unreachable.reason(host) {
            return Err(DownloadError::Unreachable {
                host: host.to_owned(),
                reason: format!("{reason} a short while ago"),
            });
        }
        // with an unreachable network each host costs this time
        let connect_time = self.limits.connect_time / (1 + self.unreachable.count());
        let request = self.agent.get(address).config();
        let request = request
            .timeout_resolve(Some(connect_time))
            .timeout_connect(Some(connect_time))
            .build();
        let call = request.call();
        let mut response = call.map_err(|error| self.explain(error, host))?;
        let status = response.status();
        if !status.is_success() {
            return Err(DownloadError::Status(status.as_u16()));
        }
        let expected = response.body().content_length();
        if expected.is_some_and(|bytes| bytes > self.limits.bytes) {
            return Err(DownloadError::TooLarge(self.limits.bytes));
        }
        let reader = response.body_mut().with_config().limit(u64::MAX).reader();
        let content = self.receive(reader, address, expected)?;
        Ok(content)
    }

    fn receive(
        &self,
        mut reader: impl Read,
        address: &str,
        expected: Option<u64>,
    ) -> Result<Vec<u8>, DownloadError> {
        let mut content = Vec::new();
        let mut buffer = vec![0; 64 << 10];
        loop {
            let finished = match reader.read(&mut buffer) {
                Ok(0) => true,
                Ok(count) => {
                    self.spend(count)?;
                    content.extend_from_slice(&buffer[..count]);
                    false
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => false,
                Err(error) => return Err(DownloadError::Transfer(error.to_string())),
            };
            let received = content.len() as u64;
            if received > self.limits.bytes {
                return Err(DownloadError::TooLarge(self.limits.bytes));
            }
            if finished && expected.is_some_and(|expected| expected != received) {
                return Err(DownloadError::Transfer(
                    "the connection ended early".to_owned(),
                ));
            }
            (self.report)(DownloadProgress {
                address,
                received,
                expected,
                finished,
                warning: None,
            });
            if finished {
                return Ok(content);
            }
        }
    }

    fn explain(&self, error: ureq::Error, host: &str) -> DownloadError {
        if let ureq::Error::Timeout(Timeout::Resolve) = error {
            self.unreachable.add_all();
        }
        if let Some(reason) = unreachable_reason(&error) {
            self.unreachable.add(host, reason);
            return DownloadError::Unreachable {
                host: host.to_owned(),
                reason: reason.to_owned(),
            };
        }
        match error {
            ureq::Error::TooManyRedirects => DownloadError::Redirects(self.limits.redirects),
            ureq::Error::RequireHttpsOnly(_) => DownloadError::NotHttps,
            ureq::Error::Io(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                DownloadError::Refused(error.to_string())
            }
            other => DownloadError::Transfer(other.to_string()),
        }
    }
}

/// What happened if the error says that a host does not answer at all.
fn unreachable_reason(error: &ureq::Error) -> Option<&'static str> {
    use io::ErrorKind::{
        ConnectionRefused, HostUnreachable, NetworkDown, NetworkUnreachable, TimedOut,
    };
    Some(match error {
        ureq::Error::HostNotFound => "was not found",
        ureq::Error::Timeout(Timeout::Resolve) => "was not found: no name server answered",
        ureq::Error::ConnectionFailed | ureq::Error::Timeout(Timeout::Connect) => {
            "could not be reached"
        }
        ureq::Error::Timeout(Timeout::RecvResponse | Timeout::PerRead) => "did not answer",
        ureq::Error::Io(error) => match error.kind() {
            ConnectionRefused => "refused the connection",
            HostUnreachable | NetworkDown | NetworkUnreachable | TimedOut => "could not be reached",
            _ => return None,
        },
        _ => return None,
    })
}

impl fmt::Debug for Downloader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Downloader")
            .field("limits", &self.limits)
            .field("reach", &self.reach)
            .finish_non_exhaustive()
    }
}

/// Looks names up and keeps the addresses that may be asked. It runs for
/// every connection, so also for each redirection, and the connection uses
/// exactly the addresses it returns: a name that changes its address between
/// check and use gains nothing.
struct AddressGuard {
    reach: DownloadReach,
    names: DefaultResolver,
}

impl fmt::Debug for AddressGuard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Guard")
            .field("reach", &self.reach)
            .finish_non_exhaustive()
    }
}

impl Resolver for AddressGuard {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        if self.reach == DownloadReach::Public && uri.scheme_str() != Some("https") {
            return Err(ureq::Error::RequireHttpsOnly(uri.to_string()));
        }
        let all = self.names.resolve(uri, config, timeout)?;
        let mut allowed = self.empty();
        for address in all.iter() {
            let fits = match self.reach {
                DownloadReach::Public => is_public(address.ip()),
                DownloadReach::Loopback => address.ip().is_loopback(),
            };
            if fits {
                allowed.push(*address);
            }
        }
        if allowed.is_empty() {
            let host = uri.host().unwrap_or_default();
            let kind = match self.reach {
                DownloadReach::Public => "public",
                DownloadReach::Loopback => "loopback",
            };
            return Err(ureq::Error::Io(io::Error::new(
                io::ErrorKind::PermissionDenied,
                format!("{host} has no {kind} address; private ones are refused"),
            )));
        }
        Ok(allowed)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn no_host_is_looked_up_where_no_name_server_answers() {
        let downloader = Downloader::new(DownloadLimits::default());
        let silence = ureq::Error::Timeout(Timeout::Resolve);
        let first = downloader.explain(silence, "a.invalid").to_string();
        assert_eq!(first, "a.invalid was not found: no name server answered");
        let next = downloader.download("https://b.invalid/b.proto");
        assert_eq!(
            next.unwrap_err().to_string(),
            "b.invalid was not looked up: no name server answered a short while ago"
        );
        // addresses need no name server
        assert_eq!(downloader.unreachable.reason("127.0.0.1:80"), None);
        assert_eq!(downloader.unreachable.reason("[::1]"), None);
    }

    #[test]
    fn each_silent_host_makes_the_next_wait_shorter() {
        let downloader = Downloader::new(DownloadLimits::default());
        for (count, host) in (0..).zip(["a.invalid", "b.invalid", "c.invalid"]) {
            assert_eq!(downloader.unreachable.count(), count);
            downloader.explain(ureq::Error::Timeout(Timeout::Connect), host);
        }
    }
}
