//! Commands that are run before a step: a word, its target, and the rest.

use crate::client::{RecorderClient, leading_number, write_from_words};
use foxden_client::Misuse;
use foxden_client::devices::{DeviceState, Emitter, Motor, Receiver};
use foxden_protocol::Tag;
use foxden_scene::NodeId;
use foxden_sim::controller::Command;
use foxden_sim::{ExternalForce, World};

/// The most bytes of a packet that a command makes up.
const LONGEST_PACKET: f64 = 1e6;

/// A command.
pub(crate) struct Order<'a> {
    pub(crate) word: &'a str,
    pub(crate) subject: &'a str,
    rest: &'a str,
}

impl<'a> Order<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        let mut words = text.splitn(3, ' ');
        let mut next = || words.next().unwrap_or_default();
        Self {
            word: next(),
            subject: next(),
            rest: next(),
        }
    }

    /// A number of the rest; one that is not there is 0.
    pub(crate) fn number(&self, at: usize) -> f64 {
        self.rest.split(' ').nth(at).map_or(0.0, leading_number)
    }
}

/// Runs a command; `false` if it is not known here.
pub(crate) fn run(client: &mut RecorderClient, world: &mut World, order: &Order<'_>) -> bool {
    if let Some(tag) = client.library.tag_of(order.subject)
        && ask_device(client, tag, order)
    {
        return true;
    }
    ask_supervisor(client, world, order)
}

fn ask_device(client: &mut RecorderClient, tag: Tag, order: &Order<'_>) -> bool {
    match order.word {
        "enable" => client.enable(tag, order.number(0) as i32),
        "disable" => client.enable(tag, 0),
        _ => {
            // what the library refuses is recorded as no change
            let outcome: Result<bool, Misuse> = match client.state(tag) {
                Some(DeviceState::RotationalMotor(_) | DeviceState::LinearMotor(_)) => {
                    ask_motor(client, tag, order)
                }
                Some(DeviceState::Emitter(emitter)) => ask_emitter(emitter, order),
                Some(DeviceState::Receiver(receiver)) => ask_receiver(receiver, order),
                Some(state) => Ok(switch(state, order)),
                None => Ok(false),
            };
            return outcome.unwrap_or(true);
        }
    }
    true
}

/// Motors that are coupled with one follow where it goes, how fast and how strongly.
fn ask_motor(client: &mut RecorderClient, tag: Tag, order: &Order<'_>) -> Result<bool, Misuse> {
    let library = &mut client.library;
    let value = order.number(0);
    match order.word {
        "position" => library.drive(
            tag,
            |motor| motor.set_position(value),
            |coupled| coupled.follow_position(value),
        ),
        "velocity" => library.drive(
            tag,
            |motor| motor.set_velocity(value),
            |coupled| coupled.follow_velocity(value),
        ),
        "torque" | "force" => library.drive(
            tag,
            |motor| motor.set_force(value),
            |coupled| coupled.follow_force(value),
        ),
        _ => match library.motor_mut(tag) {
            Some(motor) => return set_up_motor(motor, order),
            None => Err(Misuse::Tag),
        },
    }?;
    Ok(true)
}

fn set_up_motor(motor: &mut Motor, order: &Order<'_>) -> Result<bool, Misuse> {
    match order.word {
        "acceleration" => motor.set_acceleration(order.number(0)),
        "avtorque" | "avforce" => motor.set_available_force(order.number(0)),
        "pid" => motor.set_gains([0, 1, 2].map(|at| order.number(at))),
        _ => return Ok(false),
    }?;
    Ok(true)
}

fn ask_emitter(emitter: &mut Emitter, order: &Order<'_>) -> Result<bool, Misuse> {
    match order.word {
        "send" => {
            emitter.send(&[order.rest.as_bytes(), b"\0"].concat());
        }
        "sendn" => {
            let size = order.number(0).clamp(0.0, LONGEST_PACKET) as usize;
            let times = (order.number(1) as usize).max(1);
            // the library refuses to send nothing
            for at in 0..if size > 0 { times } else { 0 } {
                emitter.send(&vec![b'a' + (at % 26) as u8; size]);
            }
        }
        "channel" => emitter.set_channel(order.number(0) as i32)?,
        "range" => emitter.set_range(order.number(0))?,
        _ => return Ok(false),
    }
    Ok(true)
}

