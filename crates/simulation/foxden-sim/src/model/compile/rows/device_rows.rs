//! What a solid is besides: a robot, a charger, a track or a device.

use super::{CompileContext, Rows};
use crate::devices::Mount;
use crate::devices::connector::Connector;
use crate::devices::emitter::{Emitter, Receiver};
use crate::devices::led::Led;
use crate::devices::radar::Radar;
use crate::devices::sensor::Sensor;
use crate::devices::vacuum_gripper::VacuumGripper;
use crate::energy::charger::Charger;
use crate::light::sensor::LightSensor;
use crate::model::robot::{DeviceRow, Robot};
use crate::model::*;
use foxden_catalogue::NodeType;
use foxden_scene::NodeId;

impl Rows<'_> {
    /// Makes the row of a solid that does something. `holder` is the solid that it stands in.
    pub(super) fn appliance(
        &mut self,
        node: NodeId,
        kind: NodeType,
        around: CompileContext,
        holder: Option<SolidIndex>,
    ) {
        let (Some(place), Some(solid)) = (around.place, around.solid) else {
            return;
        };
        if kind == NodeType::Charger {
            self.charger(node, place, around.top);
        }
        let Some(robot) = around.robot else { return };
        let mount = Mount {
            robot,
            place,
            solid,
        };
        match kind {
            NodeType::Robot => {
                self.made_robots[robot.at()] = Some(Robot::read(self.scene, node, place));
                self.own(node, "battery", Row::RobotBattery(robot));
                self.model.things.insert(node, NodeRow::Robot(robot));
            }
            NodeType::Track => self.track(node, solid, robot),
            NodeType::LightSensor => self.light_sensor(node, place, robot),
            NodeType::LED => {
                let led = LedIndex::new(self.model.leds.len());
                self.model.leds.push(Led::read(self.scene, node));
                self.device(node, DeviceRow::Led(led), NodeRow::Led(led));
            }
            NodeType::Emitter | NodeType::Receiver => self.radio(node, kind, place, robot),
            NodeType::Connector => self.connector(node, place, holder),
            NodeType::Radar => {
                let radar = RadarIndex::new(self.model.radars.len());
                let made = Radar::read(self.scene, node, mount);
                self.model.radars.push(made);
                self.device(node, DeviceRow::Radar(radar), NodeRow::Radar(radar));
            }
            NodeType::VacuumGripper => self.vacuum_gripper(node, place, solid),
            NodeType::Charger => {}
            _ => {
                if let Some(made) = Sensor::read(self.scene, node, mount) {
                    let sensor = SensorIndex::new(self.model.sensors.len());
                    self.model.sensors.push(made);
                    self.device(node, DeviceRow::Sensor(sensor), NodeRow::Sensor(sensor));
                }
            }
        }
    }

    fn device(&mut self, node: NodeId, row: DeviceRow, thing: NodeRow) {
        self.devices.insert(node, row);
        self.model.things.insert(node, thing);
    }

    fn charger(&mut self, node: NodeId, place: PlaceIndex, top: Option<RobotIndex>) {
        let charger = ChargerIndex::new(self.model.chargers.len());
        let made = Charger::read(self.scene, node, place, top);
        self.model.chargers.push(made);
        self.own(node, "battery", Row::ChargerBattery(charger));
        self.model.things.insert(node, NodeRow::Charger(charger));
    }

    fn light_sensor(&mut self, node: NodeId, place: PlaceIndex, robot: RobotIndex) {
        let sensor = LightSensorIndex::new(self.model.light_sensors.len());
        let mut made = LightSensor::read(self.scene, node, place, robot);
        // thousands of equal tables would not stay in the cache
        if let Some(last) = self.model.light_sensors.last()
            && last.table == made.table
        {
            made.table = last.table.clone();
        }
        self.model.light_sensors.push(made);
        self.device(
            node,
            DeviceRow::LightSensor(sensor),
            NodeRow::LightSensor(sensor),
        );
    }

    fn radio(&mut self, node: NodeId, kind: NodeType, place: PlaceIndex, robot: RobotIndex) {
        if kind == NodeType::Emitter {
            let emitter = EmitterIndex::new(self.model.emitters.len());
            let made = Emitter::read(self.scene, node, place, robot);
            self.model.emitters.push(made);
            self.own(node, "channel", Row::EmitterChannel(emitter));
            self.own(node, "range", Row::EmitterRange(emitter));
            self.device(node, DeviceRow::Emitter(emitter), NodeRow::Emitter(emitter));
        } else {
            let receiver = ReceiverIndex::new(self.model.receivers.len());
            let made = Receiver::read(self.scene, node, place, robot);
            self.model.receivers.push(made);
            self.own(node, "channel", Row::ReceiverChannel(receiver));
            self.device(
                node,
                DeviceRow::Receiver(receiver),
                NodeRow::Receiver(receiver),
            );
        }
    }

    fn connector(&mut self, node: NodeId, place: PlaceIndex, holder: Option<SolidIndex>) {
        let connector = ConnectorIndex::new(self.model.connectors.len());
        let made = Connector::read(self.scene, node, place, holder);
        self.model.connectors.push(made);
        self.own(node, "isLocked", Row::ConnectorLocked(connector));
        self.device(
            node,
            DeviceRow::Connector(connector),
            NodeRow::Connector(connector),
        );
    }

    fn vacuum_gripper(&mut self, node: NodeId, place: PlaceIndex, solid: SolidIndex) {
        let gripper = VacuumGripperIndex::new(self.model.vacuum_grippers.len());
        let made = VacuumGripper::read(self.scene, node, place, solid);
        self.model.vacuum_grippers.push(made);
        self.own(node, "isOn", Row::GripperOn(gripper));
        self.device(
            node,
            DeviceRow::VacuumGripper(gripper),
            NodeRow::VacuumGripper(gripper),
        );
    }
}
