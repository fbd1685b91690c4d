//! Memories: large arrays that are read and written in pieces.

use parking_lot::RwLock;

use crate::error::{Error, ErrorCode, Result};
use crate::message::{Data, Element};
use crate::value::{ArrayItem, MultiDim, Value};

/// The service's side of a memory.
///
/// Most services use [`ArrayMemory`].
pub trait Memory: Send + Sync + 'static {
    /// Sizes of the dimensions; one for a plain array.
    fn dimensions(&self) -> Vec<u64>;

    /// Reads `count` items from `position`, both one number per dimension.
    fn read(&self, position: &[u64], count: &[u64]) -> Result<Value>;

    /// Writes items.
    fn write(&self, position: &[u64], count: &[u64], data: Value) -> Result<()>;
}

/// A memory that is an array.
///
/// ```
/// use raconteur::members::{ArrayMemory, Memory};
/// use raconteur::value::Value;
/// let memory = ArrayMemory::new(vec![1.0, 2.0, 3.0, 4.0]);
/// assert_eq!(memory.read(&[1], &[2])?, Value::from(vec![2.0, 3.0]));
/// # Ok::<(), raconteur::Error>(())
/// ```
#[derive(Debug)]
pub struct ArrayMemory<T> {
    dims: Option<Vec<u32>>,
    items: RwLock<Vec<T>>,
}

impl<T: ArrayItem> ArrayMemory<T> {
    /// A memory of one dimension.
    pub fn new(items: Vec<T>) -> Self {
        Self {
            dims: None,
            items: RwLock::new(items),
        }
    }

    /// A memory of several dimensions.
    ///
    /// ```
    /// use raconteur::members::ArrayMemory;
    /// use raconteur::value::MultiDim;
    /// let picture = ArrayMemory::multidimensional(MultiDim::new(vec![2, 2], vec![0_u8; 4]).unwrap());
    /// picture.with(|pixels| pixels[0] = 255);
    /// assert_eq!(picture.with(|pixels| pixels.len()), 4);
    /// ```
    pub fn multidimensional(array: MultiDim<T>) -> Self {
        let (dims, items) = array.into_parts();
        Self {
            dims: Some(dims),
            items: RwLock::new(items),
        }
    }

    /// Works on the items.
    pub fn with<R>(&self, work: impl FnOnce(&mut Vec<T>) -> R) -> R {
        work(&mut self.items.write())
    }

    /// Offsets of runs of items along the first dimension, and their length.
    fn runs(&self, position: &[u64], count: &[u64]) -> Result<(Vec<usize>, usize)> {
        let dims = self.dimensions();
        let outside = || Error::new(ErrorCode::OutOfRange, "outside of the memory");
        if position.len() != dims.len() || count.len() != dims.len() {
            return Err(Error::new(
                ErrorCode::InvalidArgument,
                format!("the memory has {} dimensions", dims.len()),
            ));
        }
        for ((at, many), size) in position.iter().zip(count).zip(&dims) {
            if at.checked_add(*many).is_none_or(|end| end > *size) {
                return Err(outside());
            }
        }
        let sizes: Vec<usize> = dims.iter().map(|size| *size as usize).collect();
        let length = count.first().copied().unwrap_or(0) as usize;
        let mut offsets = vec![position.first().copied().unwrap_or(0) as usize];
        let mut stride = 1;
        for dimension in 1..sizes.len() {
            stride *= sizes[dimension - 1];
            let (start, many) = (position[dimension] as usize, count[dimension] as usize);
            // The lower dimensions run fastest.
            offsets = (start..start + many)
                .flat_map(|at| offsets.iter().map(move |offset| offset + at * stride))
                .collect();
        }
        if count.contains(&0) {
            offsets.clear();
        }
        Ok((offsets, length))
    }
}

impl<T: ArrayItem> Memory for ArrayMemory<T> {
    fn dimensions(&self) -> Vec<u64> {
        match &self.dims {
            Some(dims) => dims.iter().copied().map(u64::from).collect(),
            None => vec![self.items.read().len() as u64],
        }
    }

