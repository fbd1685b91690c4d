//! The devices of robots: one file for each, with its data and its behaviour.
//!
//! A device implements [`Device`], which names every duty of a device, and has
//! one row in `all_devices!`. All other code reaches devices through the [`table`]
//! that is made from these rows, so adding a device is one file and one row.

/// The one list of all devices: type, table and index of its rows, and its state.
/// The order is that in which devices observe once bodies have moved, and in which
/// they learn that the scene was compiled again.
macro_rules! all_devices {
    ($table:ident) => {
        $table! {
            /// A LightSensor.
            light_sensor::LightSensor: light_sensors[LightSensorIndex] with light_sensor::LightSensorState;
            /// A TouchSensor.
            touch_sensor::TouchSensor: touch_sensors[TouchSensorIndex] with touch_sensor::TouchSensorState;
            /// A DistanceSensor.
            distance_sensor::DistanceSensor: distance_sensors[DistanceSensorIndex] with distance_sensor::DistanceSensorState;
            /// A Radar.
            radar::Radar: radars[RadarIndex] with radar::RadarState;
            /// An LED.
            led::Led: leds[LedIndex] with led::LedState;
            /// A Connector.
            connector::Connector: connectors[ConnectorIndex] with connector::ConnectorState;
            /// A VacuumGripper.
            vacuum_gripper::VacuumGripper: vacuum_grippers[VacuumGripperIndex] with vacuum_gripper::VacuumGripperState;
            /// An Accelerometer.
            accelerometer::Accelerometer: accelerometers[AccelerometerIndex] with accelerometer::AccelerometerState;
            /// An Altimeter.
            altimeter::Altimeter: altimeters[AltimeterIndex] with sampling::Measurement;
            /// A Brake of a joint or track.
            brake::Brake: brakes[BrakeIndex] with brake::BrakeState;
            /// A Compass.
            compass::Compass: compasses[CompassIndex] with sampling::Measurement;
            /// An Emitter.
            emitter::Emitter: emitters[EmitterIndex] with emitter::EmitterState;
            /// A GPS.
            gps::Gps: gps_receivers[GpsIndex] with gps::GpsState;
            /// A Gyro.
            gyro::Gyro: gyros[GyroIndex] with sampling::Measurement;
            /// An InertialUnit.
            inertial_unit::InertialUnit: inertial_units[InertialUnitIndex] with sampling::Measurement;
            /// A RotationalMotor or LinearMotor.
            motor::Motor: motors[MotorIndex] with motor::MotorState;
            /// A PositionSensor.
            position_sensor::PositionSensor: position_sensors[PositionSensorIndex] with position_sensor::PositionSensorState;
            /// A Receiver.
            receiver::Receiver: receivers[ReceiverIndex] with receiver::ReceiverState;
            /// A Camera.
            camera::Camera: cameras[CameraIndex] with camera::CameraState;
            /// A RangeFinder.
            range_finder::RangeFinder: range_finders[RangeFinderIndex] with range_finder::RangeFinderState;
            /// A Lidar.
            lidar::Lidar: lidars[LidarIndex] with lidar::LidarState;
            /// A Display.
            display::Display: displays[DisplayIndex] with display::DisplayState;
            /// A Pen.
            pen::Pen: pens[PenIndex] with pen::PenState;
        }
    };
}

