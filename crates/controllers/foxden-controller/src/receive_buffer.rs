//! Bytes that were received and not read yet.

/// The smallest free space for the next bytes.
const PIECE: usize = 16 << 10;

/// A buffer that is written at its end and read at its start.
#[derive(Debug, Default)]
pub(crate) struct ReceiveBuffer {
    bytes: Vec<u8>,
    start: usize,
    end: usize,
}

impl ReceiveBuffer {
    /// What was not read yet.
    pub(crate) fn unread(&self) -> &[u8] {
        &self.bytes[self.start..self.end]
    }

    /// Leaves out the first bytes.
    pub(crate) fn consume(&mut self, count: usize) {
        self.start = (self.start + count).min(self.end);
        if self.start == self.end {
            (self.start, self.end) = (0, 0);
        }
    }

    /// The free space for the next bytes; call [`Self::filled`] afterwards.
    pub(crate) fn room(&mut self) -> &mut [u8] {
        if self.bytes.len() - self.end < PIECE {
            self.bytes.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.start = 0;
            // Doubles the size, so that large packets are not copied often.
            let wanted = (self.end + PIECE).max(self.end * 2);
            if self.bytes.len() < self.end + PIECE {
                self.bytes.resize(wanted, 0);
            }
        }
        &mut self.bytes[self.end..]
    }

    /// Records how many bytes were written into the free space.
    pub(crate) fn filled(&mut self, count: usize) {
        self.end = (self.end + count).min(self.bytes.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_out_as_they_went_in() {
        let mut incoming = ReceiveBuffer::default();
        let (mut written, mut read) = (0_u8, 0_u8);
        for round in 0..200 {
            let room = incoming.room();
            assert!(room.len() >= PIECE);
            let count = round * 97 % PIECE;
            for byte in &mut room[..count] {
                *byte = written;
                written = written.wrapping_add(1);
            }
            incoming.filled(count);
            let take = incoming.unread().len() * 2 / 3;
            for byte in &incoming.unread()[..take] {
                assert_eq!(*byte, read);
                read = read.wrapping_add(1);
            }
            incoming.consume(take);
        }
    }
}
