//! Colours of the output, if enabled.

use std::io::IsTerminal;

use crate::arguments::Colour;
use crate::output::shown;

/// Paints words, or leaves them as they are. Control characters in them are shown.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    output: bool,
    errors: bool,
}

impl Style {
    pub fn new(colour: Colour) -> Self {
        let auto = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        let wanted = |terminal: bool| match colour {
            Colour::Always => true,
            Colour::Never => false,
            Colour::Auto => auto && terminal,
        };
        Style {
            output: wanted(std::io::stdout().is_terminal()),
            errors: wanted(std::io::stderr().is_terminal()),
        }
    }

    fn paint(wanted: bool, code: &str, text: &str) -> String {
        let text = shown(text);
        if wanted {
            format!("\x1b[{code}m{text}\x1b[0m")
        } else {
            text.into_owned()
        }
    }

    /// A heading on the output.
    pub fn heading(self, text: &str) -> String {
        Self::paint(self.output, "1", text)
    }

    /// A name on the output.
    pub fn name(self, text: &str) -> String {
        Self::paint(self.output, "36", text)
    }

    /// Something of lesser interest on the output.
    pub fn faint(self, text: &str) -> String {
        Self::paint(self.output, "2", text)
    }

    /// The word before an error.
    pub fn error(self, text: &str) -> String {
        Self::paint(self.errors, "1;31", text)
    }

    /// Something of lesser interest beside an error.
    pub fn dim(self, text: &str) -> String {
        Self::paint(self.errors, "2", text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_come_only_when_wanted() {
        assert_eq!(Style::new(Colour::Never).heading("x"), "x");
        assert_eq!(Style::new(Colour::Always).heading("x"), "\x1b[1mx\x1b[0m");
    }
}
