//! Memories of a session.

use crate::error::{Error, ErrorCode, Result};
use crate::members::{Memory, transfer::read_count};
use crate::message::{Array, Data, Element, Entry, EntryType};
use crate::schema::{Direction, Type};
use crate::service::ServerSession;
use crate::value::Value;

/// Bytes of one transfer.
const MAX_TRANSFER: u32 = 102_400;

impl ServerSession {
    pub(super) fn memory_request(
        &self,
        mut entry: Entry,
        memory: &dyn Memory,
        value: &Type,
        multidimensional: bool,
        direction: Direction,
    ) -> Result<Vec<Element>> {
        if entry.kind == EntryType::MEMORY_GET_PARAM {
            return parameter(&entry, memory, multidimensional).map(|element| vec![element]);
        }
        let position = read_count(entry.element("memorypos"), "memorypos")?;
        let count = read_count(entry.element("count"), "count")?;
        let echo = |name| {
            let numbers = if name == "count" { &count } else { &position };
            Element::new(name, Data::Array(Array::from_slice(numbers)))
        };
        if entry.kind == EntryType::MEMORY_READ {
            if direction == Direction::WriteOnly {
                return Err(Error::write_only());
            }
            let items = count
                .iter()
                .try_fold(1u64, |product, many| product.checked_mul(*many));
            if items.is_none_or(|items| items > 12 * 1024 * 1024) {
                return Err(Error::new(
                    ErrorCode::OutOfRange,
                    "more items than a message can hold",
                ));
            }
            let data = memory.read(&position, &count)?;
            value.check(&data, &self.service.schema)?;
            return Ok(vec![
                echo("memorypos"),
                echo("count"),
                data.into_element("data"),
            ]);
        }
        if direction == Direction::ReadOnly {
            return Err(Error::read_only());
        }
        let data = entry
            .take("data")
            .ok_or_else(|| Error::missing_element("data"))?;
        let data = Value::from_element(data)?;
        value.check(&data, &self.service.schema)?;
        memory.write(&position, &count, data)?;
        Ok(vec![echo("memorypos"), echo("count")])
    }
}

fn parameter(entry: &Entry, memory: &dyn Memory, multidimensional: bool) -> Result<Element> {
    let name = entry
        .element("parameter")
        .and_then(Element::as_str)
        .ok_or_else(|| Error::missing_element("parameter"))?;
    let dimensions = memory.dimensions();
    match (name, multidimensional) {
        ("Length", false) => Ok(Element::scalar(
            "return",
            dimensions.first().copied().unwrap_or(0),
        )),
        ("MaxTransferSize", _) => Ok(Element::scalar("return", MAX_TRANSFER)),
        ("DimCount", true) => Ok(Element::scalar("return", dimensions.len() as u64)),
        ("Dimensions", true) => Ok(Element::new(
            "return",
            Data::Array(Array::from_slice(&dimensions)),
        )),
        _ => Err(Error::new(
            ErrorCode::InvalidArgument,
            format!("a memory has no parameter {name}"),
        )),
    }
}
