//! How velocity commands become motion, step by step, as in the original: a
//! step moves him, then his limits hold him, then it is asked whether his time
//! is over. So a timed drive goes one step further than its time.

use crate::body;
use crate::obstacle::Obstacle;
use crate::playfield::Playfield;

/// Times that differ by less are the same.
const SAME_TIME: f64 = 1e-9;

/// A velocity and when it ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drive<const N: usize> {
    velocity: [f64; N],
    until: Option<f64>,
}

impl<const N: usize> Drive<N> {
    /// No motion.
    pub const REST: Self = Self {
        velocity: [0.0; N],
        until: None,
    };

    /// A velocity, brought within `most` for each axis, that ends `timeout`
    /// seconds after `now`; a timeout of 0 or less never ends.
    ///
    /// ```
    /// use reynard::motion::Drive;
    /// let drive = Drive::new([5.0, -0.05], 0.1, 0.5, 10.0);
    /// assert_eq!(drive.velocity(), [0.1, -0.05]);
    /// ```
    pub fn new(velocity: [f64; N], most: f64, timeout: f64, now: f64) -> Self {
        Self {
            velocity: velocity.map(|axis| axis.clamp(-most, most)),
            until: (timeout > 0.0).then_some(now + timeout),
        }
    }

    /// The velocity.
    pub fn velocity(&self) -> [f64; N] {
        self.velocity
    }

    /// Comes to rest if the time is over; whether it has.
    pub fn check(&mut self, now: f64) -> bool {
        let is_over = self.until.is_some_and(|until| now > until + SAME_TIME);
        if is_over {
            *self = Self::REST;
        }
        is_over
    }
}

/// The velocity that a step of `seconds` may have: the one that is wanted,
/// less what the edge of the field and obstacles take of it. An obstacle that
/// he was put onto does not hold him, so that he may leave it.
pub fn free_velocity<'o>(
    position: [f64; 2],
    wanted: [f64; 2],
    seconds: f64,
    field: Playfield,
    obstacles: impl Iterator<Item = &'o Obstacle>,
) -> [f64; 2] {
    let mut velocity = wanted;
    for axis in 0..2 {
        let [least, greatest] = field.range(axis);
        let after = position[axis] + wanted[axis] * seconds;
        if after < least || after > greatest {
            velocity[axis] = (after.clamp(least, greatest) - position[axis]) / seconds;
        }
    }
    let ahead: Vec<&Obstacle> = obstacles
        .filter(|obstacle| !obstacle.is_within(position, 0.0))
        .collect();
    let is_blocked = |place: [f64; 2]| ahead.iter().any(|obstacle| obstacle.is_within(place, 0.0));
    let mut reached = position;
    for axis in 0..2 {
        let goal = reached[axis] + velocity[axis] * seconds;
        let place = |part: f64| {
            let mut place = reached;
            place[axis] += (goal - reached[axis]) * part;
            place
        };
        if !is_blocked(place(1.0)) {
            reached = place(1.0);
            continue;
        }
        let (mut free, mut blocked) = (0.0, 1.0);
        for _ in 0..20 {
            let middle = 0.5 * (free + blocked);
            if is_blocked(place(middle)) {
                blocked = middle;
            } else {
                free = middle;
            }
        }
        velocity[axis] *= free;
        reached = place(free);
    }
    velocity
}

/// The angle that a joint with this velocity goes for.
pub fn joint_goal(joint: usize, velocity: f64, position: f64) -> f64 {
    let [least, greatest] = body::ARM[joint];
    if velocity > 0.0 {
        greatest
    } else if velocity < 0.0 {
        least
    } else {
        position
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::obstacle::ObstacleShape;

    #[test]
    fn a_timed_drive_ends_after_the_step_that_passes_its_time() {
        let steps = |timeout: f64, start: f64| {
            let mut drive = Drive::new([0.1, 0.0], 0.1, timeout, start);
            (1..=100)
                .find(|step| drive.check(f64::from(*step) * 0.05))
                .unwrap_or(0)
        };
        // at the beginning of a step, and in the midst of one
        assert_eq!((steps(0.5, 0.0), steps(0.5, 0.02)), (11, 11));
        assert_eq!((steps(0.001, 0.0), steps(0.001, 0.02)), (1, 1));
        for endless in [0.0, -1.0, f64::INFINITY] {
            assert_eq!(steps(endless, 0.0), 0);
        }
    }

    #[test]
    fn the_edge_of_the_field_holds_him() {
        let velocity = free_velocity(
            [0.999, -0.4999],
            [0.1, -0.1],
            0.05,
            Playfield::ORIGINAL,
            [].iter(),
        );
        assert!((velocity[0] - 0.02).abs() < 1e-12, "{velocity:?}");
        assert!((velocity[1] + 0.002).abs() < 1e-12, "{velocity:?}");
        assert_eq!(
            free_velocity([1.0, 0.0], [0.1, 0.1], 0.05, Playfield::ORIGINAL, [].iter()),
            [0.0, 0.1]
        );
    }

    #[test]
    fn he_slides_along_obstacles_and_can_leave_them() {
        let stone = Obstacle {
            name: "stone".into(),
            position: [0.2, 0.0],
            shape: ObstacleShape::Circle { radius: 0.039 },
        };
        let stones = [stone];
        let velocity = free_velocity(
            [0.0, 0.0],
            [0.1, 0.1],
            0.05,
            Playfield::ORIGINAL,
            stones.iter(),
        );
        assert!((velocity[0] - 0.02).abs() < 1e-5, "{velocity:?}");
        assert_eq!(velocity[1], 0.1);
        let inside = free_velocity(
            [0.2, 0.0],
            [-0.1, 0.0],
            0.05,
            Playfield::ORIGINAL,
            stones.iter(),
        );
        assert_eq!(inside, [-0.1, 0.0]);
    }
}
