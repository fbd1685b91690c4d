//! Messages of version 2 by hand, so that nothing stops us from lying in them.

pub fn text(text: &str) -> Vec<u8> {
    let mut bytes = u16::try_from(text.len()).unwrap().to_le_bytes().to_vec();
    bytes.extend_from_slice(text.as_bytes());
    bytes
}

/// An element that claims a size and a count, whatever its data.
pub fn element_claiming(name: &str, kind: u16, size: u32, count: u32, data: &[u8]) -> Vec<u8> {
    let mut bytes = size.to_le_bytes().to_vec();
    bytes.extend(text(name));
    bytes.extend(kind.to_le_bytes());
    bytes.extend([0; 4]);
    bytes.extend(count.to_le_bytes());
    bytes.extend_from_slice(data);
    bytes
}

pub fn element(name: &str, kind: u16, count: u32, data: &[u8]) -> Vec<u8> {
    let size = u32::try_from(16 + name.len() + data.len()).unwrap();
    element_claiming(name, kind, size, count, data)
}

pub fn entry(kind: u16, path: &str, member: &str, request: u32, elements: &[Vec<u8>]) -> Vec<u8> {
    let mut body = kind.to_le_bytes().to_vec();
    body.extend([0; 2]);
    body.extend(text(path));
    body.extend(text(member));
    body.extend(request.to_le_bytes());
    body.extend([0; 4]);
    body.extend(u16::try_from(elements.len()).unwrap().to_le_bytes());
    body.extend(elements.concat());
    let mut bytes = u32::try_from(body.len() + 4)
        .unwrap()
        .to_le_bytes()
        .to_vec();
    bytes.extend(body);
    bytes
}

/// Sender and receiver.
#[derive(Clone, Copy, Default)]
pub struct Ends {
    pub sender: [u8; 16],
    pub receiver: [u8; 16],
    pub from: u32,
    pub to: u32,
}

pub fn message(ends: Ends, entries: &[Vec<u8>]) -> Vec<u8> {
    let body = entries.concat();
    let size = u32::try_from(64 + body.len()).unwrap();
    let mut bytes = b"RRAC".to_vec();
    bytes.extend(size.to_le_bytes());
    bytes.extend([2, 0, 64, 0]);
    bytes.extend(ends.sender);
    bytes.extend(ends.receiver);
    bytes.extend(ends.from.to_le_bytes());
    bytes.extend(ends.to.to_le_bytes());
    bytes.extend([0; 6]);
    bytes.extend(u16::try_from(entries.len()).unwrap().to_le_bytes());
    bytes.extend([0; 4]);
    bytes.extend(body);
    bytes
}
