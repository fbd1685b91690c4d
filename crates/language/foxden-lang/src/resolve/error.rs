//! Why no file was found for a URL.

use super::AssetKind;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::PathBuf;

/// A URL without a file: what was looked for, why it failed and every
/// place that was tried.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResolveError {
    /// The URL as written in the file, or the location that was to be read.
    pub url: String,
    /// What was looked for; `None` when a known location was read.
    pub kind: Option<AssetKind>,
    /// Why it failed.
    pub reason: ResolveErrorReason,
    /// Every place tried, in order.
    pub tried: Vec<String>,
}

/// Why no file was found for a URL.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum ResolveErrorReason {
    /// The URL is empty.
    #[error("the URL is empty")]
    Empty,
    /// No file exists at any of the places tried.
    #[error("there is no such file")]
    NotFound,
    /// The file is outside the project and every other root.
    #[error(
        "{} lies outside the project and the asset folders; \
         to allow it, name its folder with --project DIR",
        path.display()
    )]
    Outside {
        /// The file after joining, and after following symbolic links.
        path: PathBuf,
    },
    /// The scheme is none that Foxden reads.
    #[error("the scheme `{scheme}` is not supported; use a path, webots:// or https://")]
    UnsupportedScheme {
        /// The text in front of `://`.
        scheme: String,
    },
    /// It would have to be downloaded, and that is forbidden.
    #[error("it is not on this machine, and --offline forbids the download")]
    Offline,
    /// The download failed.
    #[error("the download failed: {message}")]
    Download {
        /// What went wrong.
        message: String,
    },
    /// The file exists but cannot be read.
    #[error("it cannot be read: {message}")]
    Unreadable {
        /// What the system said.
        message: String,
    },
}

impl ResolveError {
    /// An error without places.
    pub fn new(url: &str, kind: AssetKind, reason: ResolveErrorReason) -> Self {
        ResolveError {
            url: url.to_owned(),
            kind: Some(kind),
            reason,
            tried: Vec::new(),
        }
    }

    /// Adds the places that a further, equally fruitless, search tried.
    pub fn also_tried(&mut self, other: ResolveError) {
        for place in other.tried {
            if !self.tried.contains(&place) {
                self.tried.push(place);
            }
        }
    }
}

impl fmt::Display for ResolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            Some(kind) => write!(f, "{kind} \"{}\": {}", self.url, self.reason)?,
            None => write!(f, "{}: {}", self.url, self.reason)?,
        }
        for (index, place) in self.tried.iter().enumerate() {
            f.write_str(if index == 0 { "; tried " } else { ", " })?;
            f.write_str(place)?;
        }
        Ok(())
    }
}

impl std::error::Error for ResolveError {}
