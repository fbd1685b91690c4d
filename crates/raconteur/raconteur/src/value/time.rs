//! Time stamps of wire packets.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::{FromValue, IntoValue, Record, Value};
use crate::error::{Error, Result};

/// A moment: seconds and nanoseconds since 1970 in UTC.
///
/// ```
/// use raconteur::value::Timestamp;
/// let early = Timestamp::new(10, 999_999_999).unwrap();
/// assert_eq!(early.next(), Timestamp::new(11, 0).unwrap());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp {
    seconds: i64,
    nanoseconds: i32,
}

impl Timestamp {
    const TYPE: &str = "RobotRaconteur.TimeSpec";

    /// A moment; `None` unless the nanoseconds are below one second.
    pub fn new(seconds: i64, nanoseconds: i32) -> Option<Self> {
        (0..1_000_000_000).contains(&nanoseconds).then_some(Self {
            seconds,
            nanoseconds,
        })
    }

    /// The present.
    ///
    /// ```
    /// use raconteur::value::Timestamp;
    /// let now = Timestamp::now();
    /// assert!(now.seconds() > 0 && now.nanoseconds() < 1_000_000_000);
    /// ```
    pub fn now() -> Self {
        Self::from(SystemTime::now())
    }

    /// Whole seconds since 1970.
    pub fn seconds(&self) -> i64 {
        self.seconds
    }

    /// Nanoseconds within the second.
    pub fn nanoseconds(&self) -> i32 {
        self.nanoseconds
    }

    /// One nanosecond later.
    #[must_use]
    pub fn next(self) -> Self {
        if self.nanoseconds == 999_999_999 {
            Self {
                seconds: self.seconds.saturating_add(1),
                nanoseconds: 0,
            }
        } else {
            Self {
                nanoseconds: self.nanoseconds + 1,
                ..self
            }
        }
    }
}

impl From<SystemTime> for Timestamp {
    fn from(time: SystemTime) -> Self {
        let since = time.duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
        Self {
            seconds: i64::try_from(since.as_secs()).unwrap_or(i64::MAX),
            nanoseconds: i32::try_from(since.subsec_nanos()).unwrap_or_default(),
        }
    }
}

impl IntoValue for Timestamp {
    fn into_value(self) -> Value {
        Value::Struct(
            Record::new(bytestring::ByteString::from_static(Self::TYPE))
                .with(bytestring::ByteString::from_static("seconds"), self.seconds)
                .with(
                    bytestring::ByteString::from_static("nanoseconds"),
                    self.nanoseconds,
                ),
        )
    }
}

impl FromValue for Timestamp {
    fn from_value(value: Value) -> Result<Self> {
        let mut record: Record = value.to()?;
        if *record.type_name != *Self::TYPE {
            return Err(Error::data_type("a time stamp of another type"));
        }
        let (seconds, nanoseconds) = (
            record.take("seconds")?.to()?,
            record.take("nanoseconds")?.to()?,
        );
        Self::new(seconds, nanoseconds).ok_or_else(|| Error::data_type("a time stamp out of range"))
    }
}
