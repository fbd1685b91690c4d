//! What goes beyond the original, over Robot Raconteur: the service `den`.

use crate::command::{CommandRefusal, DenCommand, RobotCommand};
use crate::den_handle::DenHandle;
use crate::frame::{DenFrame, Ledger, LightReading as Light, RobotFrame};
use crate::service::refused;
use foxden_runtime::pace::SPEEDS;
use foxden_runtime::run_handle::MOST_STEPS;
use parking_lot::Mutex;
use raconteur::members::Wire;
use raconteur::service::Context;
use raconteur::{Error, ErrorCode, Result};
use std::sync::Arc;
use std::time::Duration;

/// What the definition says.
#[allow(missing_docs, clippy::unwrap_used)]
mod definition {
    raconteur::service!("robdef/foxden.den.robdef");
}

pub use definition::{
    ChargerState, Den, DenClient, DenObject, DenRobot, DenRobotClient, DenRobotMembers,
    DenRobotObject, EnergyLedger, LampState, LightRay, LightReading, RobotState,
};

/// How often it is looked whether a client has gone.
const LOOK: Duration = Duration::from_millis(100);

/// The den as a service.
#[derive(Debug)]
pub struct DenService {
    handle: DenHandle,
    wires: Vec<Wire<RobotState>>,
    /// Clients whose leaving stops the robots.
    watched: Arc<Mutex<Vec<Context>>>,
}

impl DenService {
    /// The service, with a wire for each robot that is sent by [`send_state`].
    pub fn new(handle: DenHandle, wires: Vec<Wire<RobotState>>) -> Self {
        let watched: Arc<Mutex<Vec<Context>>> = Arc::default();
        let weak = Arc::downgrade(&watched);
        let watching = handle.clone();
        tokio::spawn(async move {
            let mut clock = tokio::time::interval(LOOK);
            loop {
                clock.tick().await;
                let Some(watched) = weak.upgrade() else {
                    return;
                };
                let has_left = {
                    let mut watched = watched.lock();
                    let before = watched.len();
                    watched.retain(Context::is_open);
                    watched.len() < before
                };
                if has_left {
                    // a world that has ended has no robots that move
                    let _ = stop_all(&watching).await;
                }
            }
        });
        Self {
            handle,
            wires,
            watched,
        }
    }
}

async fn stop_all(handle: &DenHandle) -> std::result::Result<(), CommandRefusal> {
    for robot in 0..handle.frame().robots.len() {
        handle.command(robot, RobotCommand::Stop).await?;
    }
    Ok(())
}

/// Sends the state of a robot on its wire.
pub fn send_state(wire: &Wire<RobotState>, frame: &DenFrame, robot: usize) {
    if let Some(robot) = frame.robots.get(robot) {
        // the connection disconnects a reader that is too slow
        let _ = wire.send_at_once(state(frame, robot));
    }
}

fn state(frame: &DenFrame, robot: &RobotFrame) -> RobotState {
    let (energy, capacity) = battery(robot);
    RobotState {
        time: frame.now(),
        position: robot.position,
        battery_energy: energy,
        battery_capacity: capacity,
        light: readings(&robot.light),
        tool: robot.tool.to_string(),
        tool_point: robot.tool_point,
        contacts: contacts(robot),
    }
}

fn battery(robot: &RobotFrame) -> (f64, f64) {
    robot
        .battery
        .map_or((-1.0, -1.0), |battery| (battery.energy, battery.capacity))
}

fn contacts(robot: &RobotFrame) -> raconteur::value::List<String> {
    robot
        .contacts
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .into()
}

fn readings(light: &[Light]) -> raconteur::value::List<LightReading> {
    let ray = |ray: &crate::frame::LightRay| LightRay {
        light: ray.light.to_string(),
        light_position: ray.from,
        is_blocked: ray.blocked_at.is_some(),
        blocked_at: ray.blocked_at.unwrap_or_default(),
        irradiance: ray.irradiance,
    };
    light
        .iter()
        .map(|reading| LightReading {
            name: reading.name.to_string(),
            position: reading.position,
            value: reading.value.unwrap_or_default(),
            rays: reading.rays.iter().map(ray).collect::<Vec<_>>().into(),
        })
        .collect::<Vec<_>>()
        .into()
}

fn ledger(ledger: Ledger) -> EnergyLedger {
    EnergyLedger {
        balance: ledger.balance,
        moved: ledger.moved,
    }
}

fn gone(gone: foxden_runtime::run_handle::RunUnavailable) -> Error {
    refused(gone.into())
}

fn invalid(text: String) -> Error {
    Error::new(ErrorCode::InvalidArgument, text)
}

impl Den for DenService {
    async fn robots(&self, _: &Context) -> Result<raconteur::value::List<String>> {
        let frame = self.handle.frame();
        let names: Vec<String> = frame
            .robots
            .iter()
            .map(|robot| robot.name.to_string())
            .collect();
        Ok(names.into())
    }

    async fn tools(&self, _: &Context) -> Result<raconteur::value::List<String>> {
        let tools: Vec<String> = crate::den::TOOLS
            .iter()
            .map(|(tool, _)| (*tool).to_owned())
            .collect();
        Ok(tools.into())
    }

    async fn time(&self, _: &Context) -> Result<f64> {
        Ok(self.handle.frame().now())
    }

    async fn paused(&self, _: &Context) -> Result<bool> {
        Ok(self.handle.clock().pace().is_paused)
    }

