//! Addresses of objects: `service.member[index].member`.

use std::borrow::Cow;

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

/// The path of what an object has under an index.
pub(crate) fn indexed(above: &str, name: &str, index: &str) -> String {
    format!("{above}.{name}[{}]", escape(index))
}

/// The one way to write a path that can be written in several ways. A path that is none stays
/// as it is.
pub(crate) fn canonical(path: &str) -> Cow<'_, str> {
    if !path.contains('[') {
        return Cow::Borrowed(path);
    }
    let Ok((service, steps)) = split(path) else {
        return Cow::Borrowed(path);
    };
    let mut text = service.to_owned();
    for PathStep { name, index } in steps {
        text = match index {
            Some(index) => indexed(&text, &name, &index),
            None => format!("{text}.{name}"),
        };
    }
    Cow::Owned(text)
}

/// A canonical path as the genuine client writes it.
pub(crate) fn genuine(path: &str) -> String {
    let mut text = String::with_capacity(path.len());
    let mut rest = path;
    while let Some((before, after)) = rest.split_once('%') {
        text.push_str(before);
        text.push('%');
        if after.starts_with(['8', '9', 'a', 'b', 'c', 'd', 'e', 'f']) {
            text.push_str("ffffff");
        }
        rest = after;
    }
    text.push_str(rest);
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
    fn a_path_has_one_canonical_form() {
        let path = indexed("svc.o1", "o4", "aü_1");
        assert_eq!(path, "svc.o1.o4[a%c3%bc%5f1]");
        for other in [
            "svc.o1.o4[%61%c3%bc_1]",
            "svc.o1.o4[a%ffffffc3%ffffffbc%5f1]",
        ] {
            assert_eq!(canonical(other), path);
        }
        assert_eq!(canonical(&path), path);
        assert_eq!(genuine(&path), "svc.o1.o4[a%ffffffc3%ffffffbc%5f1]");
        for same in ["svc", "svc.o1.o2", "svc.o4[%zz]"] {
            assert_eq!(canonical(same), same);
        }
    }

    #[test]
    fn broken_paths_are_refused() {
        for path in ["s.", "s.a[1", "s.a[%4]", "s.a[%zz]", "s..b"] {
            assert!(split(path).is_err(), "{path}");
        }
    }
}
