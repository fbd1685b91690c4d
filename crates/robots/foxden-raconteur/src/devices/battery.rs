//! The battery of a robot, as if it were a device.

use super::{send, stamped};
use crate::job::{Scope, WorldLink};
use crate::members::Members;
use crate::stream::Occasion;
use raconteur::members::{Event, Wire};
use raconteur::service::Object;
use std::sync::Arc;

/// The name of the battery among the devices of its robot.
pub(crate) const NAME: &str = "battery";

/// The type of its object.
pub(crate) const TYPE: &str = "foxden.devices.Battery";

/// Whether a robot has a battery.
pub(crate) fn exists(scope: &mut Scope<'_>, robot: &str) -> bool {
    let found = scope.robot(robot);
    found.is_ok_and(|(index, _)| !scope.run.world.robot_battery(index).is_empty())
}

/// The object of the battery.
pub(super) fn object(scope: &mut Scope<'_>, robot: &str, link: &WorldLink) -> Arc<dyn Object> {
    let wire = Wire::new();
    let emptied: Event<()> = Event::new();
    let [info, id, own]: [Arc<str>; 3] = std::array::from_fn(|_| robot.into());
    let members = Members::new(TYPE, link)
        .read("device_info", move |scope| {
            let (_, node) = scope.robot(&info)?;
            Ok(scope.describe(node, NAME, TYPE, Some(node)).info())
        })
        .read("node_id", move |scope| Ok(scope.robot(&id)?.1.number()))
        .wire("state", &wire)
        .event("emptied", &emptied);
    let (mut seqno, mut last) = (0, None);
    let alive = members.alive.clone();
    scope.stream(&alive, move |scope, occasion| {
        let Ok((index, node)) = scope.robot(&own) else {
            return;
        };
        let battery = scope.run.world.robot_battery(index);
        let energy = battery.first().copied().unwrap_or(f64::NAN);
        let capacity = battery.get(1).copied().unwrap_or(f64::NAN);
        let step = scope.run.world.settings().seconds();
        if occasion == Occasion::Step {
            seqno += 1;
        }
        let power = match last {
            Some(last) if occasion == Occasion::Step && step > 0.0 => (energy - last) / step,
            _ => 0.0,
        };
        if last.is_some_and(|last| last > 0.0) && energy <= 0.0 {
            // clients that have left need not know
            let _ = emptied.fire(());
        }
        last = Some(energy);
        let state = stamped(scope, "foxden.devices.BatteryState", seqno)
            .with("energy", energy)
            .with("capacity", capacity)
            .with("power", power)
            .with("charger", scope.charger_of(node));
        send(&wire, state);
    });
    Arc::new(members)
}
