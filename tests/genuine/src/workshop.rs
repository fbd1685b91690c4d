//! Projects in temporary folders, with C controllers compiled against the library.

use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// A project that goes when this goes.
#[derive(Debug)]
pub struct Workshop {
    folder: TempDir,
}

impl Workshop {
    /// An empty project.
    ///
    /// # Errors
    /// When no folder can be made.
    pub fn open() -> Result<Self, String> {
        let folder = TempDir::new().map_err(|error| error.to_string())?;
        Ok(Self { folder })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Writes a world.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn world(&self, nodes: &str) -> Result<PathBuf, String> {
        let worlds = self.folder.path().join("worlds");
        std::fs::create_dir_all(&worlds).map_err(|error| error.to_string())?;
        let file = worlds.join("world.wbt");
        let text = format!(
            "#VRML_SIM R2023b utf8\nWorldInfo {{ basicTimeStep 32 }}\nViewpoint {{ }}\n{nodes}"
        );
        std::fs::write(&file, text).map_err(|error| error.to_string())?;
        Ok(file)
    }

    /// Compiles one of this crate's own controllers into the project.
    ///
    /// # Errors
    /// When there is no compiler or no library.
    pub fn controller(&self, name: &str) -> Result<PathBuf, String> {
        let home = crate::home()?;
        let folder = self.folder.path().join("controllers").join(name);
        std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        let program = folder.join(name);
        let source = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("controllers")
            .join(format!("{name}.c"));
        let status = Command::new("cc")
            .args(["-O2", "-I"])
            .arg(home.join("include/controller/c"))
            .arg("-o")
            .arg(&program)
            .arg(source)
            .arg("-L")
            .arg(home.join("lib/controller"))
            .args(["-lController", "-lm"])
            .status()
            .map_err(|error| format!("no C compiler: {error}"))?;
        match status.success() {
            true => Ok(program),
            false => Err(format!("{name} could not be compiled")),
        }
    }

    /// `foxden` in this project, with the library and temporary files of its own.
    ///
    /// # Errors
    /// When there is no library.
    pub fn foxden(&self, foxden: &Path) -> Result<Command, String> {
        let temporary = self.folder.path().join("tmp");
        std::fs::create_dir_all(&temporary).map_err(|error| error.to_string())?;
        let mut command = Command::new(foxden);
        command
            .env("WEBOTS_HOME", crate::home()?)
            .env("WEBOTS_TMPDIR", temporary)
            .env("USER", "fox");
        Ok(command)
    }
}
