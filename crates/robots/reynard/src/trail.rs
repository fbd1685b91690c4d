//! Where Reynards have been and what their pens drew, so that a page that is
//! opened late, or again, shows it too.

use parking_lot::Mutex;
use serde::Serialize;
use std::collections::VecDeque;
use std::sync::Arc;

/// Points of all paths together, and of one at most.
const PATH_POINTS: (usize, usize) = (20_000, 700);

/// Points of all drawings together, and of one at most.
const INK_POINTS: (usize, usize) = (30_000, 6000);

/// Points that are nearer to each other are one, in metres.
const SPACING: f64 = 0.004;

/// A longer way in one step is a jump, in metres.
const JUMP: f64 = 0.06;

/// Positions are rounded to this fraction of a metre.
const GRAIN: f64 = 1e4;

/// A line without a gap.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Stroke {
    /// Red, green and blue.
    pub color: [f64; 3],
    /// The places, oldest first.
    pub points: VecDeque<[f64; 2]>,
}

/// Strokes, of which the oldest points go first.
#[derive(Clone, Debug)]
struct Strokes {
    strokes: VecDeque<Stroke>,
    count: usize,
    most: usize,
    is_lifted: bool,
}

impl Strokes {
    fn new(most: usize) -> Self {
        Self {
            strokes: VecDeque::new(),
            count: 0,
            most,
            is_lifted: true,
        }
    }

    fn extend(&mut self, place: [f64; 2], color: [f64; 3]) {
        let place = place.map(|value| (value * GRAIN).round() / GRAIN);
        let last = self
            .strokes
            .back_mut()
            .filter(|stroke| !self.is_lifted && stroke.color == color);
        let way = last.as_ref().and_then(|stroke| {
            let [x, y] = *stroke.points.back()?;
            Some((place[0] - x).hypot(place[1] - y))
        });
        match (last, way) {
            (Some(_), Some(way)) if way < SPACING => return,
            (Some(stroke), Some(way)) if way <= JUMP => stroke.points.push_back(place),
            _ => self.begin(place, color),
        }
        self.count += 1;
        self.bound();
    }

    fn begin(&mut self, place: [f64; 2], color: [f64; 3]) {
        // a stroke that never moved leaves no mark
        if self
            .strokes
            .back()
            .is_some_and(|last| last.points.len() == 1)
        {
            self.strokes.pop_back();
            self.count -= 1;
        }
        self.strokes.push_back(Stroke {
            color,
            points: VecDeque::from([place]),
        });
        self.is_lifted = false;
    }

    fn bound(&mut self) {
        while self.count > self.most
            && let Some(oldest) = self.strokes.front_mut()
        {
            oldest.points.pop_front();
            self.count -= 1;
            if oldest.points.is_empty() {
                self.strokes.pop_front();
            }
        }
    }
}

#[derive(Debug)]
struct RobotTrail {
    robot: Arc<str>,
    path: Strokes,
    ink: Strokes,
}

/// Where a Reynard is after a step.
#[derive(Clone, Debug)]
pub struct TrailMark {
    /// His name.
    pub robot: Arc<str>,
    /// His place in the field.
    pub place: [f64; 2],
    /// His colour.
    pub color: [f64; 3],
    /// Where his pen draws, if he has it.
    pub pen: Option<[f64; 2]>,
}

/// The trails of all Reynards.
#[derive(Debug, Default)]
pub struct Trails(Mutex<Vec<RobotTrail>>);

/// The trail of one Reynard as pages get it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ShownTrail {
    /// His name.
    pub robot: Arc<str>,
    /// Where he has been.
    pub path: VecDeque<Stroke>,
    /// What his pen drew.
    pub ink: VecDeque<Stroke>,
}

impl Trails {
    /// Goes on to where robots are now.
    pub fn record(&self, marks: &[TrailMark]) {
        let mut trails = self.0.lock();
        if trails.len() != marks.len() {
            let share = |(all, most): (usize, usize)| most.min(all / marks.len().max(1));
            *trails = marks
                .iter()
                .map(|mark| RobotTrail {
                    robot: mark.robot.clone(),
                    path: Strokes::new(share(PATH_POINTS)),
                    ink: Strokes::new(share(INK_POINTS)),
                })
                .collect();
        }
        for (trail, mark) in trails.iter_mut().zip(marks) {
            trail.path.extend(mark.place, mark.color);
            match mark.pen {
                Some(place) => trail.ink.extend(place, mark.color),
                None => trail.ink.is_lifted = true,
            }
        }
    }

    /// Everything is as it was in the beginning.
    pub fn forget(&self) {
        self.0.lock().clear();
    }

    /// What a page is shown.
    pub fn shown(&self) -> Vec<ShownTrail> {
        let show = |trail: &RobotTrail| ShownTrail {
            robot: trail.robot.clone(),
            path: trail.path.strokes.clone(),
            ink: trail.ink.strokes.clone(),
        };
        self.0.lock().iter().map(show).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: [f64; 3] = [1.0, 0.0, 0.0];

    fn lengths(strokes: &Strokes) -> Vec<usize> {
        let lengths = strokes.strokes.iter().map(|stroke| stroke.points.len());
        lengths.collect()
    }

    #[test]
    fn jumps_colours_and_lifting_begin_a_new_line() {
        let mut strokes = Strokes::new(100);
        for x in [0.0, 0.001, 0.01, 0.02] {
            strokes.extend([x, 0.0], RED);
        }
        assert_eq!(lengths(&strokes), [3]);
        strokes.extend([0.5, 0.0], RED);
        strokes.extend([0.9, 0.0], RED);
        strokes.extend([0.91, 0.0], RED);
        assert_eq!(lengths(&strokes), [3, 2]);
        strokes.extend([0.92, 0.0], [0.0; 3]);
        strokes.extend([0.93, 0.0], [0.0; 3]);
        strokes.is_lifted = true;
        strokes.extend([0.94, 0.0], [0.0; 3]);
        assert_eq!(lengths(&strokes), [3, 2, 2, 1]);
    }

    #[test]
    fn the_oldest_points_go_first() {
        let mut strokes = Strokes::new(10);
        for step in 0..100 {
            strokes.extend([f64::from(step) * 0.01, 0.0], RED);
        }
        assert_eq!(lengths(&strokes), [10]);
        assert_eq!(strokes.strokes[0].points[0], [0.9, 0.0]);
    }
}
