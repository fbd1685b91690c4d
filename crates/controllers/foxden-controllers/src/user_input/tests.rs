#![allow(clippy::unwrap_used)]

use super::*;
use foxden_protocol::AnswerMessage;
use foxden_protocol::robot::{RobotAnswer, RobotRequest};

fn input(script: &str) -> InputSource {
    InputSource::with_script(script.parse().unwrap())
}

fn listening(period: u16, input: &InputSource, now: f64) -> InputReports {
    let mut input_reports = InputReports::default();
    input_reports.obey(&RobotRequest::KeyboardPeriod { period }, input, now);
    input_reports
}

/// The keys that are sent at some times; none where nothing is sent.
fn reports(
    input_reports: &mut InputReports,
    input: &InputSource,
    times: &[f64],
) -> Vec<Option<Vec<i32>>> {
    let at = |time: &f64| {
        let mut messages = Vec::new();
        input_reports.tell(input, *time, &mut messages);
        messages.into_iter().find_map(|message| match message {
            AnswerMessage::Robot(RobotAnswer::Keyboard { keys }) => Some(keys),
            _ => None,
        })
    };
    times.iter().map(at).collect()
}

const W: i32 = 'W' as i32;

#[test]
fn keys_have_the_codes_of_the_library() {
    assert_eq!(key_code("w"), Some(W));
    assert_eq!(key_code("W"), Some(W));
    assert_eq!(key_code("w+shift"), Some(0x10000 | W));
    assert_eq!(key_code("ctrl+alt+up"), Some(0x60000 | 315));
    assert_eq!(key_code("space"), Some(32));
    assert_eq!(key_code("plus"), Some(43));
    assert_eq!(key_code("ä"), Some('Ä' as i32));
    for wrong in ["", "shift", "wasd", "w+s", "up+down"] {
        assert_eq!(key_code(wrong), None, "{wrong}");
    }
}

#[test]
fn scripts_say_what_is_wrong() {
    let error = |text: &str| text.parse::<Script>().unwrap_err();
    assert!(matches!(error("w"), ScriptError::NoTime(_)));
    assert!(matches!(error("w@soon"), ScriptError::Time(_)));
    assert!(matches!(error("w@3s-1s"), ScriptError::Order(_)));
    for wrong in ["wasd@1s", "axis:64:0@1s", "mouse:2:0@1s", "pov:0@1s"] {
        assert!(
            matches!(error(wrong), ScriptError::InputAction(_)),
            "{wrong}"
        );
    }
    let lines = "# a drive\nw@1s, a@2s\n\n s@1min # stops";
    let script: Script = lines.parse().unwrap();
    let times: Vec<f64> = script.entries.iter().map(|entry| entry.from).collect();
    assert_eq!(times, [1000.0, 2000.0, 60000.0]);
}

#[test]
fn a_tap_is_reported_once_and_a_held_key_until_its_end() {
    let input = input("w@40ms, shift+w@100ms-150ms");
    let mut input_reports = listening(32, &input, 0.0);
    let times = [32.0, 64.0, 96.0, 128.0, 160.0];
    let none = Some(Vec::new());
    assert_eq!(
        reports(&mut input_reports, &input, &times),
        [
            none.clone(),
            Some(vec![W]),
            none.clone(),
            Some(vec![0x10000 | W]),
            none
        ]
    );
}

#[test]
fn a_tap_at_the_start_is_reported() {
    let input = input("w@0s");
    let mut input_reports = listening(32, &input, 0.0);
    assert_eq!(
        reports(&mut input_reports, &input, &[32.0]),
        [Some(vec![W])]
    );
}

#[test]
fn between_two_reports_nothing_is_reported() {
    let input = input("w@10ms");
    let mut input_reports = listening(64, &input, 0.0);
    let times = [32.0, 64.0, 96.0];
    assert_eq!(
        reports(&mut input_reports, &input, &times),
        [None, Some(vec![W]), None]
    );
}

/// What a waiting controller gets, and how many keys with it.
fn waits(
    input_reports: &mut InputReports,
    input: &InputSource,
    timeout: i32,
    now: f64,
) -> Option<(i32, usize)> {
    let InputWait::Finished(messages) =
        input_reports.begin(UserInputSet::KEYBOARD, timeout, input, now)
    else {
        return None;
    };
    let keys = messages.iter().find_map(|message| match message {
        AnswerMessage::Robot(RobotAnswer::Keyboard { keys }) => Some(keys.len()),
        _ => None,
    });
    let Some(AnswerMessage::Robot(RobotAnswer::UserInput { event })) = messages.last() else {
        panic!("{messages:?}");
    };
    Some((event.0, keys.unwrap_or(0)))
}

