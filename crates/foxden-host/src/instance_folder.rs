//! The folder through which extern controllers find a running Foxden.
//!
//! It is `<tmp>/webots/<user>/<port>/`, as the genuine controller library
//! looks for it. Everything below `<user>` is private, and no link is followed.

use std::fs;
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// The folder of one running Foxden. It goes when this goes.
#[derive(Debug)]
pub struct InstanceFolder {
    path: PathBuf,
}

impl InstanceFolder {
    /// Makes the folder for a port. One that a dead instance left behind is cleared.
    ///
    /// # Errors
    /// When it cannot be made, or when somebody else's folder or a link stands in its place.
    pub fn create(temporary: &Path, user: &str, port: u16) -> io::Result<Self> {
        if user.is_empty() || user.contains(['/', '\0']) || user == "." || user == ".." {
            return Err(io::Error::other(format!(
                "'{user}' cannot be part of a folder name"
            )));
        }
        let shared = temporary.join("webots");
        make_folder(&shared, 0o1777, Ownership::Anybody)?;
        let own = shared.join(user);
        make_folder(&own, 0o700, Ownership::Own)?;
        let path = own.join(port.to_string());
        if path.symlink_metadata().is_ok() {
            fs::remove_dir_all(&path)?;
        }
        make_folder(&path, 0o700, Ownership::Own)?;
        make_folder(&path.join("ipc"), 0o700, Ownership::Own)?;
        let folder = Self { path };
        folder.touch()?;
        Ok(folder)
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The folder as variables hold it: with a slash at the end.
    pub fn variable(&self) -> String {
        format!("{}/", self.path.display())
    }

    /// Says that the instance lives; to be repeated within the hour.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn touch(&self) -> io::Result<()> {
        let seconds = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(0, |time| time.as_secs());
        fs::write(self.path.join("live.txt"), seconds.to_string())
    }

    /// Makes extern controllers wait while a world is loaded, or lets them in.
    ///
    /// # Errors
    /// When the file cannot be written or removed.
    pub fn set_loading(&self, is_loading: bool) -> io::Result<()> {
        let marker = self.path.join("loading");
        match is_loading {
            true => fs::write(marker, ""),
            false if marker.exists() => fs::remove_file(marker),
            false => Ok(()),
        }
    }

    /// The folder of one robot, whose name is encoded already.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn robot(&self, encoded_name: &str) -> io::Result<PathBuf> {
        let path = self.path.join("ipc").join(encoded_name);
        make_folder(&path, 0o700, Ownership::Own)?;
        Ok(path)
    }
}

impl Drop for InstanceFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Ownership {
    Own,
    Anybody,
}

/// Makes a folder, or accepts one that is there if it is a real folder and ours.
fn make_folder(path: &Path, mode: u32, ownership: Ownership) -> io::Result<()> {
    match fs::DirBuilder::new().mode(mode).create(path) {
        Ok(()) => {
            // the builder's mode passes the umask; a folder that others share must not
            return fs::set_permissions(path, fs::Permissions::from_mode(mode));
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        Err(error) => return Err(error),
    }
    let metadata = path.symlink_metadata()?;
    if !metadata.is_dir() {
        return Err(io::Error::other(format!(
            "{} is not a folder",
            path.display()
        )));
    }
    if ownership == Ownership::Own {
        let own = fs::metadata("/proc/self")?.uid();
        if metadata.uid() != own {
            return Err(io::Error::other(format!(
                "{} belongs to somebody else",
                path.display()
            )));
        }
        fs::set_permissions(path, fs::Permissions::from_mode(mode))?;
    }
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_is_private_and_goes_away() {
        let temporary = tempfile::tempdir().unwrap();
        let folder = InstanceFolder::create(temporary.path(), "fox", 1234).unwrap();
        let path = folder.path().to_owned();
        assert!(path.ends_with("webots/fox/1234"));
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o700);
        assert!(path.join("live.txt").is_file() && path.join("ipc").is_dir());
        folder.set_loading(true).unwrap();
        assert!(path.join("loading").exists());
        folder.set_loading(false).unwrap();
        assert!(!path.join("loading").exists());
        assert!(folder.robot("my%20robot").unwrap().is_dir());
        drop(folder);
        assert!(!path.exists());
    }

    #[test]
    fn what_a_dead_instance_left_is_cleared() {
        let temporary = tempfile::tempdir().unwrap();
        let left = temporary.path().join("webots/fox/1234/ipc/old");
        fs::create_dir_all(&left).unwrap();
        let _folder = InstanceFolder::create(temporary.path(), "fox", 1234).unwrap();
        assert!(!left.exists());
    }

    #[test]
    fn a_link_in_the_way_is_refused() {
        let temporary = tempfile::tempdir().unwrap();
        let elsewhere = tempfile::tempdir().unwrap();
        fs::create_dir(temporary.path().join("webots")).unwrap();
        std::os::unix::fs::symlink(elsewhere.path(), temporary.path().join("webots/fox")).unwrap();
        assert!(InstanceFolder::create(temporary.path(), "fox", 1234).is_err());
        for user in ["..", "", "a/b"] {
            assert!(InstanceFolder::create(temporary.path(), user, 1).is_err());
        }
    }
}
