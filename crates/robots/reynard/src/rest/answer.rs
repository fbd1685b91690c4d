//! Bodies and errors.

use crate::command::CommandRefusal;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use std::time::Duration;

/// The largest body.
const LARGEST: usize = 1 << 20;

/// How long a body may take to arrive.
const PATIENCE: Duration = Duration::from_secs(30);

/// Why a request was refused.
#[derive(Debug)]
pub(super) struct Problem {
    status: StatusCode,
    reason: String,
}

impl Problem {
    pub(super) fn bad_request(reason: impl Into<String>) -> Self {
        Self {
            status: StatusCode::BAD_REQUEST,
            reason: reason.into(),
        }
    }

    pub(super) fn not_found(reason: impl Into<String>) -> Self {
        Self {
            status: StatusCode::NOT_FOUND,
            reason: reason.into(),
        }
    }

    pub(super) fn wrong_method() -> Self {
        Self {
            status: StatusCode::METHOD_NOT_ALLOWED,
            reason: "this path knows other methods".into(),
        }
    }
}

impl From<CommandRefusal> for Problem {
    fn from(refusal: CommandRefusal) -> Self {
        let status = match &refusal {
            CommandRefusal::NotANumber(_)
            | CommandRefusal::Speed
            | CommandRefusal::NoSuchTool { .. } => StatusCode::BAD_REQUEST,
            CommandRefusal::NoSuchRobot(_) | CommandRefusal::Missing(_) => StatusCode::NOT_FOUND,
            CommandRefusal::DoesNotFit(_) => StatusCode::CONFLICT,
            CommandRefusal::World(_) => StatusCode::INTERNAL_SERVER_ERROR,
            CommandRefusal::Unavailable(_) => StatusCode::SERVICE_UNAVAILABLE,
        };
        Self {
            status,
            reason: refusal.to_string(),
        }
    }
}

impl From<foxden_runtime::run_handle::RunUnavailable> for Problem {
    fn from(gone: foxden_runtime::run_handle::RunUnavailable) -> Self {
        CommandRefusal::from(gone).into()
    }
}

#[derive(Serialize)]
struct Shown<'p> {
    error: &'p str,
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = json(&Shown {
            error: &self.reason,
        });
        *response.status_mut() = self.status;
        response
    }
}

/// A JSON answer.
pub(super) fn json(value: &impl Serialize) -> Response {
    match serde_json::to_vec(value) {
        Ok(text) => {
            let mut response = Response::new(Body::from(text));
            response.headers_mut().insert(
                header::CONTENT_TYPE,
                HeaderValue::from_static("application/json; charset=utf-8"),
            );
            response
        }
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// All is well, and there is nothing to say.
pub(super) fn done() -> Response {
    Response::new(Body::empty())
}

/// The bytes of a body.
pub(super) async fn read(body: Body) -> Result<axum::body::Bytes, Problem> {
    let late = |_| Problem {
        status: StatusCode::REQUEST_TIMEOUT,
        reason: "the body did not arrive in time".into(),
    };
    let bytes = tokio::time::timeout(PATIENCE, to_bytes(body, LARGEST))
        .await
        .map_err(late)?;
    bytes.map_err(|_| Problem {
        status: StatusCode::PAYLOAD_TOO_LARGE,
        reason: format!("a body has at most {LARGEST} bytes"),
    })
}
