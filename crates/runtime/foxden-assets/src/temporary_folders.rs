//! Folders that must not outlive the program.
//!
//! A folder goes with the value that holds it. When the program is broken off,
//! [`remove`] does it; when it crashes, the next start finds that nobody holds
//! the folder's lock any more.

use std::fs::{self, File, Permissions};
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The folders of this program.
static FOLDERS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// What is locked as long as the folder is used.
const LOCK: &str = "lock";

/// What the owner of a folder may use.
const CONTENT: &str = "files";

/// What the name of a folder starts with until its lock is held.
const UNFINISHED: &str = ".unfinished-";

/// How old a folder without a lock must be to be cleared: a younger one may be
/// in the making.
const MAKING_TIME: Duration = Duration::from_secs(3600);

fn folders() -> MutexGuard<'static, Vec<PathBuf>> {
    FOLDERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all folders of this program, which is about to end.
pub fn remove() {
    for folder in folders().drain(..) {
        let _ = fs::remove_dir_all(folder);
    }
}

/// Lets a folder be removed when the program is broken off.
pub fn remember(folder: &Path) {
    folders().push(folder.to_owned());
}

/// The folder is gone.
pub fn forget(folder: &Path) {
    folders().retain(|known| known != folder);
}

/// A folder that only this user can enter. It is removed when this is dropped.
#[derive(Debug)]
pub struct PrivateFolder {
    path: PathBuf,
    _lock: File,
}

impl PrivateFolder {
    /// Makes one whose name starts with `prefix`, and clears those that programs
    /// left behind which crashed.
    pub fn create(temporary: &Path, prefix: &str) -> io::Result<Self> {
        clear(temporary, prefix, LOCK);
        // Under another name until the lock is held: a program that starts at the same
        // time must not take the folder for one that a crash left.
        let unfinished = format!("{UNFINISHED}{prefix}");
        let folder = tempfile::Builder::new()
            .prefix(&unfinished)
            .permissions(Permissions::from_mode(0o700))
            .tempdir_in(temporary)?;
        let lock = File::create_new(folder.path().join(LOCK))?;
        // a file system without locks has no cleaning up after crashes either
        let _ = lock.try_lock();
        fs::create_dir(folder.path().join(CONTENT))?;
        let name = folder.path().file_name().unwrap_or_default();
        let name = name.to_string_lossy();
        let path = temporary.join(name.strip_prefix(UNFINISHED).unwrap_or(&name));
        fs::rename(folder.path(), &path)?;
        let _ = folder.keep();
        remember(&path);
        Ok(Self { path, _lock: lock })
    }

    /// Where things can be put.
    pub fn path(&self) -> PathBuf {
        self.path.join(CONTENT)
    }
}

impl Drop for PrivateFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
        forget(&self.path);
    }
}

/// Removes folders of this user with a name that starts with `prefix` and a lock
/// that nobody holds.
pub fn clear(temporary: &Path, prefix: &str, lock: &str) {
    let user = rustix::process::geteuid().as_raw();
    let entries = fs::read_dir(temporary).into_iter().flatten().flatten();
    for entry in entries {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let unfinished = name.strip_prefix(UNFINISHED);
        let is_ours = unfinished.unwrap_or(&name).starts_with(prefix)
            && entry
                .metadata()
                .is_ok_and(|metadata| metadata.is_dir() && metadata.uid() == user);
        let is_abandoned = || match unfinished {
            Some(_) => is_old(&entry.path()),
            None => is_abandoned(&entry.path(), lock),
        };
        if is_ours && is_abandoned() {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

fn is_abandoned(folder: &Path, lock: &str) -> bool {
    match File::open(folder.join(lock)) {
        Ok(lock) => lock.try_lock().is_ok(),
        Err(_) => is_old(folder),
    }
}

/// Whether a folder is too old to be in the making.
fn is_old(folder: &Path) -> bool {
    let modified = folder.metadata().and_then(|metadata| metadata.modified());
    modified
        .ok()
        .and_then(|made| made.elapsed().ok())
        .is_some_and(|age| age > MAKING_TIME)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_private_and_go_away() {
        let temporary = tempfile::tempdir().unwrap();
        let folder = PrivateFolder::create(temporary.path(), "foxden-test-").unwrap();
        let mode = folder.path.metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o700);
        assert!(folder.path().is_dir());
        drop(folder);
        assert_eq!(fs::read_dir(temporary.path()).unwrap().count(), 0);
    }

    #[test]
    fn programs_that_start_together_do_not_clear_each_others_folders() {
        let temporary = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..50 {
                        let folder = PrivateFolder::create(temporary.path(), "foxden-test-");
                        assert!(folder.unwrap().path().is_dir());
                    }
                });
            }
        });
        assert_eq!(fs::read_dir(temporary.path()).unwrap().count(), 0);
    }

    #[test]
    fn what_a_crash_left_is_cleared_and_nothing_else() {
        let temporary = tempfile::tempdir().unwrap();
        let make = || PrivateFolder::create(temporary.path(), "foxden-test-").unwrap();
        let living = make();
        let crashed = make();
        let left = crashed.path.clone();
        // as if the program had ended without a word: only the lock is gone
        let PrivateFolder { path, _lock } = &crashed;
        _lock.unlock().unwrap();
        fs::write(path.join("files/data"), "").unwrap();
        let young = temporary.path().join("foxden-test-young");
        let foreign = temporary.path().join("precious");
        for other in [&young, &foreign] {
            fs::create_dir(other).unwrap();
        }
        let next = make();
        assert!(!left.exists());
        for kept in [&living.path, &next.path, &young, &foreign] {
            assert!(kept.exists(), "{}", kept.display());
        }
    }
}
