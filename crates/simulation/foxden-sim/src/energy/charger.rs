//! Chargers: which robot is near enough, how much energy flows, which colour is shown.

use crate::energy::indicator_colors::ColoredTarget;
use crate::model::compile::read;
use crate::model::{ChargerIndex, PoseIndex, RobotIndex};
use crate::world::World;
use crate::world::reports::ReportKind;
use foxden_scene::{NodeId, Scene};
use serde::{Deserialize, Serialize};

/// A Charger.
#[derive(Clone, Debug)]
pub struct Charger {
    pub(crate) node: NodeId,
    pub(crate) place: PoseIndex,
    /// The robot at the top level of the world that contains the charger; it is not charged.
    pub(crate) carrier: Option<RobotIndex>,
    pub(crate) battery: Vec<f64>,
    pub(crate) radius: f64,
    pub(crate) color: [f64; 3],
    pub(crate) is_gradual: bool,
    pub(crate) targets: Vec<ColoredTarget>,
}

/// What may change about a charger while the world runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct ChargerState {
    /// Energy, maximum and recharge speed, as far as given.
    pub(crate) battery: Vec<f64>,
    /// The robot that is being charged.
    pub(crate) connected: Option<RobotIndex>,
    /// Whether it has worked in a step: before that it colours nothing, not even in a reset.
    pub(crate) has_worked: bool,
}

impl Charger {
    pub(crate) fn read(
        scene: &Scene,
        node: NodeId,
        place: PoseIndex,
        carrier: Option<RobotIndex>,
    ) -> Self {
        Self {
            node,
            place,
            carrier,
            battery: read::numbers(scene, node, "battery"),
            radius: read::number(scene, node, "radius"),
            color: read::color(scene, node, "emissiveColor"),
            is_gradual: read::flag(scene, node, "gradual"),
            targets: Vec::new(),
        }
    }

    pub(crate) fn state(&self) -> ChargerState {
        ChargerState {
            battery: self.battery.clone(),
            connected: None,
            has_worked: false,
        }
    }

    /// How far it reaches, in metres: a little farther to the robot that it is connected to.
    pub(crate) fn reach(&self, is_connected: bool) -> f64 {
        if is_connected {
            self.radius * 1.1
        } else {
            self.radius
        }
    }

    /// Whether a robot at this squared distance is in reach.
    pub(crate) fn reaches(&self, distance_squared: f64, is_connected: bool) -> bool {
        let limit = self.reach(is_connected);
        // written so that a distance that is no number is in reach, as in the genuine simulator
        distance_squared.is_nan() || distance_squared <= limit * limit
    }

    /// The colour that shows how full the charger is, before the limits of what
    /// it lights. It goes on beyond both ends with an energy that does.
    pub(crate) fn shown(&self, ratio: f64, initial: [f64; 3]) -> [f64; 3] {
        let color: [f64; 3] = if ratio == 1.0 {
            self.color
        } else if self.is_gradual {
            std::array::from_fn(|at| (self.color[at] - initial[at]) * ratio + initial[at])
        } else {
            initial
        };
        color.map(|channel| f64::from(channel as f32))
    }
}

impl World {
    /// A charger's part of a step: which robot is near, how much energy flows, which
    /// colour it shows.
    pub(crate) fn charge(&mut self, charger: ChargerIndex) {
        if self.state.chargers[charger].battery.len() < 3 {
            return;
        }
        self.state.chargers[charger].has_worked = true;
        self.find_robot(charger);
        let [energy, maximum, speed] =
            std::array::from_fn(|at| self.state.chargers[charger].battery[at]);
        let step = self.model.settings.basic_time_step;
        let robot = self.state.chargers[charger]
            .connected
            .filter(|robot| self.state.robots[*robot].battery.len() >= 3);
        let left = match robot {
            None => {
                let filled = energy + in_step(speed, step);
                let filled = if filled > maximum { maximum } else { filled };
                self.state.charger_ledgers[charger].drawn += filled - energy;
                filled
            }
            Some(robot) => self.give(charger, robot, energy, step),
        };
        self.state.chargers[charger].battery[0] = left;
        self.show(charger, energy / maximum);
    }

    /// Looks whether the robot of a charger is still near, and for another one
    /// among those after it if not.
    fn find_robot(&mut self, charger: ChargerIndex) {
        let (model, state) = (&*self.model, &self.state);
        let row = &model.chargers[charger];
        let connected = state.chargers[charger].connected;
        let position = state.pose_now(model, row.place).translation;
        let reaches = |robot: RobotIndex, is_connected: bool| {
            // the field of the robot, not its place in the world, as in the genuine simulator
            let place = model.robots[robot].place;
            let way = position - state.local_poses[place].translation;
            row.carrier != Some(robot) && row.reaches(way.length_squared(), is_connected)
        };
        let stays = connected.filter(|robot| row.carrier == Some(*robot) || reaches(*robot, true));
        let found = stays.or_else(|| {
            let order = &model.robot_order;
            let rank = connected.and_then(|robot| order.iter().position(|other| *other == robot));
            let mut later = order.iter().skip(rank.map_or(0, |rank| rank + 1)).copied();
            later.find(|robot| reaches(*robot, false))
        });
        self.state.chargers[charger].connected = found;
    }

    /// Energy flows to a robot; what the charger has left.
    fn give(&mut self, charger: ChargerIndex, robot: RobotIndex, energy: f64, step: f64) -> f64 {
        let [has, room, speed] = std::array::from_fn(|at| self.state.robots[robot].battery[at]);
        let mut flow = in_step(speed, step);
        let mut left = energy - flow;
        if flow > energy {
            flow = energy;
            left = 0.0;
        }
        let mut got = has;
        if has >= room {
            left = energy;
        } else {
            got = has + flow;
            if got > room {
                got = room;
            }
            let ledger = &mut self.state.charger_ledgers[charger];
            ledger.given += got - has;
            ledger.lost += (energy - left) - (got - has);
            self.state.robot_ledgers[robot].received += got - has;
        }
        self.state.robots[robot].set_energy(got);
        self.apply_power_rule(robot);
        left
    }

    /// Colours tell how full a charger is.
    pub(crate) fn show(&mut self, charger: ChargerIndex, ratio: f64) {
        let row = &self.model.chargers[charger];
        if row.targets.is_empty() && !self.scene.nodes_of(row.node, "children").is_empty() {
            self.reports.tell_once(row.node, ReportKind::NothingToColor);
        }
        for at in 0..row.targets.len() {
            let row = &self.model.chargers[charger];
            let target = row.targets[at];
            let initial = match target {
                ColoredTarget::Light(light) => self.model.lights[light].initial_color,
                ColoredTarget::Emissive(emissive) => self.model.emissives[emissive].initial_color,
            };
            let color = row.shown(ratio, initial);
            self.paint(target, color);
        }
    }
}

/// The energy that flows at a speed in a step of milliseconds. Rounded like this it is full
/// in the same step as in the genuine program, and shows so by its colour.
fn in_step(speed: f64, step: f64) -> f64 {
    speed * step / 1000.0
}
