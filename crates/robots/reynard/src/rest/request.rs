//! What a request says: the robot it means, and the values it brings.

use super::Rest;
use super::answer::{self, Problem};
use super::python_json::{self, number, number_or_text, truth};
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use percent_encoding::percent_decode_str;
use serde_json::{Map, Value};

/// The robot that `?robot=NAME` names, or the first.
pub(super) struct At(pub(super) usize);

impl FromRequestParts<Rest> for At {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, rest: &Rest) -> Result<Self, Problem> {
        let query = parts.uri.query().unwrap_or_default();
        let Some(name) = robot_named(query) else {
            return Ok(Self(0));
        };
        let found = rest.handle.frame().robot(&name);
        found
            .map(Self)
            .ok_or_else(|| Problem::not_found("there is no robot of that name"))
    }
}

/// The robot that a query names, if it names any.
fn robot_named(query: &str) -> Option<String> {
    let name = query
        .split('&')
        .find_map(|pair| pair.strip_prefix("robot="))?
        .replace('+', " ");
    Some(percent_decode_str(&name).decode_utf8_lossy().into_owned())
}

/// The values of a request, by key.
pub(super) struct Keys(Map<String, Value>);

impl FromRequest<Rest> for Keys {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &Rest) -> Result<Self, Problem> {
        let bytes = answer::read(request.into_body()).await?;
        match python_json::parse(&bytes).map_err(Problem::bad_request)? {
            Value::Object(keys) => Ok(Self(keys)),
            _ => Err(Problem::bad_request("the body must be a JSON object")),
        }
    }
}

impl Keys {
    pub(super) fn find(&self, key: &str) -> Option<&Value> {
        self.0.get(key)
    }

    pub(super) fn get(&self, key: &str) -> Result<&Value, Problem> {
        self.find(key)
            .ok_or_else(|| Problem::bad_request(format!("the key '{key}' is missing")))
    }

    pub(super) fn text(&self, key: &str) -> Result<&str, Problem> {
        let text = self.get(key)?.as_str();
        text.ok_or_else(|| Problem::bad_request(format!("'{key}' must be a text")))
    }

    pub(super) fn truth(&self, key: &str) -> Result<bool, Problem> {
        let truth = self.get(key)?.as_bool();
        truth.ok_or_else(|| Problem::bad_request(format!("'{key}' must be true or false")))
    }

    pub(super) fn number(&self, key: &str) -> Result<f64, Problem> {
        number(self.get(key)?)
            .ok_or_else(|| Problem::bad_request(format!("'{key}' must be a number")))
    }

    pub(super) fn numbers<const N: usize>(&self, keys: [&str; N]) -> Result<[f64; N], Problem> {
        let mut values = [0.0; N];
        for (value, key) in values.iter_mut().zip(keys) {
            *value = self.number(key)?;
        }
        Ok(values)
    }

    /// `timeout` and `wait`, which may be left out.
    pub(super) fn duration(&self) -> Result<(f64, bool), Problem> {
        let timeout = match self.find("timeout") {
            None => -1.0,
            Some(value) => number_or_text(value)
                .ok_or_else(|| Problem::bad_request("'timeout' must be a number"))?,
        };
        Ok((timeout, self.find("wait").is_some_and(truth)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_robots_may_be_any_text() {
        assert_eq!(robot_named(""), None);
        assert_eq!(robot_named("x=1&robot=reynard_2"), Some("reynard_2".into()));
        assert_eq!(
            robot_named("robot=der+F%C3%BCchs%2b"),
            Some("der Füchs+".into())
        );
    }
}
