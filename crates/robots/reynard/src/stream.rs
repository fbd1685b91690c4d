//! The page's door: a WebSocket that shows the den and takes commands.

use crate::body;
use crate::command::{Act, DenAct, Refusal};
use crate::field::Field;
use crate::frame::Frame;
use crate::port::Port;
use crate::rest::Rest;
use crate::talk::Line;
use crate::trail::Shown;
use axum::extract::State;
use axum::extract::ws::{Utf8Bytes, WebSocketUpgrade};
use axum::response::Response;
use foxden_host::live::SPEEDS;
use foxden_host::web::viewer::{self, LARGEST_MESSAGE, View};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What pages are told about the server.
#[derive(Clone, Debug, Serialize)]
pub struct Welcome {
    /// The title of the world.
    pub title: String,
    /// Where else Reynard can be reached.
    pub doors: DoorNames,
    /// Whether there is more than the classic field.
    pub den: bool,
}

/// The other doors.
#[derive(Clone, Debug, Serialize)]
pub struct DoorNames {
    /// The URL of the Robot Raconteur service.
    pub raconteur: Option<String>,
    /// The address of the page.
    pub http: Option<String>,
    /// The ASCII socket.
    pub ascii: Option<AsciiName>,
}

/// The ASCII socket.
#[derive(Clone, Debug, Serialize)]
pub struct AsciiName {
    /// Where.
    pub host: String,
    /// Its port.
    pub port: u16,
}

#[derive(Serialize)]
#[serde(tag = "type", rename = "hello")]
struct Hello<'h> {
    #[serde(flatten)]
    welcome: &'h Welcome,
    field: Field,
    limits: Limits,
    links: [f64; 3],
    shoulder: [f64; 2],
    tools: [&'static str; 4],
    log: Vec<Line>,
    trails: Vec<Shown>,
    frame: &'h Frame,
}

#[derive(Serialize)]
struct Limits {
    speed: f64,
    arm_speed: [f64; 3],
    arm: [[f64; 2]; 3],
}

#[derive(Serialize)]
#[serde(tag = "type", rename = "refused")]
struct Refused {
    reason: String,
}

/// What a page sends.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Wish {
    Message {
        text: String,
        /// What the page calls itself, so that it knows its own words again.
        visitor: Option<String>,
    },
    Drive {
        robot: String,
        velocity: [f64; 2],
        timeout: f64,
    },
    DriveArm {
        robot: String,
        velocity: [f64; 3],
        timeout: f64,
    },
    Teleport {
        robot: String,
        position: [f64; 2],
    },
    Arm {
        robot: String,
        position: [f64; 3],
    },
    Color {
        robot: String,
        color: [f64; 3],
    },
    Tool {
        robot: String,
        tool: String,
    },
    Lamp {
        position: Option<[f64; 2]>,
        on: Option<bool>,
    },
    Stop,
    Reset,
    Pause {
        paused: bool,
    },
    Step,
    Speed {
        speed: f64,
    },
}

/// Opens a viewer.
pub(crate) async fn stream(State(rest): State<Rest>, upgrade: WebSocketUpgrade) -> Response {
    upgrade
        .max_message_size(LARGEST_MESSAGE)
        .max_frame_size(LARGEST_MESSAGE)
        .on_upgrade(async move |socket| {
            let port = rest.port;
            let view = View {
                // asked for first, so that nothing is lost between log and news
                news: port.talk().news(),
                frames: port.frames(),
                greeting: hello(&rest.welcome, &port),
            };
            let hear = |text| answer(port.clone(), text);
            viewer::show(socket, view, hear).await;
        })
}

fn hello(welcome: &Arc<Welcome>, port: &Port) -> Utf8Bytes {
    let frame = port.frame();
    let hello = Hello {
        welcome,
        field: port.field(),
        limits: Limits {
            speed: body::SPEED,
            arm_speed: [body::ARM_SPEED; 3],
            arm: body::ARM,
        },
        links: body::LINKS,
        shoulder: body::SHOULDER,
        tools: crate::den::TOOLS.map(|(tool, _)| tool),
        log: port.talk().log(),
        trails: port.trails().shown(),
        frame: &frame,
    };
    serde_json::to_string(&hello).unwrap_or_default().into()
}

/// Does what a page wishes; the reason if it is refused.
async fn answer(port: Port, text: Utf8Bytes) -> Option<Utf8Bytes> {
    let result = match serde_json::from_str(&text) {
        Ok(wish) => grant(&port, wish)
            .await
            .map_err(|refusal| refusal.to_string()),
        Err(error) => Err(format!("not understood: {error}")),
    };
    let reason = result.err()?;
    let text = serde_json::to_string(&Refused { reason }).unwrap_or_default();
    Some(text.into())
}

async fn grant(port: &Port, wish: Wish) -> Result<(), Refusal> {
    let (robot, act) = match wish {
        Wish::Message { text, visitor } => {
            port.talk().hear_from(visitor.as_deref(), &text);
            return Ok(());
        }
        Wish::Lamp { position, on } => {
            if let Some(position) = position {
                port.den(DenAct::MoveLamp(position)).await?;
            }
            if let Some(on) = on {
                port.den(DenAct::SwitchLamp(on)).await?;
            }
            return Ok(());
        }
        Wish::Stop => {
            for robot in 0..port.frame().robots.len() {
                port.act(robot, Act::Stop).await?;
            }
            return Ok(());
        }
        Wish::Reset => return port.den(DenAct::Reset).await.map(drop),
        Wish::Pause { paused } => return Ok(port.clock().pause(paused).await?),
        Wish::Step => return Ok(port.clock().step(1).await?),
        Wish::Speed { speed } if !SPEEDS.contains(&speed) => return Err(Refusal::Speed),
        Wish::Speed { speed } => return Ok(port.clock().set_speed(speed).await?),
        Wish::Drive {
            robot,
            velocity,
            timeout,
        } => (robot, Act::Drive(velocity, timeout)),
        Wish::DriveArm {
            robot,
            velocity,
            timeout,
        } => (robot, Act::DriveArm(velocity, timeout)),
        Wish::Teleport { robot, position } => (robot, Act::Teleport(position)),
        Wish::Arm { robot, position } => (robot, Act::SetArm(position)),
        Wish::Color { robot, color } => (robot, Act::Color(color)),
        Wish::Tool { robot, tool } => (robot, Act::Tool(tool)),
    };
    let index = port
        .frame()
        .robot(&robot)
        .ok_or(Refusal::NoSuchRobot(robot))?;
    port.act(index, act).await?;
    Ok(())
}
