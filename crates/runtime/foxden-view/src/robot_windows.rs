//! Robot windows: pages of a project that talk to a controller.
//!
//! `Robot.window NAME` is `plugins/robot_windows/NAME/NAME.html` in a project. A
//! window is a program of somebody else: the page shows it in a frame without any
//! right, and this server answers it with files of its own folder only. A random
//! word in its address keeps other sites from reading the files, because the
//! frame's requests have no origin by which they could be recognised.

use foxden_catalogue::NodeType;
use foxden_runtime::secret_word::SecretWord;
use foxden_scene::{NodeId, Scene, Value};
use std::collections::{BTreeMap, HashMap};
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Where windows are served.
pub(crate) const ROUTE: &str = "/viewer/window";

/// The script that windows import.
const SCRIPT: &str = include_str!("robot_window.js");

/// Its name.
const SCRIPT_NAME: &str = "RobotWindow.js";

/// Where the genuine script is; versions follow.
const GENUINE_SCRIPTS: &str = "https://cyberbotics.com/wwi/";

/// The largest file of a window.
const LARGEST: u64 = 64 << 20;

/// The robot windows of a world.
#[derive(Debug, Default)]
pub(crate) struct RobotWindows(Mutex<Windows>);

#[derive(Debug, Default)]
struct Windows {
    key: Option<SecretWord>,
    /// The page of each robot's window.
    pages: BTreeMap<u32, PathBuf>,
    /// Searches that were made: by name of the window and folder of the PROTO.
    found: HashMap<(String, Option<PathBuf>), Option<PathBuf>>,
}

/// A file of a window.
pub(crate) struct WindowFile {
    pub(crate) content_type: &'static str,
    pub(crate) bytes: Vec<u8>,
}

impl RobotWindows {
    /// Finds the windows of all robots of a scene.
    pub(crate) fn find(&self, scene: &Scene, projects: &[PathBuf]) {
        let mut windows = self.windows();
        if windows.key.is_none() {
            // without random numbers there are no windows
            windows.key = SecretWord::random::<16>().ok();
        }
        let is_robot = |id: &NodeId| {
            let node = scene.get(*id);
            node.is_some_and(|node| node.base_type().is_a(NodeType::Robot))
        };
        let mut pages = BTreeMap::new();
        for robot in scene.ids().filter(is_robot) {
            let name = match scene.value_of(robot, "window").as_deref() {
                Some(Value::String(text)) => text.value.to_string(),
                _ => continue,
            };
            if !is_plain(&name) {
                continue;
            }
            let proto = scene.get(robot).and_then(|node| node.proto());
            let proto = proto.map(|proto| scene.file(proto.file).to_string());
            let proto = proto
                .as_deref()
                .map(|url| url.trim_start_matches("file://"));
            let proto = proto.filter(|path| path.starts_with('/')).map(Path::new);
            let proto = proto.and_then(proto_project);
            let key = (name, proto);
            let found = windows
                .found
                .entry(key)
                .or_insert_with_key(|(name, proto)| {
                    let folders = projects.iter().chain(proto);
                    let pages = folders.map(|folder| {
                        let folder = folder.join("plugins/robot_windows").join(name);
                        folder.join(format!("{name}.html"))
                    });
                    pages.into_iter().find(|page| page.is_file())
                });
            if let Some(page) = found {
                pages.insert(robot.number(), page.clone());
            }
        }
        windows.pages = pages;
    }

    /// Forgets searches: another world comes.
    pub(crate) fn clear(&self) {
        let mut windows = self.windows();
        windows.pages.clear();
        windows.found.clear();
    }

    /// The path of a robot's window at the server.
    pub(crate) fn path(&self, robot: u32) -> Option<String> {
        let windows = self.windows();
        let name = windows.pages.get(&robot)?.file_name()?.to_str()?;
        let key = windows.key.as_ref()?.reveal();
        Some(format!("{ROUTE}/{key}/{robot}/{}", escaped(name)))
    }

    /// A file of a window by the rest of its path. Blocks while it is read.
    pub(crate) fn file(&self, key: &str, path: &str) -> Option<WindowFile> {
        let folder = {
            let windows = self.windows();
            if !windows.key.as_ref()?.is(key) {
                return None;
            }
            if path == SCRIPT_NAME {
                return Some(WindowFile {
                    content_type: content_type(path),
                    bytes: SCRIPT.into(),
                });
            }
            let (robot, _) = path.split_once('/')?;
            windows
                .pages
                .get(&robot.parse().ok()?)?
                .parent()?
                .to_owned()
        };
        let (_, inner) = path.split_once('/')?;
        let bytes = read_inside(&folder, inner)?;
        let content_type = content_type(inner);
        let is_text =
            content_type.starts_with("text/html") || content_type.starts_with("text/java");
        let bytes = match is_text {
            true => with_own_script(&bytes, &format!("{ROUTE}/{key}/{SCRIPT_NAME}")),
            false => bytes,
        };
        Some(WindowFile {
            content_type,
            bytes,
        })
    }

