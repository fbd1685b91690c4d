//! The keyboard, mouse and joystick of a person, without a window.
//!
//! A [`InputSource`] does what a [`Script`] says and what comes in live, such as the
//! keys of a terminal. Each session has an `InputReports`: what its controller wants
//! to know, and what was sent to it.

mod input_reports;
mod keys;
mod script;

pub(super) use input_reports::{InputReports, InputWait};
pub use keys::{key_code, key_of_character};
pub use script::{Button, InputAction, Script, ScriptEntry, ScriptError};

use foxden_protocol::robot::{JoystickConfiguration, UserInputSet};
use foxden_scene::NodeId;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// For how long a key that came in live counts as pressed, in milliseconds of
/// simulated time: terminals tell only that a key was pressed, and repeat it.
const LIVE_PRESS: f64 = 150.0;

/// What the joystick of a script is called.
const JOYSTICK_MODEL: &str = "script";

/// The user of the simulation: keyboard, mouse and joystick. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct InputSource {
    shared: Arc<Mutex<InputEvents>>,
    /// The robot for which input is held, besides what is for all.
    robot: Option<NodeId>,
}

/// What a person holds for one robot, until it is replaced.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HeldInput {
    /// Codes of keys.
    pub keys: Vec<i32>,
    /// Left, middle and right button of the mouse.
    pub mouse_buttons: [bool; 3],
    /// Where the mouse is in the picture, from 0 to 1.
    pub mouse: Option<[f64; 2]>,
    /// The point of the world below the mouse.
    pub point: Option<[f64; 3]>,
    /// A joystick.
    pub joystick: Option<HeldJoystick>,
}

/// A joystick that a person holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeldJoystick {
    /// Its name.
    pub model: String,
    /// How many buttons it has.
    pub button_count: usize,
    /// Numbers of buttons that are pressed.
    pub buttons: Vec<i32>,
    /// Its axes.
    pub axes: Vec<i32>,
    /// Its points of view.
    pub povs: Vec<i32>,
}

#[derive(Debug, Default)]
struct InputEvents {
    script: Script,
    /// Whether keys may come at any time.
    is_live: bool,
    /// Keys that came and have not been given a time yet.
    arrived: Vec<i32>,
    live: Vec<ScriptEntry>,
    /// What is held for robots.
    held: BTreeMap<NodeId, HeldInput>,
}

/// What a person does at one time.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct InputState {
    pub(super) keys: Vec<i32>,
    pub(super) mouse_buttons: [bool; 3],
    pub(super) mouse: Option<[f64; 2]>,
    pub(super) point: Option<[f64; 3]>,
    pub(super) pressed: Vec<i32>,
    pub(super) axes: Vec<i32>,
    pub(super) povs: Vec<i32>,
}

impl InputSource {
    /// A user whose input comes from a script.
    pub fn with_script(script: Script) -> Self {
        let events = InputEvents {
            script,
            ..InputEvents::default()
        };
        Self {
            shared: Arc::new(Mutex::new(events)),
            robot: None,
        }
    }

    /// The same person, with what is held for a robot.
    pub(super) fn of_robot(&self, robot: NodeId) -> Self {
        Self {
            shared: self.shared.clone(),
            robot: Some(robot),
        }
    }

    /// Replaces what is held for a robot.
    pub fn hold(&self, robot: NodeId, held: HeldInput) {
        self.events(|events| {
            events.is_live = true;
            match held == HeldInput::default() {
                true => events.held.remove(&robot),
                false => events.held.insert(robot, held),
            };
        });
    }

    /// Says that keys may come at any time.
    pub fn set_live(&self) {
        self.events(|events| events.is_live = true);
    }

    /// A key was pressed just now.
    pub fn press(&self, key: i32) {
        self.events(|events| events.arrived.push(key));
    }

    pub(super) fn is_live(&self) -> bool {
        self.events(|events| events.is_live)
    }

    /// Whether what is done is known beforehand.
    pub(super) fn has_script(&self) -> bool {
        self.events(|events| !events.script.entries.is_empty())
    }

