//! The fields of an X.509 certificate that the check of a node certificate reads.
//!
//! Web certificate libraries refuse the critical extension that marks node
//! certificates, so the fields are read here, from strict DER only.

use tokio_rustls::rustls::pki_types::UnixTime;

const BOOLEAN: u8 = 0x01;
const INTEGER: u8 = 0x02;
const BIT_STRING: u8 = 0x03;
const OCTET_STRING: u8 = 0x04;
const OBJECT_IDENTIFIER: u8 = 0x06;
const UTF8_STRING: u8 = 0x0c;
const PRINTABLE_STRING: u8 = 0x13;
const TELETEX_STRING: u8 = 0x14;
const IA5_STRING: u8 = 0x16;
const UTC_TIME: u8 = 0x17;
const GENERALIZED_TIME: u8 = 0x18;
const SEQUENCE: u8 = 0x30;
const SET: u8 = 0x31;
const VERSION: u8 = 0xa0;
const EXTENSIONS: u8 = 0xa3;

/// The identifier of a common name, 2.5.4.3.
const COMMON_NAME: &[u8] = &[0x55, 0x04, 0x03];

/// Most extensions of a certificate that is read.
const MOST_EXTENSIONS: usize = 32;

/// A certificate, as far as node certificates need it.
pub(super) struct Certificate<'a> {
    /// The bytes that the signature covers.
    pub signed: &'a [u8],
    /// The algorithm of the signature, without its outer tag.
    pub signature_algorithm: &'a [u8],
    pub signature: &'a [u8],
    pub issuer: &'a [u8],
    pub subject: &'a [u8],
    not_before: u64,
    not_after: u64,
    /// The public key with its algorithm, with its outer tag.
    pub public_key_info: &'a [u8],
    /// The algorithm of the public key, without its outer tag.
    pub key_algorithm: &'a [u8],
    pub key: &'a [u8],
    pub extensions: Vec<Extension<'a>>,
}

/// An extension of a certificate.
pub(super) struct Extension<'a> {
    /// The identifier in its encoded form.
    pub identifier: &'a [u8],
    pub is_critical: bool,
    pub value: &'a [u8],
}

/// Reads one value after the other.
struct Reader<'a>(&'a [u8]);

/// A value with its tag.
struct Item<'a> {
    tag: u8,
    content: &'a [u8],
    /// Tag, length and content.
    whole: &'a [u8],
}

impl<'a> Reader<'a> {
    fn next(&mut self) -> Option<Item<'a>> {
        let input = self.0;
        let (&tag, rest) = input.split_first()?;
        // Tags of several bytes do not occur in certificates.
        if tag & 0x1f == 0x1f {
            return None;
        }
        let (&first, rest) = rest.split_first()?;
        let (length, rest) = match first {
            0..=0x7f => (usize::from(first), rest),
            0x81..=0x83 => {
                let (digits, rest) = rest.split_at_checked(usize::from(first & 0x7f))?;
                let length = digits
                    .iter()
                    .fold(0, |value, digit| value << 8 | usize::from(*digit));
                // The shortest form is the only one.
                if length < 0x80 || digits[0] == 0 {
                    return None;
                }
                (length, rest)
            }
            _ => return None,
        };
        let (content, rest) = rest.split_at_checked(length)?;
        self.0 = rest;
        Some(Item {
            tag,
            content,
            whole: &input[..input.len() - rest.len()],
        })
    }

    fn expect(&mut self, tag: u8) -> Option<Item<'a>> {
        self.next().filter(|item| item.tag == tag)
    }

    fn next_is(&self, tag: u8) -> bool {
        self.0.first() == Some(&tag)
    }

    fn end(&self) -> Option<()> {
        self.0.is_empty().then_some(())
    }
}

/// The bytes of a bit string that has no unused bits.
fn bits<'a>(reader: &mut Reader<'a>) -> Option<&'a [u8]> {
    match reader.expect(BIT_STRING)?.content.split_first()? {
        (0, bytes) => Some(bytes),
        _ => None,
    }
}

fn boolean(item: &Item<'_>) -> Option<bool> {
    match item.content {
        [0] => Some(false),
        [0xff] => Some(true),
        _ => None,
    }
}

