//! The REST door: paths, keys and units (millimetres, degrees) of the
//! original, and the den under `/api/den` in SI units.

mod answer;
mod den;
mod openapi;
mod python_json;

use crate::command::Act;
use crate::port::Port;
use crate::stream::{self, Welcome};
use crate::units::{degrees, metres, millimetres, radians};
use answer::{Problem, done, json};
use axum::Router;
use axum::body::Body;
use axum::extract::{RawQuery, State};
use axum::response::Response;
use axum::routing::{get, post};
use foxden_host::web::page;
use python_json::{number, number_or_text, truth, words};
use serde::Serialize;
use serde_json::{Map, Value};
use std::sync::Arc;

/// What handlers share.
#[derive(Clone, Debug)]
pub struct Rest {
    /// The den.
    pub port: Port,
    /// What pages are told first.
    pub welcome: Arc<Welcome>,
}

type Reply = Result<Response, Problem>;

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
        .route("/api", get(no_such_path))
        .route("/api/{*path}", axum::routing::any(no_such_path))
        .fallback_service(get(page::page))
        .method_not_allowed_fallback(wrong_method)
        .with_state(rest)
}

async fn no_such_path() -> Problem {
    Problem::not_found("there is no such path; /api/openapi.json lists what there is")
}

async fn wrong_method() -> Problem {
    Problem::wrong_method()
}

/// The values of a request, by key.
struct Keys(Map<String, Value>);

impl Keys {
    async fn read(body: Body) -> Result<Self, Problem> {
        let bytes = answer::read(body).await?;
        match python_json::parse(&bytes).map_err(Problem::bad_request)? {
            Value::Object(keys) => Ok(Self(keys)),
            _ => Err(Problem::bad_request("the body must be a JSON object")),
        }
    }

    fn get(&self, key: &str) -> Result<&Value, Problem> {
        self.0
            .get(key)
            .ok_or_else(|| Problem::bad_request(format!("the key '{key}' is missing")))
    }

    fn number(&self, key: &str) -> Result<f64, Problem> {
        number(self.get(key)?)
            .ok_or_else(|| Problem::bad_request(format!("'{key}' must be a number")))
    }

    fn numbers<const N: usize>(&self, keys: [&str; N]) -> Result<[f64; N], Problem> {
        let mut values = [0.0; N];
        for (value, key) in values.iter_mut().zip(keys) {
            *value = self.number(key)?;
        }
        Ok(values)
    }

    /// `timeout` and `wait`, which may be left out.
    fn duration(&self) -> Result<(f64, bool), Problem> {
        let timeout = match self.0.get("timeout") {
            None => -1.0,
            Some(value) => number_or_text(value)
                .ok_or_else(|| Problem::bad_request("'timeout' must be a number"))?,
        };
        Ok((timeout, self.0.get("wait").is_some_and(truth)))
    }
}

/// The robot that `?robot=NAME` names, or the first.
fn robot(rest: &Rest, query: Option<&str>) -> Result<usize, Problem> {
    let wanted = query
        .unwrap_or_default()
        .split('&')
        .find_map(|pair| pair.strip_prefix("robot="));
    match wanted {
        None => Ok(0),
        Some(name) => rest
            .port
            .frame()
            .robot(name)
            .ok_or_else(|| Problem::not_found("there is no robot of that name")),
    }
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

async fn state(State(rest): State<Rest>, RawQuery(query): RawQuery) -> Reply {
    let at = robot(&rest, query.as_deref())?;
    let frame = rest.port.frame();
    let robot = &frame.robots[at];
    let [x, y] = robot.position.map(millimetres);
    let [q1, q2, q3] = robot.arm.map(degrees);
    let [vel_x, vel_y] = robot.velocity.map(millimetres);
    let [vel_q1, vel_q2, vel_q3] = robot.arm_velocity.map(degrees);
    Ok(json(&StateReply {
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
    }))
}

#[derive(Serialize)]
struct ColorReply {
    r: f64,
    g: f64,
    b: f64,
}

async fn color(State(rest): State<Rest>, RawQuery(query): RawQuery) -> Reply {
    let at = robot(&rest, query.as_deref())?;
    let [r, g, b] = rest.port.frame().robots[at].color;
    Ok(json(&ColorReply { r, g, b }))
}

async fn messages(State(rest): State<Rest>) -> Reply {
    Ok(json(&rest.port.talk().take()))
}

async fn set_color(State(rest): State<Rest>, RawQuery(query): RawQuery, body: Body) -> Reply {
    let at = robot(&rest, query.as_deref())?;
    let color = Keys::read(body).await?.numbers(["r", "g", "b"])?;
    rest.port.act(at, Act::Color(color)).await?;
    Ok(done())
}

async fn teleport(State(rest): State<Rest>, RawQuery(query): RawQuery, body: Body) -> Reply {
    let at = robot(&rest, query.as_deref())?;
    let place = Keys::read(body).await?.numbers(["x", "y"])?;
    rest.port.act(at, Act::Teleport(place.map(metres))).await?;
    Ok(done())
}

async fn say(State(rest): State<Rest>, RawQuery(query): RawQuery, body: Body) -> Reply {
    let at = robot(&rest, query.as_deref())?;
    let message = words(Keys::read(body).await?.get("message")?);
    rest.port
        .talk()
        .say(&rest.port.frame().robots[at].name, &message);
    Ok(done())
}

async fn set_arm(State(rest): State<Rest>, RawQuery(query): RawQuery, body: Body) -> Reply {
    let at = robot(&rest, query.as_deref())?;
    let arm = Keys::read(body).await?.numbers(["q1", "q2", "q3"])?;
    rest.port.act(at, Act::SetArm(arm.map(radians))).await?;
    Ok(done())
}

async fn drive_robot(State(rest): State<Rest>, RawQuery(query): RawQuery, body: Body) -> Reply {
    let at = robot(&rest, query.as_deref())?;
    let keys = Keys::read(body).await?;
    let velocity = keys.numbers(["vel_x", "vel_y"])?.map(metres);
    let (timeout, wait) = keys.duration()?;
    let act = Act::Drive(velocity, timeout);
    rest.port.act_and_wait(at, act, wait).await?;
    Ok(done())
}

async fn drive_arm(State(rest): State<Rest>, RawQuery(query): RawQuery, body: Body) -> Reply {
    let at = robot(&rest, query.as_deref())?;
    let keys = Keys::read(body).await?;
    let velocity = keys.numbers(["q1", "q2", "q3"])?.map(radians);
    let (timeout, wait) = keys.duration()?;
    let act = Act::DriveArm(velocity, timeout);
    rest.port.act_and_wait(at, act, wait).await?;
    Ok(done())
}
