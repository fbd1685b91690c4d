//! Text that C programs read in place.

use std::ffi::{CStr, CString};
use std::fmt;

/// Text with a final NUL, which C programs can read in place. A NUL inside
/// ends the text, as everywhere in C.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Text(CString);

impl Text {
    /// The text as C sees it.
    pub fn as_c_str(&self) -> &CStr {
        &self.0
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        self.0.to_str().unwrap_or_default()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        let end = text.find('\0').unwrap_or(text.len());
        Self(CString::new(&text[..end]).unwrap_or_default())
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Self::from(text.as_str())
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), formatter)
    }
}
