//! What the thread of the world and the connections of viewers share.
//!
//! Viewers send orders; the participant in the thread of the world executes them
//! between two steps. Nothing in that thread waits for a viewer.

use crate::animation::AnimationSlot;
use crate::blobs::Blobs;
use crate::command::Command;
use crate::events::WorldEvent;
use crate::frames::FrameTable;
use crate::history::History;
use crate::reply::ReplySender;
use crate::robot_windows::RobotWindows;
use crate::topic::TopicTable;
use crate::window_log::WindowLog;
use crate::world_list::WorldList;
use axum::extract::ws::Utf8Bytes;
use foxden_runtime::run_handle::RunHandle;
use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{broadcast, oneshot, watch};

/// How many orders may wait; each viewer has a limit of its own below it.
const MOST_ORDERS: usize = 65_536;

/// How many news a viewer may lag behind; then it gets the whole scene again.
const MOST_NEWS: usize = 256;

/// How many lines of the console new viewers get.
const KEPT_LINES: usize = 2_000;

/// How many bytes of them: each new viewer gets a copy.
const KEPT_LINE_BYTES: usize = 2 << 20;

/// How many events new viewers get.
const KEPT_EVENTS: usize = 500;

/// How many characters of an event are kept; names in it can have any length.
const KEPT_EVENT_TEXT: usize = 1_000;

/// The number of a viewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ViewerId(pub u64);

/// Messages that viewers get as they happen.
#[derive(Clone, Debug)]
pub enum News {
    /// A message.
    Text(Utf8Bytes),
    /// Another scene: ask for it.
    NewScene,
}

/// What a new viewer starts with.
#[derive(Debug)]
pub struct Attachment {
    /// The hello message without what depends on the viewer.
    pub hello: serde_json::Value,
    /// The scene message.
    pub scene: Utf8Bytes,
    /// The last lines of the console of which no news will come.
    pub lines: Vec<ConsoleLine>,
    /// The last events of which no news will come.
    pub events: Vec<WorldEvent>,
    /// Everything that happens after the scene.
    pub news: broadcast::Receiver<News>,
}

/// Something for the participant to do.
#[derive(Debug)]
pub enum Order {
    /// A new viewer asks for the scene.
    Attach(oneshot::Sender<Attachment>),
    /// A viewer has left: what it holds is released.
    Leave(ViewerId),
    /// A command.
    Execute(ViewerId, Box<Command>, ReplySender),
}

/// A line of the console.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct ConsoleLine {
    /// The node of the robot whose controller printed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub robot: Option<u32>,
    /// Its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// `out`, `err` or `foxden`.
    pub stream: &'static str,
    /// The text.
    pub text: String,
    /// The simulated time.
    pub time: f64,
}

/// What a world and its viewers share: console lines, events, orders.
#[derive(Debug)]
pub struct Hub {
    orders: Mutex<VecDeque<Order>>,
    run: Mutex<Option<RunHandle>>,
    news: broadcast::Sender<News>,
    tick: watch::Sender<u64>,
    viewers: AtomicUsize,
    next_viewer: AtomicU64,
    clock: Mutex<(u64, Utf8Bytes)>,
    lines: Mutex<Lines>,
    events: Mutex<Events>,
    history: Mutex<History>,
    worlds: Mutex<Option<Arc<WorldList>>>,
    /// The poses of bodies.
    pub frames: FrameTable,
    /// What viewers watch.
    pub topics: TopicTable,
    /// Geometries and textures.
    pub blobs: Blobs,
    /// The animation that a supervisor records.
    pub animation: AnimationSlot,
    /// The robot windows of the world.
    pub(crate) windows: RobotWindows,
    /// What controllers sent to them.
    pub(crate) window_log: WindowLog,
}

#[derive(Debug, Default)]
struct Lines {
    kept: VecDeque<ConsoleLine>,
    kept_bytes: usize,
    /// How many lines were printed.
    count: u64,
    /// Lines that were not sent yet.
    new: Vec<ConsoleLine>,
    new_bytes: usize,
    /// The simulated time that lines get.
    time: f64,
    /// The nodes of robots by their names.
    robots: HashMap<String, u32>,
}

impl Lines {
    /// Keeps a line for new viewers; the oldest ones make room.
    fn keep(&mut self, line: ConsoleLine) {
        self.kept_bytes += line.text.len();
        self.kept.push_back(line);
        while self.kept.len() > KEPT_LINES || self.kept_bytes > KEPT_LINE_BYTES {
            let Some(oldest) = self.kept.pop_front() else {
                return;
            };
            self.kept_bytes -= oldest.text.len();
        }
    }
}

#[derive(Debug, Default)]
struct Events {
    kept: VecDeque<WorldEvent>,
    /// Events that were not sent yet.
    new: Vec<WorldEvent>,
    /// The simulated time that events get.
    time: f64,
}

