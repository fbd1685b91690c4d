//! Where viewers may save worlds.
#![allow(clippy::unwrap_used)]

mod support;

use foxden_runtime::pace::Pace;
use foxden_view::viewer::WorldAbout;
use serde_json::json;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use support::Shown;

const OLD: &str = "old";

/// A folder with worlds and links; it is removed when this is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let name = format!("foxden-saving-{name}-{}", std::process::id());
        let folder = Self(std::env::temp_dir().join(name));
        std::fs::create_dir_all(folder.path("worlds")).unwrap();
        for file in ["secret.ini", "worlds/a.wbt", "worlds/b.wbt"] {
            std::fs::write(folder.path(file), OLD).unwrap();
        }
        symlink("../secret.ini", folder.path("worlds/out.wbt")).unwrap();
        symlink("../new.ini", folder.path("worlds/dangling.wbt")).unwrap();
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn show(&self, is_bundled: bool) -> Shown {
        let about = WorldAbout {
            file: self.path("worlds/a.wbt"),
            is_bundled,
            ..WorldAbout::default()
        };
        Shown::with("WorldInfo { }", Pace::REAL_TIME.paused(true), about)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn is_old(path: &Path) -> bool {
    std::fs::read_to_string(path).is_ok_and(|text| text == OLD)
}

#[tokio::test]
async fn worlds_are_saved_beside_the_world_and_nowhere_else() {
    let folder = Folder::new("beside");
    let shown = folder.show(false);
    let mut viewer = shown.viewer().await;
    viewer.message("scene").await;
    for name in [
        "../secret.wbt",
        "/tmp/x.wbt",
        "a.ini",
        ".a.wbt",
        "a\\b.wbt",
        "x\0.wbt",
        "out.wbt",
        "dangling.wbt",
        "",
    ] {
        let reply = viewer.ask(json!({ "do": "save", "file": name })).await;
        assert!(reply["error"].is_string(), "{name}: {reply}");
    }
    assert!(is_old(&folder.path("secret.ini")));
    assert!(!folder.path("new.ini").exists());
    viewer.order(json!({ "do": "save", "file": "b.wbt" })).await;
    assert!(!is_old(&folder.path("worlds/b.wbt")));
    viewer.order(json!({ "do": "save" })).await;
    assert!(!is_old(&folder.path("worlds/a.wbt")));
}

#[tokio::test]
async fn files_of_the_program_and_of_a_recording_are_not_replaced() {
    let folder = Folder::new("bundled");
    let shown = folder.show(true);
    let mut viewer = shown.viewer().await;
    viewer.message("scene").await;
    for command in [
        json!({ "do": "save" }),
        json!({ "do": "save", "file": "a.wbt" }),
        json!({ "do": "save", "file": "b.wbt" }),
    ] {
        let reply = viewer.ask(command.clone()).await;
        assert!(reply["error"].is_string(), "{command}: {reply}");
    }
    assert!(is_old(&folder.path("worlds/a.wbt")) && is_old(&folder.path("worlds/b.wbt")));
    viewer
        .order(json!({ "do": "save", "file": "own.wbt" }))
        .await;
    assert!(folder.path("worlds/own.wbt").exists());
}
