//! The first lines of a file: version and info block.

use std::fmt;

/// A release: `R2023b` is (2023, 1), `8.5` is (8, 5); the last number is the revision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileVersion {
    /// The year, or the major number of old releases.
    pub major: u16,
    /// The letter's place in the alphabet from 0, or the minor number.
    pub minor: u16,
    /// The revision.
    pub revision: u16,
}

impl FileVersion {
    /// The newest release whose files are understood.
    pub const NEWEST: Self = Self::release(2025, 'a');

    /// The release whose behaviour and canonical form Foxden reproduces.
    pub const REFERENCE: Self = Self::release(2023, 'b');

    /// A release by year and letter.
    pub const fn release(year: u16, letter: char) -> Self {
        Self {
            major: year,
            minor: letter as u16 - 'a' as u16,
            revision: 0,
        }
    }

    /// Whether files of this version are older than a release, for any
    /// revision.
    pub fn is_before(self, year: u16, letter: char) -> bool {
        self < Self::release(year, letter)
    }

    /// Whether a release with this number exists: 1 to 8, then years from 2018
    /// on.
    pub fn exists(self) -> bool {
        self.major <= 8 || self.major >= 2018
    }

    /// The release whose official PROTOs a file of this version should declare:
    /// its own, or the reference if PROTOs were not on the web yet.
    ///
    /// ```
    /// use foxden_lang::header::FileVersion;
    /// assert_eq!(FileVersion::release(2025, 'a').release_of_protos(), "R2025a");
    /// assert_eq!(FileVersion::release(2021, 'a').release_of_protos(), "R2023b");
    /// ```
    pub fn release_of_protos(self) -> String {
        let is_on_the_web =
            !self.is_before(2022, 'b') && self.minor < 2 && self.major <= Self::NEWEST.major;
        let release = Self {
            revision: 0,
            ..if is_on_the_web { self } else { Self::REFERENCE }
        };
        release.to_string()
    }

    /// Reads `R2023b`, `R2021b revision 1`, `R2021b-rev1`, `8.5`, `8.5.0`, and
    /// what else the genuine program takes for a version: a year of any length,
    /// the commit of a nightly build, any character for a point.
    pub fn parse(text: &str) -> Option<Self> {
        match text.strip_prefix('R') {
            Some(rest) => Self::parse_release(rest),
            None => Self::parse_numbers(text),
        }
    }

    /// `2023b`, then a revision, a commit and a date, each of which may be missing.
    fn parse_release(text: &str) -> Option<Self> {
        let (year, rest) = split_digits(text);
        let letter = rest.chars().next().filter(char::is_ascii_lowercase)?;
        let rest = &rest[1..];
        let with_revision = rest
            .strip_prefix("-rev")
            .or(rest.strip_prefix(" revision "))
            .map(split_digits)
            .filter(|(digits, rest)| !digits.is_empty() && is_nightly_suffix(rest));
        let revision = match with_revision {
            Some((revision, _)) => number(revision),
            None if is_nightly_suffix(rest) => 0,
            None => return None,
        };
        (!year.is_empty()).then(|| Self {
            major: number(year),
            minor: letter as u16 - 'a' as u16,
            revision,
        })
    }

    /// `8.5` or `8.5.0`. As many digits as possible belong to the first number,
    /// then to the second; `2023b`, whose R is missing, is 20.3.
    fn parse_numbers(text: &str) -> Option<Self> {
        (1..=split_digits(text).0.len()).rev().find_map(|major| {
            let behind = skip_character(&text[major..])?;
            (1..=split_digits(behind).0.len()).rev().find_map(|minor| {
                let revision = skip_character(&behind[minor..]).unwrap_or("");
                split_digits(revision).1.is_empty().then(|| Self {
                    major: number(&text[..major]),
                    minor: number(&behind[..minor]),
                    revision: number(revision),
                })
            })
        })
    }
}

