//! The connection of one viewer: sends the scene, then what is new, and takes
//! commands. A viewer that does not read misses frames and is disconnected after
//! a while; a viewer that sends too fast is read more slowly.

use crate::allowance::Allowances;
use crate::command::{self, Command, Request};
use crate::hub::{Attachment, Hub, News, Order, ViewerId};
use crate::reply::ReplySender;
use crate::topic::{Subscriptions, Topic};
use axum::body::Bytes;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use serde_json::{Value as Json, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Semaphore, broadcast, mpsc, oneshot, watch};
use tokio::time::{Instant, sleep_until, timeout};

/// The shortest time between two frames.
const SHORTEST: Duration = Duration::from_millis(16);

/// How long a viewer may take for one message.
const PATIENCE: Duration = Duration::from_secs(20);

/// A viewer that got nothing for this long gets a ping: a connection whose other end has
/// vanished without a word is noticed only when something is sent.
const QUIET: Duration = Duration::from_secs(30);

/// The largest message of a viewer.
pub(crate) const LARGEST_MESSAGE: usize = command::MOST_TEXT + (64 << 10);

/// The largest message of a viewer that may only look: it sends no texts of nodes. Each
/// of thousands of such viewers, who need no token, may hold a part of one.
pub(crate) const LARGEST_QUESTION: usize = 64 << 10;

/// How many commands of a viewer may be unanswered; then nothing more is read.
const MOST_UNANSWERED: usize = 64;

/// Serves a viewer until it leaves.
pub(crate) async fn serve(socket: WebSocket, hub: Arc<Hub>, can_change: bool) {
    let viewer = Membership {
        id: hub.enter(),
        hub: hub.clone(),
    };
    let (replies, inbox) = mpsc::unbounded_channel();
    let connection = Connection {
        socket,
        hub: &hub,
        viewer: viewer.id,
        can_change,
        version: 0,
        clock: 0,
        past: Vec::new(),
        is_in_past: false,
        replies,
        places: Arc::new(Semaphore::new(MOST_UNANSWERED)),
        topics: Subscriptions::new(&hub.topics),
        allowances: Allowances::new(Instant::now()),
        sent: Instant::now(),
    };
    // how it ended does not matter
    let _ = connection.run(inbox).await;
}

/// Counts a viewer as long as it is there.
struct Membership {
    id: ViewerId,
    hub: Arc<Hub>,
}

impl Drop for Membership {
    fn drop(&mut self) {
        self.hub.leave(self.id);
    }
}

/// Why a connection ended: the viewer left or is too slow.
struct Gone;

struct Connection<'h> {
    socket: WebSocket,
    hub: &'h Arc<Hub>,
    viewer: ViewerId,
    can_change: bool,
    /// The version of the frames that the viewer has.
    version: u64,
    /// The version of the clock message that it has.
    clock: u64,
    /// Frames of the past that were asked for.
    past: Vec<Bytes>,
    /// Whether the viewer looks at the past.
    is_in_past: bool,
    replies: mpsc::UnboundedSender<String>,
    places: Arc<Semaphore>,
    topics: Subscriptions<'h>,
    allowances: Allowances,
    /// When something was sent last.
    sent: Instant,
}

