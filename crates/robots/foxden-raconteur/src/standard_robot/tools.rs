//! Tools and payloads that clients tell a robot about.

use crate::job::invalid;
use crate::values::numbers;
use foxden_sim::math::{Pose, Quaternion, Vector};
use raconteur::value::{Record, Value};
use raconteur::{Error, ErrorCode, Result};

/// What is at the end of a chain.
#[derive(Clone, Debug)]
pub(super) struct ChainEnd {
    tool: Option<(String, Record)>,
    payload: Option<(String, Record, Value)>,
    /// From the flange to the working point of the tool.
    pub(super) tool_center: Pose,
}

impl Default for ChainEnd {
    fn default() -> Self {
        Self {
            tool: None,
            payload: None,
            tool_center: Pose::IDENTITY,
        }
    }
}

fn null(text: &str) -> Error {
    Error::new(ErrorCode::NullValue, text)
}

/// The name in `device_info.device` of a structure.
fn device_name(record: &Record) -> Result<String> {
    let missing = || null("Device info cannot be null");
    let inner = |value: Option<&Value>| match value {
        Some(Value::Struct(record)) => Some(record.clone()),
        _ => None,
    };
    let info = inner(record.get("device_info")).ok_or_else(missing)?;
    let device = inner(info.get("device")).ok_or_else(missing)?;
    let name = device.get("name").cloned().ok_or_else(missing)?;
    name.to()
}

/// A pose of `Transform` or `Pose`: a quaternion of any length but zero, and a translation.
fn read_pose(value: Option<&Value>) -> Result<Pose> {
    let value = value.ok_or_else(|| null("A pose cannot be null"))?;
    let [w, x, y, z, px, py, pz] = numbers::<7>(value)?;
    let turn = Quaternion {
        w,
        v: Vector::new(x, y, z),
    };
    let length = turn.w * turn.w + turn.v.length_squared();
    let place = Vector::new(px, py, pz);
    if !length.is_finite() || length < 1e-12 || !place.is_finite() {
        return Err(invalid("A pose needs a unit quaternion and finite numbers"));
    }
    Ok(Pose {
        rotation: turn.normalized().matrix(),
        translation: place,
    })
}

impl ChainEnd {
    /// `ToolInfo` for `current_tool`.
    pub(super) fn tool(&self) -> Value {
        let tool = self.tool.as_ref();
        tool.map_or(Value::Null, |(_, info)| Value::Struct(info.clone()))
    }

    /// `PayloadInfo` for `current_payload`.
    pub(super) fn payload(&self) -> Value {
        let payload = self.payload.as_ref();
        payload.map_or(Value::Null, |(_, info, _)| Value::Struct(info.clone()))
    }

    /// `Pose` of the payload, or null.
    pub(super) fn payload_pose(&self) -> Value {
        let payload = self.payload.as_ref();
        payload.map_or(Value::Null, |(_, _, pose)| pose.clone())
    }

    /// A tool is attached; its name.
    pub(super) fn attach_tool(&mut self, chain: i32, tool: Value) -> Result<String> {
        let Value::Struct(tool) = tool else {
            return Err(null("Tool cannot be null"));
        };
        if self.tool.is_some() {
            return Err(invalid(format!(
                "Tool already attached to kinematic chain {chain}"
            )));
        }
        let name = device_name(&tool)?;
        self.tool_center = read_pose(tool.get("tcp"))?;
        self.tool = Some((name.clone(), tool));
        Ok(name)
    }

    /// A tool is detached; an empty name means any.
    pub(super) fn detach_tool(&mut self, chain: i32, name: &str) -> Result<()> {
        let Some((attached, _)) = &self.tool else {
            return Err(invalid(format!(
                "Tool not attached to kinematic chain {chain}"
            )));
        };
        if self.payload.is_some() {
            return Err(invalid("Cannot remove tool while payload attached"));
        }
        if !name.is_empty() && name != attached {
            return Err(invalid(format!(
                "Invalid tool name to detach from kinematic chain {chain}"
            )));
        }
        self.tool = None;
        self.tool_center = Pose::IDENTITY;
        Ok(())
    }

    /// A payload is attached; its name.
    pub(super) fn attach_payload(
        &mut self,
        chain: i32,
        payload: Value,
        pose: Value,
    ) -> Result<String> {
        let Value::Struct(payload) = payload else {
            return Err(null("Payload cannot be null"));
        };
        if self.tool.is_none() {
            return Err(invalid(format!(
                "No tool attached to kinematic chain {chain}, cannot attach payload"
            )));
        }
        if self.payload.is_some() {
            return Err(invalid(format!(
                "Payload already attached to kinematic chain {chain}"
            )));
        }
        read_pose(Some(&pose))?;
        let name = device_name(&payload)?;
        self.payload = Some((name.clone(), payload, pose));
        Ok(name)
    }

    /// A payload is detached; an empty name means any.
    pub(super) fn detach_payload(&mut self, chain: i32, name: &str) -> Result<()> {
        match &self.payload {
            None => Err(invalid(format!(
                "Payload not attached to kinematic chain {chain}"
            ))),
            Some((attached, ..)) if !name.is_empty() && name != attached => Err(invalid(format!(
                "Invalid payload name to detach from kinematic chain {chain}"
            ))),
            Some(_) => {
                self.payload = None;
                Ok(())
            }
        }
    }
}
