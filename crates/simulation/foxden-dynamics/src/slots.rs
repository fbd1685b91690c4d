//! Numbered places for bodies, shapes and joints.

use serde::{Deserialize, Serialize};
use std::marker::PhantomData;

/// A handle: the number of a place, typed by what stands there.
#[derive(Debug, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Handle<T> {
    index: u32,
    kind: PhantomData<fn() -> T>,
}

impl<T> Handle<T> {
    pub(crate) const fn new(index: usize) -> Self {
        Self {
            index: index as u32,
            kind: PhantomData,
        }
    }

    /// The number of the place, for tables beside these.
    pub const fn index(self) -> usize {
        self.index as usize
    }
}

impl<T> Clone for Handle<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Handle<T> {}

impl<T> PartialEq for Handle<T> {
    fn eq(&self, other: &Self) -> bool {
        self.index == other.index
    }
}

impl<T> Eq for Handle<T> {}

impl<T> PartialOrd for Handle<T> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> Ord for Handle<T> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.index.cmp(&other.index)
    }
}

/// A list whose places keep their numbers; freed places are used again.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Slots<T> {
    items: Vec<Option<T>>,
    free: Vec<u32>,
}

impl<T> Default for Slots<T> {
    fn default() -> Self {
        Self {
            items: Vec::new(),
            free: Vec::new(),
        }
    }
}

impl<T> Slots<T> {
    pub(crate) fn insert(&mut self, item: T) -> Handle<T> {
        if let Some(index) = self.free.pop() {
            self.items[index as usize] = Some(item);
            return Handle::new(index as usize);
        }
        self.items.push(Some(item));
        Handle::new(self.items.len() - 1)
    }

    pub(crate) fn remove(&mut self, handle: Handle<T>) -> Option<T> {
        let item = self.items.get_mut(handle.index())?.take();
        if item.is_some() {
            self.free.push(handle.index);
        }
        item
    }

    /// One more than the highest number ever given.
    pub(crate) fn places(&self) -> usize {
        self.items.len()
    }

    pub(crate) fn get(&self, handle: Handle<T>) -> Option<&T> {
        self.at(handle.index())
    }

    pub(crate) fn get_mut(&mut self, handle: Handle<T>) -> Option<&mut T> {
        self.at_mut(handle.index())
    }

    pub(crate) fn at(&self, index: usize) -> Option<&T> {
        self.items.get(index).and_then(Option::as_ref)
    }

    pub(crate) fn at_mut(&mut self, index: usize) -> Option<&mut T> {
        self.items.get_mut(index).and_then(Option::as_mut)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (Handle<T>, &T)> {
        let with_handle = |(index, item): (usize, _)| (Handle::new(index), item);
        let occupied = self.items.iter().enumerate();
        occupied
            .filter_map(|(index, item)| item.as_ref().map(|item| (index, item)))
            .map(with_handle)
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = (Handle<T>, &mut T)> {
        let occupied = self.items.iter_mut().enumerate();
        occupied.filter_map(|(index, item)| item.as_mut().map(|item| (Handle::new(index), item)))
    }

    pub(crate) fn values_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.items.iter_mut().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_keep_their_numbers_and_are_used_again() {
        let mut slots = Slots::default();
        let first = slots.insert('a');
        let second = slots.insert('b');
        assert_eq!(slots.remove(first), Some('a'));
        assert_eq!(slots.remove(first), None);
        assert_eq!(slots.get(second), Some(&'b'));
        assert_eq!(slots.insert('c'), first);
        assert_eq!(slots.places(), 2);
    }
}