impl Connection<'_> {
    async fn run(mut self, mut inbox: mpsc::UnboundedReceiver<String>) -> Result<(), Gone> {
        let mut ticks = self.hub.ticks();
        let mut news = self.greet().await?;
        self.send_new().await?;
        let mut last = Instant::now();
        let mut next_read = last;
        loop {
            let may_read = self.places.available_permits() > 0;
            let quiet_end = self.sent + QUIET;
            tokio::select! {
                biased;
                reply = inbox.recv() => {
                    let reply = reply.ok_or(Gone)?;
                    self.send(Message::Text(reply.into())).await?;
                }
                what = news.recv() => match what {
                    Ok(News::Text(text)) => self.send(Message::Text(text)).await?,
                    Ok(News::NewScene) | Err(broadcast::error::RecvError::Lagged(_)) => {
                        news = self.greet().await?;
                        self.send_new().await?;
                    }
                    Err(broadcast::error::RecvError::Closed) => return Err(Gone),
                },
                heard = read(&mut self.socket, next_read), if may_read => {
                    match heard {
                        Some(Ok(Message::Text(text))) => {
                            let is_costly = self.hear(&text);
                            next_read = self.allowances.take(is_costly, Instant::now());
                            // a window that was opened now has missed some
                            self.send_window_messages().await?;
                            for frame in std::mem::take(&mut self.past) {
                                self.send(Message::Binary(frame)).await?;
                            }
                        }
                        Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(Gone),
                        Some(Ok(_)) => next_read = self.allowances.take(false, Instant::now()),
                    }
                }
                () = due(&mut ticks, last) => {
                    last = Instant::now();
                    ticks.mark_unchanged();
                    self.send_new().await?;
                }
                () = sleep_until(quiet_end) => self.send(Message::Ping(Bytes::new())).await?,
            }
        }
    }

    /// Sends hello and scene, and returns what comes after them.
    async fn greet(&mut self) -> Result<broadcast::Receiver<News>, Gone> {
        let mut changes = self.hub.listen();
        loop {
            let (sender, attachment) = oneshot::channel();
            if !self.hub.send(Order::Attach(sender)) {
                return Err(Gone);
            }
            let attachment = tokio::select! {
                biased;
                attachment = attachment => attachment.ok(),
                // the world has gone meanwhile; the next will be there soon
                _ = changes.recv() => None,
            };
            let Some(attachment) = attachment else {
                tokio::time::sleep(Duration::from_millis(20)).await;
                continue;
            };
            let Attachment {
                mut hello,
                scene,
                lines,
                events,
                news,
            } = attachment;
            hello["canChange"] = self.can_change.into();
            self.version = 0;
            self.clock = 0;
            self.is_in_past = false;
            self.send(Message::Text(hello.to_string().into())).await?;
            self.send(Message::Text(scene)).await?;
            if !lines.is_empty() {
                let text = json!({ "type": "console", "lines": lines }).to_string();
                self.send(Message::Text(text.into())).await?;
            }
            if !events.is_empty() {
                let text = json!({ "type": "events", "events": events }).to_string();
                self.send(Message::Text(text.into())).await?;
            }
            // a page that may only look opens nothing, and gets no files
            if self.can_change
                && let Some(worlds) = self.hub.worlds()
            {
                let text = worlds.message().to_string();
                self.send(Message::Text(text.into())).await?;
            }
            return Ok(news);
        }
    }

    /// Sends frames, values and the clock as far as the viewer does not have them.
    async fn send_new(&mut self) -> Result<(), Gone> {
        if !self.is_in_past {
            let composition = self.hub.frames.compose(self.version);
            self.version = composition.version;
            for frame in composition.frames {
                self.send(Message::Binary(frame)).await?;
            }
        }
        for message in self.topics.take() {
            self.send(message).await?;
        }
        self.send_window_messages().await?;
        let (version, clock) = self.hub.clock();
        if version > self.clock {
            self.clock = version;
            self.send(Message::Text(clock)).await?;
        }
        Ok(())
    }

    /// Sends what controllers sent to the robot windows that the viewer has open.
    async fn send_window_messages(&mut self) -> Result<(), Gone> {
        for text in self.topics.take_window_messages(&self.hub.window_log) {
            self.send(Message::Text(text.into())).await?;
        }
        Ok(())
    }

    /// Executes a message or passes it on to the thread of the world. Returns whether that
    /// is costly.
    fn hear(&mut self, text: &Utf8Bytes) -> bool {
        let Ok(place) = self.places.clone().try_acquire_owned() else {
            return false;
        };
        let sender = |id: Json| ReplySender::new(id, self.replies.clone(), place);
        let Request { id, command } = match command::parse(text) {
            Ok(request) => request,
            Err((id, reason)) => {
                sender(id).send(Err(reason));
                return false;
            }
        };
        let reply = sender(id);
        if command.is_change() && !self.can_change {
            let reason =
                "this page may only look; open the address that Foxden printed, with its token";
            reply.send(Err(reason.to_owned()));
            return false;
        }
        let is_costly = command.is_costly();
        match command {
            Command::Watch { topics } => {
                let parsed: Result<Vec<Topic>, String> =
                    topics.iter().map(|topic| Topic::parse(topic)).collect();
                let result = parsed.map(|parsed| {
                    let names: Vec<String> = parsed.iter().map(Topic::to_string).collect();
                    let numbers = self.topics.replace(parsed, &self.hub.window_log);
                    let pairs = names.into_iter().zip(numbers);
                    let pairs: serde_json::Map<String, Json> =
                        pairs.map(|(name, number)| (name, number.into())).collect();
                    json!({ "pictures": pairs })
                });
                reply.send(result);
                // the world computes what is new to watch
                if let Some(run) = self.hub.run() {
                    run.wake();
                }
            }
            Command::Look { time } => reply.send(self.look(time)),
            Command::Step { count } => match self.hub.run() {
                Some(run) => drop(tokio::spawn(async move {
                    let done = run.step(count.max(1)).await;
                    reply.send(done.map(|()| Json::Null).map_err(|error| error.to_string()));
                })),
                None => drop(reply),
            },
            command => {
                // a full queue drops the order, and its reply says so
                self.hub
                    .send(Order::Execute(self.viewer, Box::new(command), reply));
            }
        }
        is_costly
    }

    /// Shows the past or the present.
    fn look(&mut self, time: Option<f64>) -> Result<Json, String> {
        let Some(time) = time else {
            self.is_in_past = false;
            // everything may be somewhere else
            self.version = 0;
            self.hub.tick();
            return Ok(Json::Null);
        };
        // the lock is released before frames are decoded
        let frames = self.hub.history().frames_at(time);
        let found = frames.and_then(|frames| frames.decode());
        let (frames, time) = found.ok_or("nothing is known of the past yet")?;
        self.is_in_past = true;
        self.past = frames;
        Ok(json!({ "time": time }))
    }

    async fn send(&mut self, message: Message) -> Result<(), Gone> {
        match timeout(PATIENCE, self.socket.send(message)).await {
            Ok(Ok(())) => {
                self.sent = Instant::now();
                Ok(())
            }
            _ => Err(Gone),
        }
    }
}

async fn read(socket: &mut WebSocket, from: Instant) -> Option<Result<Message, axum::Error>> {
    sleep_until(from).await;
    socket.recv().await
}

/// Waits until something new should be sent.
async fn due(ticks: &mut watch::Receiver<u64>, last: Instant) {
    if ticks.changed().await.is_err() {
        // the hub lives as long as its connections
        return std::future::pending().await;
    }
    // if something else comes in between, it is still new
    ticks.mark_changed();
    sleep_until(last + SHORTEST).await;
}
