//! Robots with motors as `com.robotraconteur.robotics.robot.Robot`.
//!
//! `control` decides what the motors do and knows nothing of the world; `mechanism` finds the
//! axes of a robot in the world; `drive` connects both before and after each step.

mod axis;
mod control;
mod drive;
mod info;
mod joint_command;
mod kinematics;
mod mechanism;
mod mode;
mod parameters;
mod profile;
mod services;
mod spline;
mod tools;
mod trajectory;
mod trajectory_generator;
mod trajectory_queue;

use crate::access::Role;
use crate::devices::{isoch_info, isochronous};
use crate::job::{Scope, WorldLink, unavailable};
use crate::members::Members;
use crate::signals;
use control::JogWatch;
use drive::RobotWires;
use foxden_runtime::run_handle::RunUnavailable;
use joint_command::{Inbox, JointCommand};
use parking_lot::Mutex;
use raconteur::members::{Generator, Wire};
use raconteur::service::Context;
use raconteur::value::{Record, Value};
use raconteur::{Error, ErrorCode, Result};
use std::collections::BTreeMap;
use std::sync::Arc;
use trajectory_generator::TrajectoryGenerator;

pub(crate) use drive::RobotDrive;
pub(crate) use mechanism::{Finger, MovingParts};
pub(crate) use services::MovingRobot;

/// The type of the object.
pub(crate) const TYPE: &str = "com.robotraconteur.robotics.robot.Robot";

/// A robot that the thread of the world moves.
pub(crate) type SharedDrive = Arc<Mutex<RobotDrive>>;

/// An error about something that a device cannot do.
pub(crate) fn not_implemented(text: &str) -> Error {
    Error::new(ErrorCode::NotImplementedError, text)
}

/// The object of a robot, and what moves it.
pub(crate) fn object(
    scope: &mut Scope<'_>,
    name: &Arc<str>,
    parts: MovingParts,
    link: &WorldLink,
) -> Result<(Members, SharedDrive)> {
    let (_, node) = scope.robot(name)?;
    let members = Members::new(TYPE, link);
    let (members, sampled) = isochronous(scope, members, |scope| {
        let period = scope.run.world.settings().seconds();
        Ok(isoch_info(scope, period))
    });
    let wires = RobotWires::new(sampled);
    let members = members
        .wire("robot_state", &wires.state)
        .wire("advanced_robot_state", &wires.advanced)
        .pipe("robot_state_sensor_data", &wires.data)
        .event("tool_changed", &wires.tool_changed)
        .event("payload_changed", &wires.payload_changed)
        .event("param_changed", &wires.param_changed);
    let drive = RobotDrive::new(name, node, parts, wires, scope);
    let (positions, velocities) = (
        command_wire(&drive.control.position_wire.inbox),
        command_wire(&drive.control.velocity_wire.inbox),
    );
    let drive: SharedDrive = Arc::new(Mutex::new(drive));
    let members = members
        .wire("position_command", &positions)
        .wire("velocity_command", &velocities);
    let members = described(members, &drive);
    let members = switches(members, &drive);
    let members = jogs(members, &drive);
    let members = trajectories(members, &drive);
    let members = tools_and_payloads(members, &drive);
    let members = signals_and_parameters(members, &drive);
    let (alive, sending) = (members.alive.clone(), drive.clone());
    scope.stream(&alive, move |scope, occasion| {
        sending.lock().send(scope, occasion);
    });
    Ok((members, drive))
}

/// A wire that keeps the newest command for the thread of the world.
fn command_wire(inbox: &Inbox) -> Wire {
    let (wire, inbox) = (Wire::<Record>::new(), inbox.clone());
    wire.on_value(move |record, _, endpoint| {
        if let Ok(command) = JointCommand::read(record, endpoint) {
            *inbox.lock() = Some(command);
        }
    });
    wire.untyped()
}

/// Adds what describes the robot.
fn described(members: Members, drive: &SharedDrive) -> Members {
    let [device, robot, mode, state, errors] = std::array::from_fn(|_| drive.clone());
    members
        .read("device_info", move |scope| {
            Ok(info::device_info(&device.lock(), scope))
        })
        .read("robot_info", move |scope| {
            info::robot_info(&robot.lock(), scope)
        })
        .read("operational_mode", move |_| {
            Ok(mode.lock().control.condition().operational_mode())
        })
        .read("controller_state", move |_| {
            Ok(state.lock().control.condition().controller_state())
        })
        .read("current_errors", move |scope| {
            Ok(info::current_errors(&errors.lock(), scope))
        })
}

