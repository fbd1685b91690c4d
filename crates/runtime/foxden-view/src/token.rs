//! The token that allows a viewer to change the world.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read};

/// How many random bytes a token has.
const BYTES: usize = 16;

/// A random word in the address of the page.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl std::fmt::Debug for Token {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Token(…)")
    }
}

impl Token {
    /// A new one, from the system's random numbers.
    ///
    /// # Errors
    /// When the system has none.
    pub fn random() -> io::Result<Self> {
        let mut bytes = [0; BYTES];
        File::open("/dev/urandom")?.read_exact(&mut bytes)?;
        let text = bytes.iter().fold(String::new(), |mut text, byte| {
            // writing to a string does not fail
            let _ = write!(text, "{byte:02x}");
            text
        });
        Ok(Self(text))
    }

    /// As text, for the printed address.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Whether a word is this token. The time that this takes does not depend on
    /// how many letters are right.
    pub fn is(&self, word: &str) -> bool {
        let pairs = self.0.bytes().zip(word.bytes());
        let difference = pairs.fold(0, |sum, (own, other)| sum | (own ^ other));
        std::hint::black_box(difference) == 0 && self.0.len() == word.len()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn only_the_whole_word_is_the_token() {
        let token = Token::random().unwrap();
        let word = token.reveal().to_owned();
        assert!(token.is(&word));
        assert_eq!(word.len(), 32);
        for wrong in ["", &word[..31], &format!("{word}0"), &"0".repeat(32)] {
            assert!(!token.is(wrong), "{wrong}");
        }
        assert_ne!(Token::random().unwrap(), token);
    }
}
