//! The kinds of URL that worlds and PROTO files use, and how they are joined.

/// The address in front of every official asset; a release, branch or commit
/// follows, then the logical path.
pub const OFFICIAL_PREFIX: &str = "https://raw.githubusercontent.com/cyberbotics/webots/";

/// The release that `webots://` is downloaded from when nothing else is said.
pub const DEFAULT_TAG: &str = "R2025a";

/// A URL taken apart. Backslashes are already slashes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UrlKind {
    /// A path relative to the file that holds the text.
    Relative(String),
    /// An absolute path on disk (`/a/b` or `C:/a/b`).
    Absolute(String),
    /// `webots://path`: a path below the asset root.
    Webots {
        /// The logical path, as written.
        path: String,
    },
    /// An official asset at its web address.
    Official {
        /// The release, branch or commit.
        tag: String,
        /// The logical path, as written.
        path: String,
    },
    /// Any other `http(s)` address.
    Web(String),
    /// A scheme that is none of the above.
    Unsupported {
        /// The text in front of `://`.
        scheme: String,
    },
}

impl UrlKind {
    /// Takes a URL apart.
    ///
    /// ```
    /// use foxden_lang::resolve::UrlKind;
    /// assert_eq!(
    ///     UrlKind::of("..\\protos\\X.proto"),
    ///     UrlKind::Relative("../protos/X.proto".into())
    /// );
    /// assert_eq!(
    ///     UrlKind::of("webots://projects/a/X.proto"),
    ///     UrlKind::Webots { path: "projects/a/X.proto".into() }
    /// );
    /// ```
    pub fn of(url: &str) -> Self {
        let url = url.replace('\\', "/");
        if let Some((scheme, rest)) = url.split_once("://")
            && is_scheme(scheme)
        {
            return match scheme.to_ascii_lowercase().as_str() {
                "webots" => UrlKind::Webots {
                    path: rest.to_owned(),
                },
                "http" | "https" => Self::of_address(&url),
                _ => UrlKind::Unsupported {
                    scheme: scheme.to_owned(),
                },
            };
        }
        let bytes = url.as_bytes();
        let has_drive = bytes.len() >= 3 && bytes[0].is_ascii_alphabetic() && bytes[1..3] == *b":/";
        if url.starts_with('/') || has_drive {
            UrlKind::Absolute(url)
        } else {
            UrlKind::Relative(url)
        }
    }

    fn of_address(url: &str) -> Self {
        if let Some(rest) = url.strip_prefix(OFFICIAL_PREFIX)
            && let Some((tag, path)) = rest.split_once('/')
            && !tag.is_empty()
            && !path.is_empty()
        {
            return UrlKind::Official {
                tag: tag.to_owned(),
                path: path.to_owned(),
            };
        }
        UrlKind::Web(url.to_owned())
    }
}

/// The web address of an official asset.
pub fn official_address(tag: &str, logical_path: &str) -> String {
    format!("{OFFICIAL_PREFIX}{tag}/{logical_path}")
}

fn is_scheme(text: &str) -> bool {
    let mut characters = text.chars();
    characters.next().is_some_and(|c| c.is_ascii_alphabetic())
        && characters.all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
}

/// Removes `.` and `..` from a slash path that is relative to some root;
/// `None` if it leaves that root.
pub(super) fn normalise(path: &str) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    (!parts.is_empty()).then(|| parts.join("/"))
}

/// Joins a relative path to the folder of a slash path.
pub(super) fn join_logical(holder: &str, relative: &str) -> Option<String> {
    let folder = holder.rsplit_once('/').map_or("", |(folder, _)| folder);
    normalise(&format!("{folder}/{relative}"))
}

/// Joins a relative path to a web address. As in a browser, `..` cannot go
/// above the host.
pub(super) fn join_address(address: &str, relative: &str) -> String {
    let bare = address.split(['?', '#']).next().unwrap_or(address);
    let host_start = bare.find("://").map_or(0, |at| at + 3);
    let (host, path) = match bare[host_start..].find('/') {
        Some(at) => bare.split_at(host_start + at),
        None => (bare, "/"),
    };
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut parts: Vec<&str> = Vec::new();
    for part in folder.split('/').chain(relative.split('/')) {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    format!("{host}/{}", parts.join("/"))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_five_kinds_are_distinguished() {
        assert_eq!(
            UrlKind::of("textures/a.png"),
            UrlKind::Relative("textures/a.png".into())
        );
        assert_eq!(
            UrlKind::of("/opt/a.png"),
            UrlKind::Absolute("/opt/a.png".into())
        );
        assert_eq!(
            UrlKind::of("C:\\a\\b.png"),
            UrlKind::Absolute("C:/a/b.png".into())
        );
        assert_eq!(
            UrlKind::of(
                "https://raw.githubusercontent.com/cyberbotics/webots/R2023b/projects/a.png"
            ),
            UrlKind::Official {
                tag: "R2023b".into(),
                path: "projects/a.png".into()
            }
        );
        assert_eq!(
            UrlKind::of("https://raw.githubusercontent.com/cyberbotics/webots/R2023b"),
            UrlKind::Web("https://raw.githubusercontent.com/cyberbotics/webots/R2023b".into())
        );
        assert_eq!(
            UrlKind::of("ftp://x/a"),
            UrlKind::Unsupported {
                scheme: "ftp".into()
            }
        );
        assert_eq!(UrlKind::of("a b://c"), UrlKind::Relative("a b://c".into()));
    }

    #[test]
    fn logical_paths_cannot_climb_out() {
        assert_eq!(normalise("a/./b//c").unwrap(), "a/b/c");
        assert_eq!(normalise("a/../b").unwrap(), "b");
        assert_eq!(normalise("../b"), None);
        assert_eq!(normalise("a/../../b"), None);
        assert_eq!(normalise(""), None);
        assert_eq!(
            join_logical("projects/a/protos/X.proto", "../textures/t.png").unwrap(),
            "projects/a/textures/t.png"
        );
    }

    #[test]
    fn addresses_join_like_in_a_browser() {
        assert_eq!(
            join_address("https://x.org/a/b/X.proto", "../t.png"),
            "https://x.org/a/t.png"
        );
        assert_eq!(
            join_address("https://x.org/X.proto?raw=1", "../../t.png"),
            "https://x.org/t.png"
        );
        assert_eq!(
            join_address("https://x.org", "t.png"),
            "https://x.org/t.png"
        );
    }
}
