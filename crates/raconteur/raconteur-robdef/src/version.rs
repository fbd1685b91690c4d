//! Versions of the service definition standard.

use std::fmt;
use std::str::FromStr;

/// A version of the service definition standard, as in `stdver 0.9.2`.
///
/// ```
/// use raconteur_robdef::Version;
/// let version: Version = "0.9.2".parse().unwrap();
/// assert!(version > Version::new(0, 9, 0, 0));
/// assert_eq!(version.to_string(), "0.9.2");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version {
    /// First number.
    pub major: u32,
    /// Second number.
    pub minor: u32,
    /// Third number, 0 when absent.
    pub patch: u32,
    /// Fourth number, 0 when absent.
    pub tweak: u32,
}

/// A version text that is not two to four numbers joined by dots.
///
/// ```
/// use raconteur_robdef::{Version, VersionError};
/// let version: Result<Version, VersionError> = "0.9.x".parse();
/// assert!(version.is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a version is two to four numbers joined by dots")]
pub struct VersionError;

impl Version {
    /// The newest version this crate understands.
    pub const SUPPORTED: Version = Version::new(1, 2, 9, 0);

    /// A version from its numbers.
    pub const fn new(major: u32, minor: u32, patch: u32, tweak: u32) -> Self {
        Version {
            major,
            minor,
            patch,
            tweak,
        }
    }
}

impl FromStr for Version {
    type Err = VersionError;

    fn from_str(text: &str) -> Result<Self, VersionError> {
        let mut numbers = [0; 4];
        let mut count = 0;
        for part in text.split('.') {
            let slot = numbers.get_mut(count).ok_or(VersionError)?;
            if part.is_empty() || !part.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(VersionError);
            }
            *slot = part.parse().map_err(|_| VersionError)?;
            count += 1;
        }
        if count < 2 {
            return Err(VersionError);
        }
        let [major, minor, patch, tweak] = numbers;
        Ok(Version::new(major, minor, patch, tweak))
    }
}

impl fmt::Display for Version {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}.{}", self.major, self.minor)?;
        if self.patch != 0 || self.tweak != 0 {
            write!(formatter, ".{}", self.patch)?;
        }
        if self.tweak != 0 {
            write!(formatter, ".{}", self.tweak)?;
        }
        Ok(())
    }
}