impl<'a> Certificate<'a> {
    /// Reads a certificate; `None` if it is not one of version 3 in strict DER.
    pub fn parse(der: &'a [u8]) -> Option<Self> {
        let mut outer = Reader(der);
        let mut parts = Reader(outer.expect(SEQUENCE)?.content);
        outer.end()?;
        let signed = parts.expect(SEQUENCE)?;
        let signature_algorithm = parts.expect(SEQUENCE)?.content;
        let signature = bits(&mut parts)?;
        parts.end()?;

        let mut fields = Reader(signed.content);
        let mut version = Reader(fields.expect(VERSION)?.content);
        if version.expect(INTEGER)?.content != [2] {
            return None;
        }
        version.end()?;
        fields.expect(INTEGER)?;
        if fields.expect(SEQUENCE)?.content != signature_algorithm {
            return None;
        }
        let issuer = fields.expect(SEQUENCE)?.content;
        let mut validity = Reader(fields.expect(SEQUENCE)?.content);
        let not_before = seconds(&validity.next()?)?;
        let not_after = seconds(&validity.next()?)?;
        validity.end()?;
        let subject = fields.expect(SEQUENCE)?.content;
        let public_key_info = fields.expect(SEQUENCE)?;
        let mut key_parts = Reader(public_key_info.content);
        let key_algorithm = key_parts.expect(SEQUENCE)?.content;
        let key = bits(&mut key_parts)?;
        key_parts.end()?;
        // Unique identifiers, which nobody uses.
        while fields.next_is(0x81) || fields.next_is(0x82) {
            fields.next()?;
        }
        let extensions = match fields.next_is(EXTENSIONS) {
            true => extensions(fields.next()?.content)?,
            false => Vec::new(),
        };
        fields.end()?;
        Some(Self {
            signed: signed.whole,
            signature_algorithm,
            signature,
            issuer,
            subject,
            not_before,
            not_after,
            public_key_info: public_key_info.whole,
            key_algorithm,
            key,
            extensions,
        })
    }

    /// The extension with an identifier.
    pub fn extension(&self, identifier: &[u8]) -> Option<&Extension<'a>> {
        self.extensions
            .iter()
            .find(|extension| extension.identifier == identifier)
    }

    /// The common name, if the subject consists of it alone.
    pub fn sole_common_name(&self) -> Option<&'a str> {
        let mut sets = Reader(self.subject);
        let mut attributes = Reader(sets.expect(SET)?.content);
        sets.end()?;
        let mut attribute = Reader(attributes.expect(SEQUENCE)?.content);
        attributes.end()?;
        if attribute.expect(OBJECT_IDENTIFIER)?.content != COMMON_NAME {
            return None;
        }
        let value = attribute.next()?;
        attribute.end()?;
        let kinds = [UTF8_STRING, PRINTABLE_STRING, TELETEX_STRING, IA5_STRING];
        if !kinds.contains(&value.tag) {
            return None;
        }
        std::str::from_utf8(value.content).ok()
    }

    /// Whether the certificate is not valid yet (`Less`), valid (`Equal`) or
    /// expired (`Greater`).
    pub fn validity_at(&self, now: UnixTime) -> std::cmp::Ordering {
        let now = now.as_secs();
        if now < self.not_before {
            std::cmp::Ordering::Less
        } else if now > self.not_after {
            std::cmp::Ordering::Greater
        } else {
            std::cmp::Ordering::Equal
        }
    }
}

fn extensions(content: &[u8]) -> Option<Vec<Extension<'_>>> {
    let mut outer = Reader(content);
    let mut items = Reader(outer.expect(SEQUENCE)?.content);
    outer.end()?;
    let mut extensions: Vec<Extension<'_>> = Vec::new();
    while items.end().is_none() {
        let mut parts = Reader(items.expect(SEQUENCE)?.content);
        let identifier = parts.expect(OBJECT_IDENTIFIER)?.content;
        let is_critical = match parts.next_is(BOOLEAN) {
            true => boolean(&parts.next()?)?,
            false => false,
        };
        let value = parts.expect(OCTET_STRING)?.content;
        parts.end()?;
        let is_repeated = extensions
            .iter()
            .any(|other| other.identifier == identifier);
        if is_repeated || extensions.len() == MOST_EXTENSIONS {
            return None;
        }
        extensions.push(Extension {
            identifier,
            is_critical,
            value,
        });
    }
    Some(extensions)
}

