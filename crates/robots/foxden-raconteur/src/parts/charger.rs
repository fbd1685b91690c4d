//! Chargers.

use super::{PartKey, part, send, stamped};
use crate::job::{Scope, WorldLink, not_found};
use crate::members::Members;
use crate::names::name_of;
use crate::stream::Occasion;
use crate::values::{color, point};
use foxden_scene::NodeId;
use foxden_sim::ChargerIndex;
use foxden_sim::energy::ChargerStatus;
use raconteur::Result;
use raconteur::members::{Event, Wire};
use raconteur::value::{List, Record};

fn index(scope: &mut Scope<'_>, key: &PartKey) -> Result<ChargerIndex> {
    let node = key.find(scope)?;
    let world = &scope.run.world;
    let mut chargers = world.chargers();
    let found = chargers.find(|charger| world.charger_node(*charger) == Some(node));
    found.ok_or_else(|| not_found("this charger is no part of the world any more"))
}

fn status(scope: &mut Scope<'_>, key: &PartKey) -> Result<ChargerStatus> {
    let status = index(scope, key).map(|index| scope.run.world.charger_status(index))?;
    status.ok_or_else(|| not_found("this charger is no part of the world any more"))
}

fn robot_name(scope: &mut Scope<'_>, robot: Option<NodeId>) -> String {
    scope.names();
    let name = robot.and_then(|node| name_of(&scope.state.names.robots, node));
    name.map(ToString::to_string).unwrap_or_default()
}

/// The object of a charger.
pub(super) fn object(scope: &mut Scope<'_>, key: &PartKey, link: &WorldLink) -> Members {
    let wire = Wire::new();
    let (docked, undocked) = (Event::<(String,)>::new(), Event::<(String,)>::new());
    let [place, reach, robots, own] = std::array::from_fn(|_| key.clone());
    let members = part("foxden.devices.Charger", key, link)
        .read("position", move |scope| {
            Ok(point(status(scope, &place)?.position))
        })
        .read("radius", move |scope| Ok(status(scope, &reach)?.radius))
        .read("candidates", move |scope| {
            let candidates = status(scope, &robots)?.candidates;
            let mut list = Vec::new();
            for one in candidates {
                let record = Record::new("foxden.devices.ChargingCandidate")
                    .with("robot", robot_name(scope, Some(one.robot)))
                    .with("distance", one.distance)
                    .with("reason", one.reason.unwrap_or_default());
                list.push(record);
            }
            Ok(List(list))
        })
        .wire("state", &wire)
        .event("docked", &docked)
        .event("undocked", &undocked);
    let (mut seqno, mut last, mut connected) = (0, None, None::<String>);
    let alive = members.alive.clone();
    scope.stream(&alive, move |scope, occasion| {
        let (Ok(index), Ok(status)) = (index(scope, &own), status(scope, &own)) else {
            return;
        };
        let shown = scope.run.world.charger_color(index).unwrap_or_default();
        let energy = status.battery.first().copied().unwrap_or(f64::NAN);
        let capacity = status.battery.get(1).copied().unwrap_or(f64::NAN);
        let step = scope.run.world.settings().seconds();
        if occasion == Occasion::Step {
            seqno += 1;
        }
        let power = match last {
            Some(last) if occasion == Occasion::Step && step > 0.0 => (energy - last) / step,
            _ => 0.0,
        };
        last = Some(energy);
        let robot = robot_name(scope, status.robot);
        if let Some(before) = connected.replace(robot.clone())
            && before != robot
        {
            // clients that have left need not know
            if !before.is_empty() {
                let _ = undocked.fire((before,));
            }
            if !robot.is_empty() {
                let _ = docked.fire((robot.clone(),));
            }
        }
        let state = stamped(scope, "foxden.devices.ChargerState", seqno)
            .with("energy", energy)
            .with("capacity", capacity)
            .with("power", power)
            .with("robot", robot)
            .with("shown", color(shown));
        send(&wire, state);
    });
    members
}
