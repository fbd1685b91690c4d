//! The last minutes of a run: frames to look at, and moments to continue from.
//!
//! Frames are kept as they were sent, with a frame of all bodies now and then, so
//! that any time is found by reading a few of them. Memory is bounded: the oldest
//! parts are dropped.

use crate::frames::{ALL, Moment, PAST, PoseFrame, decode, encode};
use crate::moments::Moments;
use axum::body::Bytes;
use foxden_runtime::input::PastMoment;
use foxden_sim::viewer_data::BodyPose;
use std::collections::VecDeque;
use std::sync::Arc;

/// How many bytes of frames are kept.
const MOST_BYTES: usize = 64 << 20;

/// How many simulated seconds are kept.
const MOST_SECONDS: f64 = 600.0;

/// A frame of all bodies comes at least this often, in simulated seconds.
const KEY_TIME: f64 = 2.0;

/// A frame of all bodies also comes when the frames since the last one have this many
/// times its bytes: one more adds at most a quarter, and looking at a time reads few frames
/// even if everything moves.
const KEY_SHARE: usize = 4;

/// How many moments are kept.
const MOST_MOMENTS: usize = 120;

/// How many bytes of moments are kept, about.
const MOST_MOMENT_BYTES: usize = 256 << 20;

/// The least simulated time between two moments, in seconds.
const MOMENT_TIME: f64 = 1.0;

/// Frames from one frame of all bodies to the next.
#[derive(Debug, Default)]
struct Section {
    frames: Vec<(f64, Bytes)>,
    bytes: usize,
    /// The bytes of the frame of all bodies that begins it.
    key_bytes: usize,
}

/// The past of a run.
#[derive(Debug, Default)]
pub struct History {
    sections: VecDeque<Section>,
    bytes: usize,
    moments: Moments<PastMoment>,
    last: f64,
}

/// The frames that show a time: a frame of all bodies and those after it. They are decoded
/// without the lock of the history.
#[derive(Clone, Debug)]
pub struct PastFrames {
    frames: Vec<(f64, Bytes)>,
    time: f64,
    /// The end of the history.
    last: f64,
}

impl History {
    /// Whether the next frame must have all bodies.
    pub fn wants_all(&self, time: f64) -> bool {
        let Some(section) = self.sections.back() else {
            return true;
        };
        let is_late = |start: f64| time - start >= KEY_TIME || time < start;
        section.frames.first().is_none_or(|first| is_late(first.0))
            || section.bytes - section.key_bytes >= KEY_SHARE * section.key_bytes
    }

    /// Adds frames of a time; `is_all` if they have all bodies.
    pub fn add(&mut self, time: f64, is_all: bool, frames: &[Bytes]) {
        // a world that went back begins a new past
        if time < self.last {
            self.clear();
        }
        self.last = time;
        if is_all || self.sections.is_empty() {
            self.sections.push_back(Section::default());
        }
        if let Some(section) = self.sections.back_mut() {
            for frame in frames {
                section.bytes += frame.len();
                self.bytes += frame.len();
                section.frames.push((time, frame.clone()));
            }
            if section.key_bytes == 0 {
                section.key_bytes = section.bytes;
            }
        }
        while self.sections.len() > 1
            && (self.bytes > MOST_BYTES || self.last - self.from() > MOST_SECONDS)
        {
            if let Some(section) = self.sections.pop_front() {
                self.bytes -= section.bytes;
            }
            self.moments.drop_before(self.from());
        }
    }

    /// Says that time has passed without anything moving.
    pub fn pass(&mut self, time: f64) {
        if time < self.last {
            self.clear();
        }
        self.last = time;
    }

    fn from(&self) -> f64 {
        let first = self
            .sections
            .front()
            .and_then(|section| section.frames.first());
        first.map_or(self.last, |(time, _)| *time)
    }

    /// The times that can be looked at: from, to.
    pub fn span(&self) -> [f64; 2] {
        [self.from().min(self.last), self.last]
    }

