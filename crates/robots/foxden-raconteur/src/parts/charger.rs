//! Chargers.

use super::{PartKey, part, send, stamped};
use crate::job::{Scope, WorldLink, not_found};
use crate::members::Members;
use crate::names::name_of;
use crate::stream::Occasion;
use crate::values::{color, point};
use foxden_catalogue::NodeType;
use foxden_scene::{NodeId, Value};
use foxden_sim::energy::ChargerStatus;
use raconteur::Result;
use raconteur::members::{Event, Wire};
use raconteur::value::{List, Record};

fn status(scope: &mut Scope<'_>, key: &PartKey) -> Result<ChargerStatus> {
    let node = key.find(scope)?;
    let world = &scope.run.world;
    let mut chargers = world.chargers();
    let found = chargers.find(|charger| world.charger_node(*charger) == Some(node));
    let status = found.and_then(|charger| world.charger_status(charger));
    status.ok_or_else(|| not_found("this charger is no part of the world any more"))
}

fn robot_name(scope: &mut Scope<'_>, robot: Option<NodeId>) -> String {
    scope.names();
    let name = robot.and_then(|node| name_of(&scope.state.names.robots, node));
    name.map(ToString::to_string).unwrap_or_default()
}

/// The colour that a charger shows: that of its first light or glowing shape.
fn shown_color(scope: &Scope<'_>, charger: NodeId) -> [f64; 3] {
    let world = &scope.run.world;
    let scene = world.scene();
    let color = |node: NodeId, field: &str| match world.get(scene.base_field(node, field)?)? {
        Value::Color(color) => Some(color),
        _ => None,
    };
    let below = scene.descendants(charger).into_iter();
    let painted = below.filter_map(|node| match scene.get(node)?.base_type() {
        NodeType::PointLight | NodeType::SpotLight | NodeType::DirectionalLight => {
            color(node, "color")
        }
        NodeType::PBRAppearance | NodeType::Material => color(node, "emissiveColor"),
        _ => None,
    });
    painted.into_iter().next().unwrap_or_default()
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
        let Ok(status) = status(scope, &own) else {
            return;
        };
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
            .with("shown", color(shown_color(scope, status.node)));
        send(&wire, state);
    });
    members
}