impl fmt::Display for FileVersion {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.major < 2000 {
            return write!(formatter, "{}.{}.{}", self.major, self.minor, self.revision);
        }
        let letter = char::from_u32('a' as u32 + u32::from(self.minor)).unwrap_or('?');
        write!(formatter, "R{}{letter}", self.major)?;
        match self.revision {
            0 => Ok(()),
            revision => write!(formatter, " revision {revision}"),
        }
    }
}

/// The value of a row of digits; 0 if there are none, the greatest one if there are too many.
fn number(digits: &str) -> u16 {
    digits.bytes().fold(0, |value: u16, digit| {
        value
            .saturating_mul(10)
            .saturating_add(u16::from(digit - b'0'))
    })
}

/// The digits at the start of a text, and the rest.
fn split_digits(text: &str) -> (&str, &str) {
    let is_other = |c: char| !c.is_ascii_digit();
    text.split_at(text.find(is_other).unwrap_or(text.len()))
}

/// The text behind its first character.
fn skip_character(text: &str) -> Option<&str> {
    let mut rest = text.chars();
    rest.next().map(|_| rest.as_str())
}

/// Whether this is nothing, or the commit and date of a nightly build: `-commit-day/month/year`.
fn is_nightly_suffix(text: &str) -> bool {
    let is_word = |part: &str| {
        part.bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    let is_date = |part: &str| part.split('/').count() == 3 && part.split('/').all(is_word);
    let Some(rest) = text.strip_prefix('-') else {
        return text.is_empty();
    };
    match rest.split_once('-') {
        Some((commit, date)) => is_word(commit) && is_date(date),
        None => is_word(rest) || is_date(rest),
    }
}

/// What the head of a file says.
#[derive(Clone, Debug)]
pub struct Header {
    /// The version, if the first line is a header.
    pub version: Option<FileVersion>,
    /// Whether the header has the spelling `V8.5`, which newer releases refuse.
    pub has_old_spelling: bool,
    /// The info lines below the header, without their `#` and blanks.
    pub info: Vec<String>,
    /// The first byte behind header and info block.
    pub end: usize,
}

/// The template language that an info block chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TemplateLanguage {
    /// Statements between `%<` and `>%`.
    JavaScript,
    /// Statements between `%{` and `}%`.
    Lua,
}

impl TemplateLanguage {
    /// What opens a statement.
    pub fn opening(self) -> &'static str {
        match self {
            Self::JavaScript => "%<",
            Self::Lua => "%{",
        }
    }

    /// What closes a statement.
    pub fn closing(self) -> &'static str {
        match self {
            Self::JavaScript => ">%",
            Self::Lua => "}%",
        }
    }
}

impl Header {
    /// Reads the head of a file.
    ///
    /// ```
    /// use foxden_lang::header::{Header, FileVersion};
    ///
    /// let header = Header::read("#VRML_SIM R2023b utf8\n# tags: hidden\n\nWorldInfo {}");
    /// assert_eq!(header.version, Some(FileVersion::release(2023, 'b')));
    /// assert_eq!(header.info, ["tags: hidden"]);
    /// ```
    pub fn read(text: &str) -> Self {
        let mut lines = Vec::new();
        let mut end = 0;
        while text[end..].starts_with('#') {
            let length = memchr::memchr(b'\n', &text.as_bytes()[end..])
                .map_or(text.len() - end, |at| at + 1);
            lines.push(text[end + 1..end + length].trim().to_owned());
            end += length;
        }
        let mut version = None;
        let mut has_old_spelling = false;
        if let Some(first) = lines.first() {
            let words = first
                .strip_prefix("VRML_SIM ")
                .and_then(|rest| rest.strip_suffix(" utf8"));
            if let Some(words) = words {
                has_old_spelling = words.starts_with('V');
                version = FileVersion::parse(words.strip_prefix('V').unwrap_or(words));
            }
        }
        if version.is_some() {
            lines.remove(0);
        }
        Self {
            version,
            has_old_spelling,
            info: lines,
            end,
        }
    }

    /// The version that the rules of this file follow.
    pub fn effective_version(&self) -> FileVersion {
        self.version.unwrap_or(FileVersion::REFERENCE)
    }

