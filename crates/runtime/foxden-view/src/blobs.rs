//! Geometries and textures by their content. Pages fetch them over HTTP and may
//! keep them for ever, because another content has another name.
//!
//! Bytes are made when they are first asked for.

use axum::body::Bytes;
use foxden_vision::{Elements, Geometry, Mesh, Picture, PictureFormat, encode_rgba};
use sha1::{Digest, Sha1};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// How many bytes of made blobs are kept; more are made again when asked for.
const MOST_KEPT: usize = 256 << 20;

/// The name of a blob: its kind and its content.
pub type BlobName = Arc<str>;

/// What blobs are made of.
#[derive(Clone, Debug)]
enum Source {
    Geometry(Geometry),
    Texture(Picture),
}

#[derive(Debug)]
struct Blob {
    source: Source,
    bytes: OnceLock<Bytes>,
}

/// The blobs of a world. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Blobs(Arc<Mutex<Table>>);

#[derive(Debug, Default)]
struct Table {
    blobs: HashMap<BlobName, Arc<Blob>>,
    kept: usize,
}

impl Blobs {
    /// Adds a geometry under its name.
    pub fn add_geometry(&self, name: &BlobName, geometry: &Geometry) {
        self.add(name, || Source::Geometry(geometry.clone()));
    }

    /// Adds a texture under its name.
    pub fn add_texture(&self, name: &BlobName, picture: &Picture) {
        self.add(name, || Source::Texture(picture.clone()));
    }

    fn add(&self, name: &BlobName, source: impl FnOnce() -> Source) {
        let mut table = self.table();
        table.blobs.entry(name.clone()).or_insert_with(|| {
            Arc::new(Blob {
                source: source(),
                bytes: OnceLock::new(),
            })
        });
    }

    /// Removes all blobs but those with these names.
    pub fn retain(&self, is_used: impl Fn(&str) -> bool) {
        let mut table = self.table();
        table.blobs.retain(|name, _| is_used(name));
        let made = table.blobs.values().filter_map(|blob| blob.bytes.get());
        table.kept = made.map(Bytes::len).sum();
    }

    /// The bytes of a blob. This can take long: pictures are compressed.
    pub fn bytes(&self, name: &str) -> Option<Bytes> {
        let blob = self.table().blobs.get(name).cloned()?;
        if let Some(bytes) = blob.bytes.get() {
            return Some(bytes.clone());
        }
        let bytes: Bytes = match &blob.source {
            Source::Geometry(geometry) => mesh_bytes(geometry.mesh()).into(),
            Source::Texture(picture) => encode_rgba(picture, PictureFormat::Png).ok()?.into(),
        };
        let mut table = self.table();
        if table.kept + bytes.len() <= MOST_KEPT && blob.bytes.set(bytes.clone()).is_ok() {
            table.kept += bytes.len();
        }
        Some(bytes)
    }

    /// The names of all blobs, in order.
    pub fn names(&self) -> Vec<BlobName> {
        let mut names: Vec<BlobName> = self.table().blobs.keys().cloned().collect();
        names.sort_unstable();
        names
    }

    /// Whether a blob is a texture.
    pub fn is_texture(&self, name: &str) -> bool {
        let table = self.table();
        table
            .blobs
            .get(name)
            .is_some_and(|blob| matches!(blob.source, Source::Texture(_)))
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The name of a geometry.
pub fn geometry_name(geometry: &Geometry) -> BlobName {
    name(
        b'g',
        &mesh_bytes(geometry.mesh()),
        mesh_kind(geometry.mesh()),
    )
}

/// The name of a picture.
pub fn picture_name(picture: &Picture) -> BlobName {
    let size = format!("{} {}", picture.width(), picture.height());
    name(b't', picture.pixels(), &size)
}

fn name(kind: u8, bytes: &[u8], about: &str) -> BlobName {
    let mut hash = Sha1::new();
    hash.update([kind]);
    hash.update(about.as_bytes());
    hash.update(bytes);
    let text: String = hash
        .finalize()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    text.into()
}

/// What the elements of a mesh are called in descriptions.
pub fn mesh_kind(mesh: &Mesh) -> &'static str {
    match mesh.elements {
        Elements::Triangles(_) => "triangles",
        Elements::Lines(_) => "lines",
        Elements::Points => "points",
    }
}

/// A mesh as pages read it: positions, normals, texture coordinates, colours and
/// places of ink if there are any, indices.
pub fn mesh_bytes(mesh: &Mesh) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut floats = |numbers: &[f32]| {
        bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    };
    floats(mesh.positions.as_flattened());
    floats(mesh.normals.as_flattened());
    floats(mesh.coordinates.as_flattened());
    floats(mesh.colors.as_flattened());
    floats(mesh.ink_coordinates.as_flattened());
    let indices = match &mesh.elements {
        Elements::Triangles(triangles) => triangles.as_flattened(),
        Elements::Lines(lines) => lines.as_flattened(),
        Elements::Points => &[],
    };
    bytes.extend(indices.iter().flat_map(|index| index.to_le_bytes()));
    bytes
}
