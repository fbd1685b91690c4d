//! Messages of version 4 as bytes.

use bytes::{BufMut, BytesMut};

use super::{element_flag, entry_flag, header_flag};
use crate::codec::integers::{
    put_signed, put_unsigned, self_including, signed_length, unsigned_length,
};
use crate::codec::string_table::MessageCodes;
use crate::codec::v2::{patch_size, shape};
use crate::codec::{CodecError, MAGIC, PREFIX, StringTable};
use crate::message::{Data, Element, ElementName, Entry, Message};

pub(in crate::codec) fn encode(
    message: &Message,
    strings: StringTable,
    out: &mut BytesMut,
) -> Result<(), CodecError> {
    let codes = MessageCodes::choose(message, strings);
    let start = out.len();
    out.put_slice(&MAGIC);
    out.put_u32_le(0);
    out.put_u16_le(4);
    put_header(out, message, &codes)?;
    for entry in &message.entries {
        put_entry(out, entry, &codes)?;
    }
    patch_size(out, start, start + 4, "message")
}

fn put_header(
    out: &mut BytesMut,
    message: &Message,
    codes: &MessageCodes<'_>,
) -> Result<(), CodecError> {
    let header = &message.header;
    let mut rest = BytesMut::with_capacity(64);
    let mut flags = 0;
    if let Some(routing) = &header.routing {
        flags |= header_flag::ROUTING;
        rest.put_slice(routing.sender.as_bytes());
        rest.put_slice(routing.receiver.as_bytes());
        put_text(&mut rest, &routing.sender_name, "node name")?;
        put_text(&mut rest, &routing.receiver_name, "node name")?;
    }
    if let Some(endpoints) = header.endpoints {
        flags |= header_flag::ENDPOINT;
        put_unsigned(&mut rest, endpoints.sender);
        put_unsigned(&mut rest, endpoints.receiver);
    }
    if let Some(priority) = header.priority {
        flags |= header_flag::PRIORITY;
        rest.put_u16_le(priority);
    }
    if header.unreliable {
        flags |= header_flag::UNRELIABLE;
    }
    if header.id != 0 || header.response_to != 0 || !header.metadata.is_empty() {
        flags |= header_flag::META;
        put_text(&mut rest, &header.metadata, "metadata")?;
        rest.put_u16_le(header.id);
        rest.put_u16_le(header.response_to);
    }
    if !codes.table.is_empty() {
        flags |= header_flag::STRING_TABLE;
        put_count(&mut rest, codes.table.len(), "string table")?;
        for (code, text) in &codes.table {
            put_unsigned(&mut rest, *code);
            put_text(&mut rest, text, "string table")?;
        }
    }
    if message.entries.len() != 1 {
        flags |= header_flag::MULTIPLE;
        put_count(&mut rest, message.entries.len(), "entries")?;
    }
    if !header.extended.is_empty() {
        flags |= header_flag::EXTENDED;
        put_bytes(&mut rest, &header.extended, "extended field")?;
    }
    // The header size counts the ten bytes before it and itself.
    let size = self_including(PREFIX + 1 + rest.len());
    put_count(out, size, "header")?;
    out.put_u8(flags);
    out.put_slice(&rest);
    Ok(())
}

fn put_entry(
    out: &mut BytesMut,
    entry: &Entry,
    codes: &MessageCodes<'_>,
) -> Result<(), CodecError> {
    let (path, member) = (codes.code(&entry.path), codes.code(&entry.member));
    let mut flags = 0;
    flags |= if path.is_some() {
        entry_flag::PATH_CODE
    } else {
        entry_flag::PATH
    };
    flags |= if member.is_some() {
        entry_flag::MEMBER_CODE
    } else {
        entry_flag::MEMBER
    };
    if entry.request_id != 0 {
        flags |= entry_flag::REQUEST;
    }
    if entry.error != 0 {
        flags |= entry_flag::ERROR;
    }
    if !entry.metadata.is_empty() {
        flags |= entry_flag::META;
    }
    if !entry.extended.is_empty() {
        flags |= entry_flag::EXTENDED;
    }
    let size = entry_rest(entry, codes);
    put_count(out, self_including(size), "entry")?;
    out.put_u8(flags);
    out.put_u16_le(entry.kind.0);
    put_choice(out, &entry.path, path, "service path")?;
    put_choice(out, &entry.member, member, "member name")?;
    if entry.request_id != 0 {
        put_unsigned(out, entry.request_id);
    }
    if entry.error != 0 {
        out.put_u16_le(entry.error);
    }
    if !entry.metadata.is_empty() {
        put_text(out, &entry.metadata, "metadata")?;
    }
    if !entry.extended.is_empty() {
        put_bytes(out, &entry.extended, "extended field")?;
    }
    put_count(out, entry.elements.len(), "elements")?;
    for element in &entry.elements {
        put_element(out, element, codes)?;
    }
    Ok(())
}

