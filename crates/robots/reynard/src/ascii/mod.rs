//! The ASCII server: one command per line, one reply per command.

mod commands;
mod connection_limit;
mod lines;
mod words;

use crate::den_handle::DenHandle;
use commands::AsciiSession;
use connection_limit::{ConnectionLimit, ConnectionSlot};
use lines::{AsciiLine, LineBuffer};
use raconteur::connection::InputBudget;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::task::JoinSet;

/// Connections at the same time.
const CONNECTIONS: usize = 1024;

/// How long a peer may take to read a reply.
const PATIENCE: Duration = Duration::from_secs(30);

/// Replies that are gathered before they are sent.
const BATCH: usize = 64 * 1024;

/// A server that runs until this is dropped.
#[derive(Debug)]
pub struct AsciiServer {
    _tasks: JoinSet<()>,
}

/// Serves the den on listeners.
pub fn serve(listeners: Vec<TcpListener>, handle: &DenHandle) -> AsciiServer {
    let limit = ConnectionLimit::new(CONNECTIONS);
    let room = InputBudget::default();
    let mut tasks = JoinSet::new();
    for listener in listeners {
        let accept = accept(listener, handle.clone(), limit.clone(), room.clone());
        tasks.spawn(accept);
    }
    AsciiServer { _tasks: tasks }
}

async fn accept(
    listener: TcpListener,
    handle: DenHandle,
    limit: Arc<ConnectionLimit>,
    room: InputBudget,
) {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                // replies come later, but they come
                let _ = stream.set_nodelay(true);
                let session = AsciiSession::new(handle.clone());
                let (slot, room) = (limit.enter(), room.clone());
                let number = slot.number();
                let task = tokio::spawn(async move {
                    // a peer that breaks off is its own concern
                    let _ = talk(stream, session, &slot, &room).await;
                });
                limit.remember(number, task.abort_handle());
            }
            Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
        }
    }
}

/// Serves one client over any stream, until it ends.
///
/// # Errors
/// When the stream fails or the client does not read its replies.
pub async fn serve_stream<S: AsyncRead + AsyncWrite + Unpin>(
    stream: S,
    handle: &DenHandle,
) -> std::io::Result<()> {
    let slot = ConnectionLimit::new(1).enter();
    let session = AsciiSession::new(handle.clone());
    talk(stream, session, &slot, &InputBudget::default()).await
}

async fn talk<S: AsyncRead + AsyncWrite + Unpin>(
    mut stream: S,
    session: AsciiSession,
    slot: &ConnectionSlot,
    room: &InputBudget,
) -> std::io::Result<()> {
    let mut share = room.share();
    let mut lines = LineBuffer::default();
    let mut is_first = true;
    let mut buffer = vec![0; 16 * 1024];
    let mut replies = String::new();
    loop {
        let count = stream.read(&mut buffer).await?;
        if count == 0 {
            return Ok(());
        }
        slot.speak();
        lines.push(&buffer[..count]);
        while let Some(line) = lines.next_line() {
            match line {
                AsciiLine::Text(text) if std::mem::take(&mut is_first) && is_http(&text) => {
                    replies.push_str("ERROR ValueError('this port does not speak HTTP')\n");
                    return send(&mut stream, &mut replies).await;
                }
                AsciiLine::Text(text) => {
                    let reply = session.reply(&text);
                    // a client that sends a wait gets the replies before it at once
                    if let Some(waiting) = reply.waiting {
                        send(&mut stream, &mut replies).await?;
                        replies.push_str(&waiting.await);
                    } else {
                        replies.push_str(&reply.text);
                    }
                }
                AsciiLine::NotText => {
                    replies.push_str("ERROR ValueError('the line is not UTF-8')");
                }
                AsciiLine::TooLong => {
                    replies.push_str("ERROR ValueError('the line is too long')\n");
                    return send(&mut stream, &mut replies).await;
                }
            }
            replies.push('\n');
            if replies.len() > BATCH {
                send(&mut stream, &mut replies).await?;
            }
        }
        if !share.hold(lines.waiting()) {
            replies.push_str("ERROR ValueError('too many long lines are sent at once')\n");
            return send(&mut stream, &mut replies).await;
        }
        send(&mut stream, &mut replies).await?;
    }
}

/// Whether a line begins an HTTP request. A page of any site can make a browser send one to
/// this port, with lines of its choice after it.
fn is_http(line: &str) -> bool {
    let version = line.rsplit_once(" HTTP/").map(|(_, version)| version);
    version.is_some_and(|version| {
        version
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'.')
            && !version.is_empty()
    })
}

async fn send<S: AsyncWrite + Unpin>(stream: &mut S, replies: &mut String) -> std::io::Result<()> {
    if !replies.is_empty() {
        tokio::time::timeout(PATIENCE, stream.write_all(replies.as_bytes())).await??;
        replies.clear();
    }
    Ok(())
}
