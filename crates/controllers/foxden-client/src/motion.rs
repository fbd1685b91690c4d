//! Motion files: poses of joints over time.

use thiserror::Error;

/// A motion that was read from a file and may be playing.
///
/// ```
/// use foxden_client::Motion;
///
/// let text = "#WEBOTS_MOTION,V1.0,hip,knee\n00:00:000,rest,0,*\n00:01:000,bent,1,*\n";
/// let mut motion = Motion::parse(text)?;
/// motion.play();
/// motion.advance(500);
/// assert_eq!(motion.positions(), [Some(0.5), None]);
/// # Ok::<(), foxden_client::MotionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Motion {
    joints: Vec<String>,
    times: Vec<i32>,
    positions: Vec<Vec<Option<f64>>>,
    elapsed: i32,
    is_playing: bool,
    /// Whether it is played backwards.
    pub reverse: bool,
    /// Whether it begins again at its end.
    pub repeats: bool,
}

/// Why a file is no motion.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MotionError {
    /// The first line is another.
    #[error("line 1: expected '#WEBOTS_MOTION,V1.0' and the names of the joints")]
    Header,
    /// A time that cannot be read.
    #[error("line {line}: expected a time like 01:02:345, found '{found}'")]
    Time {
        /// The number of the line.
        line: usize,
        /// What the file has instead.
        found: String,
    },
    /// A time that is not later than the one before.
    #[error("line {line}: the time must be later than on the line before")]
    Order {
        /// The number of the line.
        line: usize,
    },
    /// More or fewer values than joints.
    #[error("line {line}: expected a time, a name and {joints} values")]
    Count {
        /// The number of the line.
        line: usize,
        /// How many joints there are.
        joints: usize,
    },
    /// A value that cannot be read.
    #[error("line {line}: expected a number or *, found '{found}'")]
    Value {
        /// The number of the line.
        line: usize,
        /// What the file has instead.
        found: String,
    },
    /// Nothing to play.
    #[error("there must be at least one joint and one pose")]
    Empty,
}

impl Motion {
    /// Reads a motion file.
    pub fn parse(text: &str) -> Result<Self, MotionError> {
        let mut lines = text.lines();
        let mut header = tokens(lines.next().unwrap_or_default());
        if header.next() != Some("#WEBOTS_MOTION") || header.next() != Some("V1.0") {
            return Err(MotionError::Header);
        }
        let joints: Vec<String> = header.map(str::to_owned).collect();
        let mut times: Vec<i32> = Vec::new();
        let mut positions = Vec::new();
        for (text, line) in lines.zip(2..) {
            let mut parts = tokens(text);
            // An empty line ends the file.
            let Some(time) = parts.next() else { break };
            let time = read_time(time).ok_or_else(|| MotionError::Time {
                line,
                found: time.to_owned(),
            })?;
            if times.last().is_some_and(|last| time <= *last) {
                return Err(MotionError::Order { line });
            }
            let values: Vec<&str> = parts.skip(1).collect();
            if values.len() != joints.len() {
                let joints = joints.len();
                return Err(MotionError::Count { line, joints });
            }
            let pose = values
                .into_iter()
                .map(|value| read_value(value, line))
                .collect::<Result<_, _>>()?;
            times.push(time);
            positions.push(pose);
        }
        if joints.is_empty() || times.is_empty() {
            return Err(MotionError::Empty);
        }
        Ok(Self {
            joints,
            times,
            positions,
            elapsed: 0,
            is_playing: false,
            reverse: false,
            repeats: false,
        })
    }

    /// The names of the joints.
    pub fn joints(&self) -> &[String] {
        &self.joints
    }

    /// Milliseconds.
    pub fn duration(&self) -> i32 {
        self.times.last().copied().unwrap_or(0)
    }

    /// Milliseconds since its start.
    pub fn time(&self) -> i32 {
        self.elapsed
    }

    /// Goes to another time.
    pub fn set_time(&mut self, time: i32) {
        self.elapsed = time.clamp(0, self.duration());
    }

    /// Plays; from the other end if it is at an end.
    pub fn play(&mut self) {
        self.is_playing = true;
        if self.reverse && self.elapsed <= 0 {
            self.elapsed = self.duration();
        } else if !self.reverse && self.elapsed >= self.duration() {
            self.elapsed = 0;
        }
    }

    /// Stops where it is.
    pub fn stop(&mut self) {
        self.is_playing = false;
    }

    /// Whether it is playing.
    pub fn is_playing(&self) -> bool {
        self.is_playing
    }

