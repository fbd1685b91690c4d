//! Paths on disk: joining, project roots and the check that a path is inside
//! them.

use std::path::{Component, Path, PathBuf};

/// The project that a world or PROTO file belongs to: the folder above the
/// nearest `worlds` or `protos` folder, or else the file's own folder.
///
/// ```
/// use foxden_lang::resolve::project_root;
/// use std::path::Path;
/// assert_eq!(project_root(Path::new("/farm/worlds/field.wbt")), Path::new("/farm"));
/// assert_eq!(project_root(Path::new("/farm/protos/a/b/Barn.proto")), Path::new("/farm"));
/// assert_eq!(project_root(Path::new("/tmp/field.wbt")), Path::new("/tmp"));
/// ```
pub fn project_root(file: &Path) -> &Path {
    let own = file.parent().unwrap_or(Path::new(""));
    own.ancestors()
        .find(|folder| {
            folder
                .file_name()
                .is_some_and(|name| name == "worlds" || name == "protos")
        })
        .and_then(Path::parent)
        .unwrap_or(own)
}

/// Removes `.` and `..` by text alone. A path that goes above `/` stays at
/// `/`, as in the operating system; leading `..` of a relative path stay.
pub fn normalise(path: &Path) -> PathBuf {
    let mut clean = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => match clean.components().next_back() {
                Some(Component::Normal(_)) => {
                    clean.pop();
                }
                Some(Component::RootDir | Component::Prefix(_)) => {}
                Some(Component::ParentDir | Component::CurDir) | None => clean.push(".."),
            },
            other => clean.push(other),
        }
    }
    clean
}

/// Joins a relative slash path to the folder of a file.
pub(super) fn join(holder: &Path, relative: &str) -> PathBuf {
    normalise(&holder.parent().unwrap_or(Path::new("")).join(relative))
}

/// Whether a normalised path is in a folder. The empty folder means the
/// current one, which contains relative paths that do not leave it.
pub(super) fn is_inside(path: &Path, folder: &Path) -> bool {
    if folder.as_os_str().is_empty() {
        path.is_relative() && !path.starts_with("..")
    } else {
        path.starts_with(folder)
    }
}

/// The slash path of `path` below `root`.
pub(super) fn below(path: &Path, root: &Path) -> Option<String> {
    let rest = path.strip_prefix(root).ok()?;
    let parts: Vec<_> = rest
        .components()
        .map(|part| part.as_os_str().to_string_lossy())
        .collect();
    (!parts.is_empty()).then(|| parts.join("/"))
}

/// The slash path that leads from the folder of `holder` to `target`.
pub(super) fn relative(holder: &Path, target: &Path) -> String {
    let folder: Vec<_> = holder
        .parent()
        .unwrap_or(Path::new(""))
        .components()
        .collect();
    let goal: Vec<_> = target.components().collect();
    let shared = folder
        .iter()
        .zip(&goal)
        .take_while(|(left, right)| left == right)
        .count();
    let climbs = folder[shared..].iter().map(|_| "..".into());
    let descends = goal[shared..]
        .iter()
        .map(|part| part.as_os_str().to_string_lossy());
    climbs
        .chain(descends)
        .collect::<Vec<std::borrow::Cow<'_, str>>>()
        .join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_are_removed_by_text() {
        assert_eq!(normalise(Path::new("/a/./b/../c")), Path::new("/a/c"));
        assert_eq!(normalise(Path::new("/../../c")), Path::new("/c"));
        assert_eq!(normalise(Path::new("../a/../../c")), Path::new("../../c"));
        assert_eq!(
            join(Path::new("worlds/w.wbt"), "../protos/X.proto"),
            Path::new("protos/X.proto")
        );
    }

    #[test]
    fn relative_paths_lead_back() {
        assert_eq!(
            relative(
                Path::new("/p/worlds/w.wbt"),
                Path::new("/p/protos/a/X.proto")
            ),
            "../protos/a/X.proto"
        );
        assert_eq!(
            relative(
                Path::new("/p/protos/Y.proto"),
                Path::new("/p/protos/X.proto")
            ),
            "X.proto"
        );
    }

    #[test]
    fn a_bare_file_name_has_the_empty_folder_as_project() {
        assert_eq!(project_root(Path::new("field.wbt")), Path::new(""));
        assert_eq!(project_root(Path::new("worlds/field.wbt")), Path::new(""));
    }
}
