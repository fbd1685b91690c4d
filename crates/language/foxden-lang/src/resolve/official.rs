//! The PROTOs that come with Webots, up to R2025a: where they are in its
//! repository, and in which releases.

use crate::header::FileVersion;
use std::sync::LazyLock;

/// A line for each folder below `projects/`: the folder, then the PROTOs in
/// it. After a name, `@R2022b` is the first release that has it and `@-R2020a`
/// the last; names without a mark are in all releases from R2019b to R2025a,
/// according to the change logs.
const FOLDERS: &str = include_str!("official_protos.txt");

/// A PROTO that comes with Webots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OfficialProto {
    name: &'static str,
    folder: &'static str,
    first: Option<FileVersion>,
    last: Option<FileVersion>,
}

impl OfficialProto {
    fn read(folder: &'static str, word: &'static str) -> Self {
        let (name, mark) = word.split_once('@').unwrap_or((word, ""));
        let (first, last) = match mark.strip_prefix('-') {
            Some(last) => (None, FileVersion::parse(last)),
            None => (FileVersion::parse(mark), None),
        };
        Self {
            name,
            folder,
            first,
            last,
        }
    }

    /// Its name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Its logical path: `projects/appearances/protos/Asphalt.proto`.
    pub fn path(&self) -> String {
        format!("projects/{}/{}.proto", self.folder, self.name)
    }

    /// The release nearest to one that has it.
    ///
    /// ```
    /// use foxden_lang::header::FileVersion;
    /// use foxden_lang::resolve::official_proto;
    /// let silo = official_proto("Silo").unwrap();
    /// assert_eq!(silo.release_near(FileVersion::release(2023, 'b')), FileVersion::release(2025, 'a'));
    /// ```
    pub fn release_near(&self, wanted: FileVersion) -> FileVersion {
        let wanted = self.first.map_or(wanted, |first| wanted.max(first));
        self.last.map_or(wanted, |last| wanted.min(last))
    }
}

/// The official PROTO of this name.
///
/// ```
/// use foxden_lang::resolve::official_proto;
/// assert_eq!(
///     official_proto("Asphalt").map(|proto| proto.path()).as_deref(),
///     Some("projects/appearances/protos/Asphalt.proto")
/// );
/// assert_eq!(official_proto("Nobody"), None);
/// ```
pub fn official_proto(name: &str) -> Option<OfficialProto> {
    let at = PROTOS.binary_search_by(|proto| proto.name.cmp(name));
    at.ok().map(|at| PROTOS[at])
}

/// The names of all official PROTOs, in their order.
pub fn official_proto_names() -> impl Iterator<Item = &'static str> {
    PROTOS.iter().map(OfficialProto::name)
}

/// All of them, in the order of their names.
static PROTOS: LazyLock<Vec<OfficialProto>> = LazyLock::new(|| {
    let folders = FOLDERS.lines().flat_map(|line| {
        let mut words = line.split_ascii_whitespace();
        let folder = words.next().unwrap_or_default();
        words.map(move |word| OfficialProto::read(folder, word))
    });
    let mut protos: Vec<OfficialProto> = folders.collect();
    protos.sort_unstable_by_key(OfficialProto::name);
    protos
});

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
            let official = official_proto(entry.name()).map(|proto| proto.path());
            assert_eq!(official.as_deref(), Some(entry.path));
        }
    }

    #[test]
    fn marks_are_releases() {
        for word in FOLDERS
            .split_ascii_whitespace()
            .filter(|word| word.contains('@'))
        {
            let proto = OfficialProto::read("", word);
            assert!(proto.first.is_some() || proto.last.is_some(), "{word}");
        }
        let near =
            |name: &str, wanted| official_proto(name).map(|proto| proto.release_near(wanted));
        let (old, new) = (
            FileVersion::release(2019, 'b'),
            FileVersion::release(2025, 'a'),
        );
        assert_eq!(near("Spot", old), Some(FileVersion::release(2020, 'b')));
        assert_eq!(
            near("PannelWithTubes", new),
            Some(FileVersion::release(2020, 'a'))
        );
        assert_eq!(near("Floor", old), Some(old));
    }

    #[test]
    fn what_projects_use_most_is_listed() {
        let names = "Pedestrian Spot Panda Toilet RoughPolymer UR5e UR3e UR10e Pr2 Robotino3 Mir100 \
                     BmwX5 ToyotaPrius LincolnMKZ RoadIntersection SharpGP2Y0A41SK0F JetBot Ned";
        for name in names.split_ascii_whitespace() {
            assert!(official_proto(name).is_some(), "{name}");
        }
    }
}
