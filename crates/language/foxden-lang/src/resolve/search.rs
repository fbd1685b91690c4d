//! [`Search`]: the order in which places are tried.

use super::error::{ResolveError, ResolveErrorReason};
use super::library::{library_entry, library_entry_named};
use super::location::Location;
use super::storage::{FetchError, Offline, Storage, Web};
use super::url::{self, DEFAULT_TAG, UrlKind, official_address};
use super::{AssetKind, LocationNote, Resolver, name, path};
use crate::header::FileVersion;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where a [`Search`] looks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchSettings {
    /// The project of the document that was opened; none if it is no file.
    pub project: Option<PathBuf>,
    /// Further project roots (`--project DIR`), in order.
    pub extra_projects: Vec<PathBuf>,
    /// An unpacked asset pack or installation (`WEBOTS_HOME`).
    pub asset_pack: Option<PathBuf>,
    /// The release of the asset pack, if it says one.
    pub asset_pack_release: Option<String>,
    /// The release that `webots://` is downloaded from when the file that
    /// holds the text does not come from an official address itself.
    pub tag: String,
}

impl SearchSettings {
    /// Settings for a world or PROTO file: its own project and nothing else.
    pub fn for_document(document: &Location) -> Self {
        SearchSettings {
            project: document
                .as_file()
                .map(|file| path::project_root(file).to_owned()),
            extra_projects: Vec::new(),
            asset_pack: None,
            asset_pack_release: None,
            tag: DEFAULT_TAG.to_owned(),
        }
    }
}

/// The usual [`Resolver`]: project, extra projects, asset pack, cache, own
/// library, download, in this order.
///
/// Files outside the project, the extra projects and the asset pack are
/// refused, also when a symbolic link leads there.
#[derive(Debug)]
pub struct Search<S, W = Offline> {
    settings: SearchSettings,
    storage: S,
    web: W,
    /// The roots that files may be in, as given and with links followed.
    fences: Vec<PathBuf>,
}

impl<S: Storage> Search<S> {
    /// A search without web.
    pub fn new(settings: SearchSettings, storage: S) -> Self {
        Search::with_web(settings, storage, Offline)
    }
}

impl<S: Storage, W: Web> Search<S, W> {
    /// A search that falls back to the web.
    pub fn with_web(mut settings: SearchSettings, storage: S, web: W) -> Self {
        for root in settings
            .project
            .iter_mut()
            .chain(settings.extra_projects.iter_mut())
            .chain(settings.asset_pack.as_mut())
        {
            *root = path::normalise(root);
        }
        let mut fences: Vec<PathBuf> = Vec::new();
        for root in roots(&settings) {
            fences.push(root.to_owned());
            fences.extend(storage.real_path(root));
        }
        // an installation of Webots may have its projects elsewhere, behind a link
        let pack = settings.asset_pack.as_deref();
        fences.extend(pack.and_then(|pack| storage.real_path(&pack.join("projects"))));
        Search {
            settings,
            storage,
            web,
            fences,
        }
    }

    /// Where this search looks.
    pub fn settings(&self) -> &SearchSettings {
        &self.settings
    }

    /// The web behind this search.
    pub fn web(&self) -> &W {
        &self.web
    }

    /// The storage behind this search.
    pub fn storage(&self) -> &S {
        &self.storage
    }

    fn is_inside(&self, path: &Path) -> bool {
        self.fences.iter().any(|root| path::is_inside(path, root))
    }

    /// A file on disk, if it exists and is inside the allowed roots.
    fn file(
        &self,
        path: &Path,
        attempt: &mut TriedPlaces,
    ) -> Result<Option<Location>, ResolveErrorReason> {
        attempt.tried(path.display().to_string());
        let path = path::normalise(path);
        // The text of the path is checked first, so that the error does not
        // reveal whether a file outside exists.
        if !self.is_inside(&path) {
            return Err(ResolveErrorReason::Outside { path });
        }
        if !self.storage.is_file(&path) {
            return Ok(None);
        }
        match self.storage.real_path(&path) {
            Some(real) if self.is_inside(&real) => Ok(Some(Location::file(path))),
            Some(real) => Err(ResolveErrorReason::Outside { path: real }),
            None => Ok(None),
        }
    }

    /// An asset by its logical path: roots, cache, own library, download.
    fn asset(
        &self,
        logical: &str,
        tag: &str,
        attempt: &mut TriedPlaces,
    ) -> Result<Location, ResolveErrorReason> {
        self.asset_below(roots(&self.settings), logical, tag, attempt)
    }

