//! A file of JPEG pictures that players show as a movie: AVI with Motion JPEG.
//!
//! The form needs no encoder, is written picture by picture, and is understood by
//! players and by `ffmpeg`. Its sizes have 32 bits, so a file has less than 2 GiB.

use std::io::{self, Seek, SeekFrom, Write};

/// The bytes before the first picture.
const HEAD_BYTES: usize = 224;

/// The most bytes of a file; older players read sizes as signed numbers.
const MOST_BYTES: u64 = (1 << 31) - (1 << 24);

/// Bytes of the index for each picture.
const ENTRY_BYTES: u64 = 16;

/// How a movie is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct MovieForm {
    pub(super) size: [u32; 2],
    /// Pictures for each second.
    pub(super) rate: f64,
}

/// Writes pictures one after another.
pub(super) struct AviWriter<W> {
    output: W,
    form: MovieForm,
    /// Where each picture is, after the beginning of the list, and its size.
    index: Vec<[u32; 2]>,
    /// The bytes of the list.
    list_bytes: u64,
    largest: u32,
}

impl<W: Write + Seek> AviWriter<W> {
    pub(super) fn new(mut output: W, form: MovieForm) -> io::Result<Self> {
        output.write_all(&[0; HEAD_BYTES])?;
        Ok(Self {
            output,
            form,
            index: Vec::new(),
            list_bytes: 4,
            largest: 0,
        })
    }

    pub(super) fn pictures(&self) -> usize {
        self.index.len()
    }

    /// Adds a JPEG file.
    pub(super) fn add(&mut self, picture: &[u8]) -> io::Result<()> {
        let size = picture.len() as u64;
        let bytes = HEAD_BYTES as u64 + self.list_bytes + ENTRY_BYTES * self.index.len() as u64;
        if bytes + size > MOST_BYTES {
            return Err(io::Error::other("a movie has at most 2 GB"));
        }
        self.index.push([self.list_bytes as u32, size as u32]);
        self.output.write_all(b"00dc")?;
        self.output.write_all(&(size as u32).to_le_bytes())?;
        self.output.write_all(picture)?;
        // chunks begin at even places
        if size % 2 == 1 {
            self.output.write_all(&[0])?;
        }
        self.list_bytes += 8 + size + size % 2;
        self.largest = self.largest.max(size as u32);
        Ok(())
    }

    /// Writes the index and the head.
    pub(super) fn finish(mut self) -> io::Result<W> {
        self.output.write_all(b"idx1")?;
        let bytes = ENTRY_BYTES * self.index.len() as u64;
        self.output.write_all(&(bytes as u32).to_le_bytes())?;
        for [place, size] in &self.index {
            self.output.write_all(b"00dc")?;
            // every picture can be shown by itself
            for number in [0x10, *place, *size] {
                self.output.write_all(&number.to_le_bytes())?;
            }
        }
        let end = self.output.stream_position()?;
        self.output.seek(SeekFrom::Start(0))?;
        self.output.write_all(&self.head(end))?;
        self.output.flush()?;
        Ok(self.output)
    }

    fn head(&self, end: u64) -> Vec<u8> {
        let [width, height] = self.form.size;
        let count = self.index.len() as u32;
        // a thousandth of a picture for each second is exact enough
        let (scale, rate) = (1000_u32, (self.form.rate * 1000.0).round() as u32);
        let period = (1e6 / self.form.rate).round() as u32;
        let mut head = Vec::with_capacity(HEAD_BYTES);
        let name = |head: &mut Vec<u8>, text: &[u8; 4]| head.extend(text);
        let number = |head: &mut Vec<u8>, value: u32| head.extend(value.to_le_bytes());
        name(&mut head, b"RIFF");
        number(&mut head, (end - 8) as u32);
        name(&mut head, b"AVI ");
        name(&mut head, b"LIST");
        number(&mut head, 192);
        name(&mut head, b"hdrl");
        name(&mut head, b"avih");
        number(&mut head, 56);
        let most_rate = (f64::from(self.largest) * self.form.rate) as u32;
        // 0x10: there is an index
        let main = [
            period,
            most_rate,
            0,
            0x10,
            count,
            0,
            1,
            self.largest,
            width,
            height,
        ];
        for value in main.into_iter().chain([0; 4]) {
            number(&mut head, value);
        }
        name(&mut head, b"LIST");
        number(&mut head, 116);
        name(&mut head, b"strl");
        name(&mut head, b"strh");
        number(&mut head, 56);
        name(&mut head, b"vids");
        name(&mut head, b"MJPG");
        for value in [0, 0, 0, scale, rate, 0, count, self.largest, u32::MAX, 0, 0] {
            number(&mut head, value);
        }
        number(&mut head, width | height << 16);
        name(&mut head, b"strf");
        number(&mut head, 40);
        for value in [40, width, height, 1 | 24 << 16] {
            number(&mut head, value);
        }
        name(&mut head, b"MJPG");
        for value in [width * height * 3, 0, 0, 0, 0] {
            number(&mut head, value);
        }
        name(&mut head, b"LIST");
        number(&mut head, self.list_bytes as u32);
        name(&mut head, b"movi");
        head
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::io::Cursor;

    fn number(bytes: &[u8], at: usize) -> usize {
        u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize
    }

    #[test]
    fn pictures_are_found_through_lists_and_index() {
        let form = MovieForm {
            size: [32, 16],
            rate: 31.25,
        };
        let mut writer = AviWriter::new(Cursor::new(Vec::new()), form).unwrap();
        let pictures: [&[u8]; 3] = [b"first", b"second", b"last one"];
        for picture in pictures {
            writer.add(picture).unwrap();
        }
        assert_eq!(writer.pictures(), 3);
        let bytes = writer.finish().unwrap().into_inner();
        assert_eq!(&bytes[..4], b"RIFF");
        assert_eq!(number(&bytes, 4) + 8, bytes.len());
        // walk the lists from the beginning
        let head_bytes = number(&bytes, 16);
        let list = 20 + head_bytes;
        assert_eq!(&bytes[list..list + 4], b"LIST");
        assert_eq!(list + 12, HEAD_BYTES);
        assert_eq!(&bytes[list + 8..list + 12], b"movi");
        let index = list + 8 + number(&bytes, list + 4);
        assert_eq!(&bytes[index..index + 4], b"idx1");
        assert_eq!(number(&bytes, index + 4), 3 * 16);
        for (at, picture) in pictures.iter().enumerate() {
            let entry = index + 8 + 16 * at;
            let place = list + 8 + number(&bytes, entry + 8);
            let size = number(&bytes, entry + 12);
            assert_eq!(&bytes[place..place + 4], b"00dc");
            assert_eq!(number(&bytes, place + 4), size);
            assert_eq!(&bytes[place + 8..place + 8 + size], *picture);
        }
        // frames for each second, as a fraction
        let stream = bytes.windows(4).position(|four| four == b"strh").unwrap();
        let (scale, rate) = (number(&bytes, stream + 28), number(&bytes, stream + 32));
        assert!((rate as f64 / scale as f64 - 31.25).abs() < 1e-9);
    }
}