#[test]
fn who_waits_gets_what_the_script_has_next() {
    let input = input("w@1s, w@1s, mouse:left@2s, s@5s");
    let mut input_reports = listening(32, &input, 0.0);
    assert_eq!(waits(&mut input_reports, &input, -1, 0.0), Some((4, 1)));
    // the time of the person has come to 1 s; the next key is 4 s away
    assert_eq!(waits(&mut input_reports, &input, 3000, 0.0), Some((0, 0)));
    assert_eq!(waits(&mut input_reports, &input, 3000, 0.0), Some((4, 1)));
    // nothing is left
    assert_eq!(waits(&mut input_reports, &input, -1, 0.0), None);
}

#[test]
fn live_keys_last_for_a_while_and_end_a_wait() {
    let input = InputSource::default();
    input.set_live();
    let mut input_reports = listening(32, &input, 0.0);
    input.press(W);
    let none = Some(Vec::new());
    let times = [32.0, 96.0, 160.0, 192.0];
    let pressed = Some(vec![W]);
    assert_eq!(
        reports(&mut input_reports, &input, &times),
        [pressed.clone(), pressed.clone(), pressed, none]
    );
    assert_eq!(waits(&mut input_reports, &input, -1, 192.0), None);
    assert!(input_reports.end(&input).is_none());
    input.press(W);
    let messages = input_reports.end(&input).unwrap();
    let keys = vec![W];
    assert_eq!(messages[0], RobotAnswer::Keyboard { keys }.into());
    assert!(input_reports.end(&input).is_none());
}

#[test]
fn mouse_and_joystick_do_what_the_script_says() {
    let input =
        input("mouse:0.25:0.5@1s, mouse:right@2s-3s, axis:1:-5@1s, button:2@1s-2s, pov:0:4@3s");
    assert_eq!(
        input.joystick(),
        JoystickConfiguration::Connected {
            axes: 2,
            buttons: 3,
            povs: 1,
            model: "script".to_owned()
        }
    );
    let state = input.state(1400.0, 1500.0);
    assert_eq!(state.mouse, Some([0.25, 0.5]));
    assert_eq!(state.mouse_buttons, [false; 3]);
    assert_eq!(
        (state.axes, state.pressed, state.povs),
        (vec![0, -5], vec![2], vec![0])
    );
    let state = input.state(2500.0, 3000.0);
    assert_eq!((state.mouse_buttons, state.povs), ([false; 3], vec![4]));
}

#[test]
fn a_joystick_that_comes_or_goes_later_is_introduced() {
    let robot = crate::test_robot::robot();
    let input = InputSource::default().of_robot(robot);
    let mut input_reports = InputReports::default();
    let enabled = input_reports.obey(&RobotRequest::JoystickPeriod { period: 10 }, &input, 0.0);
    let missing = AnswerMessage::from(RobotAnswer::Joystick(JoystickConfiguration::Missing));
    assert_eq!(enabled, Some(missing.clone()));
    let mut told = |now: f64, input: &InputSource| {
        let mut messages = Vec::new();
        input_reports.tell(input, now, &mut messages);
        messages
    };
    assert_eq!(told(10.0, &input), []);

    let mut joystick = HeldJoystick {
        model: "late".to_owned(),
        button_count: 3,
        buttons: vec![2],
        axes: vec![-5, 7],
        povs: Vec::new(),
    };
    let hold = |joystick: Option<HeldJoystick>| {
        let held = HeldInput {
            joystick,
            ..HeldInput::default()
        };
        input.hold(robot, held);
    };
    let values = |joystick: &HeldJoystick| {
        AnswerMessage::from(RobotAnswer::JoystickValues {
            buttons: joystick.buttons.clone(),
            axes: joystick.axes.clone(),
            povs: Vec::new(),
        })
    };
    hold(Some(joystick.clone()));
    let connected = RobotAnswer::Joystick(JoystickConfiguration::Connected {
        axes: 2,
        buttons: 3,
        povs: 0,
        model: "late".to_owned(),
    });
    assert_eq!(told(20.0, &input), [connected.into(), values(&joystick)]);
    joystick.axes = vec![1, 2];
    hold(Some(joystick.clone()));
    assert_eq!(told(30.0, &input), [values(&joystick)]);
    hold(None);
    assert_eq!(told(40.0, &input), [missing]);
    assert_eq!(told(50.0, &input), []);
}
