//! What viewers can watch besides the scene. A topic is computed only while
//! somebody watches it, and once for all who do.

use crate::window_log::WindowLog;
use axum::extract::ws::Message;
use serde_json::json;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Something to watch.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Topic {
    /// Fields of a node that change, its pose and its mass.
    Node(u32),
    /// The devices of a robot with their values.
    Robot(u32),
    /// Why a light sensor measures what it measures.
    Explain(u32),
    /// Chargers, what they are connected to and why not to others.
    Chargers,
    /// Where energy came from and where it went.
    Energy,
    /// Slots and their partners.
    Slots,
    /// Contacts.
    Contacts,
    /// Joints.
    Joints,
    /// The boundingObjects.
    Outlines,
    /// Masses, inertias and support polygons.
    Masses,
    /// Islands and bodies at rest.
    Islands,
    /// Rays of sensors.
    Rays,
    /// The picture of a device.
    Image {
        /// The robot.
        robot: u32,
        /// The name of the device.
        device: String,
    },
    /// What a controller sends to its robot window.
    Window(u32),
}

/// The forms of topics, for messages.
pub const FORMS: &str = "node:ID, robot:ID, explain:ID, chargers, energy, slots, contacts, joints, \
                         outlines, masses, islands, rays, image:ROBOT/DEVICE, window:ROBOT";

impl Topic {
    /// Reads a topic.
    ///
    /// # Errors
    /// When there is no such topic; the message names those that there are.
    pub fn parse(text: &str) -> Result<Self, String> {
        let unknown = || {
            let shown: String = text.chars().take(80).collect();
            format!("there is no topic '{shown}'; there are {FORMS}")
        };
        let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
        let number = || rest.parse().map_err(|_| unknown());
        Ok(match (kind, rest) {
            ("node", _) => Self::Node(number()?),
            ("robot", _) => Self::Robot(number()?),
            ("explain", _) => Self::Explain(number()?),
            ("window", _) => Self::Window(number()?),
            ("image", _) => {
                let (robot, device) = rest.split_once('/').ok_or_else(unknown)?;
                Self::Image {
                    robot: robot.parse().map_err(|_| unknown())?,
                    device: device.to_owned(),
                }
            }
            ("chargers", "") => Self::Chargers,
            ("energy", "") => Self::Energy,
            ("slots", "") => Self::Slots,
            ("contacts", "") => Self::Contacts,
            ("joints", "") => Self::Joints,
            ("outlines", "") => Self::Outlines,
            ("masses", "") => Self::Masses,
            ("islands", "") => Self::Islands,
            ("rays", "") => Self::Rays,
            _ => return Err(unknown()),
        })
    }
}

impl std::fmt::Display for Topic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Node(node) => write!(f, "node:{node}"),
            Self::Robot(node) => write!(f, "robot:{node}"),
            Self::Explain(node) => write!(f, "explain:{node}"),
            Self::Chargers => f.write_str("chargers"),
            Self::Energy => f.write_str("energy"),
            Self::Slots => f.write_str("slots"),
            Self::Contacts => f.write_str("contacts"),
            Self::Joints => f.write_str("joints"),
            Self::Outlines => f.write_str("outlines"),
            Self::Masses => f.write_str("masses"),
            Self::Islands => f.write_str("islands"),
            Self::Rays => f.write_str("rays"),
            Self::Image { robot, device } => write!(f, "image:{robot}/{device}"),
            Self::Window(node) => write!(f, "window:{node}"),
        }
    }
}

/// The watched topics with their latest messages.
#[derive(Debug, Default)]
pub struct TopicTable(Mutex<Table>);

#[derive(Debug, Default)]
struct Table {
    entries: HashMap<Topic, Entry>,
    version: u64,
    next_number: u16,
    /// How often something new was watched.
    changes: u64,
}

#[derive(Debug)]
struct Entry {
    watchers: usize,
    number: u16,
    version: u64,
    message: Option<Message>,
}

impl TopicTable {
    /// The topics that somebody watches, with their numbers.
    pub fn watched(&self) -> Vec<(Topic, u16)> {
        let table = self.table();
        let mut topics: Vec<(Topic, u16)> = table
            .entries
            .iter()
            .map(|(topic, entry)| (topic.clone(), entry.number))
            .collect();
        topics.sort_unstable();
        topics
    }

    /// How often viewers began to watch something.
    pub fn changes(&self) -> u64 {
        self.table().changes
    }

    /// Whether anybody watches anything.
    pub fn is_empty(&self) -> bool {
        self.table().entries.is_empty()
    }

    /// Replaces the message of a topic; whether it is another one and watched.
    pub fn put(&self, topic: &Topic, message: Message) -> bool {
        let mut table = self.table();
        let version = table.version + 1;
        let Some(entry) = table.entries.get_mut(topic) else {
            return false;
        };
        if entry.message.as_ref() == Some(&message) {
            return false;
        }
        entry.message = Some(message);
        entry.version = version;
        table.version = version;
        true
    }

