//! A random word that a peer must know: the token in the address of the viewer,
//! the secret of controllers over TCP.

use std::fmt::{self, Write as _};
use std::fs::File;
use std::io::{self, Read};

/// A word that only those who may do something know.
///
/// ```
/// use foxden_runtime::secret_word::SecretWord;
/// let word = SecretWord::random::<16>()?;
/// assert_eq!(word.reveal().len(), 32);
/// assert!(word.is(word.reveal()) && !word.is("guess"));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct SecretWord(String);

/// The word itself is not printed.
impl fmt::Debug for SecretWord {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("SecretWord(…)")
    }
}

impl SecretWord {
    /// A new one: this number of bytes from the system's random numbers, in
    /// hexadecimal digits.
    ///
    /// # Errors
    /// When the system has none.
    pub fn random<const BYTES: usize>() -> io::Result<Self> {
        let mut bytes = [0; BYTES];
        File::open("/dev/urandom")?.read_exact(&mut bytes)?;
        let text = bytes.iter().fold(String::new(), |mut text, byte| {
            // writing to a string does not fail
            let _ = write!(text, "{byte:02x}");
            text
        });
        Ok(Self(text))
    }

    /// One that a user chose. The caller checks that it is hard to guess.
    pub fn chosen(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// As text, for users that may know it.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Whether a text is this word. The time that this takes does not depend on
    /// how many letters are right.
    pub fn is(&self, text: &str) -> bool {
        is_equal(&self.0, text)
    }
}

/// Whether a text that a peer sent is a secret one. The time that this takes
/// depends on the lengths only.
pub fn is_equal(secret: &str, sent: &str) -> bool {
    let pairs = secret.bytes().zip(sent.bytes());
    let difference = pairs.fold(0, |sum, (own, other)| sum | (own ^ other));
    std::hint::black_box(difference) == 0 && secret.len() == sent.len()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn only_the_whole_word_is_accepted() {
        let word = SecretWord::random::<16>().unwrap();
        let text = word.reveal().to_owned();
        assert!(word.is(&text));
        for wrong in ["", &text[..31], &format!("{text}0"), &"0".repeat(32)] {
            assert!(!word.is(wrong), "{wrong}");
        }
        assert_ne!(SecretWord::random::<16>().unwrap(), word);
    }

    #[test]
    fn the_word_is_not_printed() {
        let word = SecretWord::chosen("correct-horse-battery");
        assert!(!format!("{word:?}").contains("horse"));
    }
}