/// Lets a client command a robot, if it may. A client that only stops it does not drive it.
fn drive_for(scope: &mut Scope<'_>, drive: &SharedDrive, context: &Context) -> Result<()> {
    let name = drive.lock().name.clone();
    scope.drive(&name, context).map(drop)
}

/// Lets a client stop a robot, if it may command it.
fn stop_for(scope: &mut Scope<'_>, drive: &SharedDrive, context: &Context) -> Result<()> {
    let name = drive.lock().name.clone();
    scope.may_drive(&name, context).map(drop)
}

/// Adds modes, enabling, errors and the speed.
fn switches(members: Members, drive: &SharedDrive) -> Members {
    let keys: [SharedDrive; 8] = std::array::from_fn(|_| drive.clone());
    let [get, set, halt, enable, disable, reset, ratio, set_ratio] = keys;
    members
        .read(
            "command_mode",
            move |_| Ok(get.lock().control.mode() as i32),
        )
        .write("command_mode", move |scope, mode: i32, context| {
            match mode {
                0 => stop_for(scope, &set, context)?,
                _ => drive_for(scope, &set, context)?,
            }
            set.lock().control.set_mode(mode)
        })
        .call("halt", move |scope, (): (), context| {
            stop_for(scope, &halt, context)?;
            halt.lock().control.set_mode(0)
        })
        .call("enable", move |scope, (): (), context| {
            drive_for(scope, &enable, context)?;
            enable.lock().control.enable();
            Ok(())
        })
        .call("disable", move |scope, (): (), context| {
            stop_for(scope, &disable, context)?;
            disable.lock().control.disable();
            Ok(())
        })
        .call("reset_errors", move |scope, (): (), context| {
            drive_for(scope, &reset, context)?;
            reset.lock().control.reset_errors();
            Ok(())
        })
        .read("speed_ratio", move |_| {
            Ok(ratio.lock().control.speed_ratio())
        })
        .write("speed_ratio", move |scope, ratio: f64, context| {
            drive_for(scope, &set_ratio, context)?;
            set_ratio.lock().control.set_speed_ratio(ratio)
        })
}

/// Waits for the end of a jog and for the state that shows it, if the client wants that.
async fn finish_jog(link: &WorldLink, end: JogWatch, waits: bool) -> Result<()> {
    if !waits {
        return Ok(());
    }
    end.await
        .map_err(|_| unavailable(RunUnavailable::Ended))??;
    finish_step(link).await;
    Ok(())
}

/// Waits for the end of the step in which something ends: a client that has its answer finds
/// the state after this step.
async fn finish_step(link: &WorldLink) {
    // a world that has ended makes no further state
    let _ = link.query(|_| Ok(())).await;
}

/// Adds jogs.
fn jogs(members: Members, drive: &SharedDrive) -> Members {
    let [free, turn, end] = std::array::from_fn(|_| drive.clone());
    let [free_link, turn_link, end_link] = std::array::from_fn(|_| members.link().clone());
    members
        .call_and_wait(
            "jog_freespace",
            move |(positions, velocities, waits): (Vec<f64>, Vec<f64>, bool), context| {
                let (drive, link) = (free.clone(), free_link.clone());
                async move {
                    let begin = link.change(move |scope| {
                        drive_for(scope, &drive, &context)?;
                        let control = &mut drive.lock().control;
                        control.jog_freespace(&positions, &velocities)
                    });
                    finish_jog(&link, begin.await?, waits).await
                }
            },
        )
        .call_and_wait(
            "jog_joint",
            move |(velocities, timeout, waits): (Vec<f64>, f64, bool), context| {
                let (drive, link) = (turn.clone(), turn_link.clone());
                async move {
                    let begin = link.change(move |scope| {
                        drive_for(scope, &drive, &context)?;
                        drive.lock().control.jog_joint(&velocities, timeout)
                    });
                    finish_jog(&link, begin.await?, waits).await
                }
            },
        )
        .call_and_wait(
            "jog_cartesian",
            move |(velocities, timeout, waits): (BTreeMap<i32, Value>, f64, bool), context| {
                let (drive, link) = (end.clone(), end_link.clone());
                async move {
                    let begin = link.change(move |scope| {
                        drive_for(scope, &drive, &context)?;
                        let mut drive = drive.lock();
                        let ends = drive.end_velocities(scope, velocities)?;
                        drive.control.jog_cartesian(ends, timeout)
                    });
                    finish_jog(&link, begin.await?, waits).await
                }
            },
        )
}