/// The duties of a device that only measures. The device itself says which node it
/// is, what its fields are and how it measures. Its state is a `Measurement`, or has
/// one: `measurement_duties!(|state| state.measurement)`; `, without edit` after that
/// if it does more than read its fields again when one changes.
macro_rules! measurement_duties {
    () => {
        fn new_state(
            &self,
            _joints: &$crate::model::Table<$crate::model::JointIndex, [f64; 3]>,
        ) -> Self::State {
            $crate::devices::sampling::Measurement::NEW
        }

        measurement_duties!(|state| state);
    };
    (|$state:ident| $measurement:expr) => {
        measurement_duties!(|$state| $measurement, without edit);

        fn edit(
            world: &mut $crate::world::World,
            index: Self::Index,
            field: foxden_scene::FieldRef,
        ) -> bool {
            let is_read = $crate::devices::read_again::<Self>(world, index);
            if world.scene.field_name(field) == "lookupTable" {
                let states = <Self as $crate::devices::table::Stored>::states_mut(&mut world.state.devices);
                let $state = &mut states[index];
                $measurement.forget_unsent(0.0);
            }
            is_read
        }
    };
    (|$state:ident| $measurement:expr, without edit) => {
        fn mount(&self) -> &$crate::devices::Mount {
            &self.mount
        }

        fn obey(
            world: &mut $crate::world::World,
            index: Self::Index,
            command: $crate::controller::Command,
        ) {
            $crate::devices::enable::<Self>(world, index, &command);
        }

        fn sampling($state: &mut Self::State) -> Option<&mut $crate::devices::Sampling> {
            Some(&mut $measurement.sampling)
        }

        fn answer(
            world: &mut $crate::world::World,
            index: Self::Index,
            answer: $crate::devices::DeviceAnswer<'_>,
        ) {
            $crate::devices::answer_reading::<Self>(world, index, answer);
        }

        fn last_reading($state: &Self::State) -> Option<$crate::controller::Reading> {
            Some($measurement.reading.clone())
        }

        fn reset(world: &mut $crate::world::World, index: Self::Index) {
            $crate::devices::restart::<Self>(world, index);
        }

        fn carry_over(_: &mut Self::State, _: Self::Index, _: &$crate::devices::Renumbering<'_>) {}
    };
}

pub(crate) mod accelerometer;
pub(crate) mod altimeter;
pub(crate) mod axis_sensor;
pub(crate) mod brake;
pub(crate) mod camera;
pub(crate) mod compass;
pub(crate) mod connector;
pub mod display;
pub(crate) mod distance_sensor;
pub(crate) mod emitter;
pub(crate) mod gps;
pub(crate) mod gyro;
pub(crate) mod imaging;
pub(crate) mod inertial_unit;
pub(crate) mod ink;
pub(crate) mod led;
pub(crate) mod lidar;
pub mod lidar_scan;
pub(crate) mod light_sensor;
pub mod lookup;
pub(crate) mod motor;
pub(crate) mod motor_limits;
pub(crate) mod packet_transmission;
pub(crate) mod pen;
pub(crate) mod position_sensor;
pub(crate) mod radar;
pub(crate) mod range_finder;
mod readings;
pub(crate) mod receiver;
pub mod recognition;
mod recognition_search;
pub(crate) mod sampling;
pub(crate) mod table;
pub(crate) mod touch_sensor;
pub(crate) mod vacuum_gripper;
pub(crate) mod wgs84;

pub(crate) use sampling::Sampling;
pub(crate) use table::DeviceRow;

use crate::controller::{Command, Reading, Tag};
use crate::model::{JointIndex, Model, PoseIndex, RobotIndex, SolidIndex, Table, TrackIndex};
use crate::world::World;
use foxden_catalogue::NodeType;
use foxden_scene::{FieldRef, NodeId, Scene, Value};
use table::Stored;

/// The node types of all devices that are simulated.
///
/// ```
/// use foxden_catalogue::NodeType;
/// assert!(foxden_sim::devices::simulated().any(|kind| kind == NodeType::LightSensor));
/// ```
pub fn simulated() -> impl Iterator<Item = NodeType> {
    table::simulated_devices()
}

/// What a device of a joint or of a track belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PositionSource {
    /// A joint and one of its axes.
    Joint(JointIndex, u8),
    /// A joint without an end point: the parameters that have its position, if there are any.
    LooseJoint(Option<NodeId>),
    /// The belt of a track.
    Track(TrackIndex),
}

/// What a device is a part of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mount {
    /// The node of the device itself.
    pub(crate) node: NodeId,
    pub(crate) robot: RobotIndex,
    pub(crate) place: PoseIndex,
    /// The solid that the device is; for devices of joints the one that holds them.
    pub(crate) solid: SolidIndex,
    /// The solid that the device is in.
    pub(crate) holder: Option<SolidIndex>,
    /// What a device of a joint or track belongs to.
    pub(crate) source: Option<PositionSource>,
}

/// When a device works in a step besides being sampled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct StepWork {
    pub(crate) before_physics: bool,
    pub(crate) after_physics: bool,
}

/// The readings of a device for the answer to its controller.
pub(crate) struct DeviceAnswer<'a> {
    pub(crate) tag: Tag,
    pub(crate) readings: &'a mut Vec<(Tag, Reading)>,
}

impl DeviceAnswer<'_> {
    /// Adds a reading.
    pub(crate) fn push(&mut self, reading: Reading) {
        self.readings.push((self.tag, reading));
    }
}

/// Finds rows again after the scene was compiled again.
pub(crate) struct Renumbering<'a> {
    pub(crate) before: &'a Model,
    pub(crate) now: &'a Model,
}

impl Renumbering<'_> {
    /// The index that a device has now, if it is still there.
    pub(crate) fn device<D: Device>(&self, before: D::Index) -> Option<D::Index> {
        let node = D::rows(&self.before.devices).find(before)?.mount().node;
        let mut rows = D::rows(&self.now.devices).indexed();
        rows.find(|(_, row)| row.mount().node == node)
            .map(|(index, _)| index)
    }
}

/// Everything that a device does. `Self` is what is read from its fields.
///
/// The first part has no defaults: a device that leaves one of these duties out
/// does not compile. The second part is for phases of a step and events in which
/// most devices do nothing.
pub(crate) trait Device: Stored {
    /// The node types that it simulates.
    const NODE_TYPES: &'static [NodeType];

    /// Reads the fields; `None` where the device does nothing.
    fn read(scene: &Scene, mount: Mount) -> Option<Self>;

    /// What it is a part of.
    fn mount(&self) -> &Mount;

