//! The devices of robots as objects. `object_type` lists which type each has.

mod actuator;
mod battery;
pub(crate) mod camera;
mod frame;
mod gps;
mod imu;
mod laser_scanner;
mod radio;
mod sensor;

use crate::access::milliseconds;
use crate::job::{FoundDevice, Scope, WorldLink, impossible, invalid, shown};
use crate::members::Members;
use crate::stream::Downsampling;
use crate::values::DeviceDescription;
use foxden_catalogue::NodeType;
use foxden_sim::controller::Reading;
use foxden_sim::time::seconds;
use raconteur::Result;
use raconteur::members::Wire;
use raconteur::service::Object;
use raconteur::value::{Record, Value};
use std::sync::Arc;

pub(crate) use actuator::light_info;
pub(crate) use battery::NAME as BATTERY;
pub(crate) use sensor::explanation;

/// A device by the names of its robot and itself. The robot may be replaced by another
/// one of the same name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct DeviceKey {
    pub(crate) robot: Arc<str>,
    pub(crate) name: Arc<str>,
}

impl DeviceKey {
    fn find(&self, scope: &mut Scope<'_>) -> Result<FoundDevice> {
        scope.device(&self.robot, &self.name)
    }

    /// What describes the device to clients, as an object of a type.
    pub(crate) fn describe(
        &self,
        scope: &mut Scope<'_>,
        device: FoundDevice,
        type_name: &'static str,
    ) -> DeviceDescription {
        scope.describe(device.node, &self.name, type_name, Some(device.robot_node))
    }
}

/// Finds a device again only when the world was edited.
struct DeviceCache {
    key: DeviceKey,
    edits: Option<u64>,
    found: Option<FoundDevice>,
}

impl DeviceCache {
    fn new(key: &DeviceKey) -> Self {
        Self {
            key: key.clone(),
            edits: None,
            found: None,
        }
    }

    fn find(&mut self, scope: &mut Scope<'_>) -> Option<FoundDevice> {
        let edits = scope.run.world.edits();
        if self.edits != Some(edits) {
            self.edits = Some(edits);
            self.found = self.key.find(scope).ok();
        }
        self.found
    }

    /// The device and its value if it was sampled in the last step.
    fn sample(&mut self, scope: &mut Scope<'_>) -> Option<(FoundDevice, Reading)> {
        let device = self.find(scope)?;
        let world = &mut scope.run.world;
        if !world.is_sampled_now(device.robot, device.tag) {
            return None;
        }
        let reading = world.reading(device.robot, device.tag)?;
        Some((device, reading))
    }
}

