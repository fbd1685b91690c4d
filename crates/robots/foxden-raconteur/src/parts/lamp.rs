//! Lights of the world.

use super::{PartKey, part, send, stamped};
use crate::access::Role;
use crate::devices::light_info;
use crate::job::{Scope, WorldLink, finite, invalid, not_found};
use crate::members::Members;
use crate::stream::Occasion;
use crate::values::{color, numbers};
use foxden_scene::{FieldRef, Value};
use foxden_sim::controller::Write;
use foxden_sim::light::LightStatus;
use raconteur::members::Wire;
use raconteur::service::Context;
use raconteur::value::Value as ServiceValue;
use raconteur::{Error, Result};

fn field(scope: &mut Scope<'_>, key: &PartKey, name: &str) -> Result<FieldRef> {
    let node = key.find(scope)?;
    let field = scope.run.world.scene().base_field(node, name);
    field.ok_or_else(gone)
}

fn gone() -> Error {
    not_found("this light is no part of the world any more")
}

fn status(scope: &mut Scope<'_>, key: &PartKey) -> Result<LightStatus> {
    let node = key.find(scope)?;
    let status = scope.run.world.light_status(node);
    status.ok_or_else(gone)
}

fn write(
    scope: &mut Scope<'_>,
    key: &PartKey,
    name: &str,
    value: Value,
    context: &Context,
) -> Result<()> {
    Role::Edit.check(context)?;
    let field = field(scope, key, name)?;
    let written = scope.run.world.set(field, Write::Whole(value));
    written.map_err(|error| invalid(error.to_string()))
}

/// The object of a light.
pub(super) fn object(scope: &mut Scope<'_>, key: &PartKey, link: &WorldLink) -> Members {
    const TYPE: &str = "foxden.devices.Lamp";
    let wire = Wire::new();
    let keys: [PartKey; 8] = std::array::from_fn(|_| key.clone());
    let [
        info,
        get_on,
        set_on,
        get_color,
        set_color,
        get_power,
        set_power,
        own,
    ] = keys;
    let members = part(TYPE, key, link)
        .read("light_info", move |scope| {
            let node = info.find(scope)?;
            let about = scope.describe(node, &info.name, TYPE, None);
            Ok(light_info(about.info()))
        })
        .read("on_off", move |scope| Ok(status(scope, &get_on)?.is_on))
        .write("on_off", move |scope, is_on: bool, context| {
            write(scope, &set_on, "on", Value::Bool(is_on), context)
        })
        .read("color", move |scope| {
            Ok(color(status(scope, &get_color)?.color))
        })
        .write("color", move |scope, value: ServiceValue, context| {
            let color = numbers::<3>(&value)?;
            if color.iter().any(|part| !(0.0..=1.0).contains(part)) {
                return Err(invalid("the parts of a colour are from 0 to 1"));
            }
            write(scope, &set_color, "color", Value::Color(color), context)
        })
        .read("intensity", move |scope| {
            Ok(status(scope, &get_power)?.intensity)
        })
        .write("intensity", move |scope, value: f64, context| {
            finite(&[value], "an intensity")?;
            if value < 0.0 {
                return Err(invalid("an intensity is not negative"));
            }
            write(scope, &set_power, "intensity", Value::Float(value), context)
        })
        .wire("state", &wire);
    let mut seqno = 0;
    let alive = members.alive.clone();
    scope.stream(&alive, move |scope, occasion| {
        let Ok(light) = status(scope, &own) else {
            return;
        };
        if occasion == Occasion::Step {
            seqno += 1;
        }
        let state = stamped(scope, "foxden.devices.LampState", seqno)
            .with("is_on", light.is_on)
            .with("color", color(light.color))
            .with("intensity", light.intensity);
        send(&wire, state);
    });
    members
}
