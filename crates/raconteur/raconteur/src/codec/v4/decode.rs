//! Messages of version 4 from bytes.

use std::collections::HashMap;

use bytes::Bytes;
use bytestring::ByteString;

use super::{element_flag, entry_flag, header_flag};
use crate::codec::reader::Reader;
use crate::codec::string_table::standard_text;
use crate::codec::v2::read_data;
use crate::codec::{CodecError, Decoded, Limits, MessageVersion, PREFIX, StringTable};
use crate::message::{
    Data, Element, ElementName, Endpoints, Entry, EntryType, Header, Message, Routing,
};

const LEAST_ENTRY: usize = 5;
const LEAST_ELEMENT: usize = 5;

/// A reader together with the codes of its message.
struct Decoder<'a> {
    reader: Reader<'a>,
    local: HashMap<u32, ByteString>,
    strings: StringTable,
}

pub(in crate::codec) fn decode(frame: &Bytes, limits: &Limits) -> Result<Decoded, CodecError> {
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
        version: MessageVersion::V4,
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