/// Adds trajectories and homing, which the axes of a simulated robot do not need.
fn trajectories(members: Members, drive: &SharedDrive) -> Members {
    let drive = drive.clone();
    let link = members.link().clone();
    members
        .generator_in_world(
            "execute_trajectory",
            move |scope, (trajectory,): (Record,), context| {
                drive_for(scope, &drive, context)?;
                let control = &mut drive.lock().control;
                let id = control.add_trajectory(trajectory)?;
                let progress = control.trajectories.watch(id);
                let generator = TrajectoryGenerator {
                    drive: drive.clone(),
                    link: link.clone(),
                    id,
                    progress: progress.ok_or_else(|| not_implemented("no trajectory"))?,
                    is_wanted: false,
                    is_queued: false,
                    is_over: false,
                };
                Ok(Box::new(generator) as Box<dyn Generator>)
            },
        )
        .generator("home", |(): (), _| {
            Err(not_implemented("Robot does not support homing"))
        })
}

/// Adds tools and payloads.
fn tools_and_payloads(members: Members, drive: &SharedDrive) -> Members {
    let [tool, no_tool, payload, no_payload] = std::array::from_fn(|_| drive.clone());
    members
        .call(
            "tool_attached",
            move |scope, (chain, info): (i32, Value), context| {
                drive_for(scope, &tool, context)?;
                let mut drive = tool.lock();
                let name = drive.chain_end(chain, "tool")?.attach_tool(chain, info)?;
                drive.config_changed();
                // clients that have left need not know
                let _ = drive.wires.tool_changed.fire((chain, name));
                Ok(())
            },
        )
        .call(
            "tool_detached",
            move |scope, (chain, name): (i32, String), context| {
                drive_for(scope, &no_tool, context)?;
                let mut drive = no_tool.lock();
                drive.chain_end(chain, "tool")?.detach_tool(chain, &name)?;
                drive.config_changed();
                let _ = drive.wires.tool_changed.fire((chain, String::new()));
                Ok(())
            },
        )
        .call(
            "payload_attached",
            move |scope, (chain, info, pose): (i32, Value, Value), context| {
                drive_for(scope, &payload, context)?;
                let mut drive = payload.lock();
                let end = drive.chain_end(chain, "payload")?;
                let name = end.attach_payload(chain, info, pose)?;
                drive.config_changed();
                let _ = drive.wires.payload_changed.fire((chain, name));
                Ok(())
            },
        )
        .call(
            "payload_detached",
            move |scope, (chain, name): (i32, String), context| {
                drive_for(scope, &no_payload, context)?;
                let mut drive = no_payload.lock();
                let end = drive.chain_end(chain, "payload")?;
                end.detach_payload(chain, &name)?;
                drive.config_changed();
                let _ = drive.wires.payload_changed.fire((chain, String::new()));
                Ok(())
            },
        )
}

/// Adds signals and parameters.
fn signals_and_parameters(members: Members, drive: &SharedDrive) -> Members {
    let [read, write, get, set] = std::array::from_fn(|_| drive.clone());
    members
        .query("getf_signal", move |scope, (name,): (String,)| {
            let robot = read.lock().name.clone();
            signals::get(scope, &robot, &name)
        })
        .call(
            "setf_signal",
            move |scope, signal: (String, Vec<f64>), context| {
                let robot = write.lock().name.clone();
                signals::set(scope, &robot, signal, context)
            },
        )
        .query("getf_param", move |_, (name,): (String,)| {
            parameters::get(&get.lock().control, &name)
        })
        .call(
            "setf_param",
            move |scope, (name, value): (String, Value), context| {
                Role::Drive.check(context)?;
                drive_for(scope, &set, context)?;
                let mut drive = set.lock();
                parameters::set(&mut drive.control, &name, value)?;
                drive.config_changed();
                let _ = drive.wires.param_changed.fire((name,));
                Ok(())
            },
        )
}
