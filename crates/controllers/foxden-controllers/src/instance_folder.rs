//! The folder through which controllers find a running Foxden.
//!
//! It is `<tmp>/webots/<user>/<port>/`, as the genuine controller library
//! looks for it. Everything below `<user>` is private, and no link is followed.
//! If another user could put files there, a private folder is used instead. The
//! controllers that Foxden starts find that one too.

use crate::secret::FILE as SECRET;
use foxden_assets::temporary_folders;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// How often it is tried to make a folder that another instance removes as empty.
const TRIES: usize = 20;

/// The file that shows that an instance is running: the instance keeps it locked.
const LIVE: &str = "live.txt";

/// The folder of one running Foxden. It is removed when this is dropped.
#[derive(Debug)]
pub struct InstanceFolder {
    path: PathBuf,
    /// Why it is not where extern controllers look.
    hidden: Option<String>,
    live: File,
    /// The owner of the port owns the name. So the port is closed after the folder is
    /// removed: otherwise the next owner's folder would be removed instead.
    _port: TcpListener,
}

impl InstanceFolder {
    /// Makes the folder for a port, which is held until the folder is gone. What
    /// dead instances of this user left behind is cleared.
    ///
    /// # Errors
    /// When neither it nor a private folder elsewhere can be made.
    pub fn create(temporary: &Path, user: &str, listener: &TcpListener) -> io::Result<Self> {
        if user.is_empty() || user.contains(['/', '\0']) || user == "." || user == ".." {
            return Err(io::Error::other(format!(
                "'{user}' cannot be part of a folder name"
            )));
        }
        let port = listener.local_addr()?.port();
        let held = listener.try_clone()?;
        let mut outcome = Err(io::Error::other("no try was made"));
        for _ in 0..TRIES {
            outcome = make_public(temporary, user, port);
            // an instance that ended at this moment took the empty folder with it
            if !matches!(&outcome, Err(error) if error.kind() == io::ErrorKind::NotFound) {
                break;
            }
        }
        let (path, hidden) = match outcome {
            Ok(path) => (path, None),
            Err(reason) => (make_private(temporary, port)?, Some(reason.to_string())),
        };
        make_folder(&path.join("ipc"), 0o700, Ownership::Own)?;
        let folder = Self {
            live: make_live(&path)?,
            path,
            hidden,
            _port: held,
        };
        temporary_folders::remember(&folder.path);
        folder.touch()?;
        if let Some(own) = folder.path.parent()
            && folder.hidden.is_none()
        {
            clear_dead(own, Some(port));
        }
        Ok(folder)
    }

    /// Clears what dead instances of a user left behind, as [`Self::create`] does, for a
    /// program that needs no folder of its own.
    pub fn clear_dead(temporary: &Path, user: &str) {
        let own = temporary.join("webots").join(user);
        let is_own = |metadata: fs::Metadata| {
            metadata.is_dir() && metadata.uid() == rustix::process::geteuid().as_raw()
        };
        if !user.contains(['/', '\0']) && own.symlink_metadata().is_ok_and(is_own) {
            clear_dead(&own, None);
            remove_empty(&own);
        }
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Why extern controllers on this machine cannot find it, if they cannot.
    pub fn hidden(&self) -> Option<&str> {
        self.hidden.as_deref()
    }

    /// The folder as variables hold it: with a slash at the end.
    pub fn variable(&self) -> String {
        format!("{}/", self.path.display())
    }

    /// Says that the instance is running; to be repeated within the hour.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn touch(&self) -> io::Result<()> {
        let seconds = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(0, |time| time.as_secs());
        let text = seconds.to_string();
        self.live.set_len(0)?;
        std::os::unix::fs::FileExt::write_all_at(&self.live, text.as_bytes(), 0)
    }

    /// Keeps the secret of controllers over TCP where the same user finds it.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn keep_secret(&self, secret: &str) -> io::Result<()> {
        let mut file = fs::OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(self.path.join(SECRET))?;
        file.write_all(secret.as_bytes())
    }

    /// Makes extern controllers wait while a world is loaded, or lets them in.
    ///
    /// # Errors
    /// When the file cannot be written or removed.
    pub fn set_loading(&self, is_loading: bool) -> io::Result<()> {
        let marker = self.path.join("loading");
        match is_loading {
            true => File::create(marker)?.flush(),
            false if marker.exists() => fs::remove_file(marker),
            false => Ok(()),
        }
    }

    /// The folder of one robot, whose name is encoded already.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn robot(&self, encoded_name: &str) -> io::Result<RobotFolder> {
        let path = self.path.join("ipc").join(encoded_name);
        make_folder(&path, 0o700, Ownership::Own)?;
        Ok(RobotFolder { path })
    }
}

/// The folder of one robot, with its sockets and images. It goes when this
/// goes: extern controllers take what they find for robots that wait.
#[derive(Debug)]
pub struct RobotFolder {
    path: PathBuf,
}

impl RobotFolder {
    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for RobotFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

impl Drop for InstanceFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
        temporary_folders::forget(&self.path);
        if self.hidden.is_none()
            && let Some(own) = self.path.parent()
        {
            remove_empty(own);
        }
    }
}

