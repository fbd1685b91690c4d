//! Textures: pictures with their reduced levels.

use crate::picture::Picture;

/// A picture as the renderer uses it. Cloning shares it.
#[derive(Clone, Debug)]
pub struct Texture {
    picture: Picture,
}

impl Texture {
    /// A texture of a picture. One whose sides are not powers of two grows
    /// ([`Picture::fitted`]).
    pub fn new(picture: Picture) -> Self {
        Self {
            picture: picture.fitted(),
        }
    }

    /// A texture of a picture with exactly its pixels: of displays and pens.
    pub fn unfitted(picture: Picture) -> Self {
        Self { picture }
    }

    /// Its picture.
    pub fn picture(&self) -> &Picture {
        &self.picture
    }
}
