//! Programs of clients for the services that run, ready to be pasted.

use std::fmt;
use std::str::FromStr;

/// The services of the programs as they are stored.
const BASE: &str = "rr+tcp://localhost:52511?service=";

/// A language that clients are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Python, with the package of PyPI.
    Python,
    /// C++, with the genuine library.
    Cpp,
    /// MATLAB, with the genuine add-on.
    Matlab,
    /// Rust, with the crate `raconteur`.
    Rust,
}

impl Language {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Python, Self::Cpp, Self::Matlab, Self::Rust];

    fn template(self) -> &'static str {
        match self {
            Self::Python => include_str!("../snippets/client.py"),
            Self::Cpp => include_str!("../snippets/client.cpp"),
            Self::Matlab => include_str!("../snippets/client.m"),
            Self::Rust => include_str!("../snippets/client.rs"),
        }
    }

    /// A program that connects to services at a port: the first one is that of the world.
    ///
    /// ```
    /// use foxden_raconteur::snippets::Language;
    /// let text = Language::Python.snippet(4000, &["world".into(), "fox".into()]);
    /// assert!(text.contains("\n    \"rr+tcp://localhost:4000?service=fox\",\n"));
    /// ```
    pub fn snippet(self, port: u16, services: &[String]) -> String {
        let base = format!("rr+tcp://localhost:{port}?service=");
        let mut text = String::new();
        for line in self.template().lines() {
            // a line with nothing but an address is an item of the list
            let is_item = line.trim_start().starts_with(['"', '\'']);
            let items = match (line.contains(BASE), is_item) {
                (true, true) => services,
                _ => &["world".to_owned()],
            };
            for service in items {
                let own = format!("{base}{service}");
                text.push_str(&line.replace(&format!("{BASE}world"), &own));
                text.push('\n');
            }
        }
        text
    }
}

impl fmt::Display for Language {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Python => "python",
            Self::Cpp => "cpp",
            Self::Matlab => "matlab",
            Self::Rust => "rust",
        })
    }
}

impl FromStr for Language {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|one| one.to_string() == text);
        found.ok_or_else(|| "a language is python, cpp, matlab or rust".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_service_is_in_the_list_once() {
        let services = ["world".to_owned(), "fox".to_owned(), "fox_eye".to_owned()];
        for language in Language::ALL {
            assert_eq!(language.to_string().parse(), Ok(language));
            let text = language.snippet(1234, &services);
            assert!(!text.contains("52511"), "{text}");
            for (service, count) in [("world", 2), ("fox", 1), ("fox_eye", 1)] {
                let url = format!("1234?service={service}");
                let items = text.lines().filter(|line| {
                    let rest = line.split(&url).nth(1);
                    rest.is_some_and(|rest| rest.starts_with(['"', '\'']))
                });
                assert_eq!(items.count(), count, "{language}: {service}\n{text}");
            }
        }
        assert!("java".parse::<Language>().is_err());
    }
}
