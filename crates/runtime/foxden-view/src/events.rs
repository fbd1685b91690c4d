//! What happens in a world, in words: robots come and go, batteries run empty,
//! chargers connect, controllers end, plugs change. Viewers get events as they
//! happen, and new viewers the last ones.
//!
//! Most events are differences between two looks at the world. Somebody must
//! watch for that; what happens while nobody watches is not reported later.

use crate::controller_access::ControllerAccess;
use crate::values::slots;
use foxden_runtime::run::Run;
use foxden_scene::NodeId;
use std::collections::BTreeMap;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct WorldEvent {
    /// The simulated time.
    pub time: f64,
    /// `robot`, `battery`, `charger`, `controller`, `slot` or `report`.
    pub kind: &'static str,
    /// What happened.
    pub text: String,
    /// The node that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<u32>,
}

/// How full a battery is, as far as people care.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Charge {
    Empty,
    Some,
    Full,
}

/// What is known of a robot.
#[derive(Clone, Debug, PartialEq, Eq)]
struct RobotNotes {
    name: String,
    charge: Option<Charge>,
    controller: Option<&'static str>,
}

/// What was seen at the last look.
#[derive(Debug, Default)]
pub struct EventWatch {
    /// `None` before the first look: what is there at the start is no event.
    robots: Option<BTreeMap<NodeId, RobotNotes>>,
    chargers: BTreeMap<NodeId, Option<NodeId>>,
    /// The partners of slots, and the edits of the document when that was read.
    slots: BTreeMap<u32, Option<u32>>,
    edits: Option<u64>,
}

impl EventWatch {
    /// Looks at the world and says what changed since the last look.
    pub fn look(&mut self, run: &Run, controllers: &dyn ControllerAccess) -> Vec<WorldEvent> {
        let mut found = Vec::new();
        let time = run.world.time();
        let mut add = |kind, text: String, node: u32| {
            let node = Some(node);
            found.push(WorldEvent {
                time,
                kind,
                text,
                node,
            });
        };
        let is_first = self.robots.is_none();
        let robots = robots(run, controllers);
        if let Some(before) = &self.robots {
            compare_robots(before, &robots, &mut add);
        }
        let chargers = chargers(run);
        let name = |robot: &NodeId| match robots.get(robot) {
            Some(notes) => notes.name.clone(),
            None => "a robot".to_owned(),
        };
        for (charger, robot) in &chargers {
            let before = self.chargers.get(charger).copied().flatten();
            let path = run.world.scene().path(*charger);
            if is_first || before == *robot {
                continue;
            }
            if let Some(before) = &before {
                let text = format!("{path} let go of {}", name(before));
                add("charger", text, charger.number());
            }
            if let Some(robot) = robot {
                let text = format!("{path} connected to {}", name(robot));
                add("charger", text, charger.number());
            }
        }
        let edits = run.world.edits();
        if self.edits != Some(edits) {
            let slots = slots::partners(&run.world);
            for (slot, partner) in slots.iter().filter(|_| self.edits.is_some()) {
                let before = self.slots.get(slot).copied().flatten();
                let text = match (before, partner) {
                    (None, Some(_)) => "something was plugged in",
                    (Some(_), None) => "what was plugged in is gone",
                    _ => continue,
                };
                add("slot", text.to_owned(), *slot);
            }
            self.slots = slots;
            self.edits = Some(edits);
        }
        self.robots = Some(robots);
        self.chargers = chargers;
        found
    }
}

fn compare_robots(
    before: &BTreeMap<NodeId, RobotNotes>,
    now: &BTreeMap<NodeId, RobotNotes>,
    add: &mut impl FnMut(&'static str, String, u32),
) {
    for (node, notes) in now {
        let number = node.number();
        let name = &notes.name;
        let Some(old) = before.get(node) else {
            add("robot", format!("{name} was added"), number);
            continue;
        };
        if old.charge != notes.charge {
            match notes.charge {
                Some(Charge::Empty) => add("battery", format!("{name}: empty"), number),
                Some(Charge::Full) => add("battery", format!("{name}: full"), number),
                _ => {}
            }
        }
        if old.controller != notes.controller {
            let text = match notes.controller {
                Some("ended") => "the controller has ended",
                Some("running") => "the controller runs",
                Some("extern") => "an extern controller connected",
                Some("starting") => "the controller is started",
                _ => continue,
            };
            add("controller", format!("{name}: {text}"), number);
        }
    }
    for (node, notes) in before.iter().filter(|(node, _)| !now.contains_key(node)) {
        let text = format!("{} was removed", notes.name);
        add("robot", text, node.number());
    }
}

fn robots(run: &Run, controllers: &dyn ControllerAccess) -> BTreeMap<NodeId, RobotNotes> {
    let world = &run.world;
    let robots = world.robots().map(|(index, robot)| {
        let charge = match world.robot_battery(index) {
            [value, ..] if *value <= 0.0 => Some(Charge::Empty),
            [value, most, ..] if value >= most => Some(Charge::Full),
            [_, ..] => Some(Charge::Some),
            [] => None,
        };
        let notes = RobotNotes {
            name: robot.name.clone(),
            charge,
            controller: controllers.state(robot.node()).map(|state| state.state),
        };
        (robot.node(), notes)
    });
    robots.collect()
}

fn chargers(run: &Run) -> BTreeMap<NodeId, Option<NodeId>> {
    let world = &run.world;
    let chargers = world.chargers().filter_map(|charger| {
        let node = world.charger_node(charger)?;
        Some((node, world.charged_robot(charger)))
    });
    chargers.collect()
}
