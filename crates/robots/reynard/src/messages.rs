//! What Reynard says and hears.

use axum::extract::ws::Utf8Bytes;
use parking_lot::Mutex;
use serde::Serialize;
use std::collections::VecDeque;
use std::sync::{Arc, Weak};
use tokio::sync::broadcast;

/// Lines that a page is shown when it opens.
const LOG: usize = 100;

/// Messages that wait for a reader of the REST server.
const WAITING: usize = 1000;

/// Bytes of all messages that wait for a reader of the REST server.
const WAITING_BYTES: usize = 4 << 20;

/// Messages that wait for one connection of the ASCII server.
const WAITING_HERE: usize = 10;

/// Bytes of all messages that wait for one connection of the ASCII server.
const WAITING_HERE_BYTES: usize = 64 << 10;

/// News that a slow viewer may be behind.
const NEWS: usize = 256;

/// Characters of a line that pages are shown.
const SHOWN: usize = 10_000;

/// Characters of what a page calls itself.
const NAME: usize = 40;

/// A line of talk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TalkLine {
    /// The name of a robot, or `page` for people at one.
    pub from: Arc<str>,
    /// The words.
    pub text: Arc<str>,
    /// What the page calls itself at which they were typed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visitor: Option<Arc<str>>,
}

/// Messages that wait, oldest first.
type WaitingMessages = VecDeque<Arc<str>>;

/// Messages for one connection.
pub type Queue = Arc<Mutex<WaitingMessages>>;

type MessageListener = Box<dyn Fn(&str) + Send + Sync>;

/// What was said, and who wants to hear it.
pub struct Messages {
    log: Mutex<VecDeque<TalkLine>>,
    news: broadcast::Sender<Utf8Bytes>,
    waiting: Mutex<Mailbox>,
    queues: Mutex<Vec<Weak<Mutex<WaitingMessages>>>>,
    listeners: Mutex<Vec<MessageListener>>,
}

impl std::fmt::Debug for Messages {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Messages").finish_non_exhaustive()
    }
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum News<'t> {
    Said {
        robot: &'t str,
        text: &'t str,
    },
    Heard {
        text: &'t str,
        #[serde(skip_serializing_if = "Option::is_none")]
        visitor: Option<&'t str>,
    },
    Reset,
}

impl Messages {
    /// The beginning of a talk.
    pub fn new(greeter: &str) -> Arc<Self> {
        let greeting = TalkLine {
            from: greeter.into(),
            text: "Hello I'm Reynard!".into(),
            visitor: None,
        };
        Arc::new(Self {
            log: Mutex::new(VecDeque::from([greeting])),
            news: broadcast::channel(NEWS).0,
            waiting: Mutex::default(),
            queues: Mutex::default(),
            listeners: Mutex::default(),
        })
    }

    /// A robot says something; pages show it.
    pub fn say(&self, robot: &str, text: &str) {
        let text = shown(text);
        self.tell(&News::Said { robot, text });
        self.keep(robot, text, None);
    }

    /// Somebody at a page says something to Reynard.
    pub fn hear(&self, text: &str) {
        self.hear_from(None, text);
    }

    /// The same from a page that calls itself something.
    pub fn hear_from(&self, visitor: Option<&str>, text: &str) {
        let visitor = visitor.map(|name| cut(name, NAME));
        self.tell(&News::Heard {
            text: shown(text),
            visitor,
        });
        self.keep("page", shown(text), visitor);
        for listener in self.listeners.lock().iter() {
            listener(text);
        }
        let text: Arc<str> = text.into();
        self.queues.lock().retain(|queue| {
            let Some(queue) = queue.upgrade() else {
                return false;
            };
            let mut queue = queue.lock();
            // a connection that does not ask misses what comes later, and nobody else does
            let is_room = bytes(&queue) + text.len() <= WAITING_HERE_BYTES;
            if queue.is_empty() || (queue.len() < WAITING_HERE && is_room) {
                queue.push_back(text.clone());
            }
            true
        });
        self.waiting.lock().push(text);
    }

    /// Reports to pages that the den is as it was in the beginning.
    pub fn announce_reset(&self) {
        self.tell(&News::Reset);
    }

    /// Calls somebody with every message from a page.
    pub fn listen(&self, listener: impl Fn(&str) + Send + Sync + 'static) {
        self.listeners.lock().push(Box::new(listener));
    }

