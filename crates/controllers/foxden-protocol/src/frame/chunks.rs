//! Answers over TCP: chunks of messages and of pictures.
//!
//! On one machine both sides map a file with the picture. Over TCP the picture
//! is part of the answer, between the messages.

use crate::error::{DecodeError, DecodeErrorReason};
use crate::frame::{Framing, PacketExtent};
use crate::ids::Tag;
use crate::layout::choice;
use crate::reader::Reader;
use crate::wire::{Wire, Writer};

const HEADER: usize = 2 + 4;
const CHUNK_HEADER: usize = 4 + 1;
const IMAGE_HEADER: usize = 2 + 1;
const DATA: u8 = 0;
const IMAGE: u8 = 1;

choice! {
    /// Which picture of a rendering device.
    pub enum ImageKind: u8, "kind of picture" {
        /// What it sees.
        Main = 0,
        /// The colours of the objects that a camera recognises.
        Segmentation = 9,
    }
}

/// A picture of a rendering device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChunkedImage {
    /// The device.
    pub tag: Tag,
    /// Which picture.
    pub kind: ImageKind,
    /// Its bytes.
    pub pixels: Vec<u8>,
}

/// An answer over TCP.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChunkedPacket {
    /// Delay and messages, for [`crate::AnswerDecoder::decode_body`].
    pub body: Vec<u8>,
    /// The pictures.
    pub images: Vec<ChunkedImage>,
}

/// Answers of the simulator over TCP.
#[derive(Clone, Copy, Debug)]
pub struct ChunkedFraming;

impl Framing for ChunkedFraming {
    type Packet = ChunkedPacket;

    fn size(bytes: &[u8], limit: usize) -> Result<PacketExtent, DecodeError> {
        let Some((chunks, mut rest)) = bytes.split_first_chunk::<2>() else {
            return Ok(PacketExtent::AtLeast(HEADER));
        };
        if rest.len() < 4 {
            return Ok(PacketExtent::AtLeast(HEADER));
        }
        rest = &rest[4..];
        let mut size = HEADER;
        for _ in 0..u16::from_le_bytes(*chunks) {
            let Some((header, behind)) = rest.split_first_chunk::<CHUNK_HEADER>() else {
                return Ok(PacketExtent::AtLeast(size + CHUNK_HEADER));
            };
            let [a, b, c, d, kind] = *header;
            let announced = u32::from_le_bytes([a, b, c, d]);
            let extra = if kind == IMAGE { IMAGE_HEADER } else { 0 };
            let after = (size as u64) + (CHUNK_HEADER + extra) as u64 + u64::from(announced);
            let within = usize::try_from(after).ok().filter(|after| *after <= limit);
            let Some(after) = within else {
                return Err(DecodeError {
                    offset: size,
                    reason: DecodeErrorReason::TooLong { size: after, limit },
                });
            };
            let length = after - size - CHUNK_HEADER;
            size = after;
            let Some(behind) = behind.get(length..) else {
                return Ok(PacketExtent::AtLeast(size));
            };
            rest = behind;
        }
        Ok(PacketExtent::Exactly(size))
    }

    fn packet(bytes: &[u8]) -> Result<Self::Packet, DecodeError> {
        let mut reader = Reader::new(bytes);
        let chunks = u16::decode(&mut reader)?;
        let announced = u32::decode(&mut reader)?;
        let mut packet = ChunkedPacket::default();
        for _ in 0..chunks {
            let size_start = reader.clone();
            let size = u32::decode(&mut reader)?;
            let size = size_start.check_count(size.into(), 1)?;
            let kind_start = reader.clone();
            match u8::decode(&mut reader)? {
                DATA => packet.body.extend_from_slice(reader.take(size)?),
                IMAGE => packet.images.push(ChunkedImage {
                    tag: Wire::decode(&mut reader)?,
                    kind: Wire::decode(&mut reader)?,
                    pixels: reader.take(size)?.to_vec(),
                }),
                kind => {
                    return Err(kind_start.error(DecodeErrorReason::InvalidValue {
                        what: "kind of chunk",
                        value: kind.into(),
                    }));
                }
            }
        }
        if u64::from(announced) != packet.body.len() as u64 {
            return Err(DecodeError {
                offset: 2,
                reason: DecodeErrorReason::WrongSize {
                    announced: announced.into(),
                    found: packet.body.len() as u64,
                },
            });
        }
        Ok(packet)
    }
}

/// Appends an answer as it goes over TCP: one chunk of messages, which has the
/// delay at its start, then a chunk for each picture. Takes as many pictures as
/// can be counted.
pub fn encode_chunks(body: &[u8], images: &[ChunkedImage], out: &mut Vec<u8>) {
    let images = &images[..images.len().min(usize::from(u16::MAX - 1))];
    let mut out = Writer {
        bytes: out,
        dialect: crate::Dialect::R2023b,
    };
    let chunk = |size: usize, kind: u8, out: &mut Writer<'_>| {
        u32::try_from(size).unwrap_or(u32::MAX).encode(out);
        kind.encode(out);
    };
    u16::try_from(images.len() + 1)
        .unwrap_or(u16::MAX)
        .encode(&mut out);
    u32::try_from(body.len())
        .unwrap_or(u32::MAX)
        .encode(&mut out);
    chunk(body.len(), DATA, &mut out);
    out.bytes.extend_from_slice(body);
    for image in images {
        chunk(image.pixels.len(), IMAGE, &mut out);
        image.tag.encode(&mut out);
        image.kind.encode(&mut out);
        out.bytes.extend_from_slice(&image.pixels);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::frame::Framer;

    #[test]
    fn pictures_and_messages_come_back() {
        let images = [ImageKind::Main, ImageKind::Segmentation].map(|kind| ChunkedImage {
            tag: Tag(3),
            kind,
            pixels: vec![1, 2, 3, 4],
        });
        let mut bytes = Vec::new();
        encode_chunks(b"\0\0\0\0rest", &images, &mut bytes);
        let literal = b"\x03\0\x08\0\0\0\x08\0\0\0\0\0\0\0\0rest\
            \x04\0\0\0\x01\x03\0\0\x01\x02\x03\x04\x04\0\0\0\x01\x03\0\x09\x01\x02\x03\x04";
        assert_eq!(bytes, literal);
        for piece in 1..bytes.len() {
            let mut framer = Framer::<ChunkedFraming>::new(bytes.len());
            let mut packets = Vec::new();
            for part in bytes.chunks(piece) {
                framer.push(part);
                packets.extend(framer.next().unwrap());
            }
            let body = b"\0\0\0\0rest".to_vec();
            assert_eq!(
                packets,
                [ChunkedPacket {
                    body,
                    images: images.to_vec()
                }]
            );
        }
    }

    #[test]
    fn a_chunk_of_four_gigabytes_is_refused() {
        let mut framer = Framer::<ChunkedFraming>::new(1000);
        framer.push(b"\x01\0\x08\0\0\0\xff\xff\xff\xff\x01");
        let error = framer.next().unwrap_err();
        assert!(
            matches!(error.reason, DecodeErrorReason::TooLong { .. }),
            "{error}"
        );
    }

    #[test]
    fn a_wrong_sum_is_refused() {
        let mut framer = Framer::<ChunkedFraming>::new(1000);
        framer.push(b"\x01\0\x08\0\0\0\x04\0\0\0\0\0\0\0\0");
        let error = framer.next().unwrap_err();
        let (announced, found) = (8, 4);
        assert_eq!(
            error.reason,
            DecodeErrorReason::WrongSize { announced, found }
        );
    }
}
