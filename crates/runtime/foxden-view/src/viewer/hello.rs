//! The first message to a viewer: what world this is and what the server can do.

use super::Viewer;
use foxden_runtime::run::Run;
use serde_json::{Value as Json, json};

/// What this server can do, for pages of other versions.
const FEATURES: [&str; 7] = [
    "fields", "topics", "console", "edit", "history", "save", "windows",
];

impl Viewer {
    pub(super) fn hello(&self, run: &Run) -> Json {
        let world = &run.world;
        let scene = world.scene();
        let text = |name: &str| {
            let field = scene.base_field(world.world_info()?, name)?;
            scene.value(field).map(|value| value.into_owned())
        };
        let title = text("title").and_then(|value| value.as_str().map(str::to_owned));
        let info = match text("info") {
            Some(foxden_scene::Value::StringList(lines)) => {
                lines.iter().map(|line| line.value.to_string()).collect()
            }
            _ => Vec::new(),
        };
        let file = self
            .about
            .file
            .file_name()
            .map(|name| name.to_string_lossy());
        json!({
            "type": "hello",
            "version": 1,
            "program": concat!("foxden ", env!("CARGO_PKG_VERSION")),
            "world": {
                "title": title.unwrap_or_default(),
                "info": info,
                "file": file,
                "timeStep": world.settings().basic_time_step,
            },
            "features": FEATURES,
        })
    }
}