/// What the extension "basic constraints" says: whether the certificate may
/// sign others, and how many may stand between.
pub(super) fn basic_constraints(value: &[u8]) -> Option<(bool, Option<usize>)> {
    let mut outer = Reader(value);
    let mut parts = Reader(outer.expect(SEQUENCE)?.content);
    outer.end()?;
    let is_authority = match parts.next_is(BOOLEAN) {
        true => boolean(&parts.next()?)?,
        false => false,
    };
    let path_length = match parts.next_is(INTEGER) {
        true => match parts.next()?.content {
            [length] if *length < 0x80 => Some(usize::from(*length)),
            _ => return None,
        },
        false => None,
    };
    parts.end()?;
    Some((is_authority, path_length))
}

/// The bits of the extension "key usage", the first in the highest bit.
pub(super) fn key_usage(value: &[u8]) -> Option<u8> {
    let mut outer = Reader(value);
    let (_, bytes) = outer.expect(BIT_STRING)?.content.split_first()?;
    outer.end()?;
    bytes.first().copied()
}

/// Whether a value is the boolean TRUE.
pub(super) fn is_true(value: &[u8]) -> bool {
    let mut outer = Reader(value);
    let item = outer.expect(BOOLEAN);
    outer.end().is_some() && item.and_then(|item| boolean(&item)) == Some(true)
}

/// Seconds since 1970 of a time of a certificate.
fn seconds(item: &Item<'_>) -> Option<u64> {
    let text = std::str::from_utf8(item.content).ok()?.strip_suffix('Z')?;
    if !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let (year, rest) = match (item.tag, text.len()) {
        (UTC_TIME, 12) => {
            let short: u64 = text[..2].parse().ok()?;
            let century = if short < 50 { 2000 } else { 1900 };
            (century + short, &text[2..])
        }
        (GENERALIZED_TIME, 14) => (text[..4].parse().ok()?, &text[4..]),
        _ => return None,
    };
    let part = |at: usize| rest[at..at + 2].parse::<u64>().ok();
    let (month, day) = (part(0)?, part(2)?);
    let (hour, minute, second) = (part(4)?, part(6)?, part(8)?);
    let is_valid = (1..=12).contains(&month)
        && (1..=31).contains(&day)
        && hour < 24
        && minute < 60
        && second <= 60;
    if !is_valid || year < 1970 {
        return None;
    }
    // Days of the Gregorian calendar, with years that begin in March.
    let shifted = if month > 2 { year } else { year - 1 };
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let days = 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + day_of_year;
    let days = days.checked_sub(719_468)?;
    Some(((days * 24 + hour) * 60 + minute) * 60 + second)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn time(tag: u8, text: &str) -> Option<u64> {
        seconds(&Item {
            tag,
            content: text.as_bytes(),
            whole: &[],
        })
    }

    #[test]
    fn times_are_read() {
        assert_eq!(time(UTC_TIME, "700101000000Z"), Some(0));
        assert_eq!(time(UTC_TIME, "000229120000Z"), Some(951_825_600));
        assert_eq!(
            time(GENERALIZED_TIME, "20380119031408Z"),
            Some(2_147_483_648)
        );
        assert_eq!(time(UTC_TIME, "20380119031408Z"), None);
        assert_eq!(time(GENERALIZED_TIME, "20381319031408Z"), None);
        assert_eq!(time(UTC_TIME, "7001010000é0Z"), None);
    }

    #[test]
    fn only_strict_lengths_are_read() {
        assert!(Reader(&[0x04, 0x81, 0x7f]).next().is_none());
        assert!(Reader(&[0x04, 0x80, 0, 0]).next().is_none());
        assert!(Reader(&[0x04, 0x84, 0, 0, 0, 1, 7]).next().is_none());
        assert!(Reader(&[0x04, 2, 7]).next().is_none());
        assert_eq!(Reader(&[0x04, 1, 7, 9]).next().unwrap().content, [7]);
    }

    #[test]
    fn no_input_is_read_beyond_its_end() {
        let key = rcgen::KeyPair::generate().unwrap();
        let mut parameters = rcgen::CertificateParams::new(Vec::new()).unwrap();
        parameters.is_ca = rcgen::IsCa::Ca(rcgen::BasicConstraints::Constrained(3));
        let certificate = parameters.self_signed(&key).unwrap();
        let der = certificate.der();
        assert!(Certificate::parse(der).is_some());
        for length in 0..der.len() {
            assert!(Certificate::parse(&der[..length]).is_none(), "{length}");
        }
        // A changed byte may give another certificate, but never a panic.
        for at in 0..der.len() {
            for flip in [0x01, 0x80, 0xff] {
                let mut changed = der.to_vec();
                changed[at] ^= flip;
                let _ = Certificate::parse(&changed).map(|read| read.sole_common_name());
            }
        }
    }
}