    /// Whether it has come to its end.
    pub fn is_over(&self) -> bool {
        if self.repeats {
            return false;
        }
        if self.reverse {
            self.elapsed <= 0
        } else {
            self.elapsed >= self.duration()
        }
    }

    /// Where the joints are now; none for those that are left alone.
    pub fn positions(&self) -> Vec<Option<f64>> {
        let after = self.times.partition_point(|time| *time < self.elapsed);
        let last = self.times.len() - 1;
        if after == 0 || after > last {
            return self.positions[after.min(last)].clone();
        }
        let (from, to) = (self.times[after - 1], self.times[after]);
        let between = |(from_value, to_value): (&Option<f64>, &Option<f64>)| {
            let (a, b) = ((*from_value)?, (*to_value)?);
            Some(a + f64::from(self.elapsed - from) * (b - a) / f64::from(to - from))
        };
        self.positions[after - 1]
            .iter()
            .zip(&self.positions[after])
            .map(between)
            .collect()
    }

    /// Lets time pass while it plays.
    pub fn advance(&mut self, milliseconds: i32) {
        let duration = self.duration();
        let is_at_end = if self.reverse {
            self.elapsed <= 0
        } else {
            self.elapsed >= duration
        };
        if !is_at_end {
            let passed = if self.reverse {
                milliseconds.saturating_neg()
            } else {
                milliseconds
            };
            self.elapsed = self.elapsed.saturating_add(passed);
            return;
        }
        // It rests at its end for one step, then begins again or is over.
        self.is_playing = self.repeats;
        self.elapsed = if self.reverse == self.repeats {
            duration
        } else {
            0
        };
    }
}

fn tokens(line: &str) -> impl Iterator<Item = &str> {
    line.split([',', '\r']).filter(|token| !token.is_empty())
}

/// Minutes, seconds, milliseconds; the first ones may be missing.
fn read_time(text: &str) -> Option<i32> {
    let parts: Vec<&str> = text.split(':').collect();
    if parts.len() > 3 {
        return None;
    }
    let scales = [1, 1000, 60_000];
    let mut time: i32 = 0;
    for (part, scale) in parts.iter().rev().zip(scales) {
        if !part.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let number: i32 = part.parse().ok()?;
        time = time.checked_add(number.checked_mul(scale)?)?;
    }
    Some(time)
}

fn read_value(text: &str, line: usize) -> Result<Option<f64>, MotionError> {
    if text == "*" {
        return Ok(None);
    }
    text.trim()
        .parse()
        .map(Some)
        .map_err(|_| MotionError::Value {
            line,
            found: text.to_owned(),
        })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const TEXT: &str = "#WEBOTS_MOTION,V1.0,a,b\r\n0,p,0,1\r\n10,q,1,*\r\n20,r,3,5\r\n";

    #[test]
    fn plays_forwards_backwards_and_again() {
        let mut motion = Motion::parse(TEXT).unwrap();
        motion.play();
        assert_eq!(motion.positions(), [Some(0.0), Some(1.0)]);
        motion.advance(15);
        assert_eq!(motion.positions(), [Some(2.0), None]);
        motion.advance(15);
        assert!(motion.is_over() && motion.is_playing());
        assert_eq!(motion.positions(), [Some(3.0), Some(5.0)]);
        motion.advance(15);
        assert!(!motion.is_playing());
        assert_eq!(motion.time(), 20);
        motion.reverse = true;
        motion.play();
        motion.advance(5);
        assert_eq!(motion.time(), 15);
        motion.set_time(0);
        motion.repeats = true;
        motion.advance(5);
        assert_eq!((motion.time(), motion.is_playing()), (20, true));
    }

    #[test]
    fn says_what_is_wrong_with_a_file() {
        let error = |text: &str| Motion::parse(text).unwrap_err();
        assert_eq!(error(""), MotionError::Header);
        assert_eq!(error("#WEBOTS_MOTION,V2.0,a"), MotionError::Header);
        assert_eq!(error("#WEBOTS_MOTION,V1.0,a"), MotionError::Empty);
        let line = 2;
        let with = |pose: &str| error(&format!("#WEBOTS_MOTION,V1.0,a\n{pose}"));
        assert!(matches!(with("x,p,1"), MotionError::Time { line: 2, .. }));
        assert_eq!(with("1,p"), MotionError::Count { line, joints: 1 });
        assert!(matches!(with("1,p,x"), MotionError::Value { line: 2, .. }));
        assert_eq!(with("5,p,1\n5,q,1"), MotionError::Order { line: 3 });
    }
}