    /// The same with a choice of roots.
    fn asset_below<'a>(
        &self,
        roots: impl Iterator<Item = &'a Path>,
        logical: &str,
        tag: &str,
        attempt: &mut TriedPlaces,
    ) -> Result<Location, ResolveErrorReason> {
        let Some(logical) = url::normalise(logical) else {
            return Err(ResolveErrorReason::Outside {
                path: logical.into(),
            });
        };
        for root in roots {
            if let Some(found) = self.file(&root.join(&logical), attempt)? {
                return Ok(found);
            }
        }
        let address = official_address(tag, &logical);
        if self.web.is_cached(&address) {
            return Ok(Location::web(&address));
        }
        attempt.tried(format!("foxden://{logical}"));
        if let Some(entry) = library_entry(&logical) {
            return Ok(Location::library(entry.path));
        }
        self.download(&address, attempt)
    }

    /// Whether the asset pack is from before R2022a and `tag` is not: the axes of
    /// its PROTOs differ, so a robot would lie on its side.
    fn has_other_axes(&self, logical: &str, tag: &str) -> bool {
        let is_old = |release: &str| {
            FileVersion::parse(release).is_some_and(|version| version.is_before(2022, 'a'))
        };
        let pack = self.settings.asset_pack_release.as_deref();
        name::proto_stem(logical).is_some() && pack.is_some_and(is_old) && !is_old(tag)
    }

    /// A file at a web address that is no official asset.
    fn page(
        &self,
        address: &str,
        attempt: &mut TriedPlaces,
    ) -> Result<Location, ResolveErrorReason> {
        if self.web.is_cached(address) {
            return Ok(Location::web(address));
        }
        self.download(address, attempt)
    }

    fn download(
        &self,
        address: &str,
        attempt: &mut TriedPlaces,
    ) -> Result<Location, ResolveErrorReason> {
        attempt.tried(address.to_owned());
        match self.web.fetch(address) {
            Ok(_) => Ok(Location::web(address)),
            Err(FetchError::Offline) => Err(ResolveErrorReason::Offline),
            Err(FetchError::Failed(message)) => Err(ResolveErrorReason::Download { message }),
        }
    }

    fn relative(
        &self,
        relative: &str,
        holder: &Location,
        attempt: &mut TriedPlaces,
    ) -> Result<Location, ResolveErrorReason> {
        match holder {
            Location::File(file) => {
                let joined = path::join(file, relative);
                if let Some(found) = self.file(&joined, attempt)? {
                    return Ok(found);
                }
                // An asset pack may hold only a part of the official files.
                match self.pack_path(&joined) {
                    Some(logical) => self.asset(&logical, &self.settings.tag, attempt),
                    None => Err(ResolveErrorReason::NotFound),
                }
            }
            Location::Web(address) => self.by_kind(
                &UrlKind::of(&url::join_address(address, relative)),
                holder,
                attempt,
            ),
            Location::Library(logical) => match url::join_logical(logical, relative) {
                Some(joined) if self.has_other_axes(&joined, &self.settings.tag) => self
                    .asset_below(
                        projects(&self.settings),
                        &joined,
                        &self.settings.tag,
                        attempt,
                    ),
                Some(joined) => self.asset(&joined, &self.settings.tag, attempt),
                None => Err(ResolveErrorReason::Outside {
                    path: relative.into(),
                }),
            },
        }
    }

    /// The logical path of a file below the asset pack.
    fn pack_path(&self, file: &Path) -> Option<String> {
        path::below(file, self.settings.asset_pack.as_deref()?)
    }

    fn by_kind(
        &self,
        url: &UrlKind,
        holder: &Location,
        attempt: &mut TriedPlaces,
    ) -> Result<Location, ResolveErrorReason> {
        match url {
            UrlKind::Relative(text) => self.relative(text, holder, attempt),
            UrlKind::Absolute(text) => self
                .file(Path::new(text), attempt)?
                .ok_or(ResolveErrorReason::NotFound),
            UrlKind::Webots { path } => {
                let tag = tag_of(holder);
                self.asset(path, tag.as_deref().unwrap_or(&self.settings.tag), attempt)
            }
            UrlKind::Official { tag, path } if self.has_other_axes(path, tag) => {
                self.asset_below(projects(&self.settings), path, tag, attempt)
            }
            UrlKind::Official { tag, path } => self.asset(path, tag, attempt),
            UrlKind::Web(address) => self.page(address, attempt),
            UrlKind::Unsupported { scheme } => Err(ResolveErrorReason::UnsupportedScheme {
                scheme: scheme.clone(),
            }),
        }
    }

    /// The file of an undeclared PROTO below a folder, perhaps one whose stem only ends with the name.
    fn undeclared_below(
        &self,
        folder: &Path,
        proto_name: &str,
        ends_are_enough: bool,
    ) -> Option<Location> {
        let files = self.storage.proto_files_below(folder);
        let stems: Vec<(&PathBuf, String)> = files
            .iter()
            .filter_map(|file| {
                let file_name = file.file_name()?.to_string_lossy();
                Some((file, name::proto_stem(&file_name)?.to_owned()))
            })
            .collect();
        let named = || stems.iter().map(|(file, stem)| (*file, stem.as_str()));
        let file = name::pick(proto_name, named()).or_else(|| {
            let ending = named().find(|(_, stem)| name::is_taken_for(stem, proto_name));
            ending.filter(|_| ends_are_enough).map(|(file, _)| file)
        })?;
        let real = self.storage.real_path(file)?;
        self.is_inside(&real).then(|| Location::file(file.clone()))
    }
}