fn put_element(
    out: &mut BytesMut,
    element: &Element,
    codes: &MessageCodes<'_>,
) -> Result<(), CodecError> {
    let name = match &element.name {
        ElementName::Text(text) => codes.code(text),
        ElementName::Number(_) => None,
    };
    let type_name = match &*element.type_name {
        "" => None,
        text => codes.code(text),
    };
    let mut flags = match (&element.name, name) {
        (ElementName::Number(_), _) => element_flag::NUMBER,
        (ElementName::Text(_), Some(_)) => element_flag::NAME_CODE,
        (ElementName::Text(_), None) => element_flag::NAME,
    };
    if type_name.is_some() {
        flags |= element_flag::TYPE_NAME_CODE;
    } else if !element.type_name.is_empty() {
        flags |= element_flag::TYPE_NAME;
    }
    if !element.metadata.is_empty() {
        flags |= element_flag::META;
    }
    if !element.extended.is_empty() {
        flags |= element_flag::EXTENDED;
    }
    let (code, count) = shape(&element.data);
    put_count(out, self_including(element_rest(element, codes)), "element")?;
    out.put_u8(flags);
    match &element.name {
        ElementName::Number(number) => put_signed(out, *number),
        ElementName::Text(text) => put_choice(out, text, name, "element name")?,
    }
    out.put_u16_le(code);
    if !element.type_name.is_empty() {
        put_choice(out, &element.type_name, type_name, "type name")?;
    }
    if !element.metadata.is_empty() {
        put_text(out, &element.metadata, "metadata")?;
    }
    if !element.extended.is_empty() {
        put_bytes(out, &element.extended, "extended field")?;
    }
    put_count(out, count, "data")?;
    match &element.data {
        Data::Void => {}
        Data::Array(array) => out.put_slice(array.bytes()),
        Data::String(bytes) => out.put_slice(bytes),
        Data::Nested(_, children) => {
            for child in children {
                put_element(out, child, codes)?;
            }
        }
    }
    Ok(())
}

/// Bytes of an entry after its size.
fn entry_rest(entry: &Entry, codes: &MessageCodes<'_>) -> usize {
    let mut size = 3 + choice_length(&entry.path, codes) + choice_length(&entry.member, codes);
    if entry.request_id != 0 {
        size += unsigned_length(entry.request_id);
    }
    if entry.error != 0 {
        size += 2;
    }
    size += optional_length(entry.metadata.len()) + optional_length(entry.extended.len());
    size += counted(entry.elements.len());
    size + entry
        .elements
        .iter()
        .map(|e| self_including(element_rest(e, codes)))
        .sum::<usize>()
}

/// Bytes of an element after its size.
fn element_rest(element: &Element, codes: &MessageCodes<'_>) -> usize {
    let mut size = 3 + match &element.name {
        ElementName::Number(number) => signed_length(*number),
        ElementName::Text(text) => choice_length(text, codes),
    };
    if !element.type_name.is_empty() {
        size += choice_length(&element.type_name, codes);
    }
    size += optional_length(element.metadata.len()) + optional_length(element.extended.len());
    size + match &element.data {
        Data::Void => 1,
        Data::Array(array) => counted(array.len()) + array.bytes().len(),
        Data::String(bytes) => counted(bytes.len()) + bytes.len(),
        Data::Nested(_, children) => {
            counted(children.len())
                + children
                    .iter()
                    .map(|e| self_including(element_rest(e, codes)))
                    .sum::<usize>()
        }
    }
}

fn counted(count: usize) -> usize {
    unsigned_length(u32::try_from(count).unwrap_or(u32::MAX))
}

fn choice_length(text: &str, codes: &MessageCodes<'_>) -> usize {
    match codes.code(text) {
        Some(code) => unsigned_length(code),
        None => counted(text.len()) + text.len(),
    }
}

fn optional_length(length: usize) -> usize {
    if length == 0 {
        0
    } else {
        counted(length) + length
    }
}

fn put_count(out: &mut BytesMut, count: usize, what: &'static str) -> Result<(), CodecError> {
    put_unsigned(
        out,
        u32::try_from(count).map_err(|_| CodecError::Range(what))?,
    );
    Ok(())
}

fn put_bytes(out: &mut BytesMut, bytes: &[u8], what: &'static str) -> Result<(), CodecError> {
    put_count(out, bytes.len(), what)?;
    out.put_slice(bytes);
    Ok(())
}

fn put_text(out: &mut BytesMut, text: &str, what: &'static str) -> Result<(), CodecError> {
    put_bytes(out, text.as_bytes(), what)
}

fn put_choice(
    out: &mut BytesMut,
    text: &str,
    code: Option<u32>,
    what: &'static str,
) -> Result<(), CodecError> {
    match code {
        Some(code) => {
            put_unsigned(out, code);
            Ok(())
        }
        None => put_text(out, text, what),
    }
}