/// The type of the object of a device.
pub(crate) fn object_type(scope: &Scope<'_>, device: FoundDevice) -> &'static str {
    match device.kind {
        NodeType::LightSensor => "foxden.devices.LightSensor",
        NodeType::TouchSensor if scope.run.world.is_force_3d(device.robot, device.tag) => {
            "foxden.devices.VectorSensor"
        }
        NodeType::DistanceSensor
        | NodeType::TouchSensor
        | NodeType::PositionSensor
        | NodeType::Altimeter => "foxden.devices.ScalarSensor",
        NodeType::Accelerometer
        | NodeType::Gyro
        | NodeType::Compass
        | NodeType::GPS
        | NodeType::InertialUnit => "foxden.devices.VectorSensor",
        NodeType::Radar => "foxden.devices.Radar",
        NodeType::Receiver => "foxden.devices.Receiver",
        NodeType::Emitter => "foxden.devices.Emitter",
        NodeType::LED => "foxden.devices.Led",
        NodeType::Connector => "foxden.devices.Connector",
        NodeType::RotationalMotor | NodeType::LinearMotor => "foxden.devices.Motor",
        NodeType::Brake => "foxden.devices.Brake",
        NodeType::VacuumGripper => "foxden.devices.VacuumGripper",
        NodeType::Camera | NodeType::RangeFinder => camera::TYPE,
        NodeType::Lidar => laser_scanner::TYPE,
        _ => "foxden.devices.Part",
    }
}

/// Whether devices of a kind have services of their own, of standard types.
pub(crate) fn is_standard(kind: NodeType) -> bool {
    matches!(
        kind,
        NodeType::Camera
            | NodeType::RangeFinder
            | NodeType::Lidar
            | NodeType::GPS
            | NodeType::InertialUnit
    )
}

/// The object of a device. Clients of a device with a service of its own share one.
pub(crate) fn object(
    scope: &mut Scope<'_>,
    robot: &str,
    name: &str,
    link: &WorldLink,
) -> Result<Arc<dyn Object>> {
    let key = DeviceKey {
        robot: robot.into(),
        name: name.into(),
    };
    let device = match key.find(scope) {
        Ok(device) => device,
        Err(_) if name == BATTERY && battery::exists(scope, robot) => {
            return Ok(battery::object(scope, robot, link));
        }
        Err(error) => return Err(error),
    };
    let type_name = object_type(scope, device);
    if let Some(shared) = scope.state.standard.get(&device.node)
        && shared.object.type_name() == type_name
    {
        return Ok(shared.object.clone());
    }
    let object = match type_name {
        "foxden.devices.LightSensor"
        | "foxden.devices.ScalarSensor"
        | "foxden.devices.VectorSensor" => sensor::object(scope, type_name, &key, device, link),
        "foxden.devices.Radar" => sensor::radar(scope, &key, device, link),
        "foxden.devices.Receiver" => radio::receiver(scope, &key, device, link),
        "foxden.devices.Emitter" => radio::emitter(&key, device, scope, link),
        "foxden.devices.Led" => actuator::led(scope, &key, link),
        "foxden.devices.Connector" => actuator::connector(scope, &key, device, link),
        "foxden.devices.Motor" => actuator::motor(scope, &key, device, link),
        "foxden.devices.Brake" => actuator::brake(&key, link),
        "foxden.devices.VacuumGripper" => actuator::gripper(scope, &key, device, link),
        camera::TYPE => camera::object(scope, &key, link),
        laser_scanner::TYPE => laser_scanner::object(scope, &key, link),
        other => part(other, &key, link),
    };
    Ok(Arc::new(object))
}

/// The root object of the service of a device that has one.
pub(crate) fn standard_object(
    scope: &mut Scope<'_>,
    key: &DeviceKey,
    link: &WorldLink,
) -> Result<Arc<dyn Object>> {
    match key.find(scope)?.kind {
        // the object of the robot has more members than the standard type
        NodeType::GPS => Ok(Arc::new(gps::object(scope, key, link))),
        NodeType::InertialUnit => Ok(Arc::new(imu::object(scope, key, link))),
        _ => object(scope, &key.robot, &key.name, link),
    }
}

/// An object with what all devices have.
fn part(type_name: &'static str, key: &DeviceKey, link: &WorldLink) -> Members {
    let id = key.clone();
    described(type_name, key, link).read("node_id", move |scope| Ok(id.find(scope)?.node.number()))
}

/// An object with what all devices of standard types have.
fn described(type_name: &'static str, key: &DeviceKey, link: &WorldLink) -> Members {
    let info = key.clone();
    Members::new(type_name, link).read("device_info", move |scope| {
        let device = info.find(scope)?;
        Ok(info.describe(scope, device, type_name).info())
    })
}

/// Adds functions for parameters to a device that has none.
fn without_parameters(members: Members, key: &DeviceKey) -> Members {
    let unknown = |key: &DeviceKey, name: &str| {
        let (device, name) = (shown(&key.name), shown(name));
        impossible(format!("the device {device} has no parameter {name}"))
    };
    let (get, set) = (key.clone(), key.clone());
    members
        .query(
            "getf_param",
            move |_, (name,): (String,)| -> Result<Value> { Err(unknown(&get, &name)) },
        )
        .query(
            "setf_param",
            move |_, (name, _): (String, Value)| -> Result<()> { Err(unknown(&set, &name)) },
        )
}

/// What sampled devices send besides their values.
#[derive(Clone, Default)]
pub(crate) struct SampledWires {
    clock: Wire,
    pub(crate) downsampling: Downsampling,
}

impl SampledWires {
    /// Sends the clock with a value.
    fn send_clock(&self, scope: &Scope<'_>, seqno: u64) {
        self.send_clock_if(scope, seqno, true);
    }

    /// Keeps the clock for peeks, and sends it if it is due.
    pub(crate) fn send_clock_if(&self, scope: &Scope<'_>, seqno: u64, is_due: bool) {
        let time = scope.clock().device_time(seqno);
        self.downsampling.send_if(&self.clock, time, seqno, is_due);
    }
}

/// An object with what all sampled devices have. The device is turned on.
fn sampled(
    scope: &mut Scope<'_>,
    type_name: &'static str,
    key: &DeviceKey,
    device: FoundDevice,
    link: &WorldLink,
) -> (Members, SampledWires) {
    scope.turn_on(device);
    let (read, write) = (key.clone(), key.clone());
    let members = part(type_name, key, link)
        .read_for("sampling_period", move |scope, context| {
            let device = read.find(scope)?;
            Ok(scope.sampling_period(device, context))
        })
        .write("sampling_period", move |scope, period: f64, context| {
            let period = milliseconds(period)?;
            let device = write.find(scope)?;
            scope.drive(&write.robot, context)?;
            scope.set_sampling_period(device, period, context);
            Ok(())
        });
    let info = key.clone();
    isochronous(scope, members, move |scope| {
        let device = info.find(scope)?;
        let period = scope.device_period(device);
        Ok(isoch_info(scope, seconds(f64::from(period))))
    })
}

/// Adds what all devices with a clock have; `info` gives `IsochInfo`.
pub(crate) fn isochronous(
    scope: &mut Scope<'_>,
    members: Members,
    info: impl Fn(&mut Scope<'_>) -> Result<Record> + Send + Sync + 'static,
) -> (Members, SampledWires) {
    let wires = SampledWires::default();
    let (get, set) = (wires.downsampling.clone(), wires.downsampling.clone());
    let members = members
        .read("isoch_info", info)
        .read_for("isoch_downsample", move |_, context| {
            Ok(get.get(context.endpoint()))
        })
        .write("isoch_downsample", move |_, count: u32, context| {
            if count > Downsampling::MOST {
                let most = Downsampling::MOST;
                return Err(invalid(format!("isoch_downsample is at most {most}")));
            }
            set.set(context, count);
            Ok(())
        })
        .wire("device_clock_now", &wires.clock);
    wires.send_clock(scope, 0);
    (members, wires)
}

/// `IsochInfo` of a device that is sampled with a period in seconds.
pub(crate) fn isoch_info(scope: &Scope<'_>, period: f64) -> Record {
    let rate = match period > 0.0 {
        true => 1.0 / period,
        false => 0.0,
    };
    Record::new("com.robotraconteur.device.isoch.IsochInfo")
        .with("update_rate", rate)
        .with("isoch_epoch", scope.clock().time_spec())
        .with("max_downsample", Downsampling::MOST)
}

/// A structure with time and number.
pub(crate) fn stamped(scope: &Scope<'_>, type_name: &'static str, seqno: u64) -> Record {
    Record::new(type_name)
        .with("ts", scope.clock().stamp())
        .with("seqno", seqno)
}

/// Sends a value on a wire that everybody gets.
pub(crate) fn send(wire: &Wire, value: impl Into<Value>) {
    // the connection disconnects a reader that is too slow
    let _ = wire.send(value.into());
}