impl<S: Storage, W: Web> Resolver for Search<S, W> {
    fn locate(
        &self,
        url: &str,
        holder: &Location,
        kind: AssetKind,
    ) -> Result<Location, ResolveError> {
        if url.trim().is_empty() {
            return Err(ResolveError::new(url, kind, ResolveErrorReason::Empty));
        }
        let mut attempt = TriedPlaces::default();
        self.by_kind(&UrlKind::of(url), holder, &mut attempt)
            .map_err(|reason| ResolveError {
                url: url.to_owned(),
                kind: Some(kind),
                reason,
                tried: attempt.places,
            })
    }

    fn read(&self, location: &Location) -> Result<Arc<[u8]>, ResolveError> {
        let failed = |reason| ResolveError {
            url: location.to_string(),
            kind: None,
            reason,
            tried: Vec::new(),
        };
        match location {
            Location::File(path) => self.storage.read(path).map_err(|error| {
                failed(ResolveErrorReason::Unreadable {
                    message: error.to_string(),
                })
            }),
            Location::Web(address) => self.web.fetch(address).map_err(|error| {
                failed(match error {
                    FetchError::Offline => ResolveErrorReason::Offline,
                    FetchError::Failed(message) => ResolveErrorReason::Download { message },
                })
            }),
            Location::Library(path) => library_entry(path)
                .map(|entry| Arc::from(entry.text.as_bytes()))
                .ok_or_else(|| failed(ResolveErrorReason::NotFound)),
        }
    }

    fn find_undeclared(&self, proto_name: &str, holder: &Location) -> Option<Location> {
        let own = holder.as_file().map(path::project_root);
        let projects = own
            .into_iter()
            .chain(self.settings.project.as_deref())
            .chain(self.settings.extra_projects.iter().map(PathBuf::as_path));
        let mut searched: Vec<PathBuf> = Vec::new();
        for project in projects {
            let folder = project.join("protos");
            if searched.contains(&folder) || !self.is_inside(&folder) {
                continue;
            }
            if let Some(found) = self.undeclared_below(&folder, proto_name, true) {
                return Some(found);
            }
            searched.push(folder);
        }
        let pack = self.settings.asset_pack.as_deref();
        pack.and_then(|pack| self.undeclared_below(&pack.join("projects"), proto_name, false))
            .or_else(|| library_entry_named(proto_name).map(|entry| Location::library(entry.path)))
    }

    fn remark(&self, url: &str, found: &Location) -> Option<LocationNote> {
        if let Location::Library(_) = found {
            return Some(LocationNote::Substitute);
        }
        let UrlKind::Official { tag, .. } = UrlKind::of(url) else {
            return None;
        };
        let pack = self.settings.asset_pack_release.as_ref()?;
        self.pack_path(found.as_file()?)?;
        (tag != *pack).then(|| LocationNote::TagDiffers {
            wanted: tag,
            pack: pack.clone(),
        })
    }
}

/// The places tried for one URL.
#[derive(Debug, Default)]
struct TriedPlaces {
    places: Vec<String>,
}

impl TriedPlaces {
    fn tried(&mut self, place: String) {
        if !self.places.contains(&place) {
            self.places.push(place);
        }
    }
}

fn roots(settings: &SearchSettings) -> impl Iterator<Item = &Path> {
    projects(settings).chain(settings.asset_pack.as_deref())
}

fn projects(settings: &SearchSettings) -> impl Iterator<Item = &Path> {
    let extra = settings.extra_projects.iter().map(PathBuf::as_path);
    settings.project.as_deref().into_iter().chain(extra)
}

/// The release of the official address that a file came from.
fn tag_of(holder: &Location) -> Option<String> {
    match holder {
        Location::Web(address) => match UrlKind::of(address) {
            UrlKind::Official { tag, .. } => Some(tag),
            _ => None,
        },
        Location::File(_) | Location::Library(_) => None,
    }
}
