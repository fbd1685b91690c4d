//! Version 2: every field at its place.

use bytes::{BufMut, Bytes, BytesMut};

use super::reader::Reader;
use super::{CodecError, Decoded, Limits, MAGIC, MessageVersion, PREFIX, StringTable};
use crate::message::{
    Array, Composite, Data, Element, ElementName, Endpoints, Entry, EntryType, Header, Message,
    Routing, ScalarKind,
};

const LEAST_HEADER: usize = 64;
const LEAST_ENTRY: usize = 22;
const LEAST_ELEMENT: usize = 16;

pub(super) fn decode(frame: &Bytes, limits: &Limits) -> Result<Decoded, CodecError> {
    let reader = &mut Reader::new(frame, PREFIX, limits);
    let header_size = usize::from(reader.u16("header")?);
    let outer = reader.enter(0, header_size, "header")?;
    let routing_ids = (reader.id("header")?, reader.id("header")?);
    let endpoints = Endpoints {
        sender: reader.u32("header")?,
        receiver: reader.u32("header")?,
    };
    let sender_name = text(reader, limits.name, "node name")?;
    let receiver_name = text(reader, limits.name, "node name")?;
    let metadata = text(reader, limits.metadata, "metadata")?;
    let entry_count = usize::from(reader.u16("header")?);
    let header = Header {
        routing: Some(Routing {
            sender: routing_ids.0,
            receiver: routing_ids.1,
            sender_name,
            receiver_name,
        }),
        endpoints: Some(endpoints),
        metadata,
        id: reader.u16("header")?,
        response_to: reader.u16("header")?,
        ..Header::default()
    };
    reader.leave(outer, "header")?;
    reader.expect(entry_count, LEAST_ENTRY, "entries")?;
    let mut entries = Vec::with_capacity(entry_count);
    for _ in 0..entry_count {
        entries.push(entry(reader)?);
    }
    if reader.left() != 0 {
        return Err(CodecError::LeftOver("message"));
    }
    Ok(Decoded {
        message: Message { header, entries },
        version: MessageVersion::V2,
        strings: StringTable::Off,
    })
}

fn text(
    reader: &mut Reader<'_>,
    longest: usize,
    what: &'static str,
) -> Result<bytestring::ByteString, CodecError> {
    let length = usize::from(reader.u16(what)?);
    reader.text(length, longest, what)
}

fn entry(reader: &mut Reader<'_>) -> Result<Entry, CodecError> {
    let limits = reader.limits();
    let start = reader.position();
    let size = reader.u32("entry")? as usize;
    let outer = reader.enter(start, size, "entry")?;
    let kind = EntryType(reader.u16("entry")?);
    let _reserved = reader.u16("entry")?;
    let path = text(reader, limits.path, "service path")?;
    let member = text(reader, limits.name, "member name")?;
    let request_id = reader.u32("entry")?;
    let error = reader.u16("entry")?;
    let metadata = text(reader, limits.metadata, "metadata")?;
    let count = usize::from(reader.u16("entry")?);
    let elements = elements(reader, count, 1)?;
    reader.leave(outer, "entry")?;
    Ok(Entry {
        kind,
        path,
        member,
        request_id,
        error,
        metadata,
        extended: Bytes::new(),
        elements,
    })
}

fn elements(
    reader: &mut Reader<'_>,
    count: usize,
    depth: usize,
) -> Result<Vec<Element>, CodecError> {
    if count == 0 {
        return Ok(Vec::new());
    }
    if depth > reader.limits().depth {
        return Err(CodecError::Depth(reader.limits().depth));
    }
    reader.expect(count, LEAST_ELEMENT, "elements")?;
    let mut elements = Vec::with_capacity(count);
    for _ in 0..count {
        elements.push(element(reader, depth)?);
    }
    Ok(elements)
}

fn element(reader: &mut Reader<'_>, depth: usize) -> Result<Element, CodecError> {
    let limits = reader.limits();
    let start = reader.position();
    let size = reader.u32("element")? as usize;
    let outer = reader.enter(start, size, "element")?;
    let name = ElementName::Text(text(reader, limits.path, "element name")?);
    let code = reader.u16("element")?;
    let type_name = text(reader, limits.name, "type name")?;
    let metadata = text(reader, limits.metadata, "metadata")?;
    let count = reader.u32("element")? as usize;
    let data = data(reader, code, count, depth)?;
    reader.leave(outer, "element")?;
    Ok(Element {
        name,
        type_name,
        metadata,
        extended: Bytes::new(),
        data,
    })
}

fn data(
    reader: &mut Reader<'_>,
    code: u16,
    count: usize,
    depth: usize,
) -> Result<Data, CodecError> {
    read_data(reader, code, count, depth, elements)
}

