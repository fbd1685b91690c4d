//! When bodies that hardly move are put to sleep.

use super::Dynamics;
use super::bodies::Body;
use crate::math::Vector;
use serde::{Deserialize, Serialize};

/// When a body is put to sleep.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SleepSettings {
    /// How long a body must be slow, in seconds.
    pub time: f64,
    /// The linear speed that counts as slow.
    pub linear: f64,
    /// The angular speed that counts as slow.
    pub angular: f64,
}

impl Default for SleepSettings {
    fn default() -> Self {
        Self {
            time: 1.0,
            linear: 0.01,
            angular: 0.01,
        }
    }
}

impl Body {
    /// Wakes the body and starts its countdown again.
    pub(crate) fn wake(&mut self, settings: &SleepSettings) {
        self.asleep = false;
        self.countdown = settings.time;
    }
}

impl Dynamics {
    /// Counts down the slow bodies that have a joint or a contact.
    pub(super) fn put_to_sleep(&mut self, step: f64) {
        let settings = self.settings.sleep;
        if settings.time <= 0.0 {
            return;
        }
        self.touched.clear();
        self.touched.resize(self.bodies.places(), false);
        for contact in &self.joints_of_contact {
            self.touched[contact.pair.first] = true;
            if let Some(second) = contact.pair.second {
                self.touched[second] = true;
            }
        }
        for place in 0..self.bodies.places() {
            if self.is_in_rapier(place) {
                continue;
            }
            let Some(body) = self.bodies.at_mut(place) else {
                continue;
            };
            if body.asleep || (!self.touched[place] && body.joints.is_empty()) {
                continue;
            }
            let is_slow = body.linear.length_squared() <= settings.linear * settings.linear
                && body.angular.length_squared() <= settings.angular * settings.angular;
            if is_slow {
                body.countdown -= step;
            } else {
                body.countdown = settings.time;
            }
            if body.countdown <= 0.0 {
                body.asleep = true;
                body.linear = Vector::ZERO;
                body.angular = Vector::ZERO;
            }
        }
    }
}
