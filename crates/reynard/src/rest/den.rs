//! What goes beyond the original, under `/api/den`: metres, radians, joules.

use super::answer::{Problem, done};
use super::{Keys, Reply, Rest, robot};
use crate::command::{Act, DenAct, Refusal};
use axum::Router;
use axum::body::Body;
use axum::extract::{RawQuery, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use foxden_host::live::{MOST_STEPS, SPEEDS};
use foxden_host::web::viewer::Show;

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
    let text = rest.port.frame().text();
    (
        [(header::CONTENT_TYPE, "application/json; charset=utf-8")],
        text.to_string(),
    )
        .into_response()
}

async fn tool(State(rest): State<Rest>, RawQuery(query): RawQuery, body: Body) -> Reply {
    let at = robot(&rest, query.as_deref())?;
    let keys = Keys::read(body).await?;
    let name = keys
        .get("tool")?
        .as_str()
        .ok_or_else(|| Problem::bad_request("'tool' must be a text"))?
        .to_owned();
    rest.port.act(at, Act::Tool(name)).await?;
    Ok(done())
}

async fn lamp(State(rest): State<Rest>, body: Body) -> Reply {
    let keys = Keys::read(body).await?;
    let is_moved = keys.0.contains_key("x") || keys.0.contains_key("y");
    if is_moved {
        let place = keys.numbers(["x", "y"])?;
        rest.port.den(DenAct::MoveLamp(place)).await?;
    }
    match keys.0.get("on") {
        Some(value) => {
            let is_on = value
                .as_bool()
                .ok_or_else(|| Problem::bad_request("'on' must be true or false"))?;
            rest.port.den(DenAct::SwitchLamp(is_on)).await?;
        }
        None if !is_moved => return Err(Problem::bad_request("give 'x' and 'y', or 'on'")),
        None => {}
    }
    Ok(done())
}

async fn stop(State(rest): State<Rest>) -> Reply {
    for at in 0..rest.port.frame().robots.len() {
        rest.port.act(at, Act::Stop).await?;
    }
    Ok(done())
}

async fn reset(State(rest): State<Rest>) -> Reply {
    rest.port.den(DenAct::Reset).await?;
    Ok(done())
}

async fn pause(State(rest): State<Rest>, body: Body) -> Reply {
    let keys = Keys::read(body).await?;
    let is_paused = keys
        .get("paused")?
        .as_bool()
        .ok_or_else(|| Problem::bad_request("'paused' must be true or false"))?;
    rest.port.clock().pause(is_paused).await?;
    Ok(done())
}

async fn step(State(rest): State<Rest>, body: Body) -> Reply {
    let keys = Keys::read(body).await?;
    let count = match keys.0.get("count") {
        None => 1,
        Some(value) => value
            .as_u64()
            .and_then(|count| u32::try_from(count).ok())
            .filter(|count| *count <= MOST_STEPS)
            .ok_or_else(|| {
                Problem::bad_request(format!("'count' must be from 0 to {MOST_STEPS}"))
            })?,
    };
    rest.port.clock().step(count).await?;
    Ok(done())
}

async fn speed(State(rest): State<Rest>, body: Body) -> Reply {
    let speed = Keys::read(body).await?.number("speed")?;
    if !SPEEDS.contains(&speed) {
        return Err(Refusal::Speed.into());
    }
    rest.port.clock().set_speed(speed).await?;
    Ok(done())
}
