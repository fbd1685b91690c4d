//! The records of an MCAP file that a ticket consists of. The library makes room for a
//! text before it looks whether the text is there; here lengths are compared first.

/// A record of a ticket.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum TicketRecord<'d> {
    /// A channel.
    Channel { id: u16, topic: &'d str },
    /// A message of a channel.
    Message { channel: u16, data: &'d [u8] },
    /// An attached file.
    Attachment { name: &'d str, data: &'d [u8] },
    /// A record that a ticket does not need.
    Other,
}

/// Reads a record; `None` if it is shorter than it says.
pub(super) fn parse(opcode: u8, data: &[u8]) -> Option<TicketRecord<'_>> {
    let mut rest = data;
    Some(match opcode {
        mcap::records::op::CHANNEL => {
            let id = u16::from_le_bytes(take(&mut rest)?);
            // the number of its schema
            take::<2>(&mut rest)?;
            let topic = text(&mut rest)?;
            TicketRecord::Channel { id, topic }
        }
        mcap::records::op::MESSAGE => {
            let channel = u16::from_le_bytes(take(&mut rest)?);
            // sequence number and two times
            take::<20>(&mut rest)?;
            TicketRecord::Message {
                channel,
                data: rest,
            }
        }
        mcap::records::op::ATTACHMENT => {
            // two times
            take::<16>(&mut rest)?;
            let name = text(&mut rest)?;
            let _media_type = text(&mut rest)?;
            let length = u64::from_le_bytes(take(&mut rest)?);
            let data = rest.get(..usize::try_from(length).ok()?)?;
            TicketRecord::Attachment { name, data }
        }
        _ => TicketRecord::Other,
    })
}

fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (first, others) = rest.split_first_chunk()?;
    *rest = others;
    Some(*first)
}

/// A text with its length before it.
fn text<'d>(rest: &mut &'d [u8]) -> Option<&'d str> {
    let length = u32::from_le_bytes(take(rest)?);
    let (text, others) = rest.split_at_checked(usize::try_from(length).ok()?)?;
    *rest = others;
    std::str::from_utf8(text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcap::records::op;

    #[test]
    fn lengths_beyond_the_record_are_refused() {
        let channel = b"\x07\0\0\0\x05\0\0\0worldrest";
        let (id, topic) = (7, "world");
        let expected = TicketRecord::Channel { id, topic };
        assert_eq!(parse(op::CHANNEL, channel), Some(expected));
        assert_eq!(parse(op::CHANNEL, b"\x07\0\0\0\xff\xff\xff\xffworld"), None);
        let head = [0; 16];
        let attachment = |name: &[u8], length: u64| {
            let length = length.to_le_bytes();
            [&head, name, b"\0\0\0\0", &length, b"data\0\0\0\0"].concat()
        };
        let good = attachment(b"\x01\0\0\0a", 4);
        let (name, data) = ("a", &b"data"[..]);
        let expected = TicketRecord::Attachment { name, data };
        assert_eq!(parse(op::ATTACHMENT, &good), Some(expected));
        for bad in [
            attachment(b"\x01\0\0\0a", u64::MAX),
            attachment(b"\x01\0\0\0a", 9),
            attachment(b"\xff\xff\xff\xffa", 4),
            attachment(b"\x01\0\0\0\xff", 4),
        ] {
            assert_eq!(parse(op::ATTACHMENT, &bad), None, "{bad:?}");
        }
        for end in 0..22 {
            assert_eq!(parse(op::MESSAGE, &[0; 22][..end]), None);
        }
    }
}
