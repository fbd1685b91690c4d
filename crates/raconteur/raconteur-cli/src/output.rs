//! What the command prints. Names, values and messages come from untrusted peers.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// Text that can be shown on a terminal: control characters are shown as
/// `\u001b` and so on, except for the ends of lines and tabs. Inside of JSON texts
/// that is the same character.
pub fn shown(text: &str) -> Cow<'_, str> {
    if !text.contains(is_dangerous) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for letter in text.chars() {
        match is_dangerous(letter) {
            // writing to a string does not fail
            true => drop(write!(shown, "\\u{:04x}", u32::from(letter))),
            false => shown.push(letter),
        }
    }
    Cow::Owned(shown)
}

/// Whether a character could send commands to the terminal, or show text in
/// another order than it has.
fn is_dangerous(letter: char) -> bool {
    (letter.is_control() && !matches!(letter, '\n' | '\t'))
        || matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Prints a line that can be shown.
///
/// # Errors
/// When the output is full or closed.
pub fn print(line: &str) -> Result<(), Failure> {
    let mut output = std::io::stdout().lock();
    writeln!(output, "{line}")
        .and_then(|()| output.flush())
        .map_err(Failure::Output)
}

/// Where a file is written until it is complete.
pub fn part_path(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    path.with_file_name(name)
}

/// Writes a file that is either complete or not there.
///
/// # Errors
/// When it cannot be written.
pub fn write_file(path: &Path, content: &[u8]) -> Result<(), Failure> {
    let part = part_path(path);
    std::fs::write(&part, content)
        .and_then(|()| std::fs::rename(&part, path))
        .map_err(|error| {
            let _ = std::fs::remove_file(&part);
            Failure::File(path.to_owned(), error.to_string())
        })
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn what_controls_a_terminal_is_shown_instead() {
        assert_eq!(shown("plain ü\n\tx"), "plain ü\n\tx");
        assert_eq!(shown("a\x1b[2J\rb\u{9b}c"), "a\\u001b[2J\\u000db\\u009bc");
        assert_eq!(shown("\u{202e}gnp.exe"), "\\u202egnp.exe");
    }
}
