//! Memories of a service.

use std::marker::PhantomData;
use std::sync::Arc;

use bytestring::ByteString;
use tokio::sync::OnceCell;

use super::session::ClientState;
use crate::error::{Error, Result};
use crate::members::transfer::{read_count, split};
use crate::message::{Array, Data, Element, Entry, EntryType};
use crate::schema::Direction;
use crate::value::{ArrayItem, MultiDim, Value};

/// The smallest transfer size of any node.
const DEFAULT_TRANSFER: u64 = 102_400;

/// A memory at the service.
///
/// ```no_run
/// # async fn example(object: raconteur::client::ObjectRef) -> Result<(), raconteur::Error> {
/// let image = object.memory::<u8>("image")?;
/// let size = image.dimensions().await?;
/// let pixels = image.read(&[0, 0], &size).await?;
/// # let _ = pixels;
/// # Ok(()) }
/// ```
///
/// ```no_run
/// # async fn example(robot: raconteur::client::ObjectRef) -> raconteur::Result<()> {
/// use raconteur::client::RemoteMemory;
/// let image: RemoteMemory<u8> = robot.memory("image")?;
/// let size = image.dimensions().await?;
/// let first = image.read(&[0], &[size[0].min(16)]).await?;
/// image.write(&[0], &[first.len() as u64], &first).await?;
/// # Ok(()) }
/// ```
#[derive(Debug)]
pub struct RemoteMemory<T> {
    pub(super) state: Arc<ClientState>,
    pub(super) path: ByteString,
    pub(super) member: ByteString,
    pub(super) multidimensional: bool,
    pub(super) direction: Direction,
    pub(super) transfer: OnceCell<u64>,
    pub(super) marker: PhantomData<fn() -> T>,
}

impl<T: ArrayItem> RemoteMemory<T> {
    async fn parameter(&self, name: &'static str) -> Result<Element> {
        let entry = self
            .entry(EntryType::MEMORY_GET_PARAM)
            .with(Element::text("parameter", name));
        self.state
            .request(entry)
            .await?
            .take("return")
            .ok_or_else(|| Error::missing_element("return"))
    }

    fn entry(&self, kind: EntryType) -> Entry {
        Entry::new(kind, self.path.clone(), self.member.clone())
    }

    /// Sizes of the dimensions; one for a plain array.
    pub async fn dimensions(&self) -> Result<Vec<u64>> {
        let name = if self.multidimensional {
            "Dimensions"
        } else {
            "Length"
        };
        let element = self.parameter(name).await?;
        read_count(Some(&element), name)
    }

    /// Items of one transfer, so that each stays below what the service takes.
    async fn items_per_transfer(&self, item: u64) -> Result<u64> {
        let bytes = self
            .transfer
            .get_or_try_init(|| async {
                let element = self.parameter("MaxTransferSize").await?;
                let size = element
                    .as_scalar::<u32>()
                    .map_or(DEFAULT_TRANSFER, u64::from);
                Ok::<_, Error>(size.min(DEFAULT_TRANSFER))
            })
            .await?;
        Ok((bytes / item.max(1)).max(1))
    }

    /// Bytes of one item as it travels; pods are counted generously.
    fn item_size(value: &Value, count: usize) -> u64 {
        let bytes = match value {
            Value::Array(array) | Value::MultiDim(_, array) => array.bytes().len(),
            Value::NamedArrays(_, array) | Value::NamedMultiDim(_, _, array) => array.bytes().len(),
            _ => {
                let element = value.clone().into_element("data");
                let mut out = bytes::BytesMut::new();
                let message = crate::message::Message::new(
                    Entry::new(EntryType::MEMORY_READ, "", "").with(element),
                );
                let _ = crate::codec::encode(
                    &message,
                    crate::codec::MessageVersion::V2,
                    crate::codec::StringTable::Off,
                    &mut out,
                );
                out.len()
            }
        };
        (bytes / count.max(1)) as u64
    }

    async fn read_piece(&self, position: &[u64], count: &[u64]) -> Result<Value> {
        let numbers =
            |name, values: &[u64]| Element::new(name, Data::Array(Array::from_slice(values)));
        let entry = self
            .entry(EntryType::MEMORY_READ)
            .with(numbers("memorypos", position))
            .with(numbers("count", count));
        let data = self
            .state
            .request(entry)
            .await?
            .take("data")
            .ok_or_else(|| Error::missing_element("data"))?;
        Value::from_element(data)
    }

