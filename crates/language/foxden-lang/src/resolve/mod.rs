//! Where the text behind a URL is found.
//!
//! Worlds and PROTO files name other files by URLs of five kinds (see
//! [`UrlKind`]). This module holds the rules that turn such a URL into a
//! [`Location`]: how it is joined to the file that holds the text, in which
//! order places are searched, and what may not be read at all. It does no
//! I/O of its own: the rules ask a [`Storage`] for files and a [`Web`] for
//! downloads, so that tests run in memory and `foxden-assets` brings the disk
//! and the network.
//!
//! ```
//! use foxden_lang::resolve::{AssetKind, Location, MemoryStorage, Resolver, Search, SearchSettings};
//!
//! let mut storage = MemoryStorage::new();
//! storage.insert("/farm/worlds/field.wbt", "");
//! storage.insert("/farm/protos/Barn.proto", "#VRML_SIM R2023b utf8\n");
//! let world = Location::file("/farm/worlds/field.wbt");
//!
//! let search = Search::new(SearchSettings::for_document(&world), storage);
//! let barn = search.locate("../protos/Barn.proto", &world, AssetKind::Proto)?;
//! assert_eq!(barn, Location::file("/farm/protos/Barn.proto"));
//! assert!(search.read(&barn)?.starts_with(b"#VRML_SIM"));
//! # Ok::<(), foxden_lang::resolve::ResolveError>(())
//! ```

mod error;
mod library;
mod location;
mod memory;
mod name;
mod official;
mod path;
mod search;
mod storage;
mod url;

pub use error::{ResolveError, ResolveErrorReason};
pub use library::{LibraryEntry, library, library_entry, library_entry_named};
pub use location::Location;
pub use memory::{MemoryStorage, MemoryWeb};
pub use name::{declaration_url, declared_name, names_match};
pub use official::{OfficialProto, official_proto, official_proto_names};
pub use path::{normalise, project_root};
pub use search::{Search, SearchSettings};
pub use storage::{FetchError, Offline, Storage, Web};
pub use url::{DEFAULT_TAG, OFFICIAL_PREFIX, UrlKind, official_address};

use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

/// What a URL is expected to lead to; messages and search rules depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum AssetKind {
    /// A `.proto` file of an `EXTERNPROTO` line.
    Proto,
    /// An image of an `ImageTexture` or `Background`.
    Texture,
    /// A geometry file of a `Mesh`, `CadShape` or `Skin`.
    Mesh,
    /// A sound file of a motor, a contact or a speaker.
    Sound,
    /// A font of a display.
    Font,
}

impl fmt::Display for AssetKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            AssetKind::Proto => "PROTO",
            AssetKind::Texture => "texture",
            AssetKind::Mesh => "mesh",
            AssetKind::Sound => "sound",
            AssetKind::Font => "font",
        })
    }
}

/// A note about a URL that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LocationNote {
    /// The URL asks for one release and the asset pack is another.
    TagDiffers {
        /// The release, branch or commit in the URL.
        wanted: String,
        /// The release of the asset pack that answered.
        pack: String,
    },
    /// Foxden's own library replaced the official file.
    Substitute,
}

impl fmt::Display for LocationNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LocationNote::TagDiffers { wanted, pack } => {
                write!(f, "the URL names {wanted}, the asset pack is {pack}")
            }
            LocationNote::Substitute => f.write_str("Foxden's own substitute is used"),
        }
    }
}

/// Finds and reads what URLs lead to.
///
/// The usual implementation is [`Search`].
pub trait Resolver: Send + Sync {
    /// Finds what `url` means in the text of `holder`.
    ///
    /// `holder` is the file *where the URL was written*: the world for a
    /// parameter given in the world, the PROTO file for a default or a body.
    ///
    /// # Errors
    /// Says what was looked for and every place tried.
    fn locate(
        &self,
        url: &str,
        holder: &Location,
        kind: AssetKind,
    ) -> Result<Location, ResolveError>;

    /// The bytes at a location.
    ///
    /// # Errors
    /// When the file was removed, is too large or cannot be read.
    fn read(&self, location: &Location) -> Result<Arc<[u8]>, ResolveError>;

    /// Searches a PROTO that `holder` uses without an `EXTERNPROTO` line.
    ///
    /// Worlds older than R2022b have no such lines; in newer ones the search
    /// serves the same and the caller reports the missing line
    /// (see [`declaration_url`]).
    fn find_undeclared(&self, proto_name: &str, holder: &Location) -> Option<Location>;

    /// A note about a result of [`Resolver::locate`].
    fn remark(&self, url: &str, found: &Location) -> Option<LocationNote> {
        let _ = (url, found);
        None
    }

    /// Finds a texture, mesh or sound as R2021b and older did.
    ///
    /// Those releases also looked beside the PROTO, beside the world and in
    /// the default project. `beside` are those files, in that order; they are
    /// tried only if the current rule finds nothing.
    ///
    /// # Errors
    /// The error of the current rule, with the further places added.
    fn locate_before_r2022a(
        &self,
        url: &str,
        holder: &Location,
        kind: AssetKind,
        beside: &[Location],
    ) -> Result<Location, ResolveError> {
        let mut first = match self.locate(url, holder, kind) {
            Ok(found) => return Ok(found),
            Err(error) => error,
        };
        if !matches!(UrlKind::of(url), UrlKind::Relative(_)) {
            return Err(first);
        }
        for other in beside.iter().filter(|other| *other != holder) {
            match self.locate(url, other, kind) {
                Ok(found) => return Ok(found),
                Err(error) => first.also_tried(error),
            }
        }
        let default_project = format!("webots://projects/default/worlds/{url}");
        match self.locate(&default_project, holder, kind) {
            Ok(found) => Ok(found),
            Err(error) => {
                first.also_tried(error);
                Err(first)
            }
        }
    }
}
