//! Addresses of objects: `service.member[index].member`.

use crate::error::{Error, ErrorCode, Result};

/// One step from an object to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PathStep {
    pub name: String,
    pub index: Option<String>,
}

/// Splits a path into the service and the steps from its root.
pub(crate) fn split(path: &str) -> Result<(&str, Vec<PathStep>)> {
    let mut parts = path.split('.');
    let service = parts.next().unwrap_or_default();
    let steps = parts.map(parse_step).collect::<Result<_>>()?;
    Ok((service, steps))
}

fn parse_step(text: &str) -> Result<PathStep> {
    let invalid = || Error::new(ErrorCode::ObjectNotFound, "an invalid object path");
    match text.split_once('[') {
        None if text.is_empty() => Err(invalid()),
        None => Ok(PathStep {
            name: text.to_owned(),
            index: None,
        }),
        Some((name, rest)) => Ok(PathStep {
            name: name.to_owned(),
            index: Some(unescape(rest.strip_suffix(']').ok_or_else(invalid)?).ok_or_else(invalid)?),
        }),
    }
}

/// Writes an index: letters, digits literally, every other byte as `%xx`.
pub(crate) fn escape(index: &str) -> String {
    let mut text = String::with_capacity(index.len());
    for byte in index.bytes() {
        if byte.is_ascii_alphanumeric() {
            text.push(char::from(byte));
        } else {
            text.push_str(&format!("%{byte:02x}"));
        }
    }
    text
}

/// Reads an index. The genuine client writes bytes that are not ASCII as `%ffffffc3`:
/// with the sign of its characters. 0xff is no byte of UTF-8, so that is not ambiguous.
fn unescape(text: &str) -> Option<String> {
    let text = text.replace("%ffffff", "%");
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        match byte {
            b'%' => {
                let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
                let value = digit(rest.next())? * 16 + digit(rest.next())?;
                bytes.push(u8::try_from(value).ok()?);
            }
            byte if byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-' => {
                bytes.push(byte);
            }
            _ => return None,
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn indices_survive_any_text() {
        for index in ["10", "a_b", "x.y[z]%", "Grüße", "-5", ""] {
            let path = format!("svc.o4[{}].o2", escape(index));
            let (service, steps) = split(&path).unwrap();
            assert_eq!(service, "svc");
            assert_eq!(steps[0].index.as_deref(), Some(index));
            assert_eq!(steps[1].name, "o2");
        }
    }

    #[test]
    fn indices_of_the_genuine_client_are_read() {
        let (_, steps) = split("svc.o4[%ffffffc3%ffffffbc%2f1]").unwrap();
        assert_eq!(steps[0].index.as_deref(), Some("ü/1"));
        assert!(split("svc.o4[%ff]").is_err());
    }

    #[test]
    fn broken_paths_are_refused() {
        for path in ["s.", "s.a[1", "s.a[%4]", "s.a[%zz]", "s..b"] {
            assert!(split(path).is_err(), "{path}");
        }
    }
}
