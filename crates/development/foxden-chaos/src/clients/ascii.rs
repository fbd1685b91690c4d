//! A client of the ASCII server that sends several lines at once.

use super::{Client, read_line, with_numbers};
use std::collections::VecDeque;
use std::io;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader};

/// A line and what its reply begins with.
const LINES: [(&str, &str); 9] = [
    ("STATE", "STATE "),
    ("COLORGET", "COLOR "),
    ("SAY \"a b\"", "OK"),
    ("FOO", "ERROR AssertionError"),
    ("TELEPORT x y", "ERROR ValueError"),
    ("SAY \"", "ERROR ValueError"),
    ("TELEPORT {} {}", "OK"),
    ("DRIVE {} {} 0.5", "OK"),
    ("SETARM {} {} 0", "OK"),
];

/// Talks until the connection ends.
///
/// # Errors
/// When the connection breaks.
///
/// # Panics
/// When a reply does not belong to its line.
pub async fn run<S: AsyncRead + AsyncWrite + Unpin>(client: Client<S>) -> io::Result<()> {
    let Client {
        id,
        mut random,
        stream,
        ledger,
        ..
    } = client;
    let mut stream = BufReader::new(stream);
    loop {
        let mut expected = VecDeque::new();
        let mut text = String::new();
        for _ in 0..=random.below(4) {
            let (line, reply) = random.pick(&LINES);
            let line = with_numbers(line, &mut random, 200.0);
            text.push_str(&line);
            let end: &&str = random.pick(&["\n", "\r\n", "\r"]);
            text.push_str(end);
            let request = ledger.request(id, line, false);
            expected.push_back((request, *reply));
        }
        stream.get_mut().write_all(text.as_bytes()).await?;
        for (request, beginning) in expected {
            let reply = read_line(&mut stream).await?;
            assert!(
                reply.starts_with(beginning) && reply.ends_with('\n'),
                "{reply:?} is no reply that begins with {beginning:?}"
            );
            ledger.replied(request, reply.trim_end());
        }
        if random.happens(20) {
            return Ok(());
        }
        tokio::task::yield_now().await;
    }
}
