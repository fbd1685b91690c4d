//! Motors, brakes, LEDs, connectors and grippers.

use super::{DeviceCache, DeviceKey, part, sampled, send, stamped};
use crate::job::{FoundDevice, Scope, WorldLink, finite, invalid};
use crate::members::Members;
use crate::stream::Occasion;
use crate::values::no_extras;
use foxden_catalogue::NodeType;
use foxden_sim::controller::{Command, Reading, Tag};
use foxden_sim::viewer_data::{LedStatus, MotorStatus};
use raconteur::Result;
use raconteur::members::Wire;
use raconteur::service::Context;
use raconteur::value::{IntoValue, Record};

/// Commands a device for a client.
fn command(
    scope: &mut Scope<'_>,
    key: &DeviceKey,
    context: &Context,
    commands: impl FnOnce(Tag) -> Vec<Command>,
) -> Result<()> {
    let device = scope.drive_device(&key.robot, &key.name, context)?;
    scope.command(device.robot, commands(device.tag));
    Ok(())
}

fn motor_status(scope: &mut Scope<'_>, key: &DeviceKey) -> Result<MotorStatus> {
    let device = key.find(scope)?;
    let status = scope.run.world.motor_status(device.robot, device.tag);
    status.ok_or_else(|| invalid("this device is no motor any more"))
}

/// A motor.
pub(super) fn motor(
    scope: &mut Scope<'_>,
    key: &DeviceKey,
    device: FoundDevice,
    link: &WorldLink,
) -> Members {
    let wire = Wire::new();
    let keys: [DeviceKey; 8] = std::array::from_fn(|_| key.clone());
    let [low, high, speed, force, to, at, turn, stop] = keys;
    let members = part("foxden.devices.Motor", key, link)
        .fixed("is_linear", device.kind == NodeType::LinearMotor)
        .read("min_position", move |scope| {
            Ok(motor_status(scope, &low)?.min_position)
        })
        .read("max_position", move |scope| {
            Ok(motor_status(scope, &high)?.max_position)
        })
        .read("max_velocity", move |scope| {
            Ok(motor_status(scope, &speed)?.max_velocity)
        })
        .read("max_force", move |scope| {
            Ok(motor_status(scope, &force)?.max_force)
        })
        .call("move_to", move |scope, (position,): (f64,), context| {
            finite(&[position], "a position")?;
            let status = motor_status(scope, &to)?;
            let (low, high) = (status.min_position, status.max_position);
            if low < high && !(low..=high).contains(&position) {
                return Err(invalid(format!(
                    "the position {position} is not from {low} to {high}"
                )));
            }
            command(scope, &to, context, |tag| {
                vec![Command::MotorPosition(tag, position)]
            })
        })
        .call(
            "setf_velocity",
            move |scope, (velocity,): (f64,), context| {
                check_velocity(scope, &at, velocity)?;
                command(scope, &at, context, |tag| {
                    vec![Command::MotorVelocity(tag, velocity)]
                })
            },
        )
        .call("spin", move |scope, (velocity,): (f64,), context| {
            check_velocity(scope, &turn, velocity)?;
            command(scope, &turn, context, |tag| {
                vec![
                    Command::MotorPosition(tag, f64::INFINITY),
                    Command::MotorVelocity(tag, velocity),
                ]
            })
        })
        .call("stop", move |scope, (): (), context| {
            command(scope, &stop, context, |tag| {
                vec![Command::MotorVelocity(tag, 0.0)]
            })
        })
        .wire("state", &wire);
    let mut cache = DeviceCache::new(key);
    let (mut seqno, mut last) = (0, None);
    let alive = members.alive.clone();
    scope.stream(&alive, move |scope, occasion| {
        let Some(device) = cache.find(scope) else {
            return;
        };
        let Some(status) = scope.run.world.motor_status(device.robot, device.tag) else {
            return;
        };
        let position = status.position.unwrap_or(f64::NAN);
        let step = scope.run.world.settings().seconds();
        if occasion == Occasion::Step {
            seqno += 1;
        }
        // a motor of a body does not know how fast its joint moves
        let velocity = match last {
            Some(last) if occasion == Occasion::Step && step > 0.0 => (position - last) / step,
            _ => status.velocity,
        };
        last = Some(position);
        let state = stamped(scope, "foxden.devices.MotorState", seqno)
            .with("position", position)
            .with("velocity", velocity)
            .with("force", status.force);
        send(&wire, state);
    });
    members
}

fn check_velocity(scope: &mut Scope<'_>, key: &DeviceKey, velocity: f64) -> Result<()> {
    finite(&[velocity], "a velocity")?;
    let most = motor_status(scope, key)?.max_velocity;
    match velocity.abs() <= most {
        true => Ok(()),
        false => Err(invalid(format!(
            "the velocity {velocity} is more than {most}"
        ))),
    }
}

/// A brake.
pub(super) fn brake(key: &DeviceKey, link: &WorldLink) -> Members {
    let own = key.clone();
    part("foxden.devices.Brake", key, link).call(
        "setf_damping",
        move |scope, (damping,): (f64,), context| {
            finite(&[damping], "a damping constant")?;
            if damping < 0.0 {
                return Err(invalid("a damping constant is not negative"));
            }
            command(scope, &own, context, |tag| {
                vec![Command::Brake(tag, damping)]
            })
        },
    )
}

