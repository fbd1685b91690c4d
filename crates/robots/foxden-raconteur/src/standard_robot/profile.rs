//! Motion of one axis to a target: it speeds up, keeps its speed, and brakes.

/// How exactly speeds are found, as a part of their range.
const BISECTIONS: u32 = 80;

/// A motion from a position with a speed to a target at rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Profile {
    start: f64,
    target: f64,
    /// The speed at the start.
    first: f64,
    /// The speed in the middle.
    cruise: f64,
    acceleration: f64,
    duration: f64,
}

impl Profile {
    /// The quickest motion within a speed and an acceleration; both are positive.
    pub(super) fn quickest(
        start: f64,
        target: f64,
        first: f64,
        speed: f64,
        acceleration: f64,
    ) -> Self {
        let distance = target - start;
        // where it would stand if it braked now
        let stop = first * first.abs() / (2.0 * acceleration);
        let sign = if distance >= stop { 1.0 } else { -1.0 };
        let peak = (sign * acceleration * distance + first * first / 2.0)
            .max(0.0)
            .sqrt();
        let cruise = sign * peak.min(speed);
        let mut profile = Self {
            start,
            target,
            first,
            cruise,
            acceleration,
            duration: 0.0,
        };
        let ramps = profile.ramp_time();
        let left = distance - profile.ramp_distance();
        let cruising = if cruise == 0.0 { 0.0 } else { left / cruise };
        profile.duration = ramps + cruising.max(0.0);
        profile
    }

    /// The time of speeding up and braking.
    fn ramp_time(&self) -> f64 {
        ((self.cruise - self.first).abs() + self.cruise.abs()) / self.acceleration
    }

    /// The way of speeding up and braking.
    fn ramp_distance(&self) -> f64 {
        let (first, cruise) = (self.first, self.cruise);
        let up = 0.5 * (first + cruise) * (cruise - first).abs() / self.acceleration;
        let down = 0.5 * cruise * cruise.abs() / self.acceleration;
        up + down
    }

    /// The way within the duration.
    fn distance(&self) -> f64 {
        self.ramp_distance() + self.cruise * (self.duration - self.ramp_time())
    }

    /// The same motion in a longer time.
    pub(super) fn lasting(mut self, duration: f64) -> Self {
        if duration <= self.duration {
            return self;
        }
        self.duration = duration;
        let wanted = self.target - self.start;
        let range = self.acceleration * duration;
        // beyond these speeds there is no time to reach them and to brake
        let mut low = (self.first - range) / 2.0;
        let mut high = (self.first + range) / 2.0;
        // the way grows with the speed in the middle
        for _ in 0..BISECTIONS {
            self.cruise = 0.5 * (low + high);
            match self.distance() < wanted {
                true => low = self.cruise,
                false => high = self.cruise,
            }
        }
        self
    }

    /// How long it takes.
    pub(super) fn duration(&self) -> f64 {
        self.duration
    }

    /// Position and speed at a time after the start.
    pub(super) fn at(&self, time: f64) -> (f64, f64) {
        if time >= self.duration {
            return (self.target, 0.0);
        }
        let up = (self.cruise - self.first).abs() / self.acceleration;
        let down = self.cruise.abs() / self.acceleration;
        if time < up {
            let rate = (self.cruise - self.first).signum() * self.acceleration;
            let way = self.first * time + 0.5 * rate * time * time;
            return (self.start + way, self.first + rate * time);
        }
        let left = self.duration - time;
        if left < down {
            let rate = self.cruise.signum() * self.acceleration;
            // adding zero makes a negative zero positive
            return (self.target - 0.5 * rate * left * left + 0.0, rate * left);
        }
        let way = 0.5 * (self.first + self.cruise) * up;
        (self.start + way + self.cruise * (time - up), self.cruise)
    }
}

/// A speed after a time, on its way to another one.
pub(super) fn ramp(speed: f64, to: f64, acceleration: f64, time: f64) -> f64 {
    let most = acceleration * time;
    speed + (to - speed).clamp(-most, most)
}

/// The greatest speed from which an axis can brake before a position `left` away.
pub(super) fn braking_speed(left: f64, acceleration: f64) -> f64 {
    (2.0 * acceleration * left.max(0.0)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Follows a motion and checks that it is continuous and within its limits.
    fn check(profile: Profile, speed: f64) {
        let (mut position, mut velocity) = profile.at(0.0);
        assert!((position - profile.start).abs() < 1e-9, "{profile:?}");
        assert!((velocity - profile.first).abs() < 1e-6, "{profile:?}");
        let step = profile.duration() / 1000.0;
        for count in 1..=1001 {
            let (next, rate) = profile.at(f64::from(count) * step);
            let moved = next - position;
            let most = profile.acceleration * step;
            assert!(
                (moved - 0.5 * (velocity + rate) * step).abs() < most * step,
                "{profile:?} at {count}"
            );
            assert!((rate - velocity).abs() < most * 1.001 + 1e-9, "{profile:?}");
            assert!(rate.abs() <= speed.max(profile.first.abs()) + 1e-9);
            (position, velocity) = (next, rate);
        }
        assert_eq!((position, velocity), (profile.target, 0.0));
    }

    #[test]
    fn a_motion_of_the_reference_takes_its_time() {
        let profile = Profile::quickest(0.0, 0.5, 0.0, 1.0, 3.15);
        assert!((profile.duration() - (0.5 + 1.0 / 3.15)).abs() < 1e-12);
        check(profile, 1.0);
    }

    #[test]
    fn motions_are_smooth() {
        for target in [-2.0, -0.3, -0.01, 0.0, 0.01, 0.4, 3.0] {
            for first in [-1.5, -0.5, 0.0, 0.2, 0.9] {
                let quick = Profile::quickest(0.1, target, first, 0.7, 2.0);
                check(quick, 0.7);
                let slow = quick.lasting(quick.duration() + 1.3);
                assert!((slow.duration() - quick.duration() - 1.3).abs() < 1e-12);
                check(slow, 0.7);
            }
        }
    }

    #[test]
    fn speeds_change_by_their_acceleration() {
        assert_eq!(ramp(0.0, 1.0, 2.0, 0.1), 0.2);
        assert_eq!(ramp(0.15, 0.0, 2.0, 0.1), 0.0);
        assert_eq!(braking_speed(-1.0, 3.0), 0.0);
    }
}
