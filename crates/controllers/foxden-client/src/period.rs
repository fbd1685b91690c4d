//! Sampling periods.

/// A sampling period, and whether the simulator knows it.
///
/// ```
/// use foxden_client::Period;
///
/// let mut period = Period::default();
/// assert!(!period.is_on());
/// period.set(32);
/// assert_eq!(period.take(), Some(32));
/// assert_eq!(period.take(), None);
/// assert!(period.is_on());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Period {
    milliseconds: i32,
    unsent: bool,
}

impl Period {
    /// A period of 0 that is still to be sent.
    pub const UNTOLD: Self = Self {
        milliseconds: 0,
        unsent: true,
    };

    /// Changes it; 0 switches off.
    pub fn set(&mut self, milliseconds: i32) {
        *self = Self {
            milliseconds,
            unsent: true,
        };
    }

    /// Milliseconds; 0 when it is off.
    pub fn milliseconds(&self) -> i32 {
        self.milliseconds
    }

    /// Whether anything is measured.
    pub fn is_on(&self) -> bool {
        self.milliseconds > 0
    }

    /// Whether the period is still to be sent.
    pub fn is_unsent(&self) -> bool {
        self.unsent
    }

    /// The period to send, once. The wire has two bytes for it; higher bits
    /// are cut off, as in the genuine library.
    pub fn take(&mut self) -> Option<u16> {
        let [low, high, ..] = self.milliseconds.to_le_bytes();
        std::mem::take(&mut self.unsent).then(|| u16::from_le_bytes([low, high]))
    }
}
