//! PROTO names and the URLs that declare them.

use super::location::Location;
use super::path;
use super::url::{DEFAULT_TAG, UrlKind, official_address};

/// The PROTO name that an `EXTERNPROTO` line declares: the file stem of its
/// URL. `None` when the URL does not end in lower-case `.proto`; Webots
/// ignores such a line without a word.
///
/// ```
/// use foxden_lang::resolve::declared_name;
/// assert_eq!(declared_name("..\\protos\\Barn.proto").as_deref(), Some("Barn"));
/// assert_eq!(declared_name("../protos/Barn.PROTO"), None);
/// ```
pub fn declared_name(url: &str) -> Option<String> {
    let stem = url.strip_suffix(".proto")?;
    let name = stem.rsplit(['/', '\\']).next()?;
    (!name.is_empty()).then(|| name.to_owned())
}

/// Whether a file stem and a PROTO name belong together. Case is ignored: the
/// PROTO `Barn` may be in `barn.proto` and be used under either name.
pub fn names_match(stem: &str, name: &str) -> bool {
    stem == name || stem.to_lowercase() == name.to_lowercase()
}

/// The stem of a file name whose extension is `.proto` in any case.
pub(super) fn proto_stem(file_name: &str) -> Option<&str> {
    let (stem, extension) = file_name.rsplit_once('.')?;
    (extension.eq_ignore_ascii_case("proto") && !stem.is_empty()).then_some(stem)
}

/// Of several PROTO files, the one for `name`: exact spelling first, then
/// any case; among equals the first.
pub(super) fn pick<'a, T>(
    name: &str,
    candidates: impl IntoIterator<Item = (T, &'a str)>,
) -> Option<T> {
    let mut loose = None;
    for (candidate, stem) in candidates {
        if stem == name {
            return Some(candidate);
        }
        if loose.is_none() && names_match(stem, name) {
            loose = Some(candidate);
        }
    }
    loose
}

/// Whether the genuine program takes a file of the project for an undeclared PROTO: it
/// searches for the name with its extension anywhere in a path.
pub(super) fn is_taken_for(stem: &str, name: &str) -> bool {
    stem.to_lowercase().ends_with(&name.to_lowercase())
}

/// The URL to put into an `EXTERNPROTO` line of `holder` that declares the
/// PROTO file at `target`.
///
/// ```
/// use foxden_lang::resolve::{Location, declaration_url};
/// assert_eq!(
///     declaration_url(
///         &Location::file("/farm/protos/Barn.proto"),
///         &Location::file("/farm/worlds/field.wbt"),
///     ),
///     "../protos/Barn.proto"
/// );
/// ```
pub fn declaration_url(target: &Location, holder: &Location) -> String {
    match (target, holder) {
        (Location::File(target), Location::File(holder)) => path::relative(holder, target),
        (Location::File(target), _) => target.to_string_lossy().into_owned(),
        (Location::Web(address), _) => address.to_string(),
        (Location::Library(logical), Location::Web(address)) => match UrlKind::of(address) {
            UrlKind::Official { tag, .. } => official_address(&tag, logical),
            _ => official_address(DEFAULT_TAG, logical),
        },
        (Location::Library(logical), Location::Library(_)) => format!("webots://{logical}"),
        (Location::Library(logical), Location::File(_)) => official_address(DEFAULT_TAG, logical),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declared_names_come_from_the_stem() {
        assert_eq!(declared_name("X.proto").as_deref(), Some("X"));
        assert_eq!(
            declared_name("webots://a/b/E-puck.proto").as_deref(),
            Some("E-puck")
        );
        assert_eq!(declared_name("a/X.txt"), None);
        assert_eq!(declared_name("a/.proto"), None);
    }

    #[test]
    fn exact_spelling_is_preferred() {
        let files = [("1", "xlow"), ("2", "Xlow")];
        assert_eq!(pick("Xlow", files), Some("2"));
        assert_eq!(pick("XLOW", files), Some("1"));
        assert_eq!(pick("other", files), None);
    }

    #[test]
    fn the_end_of_a_stem_is_enough_for_an_undeclared_proto() {
        assert!(is_taken_for("FarmBarn", "barn") && is_taken_for("Barn", "Barn"));
        assert!(!is_taken_for("Barns", "Barn"));
    }

    #[test]
    fn extensions_of_undeclared_files_may_have_any_case() {
        assert_eq!(proto_stem("Xext.PROTO"), Some("Xext"));
        assert_eq!(proto_stem("X.txt"), None);
        assert_eq!(proto_stem(".proto"), None);
    }
}
