//! The PROTOs that come with Webots: where they lie in its repository.

/// A line for each folder below `projects/`: the folder, then the PROTOs in it.
const FOLDERS: &str = include_str!("official_protos.txt");

/// The logical path of the official PROTO of this name.
///
/// ```
/// use foxden_lang::resolve::official_proto;
/// assert_eq!(
///     official_proto("Asphalt").as_deref(),
///     Some("projects/appearances/protos/Asphalt.proto")
/// );
/// assert_eq!(official_proto("Nobody"), None);
/// ```
pub fn official_proto(name: &str) -> Option<String> {
    folders().find_map(|(folder, mut names)| {
        let is_here = names.any(|known| known == name);
        is_here.then(|| format!("projects/{folder}/{name}.proto"))
    })
}

/// The names of all official PROTOs.
pub fn official_proto_names() -> impl Iterator<Item = &'static str> {
    folders().flat_map(|(_, names)| names)
}

fn folders() -> impl Iterator<Item = (&'static str, impl Iterator<Item = &'static str>)> {
    FOLDERS.lines().filter_map(|line| {
        let mut words = line.split_ascii_whitespace();
        Some((words.next()?, words))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_name_is_listed_once() {
        let mut seen = HashSet::new();
        let twice: Vec<_> = official_proto_names()
            .filter(|name| !seen.insert(*name))
            .collect();
        assert!(twice.is_empty(), "{twice:?}");
    }

    #[test]
    fn our_own_library_stands_at_the_official_paths() {
        let own = |path: &str| path.starts_with("projects/robots/foxden/");
        for entry in crate::resolve::library()
            .iter()
            .filter(|entry| !own(entry.path))
        {
            assert_eq!(official_proto(entry.name()).as_deref(), Some(entry.path));
        }
    }
}
