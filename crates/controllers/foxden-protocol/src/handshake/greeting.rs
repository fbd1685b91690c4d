//! The first bytes over TCP. Neither side ends them with a delimiter.

use crate::error::{DecodeError, DecodeErrorReason};

const MAGIC: &[u8] = b"CTR";
const NAME: &[u8] = b"\nRobot-Name: ";

/// What a controller says first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Greeting {
    /// The encoded name of the robot; none if the world has only one.
    pub robot: Option<String>,
}

/// The state of a greeting that may not be complete yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GreetingProgress {
    /// Wait for more.
    Incomplete,
    /// A greeting. If it has a name, more bytes of the name may follow.
    Greeting(Greeting),
}

impl Greeting {
    /// The longest greeting that is accepted, in bytes.
    pub const LIMIT: usize = 4096;

    /// The bytes.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        if let Some(robot) = &self.robot {
            bytes.extend_from_slice(NAME);
            bytes.extend_from_slice(robot.as_bytes());
        }
        bytes
    }

    /// Decodes the bytes received so far. HTTP uses the same port; its
    /// requests are a [`DecodeErrorReason::ForeignGreeting`].
    ///
    /// ```
    /// use foxden_protocol::handshake::{Greeting, GreetingProgress};
    ///
    /// let heard = Greeting::decode(b"CTR\nRobot-Name: my%20robot")?;
    /// assert_eq!(heard, GreetingProgress::Greeting(Greeting { robot: Some("my%20robot".into()) }));
    /// assert_eq!(Greeting::decode(b"CTR\nRob")?, GreetingProgress::Incomplete);
    /// assert!(Greeting::decode(b"GET / HTTP/1.1").is_err());
    /// # Ok::<(), foxden_protocol::DecodeError>(())
    /// ```
    pub fn decode(bytes: &[u8]) -> Result<GreetingProgress, DecodeError> {
        let opening = [MAGIC, NAME].concat();
        let same = opening
            .iter()
            .zip(bytes)
            .take_while(|(wanted, came)| wanted == came)
            .count();
        let foreign = |offset| DecodeError {
            offset,
            reason: DecodeErrorReason::ForeignGreeting,
        };
        if same < bytes.len().min(opening.len()) {
            return Err(foreign(same));
        }
        if bytes.len() > Self::LIMIT {
            return Err(DecodeError {
                offset: Self::LIMIT,
                reason: DecodeErrorReason::TooLong {
                    size: bytes.len() as u64,
                    limit: Self::LIMIT,
                },
            });
        }
        let Some(name) = bytes.get(opening.len()..) else {
            return Ok(if bytes == MAGIC {
                GreetingProgress::Greeting(Self { robot: None })
            } else {
                GreetingProgress::Incomplete
            });
        };
        match std::str::from_utf8(name) {
            Ok("") => Ok(GreetingProgress::Incomplete),
            Ok(name) => Ok(GreetingProgress::Greeting(Self {
                robot: Some(name.to_owned()),
            })),
            Err(error) => Err(foreign(opening.len() + error.valid_up_to())),
        }
    }
}

/// What the simulator says to a greeting. The library reads ten bytes at most,
/// so nothing may follow before its first request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GreetingReply {
    /// Come in.
    Connected,
    /// The world is not ready; the controller comes again, for as long as it takes.
    Processing,
    /// No such robot, or no name and not exactly one robot; it comes again for a while.
    Failed,
    /// The robot is taken or the address is not allowed; the controller ends.
    Forbidden,
}

impl GreetingReply {
    const ALL: [Self; 4] = [
        Self::Connected,
        Self::Processing,
        Self::Failed,
        Self::Forbidden,
    ];

    /// The bytes.
    pub fn as_bytes(self) -> &'static [u8] {
        match self {
            Self::Connected => b"CONNECTED",
            Self::Processing => b"PROCESSING",
            Self::Failed => b"FAILED",
            Self::Forbidden => b"FORBIDDEN",
        }
    }

    /// Reads a reply as the library does: by its beginning.
    pub fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        Self::ALL
            .into_iter()
            .find(|reply| bytes.starts_with(reply.as_bytes()))
            .ok_or(DecodeError {
                offset: 0,
                reason: DecodeErrorReason::ForeignGreeting,
            })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn greetings_and_replies_come_back() {
        for robot in [None, Some("r".to_owned())] {
            let greeting = Greeting { robot };
            let heard = Greeting::decode(&greeting.encode()).unwrap();
            assert_eq!(heard, GreetingProgress::Greeting(greeting));
        }
        for reply in GreetingReply::ALL {
            assert_eq!(GreetingReply::decode(reply.as_bytes()), Ok(reply));
            assert!(reply.as_bytes().len() <= 10);
        }
        assert!(GreetingReply::decode(b"HTTP").is_err());
    }

    #[test]
    fn half_a_greeting_waits_and_a_foreign_one_says_where() {
        for half in ["", "C", "CT", "CTR\n", "CTR\nRobot-Name: "] {
            assert_eq!(
                Greeting::decode(half.as_bytes()),
                Ok(GreetingProgress::Incomplete)
            );
        }
        assert_eq!(Greeting::decode(b"CTR\nX").unwrap_err().offset, 4);
        let endless = [b"CTR\nRobot-Name: ".as_slice(), &[b'x'; 5000]].concat();
        assert!(matches!(
            Greeting::decode(&endless).unwrap_err().reason,
            DecodeErrorReason::TooLong { .. }
        ));
    }
}
