//! What pages ask for. Everything is data from outside: unknown commands, wrong
//! types and numbers that are not finite are refused with a reason.

use serde::Deserialize;
use serde_json::{Value as Json, json};

/// The longest text of a field or of nodes that a command may have.
pub const MOST_TEXT: usize = 1 << 20;

/// How many topics a viewer may watch.
pub const MOST_TOPICS: usize = 64;

/// A command with the number that its reply names.
#[derive(Debug, PartialEq)]
pub struct Request {
    /// Its number; the page chooses it.
    pub id: Json,
    /// What to do.
    pub command: Command,
}

/// One thing that a page asks for.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "do", rename_all = "camelCase")]
pub enum Command {
    /// Let the run go on.
    Play,
    /// Pause the run.
    Pause,
    /// Make steps and stay paused.
    Step {
        /// How many steps.
        #[serde(default = "one")]
        count: u32,
    },
    /// Change the pace.
    Speed {
        /// The factor of real time; null as fast as possible.
        factor: Option<f64>,
    },
    /// Take the world back to its start.
    Reset,
    /// Open the file of the world again.
    Reload,
    /// Save the world.
    Save {
        /// The file in the folder of the world; the world's own if not given.
        file: Option<String>,
    },
    /// Show a past frame, or the present.
    Look {
        /// The simulated time; null for the present.
        time: Option<f64>,
    },
    /// Restore the world as it was and go on from there.
    Continue {
        /// The simulated time.
        time: f64,
    },
    /// End the run.
    Quit,
    /// Open another world of the list.
    Open {
        /// Its file, as the list has it.
        file: String,
    },
    /// All fields of a node.
    Fields {
        /// The node.
        node: u32,
    },
    /// Change a field.
    Set {
        /// The node.
        node: u32,
        /// The field.
        field: String,
        /// The value as a world file has it.
        text: String,
    },
    /// Take the last edit back.
    Undo,
    /// Make the edit again that was taken back last.
    Redo,
    /// Move or turn a node.
    Move {
        /// The node.
        node: u32,
        /// The position in the world.
        position: Option<[f64; 3]>,
        /// The rotation in the world: w, x, y, z.
        rotation: Option<[f64; 4]>,
    },
    /// Remove a node.
    Remove {
        /// The node.
        node: u32,
    },
    /// Insert nodes.
    Insert {
        /// The node.
        node: u32,
        /// The field.
        field: String,
        /// The index of the first new node; at the end if not given.
        index: Option<usize>,
        /// The nodes as text.
        text: String,
    },
    /// Pull on a body with a spring.
    Pull {
        /// The node.
        node: u32,
        /// Where, in the frame of its body.
        #[serde(default)]
        point: [f64; 3],
        /// To where, in the world; null lets go.
        target: Option<[f64; 3]>,
    },
    /// Drive a motor.
    Motor {
        /// The robot.
        robot: u32,
        /// The name of the motor.
        device: String,
        /// To a position.
        position: Option<f64>,
        /// With a velocity.
        velocity: Option<f64>,
        /// With a torque.
        torque: Option<f64>,
    },
    /// Light an LED.
    Led {
        /// The robot.
        robot: u32,
        /// The name of the LED.
        device: String,
        /// The number of the colour; 0 is off.
        value: i32,
    },
    /// Restart or stop a controller.
    Controller {
        /// The robot.
        robot: u32,
        /// What to do.
        action: ControllerAction,
    },
    /// What a person does for a robot.
    Input(UserInput),
    /// A message of a robot window to its controller.
    Window {
        /// The robot.
        robot: u32,
        /// The message.
        message: String,
    },
    /// Replaces what this viewer watches.
    Watch {
        /// The topics.
        topics: Vec<String>,
    },
}

fn one() -> u32 {
    1
}

/// What can be done with a controller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ControllerAction {
    /// End it and start it again.
    Restart,
    /// End it.
    Stop,
}

/// What a person does for a robot now. What is not named is released.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct UserInput {
    /// The robot.
    pub robot: u32,
    /// Codes of the keys that are down, with those of modifiers added.
    #[serde(default)]
    pub keys: Vec<i32>,
    /// The mouse over the picture.
    pub mouse: Option<MouseInput>,
    /// A joystick.
    pub joystick: Option<JoystickInput>,
}

/// A mouse.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct MouseInput {
    /// Left button.
    pub left: bool,
    /// Middle button.
    pub middle: bool,
    /// Right button.
    pub right: bool,
    /// From the left edge of the picture to the right one, 0 to 1.
    pub u: f64,
    /// From the upper edge to the lower one, 0 to 1.
    pub v: f64,
    /// The point of the world below it.
    pub point: Option<[f64; 3]>,
}

/// A joystick.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct JoystickInput {
    /// Its name.
    pub model: String,
    /// Axes from −32768 to 32767.
    pub axes: Vec<i32>,
    /// Numbers of the buttons that are down.
    pub buttons: Vec<i32>,
    /// Points of view.
    pub povs: Vec<i32>,
    /// How many buttons it has.
    pub button_count: usize,
}

