//! What one controller wants to know of the person, and how far it has been told.

use super::{Person, State};
use foxden_protocol::AnswerMessage;
use foxden_protocol::robot::{Answer, Mouse, Request, UserInput};
use std::time::{Duration, Instant};

/// One of the three devices.
#[derive(Clone, Copy, Debug)]
struct Reports {
    /// Milliseconds of simulated time; none if the device is off.
    period: Option<f64>,
    last: f64,
    /// Up to when things that were done for a moment were told.
    told: f64,
}

impl Default for Reports {
    fn default() -> Self {
        Self {
            period: None,
            last: 0.0,
            told: f64::NEG_INFINITY,
        }
    }
}

impl Reports {
    fn set(&mut self, period: u16, now: f64) {
        *self = Self {
            period: (period > 0).then_some(f64::from(period)),
            last: now,
            // what was done before somebody looked is over
            told: self.told.max(now.next_down()),
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
    events: UserInput,
    since: f64,
    /// When it has waited long enough; never, if there is none.
    deadline: Option<Instant>,
}

/// What one controller wants to know.
#[derive(Debug, Default)]
pub(crate) struct Attention {
    keyboard: Reports,
    mouse: Reports,
    joystick: Reports,
    /// For how long it has waited for the person while no time was simulated, in milliseconds.
    waited: f64,
    wait: Option<Wait>,
}

/// What becomes of a wish to wait.
pub(crate) enum Waiting {
    /// It is over: this is to be told at once.
    Over(Vec<AnswerMessage>),
    /// It goes on.
    On,
    /// It goes on, and nothing of what the script says can end it.
    ForEver,
}

impl Attention {
    /// Takes a request, if it is about the person; the answer, if there is one.
    pub(crate) fn obey(
        &mut self,
        request: &Request,
        person: &Person,
        clock: f64,
    ) -> Option<AnswerMessage> {
        let now = clock + self.waited;
        match request {
            Request::KeyboardPeriod { period } => self.keyboard.set(*period, now),
            Request::MousePeriod { period } => self.mouse.set(*period, now),
            Request::JoystickPeriod { period } => {
                self.joystick.set(*period, now);
                if *period > 0 {
                    return Some(Answer::Joystick(person.joystick()).into());
                }
            }
            _ => {}
        }
        None
    }

    /// Begins to wait. A script does not let anybody wait for what it has
    /// foreseen: no time is simulated meanwhile, so the person's time goes on.
    pub(crate) fn begin(
        &mut self,
        events: UserInput,
        timeout: i32,
        person: &Person,
        clock: f64,
    ) -> Waiting {
        let now = clock + self.waited;
        let timeout = u64::try_from(timeout).ok();
        if person.has_script() {
            let since = self.told_of(events).max(now.next_down());
            let limit = timeout.map_or(f64::INFINITY, |timeout| now + timeout as f64);
            match person.next_event(events, since) {
                Some((time, event)) if time <= limit => {
                    self.waited += (time - now).max(0.0);
                    return Waiting::Over(self.event(event, person, time));
                }
                _ if limit.is_finite() && !person.is_live() => {
                    self.waited = limit - clock;
                    return Waiting::Over(nothing_happened());
                }
                _ => {}
            }
        }
        self.wait = Some(Wait {
            events,
            since: now,
            deadline: timeout.map(|timeout| Instant::now() + Duration::from_millis(timeout)),
        });
        match timeout.is_none() && !person.is_live() {
            true => Waiting::ForEver,
            false => Waiting::On,
        }
    }

    /// Ends the wait, if something has happened or the time is over.
    pub(crate) fn end(&mut self, person: &Person) -> Option<Vec<AnswerMessage>> {
        let wait = self.wait?;
        if person.is_live() {
            // no time is simulated meanwhile, and keys that come count as later
            person.settle(wait.since.next_up());
            if let Some((time, event)) = person.next_event(wait.events, wait.since) {
                self.wait = None;
                return Some(self.event(event, person, time));
            }
        }
        if wait.deadline.is_some_and(|end| end <= Instant::now()) {
            self.wait = None;
            return Some(nothing_happened());
        }
        None
    }

    /// Until when nothing can happen that it waits for.
    pub(crate) fn quiet_until(&self, person: &Person) -> Option<Instant> {
        self.wait?.deadline.filter(|_| !person.is_live())
    }

    /// Adds what is due at the end of a step.
    pub(crate) fn tell(&mut self, person: &Person, clock: f64, messages: &mut Vec<AnswerMessage>) {
        let now = clock + self.waited;
        if self.keyboard.is_due(now) {
            let state = self.look(person, now, |attention| &mut attention.keyboard);
            messages.push(keyboard(state));
        }
        if self.mouse.is_due(now) {
            let state = self.look(person, now, |attention| &mut attention.mouse);
            messages.push(mouse(&state));
        }
        if self.joystick.is_due(now) && person.has_joystick() {
            let state = self.look(person, now, |attention| &mut attention.joystick);
            messages.push(joystick(state));
        }
    }

    fn look(&mut self, person: &Person, now: f64, device: fn(&mut Self) -> &mut Reports) -> State {
        person.settle(now);
        let since = std::mem::replace(&mut device(self).told, now);
        person.state(since, now)
    }

    fn told_of(&self, events: UserInput) -> f64 {
        let keyboard = events.0 & UserInput::KEYBOARD.0 != 0;
        match keyboard {
            true => self.keyboard.told,
            false => self.mouse.told.max(self.joystick.told),
        }
    }

    /// The fresh value of the device, then what happened.
    fn event(&mut self, event: UserInput, person: &Person, now: f64) -> Vec<AnswerMessage> {
        let value = match event {
            UserInput::KEYBOARD => {
                keyboard(self.look(person, now, |attention| &mut attention.keyboard))
            }
            UserInput::MOUSE_CLICK | UserInput::MOUSE_MOVE => {
                mouse(&self.look(person, now, |attention| &mut attention.mouse))
            }
            _ => joystick(self.look(person, now, |attention| &mut attention.joystick)),
        };
        vec![value, Answer::UserInput { event }.into()]
    }
}

fn nothing_happened() -> Vec<AnswerMessage> {
    let event = UserInput::NONE;
    vec![Answer::UserInput { event }.into()]
}

fn keyboard(state: State) -> AnswerMessage {
    Answer::Keyboard { keys: state.keys }.into()
}

fn mouse(state: &State) -> AnswerMessage {
    let [left, middle, right] = state.mouse_buttons;
    Answer::Mouse(Mouse {
        left,
        middle,
        right,
        view: state.mouse.unwrap_or([f64::NAN; 2]),
        // there is no view that would show a point of the scene
        point: [f64::NAN; 3],
    })
    .into()
}

fn joystick(state: State) -> AnswerMessage {
    Answer::JoystickValues {
        buttons: state.pressed,
        axes: state.axes,
        povs: state.povs,
    }
    .into()
}
