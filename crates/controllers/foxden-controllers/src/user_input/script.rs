//! What a person will do and when, as text: `w@1s, shift+w@2.5s-4s, mouse:left@5s`.

use super::keys::key_code;
use foxden_protocol::robot::UserInputSet;
use std::str::FromStr;

/// Axes, buttons and points of view have numbers below this.
const MOST_PARTS: usize = 64;

/// Something a person does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum InputAction {
    /// A key with its modifiers.
    Key(i32),
    /// A button of the mouse.
    Click(Button),
    /// The place of the mouse in the view, 0 to 1 from the left and the top.
    Point([f64; 2]),
    /// A button of the joystick.
    Press(usize),
    /// An axis of the joystick and where it is.
    Axis(usize, i32),
    /// A point of view of the joystick and where it points.
    Pov(usize, i32),
}

/// A button of the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    /// The left one.
    Left,
    /// The one in the middle.
    Middle,
    /// The right one.
    Right,
}

impl InputAction {
    /// What a controller that waits for it gets.
    pub(super) fn event(self) -> UserInputSet {
        match self {
            Self::Key(_) => UserInputSet::KEYBOARD,
            Self::Click(_) => UserInputSet::MOUSE_CLICK,
            Self::Point(_) => UserInputSet::MOUSE_MOVE,
            Self::Press(_) => UserInputSet::JOYSTICK_BUTTON,
            Self::Axis(..) => UserInputSet::JOYSTICK_AXIS,
            Self::Pov(..) => UserInputSet::JOYSTICK_POV,
        }
    }
}

/// Something that is done from a time on, in milliseconds of simulated time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScriptEntry {
    /// When it begins.
    pub from: f64,
    /// When it ends; if that is the beginning, each robot gets it once.
    pub until: f64,
    /// What is done.
    pub act: InputAction,
}

impl ScriptEntry {
    pub(super) fn is_for_a_moment(&self) -> bool {
        self.from == self.until
    }
}

/// All that a person will do.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Script {
    /// In the order in which it was written.
    pub entries: Vec<ScriptEntry>,
}

/// What is wrong with a script.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScriptError {
    /// No time is given.
    #[error("'{0}' has no time; write it as in w@1s or w@1s-3s")]
    NoTime(String),
    /// The time cannot be read.
    #[error("'{0}' is not a time; write it as in 500ms, 2.5s or 1min")]
    Time(String),
    /// It ends before it begins.
    #[error("'{0}' ends before it begins")]
    Order(String),
    /// The action is unknown.
    #[error(
        "'{0}' is not a key; keys are letters and digits, names such as up, space, page_down or \
         numpad_left, with shift+, ctrl+ or alt+ in front, and mouse:left, mouse:0.5:0.5, \
         button:0, axis:0:32767 and pov:0:1"
    )]
    InputAction(String),
}

impl Script {
    /// How many axes, buttons and points of view its joystick has, if there is one.
    pub(super) fn joystick(&self) -> Option<(usize, usize, usize)> {
        let most = |part: fn(InputAction) -> Option<usize>| {
            let numbers = self.entries.iter().filter_map(|entry| part(entry.act));
            numbers.max().map_or(0, |number| number + 1)
        };
        let parts = (
            most(|act| match act {
                InputAction::Axis(axis, _) => Some(axis),
                _ => None,
            }),
            most(|act| match act {
                InputAction::Press(button) => Some(button),
                _ => None,
            }),
            most(|act| match act {
                InputAction::Pov(pov, _) => Some(pov),
                _ => None,
            }),
        );
        (parts != (0, 0, 0)).then_some(parts)
    }
}

impl FromStr for Script {
    type Err = ScriptError;

    /// Reads entries that are on lines of their own or have commas between
    /// them; what follows a `#` on a line is a comment.
    fn from_str(text: &str) -> Result<Self, ScriptError> {
        let mut entries = Vec::new();
        for line in text.lines() {
            let line = line.split_once('#').map_or(line, |(before, _)| before);
            let words = line.split(',').map(str::trim);
            for word in words.filter(|word| !word.is_empty()) {
                entries.push(entry(word)?);
            }
        }
        Ok(Self { entries })
    }
}

fn entry(word: &str) -> Result<ScriptEntry, ScriptError> {
    let no_time = || ScriptError::NoTime(word.to_owned());
    let (what, when) = word.rsplit_once('@').ok_or_else(no_time)?;
    let (from, until) = match when.split_once('-') {
        Some((from, until)) => (milliseconds(from)?, milliseconds(until)?),
        None => {
            let moment = milliseconds(when)?;
            (moment, moment)
        }
    };
    if until < from {
        return Err(ScriptError::Order(word.to_owned()));
    }
    let act = act(what.trim()).ok_or_else(|| ScriptError::InputAction(what.trim().to_owned()))?;
    Ok(ScriptEntry { from, until, act })
}

fn act(text: &str) -> Option<InputAction> {
    let words: Vec<&str> = text.split(':').collect();
    let part = |word: &str| word.parse().ok().filter(|number| *number < MOST_PARTS);
    match words[..] {
        [key] => key_code(key).map(InputAction::Key),
        ["mouse", "left"] => Some(InputAction::Click(Button::Left)),
        ["mouse", "middle"] => Some(InputAction::Click(Button::Middle)),
        ["mouse", "right"] => Some(InputAction::Click(Button::Right)),
        ["mouse", u, v] => {
            let number = |word: &str| word.parse().ok().filter(|n: &f64| (0.0..=1.0).contains(n));
            Some(InputAction::Point([number(u)?, number(v)?]))
        }
        ["button", button] => Some(InputAction::Press(part(button)?)),
        ["axis", axis, value] => Some(InputAction::Axis(part(axis)?, value.parse().ok()?)),
        ["pov", pov, value] => Some(InputAction::Pov(part(pov)?, value.parse().ok()?)),
        _ => None,
    }
}

/// A time with its unit; a bare number is in seconds.
fn milliseconds(text: &str) -> Result<f64, ScriptError> {
    let text = text.trim();
    let wrong = || ScriptError::Time(text.to_owned());
    let end = text
        .find(|c: char| !(c.is_ascii_digit() || c == '.'))
        .unwrap_or(text.len());
    let number: f64 = text[..end].parse().map_err(|_| wrong())?;
    let unit = match &text[end..] {
        "ms" => 1.0,
        "s" | "" => 1000.0,
        "min" | "m" => 60_000.0,
        "h" => 3_600_000.0,
        _ => return Err(wrong()),
    };
    Ok(number * unit)
}