fn led_status(scope: &mut Scope<'_>, key: &DeviceKey) -> Result<LedStatus> {
    let device = key.find(scope)?;
    let status = scope.run.world.led_status(device.robot, device.tag);
    status.ok_or_else(|| invalid("this device is no LED any more"))
}

/// An LED.
pub(super) fn led(scope: &mut Scope<'_>, key: &DeviceKey, link: &WorldLink) -> Members {
    const TYPE: &str = "foxden.devices.Led";
    let wire = Wire::new();
    let keys: [DeviceKey; 8] = std::array::from_fn(|_| key.clone());
    let [info, is_on, switch, count, gradual, get, set, shown] = keys;
    let members = part(TYPE, key, link)
        .read("light_info", move |scope| {
            let device = info.find(scope)?;
            let about = scope.describe(device.node, &info.name, TYPE, Some(device.robot_node));
            Ok(light_info(about.info()))
        })
        .read("on_off", move |scope| {
            Ok(led_status(scope, &is_on)?.value != 0)
        })
        .write("on_off", move |scope, is_on: bool, context| {
            let value = match (is_on, led_status(scope, &switch)?.is_gradual) {
                (false, _) => 0,
                (true, true) => 255,
                (true, false) => 1,
            };
            command(scope, &switch, context, |tag| {
                vec![Command::Led(tag, value)]
            })
        })
        .read("color_count", move |scope| {
            Ok(u32::try_from(led_status(scope, &count)?.colors).unwrap_or(u32::MAX))
        })
        .read("is_gradual", move |scope| {
            Ok(led_status(scope, &gradual)?.is_gradual)
        })
        .read("value", move |scope| Ok(led_status(scope, &get)?.value))
        .write("value", move |scope, value: i32, context| {
            command(scope, &set, context, |tag| vec![Command::Led(tag, value)])
        })
        .wire("shown", &wire);
    let alive = members.alive.clone();
    scope.stream(&alive, move |scope, _| {
        if let Ok(status) = led_status(scope, &shown) {
            send(&wire, status.value);
        }
    });
    members
}

/// `com.robotraconteur.lighting.LightInfo`.
pub(crate) fn light_info(device_info: Record) -> Record {
    Record::new("com.robotraconteur.lighting.LightInfo")
        .with("device_info", device_info)
        .with("max_lumens", 0.0)
        .with("extended", no_extras())
}

/// A connector.
pub(super) fn connector(
    scope: &mut Scope<'_>,
    key: &DeviceKey,
    device: FoundDevice,
    link: &WorldLink,
) -> Members {
    let (members, sampled) = sampled(scope, "foxden.devices.Connector", key, device, link);
    let wire = Wire::new();
    let [model, lock, unlock] = std::array::from_fn(|_| key.clone());
    let members = members
        .read("model", move |scope| {
            let device = model.find(scope)?;
            let value = scope.run.world.scene().value_of(device.node, "model");
            let model = value.as_deref().and_then(|value| value.as_str());
            Ok(model.unwrap_or("").to_owned())
        })
        .call("lock", move |scope, (): (), context| {
            command(scope, &lock, context, |tag| vec![Command::Lock(tag, true)])
        })
        .call("unlock", move |scope, (): (), context| {
            command(scope, &unlock, context, |tag| {
                vec![Command::Lock(tag, false)]
            })
        })
        .wire("state", &wire);
    let mut cache = DeviceCache::new(key);
    let (mut seqno, mut presence) = (0, 0);
    let alive = members.alive.clone();
    scope.stream(&alive, move |scope, occasion| {
        let Some(device) = cache.find(scope) else {
            return;
        };
        let sample = cache.sample(scope);
        if occasion == Occasion::Step && sample.is_none() {
            return;
        }
        if let Some((_, Reading::Presence(now))) = sample {
            presence = i32::from(now);
            seqno += 1;
        }
        let locked = scope
            .run
            .world
            .scene()
            .base_field(device.node, "isLocked")
            .and_then(|field| scope.run.world.get(field));
        let is_locked = locked == Some(foxden_scene::Value::Bool(true));
        let state = stamped(scope, "foxden.devices.ConnectorState", seqno)
            .with("presence", presence)
            .with("is_locked", is_locked);
        sampled.downsampling.send(&wire, state.into_value(), seqno);
        sampled.send_clock(scope, seqno);
    });
    members
}

/// A vacuum gripper.
pub(super) fn gripper(
    scope: &mut Scope<'_>,
    key: &DeviceKey,
    device: FoundDevice,
    link: &WorldLink,
) -> Members {
    let (members, sampled) = sampled(scope, "foxden.devices.VacuumGripper", key, device, link);
    let wire = Wire::new();
    let [on, off] = std::array::from_fn(|_| key.clone());
    let members = members
        .call("turn_on", move |scope, (): (), context| {
            command(scope, &on, context, |tag| vec![Command::Grip(tag, true)])
        })
        .call("turn_off", move |scope, (): (), context| {
            command(scope, &off, context, |tag| vec![Command::Grip(tag, false)])
        })
        .wire("is_holding", &wire);
    let mut cache = DeviceCache::new(key);
    let mut seqno = 0;
    let alive = members.alive.clone();
    send(&wire, false);
    scope.stream(&alive, move |scope, occasion| {
        if occasion == Occasion::Step
            && let Some((_, Reading::Held(is_holding))) = cache.sample(scope)
        {
            seqno += 1;
            let value = is_holding.into_value();
            sampled.downsampling.send(&wire, value, seqno);
            sampled.send_clock(scope, seqno);
        }
    });
    members
}
