//! Formatting changes white space only, and the second time nothing.

use foxden_lang::fmt::{FileKind, format_text};

/// Runs one input; the first byte chooses between a world and a PROTO file.
pub fn run(data: &[u8]) {
    let Some((kind, text)) = data.split_first() else {
        return;
    };
    let Ok(text) = std::str::from_utf8(text) else {
        return;
    };
    let kind = match kind % 2 {
        0 => FileKind::World,
        _ => FileKind::Proto,
    };
    if let Ok(once) = format_text("fuzz", text, kind) {
        let dense =
            |text: &str| -> String { text.chars().filter(|c| !c.is_whitespace()).collect() };
        assert_eq!(dense(&once), dense(text));
        let again = format_text("fuzz", &once, kind).expect("formatted text is readable");
        assert_eq!(again, once);
    }
}
