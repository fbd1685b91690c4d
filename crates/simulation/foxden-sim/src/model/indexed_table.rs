//! Tables whose rows are found by an index of their own kind, so that a row of
//! one table cannot be looked up in another.

use serde::{Deserialize, Serialize};
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut, Index, IndexMut};

/// The number of a row in the tables of one kind.
pub(crate) trait RowIndex: Copy {
    /// The index of the row at a place.
    fn new(at: usize) -> Self;

    /// The place of the row.
    fn at(self) -> usize;
}

/// Makes index types.
macro_rules! row_indices {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
        )]
        pub struct $name(pub(crate) u32);

        impl $crate::model::RowIndex for $name {
            fn new(at: usize) -> Self {
                Self(at as u32)
            }

            fn at(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

pub(crate) use row_indices;

/// Rows that are found by an index `I`. As a slice it gives them in order.
#[derive(Debug, Serialize, Deserialize)]
#[serde(bound(serialize = "R: Serialize", deserialize = "R: Deserialize<'de>"))]
pub(crate) struct Table<I, R> {
    rows: Vec<R>,
    index: PhantomData<fn(I)>,
}

impl<I: RowIndex, R> Table<I, R> {
    /// Adds a row.
    pub(crate) fn push(&mut self, row: R) -> I {
        let index = self.next_index();
        self.rows.push(row);
        index
    }

    /// The index that the next row gets.
    pub(crate) fn next_index(&self) -> I {
        I::new(self.rows.len())
    }

    /// The indices of all rows, in order.
    pub(crate) fn indices(&self) -> impl Iterator<Item = I> + use<I, R> {
        (0..self.rows.len()).map(I::new)
    }

    /// All rows with their indices, in order.
    pub(crate) fn indexed(&self) -> impl Iterator<Item = (I, &R)> {
        self.indices().zip(&self.rows)
    }

    /// A row, if there is one.
    pub(crate) fn find(&self, index: I) -> Option<&R> {
        self.rows.get(index.at())
    }

    /// A row to change, if there is one.
    pub(crate) fn find_mut(&mut self, index: I) -> Option<&mut R> {
        self.rows.get_mut(index.at())
    }
}

impl<I, R: Clone> Clone for Table<I, R> {
    fn clone(&self) -> Self {
        self.rows.iter().cloned().collect()
    }
}

impl<I, R> Default for Table<I, R> {
    fn default() -> Self {
        Self {
            rows: Vec::new(),
            index: PhantomData,
        }
    }
}

impl<I, R: PartialEq> PartialEq for Table<I, R> {
    fn eq(&self, other: &Self) -> bool {
        self.rows == other.rows
    }
}

impl<I, R> FromIterator<R> for Table<I, R> {
    fn from_iter<T: IntoIterator<Item = R>>(rows: T) -> Self {
        Self {
            rows: rows.into_iter().collect(),
            index: PhantomData,
        }
    }
}

impl<I: RowIndex, R> Index<I> for Table<I, R> {
    type Output = R;

    fn index(&self, index: I) -> &R {
        &self.rows[index.at()]
    }
}

impl<I: RowIndex, R> IndexMut<I> for Table<I, R> {
    fn index_mut(&mut self, index: I) -> &mut R {
        &mut self.rows[index.at()]
    }
}

/// By the place in the order of the table.
impl<I: RowIndex, R> Index<usize> for Table<I, R> {
    type Output = R;

    fn index(&self, at: usize) -> &R {
        &self.rows[at]
    }
}

impl<I: RowIndex, R> IndexMut<usize> for Table<I, R> {
    fn index_mut(&mut self, at: usize) -> &mut R {
        &mut self.rows[at]
    }
}

impl<I, R> Deref for Table<I, R> {
    type Target = [R];

    fn deref(&self) -> &[R] {
        &self.rows
    }
}

impl<I, R> DerefMut for Table<I, R> {
    fn deref_mut(&mut self) -> &mut [R] {
        &mut self.rows
    }
}

impl<'a, I, R> IntoIterator for &'a Table<I, R> {
    type Item = &'a R;
    type IntoIter = std::slice::Iter<'a, R>;

    fn into_iter(self) -> Self::IntoIter {
        self.rows.iter()
    }
}

impl<'a, I, R> IntoIterator for &'a mut Table<I, R> {
    type Item = &'a mut R;
    type IntoIter = std::slice::IterMut<'a, R>;

    fn into_iter(self) -> Self::IntoIter {
        self.rows.iter_mut()
    }
}