impl Default for Hub {
    fn default() -> Self {
        Self {
            orders: Mutex::default(),
            run: Mutex::default(),
            news: broadcast::channel(MOST_NEWS).0,
            tick: watch::channel(0).0,
            viewers: AtomicUsize::new(0),
            next_viewer: AtomicU64::new(1),
            clock: Mutex::default(),
            lines: Mutex::default(),
            events: Mutex::default(),
            history: Mutex::default(),
            worlds: Mutex::default(),
            frames: FrameTable::default(),
            topics: TopicTable::default(),
            blobs: Blobs::default(),
            animation: AnimationSlot::default(),
            windows: RobotWindows::default(),
            window_log: WindowLog::default(),
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Hub {
    /// Connects the run of a world; viewers of an earlier one get the new scene.
    pub fn connect(&self, run: RunHandle) {
        *locked(&self.run) = Some(run);
        // nobody may be there yet
        let _ = self.news.send(News::NewScene);
    }

    /// The run, while there is one.
    pub fn run(&self) -> Option<RunHandle> {
        locked(&self.run).clone()
    }

    /// The run is over; orders are refused until the next begins.
    pub fn disconnect(&self) {
        *locked(&self.run) = None;
        locked(&self.orders).clear();
    }

    /// Sends an order to the participant; `false` if too many wait.
    pub fn send(&self, order: Order) -> bool {
        {
            let mut orders = locked(&self.orders);
            if orders.len() >= MOST_ORDERS {
                return false;
            }
            orders.push_back(order);
        }
        if let Some(run) = &*locked(&self.run) {
            run.wake();
        }
        true
    }

    /// The oldest orders, up to a number of them, and whether there are more.
    pub fn take_orders(&self, most: usize) -> (Vec<Order>, bool) {
        let mut orders = locked(&self.orders);
        let count = orders.len().min(most);
        let taken = orders.drain(..count).collect();
        (taken, !orders.is_empty())
    }

    /// How many viewers there are.
    pub fn viewers(&self) -> usize {
        self.viewers.load(Ordering::SeqCst)
    }

    /// A new viewer.
    pub(crate) fn enter(&self) -> ViewerId {
        self.viewers.fetch_add(1, Ordering::SeqCst);
        ViewerId(self.next_viewer.fetch_add(1, Ordering::Relaxed))
    }

    /// A viewer has left.
    pub(crate) fn leave(&self, viewer: ViewerId) {
        self.viewers.fetch_sub(1, Ordering::SeqCst);
        self.send(Order::Leave(viewer));
    }

    /// Everything that happens from now on.
    pub fn listen(&self) -> broadcast::Receiver<News> {
        self.news.subscribe()
    }

    /// Sends a message to all viewers.
    pub fn tell(&self, message: &serde_json::Value) {
        if self.news.receiver_count() > 0 {
            let _ = self.news.send(News::Text(message.to_string().into()));
        }
    }

    /// All viewers must ask for the scene again.
    pub fn renew_scene(&self) {
        let _ = self.news.send(News::NewScene);
    }

    /// Says that there are new frames or values.
    pub fn tick(&self) {
        self.tick.send_modify(|count| *count += 1);
    }

    /// When there are new frames or values.
    pub(crate) fn ticks(&self) -> watch::Receiver<u64> {
        self.tick.subscribe()
    }

    /// The past of the run.
    pub fn history(&self) -> MutexGuard<'_, History> {
        locked(&self.history)
    }

    /// Replaces the worlds that pages may open.
    pub(crate) fn set_worlds(&self, worlds: Option<Arc<WorldList>>) {
        *locked(&self.worlds) = worlds;
    }

    /// The worlds that pages may open instead of the present one.
    pub(crate) fn worlds(&self) -> Option<Arc<WorldList>> {
        locked(&self.worlds).clone()
    }

    /// Replaces the clock message.
    pub fn set_clock(&self, message: Utf8Bytes) {
        let mut clock = locked(&self.clock);
        *clock = (clock.0 + 1, message);
    }

    /// The clock message and its version.
    pub(crate) fn clock(&self) -> (u64, Utf8Bytes) {
        locked(&self.clock).clone()
    }

    /// Adds a line to the console.
    pub fn print(&self, robot: Option<&str>, stream: &'static str, text: &str) {
        let mut lines = locked(&self.lines);
        let line = ConsoleLine {
            robot: robot.and_then(|name| lines.robots.get(name).copied()),
            name: robot.map(str::to_owned),
            stream,
            text: text.to_owned(),
            time: lines.time,
        };
        lines.count += 1;
        // what came too fast for one message is still in the kept lines
        if lines.new.len() < KEPT_LINES && lines.new_bytes < KEPT_LINE_BYTES {
            lines.new_bytes += line.text.len();
            lines.new.push(line.clone());
        }
        lines.keep(line);
    }

    /// Lines that were not sent yet; lines after this get a time.
    pub fn take_lines(&self, time: f64) -> Vec<ConsoleLine> {
        let mut lines = locked(&self.lines);
        lines.time = time;
        lines.new_bytes = 0;
        std::mem::take(&mut lines.new)
    }

    /// Reports something that happened in the world.
    pub fn report(&self, kind: &'static str, text: &str, node: Option<u32>) {
        let mut events = locked(&self.events);
        if events.new.len() < KEPT_EVENTS {
            let time = events.time;
            events.new.push(WorldEvent {
                time,
                kind,
                text: text.chars().take(KEPT_EVENT_TEXT).collect(),
                node,
            });
        }
    }

    /// Events that were not sent yet; events after this get a time.
    pub(crate) fn take_events(&self, time: f64) -> Vec<WorldEvent> {
        let new = {
            let mut events = locked(&self.events);
            events.time = time;
            std::mem::take(&mut events.new)
        };
        self.keep_events(new)
    }

    /// Keeps events for new viewers.
    pub(crate) fn keep_events(&self, mut new: Vec<WorldEvent>) -> Vec<WorldEvent> {
        for event in &mut new {
            if let Some((end, _)) = event.text.char_indices().nth(KEPT_EVENT_TEXT) {
                event.text.truncate(end);
            }
        }
        let mut events = locked(&self.events);
        events.kept.extend(new.iter().cloned());
        let extra = events.kept.len().saturating_sub(KEPT_EVENTS);
        events.kept.drain(..extra);
        new
    }

    /// The last events.
    pub(crate) fn kept_events(&self) -> Vec<WorldEvent> {
        locked(&self.events).kept.iter().cloned().collect()
    }

    /// Forgets events: another world comes.
    pub(crate) fn clear_events(&self) {
        *locked(&self.events) = Events::default();
    }

    /// Says which robots there are, by their names.
    pub fn set_robots(&self, robots: HashMap<String, u32>) {
        let lines = &mut *locked(&self.lines);
        lines.robots = robots;
        // lines that were printed before anybody asked for the scene
        for line in lines.kept.iter_mut().chain(&mut lines.new) {
            if let (None, Some(name)) = (line.robot, &line.name) {
                line.robot = lines.robots.get(name).copied();
            }
        }
    }

    /// Says what time it is while nobody takes lines and events.
    pub(crate) fn set_time(&self, time: f64) {
        locked(&self.lines).time = time;
        locked(&self.events).time = time;
    }

    /// The lines after the first `count`, as far as they are kept, and how many
    /// there are in all.
    pub fn lines_after(&self, count: u64) -> (Vec<ConsoleLine>, u64) {
        let lines = locked(&self.lines);
        let new = usize::try_from(lines.count.saturating_sub(count)).unwrap_or(usize::MAX);
        let known = lines.kept.len().saturating_sub(new);
        (
            lines.kept.iter().skip(known).cloned().collect(),
            lines.count,
        )
    }

    /// The last lines of the console that were sent to viewers.
    pub(crate) fn told_lines(&self) -> Vec<ConsoleLine> {
        let lines = locked(&self.lines);
        let told = lines.kept.len().saturating_sub(lines.new.len());
        lines.kept.iter().take(told).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_before_the_first_viewer_have_their_time_and_robot() {
        let hub = Hub::default();
        hub.set_time(1.5);
        hub.print(Some("fox"), "out", "early");
        hub.print(Some("stranger"), "out", "unknown");
        hub.set_robots(HashMap::from([("fox".to_owned(), 7)]));
        hub.take_lines(2.0);
        let lines = hub.told_lines();
        let told: Vec<_> = lines.iter().map(|line| (line.time, line.robot)).collect();
        assert_eq!(told, [(1.5, Some(7)), (1.5, None)]);
    }

    #[test]
    fn long_lines_and_events_take_bounded_room() {
        let hub = Hub::default();
        let long = "ä".repeat(32 << 10);
        for _ in 0..3_000 {
            hub.print(None, "out", &long);
            hub.report("report", &long, None);
        }
        let bytes =
            |lines: Vec<ConsoleLine>| lines.iter().map(|line| line.text.len()).sum::<usize>();
        assert!(bytes(hub.take_lines(0.0)) <= KEPT_LINE_BYTES + long.len());
        assert!(bytes(hub.told_lines()) <= KEPT_LINE_BYTES);
        assert_eq!(hub.lines_after(0).1, 3_000);
        let events = hub.take_events(0.0);
        assert!(events.len() <= KEPT_EVENTS);
        assert!(
            events
                .iter()
                .all(|event| event.text.chars().count() <= KEPT_EVENT_TEXT)
        );
        // short lines are not lost for that
        for _ in 0..KEPT_LINES {
            hub.print(None, "out", "short");
        }
        assert_eq!(hub.take_lines(0.0).len(), KEPT_LINES);
    }
}
