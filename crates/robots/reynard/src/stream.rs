//! The page's WebSocket: it shows the den and takes commands.

use crate::body;
use crate::command::{CommandRefusal, DenCommand, RobotCommand};
use crate::den_handle::DenHandle;
use crate::frame::DenFrame;
use crate::messages::TalkLine;
use crate::playfield::Playfield;
use crate::rest::Rest;
use crate::trail::ShownTrail;
use axum::extract::State;
use axum::extract::ws::{Utf8Bytes, WebSocketUpgrade};
use axum::response::Response;
use foxden_runtime::pace::SPEEDS;
use foxden_web::frame_stream::{self, LARGEST_MESSAGE, View};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What pages get about the server.
#[derive(Clone, Debug, Serialize)]
pub struct Welcome {
    /// The title of the world.
    pub title: String,
    /// Where else Reynard can be reached.
    pub servers: ServerAddresses,
    /// Whether there is more than the classic field.
    pub den: bool,
}

/// The other servers.
#[derive(Clone, Debug, Serialize)]
pub struct ServerAddresses {
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
    /// The host of the address.
    pub host: String,
    /// Its port.
    pub port: u16,
}

#[derive(Serialize)]
#[serde(tag = "type", rename = "hello")]
struct Hello<'h> {
    #[serde(flatten)]
    welcome: &'h Welcome,
    field: Playfield,
    limits: PageLimits,
    links: [f64; 3],
    shoulder: [f64; 2],
    tools: [&'static str; 4],
    log: Vec<TalkLine>,
    trails: Vec<ShownTrail>,
    frame: &'h DenFrame,
}

#[derive(Serialize)]
struct PageLimits {
    speed: f64,
    arm_speed: [f64; 3],
    arm: [[f64; 2]; 3],
}

#[derive(Serialize)]
#[serde(tag = "type", rename = "refused")]
struct RefusedCommand {
    reason: String,
}

/// What a page sends.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum PageCommand {
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
            let handle = rest.handle;
            let view = View {
                // asked for first, so that nothing is lost between log and news
                news: handle.talk().news(),
                frames: handle.frames(),
                greeting: hello(&rest.welcome, &handle),
            };
            let hear = |text| answer(handle.clone(), text);
            frame_stream::show(socket, view, hear).await;
        })
}

fn hello(welcome: &Arc<Welcome>, handle: &DenHandle) -> Utf8Bytes {
    let frame = handle.frame();
    let hello = Hello {
        welcome,
        field: handle.field(),
        limits: PageLimits {
            speed: body::SPEED,
            arm_speed: [body::ARM_SPEED; 3],
            arm: body::ARM,
        },
        links: body::LINKS,
        shoulder: body::SHOULDER,
        tools: crate::den::TOOLS.map(|(tool, _)| tool),
        log: handle.talk().log(),
        trails: handle.trails().shown(),
        frame: &frame,
    };
    serde_json::to_string(&hello).unwrap_or_default().into()
}

/// Executes a request of a page; the reason if it is refused.
async fn answer(handle: DenHandle, text: Utf8Bytes) -> Option<Utf8Bytes> {
    let result = match serde_json::from_str(&text) {
        Ok(command) => execute(&handle, command)
            .await
            .map_err(|refusal| refusal.to_string()),
        Err(error) => Err(format!("not understood: {error}")),
    };
    let reason = result.err()?;
    let text = serde_json::to_string(&RefusedCommand { reason }).unwrap_or_default();
    Some(text.into())
}

async fn execute(handle: &DenHandle, command: PageCommand) -> Result<(), CommandRefusal> {
    let (robot, act) = match command {
        PageCommand::Message { text, visitor } => {
            handle.talk().hear_from(visitor.as_deref(), &text);
            return Ok(());
        }
        PageCommand::Lamp { position, on } => {
            if let Some(position) = position {
                handle.den_command(DenCommand::MoveLamp(position)).await?;
            }
            if let Some(on) = on {
                handle.den_command(DenCommand::SwitchLamp(on)).await?;
            }
            return Ok(());
        }
        PageCommand::Stop => {
            for robot in 0..handle.frame().robots.len() {
                handle.command(robot, RobotCommand::Stop).await?;
            }
            return Ok(());
        }
        PageCommand::Reset => return handle.den_command(DenCommand::Reset).await.map(drop),
        PageCommand::Pause { paused } => return Ok(handle.clock().pause(paused).await?),
        PageCommand::Step => return Ok(handle.clock().step(1).await?),
        PageCommand::Speed { speed } if !SPEEDS.contains(&speed) => {
            return Err(CommandRefusal::Speed);
        }
        PageCommand::Speed { speed } => return Ok(handle.clock().set_speed(speed).await?),
        PageCommand::Drive {
            robot,
            velocity,
            timeout,
        } => (robot, RobotCommand::Drive(velocity, timeout)),
        PageCommand::DriveArm {
            robot,
            velocity,
            timeout,
        } => (robot, RobotCommand::DriveArm(velocity, timeout)),
        PageCommand::Teleport { robot, position } => (robot, RobotCommand::Teleport(position)),
        PageCommand::Arm { robot, position } => (robot, RobotCommand::SetArm(position)),
        PageCommand::Color { robot, color } => (robot, RobotCommand::Color(color)),
        PageCommand::Tool { robot, tool } => (robot, RobotCommand::Tool(tool)),
    };
    let index = handle
        .frame()
        .robot(&robot)
        .ok_or(CommandRefusal::NoSuchRobot(robot))?;
    handle.command(index, act).await?;
    Ok(())
}