    fn read(&self, position: &[u64], count: &[u64]) -> Result<Value> {
        let (offsets, length) = self.runs(position, count)?;
        let items = self.items.read();
        let mut piece = Vec::with_capacity(offsets.len() * length);
        for offset in offsets {
            let run = items
                .get(offset..offset + length)
                .ok_or_else(|| Error::new(ErrorCode::OutOfRange, "outside of the memory"))?;
            piece.extend_from_slice(run);
        }
        match &self.dims {
            None => Ok(T::array_to_value(piece)),
            Some(_) => {
                let dims = count.iter().map(|many| *many as u32).collect();
                MultiDim::new(dims, piece)
                    .map(T::multidim_to_value)
                    .ok_or_else(|| Error::new(ErrorCode::InternalError, "a piece of wrong size"))
            }
        }
    }

    fn write(&self, position: &[u64], count: &[u64], data: Value) -> Result<()> {
        let (offsets, length) = self.runs(position, count)?;
        let piece = match &self.dims {
            None => T::array_from_value(data)?,
            Some(_) => T::multidim_from_value(data)?.into_parts().1,
        };
        if piece.len() != offsets.len() * length {
            return Err(Error::new(
                ErrorCode::InvalidArgument,
                "count does not fit the data",
            ));
        }
        let mut items = self.items.write();
        for (offset, run) in offsets.into_iter().zip(piece.chunks(length.max(1))) {
            items
                .get_mut(offset..offset + length)
                .ok_or_else(|| Error::new(ErrorCode::OutOfRange, "outside of the memory"))?
                .clone_from_slice(run);
        }
        Ok(())
    }
}

/// A position or count of a request: one number per dimension.
pub(crate) fn read_count(element: Option<&Element>, name: &str) -> Result<Vec<u64>> {
    match element.map(|element| &element.data) {
        Some(Data::Array(array)) if array.len() <= 64 => array
            .to_vec::<u64>()
            .ok_or_else(|| Error::data_type(format!("{name} must be uint64"))),
        Some(_) => Err(Error::data_type(format!("{name} must be uint64"))),
        None => Err(Error::missing_element(name)),
    }
}

/// Splits a transfer into pieces of at most `most` items, as
/// (offset into the transfer, size) per dimension.
pub(crate) fn split(count: &[u64], most: u64) -> Vec<(Vec<u64>, Vec<u64>)> {
    // The largest block of whole lower dimensions that fits.
    let mut block = Vec::with_capacity(count.len());
    let mut room = most.max(1);
    for size in count {
        let part = (*size).min(room).max(1);
        block.push(part);
        room = if part == *size { room / part } else { 1 };
    }
    let mut pieces = vec![(Vec::new(), Vec::new())];
    for (size, part) in count.iter().zip(&block) {
        let mut next = Vec::new();
        let mut at = 0;
        while at < *size {
            let length = (*part).min(size - at);
            for (offset, counts) in &pieces {
                let (mut offset, mut counts): (Vec<u64>, Vec<u64>) =
                    (offset.clone(), counts.clone());
                offset.push(at);
                counts.push(length);
                next.push((offset, counts));
            }
            at += length;
        }
        pieces = next;
    }
    pieces
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn pieces_cover_the_transfer_once() {
        for most in [1, 2, 3, 7, 24, 100] {
            let pieces = split(&[4, 3, 2], most);
            let mut seen = vec![0; 24];
            for (offset, count) in &pieces {
                assert!(count.iter().product::<u64>() <= most);
                for z in 0..count[2] {
                    for y in 0..count[1] {
                        for x in 0..count[0] {
                            let at = (offset[0] + x) + 4 * (offset[1] + y) + 12 * (offset[2] + z);
                            seen[at as usize] += 1;
                        }
                    }
                }
            }
            assert_eq!(seen, [1; 24], "{most} at a time");
        }
    }

    #[test]
    fn a_block_is_read_and_written() {
        let array = MultiDim::new(vec![3, 2], vec![1, 2, 3, 4, 5, 6]).unwrap();
        let memory = ArrayMemory::multidimensional(array);
        let expected = MultiDim::new(vec![2, 2], vec![2, 3, 5, 6]).unwrap();
        assert_eq!(
            memory.read(&[1, 0], &[2, 2]).unwrap(),
            Value::from(expected)
        );
        let piece = MultiDim::new(vec![1, 2], vec![8, 9]).unwrap();
        memory.write(&[0, 0], &[1, 2], Value::from(piece)).unwrap();
        memory.with(|items| assert_eq!(*items, [8, 2, 3, 9, 5, 6]));
        assert!(memory.read(&[2, 0], &[2, 1]).is_err());
        assert!(memory.read(&[u64::MAX, 0], &[2, 1]).is_err());
        assert!(memory.read(&[0], &[1]).is_err());
    }
}