    /// Whether it is time to keep a moment.
    pub fn wants_moment(&self, time: f64) -> bool {
        let last = self.moments.last();
        last.is_none_or(|last| (time - last).abs() >= MOMENT_TIME)
    }

    /// Keeps a moment. `size` is about how many bytes it takes. Returns moments that made
    /// room: dropping them takes long for a large world, and viewers wait for the history.
    #[must_use]
    pub fn keep(&mut self, moment: PastMoment, size: usize) -> Vec<Arc<PastMoment>> {
        let most = (MOST_MOMENT_BYTES / size.max(1)).clamp(2, MOST_MOMENTS);
        self.moments.keep(moment.time, moment, most)
    }

    /// The last moment that is not later than a time.
    ///
    /// # Errors
    /// When none is kept of that time; says of which times there are.
    pub fn moment(&self, time: f64) -> Result<Arc<PastMoment>, String> {
        self.moments.before(time).ok_or_else(|| match self.moments.first() {
            Some(first) => format!(
                "the world was not kept at {time:.1} s or before; it can continue from {first:.1} s on"
            ),
            None => "nothing is known of the past yet".to_owned(),
        })
    }

    /// Forgets what came after a time: the world continues from there.
    pub fn cut(&mut self, time: f64) {
        for section in &mut self.sections {
            section.frames.retain(|(at, _)| *at <= time);
            section.bytes = section.frames.iter().map(|(_, frame)| frame.len()).sum();
            section.key_bytes = section.key_bytes.min(section.bytes);
        }
        self.sections.retain(|section| !section.frames.is_empty());
        self.bytes = self.sections.iter().map(|section| section.bytes).sum();
        self.moments.cut(time);
        self.last = time;
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// The frames that show a time; `None` if nothing is known of it. This copies references
    /// only: the thread of the world waits for the history.
    pub fn frames_at(&self, time: f64) -> Option<PastFrames> {
        let start = |section: &&Section| section.frames.first().map_or(0.0, |(time, _)| *time);
        let section = self
            .sections
            .iter()
            .rev()
            .find(|section| start(section) <= time);
        let section = section.or(self.sections.front())?;
        Some(PastFrames {
            frames: section.frames.clone(),
            time,
            last: self.last,
        })
    }
}

impl PastFrames {
    /// All bodies as they were at the time; `None` if a frame cannot be read.
    pub fn decode(&self) -> Option<(Vec<Bytes>, f64)> {
        let Self { time, last, .. } = *self;
        let mut bodies: Vec<Option<BodyPose>> = Vec::new();
        let mut moment = Moment::default();
        for (at, frame) in &self.frames {
            if *at > time && !bodies.is_empty() {
                break;
            }
            let PoseFrame {
                moment: when,
                bodies: moved,
                ..
            } = decode(frame)?;
            moment = when;
            for (body, pose) in moved {
                let place = body as usize;
                if bodies.len() <= place {
                    bodies.resize(place + 1, None);
                }
                bodies[place] = Some(pose);
            }
        }
        let numbered = (0..).zip(bodies);
        let bodies: Vec<(u32, BodyPose)> = numbered
            .filter_map(|(body, pose)| Some((body, pose?)))
            .collect();
        // nothing moved since that frame, so it is as good for the time that was asked for
        moment.time = time.min(last).max(moment.time);
        Some((encode(moment, ALL | PAST, &bodies), moment.time))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn frame(step: u64, bodies: &[(u32, f64)]) -> Vec<Bytes> {
        let moment = Moment {
            time: step as f64 * 0.1,
            step,
        };
        let poses: Vec<(u32, BodyPose)> = bodies
            .iter()
            .map(|(body, x)| {
                let pose = BodyPose {
                    position: [*x, 0.0, 0.0],
                    rotation: [1.0, 0.0, 0.0, 0.0],
                };
                (*body, pose)
            })
            .collect();
        encode(moment, 0, &poses)
    }

    fn seen(history: &History, time: f64) -> Vec<f64> {
        let (frames, _) = history.frames_at(time).unwrap().decode().unwrap();
        let frame = decode(&frames[0]).unwrap();
        assert_eq!(frame.flags, ALL | PAST);
        frame
            .bodies
            .iter()
            .map(|(_, pose)| (pose.position[0] * 100.0).round() / 100.0)
            .collect()
    }

    #[test]
    fn every_time_is_found_again() {
        let mut history = History::default();
        for step in 0..100_u64 {
            let time = step as f64 * 0.1;
            let is_all = history.wants_all(time);
            let moved = (step % 3) as u32;
            let x = step as f64;
            let bodies: Vec<(u32, f64)> = match is_all {
                true => (0..3).map(|body| (body, x)).collect(),
                false => vec![(moved, x)],
            };
            history.add(time, is_all, &frame(step, &bodies));
        }
        assert_eq!(history.span(), [0.0, 9.9]);
        assert_eq!(seen(&history, 0.0), [0.0, 0.0, 0.0]);
        assert_eq!(seen(&history, 0.35), [3.0, 1.0, 2.0]);
        history.cut(5.0);
        assert_eq!(history.span()[1], 5.0);
        assert_eq!(seen(&history, 99.0).len(), 3);
        history.add(0.0, true, &frame(0, &[(0, 7.0)]));
        assert_eq!(history.span(), [0.0, 0.0]);
        assert_eq!(seen(&history, 3.0), [7.0]);
    }

    #[test]
    fn a_time_is_found_in_few_frames_if_everything_moves() {
        let mut history = History::default();
        let (mut alls, mut bytes, mut least) = (0, 0, 0);
        for step in 0..300_u64 {
            let time = step as f64 / 30.0;
            let is_all = history.wants_all(time);
            let half = if is_all { 0 } else { 50 };
            let bodies: Vec<(u32, f64)> = (half..100).map(|body| (body, step as f64)).collect();
            let frames = frame(step, &bodies);
            alls += usize::from(is_all);
            bytes += frames[0].len();
            least += frame(step, &bodies[bodies.len() - 50..])[0].len();
            history.add(time, is_all, &frames);
        }
        let longest = history.sections.iter().map(|one| one.frames.len()).max();
        assert!(longest <= Some(9), "{longest:?}");
        assert!(bytes * 4 <= least * 5, "{bytes} {least} {alls}");
    }

    #[test]
    fn a_world_at_rest_has_every_time() {
        let mut history = History::default();
        history.add(1.0, true, &frame(10, &[(0, 7.0)]));
        history.pass(9.0);
        for (asked, shown) in [(0.0, 1.0), (1.0, 1.0), (4.5, 4.5), (9.0, 9.0), (50.0, 9.0)] {
            let (frames, time) = history.frames_at(asked).unwrap().decode().unwrap();
            assert_eq!((time, seen(&history, asked)), (shown, vec![7.0]));
            assert_eq!(decode(&frames[0]).unwrap().moment.time, shown);
        }
    }

    #[test]
    fn frames_are_not_decoded_while_the_world_waits() {
        let mut history = History::default();
        history.add(0.0, true, &[Bytes::from_static(b"no frame")]);
        // decoding is what fails
        let frames = history.frames_at(0.0).unwrap();
        assert_eq!(frames.decode(), None);
    }

    #[test]
    fn memory_is_bounded() {
        let mut history = History::default();
        let bytes = Bytes::from(vec![0; 1 << 20]);
        for step in 0..500_u64 {
            let time = step as f64;
            let is_all = history.wants_all(time);
            history.add(time, is_all, std::slice::from_ref(&bytes));
        }
        assert!(history.bytes <= MOST_BYTES);
        assert!(history.span()[0] > 400.0);
    }
}
