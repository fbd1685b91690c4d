//! WebSocket: messages inside frames of an HTTP connection.
//!
//! Frame boundaries mean nothing to the messages; [`WebSocketStream`] is a
//! plain byte stream to what is above it.

use std::collections::VecDeque;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::{Buf, BytesMut};
use sha1::{Digest, Sha1};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};

use super::Origins;

const PROTOCOL: &str = "robotraconteur.robotraconteur.com";
const MAGIC: &str = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
const MOST_HEADER: usize = 16 * 1024;
const MOST_FRAME: usize = 65_535;

fn accept_key(key: &str) -> String {
    STANDARD.encode(Sha1::digest(format!("{key}{MAGIC}")))
}

fn bad(message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}

/// Reads up to the empty line that ends the head of a request or response.
async fn read_head(
    stream: &mut (impl AsyncRead + Unpin),
    head: &mut BytesMut,
) -> io::Result<usize> {
    let mut searched = 0;
    loop {
        // a peer that sends single bytes must not make this a search of everything each time
        if let Some(at) = head[searched..]
            .windows(4)
            .position(|window| window == b"\r\n\r\n")
        {
            return Ok(searched + at + 4);
        }
        searched = head.len().saturating_sub(3);
        if head.len() > MOST_HEADER {
            return Err(bad("the HTTP header is too long"));
        }
        if stream.read_buf(head).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    }
}

fn header<'a>(headers: &'a [httparse::Header<'_>], name: &str) -> Option<&'a str> {
    headers
        .iter()
        .find(|header| header.name.eq_ignore_ascii_case(name))
        .and_then(|header| std::str::from_utf8(header.value).ok())
}

fn lists(value: &str, wanted: &str) -> bool {
    value
        .split(',')
        .any(|item| item.trim().eq_ignore_ascii_case(wanted))
}

/// Checks an upgrade request; an error is the status line to answer with.
fn check_request(head: &[u8], origins: &Origins) -> Result<String, &'static str> {
    let mut headers = [httparse::EMPTY_HEADER; 64];
    let mut request = httparse::Request::new(&mut headers);
    match request.parse(head) {
        Ok(httparse::Status::Complete(_)) => {}
        _ => return Err("400 Bad Request"),
    }
    let target = request.path.unwrap_or_default();
    let path = target.split('?').next().unwrap_or_default();
    if path != "/" && path != "*" {
        return Err("404 File Not Found");
    }
    let headers = request.headers;
    let upgrades = header(headers, "Upgrade").is_some_and(|value| lists(value, "websocket"));
    let version = header(headers, "Sec-WebSocket-Version").is_some_and(|value| lists(value, "13"));
    let speaks =
        header(headers, "Sec-WebSocket-Protocol").is_none_or(|value| lists(value, PROTOCOL));
    let key = header(headers, "Sec-WebSocket-Key");
    let (true, true, true, Some(key)) = (upgrades, version, speaks, key) else {
        return Err("426 Upgrade Required");
    };
    let host = header(headers, "Host");
    let is_foreign = headers
        .iter()
        .filter(|header| header.name.eq_ignore_ascii_case("Origin"))
        // An origin that is no text is not accepted.
        .map(|header| std::str::from_utf8(header.value).unwrap_or_default())
        .any(|origin| !origins.admits(origin, host));
    if is_foreign {
        return Err("403 Forbidden Origin");
    }
    Ok(accept_key(key))
}

/// Answers the upgrade request whose first bytes have been read already.
pub(crate) async fn accept_websocket<S: AsyncRead + AsyncWrite + Unpin>(
    mut stream: S,
    first: &[u8],
    origins: &Origins,
) -> io::Result<WebSocketStream<S>> {
    let mut input = BytesMut::from(first);
    let end = read_head(&mut stream, &mut input).await?;
    let head = input.split_to(end);
    match check_request(&head, origins) {
        Ok(accept) => {
            let answer = format!(
                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
                 Sec-WebSocket-Accept: {accept}\r\nSec-WebSocket-Protocol: {PROTOCOL}\r\n\r\n"
            );
            stream.write_all(answer.as_bytes()).await?;
            Ok(WebSocketStream::new(stream, input, false))
        }
        Err(status) => {
            let version = if status.starts_with("426") {
                "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            } else {
                ""
            };
            let answer = format!("HTTP/1.1 {status}\r\n{version}Connection: close\r\n\r\n");
            stream.write_all(answer.as_bytes()).await?;
            stream.shutdown().await?;
            Err(bad(status))
        }
    }
}

