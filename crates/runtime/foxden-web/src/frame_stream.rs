//! Viewers: WebSockets that receive the frames of a running world.
//!
//! Each gets a greeting, then the newest frame whenever it is ready for one,
//! and news in between. A viewer that does not read misses frames, and is let
//! are dropped after a while; it never delays others.

use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{broadcast, watch};
use tokio::time::{Instant, sleep_until, timeout};

/// The shortest time between two frames.
const SHORTEST: Duration = Duration::from_millis(16);

/// The longest time between two frames.
const LONGEST: Duration = Duration::from_secs(1);

/// How long a viewer may take for one message.
const PATIENCE: Duration = Duration::from_secs(20);

/// The largest message that a viewer may send. Each of thousands of viewers may
/// hold half of one.
pub const LARGEST_MESSAGE: usize = 64 << 10;

/// Something that can be shown; the text is made once for all viewers.
pub trait Show: Send + Sync + 'static {
    /// A JSON text.
    fn text(&self) -> Utf8Bytes;
}

/// What a viewer is shown.
#[derive(Debug)]
pub struct View<F> {
    /// The first message.
    pub greeting: Utf8Bytes,
    /// Frames.
    pub frames: watch::Receiver<Arc<F>>,
    /// Messages that are sent as they come.
    pub news: broadcast::Receiver<Utf8Bytes>,
}

/// Shows a world to a viewer until it leaves. `hear` is given what the viewer
/// sends and may answer.
pub async fn show<F: Show, A: Future<Output = Option<Utf8Bytes>>>(
    mut socket: WebSocket,
    mut view: View<F>,
    hear: impl Fn(Utf8Bytes) -> A,
) {
    if !send(&mut socket, view.greeting).await {
        return;
    }
    view.frames.mark_unchanged();
    let mut last = Instant::now();
    loop {
        let next = tokio::select! {
            biased;
            heard = socket.recv() => match heard {
                Some(Ok(Message::Text(text))) => hear(text).await,
                Some(Ok(Message::Binary(_) | Message::Ping(_) | Message::Pong(_))) => None,
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
            },
            news = view.news.recv() => match news {
                Ok(text) => Some(text),
                Err(broadcast::error::RecvError::Lagged(_)) => None,
                Err(broadcast::error::RecvError::Closed) => return,
            },
            is_there = due(&mut view.frames, last) => {
                if !is_there {
                    return;
                }
                last = Instant::now();
                let frame = view.frames.borrow_and_update().clone();
                Some(frame.text())
            },
        };
        if let Some(text) = next
            && !send(&mut socket, text).await
        {
            return;
        }
    }
}

/// Waits until a frame should be sent; `false` if there will be none.
async fn due<F>(frames: &mut watch::Receiver<Arc<F>>, last: Instant) -> bool {
    match timeout(LONGEST, frames.changed()).await {
        Ok(Err(_)) => false,
        Ok(Ok(())) => {
            // if something else comes in between, the frame is still new
            frames.mark_changed();
            sleep_until(last + SHORTEST).await;
            true
        }
        Err(_) => true,
    }
}

async fn send(socket: &mut WebSocket, text: Utf8Bytes) -> bool {
    matches!(
        timeout(PATIENCE, socket.send(Message::Text(text))).await,
        Ok(Ok(()))
    )
}
