//! What changes while a world runs: one row beside each row of the model.

pub(crate) mod hash;
mod node_restore;
pub mod random;
mod reset;
pub(crate) mod saved;

use crate::bodies::Bodies;
use crate::bodies::fluids::Wet;
use crate::bodies::tracks::TrackState;
use crate::devices::connector::ConnectorState;
use crate::devices::emitter::{EmitterState, ReceiverState};
use crate::devices::motor::MotorState;
use crate::devices::position_sensor::PositionSensorState;
use crate::devices::radar::RadarState;
use crate::devices::sensor::SensorState;
use crate::devices::vacuum_gripper::VacuumGripperState;
use crate::energy::charger::ChargerState;
use crate::energy::{ChargerLedger, RobotLedger};
use crate::light::LightState;
use crate::light::sensor::LightSensorState;
use crate::math::{Pose, Vector};
use crate::model::robot::RobotState;
use crate::model::{ConnectorIndex, EmitterIndex, Model, PlaceIndex};
use crate::spatial::transforms::{Moves, PlaceState};
use crate::state::hash::StateHash;
use crate::state::random::Random;
use crate::state::saved::SavedStates;
use foxden_scene::NodeId;
use std::collections::HashMap;

/// How a solid moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SolidState {
    pub(crate) linear_velocity: Vector,
    pub(crate) angular_velocity: Vector,
}

impl SolidState {
    /// No motion.
    pub(crate) const REST: Self = Self {
        linear_velocity: Vector::ZERO,
        angular_velocity: Vector::ZERO,
    };
}

/// The running state of a world.
#[derive(Clone, Debug)]
pub struct State {
    /// In milliseconds.
    pub(crate) clock: f64,
    pub(crate) random: Random,
    pub(crate) places: Vec<PlaceState>,
    /// In the world; valid for places that have not moved since the last refresh.
    pub(crate) poses: Vec<Pose>,
    /// Where colliders are; they lag one step behind solids that drift.
    pub(crate) geometry: Vec<Pose>,
    pub(crate) moves: Moves,
    pub(crate) solids: Vec<SolidState>,
    pub(crate) lights: Vec<LightState>,
    pub(crate) emissives: Vec<[f64; 3]>,
    pub(crate) robots: Vec<RobotState>,
    pub(crate) robot_ledgers: Vec<RobotLedger>,
    pub(crate) chargers: Vec<ChargerState>,
    pub(crate) charger_ledgers: Vec<ChargerLedger>,
    pub(crate) light_sensors: Vec<LightSensorState>,
    /// Positions of the axes.
    pub(crate) joints: Vec<[f64; 3]>,
    /// Where the end points of joints are at position 0.
    pub(crate) joint_zeros: Vec<PlaceState>,
    pub(crate) motors: Vec<MotorState>,
    pub(crate) position_sensors: Vec<PositionSensorState>,
    pub(crate) sensors: Vec<SensorState>,
    /// The correlated noise that all GPS devices share.
    pub(crate) gps_noise: [f64; 3],
    pub(crate) leds: Vec<i32>,
    pub(crate) emitters: Vec<EmitterState>,
    pub(crate) receivers: Vec<ReceiverState>,
    pub(crate) connectors: Vec<ConnectorState>,
    pub(crate) tracks: Vec<TrackState>,
    pub(crate) radars: Vec<RadarState>,
    pub(crate) vacuum_grippers: Vec<VacuumGripperState>,
    pub(crate) bodies: Bodies,
    /// What was found in fluids after the last step.
    pub(crate) wet: Vec<Wet>,
    /// Places that moved by themselves and hold bodies whose joints have to follow.
    pub(crate) moved_holders: Vec<PlaceIndex>,
    /// Bodies that a supervisor put to rest: they stay for one step.
    pub(crate) paused: Vec<crate::dynamics::BodyId>,
    pub(crate) saved: SavedStates,
    /// Nodes that were inserted since the start.
    pub(crate) imported: Vec<NodeId>,
    pub(crate) is_reset_wanted: bool,
}

