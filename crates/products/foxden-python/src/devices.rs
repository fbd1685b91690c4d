//! What Python code sends to devices, and the state of motors.

use crate::arguments::finite;
use crate::world::{Core, device};
use foxden::{Command, Device, World};
use foxden_sim::controller::{CameraOrder, LidarOrder, PenOrder, Tag};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Target position, target velocity and available force of a motor; then its greatest
/// velocity and force, its least and its greatest position.
type MotorRow = (f64, f64, f64, f64, f64, f64, f64);

/// Sends a command with one number; it acts with the next step.
#[pyfunction]
pub(crate) fn order(
    py: Python<'_>,
    core: &Bound<'_, Core>,
    number: u32,
    kind: &str,
    value: f64,
) -> PyResult<()> {
    let mut world = core.get().world(py)?;
    let device = device(py, &world, number)?;
    let tag = device.tag();
    let period = || period(value);
    let command = match kind {
        "enable" => Command::Enable(tag, period()?),
        "enable_feedback" => Command::EnableFeedback(tag, period()?),
        "recognition" => Command::Camera(tag, CameraOrder::Recognition(period()?)),
        "velocity" => {
            world.set_velocity(device, finite(value, "the velocity")?);
            return Ok(());
        }
        "speed" => Command::MotorVelocity(tag, finite(value, "the velocity")?),
        "position" => Command::MotorPosition(tag, finite(value, "the position")?),
        "acceleration" => Command::MotorAcceleration(tag, finite(value, "the acceleration")?),
        "available_force" => Command::MotorAvailableForce(tag, finite(value, "the force")?),
        "force" => Command::MotorForce(tag, finite(value, "the force")?),
        "brake" => Command::Brake(tag, finite(value, "the damping")?),
        "led" => Command::Led(tag, whole(value, "the value of an LED")?),
        "channel" => Command::ReceiverChannel(tag, whole(value, "the channel")?),
        "lock" => Command::Lock(tag, value != 0.0),
        "grip" => Command::Grip(tag, value != 0.0),
        "write" => Command::Pen(tag, PenOrder::Write(value != 0.0)),
        "field_of_view" => camera(tag, CameraOrder::FieldOfView, value)?,
        "exposure" => camera(tag, CameraOrder::Exposure, value)?,
        "focal_distance" => camera(tag, CameraOrder::FocalDistance, value)?,
        "segmentation" => Command::Camera(tag, CameraOrder::Segmentation(value != 0.0)),
        "frequency" => Command::Lidar(tag, LidarOrder::Frequency(finite(value, "the frequency")?)),
        "point_cloud" => Command::Lidar(tag, LidarOrder::PointCloud(value != 0.0)),
        _ => {
            return Err(PyValueError::new_err(format!("there is no order '{kind}'")));
        }
    };
    world.command(device.robot(), command);
    Ok(())
}

fn camera(tag: Tag, order: fn(f64) -> CameraOrder, value: f64) -> PyResult<Command> {
    Ok(Command::Camera(tag, order(finite(value, "the value")?)))
}

/// A sampling period in milliseconds.
fn period(value: f64) -> PyResult<i16> {
    let period = whole(value, "the sampling period")?;
    match i16::try_from(period) {
        Ok(period) if period >= 0 => Ok(period),
        _ => Err(PyValueError::new_err(format!(
            "the sampling period is in milliseconds, from 0 (off) to {}, not {value}",
            i16::MAX
        ))),
    }
}

fn whole(value: f64, what: &str) -> PyResult<i32> {
    let fits = value.fract() == 0.0 && value.abs() <= f64::from(i32::MAX);
    match fits {
        true => Ok(value as i32),
        false => Err(PyValueError::new_err(format!(
            "{what} must be a whole number, not {value}"
        ))),
    }
}

/// Sends a packet with the next step.
#[pyfunction]
pub(crate) fn send(
    py: Python<'_>,
    core: &Bound<'_, Core>,
    number: u32,
    data: Vec<u8>,
    channel: i32,
    range: f64,
) -> PyResult<()> {
    let mut world = core.get().world(py)?;
    let device = device(py, &world, number)?;
    let command = Command::Send {
        tag: device.tag(),
        channel,
        range: finite(range, "the range")?,
        data,
    };
    world.command(device.robot(), command);
    Ok(())
}

/// Sets the control constants of a motor.
#[pyfunction]
pub(crate) fn set_control(
    py: Python<'_>,
    core: &Bound<'_, Core>,
    number: u32,
    constants: [f64; 3],
) -> PyResult<()> {
    let mut world = core.get().world(py)?;
    let device = device(py, &world, number)?;
    for constant in constants {
        finite(constant, "a control constant")?;
    }
    let command = Command::MotorControl(device.tag(), constants);
    world.command(device.robot(), command);
    Ok(())
}

/// Gives a pen another ink: red, green, blue from 0 to 255, and its density from 0 to 1.
#[pyfunction]
pub(crate) fn set_ink(
    py: Python<'_>,
    core: &Bound<'_, Core>,
    number: u32,
    color: [u8; 3],
    density: f64,
) -> PyResult<()> {
    let mut world = core.get().world(py)?;
    let device = device(py, &world, number)?;
    let ink = PenOrder::Ink(color, finite(density, "the density")?);
    world.command(device.robot(), Command::Pen(device.tag(), ink));
    Ok(())
}

/// What an LED shows; none if it is not simulated.
#[pyfunction]
pub(crate) fn led(py: Python<'_>, core: &Bound<'_, Core>, number: u32) -> PyResult<Option<i32>> {
    let world = core.get().world(py)?;
    let device = device(py, &world, number)?;
    let simulation = world.simulation();
    let robot = simulation.robot_of(device.robot().node());
    let status = robot.and_then(|robot| simulation.led_status(robot, device.tag()));
    Ok(status.map(|status| status.value))
}

/// The state of a motor after the last step; none if it is not simulated.
#[pyfunction]
pub(crate) fn motor(
    py: Python<'_>,
    core: &Bound<'_, Core>,
    number: u32,
) -> PyResult<Option<MotorRow>> {
    let world = core.get().world(py)?;
    let device = device(py, &world, number)?;
    Ok(motor_row(&world, device))
}

fn motor_row(world: &World, device: Device) -> Option<MotorRow> {
    let simulation = world.simulation();
    let index = simulation.robot_of(device.robot().node())?;
    let motor = simulation.motor(index, device.tag())?;
    Some((
        motor.target_position(),
        motor.target_velocity(),
        motor.available(),
        motor.spec.max_velocity,
        motor.spec.max_force,
        motor.spec.min_position,
        motor.spec.max_position,
    ))
}
