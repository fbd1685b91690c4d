//! Which user input one controller wants, and what was sent to it.

use super::{InputSource, InputState};
use foxden_protocol::AnswerMessage;
use foxden_protocol::robot::{
    JoystickConfiguration, MouseReport, RobotAnswer, RobotRequest, UserInputSet,
};
use std::time::{Duration, Instant};

/// One of the three devices.
#[derive(Clone, Copy, Debug)]
struct ReportSchedule {
    /// Milliseconds of simulated time; none if the device is off.
    period: Option<f64>,
    last: f64,
    /// The time up to which momentary input was sent.
    reported: f64,
}

impl Default for ReportSchedule {
    fn default() -> Self {
        Self {
            period: None,
            last: 0.0,
            reported: f64::NEG_INFINITY,
        }
    }
}

impl ReportSchedule {
    fn set(&mut self, period: u16, now: f64) {
        *self = Self {
            period: (period > 0).then_some(f64::from(period)),
            last: now,
            // input from before the device was enabled is not reported
            reported: self.reported.max(now.next_down()),
        };
    }

    /// Whether a report is due, which it then is no more.
    fn is_due(&mut self, now: f64) -> bool {
        let is_due = self.period.is_some_and(|period| now - self.last >= period);
        if is_due {
            self.last = now;
        }
        is_due
    }
}

/// A controller that waits for the person.
#[derive(Clone, Copy, Debug)]
struct Wait {
    events: UserInputSet,
    since: f64,
    /// When it has waited long enough; never, if there is none.
    deadline: Option<Instant>,
}

/// What one controller wants to know.
#[derive(Debug, Default)]
pub(crate) struct InputReports {
    keyboard: ReportSchedule,
    mouse: ReportSchedule,
    joystick: ReportSchedule,
    /// The joystick that the controller knows; none before it has enabled one.
    told_joystick: Option<JoystickConfiguration>,
    /// For how long it has waited for the person while no time was simulated, in milliseconds.
    waited: f64,
    wait: Option<Wait>,
}

/// The result of a request to wait.
pub(crate) enum InputWait {
    /// It is over: this is sent at once.
    Finished(Vec<AnswerMessage>),
    /// The wait continues.
    Pending,
    /// It goes on, and nothing of what the script says can end it.
    Endless,
}

impl InputReports {
    /// Takes a request, if it is about the person; the answer, if there is one.
    pub(crate) fn obey(
        &mut self,
        request: &RobotRequest,
        input: &InputSource,
        clock: f64,
    ) -> Option<AnswerMessage> {
        let now = clock + self.waited;
        match request {
            RobotRequest::KeyboardPeriod { period } => self.keyboard.set(*period, now),
            RobotRequest::MousePeriod { period } => self.mouse.set(*period, now),
            RobotRequest::JoystickPeriod { period } => {
                self.joystick.set(*period, now);
                self.told_joystick = None;
                if *period > 0 {
                    return Some(self.introduce_joystick(input.joystick()));
                }
            }
            _ => {}
        }
        None
    }

    /// Begins to wait. The wait for input of a script ends at once: no time is simulated
    /// while a controller waits, so the time of the script goes on instead.
    pub(crate) fn begin(
        &mut self,
        events: UserInputSet,
        timeout: i32,
        input: &InputSource,
        clock: f64,
    ) -> InputWait {
        let now = clock + self.waited;
        let timeout = u64::try_from(timeout).ok();
        if input.has_script() {
            let since = self.last_report_of(events).max(now.next_down());
            let limit = timeout.map_or(f64::INFINITY, |timeout| now + timeout as f64);
            match input.next_event(events, since) {
                Some((time, event)) if time <= limit => {
                    self.waited += (time - now).max(0.0);
                    return InputWait::Finished(self.event(event, input, time));
                }
                _ if limit.is_finite() && !input.is_live() => {
                    self.waited = limit - clock;
                    return InputWait::Finished(nothing_happened());
                }
                _ => {}
            }
        }
        self.wait = Some(Wait {
            events,
            since: now,
            deadline: timeout.map(|timeout| Instant::now() + Duration::from_millis(timeout)),
        });
        match timeout.is_none() && !input.is_live() {
            true => InputWait::Endless,
            false => InputWait::Pending,
        }
    }

