//! Version 4: fields present by flag, integers of variable length.

use std::collections::HashMap;

use bytes::{BufMut, Bytes, BytesMut};
use bytestring::ByteString;

use super::integers::{put_signed, put_unsigned, self_including, signed_length, unsigned_length};
use super::reader::Reader;
use super::string_table::{MessageCodes, standard_text};
use super::v2::{patch_size, read_data, shape};
use super::{CodecError, Decoded, Limits, MAGIC, PREFIX, StringTable, Version};
use crate::message::{
    Data, Element, ElementName, Endpoints, Entry, EntryType, Header, Message, Routing,
};

const LEAST_ENTRY: usize = 5;
const LEAST_ELEMENT: usize = 5;

mod header_flag {
    pub const ROUTING: u8 = 0x01;
    pub const ENDPOINT: u8 = 0x02;
    pub const PRIORITY: u8 = 0x04;
    pub const UNRELIABLE: u8 = 0x08;
    pub const META: u8 = 0x10;
    pub const STRING_TABLE: u8 = 0x20;
    pub const MULTIPLE: u8 = 0x40;
    pub const EXTENDED: u8 = 0x80;
}

mod entry_flag {
    pub const PATH: u8 = 0x01;
    pub const PATH_CODE: u8 = 0x02;
    pub const MEMBER: u8 = 0x04;
    pub const MEMBER_CODE: u8 = 0x08;
    pub const REQUEST: u8 = 0x10;
    pub const ERROR: u8 = 0x20;
    pub const META: u8 = 0x40;
    pub const EXTENDED: u8 = 0x80;
}

mod element_flag {
    pub const NAME: u8 = 0x01;
    pub const NAME_CODE: u8 = 0x02;
    pub const NUMBER: u8 = 0x04;
    pub const TYPE_NAME: u8 = 0x08;
    pub const TYPE_NAME_CODE: u8 = 0x10;
    pub const META: u8 = 0x20;
    pub const EXTENDED: u8 = 0x80;
}

/// A reader together with the codes of its message.
struct Decoder<'a> {
    reader: Reader<'a>,
    local: HashMap<u32, ByteString>,
    strings: StringTable,
}

pub(super) fn decode(frame: &Bytes, limits: &Limits) -> Result<Decoded, CodecError> {
    let mut decoder = Decoder {
        reader: Reader::new(frame, PREFIX, limits),
        local: HashMap::new(),
        strings: StringTable::Off,
    };
    let (header, count) = decoder.header()?;
    let reader = &mut decoder.reader;
    reader.expect(count, LEAST_ENTRY, "entries")?;
    let mut entries = Vec::with_capacity(count);
    for _ in 0..count {
        entries.push(decoder.entry()?);
    }
    if decoder.reader.left() != 0 {
        return Err(CodecError::LeftOver("message"));
    }
    Ok(Decoded {
        message: Message { header, entries },
        version: Version::V4,
        strings: decoder.strings,
    })
}

impl<'a> Decoder<'a> {
    fn header(&mut self) -> Result<(Header, usize), CodecError> {
        let what = "header";
        let limits = self.reader.limits();
        let size = self.reader.unsigned(what)? as usize;
        let outer = self.reader.enter(0, size, what)?;
        let flags = self.reader.u8(what)?;
        let mut header = Header {
            unreliable: flags & header_flag::UNRELIABLE != 0,
            ..Header::default()
        };
        if flags & header_flag::ROUTING != 0 {
            let (sender, receiver) = (self.reader.id(what)?, self.reader.id(what)?);
            header.routing = Some(Routing {
                sender,
                receiver,
                sender_name: self.text(limits.name, "node name")?,
                receiver_name: self.text(limits.name, "node name")?,
            });
        }
        if flags & header_flag::ENDPOINT != 0 {
            header.endpoints = Some(Endpoints {
                sender: self.reader.unsigned(what)?,
                receiver: self.reader.unsigned(what)?,
            });
        }
        if flags & header_flag::PRIORITY != 0 {
            header.priority = Some(self.reader.u16(what)?);
        }
        if flags & header_flag::META != 0 {
            header.metadata = self.text(limits.metadata, "metadata")?;
            header.id = self.reader.u16(what)?;
            header.response_to = self.reader.u16(what)?;
        }
        if flags & header_flag::STRING_TABLE != 0 {
            let count = self.reader.unsigned(what)? as usize;
            // A table without entries shows nothing about the writer.
            if count > 0 {
                self.strings = StringTable::Local;
            }
            self.reader.expect(count, 2, "string table entries")?;
            for _ in 0..count {
                let code = self.reader.unsigned("string table")?;
                let text = self.text(limits.name, "string table")?;
                // Even codes belong to the standard table.
                if code & 1 == 0 || self.local.insert(code, text.clone()).is_some() {
                    return Err(CodecError::StringCode(code));
                }
                header.string_table.push((code, text));
            }
        }
        let mut entries = 1;
        if flags & header_flag::MULTIPLE != 0 {
            entries = self.reader.unsigned(what)? as usize;
        }
        if flags & header_flag::EXTENDED != 0 {
            header.extended = self.extended()?;
        }
        self.reader.leave(outer, what)?;
        Ok((header, entries))
    }

