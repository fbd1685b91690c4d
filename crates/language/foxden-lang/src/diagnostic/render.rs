//! Findings for people and for machines.

use super::{Diagnostic, DiagnosticPlace};
use std::borrow::Cow;
use std::fmt::Write as _;
use unicode_width::UnicodeWidthStr;

const RED: &str = "\x1b[1;31m";
const YELLOW: &str = "\x1b[1;33m";
const BLUE: &str = "\x1b[1;34m";
const BOLD: &str = "\x1b[1m";
const PLAIN: &str = "\x1b[0m";

/// A finding as text: one line with place, severity, code and reason, then the
/// source line with the place underlined, then the hint.
pub fn render_human(diagnostic: &Diagnostic, colored: bool) -> String {
    let paint = |color: &'static str| if colored { color } else { "" };
    let severity_color = match diagnostic.severity {
        super::Severity::Error => paint(RED),
        super::Severity::Warning => paint(YELLOW),
        super::Severity::Note => paint(BLUE),
    };
    let (bold, plain, blue) = (paint(BOLD), paint(PLAIN), paint(BLUE));
    let place = diagnostic
        .place
        .as_ref()
        .map(|place| format!("{bold}{}{plain}: ", printable(&place.to_string())))
        .unwrap_or_default();
    let node = diagnostic
        .node
        .as_ref()
        .map(|node| format!("{}: ", printable(node)))
        .unwrap_or_default();
    let mut text = format!(
        "{place}{severity_color}{}[{}]{plain}: {node}{}\n",
        diagnostic.severity,
        diagnostic.code,
        printable(&diagnostic.message),
    );
    if let Some(place) = diagnostic
        .place
        .as_ref()
        .filter(|place| !place.text.is_empty())
    {
        text.push_str(&snippet(place, blue, severity_color, plain));
    }
    if let Some(hint) = &diagnostic.hint {
        let margin = diagnostic
            .place
            .as_ref()
            .map_or(1, |place| place.line.to_string().len());
        text.push_str(&format!(
            "{:margin$} {blue}= help:{plain} {}\n",
            "",
            printable(hint)
        ));
    }
    text
}

fn snippet(place: &DiagnosticPlace, blue: &str, mark_color: &str, plain: &str) -> String {
    let number = place.line.to_string();
    let margin = number.len();
    let (start, end) = place.marked;
    let before = printable(&place.text[..start]).width();
    let length = printable(&place.text[start..end]).width().max(1);
    format!(
        "{:margin$} {blue}|{plain}\n{blue}{number} |{plain} {}\n{:margin$} {blue}|{plain} {}{mark_color}{}{plain}\n",
        "",
        printable(&place.text),
        "",
        " ".repeat(before),
        "^".repeat(length),
    )
}

/// A text as one line in which nothing can control a terminal: line breaks and
/// tabs become blanks, other control characters are shown as `\u001b` and so on.
///
/// ```
/// use foxden_lang::diagnostic::printable;
/// assert_eq!(printable("a\x1b[31mb\nc\u{9b}d\u{202e}"), "a\\u001b[31mb c\\u009bd\\u202e");
/// ```
pub fn printable(text: &str) -> Cow<'_, str> {
    if !text.contains(is_dangerous) {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\r' | '\t' => plain.push(' '),
            // writing to a string does not fail
            c if is_dangerous(c) => drop(write!(plain, "\\u{:04x}", u32::from(c))),
            c => plain.push(c),
        }
    }
    Cow::Owned(plain)
}

/// A line that a program printed, for a terminal: colours and tabs stay, all other
/// control characters are shown. A colour ends with the line.
///
/// ```
/// use foxden_lang::diagnostic::printable_with_colors;
/// assert_eq!(printable_with_colors("\x1b[1;31mhot\x1b[0m\tx"), "\x1b[1;31mhot\x1b[0m\tx");
/// assert_eq!(printable_with_colors("\x1b[31mhot"), "\x1b[31mhot\x1b[0m");
/// assert_eq!(printable_with_colors("\x1b[2J\x1b]0;t\x07"), "\\u001b[2J\\u001b]0;t\\u0007");
/// ```
pub fn printable_with_colors(text: &str) -> Cow<'_, str> {
    if !text.contains(is_dangerous) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    let mut is_colored = false;
    let mut rest = text;
    while let Some(at) = rest.find(is_dangerous) {
        shown.push_str(&rest[..at]);
        rest = &rest[at..];
        let length = color_length(rest);
        if length > 0 {
            shown.push_str(&rest[..length]);
            is_colored = !matches!(&rest[..length], "\x1b[m" | "\x1b[0m");
            rest = &rest[length..];
            continue;
        }
        let mut letters = rest.chars();
        match letters.next() {
            Some('\t') => shown.push('\t'),
            Some(letter) => shown.push_str(&printable(letter.encode_utf8(&mut [0; 4]))),
            None => break,
        }
        rest = letters.as_str();
    }
    shown.push_str(rest);
    if is_colored {
        shown.push_str("\x1b[0m");
    }
    Cow::Owned(shown)
}

/// The bytes of the command at the start of a text that sets colours, or 0.
fn color_length(text: &str) -> usize {
    let Some(parameters) = text.strip_prefix("\x1b[") else {
        return 0;
    };
    let is_parameter = |byte: &u8| byte.is_ascii_digit() || *byte == b';';
    let count = parameters.bytes().take_while(is_parameter).count();
    match parameters.as_bytes().get(count) {
        // real programs set a few attributes at once
        Some(b'm') if count <= 32 => "\x1b[".len() + count + 1,
        _ => 0,
    }
}

/// Whether a character could move the cursor, start a command to the terminal,
/// or show text in another order than it has.
fn is_dangerous(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A finding as one JSON object: `code`, `severity`, `file`, `line`, `column`,
/// `place`, `node`, `message`, `hint`; what is not known is `null`.
pub fn render_json(diagnostic: &Diagnostic) -> String {
    let place = diagnostic.place.as_ref();
    serde_json::json!({
        "code": diagnostic.code.name(),
        "severity": diagnostic.severity.to_string(),
        "file": place.map(|place| &*place.file),
        "line": place.map(|place| place.line),
        "column": place.map(|place| place.column),
        "place": place.map(DiagnosticPlace::to_string),
        "node": diagnostic.node,
        "message": diagnostic.message,
        "hint": diagnostic.hint,
    })
    .to_string()
}