    /// The state at the start. `joints` are the positions of the joints.
    fn new_state(&self, joints: &Table<JointIndex, [f64; 3]>) -> Self::State;

    /// A field changed. Returns `false` if the scene must be compiled again.
    fn edit(world: &mut World, index: Self::Index, field: FieldRef) -> bool;

    /// Obeys a command of the controller; commands for other devices do nothing.
    fn obey(world: &mut World, index: Self::Index, command: Command);

    /// When it is sampled; `None` for devices that measure nothing.
    fn sampling(state: &mut Self::State) -> Option<&mut Sampling>;

    /// Takes a new sample; it is due and its robot has power.
    fn refresh(world: &mut World, index: Self::Index);

    /// Adds what is new to the answer to the controller.
    fn answer(world: &mut World, index: Self::Index, answer: DeviceAnswer<'_>);

    /// What it measured last, for observers from outside.
    fn last_reading(state: &Self::State) -> Option<Reading>;

    /// The simulation goes back to its start; the bodies are new already.
    fn reset(world: &mut World, index: Self::Index);

    /// The scene was compiled again: brings indices in the state up to date.
    fn carry_over(state: &mut Self::State, own: Self::Index, renumbering: &Renumbering<'_>);

    // phases and events in which most devices do nothing

    /// Fields whose values change while the world runs.
    const LIVE_FIELDS: &'static [&'static str] = &[];

    /// The value of a live field, by its place in the list.
    fn live_value(_state: &Self::State, _field: usize) -> Option<Value> {
        None
    }

    /// A live field was written.
    fn set_live_value(_world: &mut World, _index: Self::Index, _field: usize, _value: &Value) {}

    /// The row was added to the model.
    fn added(_model: &mut Model, _index: Self::Index) {}

    /// All rows were added to the model.
    fn all_added(_model: &mut Model) {}

    /// In which parts of a step it works.
    fn step_work(&self) -> StepWork {
        StepWork::default()
    }

    /// Its work before physics.
    fn before_physics(_world: &mut World, _index: Self::Index) {}

    /// What all devices of the kind find out together once bodies have moved.
    fn observe(_world: &mut World) {}

    /// Its work after physics.
    fn after_physics(_world: &mut World, _index: Self::Index) {}

    /// What else it samples, with a period of its own, at the end of a step.
    fn refresh_extras(_world: &mut World, _index: Self::Index) {}

    /// Another controller took over its robot.
    fn controller_restarted(_world: &mut World, _index: Self::Index) {}

    /// Its robot lost its power or got it back.
    fn power_changed(_world: &mut World, _index: Self::Index, _is_powered: bool) {}

    /// The state of its node was restored, or the simulation goes back to its
    /// start; the bodies are still the old ones.
    fn restore(_world: &mut World, _index: Self::Index) {}

    /// It is due at once, as after a reset.
    fn restart_sampling(state: &mut Self::State) {
        if let Some(sampling) = Self::sampling(state) {
            sampling.restart();
        }
    }

    /// The scene was compiled again and the bodies were adapted; `before` is
    /// `None` for a world that was just loaded.
    fn recompiled(_world: &mut World, _before: Option<&Model>) {}
}

/// Reads the fields of a device again after one of them changed.
pub(crate) fn read_again<D: Device>(world: &mut World, index: D::Index) -> bool {
    let model = std::sync::Arc::make_mut(&mut world.model);
    let row = &mut D::rows_mut(&mut model.devices)[index];
    if let Some(read) = D::read(&world.scene, *row.mount()) {
        *row = read;
    }
    true
}

/// Obeys the one command that devices have that only measure.
pub(crate) fn enable<D: Device>(world: &mut World, index: D::Index, command: &Command) {
    let clock = world.state.clock;
    let state = &mut D::states_mut(&mut world.state.devices)[index];
    if let (Command::Enable(_, period), Some(sampling)) = (command, D::sampling(state)) {
        sampling.enable(*period, clock);
    }
}

/// Adds the reading of a device that only measures to the answer, if it is new.
pub(crate) fn answer_reading<D: Device>(
    world: &mut World,
    index: D::Index,
    mut answer: DeviceAnswer<'_>,
) {
    let state = &mut D::states_mut(&mut world.state.devices)[index];
    let is_new =
        D::sampling(state).is_some_and(|sampling| std::mem::take(&mut sampling.is_pending));
    if is_new && let Some(reading) = D::last_reading(state) {
        answer.push(reading);
    }
}

/// Makes a device due at once after a reset.
pub(crate) fn restart<D: Device>(world: &mut World, index: D::Index) {
    D::restart_sampling(&mut D::states_mut(&mut world.state.devices)[index]);
}

/// The index of the device that a node is, if it is of this kind.
pub(crate) fn index_of<D: Device>(model: &Model, node: NodeId) -> Option<D::Index> {
    let row = match model.node_rows.get(&node)? {
        crate::model::NodeRow::Device(row) => *row,
        _ => return None,
    };
    D::index_in(row)
}
