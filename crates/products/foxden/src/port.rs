//! What a program exchanges with the robots that it drives: commands for the next step,
//! and the last answers.

use foxden_scene::NodeId;
use foxden_sim::controller::{Command, Packet, Reading};
use foxden_sim::{RobotIndex, World};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, VecDeque};
use std::mem::discriminant;

/// How many packets of a receiver wait to be read; the oldest are dropped.
pub const MOST_PACKETS: usize = 10_000;

/// The exchange with one robot.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct RobotPort {
    commands: Vec<Command>,
    /// Whether a request was sent that is not answered yet: time steps may be shorter
    /// than the millisecond that a controller waits at least.
    is_waiting: bool,
    /// The last reading of each kind by device.
    readings: BTreeMap<NodeId, Vec<Reading>>,
    packets: BTreeMap<NodeId, VecDeque<Packet>>,
}

impl RobotPort {
    /// Adds a command for the next step. `device` is the node that it is for.
    pub(crate) fn push(&mut self, command: Command, device: Option<NodeId>) {
        if let (Command::Enable(_, period), Some(device)) = (&command, device)
            && *period <= 0
        {
            // a sensor that is off has no value
            self.readings.remove(&device);
            self.packets.remove(&device);
        }
        self.commands.push(command);
    }

    /// Sends the commands that wait, without a step. An edit may give devices other
    /// numbers, so commands do not wait while the document changes.
    pub(crate) fn flush(&mut self, simulation: &mut World, robot: RobotIndex) {
        if !self.commands.is_empty() {
            simulation.submit_from(robot, 0, &mut self.commands);
            // the receipt has no readings
            simulation.answer(robot);
        }
    }

    /// Sends the commands before a step.
    pub(crate) fn send(&mut self, simulation: &mut World, robot: RobotIndex) {
        if self.is_waiting {
            return self.flush(simulation, robot);
        }
        let duration = (simulation.settings().basic_time_step as u32).max(1);
        simulation.submit_from(robot, duration, &mut self.commands);
        self.is_waiting = true;
    }

    /// Takes the answer after a step, if there is one.
    pub(crate) fn receive(&mut self, simulation: &mut World, robot: RobotIndex) {
        let Some(answer) = simulation.answer(robot) else {
            return;
        };
        self.is_waiting = false;
        for (tag, reading) in answer.readings {
            if let Some(device) = simulation.device_node(robot, tag) {
                self.keep(device, reading);
            }
        }
    }

    fn keep(&mut self, device: NodeId, reading: Reading) {
        if let Reading::Packets { packets, .. } = reading {
            let waiting = self.packets.entry(device).or_default();
            waiting.extend(packets);
            let excess = waiting.len().saturating_sub(MOST_PACKETS);
            waiting.drain(..excess);
            return;
        }
        let known = self.readings.entry(device).or_default();
        let kind = discriminant(&reading);
        match known.iter_mut().find(|other| discriminant(*other) == kind) {
            Some(same) => *same = reading,
            None => known.push(reading),
        }
    }

    /// The last readings of a device, one of each kind.
    pub(crate) fn readings(&self, device: NodeId) -> &[Reading] {
        self.readings.get(&device).map_or(&[], Vec::as_slice)
    }

    /// The packets of a receiver that were not taken yet.
    pub(crate) fn take_packets(&mut self, device: NodeId) -> Vec<Packet> {
        let waiting = self.packets.get_mut(&device).map(std::mem::take);
        waiting.map_or_else(Vec::new, Vec::from)
    }
}
