//! Programs of clients for the services that run, ready to be pasted.

use crate::server::USUAL_PORT;
use std::fmt;
use std::str::FromStr;

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

    /// What connects in the program as it is stored, and what does so as a user.
    fn login(self) -> [&'static str; 2] {
        match self {
            Self::Python => [
                "RRN.ConnectService(url)",
                "RRN.ConnectService(url, \"NAME\", {\"password\": RR.VarValue(\"PASSWORD\", \"string\")})",
            ],
            Self::Cpp => [
                "        return RobotRaconteurNode::s()->ConnectService(url);",
                "        auto login = AllocateEmptyRRMap<std::string, RRValue>();\n        \
                 login->insert(std::make_pair(\"password\", stringToRRArray(\"PASSWORD\")));\n        \
                 return RobotRaconteurNode::s()->ConnectService(url, \"NAME\", login);",
            ],
            Self::Matlab => [
                "RobotRaconteur.ConnectService(url)",
                "RobotRaconteur.ConnectService(url, 'NAME', \
                 containers.Map({'password'}, {RobotRaconteurVarValue('PASSWORD', 'string')}))",
            ],
            Self::Rust => [
                "ConnectOptions::default()",
                "ConnectOptions::default().password(\"NAME\", \"PASSWORD\")",
            ],
        }
    }

    /// A program that connects to services: the first one is that of the world. `url` gives the
    /// address of a service. If clients must log in, it does so with the words `NAME` and
    /// `PASSWORD`.
    ///
    /// ```
    /// use foxden_raconteur::snippets::Language;
    /// let url = |service: &str| format!("rr+tcp://localhost:4000?service={service}");
    /// let text = Language::Python.snippet(url, &["world".into(), "fox".into()], false);
    /// assert!(text.contains("\n    \"rr+tcp://localhost:4000?service=fox\",\n"));
    /// ```
    pub fn snippet(
        self,
        url: impl Fn(&str) -> String,
        services: &[String],
        has_users: bool,
    ) -> String {
        // as the programs are stored
        let stored = format!("rr+tcp://localhost:{USUAL_PORT}?service=world");
        let mut text = String::new();
        for line in self.template().lines() {
            // a line with nothing but an address is an item of the list
            let is_item = line.trim_start().starts_with(['"', '\'']);
            let items = match (line.contains(&stored), is_item) {
                (true, true) => services,
                _ => &["world".to_owned()],
            };
            for service in items {
                text.push_str(&line.replace(&stored, &url(service)));
                text.push('\n');
            }
        }
        if has_users {
            let [stored, login] = self.login();
            text = text.replace(stored, login);
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
            let url = |service: &str| format!("rrs+tcp://localhost:1234?service={service}");
            let text = language.snippet(url, &services, false);
            assert!(!text.contains("NAME"), "{text}");
            let login = language.snippet(url, &services, true);
            assert_eq!(login.matches("NAME").count(), 1, "{login}");
            assert_eq!(login.matches("PASSWORD").count(), 1, "{login}");
            assert!(!text.contains(&USUAL_PORT.to_string()), "{text}");
            assert!(!text.contains("rr+tcp"), "{text}");
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