    fn windows(&self) -> MutexGuard<'_, Windows> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a window has a name that is no path, and is not one of the simulator's.
fn is_plain(name: &str) -> bool {
    !name.is_empty() && !name.starts_with(['<', '.']) && !name.contains(['/', '\\', '\0'])
}

/// The project of a PROTO file: the folder that has its `protos` folder.
fn proto_project(file: &Path) -> Option<PathBuf> {
    let folders = file.ancestors();
    let mut protos =
        folders.filter(|folder| folder.file_name().is_some_and(|name| name == "protos"));
    Some(protos.next()?.parent()?.to_owned())
}

/// Reads a file of a folder. Paths and links that lead out of it are refused.
fn read_inside(folder: &Path, path: &str) -> Option<Vec<u8>> {
    let path = Path::new(path);
    let is_inner = path.components().all(
        |part| matches!(part, Component::Normal(name) if !name.to_string_lossy().starts_with('.')),
    );
    if !is_inner {
        return None;
    }
    let folder = folder.canonicalize().ok()?;
    let file = folder.join(path).canonicalize().ok()?;
    let about = file.metadata().ok()?;
    let is_allowed = file.starts_with(&folder) && about.is_file() && about.len() <= LARGEST;
    is_allowed.then(|| std::fs::read(&file).ok()).flatten()
}

/// A text in which the genuine script, of whatever version, is replaced by ours.
fn with_own_script(text: &[u8], script: &str) -> Vec<u8> {
    let Ok(text) = std::str::from_utf8(text) else {
        return text.to_owned();
    };
    let mut parts = text.split(GENUINE_SCRIPTS);
    let mut result = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let version_end = part.find('/').filter(|end| *end <= 32);
        match version_end.and_then(|end| part[end + 1..].strip_prefix(SCRIPT_NAME)) {
            Some(rest) => {
                result.push_str(script);
                result.push_str(rest);
            }
            None => {
                result.push_str(GENUINE_SCRIPTS);
                result.push_str(part);
            }
        }
    }
    result.into_bytes()
}

/// A name in a path.
fn escaped(name: &str) -> String {
    name.bytes().fold(String::new(), |mut text, byte| {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'.' | b'_' | b'-' => text.push(byte.into()),
            _ => text.push_str(&format!("%{byte:02X}")),
        }
        text
    })
}

fn content_type(path: &str) -> &'static str {
    let ending = path.rsplit('.').next().unwrap_or_default();
    match ending.to_ascii_lowercase().as_str() {
        "html" | "htm" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "woff2" => "font/woff2",
        "woff" => "font/woff",
        "ttf" => "font/ttf",
        "wasm" => "application/wasm",
        "mp3" => "audio/mpeg",
        "wav" => "audio/wav",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// The policy of a window: nothing but files of windows, and no way to the page
/// around it.
pub(crate) fn policy(host: &str, key: &str) -> String {
    let files = format!("http://{host}{ROUTE}/{key}/");
    format!(
        "sandbox allow-scripts; default-src {files} data: blob:; \
         script-src {files} 'unsafe-inline' 'unsafe-eval' blob:; \
         style-src {files} 'unsafe-inline'; connect-src {files}; \
         form-action 'none'; base-uri 'none'; frame-src 'none'; frame-ancestors 'self'"
    )
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_genuine_script_of_any_version_is_replaced() {
        let text = b"import RobotWindow from 'https://cyberbotics.com/wwi/R2023b/RobotWindow.js';\n\
            import x from \"https://cyberbotics.com/wwi/R2025a/RobotWindow.js\"; // https://cyberbotics.com/wwi/";
        let text = String::from_utf8(with_own_script(text, "/own.js")).unwrap();
        assert_eq!(
            text,
            "import RobotWindow from '/own.js';\nimport x from \"/own.js\"; // https://cyberbotics.com/wwi/"
        );
        assert_eq!(with_own_script(b"\xff", "/own.js"), b"\xff");
    }

    #[test]
    fn only_files_of_the_folder_are_read() {
        let base = std::env::temp_dir().join(format!("foxden-window-{}", std::process::id()));
        let folder = base.join("window");
        std::fs::create_dir_all(folder.join("inner")).unwrap();
        std::fs::write(base.join("secret"), "no").unwrap();
        std::fs::write(folder.join("page.html"), "yes").unwrap();
        std::fs::write(folder.join(".hidden"), "no").unwrap();
        std::fs::write(folder.join("inner/script.js"), "yes").unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink("../secret", folder.join("link")).unwrap();
        for path in ["page.html", "inner/script.js"] {
            assert_eq!(read_inside(&folder, path).unwrap(), b"yes", "{path}");
        }
        for path in [
            "",
            "../secret",
            "inner/../../secret",
            "/etc/passwd",
            "link",
            ".hidden",
            "inner",
            "x\0",
        ] {
            assert!(read_inside(&folder, path).is_none(), "{path}");
        }
        std::fs::remove_dir_all(base).unwrap();
    }

    #[test]
    fn names_are_no_paths() {
        for name in ["", "<generic>", "<none>", "../a", "a/b", "a\\b", ".a"] {
            assert!(!is_plain(name), "{name}");
        }
        assert!(is_plain("my window"));
        assert_eq!(escaped("my window é.html"), "my%20window%20%C3%A9.html");
        let project = proto_project(Path::new("/a/protos/deep/X.proto"));
        assert_eq!(project.unwrap(), Path::new("/a"));
    }
}