fn ask_receiver(receiver: &mut Receiver, order: &Order<'_>) -> Result<bool, Misuse> {
    match order.word {
        "rchannel" => receiver.set_channel(order.number(0) as i32)?,
        "next" => receiver.next_packet(),
        _ => return Ok(false),
    }
    Ok(true)
}

fn switch(state: &mut DeviceState, order: &Order<'_>) -> bool {
    match (order.word, state) {
        ("led", DeviceState::Led(led)) => led.set(order.number(0) as i32),
        ("lock", DeviceState::Connector(connector)) => connector.set_locked(true),
        ("unlock", DeviceState::Connector(connector)) => connector.set_locked(false),
        ("grip", DeviceState::VacuumGripper(gripper)) => gripper.set_on(true),
        ("ungrip", DeviceState::VacuumGripper(gripper)) => gripper.set_on(false),
        ("brake", DeviceState::Brake(brake)) => brake.set_damping(order.number(0)),
        _ => return false,
    }
    true
}

fn ask_supervisor(client: &mut RecorderClient, world: &mut World, order: &Order<'_>) -> bool {
    match order.word {
        "battery" => {
            let period = leading_number(order.subject) as i32;
            client.library.robot.enable_battery(period);
        }
        "simreset" => client.send(Command::Reset),
        "simresetphysics" => client.send(Command::RestAll),
        "savestate" | "loadstate" | "setvel" | "remove" | "addforce" | "addtorque"
        | "addforceoff" | "resetphysics" | "jointpos" => {
            if let Some(node) = client.node(world, order.subject) {
                ask_node(client, world, node, order);
            }
        }
        "import" => {
            if let Some(field) = client.field(world, order.subject) {
                client.flush_with_fields(world);
                let at = world.scene().nodes_in(field).len();
                // a refusal shows in the fields that are watched
                let _ = world.insert(field, at, order.rest);
            }
        }
        "set" => {
            if let Some(field) = client.field(world, order.subject)
                && let Some(write) = write_from_words(world, field, order.rest)
            {
                client.write(field, write);
            }
        }
        "minfo" | "customdata" | "getcustomdata" | "einfo" | "rinfo" | "visibility" => {}
        _ => return false,
    }
    true
}

fn ask_node(client: &mut RecorderClient, world: &mut World, node: NodeId, order: &Order<'_>) {
    let vector = |start: usize| std::array::from_fn(|at| order.number(start + at));
    match order.word {
        "savestate" => client.send(Command::SaveState(node, order.rest.to_owned())),
        "loadstate" => client.send(Command::LoadState(node, order.rest.to_owned())),
        "setvel" => {
            let velocity = std::array::from_fn(|at| order.number(at));
            client.send(Command::SetVelocity(node, velocity));
        }
        "addforce" => client.send(push(node, ExternalForce::Force(vector(0)), 3, order)),
        "addtorque" => client.send(push(node, ExternalForce::Torque(vector(0)), 3, order)),
        "addforceoff" => client.send(push(
            node,
            ExternalForce::ForceAt(vector(0), vector(3)),
            6,
            order,
        )),
        "resetphysics" => client.send(Command::Rest(node)),
        "jointpos" => {
            let axis = (order.number(1).max(0.0) as usize).max(1);
            client.send(Command::JointPosition(node, axis, order.number(0)));
        }
        _ => {
            client.flush(world);
            // a refusal shows in the fields that are watched
            let _ = world.remove(node);
        }
    }
}

/// A push; the number at `flag` says whether it is given in the frame of the node.
fn push(node: NodeId, push: ExternalForce, flag: usize, order: &Order<'_>) -> Command {
    Command::Push(node, push, order.number(flag) != 0.0)
}