/// Removes the folder of a user and that of all users, each only if it is empty.
fn remove_empty(own: &Path) {
    let _ = fs::remove_dir(own);
    if let Some(shared) = own.parent() {
        let _ = fs::remove_dir(shared);
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Ownership {
    Own,
    OwnOrRoot,
}

/// The folder where extern controllers look.
fn make_public(temporary: &Path, user: &str, port: u16) -> io::Result<PathBuf> {
    let shared = temporary.join("webots");
    make_folder(&shared, 0o1777, Ownership::OwnOrRoot)?;
    let own = shared.join(user);
    make_folder(&own, 0o700, Ownership::Own)?;
    let path = own.join(port.to_string());
    if path.symlink_metadata().is_ok() {
        // two may hold the same port at different addresses
        if let Ok(live) = File::open(path.join(LIVE))
            && matches!(live.try_lock(), Err(TryLockError::WouldBlock))
        {
            return Err(io::Error::other(format!(
                "{} belongs to another Foxden",
                path.display()
            )));
        }
        // links are not followed
        fs::remove_dir_all(&path)?;
    }
    make_folder(&path, 0o700, Ownership::Own)?;
    Ok(path)
}

/// Makes the file that shows that an instance runs. No program sees it before it
/// is locked.
fn make_live(folder: &Path) -> io::Result<File> {
    let unlocked = folder.join("live.new");
    let live = fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(&unlocked)?;
    // a file system without locks has no cleaning up after the dead either
    let _ = live.try_lock();
    fs::rename(unlocked, folder.join(LIVE))?;
    Ok(live)
}

/// A folder with a name that cannot be guessed.
fn make_private(temporary: &Path, port: u16) -> io::Result<PathBuf> {
    let prefix = format!("foxden-{port}-");
    temporary_folders::clear(temporary, &prefix, LIVE);
    let folder = tempfile::Builder::new()
        .prefix(&prefix)
        .permissions(fs::Permissions::from_mode(0o700))
        .tempdir_in(temporary)?;
    Ok(folder.keep())
}

/// Makes a folder, or accepts one that is there if it is a real folder and
/// belongs to the right one: its owner can exchange what is in it.
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
    let user = rustix::process::geteuid().as_raw();
    let is_right = metadata.uid() == user
        || (ownership == Ownership::OwnOrRoot && metadata.uid() == 0)
        // if root starts Foxden, the owner of the folder does not matter
        || (user == 0 && ownership == Ownership::OwnOrRoot);
    if !is_right {
        return Err(io::Error::other(format!(
            "{} belongs to somebody else",
            path.display()
        )));
    }
    if metadata.uid() == user {
        fs::set_permissions(path, fs::Permissions::from_mode(mode))?;
    } else if metadata.mode() & 0o022 != 0 && metadata.mode() & 0o1000 == 0 {
        return Err(io::Error::other(format!(
            "in {} every user may remove the files of others",
            path.display()
        )));
    }
    Ok(())
}

/// Removes the folders of instances that ended without cleaning up: their file is
/// not locked, and no program listens at their port.
fn clear_dead(own: &Path, own_port: Option<u16>) {
    let Ok(entries) = fs::read_dir(own) else {
        return;
    };
    for entry in entries.flatten() {
        let Some(port) = entry
            .file_name()
            .to_str()
            .and_then(|name| name.parse().ok())
        else {
            continue;
        };
        if own_port == Some(port) || !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            continue;
        }
        let Ok(live) = File::open(entry.path().join(LIVE)) else {
            // it is being made at this moment, or is not ours
            continue;
        };
        // while the lock is held, no other instance makes a folder of the same name
        if live.try_lock().is_ok()
            && let Ok(_held) = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
        {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    /// A port of its own, and its number.
    fn port() -> (TcpListener, u16) {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        (listener, port)
    }

    /// The folder of a user with a port of his own.
    fn folder(temporary: &Path) -> InstanceFolder {
        InstanceFolder::create(temporary, "fox", &port().0).unwrap()
    }

    #[test]
    fn the_folder_is_private_and_goes_away() {
        let temporary = tempfile::tempdir().unwrap();
        let (listener, port) = port();
        let folder = InstanceFolder::create(temporary.path(), "fox", &listener).unwrap();
        assert_eq!(folder.hidden(), None);
        let path = folder.path().to_owned();
        assert!(path.ends_with(format!("webots/fox/{port}")));
        let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o1777;
        for private in [&path, path.parent().unwrap(), &path.join("ipc")] {
            assert_eq!(mode(private), 0o700, "{}", private.display());
        }
        assert_eq!(mode(&path.join(LIVE)), 0o600);
        assert_eq!(mode(&temporary.path().join("webots")), 0o1777);
        folder.set_loading(true).unwrap();
        assert!(path.join("loading").exists());
        folder.set_loading(false).unwrap();
        assert!(!path.join("loading").exists());
        let robot = folder.robot("my%20robot").unwrap();
        assert!(robot.path().is_dir());
        drop(robot);
        assert!(!path.join("ipc/my%20robot").exists());
        drop(folder);
        assert_eq!(fs::read_dir(temporary.path()).unwrap().count(), 0);
    }

    #[test]
    fn several_instances_stand_side_by_side() {
        let temporary = tempfile::tempdir().unwrap();
        let (first, second) = (folder(temporary.path()), folder(temporary.path()));
        assert!(first.path().is_dir() && second.path().is_dir());
        drop(first);
        assert!(second.path().join(LIVE).is_file());
    }

    #[test]
    fn the_port_is_free_only_after_the_folder_is_gone() {
        let temporary = tempfile::tempdir().unwrap();
        let (listener, port) = port();
        let folder = InstanceFolder::create(temporary.path(), "fox", &listener).unwrap();
        drop(listener);
        let bind = || TcpListener::bind((Ipv4Addr::LOCALHOST, port));
        assert_eq!(bind().unwrap_err().kind(), io::ErrorKind::AddrInUse);
        let path = folder.path().to_owned();
        drop(folder);
        assert!(bind().is_ok() && !path.exists());
    }

    #[test]
    fn the_same_port_at_another_address_takes_nothing_away() {
        let temporary = tempfile::tempdir().unwrap();
        let (listener, port) = port();
        let first = InstanceFolder::create(temporary.path(), "fox", &listener).unwrap();
        let elsewhere = TcpListener::bind(("127.0.0.2", port)).unwrap();
        let second = InstanceFolder::create(temporary.path(), "fox", &elsewhere).unwrap();
        assert!(second.hidden().unwrap().contains("another Foxden"));
        assert_ne!(first.path(), second.path());
        assert!(first.path().join(LIVE).is_file());
    }

    #[test]
    fn what_dead_instances_left_is_cleared() {
        let temporary = tempfile::tempdir().unwrap();
        let own = temporary.path().join("webots/fox");
        let (listener, own_port) = port();
        let same = own.join(format!("{own_port}/ipc/old"));
        fs::create_dir_all(&same).unwrap();
        let other = own.join(port().1.to_string());
        fs::create_dir_all(other.join("ipc")).unwrap();
        fs::write(other.join(LIVE), "1").unwrap();
        let foreign = own.join("notes");
        fs::create_dir(&foreign).unwrap();
        let _folder = InstanceFolder::create(temporary.path(), "fox", &listener).unwrap();
        assert!(!same.exists() && !other.exists());
        assert!(foreign.exists(), "only instances are cleared");
    }

    #[test]
    fn programs_without_a_folder_clear_what_dead_instances_left() {
        let temporary = tempfile::tempdir().unwrap();
        let own = temporary.path().join("webots/fox");
        let dead = own.join(port().1.to_string());
        fs::create_dir_all(dead.join("ipc")).unwrap();
        fs::write(dead.join(LIVE), "1").unwrap();
        let alive = folder(temporary.path());
        InstanceFolder::clear_dead(temporary.path(), "fox");
        assert!(!dead.exists() && alive.path().join(LIVE).is_file());
        drop(alive);
        fs::create_dir_all(&dead).unwrap();
        fs::write(dead.join(LIVE), "1").unwrap();
        InstanceFolder::clear_dead(temporary.path(), "..");
        assert!(dead.exists());
        InstanceFolder::clear_dead(temporary.path(), "fox");
        assert_eq!(fs::read_dir(temporary.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_link_in_the_way_is_not_followed() {
        let elsewhere = tempfile::tempdir().unwrap();
        fs::write(elsewhere.path().join("precious"), "").unwrap();
        for link in ["webots", "webots/fox"] {
            let temporary = tempfile::tempdir().unwrap();
            let link = temporary.path().join(link);
            fs::create_dir_all(link.parent().unwrap()).unwrap();
            symlink(elsewhere.path(), &link).unwrap();
            let folder = folder(temporary.path());
            assert!(folder.hidden().unwrap().contains("is not a folder"));
            assert!(folder.path().starts_with(temporary.path()));
            let mode = folder.path().metadata().unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o700);
            let path = folder.path().to_owned();
            drop(folder);
            assert!(!path.exists());
        }
        assert_eq!(fs::read_dir(elsewhere.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_link_in_place_of_an_instance_goes_without_its_target() {
        let (temporary, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::write(elsewhere.path().join("precious"), "").unwrap();
        let own = temporary.path().join("webots/fox");
        fs::create_dir_all(&own).unwrap();
        let (listener, port) = port();
        symlink(elsewhere.path(), own.join(port.to_string())).unwrap();
        let folder = InstanceFolder::create(temporary.path(), "fox", &listener).unwrap();
        assert!(folder.path().is_dir());
        assert!(elsewhere.path().join("precious").exists());
    }

    #[test]
    fn a_user_is_one_folder() {
        let temporary = tempfile::tempdir().unwrap();
        let (listener, _) = port();
        for user in ["..", ".", "", "a/b"] {
            assert!(InstanceFolder::create(temporary.path(), user, &listener).is_err());
        }
    }
}
