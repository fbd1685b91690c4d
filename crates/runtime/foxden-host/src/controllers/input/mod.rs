//! The keyboard, mouse and joystick of a person, without a window.
//!
//! A [`Person`] does what a [`Script`] says and what comes in live, such as the
//! keys of a terminal. Each session has an `Attention`: what its controller wants
//! to know, and how far it has been told.

mod attention;
mod keys;
mod script;

pub(super) use attention::{Attention, Waiting};
pub use keys::{key_code, key_of_character};
pub use script::{Act, Button, Entry, Script, ScriptError};

use foxden_protocol::robot::{JoystickConfiguration, UserInput};
use std::sync::{Arc, Mutex, PoisonError};

/// For how long a key that came in live counts as pressed, in milliseconds of
/// simulated time: terminals tell only that a key was pressed, and repeat it.
const LIVE_PRESS: f64 = 150.0;

/// What the joystick of a script is called.
const JOYSTICK_MODEL: &str = "script";

/// Somebody in front of the simulation; clones are the same person.
#[derive(Clone, Debug, Default)]
pub struct Person(Arc<Mutex<Deeds>>);

#[derive(Debug, Default)]
struct Deeds {
    script: Script,
    /// Whether keys may come at any time.
    is_live: bool,
    /// Keys that came and have not been given a time yet.
    arrived: Vec<i32>,
    live: Vec<Entry>,
}

/// What a person does at one time.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct State {
    pub(super) keys: Vec<i32>,
    pub(super) mouse_buttons: [bool; 3],
    pub(super) mouse: Option<[f64; 2]>,
    pub(super) pressed: Vec<i32>,
    pub(super) axes: Vec<i32>,
    pub(super) povs: Vec<i32>,
}

impl Person {
    /// Somebody who does what a script says.
    pub fn with_script(script: Script) -> Self {
        let deeds = Deeds {
            script,
            ..Deeds::default()
        };
        Self(Arc::new(Mutex::new(deeds)))
    }

    /// Says that keys may come at any time.
    pub fn set_live(&self) {
        self.deeds(|deeds| deeds.is_live = true);
    }

    /// A key was pressed just now.
    pub fn press(&self, key: i32) {
        self.deeds(|deeds| deeds.arrived.push(key));
    }

    pub(super) fn is_live(&self) -> bool {
        self.deeds(|deeds| deeds.is_live)
    }

    /// Whether what is done is known beforehand.
    pub(super) fn has_script(&self) -> bool {
        self.deeds(|deeds| !deeds.script.entries.is_empty())
    }

    /// Gives the keys that came a time; those that are over are forgotten.
    pub(super) fn settle(&self, now: f64) {
        self.deeds(|deeds| {
            deeds.live.retain(|entry| entry.until > now - 1000.0);
            for key in std::mem::take(&mut deeds.arrived) {
                let act = Act::Key(key);
                let until = now + LIVE_PRESS;
                match deeds.live.iter_mut().find(|entry| entry.act == act) {
                    Some(entry) if entry.until >= now => entry.until = until,
                    _ => deeds.live.push(Entry {
                        from: now,
                        until,
                        act,
                    }),
                }
            }
        });
    }

    /// What is done now, and what was done for a moment after `since`.
    pub(super) fn state(&self, since: f64, now: f64) -> State {
        self.deeds(|deeds| {
            let mut state = State::default();
            if let Some((axes, _, povs)) = deeds.script.joystick() {
                state.axes = vec![0; axes];
                state.povs = vec![0; povs];
            }
            for entry in deeds.script.entries.iter().chain(&deeds.live) {
                let is_now = entry.is_for_a_moment() && since < entry.from && entry.from <= now
                    || entry.from <= now && now < entry.until;
                state.take(entry, is_now, now);
            }
            state.keys.sort_unstable();
            state.keys.dedup();
            state
        })
    }

    /// The first of some events after a time: when, and which.
    pub(super) fn next_event(&self, wanted: UserInput, since: f64) -> Option<(f64, UserInput)> {
        self.deeds(|deeds| {
            let entries = deeds.script.entries.iter().chain(&deeds.live);
            entries
                .map(|entry| (entry.from, entry.act.event()))
                .filter(|(time, event)| *time > since && wanted.0 & event.0 != 0)
                .min_by(|a, b| a.0.total_cmp(&b.0))
        })
    }

    pub(super) fn joystick(&self) -> JoystickConfiguration {
        let parts = self.deeds(|deeds| deeds.script.joystick());
        let count = |number: usize| i32::try_from(number).unwrap_or(i32::MAX);
        match parts {
            None => JoystickConfiguration::Missing,
            Some((axes, buttons, povs)) => JoystickConfiguration::Connected {
                axes: count(axes),
                buttons: count(buttons),
                povs: count(povs),
                model: JOYSTICK_MODEL.to_owned(),
            },
        }
    }

    pub(super) fn has_joystick(&self) -> bool {
        self.joystick() != JoystickConfiguration::Missing
    }

    fn deeds<T>(&self, work: impl FnOnce(&mut Deeds) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl State {
    fn take(&mut self, entry: &Entry, is_now: bool, now: f64) {
        // where something was put it stays
        let is_past = entry.from <= now;
        match entry.act {
            Act::Key(key) if is_now => self.keys.push(key),
            Act::Click(button) if is_now => self.mouse_buttons[button as usize] = true,
            Act::Point(place) if is_past => self.mouse = Some(place),
            Act::Press(button) if is_now => self.pressed.extend(i32::try_from(button)),
            Act::Axis(axis, value) if is_past => put(&mut self.axes, axis, value),
            Act::Pov(pov, value) if is_now => put(&mut self.povs, pov, value),
            _ => {}
        }
    }
}

fn put(list: &mut [i32], at: usize, value: i32) {
    if let Some(place) = list.get_mut(at) {
        *place = value;
    }
}

#[cfg(test)]
mod tests;
