//! The REST server: paths, keys and units (millimetres, degrees) of the
//! original, and the den under `/api/den` in SI units.

mod answer;
mod den;
mod openapi;
mod python_json;
mod request;
mod schema;

use crate::command::RobotCommand;
use crate::den_handle::DenHandle;
use crate::stream::{self, Welcome};
use crate::units::{degrees, metres, millimetres, radians};
use answer::{Problem, done, json};
use axum::Router;
use axum::extract::State;
use axum::response::Response;
use axum::routing::{get, post};
use foxden_web::page;
use python_json::words;
use request::{At, Keys};
use serde::Serialize;
use std::sync::Arc;

/// What handlers share.
#[derive(Clone, Debug)]
pub struct Rest {
    /// The den.
    pub handle: DenHandle,
    /// The first message to a page.
    pub welcome: Arc<Welcome>,
}

type RestReply = Result<Response, Problem>;

impl Rest {
    async fn command(&self, robot: usize, act: RobotCommand) -> RestReply {
        self.drive(robot, act, false).await
    }

    /// Answers when a drive is over, if that is waited for.
    async fn drive(&self, robot: usize, act: RobotCommand, is_waiting: bool) -> RestReply {
        self.handle.command_and_wait(robot, act, is_waiting).await?;
        Ok(done())
    }
}

/// Everything that can be asked for on the HTTP port.
pub fn router(rest: Rest) -> Router {
    Router::new()
        .route("/api/state", get(state))
        .route("/api/color", get(color).post(set_color))
        .route("/api/messages", get(messages))
        .route("/api/teleport", post(teleport))
        .route("/api/say", post(say))
        .route("/api/arm", post(set_arm))
        .route("/api/set_arm_position", post(set_arm))
        .route("/api/drive_robot", post(drive_robot))
        .route("/api/drive_arm", post(drive_arm))
        .route("/api/openapi.json", get(openapi::openapi))
        .route("/api/stream", get(stream::stream))
        .merge(den::routes())
        .route("/api", axum::routing::any(no_such_path))
        .route("/api/", axum::routing::any(no_such_path))
        .route("/api/{*path}", axum::routing::any(no_such_path))
        .fallback_service(get(page::page).fallback(wrong_method))
        .method_not_allowed_fallback(wrong_method)
        .with_state(rest)
}

async fn no_such_path() -> Problem {
    Problem::not_found("there is no such path; /api/openapi.json lists what there is")
}

async fn wrong_method() -> Problem {
    Problem::wrong_method()
}

#[derive(Serialize)]
struct StateReply {
    time: f64,
    x: f64,
    y: f64,
    q1: f64,
    q2: f64,
    q3: f64,
    vel_x: f64,
    vel_y: f64,
    vel_q1: f64,
    vel_q2: f64,
    vel_q3: f64,
}

async fn state(State(rest): State<Rest>, At(at): At) -> Response {
    let frame = rest.handle.frame();
    let robot = &frame.robots[at];
    let [x, y] = robot.position.map(millimetres);
    let [q1, q2, q3] = robot.arm.map(degrees);
    let [vel_x, vel_y] = robot.velocity.map(millimetres);
    let [vel_q1, vel_q2, vel_q3] = robot.arm_velocity.map(degrees);
    json(&StateReply {
        time: frame.now(),
        x,
        y,
        q1,
        q2,
        q3,
        vel_x,
        vel_y,
        vel_q1,
        vel_q2,
        vel_q3,
    })
}

#[derive(Serialize)]
struct ColorReply {
    r: f64,
    g: f64,
    b: f64,
}

async fn color(State(rest): State<Rest>, At(at): At) -> Response {
    let [r, g, b] = rest.handle.frame().robots[at].color;
    json(&ColorReply { r, g, b })
}

async fn messages(State(rest): State<Rest>) -> Response {
    json(&rest.handle.talk().take())
}

async fn say(State(rest): State<Rest>, At(at): At, keys: Keys) -> RestReply {
    let message = words(keys.get("message")?);
    rest.handle
        .talk()
        .say(&rest.handle.frame().robots[at].name, &message);
    Ok(done())
}

async fn set_color(State(rest): State<Rest>, At(at): At, keys: Keys) -> RestReply {
    let color = keys.numbers(["r", "g", "b"])?;
    rest.command(at, RobotCommand::Color(color)).await
}

async fn teleport(State(rest): State<Rest>, At(at): At, keys: Keys) -> RestReply {
    let place = keys.numbers(["x", "y"])?.map(metres);
    rest.command(at, RobotCommand::Teleport(place)).await
}

async fn set_arm(State(rest): State<Rest>, At(at): At, keys: Keys) -> RestReply {
    let arm = keys.numbers(["q1", "q2", "q3"])?.map(radians);
    rest.command(at, RobotCommand::SetArm(arm)).await
}

async fn drive_robot(State(rest): State<Rest>, At(at): At, keys: Keys) -> RestReply {
    let velocity = keys.numbers(["vel_x", "vel_y"])?.map(metres);
    let (timeout, wait) = keys.duration()?;
    rest.drive(at, RobotCommand::Drive(velocity, timeout), wait)
        .await
}

async fn drive_arm(State(rest): State<Rest>, At(at): At, keys: Keys) -> RestReply {
    let velocity = keys.numbers(["q1", "q2", "q3"])?.map(radians);
    let (timeout, wait) = keys.duration()?;
    rest.drive(at, RobotCommand::DriveArm(velocity, timeout), wait)
        .await
}
