//! User input: keyboard, joystick, mouse.

use std::collections::VecDeque;

use foxden_protocol::robot::{self, JoystickConfiguration, RobotRequest};

use crate::{Period, Text};

/// The keys that are down.
#[derive(Clone, Debug, Default)]
pub struct Keyboard {
    /// How often keys are reported.
    pub period: Period,
    keys: VecDeque<i32>,
}

impl Keyboard {
    /// As many keys as the library keeps.
    pub const LIMIT: usize = 7;

    /// The next key of this step, or -1.
    pub fn next_key(&mut self) -> i32 {
        if self.period.is_unsent() {
            return -1;
        }
        match self.keys.front() {
            Some(key) if *key >= 0 => self.keys.pop_front().unwrap_or(-1),
            _ => -1,
        }
    }

    /// Forgets the keys of the last step.
    pub(crate) fn begin_answer(&mut self) {
        if self.period.milliseconds() != 0 {
            self.keys.clear();
        }
    }

    pub(crate) fn apply(&mut self, keys: Vec<i32>) {
        self.keys = keys.into_iter().take(Self::LIMIT).collect();
    }

    pub(crate) fn enable(&mut self, milliseconds: i32) {
        self.keys.clear();
        self.period.set(milliseconds);
    }

    pub(crate) fn requests(&mut self, out: &mut Vec<RobotRequest>) {
        out.extend(
            self.period
                .take()
                .map(|period| RobotRequest::KeyboardPeriod { period }),
        );
    }
}

/// A joystick. Its period is sent once even if the controller never sets it.
#[derive(Clone, Debug)]
pub struct Joystick {
    /// How often the joystick is reported.
    pub period: Period,
    /// What it is called, if one is connected.
    pub model: Option<Text>,
    /// Where its axes are.
    pub axes: Vec<i32>,
    /// Where its hats point to.
    pub povs: Vec<i32>,
    /// How many buttons it has.
    pub button_count: usize,
    pressed: VecDeque<i32>,
    force_feedback: Option<i16>,
    force_feedback_duration: Option<f64>,
    auto_centering_gain: Option<f64>,
    resistance_gain: Option<f64>,
    force_axis: Option<u32>,
}

impl Default for Joystick {
    fn default() -> Self {
        Self {
            period: Period::UNTOLD,
            model: None,
            axes: Vec::new(),
            povs: Vec::new(),
            button_count: 0,
            pressed: VecDeque::new(),
            force_feedback: None,
            force_feedback_duration: None,
            auto_centering_gain: None,
            resistance_gain: None,
            force_axis: None,
        }
    }
}

impl Joystick {
    /// The next pressed button of this step, or -1.
    pub fn next_button(&mut self) -> i32 {
        if self.period.is_unsent() {
            return -1;
        }
        match self.pressed.front() {
            Some(button) if *button >= 0 => self.pressed.pop_front().unwrap_or(-1),
            _ => -1,
        }
    }

    /// Pushes back.
    pub fn set_force(&mut self, level: i32) {
        let [low, high, ..] = level.to_le_bytes();
        self.force_feedback = Some(i16::from_le_bytes([low, high]));
    }

    /// For how long it pushes back, in seconds.
    pub fn set_force_duration(&mut self, duration: f64) {
        self.force_feedback_duration = Some(duration);
    }

    /// How strongly it returns to the middle.
    pub fn set_auto_centering_gain(&mut self, gain: f64) {
        self.auto_centering_gain = Some(gain);
    }

    /// How strongly it resists.
    pub fn set_resistance_gain(&mut self, gain: f64) {
        self.resistance_gain = Some(gain);
    }

    /// Which axis pushes back.
    pub fn set_force_axis(&mut self, axis: u32) {
        self.force_axis = Some(axis);
    }

    pub(crate) fn begin_answer(&mut self) {
        if self.period.milliseconds() != 0 {
            self.pressed.clear();
        }
    }

    pub(crate) fn configure(&mut self, configuration: JoystickConfiguration) {
        // More axes, hats or buttons than any device has would only cost memory.
        let count = |number: i32| usize::try_from(number).unwrap_or(0).min(1 << 10);
        self.pressed.clear();
        match configuration {
            JoystickConfiguration::Missing => {
                self.model = None;
                self.axes.clear();
                self.povs.clear();
                self.button_count = 0;
            }
            JoystickConfiguration::Connected {
                axes,
                buttons,
                povs,
                model,
            } => {
                self.model = Some(model.into());
                self.axes = vec![0; count(axes)];
                self.povs = vec![0; count(povs)];
                self.button_count = count(buttons);
            }
        }
    }

    pub(crate) fn apply(&mut self, buttons: Vec<i32>, axes: Vec<i32>, povs: Vec<i32>) {
        self.pressed = buttons.into_iter().take(self.button_count).collect();
        self.axes = axes;
        self.povs = povs;
    }

    pub(crate) fn requests(&mut self, out: &mut Vec<RobotRequest>) {
        out.extend(
            self.period
                .take()
                .map(|period| RobotRequest::JoystickPeriod { period }),
        );
        out.extend(
            self.force_feedback
                .take()
                .map(|level| RobotRequest::ForceFeedback { level }),
        );
        out.extend(
            self.force_feedback_duration
                .take()
                .map(|duration| RobotRequest::ForceFeedbackDuration { duration }),
        );
        out.extend(
            self.auto_centering_gain
                .take()
                .map(|gain| RobotRequest::AutoCenteringGain { gain }),
        );
        out.extend(
            self.resistance_gain
                .take()
                .map(|gain| RobotRequest::ResistanceGain { gain }),
        );
        out.extend(
            self.force_axis
                .take()
                .map(|axis| RobotRequest::ForceAxis { axis }),
        );
    }
}

/// The mouse in the view of the simulation.
#[derive(Clone, Debug)]
pub struct Mouse {
    /// How often it is reported.
    pub period: Period,
    /// Whether the point in the scene under it is reported too.
    pub position_3d: bool,
    position_3d_unsent: bool,
    /// Where it is and which buttons are down.
    pub state: robot::MouseReport,
}

impl Default for Mouse {
    fn default() -> Self {
        Self {
            period: Period::default(),
            position_3d: false,
            position_3d_unsent: false,
            state: robot::MouseReport {
                left: false,
                middle: false,
                right: false,
                view: [f64::NAN; 2],
                point: [f64::NAN; 3],
            },
        }
    }
}

impl Mouse {
    /// Whether to report the point in the scene too.
    pub fn set_position_3d(&mut self, wanted: bool) {
        self.position_3d = wanted;
        self.position_3d_unsent = true;
    }

    pub(crate) fn requests(&mut self, out: &mut Vec<RobotRequest>) {
        out.extend(
            self.period
                .take()
                .map(|period| RobotRequest::MousePeriod { period }),
        );
        if std::mem::take(&mut self.position_3d_unsent) {
            out.push(RobotRequest::MousePosition3d {
                enabled: self.position_3d,
            });
        }
    }
}