    /// The template language of a PROTO: the one that the file names, else
    /// Lua. From R2025a on it is always JavaScript.
    ///
    /// ```
    /// use foxden_lang::header::{Header, TemplateLanguage};
    ///
    /// let language = |text| Header::read(text).template_language();
    /// assert_eq!(language("#VRML_SIM R2023b utf8\n"), TemplateLanguage::Lua);
    /// assert_eq!(language("#VRML_SIM R2025a utf8\n"), TemplateLanguage::JavaScript);
    /// ```
    pub fn template_language(&self) -> TemplateLanguage {
        let named = |language: &str| {
            self.info.iter().any(|line| {
                line.starts_with("template language:") && line.to_lowercase().contains(language)
            })
        };
        let is_without_lua = !self.effective_version().is_before(2025, 'a');
        if named("javascript") || (is_without_lua && !named("lua")) {
            TemplateLanguage::JavaScript
        } else {
            TemplateLanguage::Lua
        }
    }

    /// Whether a PROTO has a tag, such as `nonDeterministic`. The first line of
    /// tags counts.
    ///
    /// ```
    /// use foxden_lang::header::Header;
    ///
    /// let header = Header::read("#VRML_SIM R2023b utf8\n# tags: hidden, static\n\nPROTO P [ ] { Group { } }");
    /// assert!(header.has_tag("static") && !header.has_tag("stat"));
    /// ```
    pub fn has_tag(&self, name: &str) -> bool {
        self.info
            .iter()
            .map(|line| line.replace(' ', ""))
            .find_map(|line| {
                let tags = line.strip_prefix("tags:")?;
                Some(tags.split(',').any(|tag| tag == name))
            })
            .unwrap_or(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_versions() {
        let good = [
            ("R2023b", "R2023b"),
            ("R2021b revision 1", "R2021b revision 1"),
            ("R2021b-rev1", "R2021b revision 1"),
            ("8.5", "8.5.0"),
            ("8.5.2", "8.5.2"),
            ("R2030z", "R2030z"),
            ("R23b", "23.1.0"),
            ("R2023b-rev", "R2023b"),
            ("R2023b-1a2b-3/7/2023", "R2023b"),
            ("R2023b revision 2-1a2b", "R2023b revision 2"),
            ("2023b", "20.3.0"),
            ("850", "8.0.0"),
            ("8x5", "8.5.0"),
        ];
        for (text, shown) in good {
            assert_eq!(
                FileVersion::parse(text).map(|version| version.to_string()),
                Some(shown.to_owned()),
                "{text}"
            );
        }
        for text in [
            "banana",
            "Rb",
            "R2023",
            "8",
            "85",
            "",
            "R2023B",
            "R2023bb",
            "R2023b revision",
            "8.5.0.1",
        ] {
            assert_eq!(FileVersion::parse(text), None, "{text}");
        }
        assert!(FileVersion::release(2021, 'b').is_before(2022, 'a'));
    }

    #[test]
    fn only_the_exact_line_is_a_header() {
        for line in [
            "# VRML_SIM R2023b utf8",
            "#VRML_SIM R2023b utf8  ",
            "#VRML_SIM R2023b utf8\r",
        ] {
            assert!(Header::read(line).version.is_some(), "{line:?}");
        }
        for line in [
            " #VRML_SIM R2023b utf8",
            "\n#VRML_SIM R2023b utf8",
            "#vrml_sim r2023b utf8",
            "#VRML_SIM  R2023b utf8",
            "#VRML_SIM R2023b",
            "#VRML_SIM R2023b UTF8",
            "",
        ] {
            assert!(Header::read(line).version.is_none(), "{line:?}");
        }
    }

    #[test]
    fn an_empty_line_ends_the_info_block() {
        let header = Header::read("#VRML_SIM R2023b utf8\n\n# template language: javascript\n");
        assert_eq!(header.template_language(), TemplateLanguage::Lua);
        let header = Header::read("#VRML_SIM R2023b utf8\n# x\n# template language: JavaScript\n");
        assert_eq!(header.template_language(), TemplateLanguage::JavaScript);
    }
}