    /// A queue of the messages from now on.
    pub fn queue(&self) -> Queue {
        let queue = Queue::default();
        self.queues.lock().push(Arc::downgrade(&queue));
        queue
    }

    /// Takes all messages that nobody has taken yet.
    pub fn take(&self) -> Vec<Arc<str>> {
        std::mem::take(&mut *self.waiting.lock()).messages.into()
    }

    /// The last lines.
    pub fn log(&self) -> Vec<TalkLine> {
        self.log.lock().iter().cloned().collect()
    }

    /// What is said and heard from now on, as JSON.
    pub fn news(&self) -> broadcast::Receiver<Utf8Bytes> {
        self.news.subscribe()
    }

    fn tell(&self, news: &News<'_>) {
        // without a page nobody listens
        let _ = self
            .news
            .send(serde_json::to_string(news).unwrap_or_default().into());
    }

    fn keep(&self, from: &str, text: &str, visitor: Option<&str>) {
        let mut log = self.log.lock();
        if log.len() >= LOG {
            log.pop_front();
        }
        log.push_back(TalkLine {
            from: from.into(),
            text: text.into(),
            visitor: visitor.map(Into::into),
        });
    }
}

/// Messages for the first reader; the oldest are dropped if there are too many.
#[derive(Debug, Default)]
struct Mailbox {
    messages: WaitingMessages,
    bytes: usize,
}

impl Mailbox {
    fn push(&mut self, text: Arc<str>) {
        self.bytes += text.len();
        self.messages.push_back(text);
        while self.messages.len() > WAITING
            || (self.bytes > WAITING_BYTES && self.messages.len() > 1)
        {
            let oldest = self.messages.pop_front();
            self.bytes -= oldest.map_or(0, |text| text.len());
        }
    }
}

fn bytes(messages: &WaitingMessages) -> usize {
    messages.iter().map(|text| text.len()).sum()
}

fn shown(text: &str) -> &str {
    cut(text, SHOWN)
}

/// The first characters of a text.
fn cut(text: &str, most: usize) -> &str {
    match text.char_indices().nth(most) {
        Some((end, _)) => &text[..end],
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_silent_reader_costs_no_other_a_message() {
        let talk = Messages::new("reynard");
        let silent = talk.queue();
        let gone = talk.queue();
        drop(gone);
        for at in 0..15 {
            talk.hear(&at.to_string());
        }
        assert_eq!(talk.take().len(), 15);
        assert!(talk.take().is_empty());
        let kept: Vec<_> = silent.lock().iter().map(ToString::to_string).collect();
        assert_eq!(kept.first().map(String::as_str), Some("0"));
        assert_eq!(kept.len(), 10);
        assert_eq!(talk.queues.lock().len(), 1);
    }

    #[test]
    fn pages_know_their_own_words_again() {
        let talk = Messages::new("reynard");
        let mut news = talk.news();
        talk.hear_from(Some("tab 1"), "hi");
        talk.say("reynard", "ho");
        let visitors: Vec<_> = talk.log().into_iter().map(|line| line.visitor).collect();
        assert_eq!(visitors, [None, Some("tab 1".into()), None]);
        let received = news.try_recv().map(|text| text.to_string());
        assert_eq!(
            received.as_deref(),
            Ok(r#"{"type":"heard","text":"hi","visitor":"tab 1"}"#)
        );
    }

    #[test]
    fn what_is_kept_is_bounded() {
        let talk = Messages::new("reynard");
        for _ in 0..2000 {
            talk.hear_from(Some(&"é".repeat(20_000)), &"é".repeat(20_000));
        }
        let taken = talk.take();
        assert!(taken.iter().map(|text| text.len()).sum::<usize>() <= WAITING_BYTES);
        assert_eq!(taken.len(), WAITING_BYTES / 40_000);
        for _ in 0..2000 {
            talk.hear("short");
        }
        assert_eq!(talk.take().len(), WAITING);
        let queue = talk.queue();
        for _ in 0..20 {
            talk.hear(&"x".repeat(20_000));
        }
        assert_eq!(queue.lock().len(), 3);
        for _ in 0..LOG {
            talk.hear_from(Some(&"é".repeat(20_000)), &"é".repeat(20_000));
        }
        let log = talk.log();
        assert_eq!(log.len(), LOG);
        assert_eq!(log[0].text.chars().count(), SHOWN);
        let name = log[0].visitor.as_deref().unwrap_or_default();
        assert_eq!(name.chars().count(), NAME);
    }
}