impl State {
    /// The state of a world that was just loaded.
    pub(crate) fn new(model: &Model) -> Self {
        let places: Vec<PlaceState> = model
            .places
            .iter()
            .map(|place| PlaceState {
                translation: place.translation,
                rotation: place.rotation,
            })
            .collect();
        let mut state = Self {
            clock: 0.0,
            random: Random::new(model.settings.seed),
            poses: vec![Pose::IDENTITY; places.len()],
            geometry: vec![Pose::IDENTITY; model.colliders.len()],
            moves: Moves::new(&places),
            places,
            solids: model
                .solids
                .iter()
                .map(|solid| SolidState {
                    linear_velocity: solid.linear_velocity,
                    angular_velocity: solid.angular_velocity,
                })
                .collect(),
            lights: model.lights.iter().map(|light| light.state()).collect(),
            emissives: model
                .emissives
                .iter()
                .map(|emissive| emissive.color)
                .collect(),
            robots: model.robots.iter().map(|robot| robot.state()).collect(),
            robot_ledgers: model
                .robots
                .iter()
                .map(|robot| RobotLedger::new(robot.battery.first().copied()))
                .collect(),
            chargers: model
                .chargers
                .iter()
                .map(|charger| charger.state())
                .collect(),
            charger_ledgers: model
                .chargers
                .iter()
                .map(|charger| ChargerLedger::new(charger.battery.first().copied()))
                .collect(),
            light_sensors: vec![LightSensorState::NEW; model.light_sensors.len()],
            joints: model
                .joints
                .iter()
                .map(|joint| joint.initial_positions())
                .collect(),
            joint_zeros: model.joints.iter().map(|joint| joint.zero).collect(),
            motors: Vec::new(),
            position_sensors: vec![
                PositionSensorState {
                    sampling: crate::controller::Sampling::OFF,
                    value: f64::NAN,
                };
                model.position_sensors.len()
            ],
            sensors: vec![SensorState::NEW; model.sensors.len()],
            gps_noise: [0.0; 3],
            leds: vec![0; model.leds.len()],
            emitters: model.emitters.iter().map(|row| row.state()).collect(),
            receivers: model.receivers.iter().map(|row| row.state()).collect(),
            connectors: model.connectors.iter().map(|row| row.state()).collect(),
            tracks: vec![TrackState::default(); model.tracks.len()],
            radars: vec![RadarState::NEW; model.radars.len()],
            vacuum_grippers: model
                .vacuum_grippers
                .iter()
                .map(|row| row.state())
                .collect(),
            bodies: Bodies::default(),
            wet: Vec::new(),
            moved_holders: Vec::new(),
            paused: Vec::new(),
            saved: SavedStates::default(),
            imported: Vec::new(),
            is_reset_wanted: false,
        };
        state.motors = model
            .motors
            .iter()
            .map(|motor| {
                let position = motor
                    .joint
                    .map_or(0.0, |(joint, axis)| state.joints[joint.at()][axis as usize]);
                motor.state(position)
            })
            .collect();
        state
    }

    /// Takes over the rows of nodes that were there before the scene was compiled again.
    pub(crate) fn carry_over(&mut self, model: &Model, before: &Self, model_before: &Model) {
        self.clock = before.clock;
        self.bodies.dynamics.settings.method = before.bodies.dynamics.settings.method;
        self.random = before.random;
        self.gps_noise = before.gps_noise;
        self.saved = before.saved.clone();
        self.imported.clone_from(&before.imported);
        self.is_reset_wanted = before.is_reset_wanted;
        macro_rules! carry {
            ($table:ident: $($rows:ident),+) => {
                let old: HashMap<NodeId, usize> = model_before
                    .$table
                    .iter()
                    .enumerate()
                    .map(|(at, row)| (row.node, at))
                    .collect();
                for (at, row) in model.$table.iter().enumerate() {
                    if let Some(from) = old.get(&row.node) {
                        $(self.$rows[at] = before.$rows[*from].clone();)+
                    }
                }
            };
        }
        let written = self.places.clone();
        carry!(places: places);
        let places = self.places.iter_mut().zip(written).zip(&model.places);
        for ((place, written), _) in places.filter(|(_, row)| row.is_scaled) {
            *place = written;
        }
        self.moves = Moves::new(&self.places);
        carry!(solids: solids);
        carry!(lights: lights);
        carry!(emissives: emissives);
        carry!(robots: robots, robot_ledgers);
        carry!(chargers: chargers, charger_ledgers);
        carry!(light_sensors: light_sensors);
        carry!(joints: joints, joint_zeros);
        carry!(motors: motors);
        carry!(position_sensors: position_sensors);
        carry!(sensors: sensors);
        carry!(leds: leds);
        carry!(emitters: emitters);
        carry!(receivers: receivers);
        carry!(connectors: connectors);
        carry!(tracks: tracks);
        carry!(radars: radars);
        carry!(vacuum_grippers: vacuum_grippers);
        self.paused.clone_from(&before.paused);
        let emitters = &model_before.emitters;
        let emitter_now = |old: EmitterIndex| {
            let node = emitters.get(old.at())?.node;
            let at = model.emitters.iter().position(|row| row.node == node)?;
            Some(EmitterIndex::new(at))
        };
        for receiver in &mut self.receivers {
            for queue in [
                &mut receiver.coming,
                &mut receiver.waiting,
                &mut receiver.ready,
            ] {
                // packets of an emitter that is gone are lost
                queue.retain_mut(|packet| match emitter_now(packet.emitter) {
                    Some(now) => {
                        packet.emitter = now;
                        true
                    }
                    None => false,
                });
            }
        }
        for (at, emitter) in self.emitters.iter_mut().enumerate() {
            for packet in &mut emitter.queue {
                packet.emitter = EmitterIndex::new(at);
            }
        }
        for connector in &mut self.connectors {
            connector.peer = connector.peer.and_then(|peer| {
                let node = model_before.connectors.get(peer.at())?.node;
                let at = model.connectors.iter().position(|row| row.node == node)?;
                Some(ConnectorIndex::new(at))
            });
        }
        // robots may have other numbers now
        for charger in &mut self.chargers {
            charger.connected = charger.connected.and_then(|robot| {
                let node = model_before.robots.get(robot.at())?.node;
                let at = model.robots.iter().position(|robot| robot.node == node)?;
                Some(crate::model::RobotIndex::new(at))
            });
        }
    }

