//! What goes beyond the original, under `/api/den`: metres, radians, joules.

use super::answer::{Problem, done};
use super::request::{At, Keys};
use super::{Rest, RestReply};
use crate::command::{CommandRefusal, DenCommand, RobotCommand};
use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use foxden_runtime::pace::SPEEDS;
use foxden_runtime::run_handle::MOST_STEPS;
use foxden_web::frame_stream::Show;
use serde_json::Value;

pub(super) fn routes() -> Router<Rest> {
    Router::new()
        .route("/api/den", get(frame))
        .route("/api/den/tool", post(tool))
        .route("/api/den/lamp", post(lamp))
        .route("/api/den/stop", post(stop))
        .route("/api/den/reset", post(reset))
        .route("/api/den/pause", post(pause))
        .route("/api/den/step", post(step))
        .route("/api/den/speed", post(speed))
}

async fn frame(State(rest): State<Rest>) -> Response {
    let text = rest.handle.frame().text();
    (
        [(header::CONTENT_TYPE, "application/json; charset=utf-8")],
        text.to_string(),
    )
        .into_response()
}

async fn tool(State(rest): State<Rest>, At(at): At, keys: Keys) -> RestReply {
    let name = keys.text("tool")?.to_owned();
    rest.command(at, RobotCommand::Tool(name)).await
}

async fn lamp(State(rest): State<Rest>, keys: Keys) -> RestReply {
    let has = |key| keys.find(key).is_some();
    let (is_moved, is_switched) = (has("x") || has("y"), has("on"));
    if is_moved {
        let place = keys.numbers(["x", "y"])?;
        rest.handle.den_command(DenCommand::MoveLamp(place)).await?;
    }
    if is_switched {
        let is_on = keys.truth("on")?;
        rest.handle
            .den_command(DenCommand::SwitchLamp(is_on))
            .await?;
    }
    match is_moved || is_switched {
        true => Ok(done()),
        false => Err(Problem::bad_request("give 'x' and 'y', or 'on'")),
    }
}

async fn stop(State(rest): State<Rest>) -> RestReply {
    for at in 0..rest.handle.frame().robots.len() {
        rest.handle.command(at, RobotCommand::Stop).await?;
    }
    Ok(done())
}

async fn reset(State(rest): State<Rest>) -> RestReply {
    rest.handle.den_command(DenCommand::Reset).await?;
    Ok(done())
}

async fn pause(State(rest): State<Rest>, keys: Keys) -> RestReply {
    rest.handle.clock().pause(keys.truth("paused")?).await?;
    Ok(done())
}

async fn step(State(rest): State<Rest>, keys: Keys) -> RestReply {
    let count = match keys.find("count") {
        None => 1,
        Some(value) => whole(value)
            .filter(|count| *count <= MOST_STEPS)
            .ok_or_else(|| {
                Problem::bad_request(format!(
                    "'count' must be a whole number from 0 to {MOST_STEPS}"
                ))
            })?,
    };
    rest.handle.clock().step(count).await?;
    Ok(done())
}

async fn speed(State(rest): State<Rest>, keys: Keys) -> RestReply {
    let speed = keys.number("speed")?;
    if !SPEEDS.contains(&speed) {
        return Err(CommandRefusal::Speed.into());
    }
    rest.handle.clock().set_speed(speed).await?;
    Ok(done())
}

/// A whole number, however it is written: 20 and 20.0 are the same in JSON.
fn whole(value: &Value) -> Option<u32> {
    let number = value.as_f64()?;
    let is_whole = number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&number);
    is_whole.then_some(number as u32)
}
