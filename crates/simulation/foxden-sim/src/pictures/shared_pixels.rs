//! The numbers of a picture, shared by all who hold the picture.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::ops::Deref;
use std::sync::Arc;

/// The numbers of a picture. A clone shares them, so a snapshot or a reader outside costs no
/// copy; the next picture goes elsewhere as long as somebody holds this one.
#[derive(Clone, Debug)]
pub struct SharedPixels<T>(Option<Arc<Vec<T>>>);

impl<T> SharedPixels<T> {
    /// No picture.
    pub(crate) const NONE: Self = Self(None);
}

impl<T: Copy> SharedPixels<T> {
    /// Takes the numbers of another picture.
    pub(crate) fn replace(&mut self, pixels: &[T]) {
        match self.0.as_mut().and_then(Arc::get_mut) {
            Some(own) => {
                own.clear();
                own.extend_from_slice(pixels);
            }
            None => *self = pixels.to_vec().into(),
        }
    }

    /// The numbers, to change some of them; what others hold stays.
    pub(crate) fn to_mut(&mut self) -> &mut [T] {
        Arc::make_mut(self.0.get_or_insert_default()).as_mut_slice()
    }
}

impl<T> Default for SharedPixels<T> {
    fn default() -> Self {
        Self::NONE
    }
}

impl<T> From<Vec<T>> for SharedPixels<T> {
    fn from(pixels: Vec<T>) -> Self {
        Self(Some(Arc::new(pixels)))
    }
}

impl<T> Deref for SharedPixels<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        self.0.as_deref().map_or(&[], Vec::as_slice)
    }
}

impl<T: PartialEq> PartialEq for SharedPixels<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Serialize> Serialize for SharedPixels<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (**self).serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for SharedPixels<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(Self::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_that_is_held_stays() {
        let mut picture = SharedPixels::from(vec![1, 2]);
        let place = picture.as_ptr();
        picture.replace(&[3, 4]);
        assert_eq!((picture.as_ptr(), &*picture), (place, &[3, 4][..]));
        let held = picture.clone();
        assert_eq!(held.as_ptr(), place);
        picture.replace(&[5, 6]);
        picture.to_mut()[0] = 7;
        assert_eq!((&*held, &*picture), (&[3, 4][..], &[7, 6][..]));
    }
}
