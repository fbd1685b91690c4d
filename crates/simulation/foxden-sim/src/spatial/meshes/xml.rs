//! A look at an XML text before it is parsed.
//!
//! The parser calls itself for every level and compares every attribute of an
//! element with every other one, so a small text could exhaust the stack or take
//! hours. What no exporter writes is refused here, in one pass.

/// How deep elements may be nested.
pub(super) const MOST_LEVELS: usize = 256;
/// How many attributes an element may have.
const MOST_ATTRIBUTES: usize = 64;
/// How many namespaces may be declared around an element.
const MOST_NAMESPACES: usize = 64;

/// Why a text is not parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// Elements are nested deeper than [`MOST_LEVELS`].
    TooDeep,
    /// An element has more attributes or namespaces than anybody needs.
    TooManyAttributes,
}

/// Whether a text can be parsed in time and memory that fit its size. Texts that
/// are not well formed may pass: the parser says what is wrong with them.
pub(super) fn check(text: &str) -> Result<(), Refusal> {
    let mut rest = text;
    // for every open element the namespaces that it declares
    let mut open: Vec<usize> = Vec::new();
    let mut namespaces = 0;
    while let Some(at) = rest.find('<') {
        rest = &rest[at..];
        let special = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")];
        if let Some((start, end)) = special.iter().find(|(start, _)| rest.starts_with(start)) {
            let Some(at) = rest[start.len()..].find(end) else {
                return Ok(());
            };
            rest = &rest[start.len() + at + end.len()..];
        } else if rest.starts_with("</") {
            namespaces -= open.pop().unwrap_or(0);
            rest = &rest[2..];
        } else {
            let Some(tag) = XmlTag::read(rest) else {
                return Ok(());
            };
            if tag.attributes > MOST_ATTRIBUTES || namespaces + tag.namespaces > MOST_NAMESPACES {
                return Err(Refusal::TooManyAttributes);
            }
            if !tag.is_closed {
                open.push(tag.namespaces);
                namespaces += tag.namespaces;
            }
            if open.len() > MOST_LEVELS {
                return Err(Refusal::TooDeep);
            }
            rest = &rest[tag.length..];
        }
    }
    Ok(())
}

/// The start of an element.
struct XmlTag {
    length: usize,
    attributes: usize,
    namespaces: usize,
    is_closed: bool,
}

impl XmlTag {
    /// The tag that a text starts with; `None` if it does not end.
    fn read(text: &str) -> Option<Self> {
        let (mut attributes, mut namespaces) = (0, 0);
        let mut quote = None;
        let mut word = 0;
        for (at, byte) in text.bytes().enumerate() {
            match (quote, byte) {
                (Some(mark), _) if byte == mark => quote = None,
                (Some(_), _) => {}
                (None, b'"' | b'\'') => quote = Some(byte),
                (None, b'=') => {
                    attributes += 1;
                    namespaces += usize::from(text[word..].starts_with("xmlns"));
                }
                (None, b'>') => {
                    return Some(Self {
                        length: at + 1,
                        attributes,
                        namespaces,
                        is_closed: text[..at].ends_with('/'),
                    });
                }
                (None, byte) if byte.is_ascii_whitespace() => word = at + 1,
                (None, _) => {}
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nesting_and_attributes_are_counted() {
        let nested = |levels: usize| "<a>".repeat(levels) + &"</a>".repeat(levels);
        assert_eq!(check(&nested(MOST_LEVELS)), Ok(()));
        assert_eq!(check(&nested(MOST_LEVELS + 1)), Err(Refusal::TooDeep));
        assert_eq!(check(&"<a/>".repeat(1000)), Ok(()));
        assert_eq!(check(&"<a></a>".repeat(1000)), Ok(()));
        assert_eq!(
            check(&format!("<a>{}</a>", "<!-- <b> -->".repeat(1000))),
            Ok(())
        );
        assert_eq!(
            check(&"<a b='/>' c=\">\">".repeat(300)),
            Err(Refusal::TooDeep)
        );
        let attributes = |count: usize| format!("<a {}/>", "b=\"\" ".repeat(count));
        assert_eq!(check(&attributes(MOST_ATTRIBUTES)), Ok(()));
        assert_eq!(
            check(&attributes(MOST_ATTRIBUTES + 1)),
            Err(Refusal::TooManyAttributes)
        );
        let spaces = "<a xmlns:x='' xmlns='y' >".repeat(40);
        assert_eq!(check(&spaces), Err(Refusal::TooManyAttributes));
        assert_eq!(check(&"<a xmlns='y'></a>".repeat(1000)), Ok(()));
    }

    #[test]
    fn texts_that_do_not_end_pass() {
        for text in [
            "<",
            "<a",
            "<a b='",
            "<!--",
            "<?",
            "<![CDATA[",
            "</",
            "é<é",
            "</></>",
        ] {
            assert_eq!(check(text), Ok(()), "{text}");
        }
    }
}