    /// Forgets all messages: another world comes.
    pub fn clear(&self) {
        let mut table = self.table();
        for entry in table.entries.values_mut() {
            entry.message = None;
        }
    }

    fn watch(&self, topic: &Topic) -> u16 {
        let mut table = self.table();
        table.changes += 1;
        let number = table.next_number;
        let entry = table.entries.entry(topic.clone()).or_insert(Entry {
            watchers: 0,
            number,
            version: 0,
            message: None,
        });
        entry.watchers += 1;
        let given = entry.number;
        if given == number {
            table.next_number = number.wrapping_add(1);
        }
        given
    }

    fn leave(&self, topic: &Topic) {
        let mut table = self.table();
        if let Some(entry) = table.entries.get_mut(topic) {
            entry.watchers -= 1;
            if entry.watchers == 0 {
                table.entries.remove(topic);
            }
        }
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What one viewer watches; it is left when this is dropped.
#[derive(Debug)]
pub struct Subscriptions<'t> {
    table: &'t TopicTable,
    topics: Vec<(Topic, u64)>,
}

impl<'t> Subscriptions<'t> {
    /// Nothing yet.
    pub fn new(table: &'t TopicTable) -> Self {
        Self {
            table,
            topics: Vec::new(),
        }
    }

    /// Watches other topics from now on. Returns the numbers of the topics, as
    /// pictures name them.
    pub(crate) fn replace(&mut self, topics: Vec<Topic>, windows: &WindowLog) -> Vec<u16> {
        let mut kept = Vec::new();
        let mut numbers = Vec::new();
        for topic in topics {
            if kept.iter().any(|(other, _)| *other == topic) {
                continue;
            }
            numbers.push(self.table.watch(&topic));
            let known = self.topics.iter().find(|(other, _)| *other == topic);
            let version = match (known, &topic) {
                (Some((_, version)), _) => *version,
                (None, Topic::Window(robot)) => windows.begin(*robot),
                (None, _) => 0,
            };
            kept.push((topic, version));
        }
        for (topic, _) in std::mem::replace(&mut self.topics, kept) {
            self.table.leave(&topic);
        }
        numbers
    }

    /// The messages of controllers to robot windows that the viewer does not have: one
    /// text for each window.
    pub(crate) fn take_window_messages(&mut self, windows: &WindowLog) -> Vec<String> {
        let mut texts = Vec::new();
        for (topic, known) in &mut self.topics {
            let Topic::Window(robot) = topic else {
                continue;
            };
            let Some(news) = windows.after(*robot, *known) else {
                continue;
            };
            *known = news.last;
            let message = json!({
                "type": "values",
                "topic": topic.to_string(),
                "time": news.time,
                "messages": news.texts,
            });
            texts.push(message.to_string());
        }
        texts
    }

    /// The messages that are newer than what the viewer has.
    pub fn take(&mut self) -> Vec<Message> {
        if self.topics.is_empty() {
            return Vec::new();
        }
        let table = self.table.table();
        let mut messages = Vec::new();
        for (topic, known) in &mut self.topics {
            let Some(entry) = table.entries.get(topic) else {
                continue;
            };
            if entry.version > *known
                && let Some(message) = &entry.message
            {
                *known = entry.version;
                messages.push(message.clone());
            }
        }
        messages
    }
}

impl Drop for Subscriptions<'_> {
    fn drop(&mut self) {
        for (topic, _) in &self.topics {
            self.table.leave(topic);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn topics_are_read_as_they_are_written() {
        for text in [
            "node:7",
            "robot:3",
            "explain:12",
            "chargers",
            "energy",
            "slots",
            "contacts",
            "joints",
            "outlines",
            "masses",
            "islands",
            "rays",
            "image:3/left camera",
            "window:3",
        ] {
            assert_eq!(Topic::parse(text).unwrap().to_string(), text);
        }
        for text in [
            "",
            "node",
            "node:x",
            "node:-1",
            "chargers:1",
            "image:3",
            "weather",
        ] {
            assert!(Topic::parse(text).unwrap_err().contains(FORMS), "{text}");
        }
    }

    #[test]
    fn a_topic_lives_as_long_as_somebody_watches_it() {
        let (table, windows) = (TopicTable::default(), WindowLog::default());
        let topic = Topic::Contacts;
        assert!(!table.put(&topic, "1".into()));
        let mut one = Subscriptions::new(&table);
        let mut two = Subscriptions::new(&table);
        assert_eq!(
            one.replace(vec![topic.clone(), topic.clone()], &windows)
                .len(),
            1
        );
        two.replace(vec![topic.clone(), Topic::Rays], &windows);
        assert!(table.put(&topic, "1".into()));
        assert!(!table.put(&topic, "1".into()));
        assert_eq!(one.take(), [Message::from("1")]);
        assert!(one.take().is_empty());
        table.put(&topic, "2".into());
        table.put(&topic, "3".into());
        assert_eq!(two.take(), [Message::from("3")]);
        drop(one);
        assert_eq!(table.watched().len(), 2);
        two.replace(Vec::new(), &windows);
        assert!(table.is_empty());
    }
}