    async fn write_piece(&self, position: &[u64], count: &[u64], data: Value) -> Result<()> {
        let numbers =
            |name, values: &[u64]| Element::new(name, Data::Array(Array::from_slice(values)));
        let entry = self
            .entry(EntryType::MEMORY_WRITE)
            .with(numbers("memorypos", position))
            .with(numbers("count", count))
            .with(data.into_element("data"));
        self.state.request(entry).await.map(drop)
    }

    fn unpack(&self, value: Value, expected: u64) -> Result<Vec<T>> {
        let items = if self.multidimensional {
            T::multidim_from_value(value)?.into_parts().1
        } else {
            T::array_from_value(value)?
        };
        if items.len() as u64 == expected {
            Ok(items)
        } else {
            Err(Error::data_type("the memory gave another number of items"))
        }
    }

    /// The pieces of a transfer, once the size of an item is known.
    async fn pieces(&self, position: &[u64], count: &[u64]) -> Result<Vec<(Vec<u64>, Vec<u64>)>> {
        if count.contains(&0) {
            return Ok(Vec::new());
        }
        // One item shows the size of the others.
        let one = vec![1; count.len()];
        let probe = self.read_piece(position, &one).await?;
        let most = self.items_per_transfer(Self::item_size(&probe, 1)).await?;
        Ok(split(count, most))
    }

    /// Reads a block, the first index running fastest.
    pub async fn read(&self, position: &[u64], count: &[u64]) -> Result<Vec<T>> {
        if self.direction == Direction::WriteOnly {
            return Err(Error::write_only());
        }
        let total = count.iter().product::<u64>();
        let mut block: Vec<Option<T>> = vec![None; usize::try_from(total).unwrap_or(0)];
        for (offset, size) in self.pieces(position, count).await? {
            let at: Vec<u64> = position.iter().zip(&offset).map(|(a, b)| a + b).collect();
            let value = self.read_piece(&at, &size).await?;
            let items = self.unpack(value, size.iter().product())?;
            for (item, place) in items.into_iter().zip(places(count, &offset, &size)) {
                block[place] = Some(item);
            }
        }
        Ok(block.into_iter().flatten().collect())
    }

    /// Writes a block, the first index running fastest.
    pub async fn write(&self, position: &[u64], count: &[u64], items: &[T]) -> Result<()> {
        if self.direction == Direction::ReadOnly {
            return Err(Error::read_only());
        }
        if items.len() as u64 != count.iter().product::<u64>() {
            return Err(Error::data_type("count does not fit the items"));
        }
        if items.is_empty() {
            return Ok(());
        }
        let one = self.pack(&vec![1; count.len()], items[..1].to_vec())?;
        let most = self.items_per_transfer(Self::item_size(&one, 1)).await?;
        for (offset, size) in split(count, most) {
            let at: Vec<u64> = position.iter().zip(&offset).map(|(a, b)| a + b).collect();
            let piece = places(count, &offset, &size)
                .map(|place| items[place].clone())
                .collect();
            let value = self.pack(&size, piece)?;
            self.write_piece(&at, &size, value).await?;
        }
        Ok(())
    }

    fn pack(&self, size: &[u64], items: Vec<T>) -> Result<Value> {
        if !self.multidimensional {
            return Ok(T::array_to_value(items));
        }
        let dims = size.iter().map(|size| *size as u32).collect();
        MultiDim::new(dims, items)
            .map(T::multidim_to_value)
            .ok_or_else(|| Error::data_type("count does not fit the items"))
    }
}

/// Places of a piece's items within the whole block.
fn places<'a>(
    whole: &'a [u64],
    offset: &'a [u64],
    size: &'a [u64],
) -> impl Iterator<Item = usize> + 'a {
    let total = size.iter().product::<u64>();
    (0..total).map(move |mut index| {
        let mut place = 0;
        let mut stride = 1;
        for ((whole, offset), size) in whole.iter().zip(offset).zip(size) {
            place += (offset + index % size) * stride;
            index /= size;
            stride *= whole;
        }
        place as usize
    })
}
