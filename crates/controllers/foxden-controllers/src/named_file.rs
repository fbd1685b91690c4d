//! Files that controllers name.
//!
//! The controller library checks names too, but any program can connect to the host
//! without it. A supervisor may read and write worlds of the project and of the
//! folders that were given with `--project`, and nothing else.

use foxden_lang::resolve::normalise;
use std::path::{Path, PathBuf};

/// What a file is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// A world to be saved.
    SavedWorld,
    /// A world to be opened.
    OpenedWorld,
    /// A picture of the view.
    Image,
    /// A movie of the view.
    Movie,
    /// An animation for web pages.
    Animation,
}

impl Purpose {
    fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::SavedWorld | Self::OpenedWorld => &["wbt"],
            Self::Image => &["png", "jpg", "jpeg"],
            Self::Movie => &["mp4"],
            Self::Animation => &["html"],
        }
    }

    fn is_written(self) -> bool {
        self != Self::OpenedWorld
    }
}

/// Why a file is not touched.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Forbidden {
    #[error("'{}' is refused: its name must end in {}", path.display(), endings.join(" or "))]
    Extension { path: PathBuf, endings: Vec<String> },
    #[error("'{}' is refused: {reason}", path.display())]
    Folder { path: PathBuf, reason: String },
    #[error(
        "'{}' is refused: it is outside of the project; \
         keep it in there, or start Foxden with --project and its folder", path.display()
    )]
    Outside { path: PathBuf },
}

/// The folders in which controllers may name files.
#[derive(Clone, Debug, Default)]
pub struct AllowedFolders(Vec<PathBuf>);

impl AllowedFolders {
    /// These folders and all below them. Links in their own paths are followed.
    pub fn new(folders: impl IntoIterator<Item = PathBuf>) -> Self {
        let real = folders
            .into_iter()
            .filter_map(|one| one.canonicalize().ok());
        Self(real.collect())
    }

    /// The real place of a file that a controller names, `folder` being where
    /// relative names start.
    pub(crate) fn admit(
        &self,
        folder: &Path,
        name: &str,
        purpose: Purpose,
    ) -> Result<PathBuf, Forbidden> {
        let path = normalise(&std::path::absolute(folder.join(name)).unwrap_or_default());
        let extension = path.extension().and_then(|one| one.to_str());
        let endings = purpose.extensions();
        if !extension.is_some_and(|one| endings.contains(&one)) {
            let endings = endings.iter().map(|ending| format!(".{ending}")).collect();
            return Err(Forbidden::Extension { path, endings });
        }
        let real = match real(&path) {
            Ok(real) => real,
            Err(error) => {
                let reason = error.to_string();
                return Err(Forbidden::Folder { path, reason });
            }
        };
        // a link may lead to a file of another kind
        if real.extension() != path.extension() || !self.contains(&real) {
            return Err(Forbidden::Outside { path });
        }
        if purpose.is_written() && real.exists() && !real.is_file() {
            let reason = "it is not a plain file".to_owned();
            return Err(Forbidden::Folder { path, reason });
        }
        Ok(real)
    }

    fn contains(&self, real: &Path) -> bool {
        self.0.iter().any(|folder| real.starts_with(folder))
    }
}

/// Where a path leads in the end. The file itself need not be there.
fn real(path: &Path) -> std::io::Result<PathBuf> {
    if path.symlink_metadata().is_ok() {
        // a link without a target is an error
        return path.canonicalize();
    }
    let missing = || std::io::Error::from(std::io::ErrorKind::NotFound);
    let folder = path.parent().ok_or_else(missing)?.canonicalize()?;
    Ok(folder.join(path.file_name().ok_or_else(missing)?))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::symlink;

    #[test]
    fn only_worlds_of_the_project_are_written() {
        let base = tempfile::tempdir().unwrap();
        let base = base.path().canonicalize().unwrap();
        for folder in [
            "project/worlds",
            "project/controllers/x",
            "other/worlds",
            "given",
        ] {
            fs::create_dir_all(base.join(folder)).unwrap();
        }
        fs::write(base.join("other/worlds/b.wbt"), "").unwrap();
        fs::write(base.join("project/controllers/x/runtime.ini"), "").unwrap();
        let link = |to: &str, from: &str| symlink(base.join(to), base.join(from)).unwrap();
        link("other/worlds", "project/out");
        link("other/worlds/b.wbt", "project/worlds/link.wbt");
        link("other/worlds/new.wbt", "project/worlds/dangling.wbt");
        link(
            "project/controllers/x/runtime.ini",
            "project/worlds/kind.wbt",
        );
        link("project/worlds", "project/inner");
        let allowed_folders = AllowedFolders::new([base.join("project"), base.join("given")]);
        let home = base.join("project/controllers/x");
        let admit = |name: &str| allowed_folders.admit(&home, name, Purpose::SavedWorld);
        for (good, place) in [
            ("new.wbt", "project/controllers/x/new.wbt"),
            ("../../worlds/new.wbt", "project/worlds/new.wbt"),
            ("../../inner/new.wbt", "project/worlds/new.wbt"),
            ("../../../given/new.wbt", "given/new.wbt"),
        ] {
            assert_eq!(admit(good).unwrap(), base.join(place), "{good}");
        }
        for bad in [
            "runtime.ini",
            "x",
            "x.wbt.py",
            "x.WBT",
            ".wbt",
            "../../../other/worlds/b.wbt",
            "/etc/x.wbt",
            "../../out/b.wbt",
            "../../out/new.wbt",
            "../../worlds/link.wbt",
            "../../worlds/dangling.wbt",
            "../../worlds/kind.wbt",
            "../../missing/x.wbt",
            "",
            "..",
            "../../worlds/new.wbt\0.ini",
        ] {
            assert!(admit(bad).is_err(), "{bad}");
        }
        let error = admit("runtime.ini").unwrap_err().to_string();
        assert!(error.contains(".wbt"), "{error}");
        let error = admit("/etc/x.wbt").unwrap_err().to_string();
        assert!(error.contains("--project"), "{error}");
        assert!(
            allowed_folders
                .admit(&home, "a.png", Purpose::Image)
                .is_ok()
        );
        assert!(
            allowed_folders
                .admit(&home, "a.wbt", Purpose::Image)
                .is_err()
        );
    }
}