    async fn set_paused(&self, _: &Context, value: bool) -> Result<()> {
        self.handle.clock().pause(value).await.map_err(gone)
    }

    async fn speed(&self, _: &Context) -> Result<f64> {
        Ok(self.handle.clock().pace().factor_of_real_time())
    }

    async fn set_speed(&self, _: &Context, value: f64) -> Result<()> {
        if !SPEEDS.contains(&value) {
            return Err(refused(CommandRefusal::Speed));
        }
        self.handle.clock().set_speed(value).await.map_err(gone)
    }

    async fn stop_on_disconnect(&self, context: &Context) -> Result<bool> {
        let endpoint = context.endpoint();
        let watched = self.watched.lock();
        Ok(watched.iter().any(|other| other.endpoint() == endpoint))
    }

    async fn set_stop_on_disconnect(&self, context: &Context, value: bool) -> Result<()> {
        let mut watched = self.watched.lock();
        watched.retain(|other| other.endpoint() != context.endpoint());
        if value {
            watched.push(context.clone());
        }
        Ok(())
    }

    async fn charger(&self, _: &Context) -> Result<ChargerState> {
        let frame = self.handle.frame();
        let charger = frame
            .charger
            .as_ref()
            .ok_or_else(|| refused(CommandRefusal::Missing("charger")))?;
        Ok(ChargerState {
            position: charger.position,
            radius: charger.radius,
            energy: charger.energy,
            capacity: charger.capacity,
            color: charger.color,
            robot: charger.robot.as_deref().unwrap_or_default().to_owned(),
            ledger: ledger(charger.ledger),
        })
    }

    async fn lamp(&self, _: &Context) -> Result<LampState> {
        let frame = self.handle.frame();
        let lamp = frame
            .lamp
            .as_ref()
            .ok_or_else(|| refused(CommandRefusal::Missing("lamp")))?;
        Ok(LampState {
            position: lamp.position,
            is_on: lamp.on,
            color: lamp.color,
            intensity: lamp.intensity,
        })
    }

    async fn move_lamp(&self, _: &Context, x: f64, y: f64) -> Result<()> {
        let act = DenCommand::MoveLamp([x, y]);
        self.handle
            .den_command(act)
            .await
            .map(drop)
            .map_err(refused)
    }

    async fn switch_lamp(&self, _: &Context, on: bool) -> Result<()> {
        let act = DenCommand::SwitchLamp(on);
        self.handle
            .den_command(act)
            .await
            .map(drop)
            .map_err(refused)
    }

    async fn reset(&self, _: &Context) -> Result<()> {
        let act = DenCommand::Reset;
        self.handle
            .den_command(act)
            .await
            .map(drop)
            .map_err(refused)
    }

    async fn step(&self, _: &Context, count: u32) -> Result<()> {
        if count > MOST_STEPS {
            return Err(invalid(format!("at most {MOST_STEPS} steps at once")));
        }
        self.handle.clock().step(count).await.map_err(gone)
    }

    async fn robot(&self, _: &Context, index: &str) -> Result<DenRobotObject> {
        let robot = self.handle.frame().robot(index).ok_or_else(|| {
            Error::new(
                ErrorCode::ObjectNotFound,
                format!("there is no robot '{index}'"),
            )
        })?;
        let members = DenRobotMembers {
            state: self.wires[robot].clone(),
        };
        Ok(DenRobotObject::new(DenRobotService {
            handle: self.handle.clone(),
            robot,
            members,
        }))
    }
}

/// One robot of the den.
#[derive(Debug)]
struct DenRobotService {
    handle: DenHandle,
    robot: usize,
    members: DenRobotMembers,
}

impl DenRobotService {
    fn look(&self) -> Result<RobotFrame> {
        self.handle.robot(self.robot).map_err(refused)
    }

    async fn command(&self, act: RobotCommand) -> Result<()> {
        let done = self.handle.command(self.robot, act).await;
        done.map(drop).map_err(refused)
    }
}

impl DenRobot for DenRobotService {
    fn members(&self) -> &DenRobotMembers {
        &self.members
    }

    async fn name(&self, _: &Context) -> Result<String> {
        Ok(self.look()?.name.to_string())
    }

    async fn battery_energy(&self, _: &Context) -> Result<f64> {
        Ok(battery(&self.look()?).0)
    }

    async fn battery_capacity(&self, _: &Context) -> Result<f64> {
        Ok(battery(&self.look()?).1)
    }

    async fn ledger(&self, _: &Context) -> Result<EnergyLedger> {
        Ok(ledger(self.look()?.ledger))
    }

    async fn light(&self, _: &Context) -> Result<raconteur::value::List<LightReading>> {
        Ok(readings(&self.look()?.light))
    }

    async fn tool(&self, _: &Context) -> Result<String> {
        Ok(self.look()?.tool.to_string())
    }

    async fn set_tool(&self, _: &Context, value: String) -> Result<()> {
        self.command(RobotCommand::Tool(value)).await
    }

    async fn tool_point(&self, _: &Context) -> Result<[f64; 2]> {
        Ok(self.look()?.tool_point)
    }

    async fn contacts(&self, _: &Context) -> Result<raconteur::value::List<String>> {
        Ok(contacts(&self.look()?))
    }

    async fn stop(&self, _: &Context) -> Result<()> {
        self.command(RobotCommand::Stop).await
    }
}