    /// A number that is equal for equal states.
    pub(crate) fn hash(&self) -> u64 {
        let mut hash = StateHash::new();
        hash.number(self.clock);
        hash.bits(self.random.state());
        for place in &self.places {
            hash.numbers(&place.translation.to_array());
            hash.numbers(&place.rotation.to_array());
        }
        for solid in &self.solids {
            hash.numbers(&solid.linear_velocity.to_array());
            hash.numbers(&solid.angular_velocity.to_array());
        }
        for light in &self.lights {
            hash.numbers(&light.color);
            hash.flag(light.is_on);
            hash.numbers(&light.location.to_array());
        }
        for color in &self.emissives {
            hash.numbers(color);
        }
        for robot in &self.robots {
            hash.numbers(&robot.battery);
            hash.flag(robot.is_powered);
            hash.numbers(&[robot.load]);
            robot.battery_sampling.hash(&mut hash);
        }
        for charger in &self.chargers {
            hash.numbers(&charger.battery);
            hash.bits(
                charger
                    .connected
                    .map_or(u64::MAX, |robot| robot.at() as u64),
            );
        }
        for sensor in &self.light_sensors {
            sensor.sampling.hash(&mut hash);
            hash.number(sensor.value);
        }
        for positions in &self.joints {
            hash.numbers(positions);
        }
        for motor in &self.motors {
            hash.numbers(&[
                motor.kinematic.target_position(),
                motor.kinematic.target_velocity(),
                motor.kinematic.current_velocity(),
                motor.kinematic.available(),
                motor.feedback,
            ]);
        }
        for sensor in &self.position_sensors {
            sensor.sampling.hash(&mut hash);
            hash.number(sensor.value);
        }
        for sensor in &self.sensors {
            sensor.sampling.hash(&mut hash);
            sensor.reading.hash(&mut hash);
        }
        hash.numbers(&self.gps_noise);
        for value in &self.leds {
            hash.bits(*value as u64);
        }
        for emitter in &self.emitters {
            hash.bits(emitter.channel as u64);
            hash.number(emitter.range);
            hash.bits(emitter.queue.len() as u64);
        }
        for receiver in &self.receivers {
            receiver.sampling.hash(&mut hash);
            hash.bits(receiver.channel as u64);
            for packet in receiver.waiting.iter().chain(&receiver.ready) {
                hash.numbers(&packet.direction.to_array());
                hash.number(packet.strength);
                packet
                    .data
                    .iter()
                    .for_each(|byte| hash.bits(u64::from(*byte)));
            }
        }
        for connector in &self.connectors {
            connector.sampling.hash(&mut hash);
            hash.flag(connector.is_locked);
            hash.bits(connector.peer.map_or(u64::MAX, |peer| peer.at() as u64));
        }
        hash.finish()
    }
}