    /// Gives the keys that came a time; those that are over are forgotten.
    pub(super) fn settle(&self, now: f64) {
        self.events(|events| {
            events.live.retain(|entry| entry.until > now - 1000.0);
            for key in std::mem::take(&mut events.arrived) {
                let act = InputAction::Key(key);
                let until = now + LIVE_PRESS;
                match events.live.iter_mut().find(|entry| entry.act == act) {
                    Some(entry) if entry.until >= now => entry.until = until,
                    _ => events.live.push(ScriptEntry {
                        from: now,
                        until,
                        act,
                    }),
                }
            }
        });
    }

    /// What is done now, and what was done for a moment after `since`.
    pub(super) fn state(&self, since: f64, now: f64) -> InputState {
        self.events(|events| {
            let mut state = InputState::default();
            if let Some((axes, _, povs)) = events.script.joystick() {
                state.axes = vec![0; axes];
                state.povs = vec![0; povs];
            }
            for entry in events.script.entries.iter().chain(&events.live) {
                let is_now = entry.is_for_a_moment() && since < entry.from && entry.from <= now
                    || entry.from <= now && now < entry.until;
                state.take(entry, is_now, now);
            }
            if let Some(held) = self.robot.and_then(|robot| events.held.get(&robot)) {
                state.hold(held);
            }
            state.keys.sort_unstable();
            state.keys.dedup();
            state
        })
    }

    /// The first of some events after a time: when, and which.
    pub(super) fn next_event(
        &self,
        wanted: UserInputSet,
        since: f64,
    ) -> Option<(f64, UserInputSet)> {
        self.events(|events| {
            let entries = events.script.entries.iter().chain(&events.live);
            entries
                .map(|entry| (entry.from, entry.act.event()))
                .filter(|(time, event)| *time > since && wanted.0 & event.0 != 0)
                .min_by(|a, b| a.0.total_cmp(&b.0))
        })
    }

    pub(super) fn joystick(&self) -> JoystickConfiguration {
        let parts = self.events(|events| events.script.joystick());
        let held = self.events(|events| {
            let held = self.robot.and_then(|robot| events.held.get(&robot))?;
            held.joystick.clone()
        });
        let count = |number: usize| i32::try_from(number).unwrap_or(i32::MAX);
        if let (None, Some(held)) = (parts, held) {
            return JoystickConfiguration::Connected {
                axes: count(held.axes.len()),
                buttons: count(held.button_count),
                povs: count(held.povs.len()),
                model: held.model,
            };
        }
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

    /// The joystick of the script, or else the first that is held for a robot, at a time in
    /// milliseconds.
    pub fn held_joystick(&self, now: f64) -> Option<HeldJoystick> {
        let parts = self.events(|events| events.script.joystick());
        let Some((_, button_count, _)) = parts else {
            return self.events(|events| {
                let mut held = events.held.values();
                held.find_map(|held| held.joystick.clone())
            });
        };
        let state = self.state(now, now);
        Some(HeldJoystick {
            model: JOYSTICK_MODEL.to_owned(),
            button_count,
            buttons: state.pressed,
            axes: state.axes,
            povs: state.povs,
        })
    }

    fn events<T>(&self, work: impl FnOnce(&mut InputEvents) -> T) -> T {
        work(&mut self.shared.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl InputState {
    /// Adds what is held.
    fn hold(&mut self, held: &HeldInput) {
        self.keys.extend(&held.keys);
        for (own, other) in self.mouse_buttons.iter_mut().zip(held.mouse_buttons) {
            *own |= other;
        }
        self.mouse = held.mouse.or(self.mouse);
        self.point = held.point;
        if let Some(joystick) = &held.joystick {
            self.pressed.extend(&joystick.buttons);
            self.axes.clone_from(&joystick.axes);
            self.povs.clone_from(&joystick.povs);
        }
    }

    fn take(&mut self, entry: &ScriptEntry, is_now: bool, now: f64) {
        // where something was put it stays
        let is_past = entry.from <= now;
        match entry.act {
            InputAction::Key(key) if is_now => self.keys.push(key),
            InputAction::Click(button) if is_now => self.mouse_buttons[button as usize] = true,
            InputAction::Point(place) if is_past => self.mouse = Some(place),
            InputAction::Press(button) if is_now => self.pressed.extend(i32::try_from(button)),
            InputAction::Axis(axis, value) if is_past => put(&mut self.axes, axis, value),
            InputAction::Pov(pov, value) if is_now => put(&mut self.povs, pov, value),
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
