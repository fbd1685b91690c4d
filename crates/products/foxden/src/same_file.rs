//! Whether two names lead to the same file, so that one output does not destroy another.

use foxden_lang::resolve::normalise;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// Whether two paths are the same file, by whatever names and links. Files that do not
/// exist yet are the same if their names are.
pub(crate) fn is_same_file(one: &Path, other: &Path) -> bool {
    match (one.metadata(), other.metadata()) {
        (Ok(one), Ok(other)) => (one.dev(), one.ino()) == (other.dev(), other.ino()),
        (Err(_), Err(_)) => {
            let full = |path: &Path| std::path::absolute(path).map(|path| normalise(&path));
            matches!((full(one), full(other)), (Ok(one), Ok(other)) if one == other)
        }
        _ => false,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn links_and_other_spellings_are_the_same_file() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("a.mcap"), "").unwrap();
        std::os::unix::fs::symlink("a.mcap", at("link.mcap")).unwrap();
        std::fs::hard_link(at("a.mcap"), at("hard.mcap")).unwrap();
        for same in ["a.mcap", "./a.mcap", "link.mcap", "hard.mcap"] {
            assert!(is_same_file(&at("a.mcap"), &at(same)), "{same}");
        }
        assert!(is_same_file(&at("new.csv"), &at("x/../new.csv")));
        assert!(!is_same_file(&at("a.mcap"), &at("new.csv")));
        assert!(!is_same_file(&at("new.csv"), &at("new.mcap")));
    }
}