    /// Ends the wait, if something has happened or the time is over.
    pub(crate) fn end(&mut self, input: &InputSource) -> Option<Vec<AnswerMessage>> {
        let wait = self.wait?;
        if input.is_live() {
            // no time is simulated while it waits, so keys that are pressed now count as later
            input.settle(wait.since.next_up());
            if let Some((time, event)) = input.next_event(wait.events, wait.since) {
                self.wait = None;
                return Some(self.event(event, input, time));
            }
        }
        if wait.deadline.is_some_and(|end| end <= Instant::now()) {
            self.wait = None;
            return Some(nothing_happened());
        }
        None
    }

    /// Until when nothing can happen that it waits for.
    pub(crate) fn quiet_until(&self, input: &InputSource) -> Option<Instant> {
        self.wait?.deadline.filter(|_| !input.is_live())
    }

    /// Adds what is due at the end of a step.
    pub(crate) fn tell(
        &mut self,
        input: &InputSource,
        clock: f64,
        messages: &mut Vec<AnswerMessage>,
    ) {
        let now = clock + self.waited;
        if self.keyboard.is_due(now) {
            let state = self.look(input, now, |input_reports| &mut input_reports.keyboard);
            messages.push(keyboard(state));
        }
        if self.mouse.is_due(now) {
            let state = self.look(input, now, |input_reports| &mut input_reports.mouse);
            messages.push(mouse(&state));
        }
        if self.joystick.is_due(now) {
            self.tell_joystick(input, now, messages);
        }
    }

    /// Adds the values of the joystick. One that came or went after the controller had
    /// enabled it is introduced first: a person chooses a robot while it runs.
    fn tell_joystick(&mut self, input: &InputSource, now: f64, messages: &mut Vec<AnswerMessage>) {
        let configuration = input.joystick();
        let is_there = configuration != JoystickConfiguration::Missing;
        if self.told_joystick.as_ref() != Some(&configuration) {
            messages.push(self.introduce_joystick(configuration));
        }
        if is_there {
            let state = self.look(input, now, |input_reports| &mut input_reports.joystick);
            messages.push(joystick(state));
        }
    }

    fn introduce_joystick(&mut self, configuration: JoystickConfiguration) -> AnswerMessage {
        self.told_joystick = Some(configuration.clone());
        RobotAnswer::Joystick(configuration).into()
    }

    fn look(
        &mut self,
        input: &InputSource,
        now: f64,
        device: fn(&mut Self) -> &mut ReportSchedule,
    ) -> InputState {
        input.settle(now);
        let since = std::mem::replace(&mut device(self).reported, now);
        input.state(since, now)
    }

    fn last_report_of(&self, events: UserInputSet) -> f64 {
        let keyboard = events.0 & UserInputSet::KEYBOARD.0 != 0;
        match keyboard {
            true => self.keyboard.reported,
            false => self.mouse.reported.max(self.joystick.reported),
        }
    }

    /// The fresh value of the device, then what happened.
    fn event(&mut self, event: UserInputSet, input: &InputSource, now: f64) -> Vec<AnswerMessage> {
        let value = match event {
            UserInputSet::KEYBOARD => {
                keyboard(self.look(input, now, |input_reports| &mut input_reports.keyboard))
            }
            UserInputSet::MOUSE_CLICK | UserInputSet::MOUSE_MOVE => {
                mouse(&self.look(input, now, |input_reports| &mut input_reports.mouse))
            }
            _ => joystick(self.look(input, now, |input_reports| &mut input_reports.joystick)),
        };
        vec![value, RobotAnswer::UserInput { event }.into()]
    }
}

fn nothing_happened() -> Vec<AnswerMessage> {
    let event = UserInputSet::NONE;
    vec![RobotAnswer::UserInput { event }.into()]
}

fn keyboard(state: InputState) -> AnswerMessage {
    RobotAnswer::Keyboard { keys: state.keys }.into()
}

fn mouse(state: &InputState) -> AnswerMessage {
    let [left, middle, right] = state.mouse_buttons;
    RobotAnswer::Mouse(MouseReport {
        left,
        middle,
        right,
        view: state.mouse.unwrap_or([f64::NAN; 2]),
        // without a view there is no point of the scene
        point: state.point.unwrap_or([f64::NAN; 3]),
    })
    .into()
}

fn joystick(state: InputState) -> AnswerMessage {
    RobotAnswer::JoystickValues {
        buttons: state.pressed,
        axes: state.axes,
        povs: state.povs,
    }
    .into()
}