/// Answers an upgrade request and returns the bytes inside of the frames that follow, up
/// to the end of the stream. For tests of what a server reads.
///
/// # Errors
/// When the request or a frame is invalid, or there are more bytes than `most`.
///
/// ```
/// use raconteur::transport::{Origins, read_websocket};
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// let silent = tokio::io::empty();
/// assert!(read_websocket(silent, &Origins::default(), 100).await.is_err());
/// # }
/// ```
pub async fn read_websocket<S: AsyncRead + AsyncWrite + Unpin>(
    stream: S,
    origins: &Origins,
    most: usize,
) -> io::Result<Vec<u8>> {
    let mut stream = accept_websocket(stream, &[], origins).await?;
    let mut bytes = Vec::new();
    loop {
        if bytes.len() > most {
            return Err(bad("the frames have too many bytes"));
        }
        if stream.read_buf(&mut bytes).await? == 0 {
            return Ok(bytes);
        }
    }
}

/// Asks a server for an upgrade.
pub(crate) async fn connect_websocket<S: AsyncRead + AsyncWrite + Unpin>(
    mut stream: S,
    host: &str,
    target: &str,
) -> io::Result<WebSocketStream<S>> {
    let mut nonce = [0; 16];
    getrandom::fill(&mut nonce).map_err(io::Error::other)?;
    let key = STANDARD.encode(nonce);
    let request = format!(
        "GET {target} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
         Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\
         Sec-WebSocket-Protocol: {PROTOCOL}\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await?;
    let mut input = BytesMut::new();
    let end = read_head(&mut stream, &mut input).await?;
    let head = input.split_to(end);
    let mut headers = [httparse::EMPTY_HEADER; 64];
    let mut response = httparse::Response::new(&mut headers);
    let complete = matches!(response.parse(&head), Ok(httparse::Status::Complete(_)));
    if !complete || response.code != Some(101) {
        return Err(bad("the server does not speak WebSocket here"));
    }
    if header(response.headers, "Sec-WebSocket-Accept") != Some(&accept_key(&key)) {
        return Err(bad("the server's WebSocket answer does not fit"));
    }
    Ok(WebSocketStream::new(stream, input, true))
}

/// Where reading is within the frames.
#[derive(Debug, PartialEq, Eq)]
enum Frame {
    Head,
    Data {
        left: u64,
        mask: Option<[u8; 4]>,
        at: usize,
    },
}

/// A byte stream inside WebSocket frames.
#[derive(Debug)]
pub(crate) struct WebSocketStream<S> {
    stream: S,
    input: BytesMut,
    output: VecDeque<BytesMut>,
    frame: Frame,
    client: bool,
    closed: bool,
}

impl<S> WebSocketStream<S> {
    fn new(stream: S, input: BytesMut, client: bool) -> Self {
        Self {
            stream,
            input,
            output: VecDeque::new(),
            frame: Frame::Head,
            client,
            closed: false,
        }
    }

    /// Reads the head of the next frame from the input, if it is complete, and
    /// deals with control frames. True if something was done.
    fn parse_head(&mut self) -> io::Result<bool> {
        let Some([first, second]) = self
            .input
            .get(..2)
            .and_then(|b| <[u8; 2]>::try_from(b).ok())
        else {
            return Ok(false);
        };
        let (opcode, masked) = (first & 0x0f, second & 0x80 != 0);
        if first & 0x70 != 0 {
            return Err(bad("reserved bits of a WebSocket frame are set"));
        }
        if masked == self.client {
            return Err(bad("a WebSocket frame with a wrong mask"));
        }
        let (extra, short) = match second & 0x7f {
            126 => (2, 0),
            127 => (8, 0),
            short => (0, u64::from(short)),
        };
        let size = 2 + extra + if masked { 4 } else { 0 };
        if self.input.len() < size {
            return Ok(false);
        }
        let length = match extra {
            2 => u64::from((&self.input[2..4]).get_u16()),
            8 => (&self.input[2..10]).get_u64(),
            _ => short,
        };
        let mask = masked.then(|| {
            let mut mask = [0; 4];
            mask.copy_from_slice(&self.input[size - 4..size]);
            mask
        });
        match opcode {
            // The byte stream has no use for message boundaries.
            0 | 2 => {
                self.input.advance(size);
                if length > 0 {
                    self.frame = Frame::Data {
                        left: length,
                        mask,
                        at: 0,
                    };
                }
                Ok(true)
            }
            8..=10 => {
                if length > 125 || first & 0x80 == 0 {
                    return Err(bad("an invalid WebSocket control frame"));
                }
                let end = size + length as usize;
                if self.input.len() < end {
                    return Ok(false);
                }
                let mut payload = self.input.split_to(end).split_off(size);
                if let Some(mask) = mask {
                    apply_mask(&mut payload, mask, 0);
                }
                match opcode {
                    8 => {
                        self.closed = true;
                        self.queue(8, &payload)?;
                    }
                    // Pings are answered only as fast as the peer reads.
                    9 if self.output.len() < 16 => self.queue(10, &payload)?,
                    _ => {}
                }
                Ok(true)
            }
            _ => Err(bad("a WebSocket frame that is not binary")),
        }
    }

    fn queue(&mut self, opcode: u8, payload: &[u8]) -> io::Result<()> {
        let mut frame = BytesMut::with_capacity(payload.len() + 14);
        frame.extend_from_slice(&[0x80 | opcode]);
        let mask_bit = if self.client { 0x80 } else { 0 };
        match payload.len() {
            length @ 0..=125 => frame.extend_from_slice(&[mask_bit | length as u8]),
            length @ 126..=65_535 => {
                frame.extend_from_slice(&[mask_bit | 126]);
                frame.extend_from_slice(&(length as u16).to_be_bytes());
            }
            length => {
                frame.extend_from_slice(&[mask_bit | 127]);
                frame.extend_from_slice(&(length as u64).to_be_bytes());
            }
        }
        if self.client {
            let mut mask = [0; 4];
            getrandom::fill(&mut mask).map_err(io::Error::other)?;
            frame.extend_from_slice(&mask);
            let start = frame.len();
            frame.extend_from_slice(payload);
            apply_mask(&mut frame[start..], mask, 0);
        } else {
            frame.extend_from_slice(payload);
        }
        self.output.push_back(frame);
        Ok(())
    }
}

fn apply_mask(bytes: &mut [u8], mask: [u8; 4], at: usize) {
    for (index, byte) in bytes.iter_mut().enumerate() {
        *byte ^= mask[(at + index) % 4];
    }
}

impl<S: AsyncWrite + Unpin> WebSocketStream<S> {
    fn poll_drain(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        while let Some(frame) = self.output.front_mut() {
            let written = ready!(Pin::new(&mut self.stream).poll_write(context, frame))?;
            if written == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            frame.advance(written);
            if frame.is_empty() {
                self.output.pop_front();
            }
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for WebSocketStream<S> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        loop {
            if this.closed {
                // The answer to a close frame leaves if it can.
                let _ = this.poll_drain(context);
                return Poll::Ready(Ok(()));
            }
            if let Frame::Data { left, mask, at } = &mut this.frame
                && !this.input.is_empty()
            {
                let length = buffer
                    .remaining()
                    .min(this.input.len())
                    .min(usize::try_from(*left).unwrap_or(usize::MAX));
                if length == 0 {
                    return Poll::Ready(Ok(()));
                }
                let piece = &mut this.input[..length];
                if let Some(mask) = mask {
                    apply_mask(piece, *mask, *at);
                }
                buffer.put_slice(piece);
                this.input.advance(length);
                *left -= length as u64;
                *at = (*at + length) % 4;
                if *left == 0 {
                    this.frame = Frame::Head;
                }
                return Poll::Ready(Ok(()));
            }
            if this.frame == Frame::Head && this.parse_head()? {
                // Pongs are sent as soon as there is space.
                let _ = this.poll_drain(context)?;
                continue;
            }
            let mut chunk = [0; 16 * 1024];
            let mut read = ReadBuf::new(&mut chunk);
            ready!(Pin::new(&mut this.stream).poll_read(context, &mut read))?;
            if read.filled().is_empty() {
                return Poll::Ready(Ok(()));
            }
            this.input.extend_from_slice(read.filled());
        }
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for WebSocketStream<S> {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        ready!(this.poll_drain(context))?;
        let piece = &bytes[..bytes.len().min(MOST_FRAME)];
        this.queue(2, piece)?;
        // What does not fit now leaves with the next write or flush.
        let _ = this.poll_drain(context)?;
        Poll::Ready(Ok(piece.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        ready!(this.poll_drain(context))?;
        Pin::new(&mut this.stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        if !this.closed {
            this.closed = true;
            this.queue(8, &1000u16.to_be_bytes())?;
        }
        ready!(this.poll_drain(context))?;
        Pin::new(&mut this.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    async fn pair() -> (
        WebSocketStream<tokio::io::DuplexStream>,
        WebSocketStream<tokio::io::DuplexStream>,
    ) {
        let (a, b) = tokio::io::duplex(1 << 20);
        let origins = Origins::default();
        let (client, server) = tokio::join!(
            connect_websocket(a, "localhost", "/?service=x"),
            accept_websocket(b, b"", &origins)
        );
        (client.unwrap(), server.unwrap())
    }

    #[tokio::test]
    async fn bytes_pass_both_ways_in_any_size() {
        let (mut client, mut server) = pair().await;
        let data: Vec<u8> = (0..200_000u32).map(|i| i as u8).collect();
        let mut seen = vec![0; data.len()];
        client.write_all(&data).await.unwrap();
        client.flush().await.unwrap();
        server.read_exact(&mut seen).await.unwrap();
        assert_eq!(seen, data);
        server.write_all(&data).await.unwrap();
        server.flush().await.unwrap();
        client.read_exact(&mut seen).await.unwrap();
        assert_eq!(seen, data);
    }

    #[tokio::test]
    async fn fragments_pings_and_close_are_understood() {
        let (mut raw, b) = tokio::io::duplex(1 << 16);
        let mut server = WebSocketStream::new(b, BytesMut::new(), false);
        let mask = [1, 2, 3, 4];
        let mut frames = Vec::new();
        for (first, payload) in [
            (0x02u8, &b"ab"[..]),
            (0x89, b"hi"),
            (0x00, b"c"),
            (0x80, b"d"),
            (0x88, b""),
        ] {
            frames.extend_from_slice(&[first, 0x80 | payload.len() as u8]);
            frames.extend_from_slice(&mask);
            let mut payload = payload.to_vec();
            apply_mask(&mut payload, mask, 0);
            frames.extend_from_slice(&payload);
        }
        raw.write_all(&frames).await.unwrap();
        let mut seen = Vec::new();
        server.read_to_end(&mut seen).await.unwrap();
        assert_eq!(seen, b"abcd");
        let mut answer = [0; 6];
        raw.read_exact(&mut answer).await.unwrap();
        assert_eq!(answer, [0x8a, 2, b'h', b'i', 0x88, 0]);
    }

    #[tokio::test]
    async fn text_reserved_bits_and_missing_masks_are_errors() {
        for frame in [
            [0x81, 0x80, 0, 0, 0, 0],
            [0xc2, 0x80, 0, 0, 0, 0],
            [0x82, 0x01, b'x', 0, 0, 0],
            [0x09, 0x80, 0, 0, 0, 0],
        ] {
            let (mut raw, b) = tokio::io::duplex(1024);
            let mut server = WebSocketStream::new(b, BytesMut::new(), false);
            raw.write_all(&frame).await.unwrap();
            assert!(server.read_u8().await.is_err(), "{frame:?}");
        }
    }

    #[test]
    fn requests_are_answered_as_the_reference_node_does() {
        let request = |path: &str, extra: &str| {
            format!(
                "GET {path} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
                 Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{extra}\r\n"
            )
        };
        let check = |text: String| check_request(text.as_bytes(), &Origins::default());
        let version = "Sec-WebSocket-Version: 13\r\n";
        assert_eq!(
            check(request("/?service=x", version)).unwrap(),
            "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="
        );
        assert!(check(request("/", "")).unwrap_err().starts_with("426"));
        assert!(
            check(request("/other", version))
                .unwrap_err()
                .starts_with("404")
        );
        let evil = format!("{version}Origin: http://evil.example\r\n");
        assert!(check(request("/", &evil)).unwrap_err().starts_with("403"));
        let other = format!("{version}Sec-WebSocket-Protocol: chat\r\n");
        assert!(check(request("/", &other)).unwrap_err().starts_with("426"));
        assert!(
            check("GET nonsense\r\n\r\n".into())
                .unwrap_err()
                .starts_with("400")
        );
    }
}