    fn entry(&mut self) -> Result<Entry, CodecError> {
        let what = "entry";
        let limits = self.reader.limits();
        let start = self.reader.position();
        let size = self.reader.unsigned(what)? as usize;
        let outer = self.reader.enter(start, size, what)?;
        let flags = self.reader.u8(what)?;
        let mut entry = Entry {
            kind: EntryType(self.reader.u16(what)?),
            ..Entry::default()
        };
        entry.path = self.choice(
            flags & entry_flag::PATH != 0,
            flags & entry_flag::PATH_CODE != 0,
            limits.path,
            "service path",
        )?;
        entry.member = self.choice(
            flags & entry_flag::MEMBER != 0,
            flags & entry_flag::MEMBER_CODE != 0,
            limits.name,
            "member name",
        )?;
        if flags & entry_flag::REQUEST != 0 {
            entry.request_id = self.reader.unsigned(what)?;
        }
        if flags & entry_flag::ERROR != 0 {
            entry.error = self.reader.u16(what)?;
        }
        if flags & entry_flag::META != 0 {
            entry.metadata = self.text(limits.metadata, "metadata")?;
        }
        if flags & entry_flag::EXTENDED != 0 {
            entry.extended = self.extended()?;
        }
        let count = self.reader.unsigned(what)? as usize;
        entry.elements = self.elements(count, 1)?;
        self.reader.leave(outer, what)?;
        Ok(entry)
    }

    fn elements(&mut self, count: usize, depth: usize) -> Result<Vec<Element>, CodecError> {
        if count == 0 {
            return Ok(Vec::new());
        }
        let limit = self.reader.limits().depth;
        if depth > limit {
            return Err(CodecError::Depth(limit));
        }
        self.reader.expect(count, LEAST_ELEMENT, "elements")?;
        let mut elements = Vec::with_capacity(count);
        for _ in 0..count {
            elements.push(self.element(depth)?);
        }
        Ok(elements)
    }

    fn element(&mut self, depth: usize) -> Result<Element, CodecError> {
        let what = "element";
        let limits = self.reader.limits();
        let start = self.reader.position();
        let size = self.reader.unsigned(what)? as usize;
        let outer = self.reader.enter(start, size, what)?;
        let flags = self.reader.u8(what)?;
        let name = if flags & element_flag::NUMBER != 0 {
            if flags & (element_flag::NAME | element_flag::NAME_CODE) != 0 {
                return Err(CodecError::Flags("element name"));
            }
            ElementName::Number(self.reader.signed("element name")?)
        } else {
            ElementName::Text(self.choice(
                flags & element_flag::NAME != 0,
                flags & element_flag::NAME_CODE != 0,
                limits.path,
                "element name",
            )?)
        };
        let code = self.reader.u16(what)?;
        let type_name = self.choice(
            flags & element_flag::TYPE_NAME != 0,
            flags & element_flag::TYPE_NAME_CODE != 0,
            limits.name,
            "type name",
        )?;
        let mut metadata = ByteString::new();
        if flags & element_flag::META != 0 {
            metadata = self.text(limits.metadata, "metadata")?;
        }
        let mut extended = Bytes::new();
        if flags & element_flag::EXTENDED != 0 {
            extended = self.extended()?;
        }
        let count = self.reader.unsigned(what)? as usize;
        let data = match crate::message::Composite::from_code(code) {
            Some(kind) => Data::Nested(kind, self.elements(count, depth + 1)?),
            None => read_data(&mut self.reader, code, count, depth, |_, _, _| {
                Err(CodecError::ElementType(code))
            })?,
        };
        self.reader.leave(outer, what)?;
        Ok(Element {
            name,
            type_name,
            metadata,
            extended,
            data,
        })
    }

    fn text(&mut self, longest: usize, what: &'static str) -> Result<ByteString, CodecError> {
        let length = self.reader.unsigned(what)? as usize;
        self.reader.text(length, longest, what)
    }

    fn extended(&mut self) -> Result<Bytes, CodecError> {
        let length = self.reader.unsigned("extended field")? as usize;
        self.reader.bytes(length, "extended field")
    }

    /// A text that is written out, or as a code, or not at all.
    fn choice(
        &mut self,
        text: bool,
        code: bool,
        longest: usize,
        what: &'static str,
    ) -> Result<ByteString, CodecError> {
        match (text, code) {
            (true, true) => Err(CodecError::Flags(what)),
            (true, false) => self.text(longest, what),
            (false, true) => {
                let code = self.reader.unsigned(what)?;
                if self.strings == StringTable::Off {
                    self.strings = StringTable::Standard;
                }
                if code & 1 == 1 {
                    self.local.get(&code).cloned()
                } else {
                    standard_text(code)
                }
                .ok_or(CodecError::StringCode(code))
            }
            (false, false) => Ok(ByteString::new()),
        }
    }
}

pub(super) fn encode(
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