/// Reads the content of an element; how children are read is the version's
/// business.
pub(super) fn read_data<'a>(
    reader: &mut Reader<'a>,
    code: u16,
    count: usize,
    depth: usize,
    children: impl Fn(&mut Reader<'a>, usize, usize) -> Result<Vec<Element>, CodecError>,
) -> Result<Data, CodecError> {
    match code {
        0 if count == 0 => Ok(Data::Void),
        0 => Err(CodecError::Count {
            what: "void items",
            count,
        }),
        11 => reader.bytes(count, "string").map(Data::String),
        _ => {
            if let Some(kind) = ScalarKind::from_code(code) {
                reader.array(kind, count).map(Data::Array)
            } else if let Some(kind) = Composite::from_code(code) {
                children(reader, count, depth + 1).map(|children| Data::Nested(kind, children))
            } else {
                Err(CodecError::ElementType(code))
            }
        }
    }
}

pub(super) fn encode(message: &Message, out: &mut BytesMut) -> Result<(), CodecError> {
    let start = out.len();
    let header = &message.header;
    let routing = header.routing_or_zero();
    let endpoints = header.endpoints_or_zero();
    out.put_slice(&MAGIC);
    out.put_u32_le(0);
    out.put_u16_le(2);
    let header_size = LEAST_HEADER
        + routing.sender_name.len()
        + routing.receiver_name.len()
        + header.metadata.len();
    out.put_u16_le(fit(header_size, "header")?);
    out.put_slice(routing.sender.as_bytes());
    out.put_slice(routing.receiver.as_bytes());
    out.put_u32_le(endpoints.sender);
    out.put_u32_le(endpoints.receiver);
    put_text(out, &routing.sender_name, "node name")?;
    put_text(out, &routing.receiver_name, "node name")?;
    put_text(out, &header.metadata, "metadata")?;
    out.put_u16_le(fit(message.entries.len(), "entries")?);
    out.put_u16_le(header.id);
    out.put_u16_le(header.response_to);
    for entry in &message.entries {
        put_entry(out, entry)?;
    }
    patch_size(out, start, start + 4, "message")
}

fn put_entry(out: &mut BytesMut, entry: &Entry) -> Result<(), CodecError> {
    let start = out.len();
    out.put_u32_le(0);
    out.put_u16_le(entry.kind.0);
    out.put_u16_le(0);
    put_text(out, &entry.path, "service path")?;
    put_text(out, &entry.member, "member name")?;
    out.put_u32_le(entry.request_id);
    out.put_u16_le(entry.error);
    put_text(out, &entry.metadata, "metadata")?;
    out.put_u16_le(fit(entry.elements.len(), "elements")?);
    for element in &entry.elements {
        put_element(out, element)?;
    }
    patch_size(out, start, start, "entry")
}

fn put_element(out: &mut BytesMut, element: &Element) -> Result<(), CodecError> {
    let start = out.len();
    out.put_u32_le(0);
    match &element.name {
        ElementName::Text(text) => put_text(out, text, "element name")?,
        ElementName::Number(number) => put_text(out, &number.to_string(), "element name")?,
    }
    let (code, count) = shape(&element.data);
    out.put_u16_le(code);
    put_text(out, &element.type_name, "type name")?;
    put_text(out, &element.metadata, "metadata")?;
    out.put_u32_le(u32::try_from(count).map_err(|_| CodecError::Range("data count"))?);
    match &element.data {
        Data::Void => {}
        Data::Array(array) => out.put_slice(array.bytes()),
        Data::String(bytes) => out.put_slice(bytes),
        Data::Nested(_, children) => {
            for child in children {
                put_element(out, child)?;
            }
        }
    }
    patch_size(out, start, start, "element")
}

/// Type number and count of an element's content.
pub(super) fn shape(data: &Data) -> (u16, usize) {
    match data {
        Data::Void => (0, 0),
        Data::Array(array) => (Array::kind(array).code(), array.len()),
        Data::String(bytes) => (11, bytes.len()),
        Data::Nested(kind, children) => (kind.code(), children.len()),
    }
}

fn fit(size: usize, what: &'static str) -> Result<u16, CodecError> {
    u16::try_from(size).map_err(|_| CodecError::Range(what))
}

fn put_text(out: &mut BytesMut, text: &str, what: &'static str) -> Result<(), CodecError> {
    out.put_u16_le(fit(text.len(), what)?);
    out.put_slice(text.as_bytes());
    Ok(())
}

/// Writes the size of what began at `start` into the four bytes at `at`.
pub(super) fn patch_size(
    out: &mut BytesMut,
    start: usize,
    at: usize,
    what: &'static str,
) -> Result<(), CodecError> {
    let size = u32::try_from(out.len() - start).map_err(|_| CodecError::Range(what))?;
    out[at..at + 4].copy_from_slice(&size.to_le_bytes());
    Ok(())
}