impl Command {
    /// Whether it changes the world, the run, or what others see.
    pub fn is_change(&self) -> bool {
        !matches!(
            self,
            Self::Fields { .. } | Self::Watch { .. } | Self::Look { .. }
        )
    }

    /// Whether it takes time in the thread of the world or makes much to send, although a
    /// viewer without the token may ask for it.
    pub fn is_costly(&self) -> bool {
        !self.is_change()
    }

    /// Whether it changes the world itself, and not only the run or a page.
    pub fn is_change_of_world(&self) -> bool {
        let is_run_control = matches!(
            self,
            Self::Play
                | Self::Pause
                | Self::Step { .. }
                | Self::Speed { .. }
                | Self::Save { .. }
                | Self::Quit
        );
        self.is_change() && !is_run_control
    }
}

/// Reads a message; the number and the reason if it is no command.
///
/// # Errors
/// When the message is no JSON object with a known command, or is too large.
pub fn parse(text: &str) -> Result<Request, (Json, String)> {
    let mut message: Json = serde_json::from_str(text)
        .map_err(|error| (Json::Null, format!("the message is no JSON: {error}")))?;
    let Some(object) = message.as_object_mut() else {
        return Err((Json::Null, "a message is an object {id, do, …}".to_owned()));
    };
    let id = object.remove("id").unwrap_or(Json::Null);
    if !(id.is_number() || id.as_str().is_some_and(|id| id.len() <= 64)) {
        return Err((
            Json::Null,
            "a message needs an 'id': a number or a short text".to_owned(),
        ));
    }
    match Command::deserialize(message) {
        Ok(Command::Watch { topics }) if topics.len() > MOST_TOPICS => {
            Err((id, format!("a viewer watches at most {MOST_TOPICS} topics")))
        }
        Ok(command) => Ok(Request { id, command }),
        Err(error) => Err((id, format!("the command is not understood: {error}"))),
    }
}

/// The reply to a command.
pub fn reply(id: &Json, result: Result<Json, String>) -> String {
    let mut message = json!({ "type": "reply", "to": id });
    match result {
        Ok(answer) => {
            message["ok"] = true.into();
            if let Json::Object(answer) = answer {
                for (name, value) in answer {
                    message[name] = value;
                }
            }
        }
        Err(reason) => message["error"] = reason.into(),
    }
    message.to_string()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read() {
        let read = |text: &str| parse(text).unwrap().command;
        assert_eq!(read(r#"{"id":1,"do":"play"}"#), Command::Play);
        assert_eq!(read(r#"{"id":1,"do":"step"}"#), Command::Step { count: 1 });
        assert_eq!(
            read(r#"{"id":"a","do":"speed","factor":null}"#),
            Command::Speed { factor: None }
        );
        assert_eq!(
            read(r#"{"id":1,"do":"pull","node":7,"point":[0,0,1],"target":null}"#),
            Command::Pull {
                node: 7,
                point: [0.0, 0.0, 1.0],
                target: None
            }
        );
        let input = read(r#"{"id":1,"do":"input","robot":3,"keys":[65],"mouse":null}"#);
        let expected = UserInput {
            robot: 3,
            keys: vec![65],
            ..UserInput::default()
        };
        assert_eq!(input, Command::Input(expected));
    }

    #[test]
    fn what_needs_no_token_is_costly() {
        for (text, is_costly) in [
            (r#"{"id":1,"do":"look","time":1}"#, true),
            (r#"{"id":1,"do":"fields","node":1}"#, true),
            (r#"{"id":1,"do":"watch","topics":[]}"#, true),
            (r#"{"id":1,"do":"input","robot":3}"#, false),
        ] {
            assert_eq!(
                parse(text).unwrap().command.is_costly(),
                is_costly,
                "{text}"
            );
        }
    }

    #[test]
    fn hostile_messages_are_refused_with_their_number() {
        let refused = |text: &str| parse(text).unwrap_err();
        for text in [
            "",
            "[",
            "3",
            "null",
            "[1]",
            r#"{"do":"play"}"#,
            r#"{"id":[],"do":"play"}"#,
        ] {
            assert_eq!(refused(text).0, Json::Null, "{text}");
        }
        for text in [
            r#"{"id":1}"#,
            r#"{"id":1,"do":"format"}"#,
            r#"{"id":1,"do":"step","count":-1}"#,
            r#"{"id":1,"do":"set","node":"x","field":"a","text":"1"}"#,
            r#"{"id":1,"do":"move","node":1,"position":[1,2]}"#,
            r#"{"id":1,"do":"controller","robot":1,"action":"delete"}"#,
        ] {
            assert_eq!(refused(text).0, json!(1), "{text}");
        }
        let many: Vec<String> = (0..100).map(|at| format!("node:{at}")).collect();
        let text = json!({ "id": 2, "do": "watch", "topics": many }).to_string();
        assert!(refused(&text).1.contains("at most"));
        let deep = format!("{{\"id\":1,\"do\":{}", "[".repeat(100_000));
        assert_eq!(refused(&deep).0, Json::Null);
    }
}
