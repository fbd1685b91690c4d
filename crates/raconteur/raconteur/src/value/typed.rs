//! Rust types for what has no counterpart in the standard library.

/// A list, as opposed to an array of numbers, which is a plain `Vec`.
///
/// ```
/// use raconteur::value::{List, Value};
/// let list = List(vec!["a".to_owned(), "b".to_owned()]);
/// assert!(matches!(Value::from(list), Value::List(items) if items.len() == 2));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List<T>(pub Vec<T>);

impl<T> Default for List<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> From<Vec<T>> for List<T> {
    fn from(items: Vec<T>) -> Self {
        Self(items)
    }
}

impl<T> std::ops::Deref for List<T> {
    type Target = Vec<T>;
    fn deref(&self) -> &Vec<T> {
        &self.0
    }
}

impl<T> std::ops::DerefMut for List<T> {
    fn deref_mut(&mut self) -> &mut Vec<T> {
        &mut self.0
    }
}

/// Items in several dimensions, the first index running fastest.
///
/// ```
/// use raconteur::value::MultiDim;
/// let matrix = MultiDim::new(vec![2, 3], vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0]).unwrap();
/// assert_eq!(matrix.get(&[1, 2]), Some(&6.0));
/// assert!(MultiDim::new(vec![2, 2], vec![1.0]).is_none());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MultiDim<T> {
    dims: Vec<u32>,
    items: Vec<T>,
}

impl<T> MultiDim<T> {
    /// Joins dimensions and items; `None` if their numbers differ.
    pub fn new(dims: Vec<u32>, items: Vec<T>) -> Option<Self> {
        let product = dims
            .iter()
            .try_fold(1usize, |product, dim| product.checked_mul(*dim as usize))?;
        (product == items.len()).then_some(Self { dims, items })
    }

    /// Sizes of the dimensions.
    pub fn dims(&self) -> &[u32] {
        &self.dims
    }

    /// The items, the first index running fastest.
    pub fn items(&self) -> &[T] {
        &self.items
    }

    /// Takes it apart.
    pub fn into_parts(self) -> (Vec<u32>, Vec<T>) {
        (self.dims, self.items)
    }

    fn offset(&self, index: &[u32]) -> Option<usize> {
        if index.len() != self.dims.len() {
            return None;
        }
        let mut offset = 0;
        let mut stride = 1;
        for (at, size) in index.iter().zip(&self.dims) {
            if at >= size {
                return None;
            }
            offset += *at as usize * stride;
            stride *= *size as usize;
        }
        Some(offset)
    }

    /// The item at an index.
    pub fn get(&self, index: &[u32]) -> Option<&T> {
        self.items.get(self.offset(index)?)
    }

    /// The item at an index, to change it.
    ///
    /// ```
    /// use raconteur::value::MultiDim;
    /// let mut matrix = MultiDim::new(vec![2, 1], vec![1.0, 2.0]).unwrap();
    /// assert_eq!(matrix.dims(), [2, 1]);
    /// *matrix.get_mut(&[1, 0]).unwrap() = 5.0;
    /// assert_eq!(matrix.into_parts(), (vec![2, 1], vec![1.0, 5.0]));
    /// ```
    pub fn get_mut(&mut self, index: &[u32]) -> Option<&mut T> {
        let offset = self.offset(index)?;
        self.items.get_mut(offset)
    }
}

impl<T> Default for MultiDim<T> {
    fn default() -> Self {
        Self {
            dims: vec![0],
            items: Vec::new(),
        }
    }
}
