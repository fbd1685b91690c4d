//! Robot names as used in paths and greetings.

use std::fmt::Write;

use sha1::{Digest, Sha1};

use crate::dialect::Dialect;
use crate::handshake::InstancePath;

/// A name with everything but letters, digits and `-_~.` written as `%XX`.
///
/// ```
/// use foxden_protocol::handshake::percent_encode;
/// assert_eq!(percent_encode("my robot é"), "my%20robot%20%C3%A9");
/// ```
pub fn percent_encode(name: &str) -> String {
    name.bytes().fold(String::new(), |mut encoded, byte| {
        if byte.is_ascii_alphanumeric() || b"-_~.".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            // Writing into a String cannot fail.
            let _ = write!(encoded, "%{byte:02X}");
        }
        encoded
    })
}

/// The folder of a robot in the instance folder. Long names become a hash, at a
/// length that depends on the release.
pub fn encoded_name(name: &str, folder: &InstancePath, dialect: Dialect) -> String {
    match dialect {
        Dialect::R2023b => shortened(name, 70, 40),
        Dialect::R2025a => {
            let room = 91_usize.saturating_sub(folder.path().len() + 11);
            let limit = room.max(4) / 2 * 2;
            shortened(name, limit, limit)
        }
    }
}

/// The name of a robot in a greeting over TCP.
pub fn tcp_name(name: &str, dialect: Dialect) -> String {
    match dialect {
        Dialect::R2023b => shortened(name, 70, 40),
        Dialect::R2025a => shortened(name, 90, 90),
    }
}

/// All names under which a robot may be looked for, the plain one first. A
/// simulator accepts every one of them.
pub fn aliases(name: &str, folder: &InstancePath) -> Vec<String> {
    let mut aliases = vec![percent_encode(name)];
    for dialect in Dialect::ALL {
        for alias in [encoded_name(name, folder, dialect), tcp_name(name, dialect)] {
            if !aliases.contains(&alias) {
                aliases.push(alias);
            }
        }
    }
    aliases
}

/// The encoded name, or that many hexadecimal digits of its hash if it is longer
/// than the limit.
fn shortened(name: &str, limit: usize, digits: usize) -> String {
    let encoded = percent_encode(name);
    if encoded.len() <= limit {
        return encoded;
    }
    let hash = Sha1::digest(encoded.as_bytes());
    let mut hexadecimal = hash.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    });
    hexadecimal.truncate(digits);
    hexadecimal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_hashed_at_another_length_in_each_release() {
        let folder = InstancePath::of("/tmp", "ada", 1234);
        assert_eq!(folder.path().len(), 21);
        // 91 - (21 + 11) = 59, rounded down to 58.
        for (length, older, newer) in [(58, 58, 58), (59, 59, 40), (70, 70, 40), (71, 40, 40)] {
            let name = "x".repeat(length);
            assert_eq!(encoded_name(&name, &folder, Dialect::R2023b).len(), older);
            assert_eq!(encoded_name(&name, &folder, Dialect::R2025a).len(), newer);
        }
        assert_eq!(tcp_name(&"x".repeat(90), Dialect::R2025a).len(), 90);
        assert_eq!(tcp_name(&"x".repeat(91), Dialect::R2025a).len(), 40);
    }

    #[test]
    fn a_deep_folder_leaves_four_digits() {
        let folder = InstancePath::at(&"/deep".repeat(20));
        assert_eq!(encoded_name("robot", &folder, Dialect::R2025a).len(), 4);
        assert_eq!(encoded_name("bot", &folder, Dialect::R2025a), "bot");
    }

    #[test]
    fn the_hash_is_that_of_the_encoded_name() {
        let name = " ".repeat(24);
        let hash = encoded_name(&name, &InstancePath::at("/t"), Dialect::R2023b);
        // printf '%%20%.0s' $(seq 24) | sha1sum
        assert_eq!(hash, "78e0b6fe5266167450f3636abcef18fb4cc95798");
        assert_eq!(aliases("plain", &InstancePath::at("/t")), ["plain"]);
        assert_eq!(aliases(&name, &InstancePath::at("/t")).len(), 2);
    }
}
