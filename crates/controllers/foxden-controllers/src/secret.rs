//! The secret that controllers over TCP must know.
//!
//! Any program that reaches the port could drive robots, and a supervisor can do much
//! more. The genuine controller library can send a robot's name and nothing
//! else, so the secret is put in front of that name:
//! `tcp://HOST:PORT/SECRET~ROBOT`, or `tcp://HOST:PORT/SECRET` where a single
//! robot waits.

use foxden_protocol::Dialect;
use foxden_protocol::handshake::{percent_encode, tcp_name};
use foxden_runtime::secret_word::{SecretWord, is_equal};
use std::io;
use std::path::Path;

/// The character between the secret and a robot's name. It needs no encoding.
const SEPARATOR: char = '~';

/// The file in the instance folder that holds the secret, for the same user.
pub(crate) const FILE: &str = "secret";

/// How many random bytes a secret has.
const BYTES: usize = 12;

/// The variable that holds a secret for `foxden run` and `foxden controller`.
pub const VARIABLE: &str = "FOXDEN_CONTROLLER_SECRET";

/// A word that controllers over TCP must know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Secret(SecretWord);

impl Secret {
    /// A new one, from the system's random numbers.
    ///
    /// # Errors
    /// When the system has none.
    pub fn random() -> io::Result<Self> {
        SecretWord::random::<BYTES>().map(Self)
    }

    /// One that somebody chose.
    ///
    /// # Errors
    /// When it is too short to be one, or has signs that URLs do not take.
    pub fn chosen(text: &str) -> Result<Self, String> {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        match text.len() >= 16 && text.len() <= 64 && text.chars().all(is_plain) {
            true => Ok(Self(SecretWord::chosen(text))),
            false => Err("a secret has 16 to 64 letters, digits, - and _".to_owned()),
        }
    }

    /// That of a Foxden that runs on this machine for the same user.
    pub fn of_instance(folder: &Path) -> Option<Self> {
        let text = std::fs::read_to_string(folder.join(FILE)).ok()?;
        Self::chosen(text.trim()).ok()
    }

    /// As text, for users that may know it.
    pub fn reveal(&self) -> &str {
        self.0.reveal()
    }

    /// What a controller gives as the name of its robot.
    pub fn name_for(&self, robot: Option<&str>) -> String {
        match robot {
            Some(robot) => format!("{}{SEPARATOR}{robot}", self.reveal()),
            None => self.reveal().to_owned(),
        }
    }

    /// Whether a name that was sent is the secret alone.
    pub(crate) fn is(&self, sent: &str) -> bool {
        self.0.is(sent)
    }

    /// Whether a name that was sent is the secret with that of a robot. Long
    /// names come as hashes, of which the shortest are too short for this.
    pub(crate) fn is_for(&self, robot: &str, sent: &str) -> bool {
        let name = self.name_for(Some(robot));
        let hashes = Dialect::ALL
            .into_iter()
            .map(|dialect| tcp_name(&name, dialect));
        std::iter::once(percent_encode(&name))
            .chain(hashes)
            .any(|known| is_equal(&known, sent))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_stands_in_front_of_the_name() {
        let secret = Secret::random().unwrap();
        assert_ne!(secret, Secret::random().unwrap());
        assert_eq!(secret.reveal().len(), 2 * BYTES);
        assert!(secret.is(&secret.name_for(None)));
        for robot in ["cub", "my cub", &"long".repeat(30)] {
            for dialect in Dialect::ALL {
                let sent = tcp_name(&secret.name_for(Some(robot)), dialect);
                assert!(secret.is_for(robot, &sent), "{robot}");
                assert!(!secret.is_for("other", &sent));
            }
            assert!(!secret.is_for(robot, &percent_encode(robot)));
            assert!(
                !Secret::random()
                    .unwrap()
                    .is_for(robot, &percent_encode(robot))
            );
        }
        assert!(!secret.is("") && !secret.is("cub"));
        assert!(!format!("{secret:?}").contains(secret.reveal()));
    }

    #[test]
    fn chosen_ones_are_long_and_plain() {
        assert!(Secret::chosen("correct-horse-battery").is_ok());
        for bad in ["", "short", "with a space in between", "with~the-separator"] {
            assert!(Secret::chosen(bad).is_err(), "{bad}");
        }
    }
}
