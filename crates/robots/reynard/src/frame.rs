//! What the servers see of the den: one value for each moment, shared by all.

use crate::obstacle::Obstacle;
use axum::extract::ws::Utf8Bytes;
use foxden_runtime::simulated_clock::SimulatedClock;
use foxden_web::frame_stream::Show;
use serde::{Serialize, Serializer};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

/// The den at a moment, in metres, radians, seconds, joules and W/m².
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename = "frame")]
pub struct DenFrame {
    /// Simulated seconds since the server started, at the last step.
    pub time: f64,
    /// How time passes.
    #[serde(flatten, serialize_with = "write_clock")]
    pub clock: SimulatedClock,
    /// Reynard, and his likes.
    pub robots: Vec<RobotFrame>,
    /// The lamp that can be moved.
    pub lamp: Option<LampFrame>,
    /// The charger.
    pub charger: Option<ChargerFrame>,
    /// The obstacles.
    pub obstacles: Arc<[Obstacle]>,
    #[serde(skip)]
    pub(crate) text: OnceLock<Utf8Bytes>,
}

fn write_clock<S: Serializer>(clock: &SimulatedClock, serializer: S) -> Result<S::Ok, S::Error> {
    use serde::ser::SerializeMap;
    let mut map = serializer.serialize_map(Some(2))?;
    map.serialize_entry("paused", &clock.pace().is_paused)?;
    map.serialize_entry("speed", &clock.pace().factor_of_real_time())?;
    map.end()
}

/// A Reynard.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RobotFrame {
    /// His name, which is also that of his service.
    pub name: Arc<str>,
    /// Where he is.
    pub position: [f64; 2],
    /// The velocity that was commanded, within his limits.
    pub velocity: [f64; 2],
    /// The angles of his joints.
    pub arm: [f64; 3],
    /// The velocities that were commanded.
    pub arm_velocity: [f64; 3],
    /// The colour of his fur.
    pub color: [f64; 3],
    /// What he carries.
    pub tool: Arc<str>,
    /// Where its tip is.
    pub tool_point: [f64; 2],
    /// His battery.
    pub battery: Option<Battery>,
    /// His light sensors.
    pub light: Arc<[LightReading]>,
    /// What he touches.
    pub contacts: Arc<[Arc<str>]>,
    /// Where his energy came from and went.
    #[serde(skip)]
    pub ledger: Ledger,
}

/// A battery.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Battery {
    /// What is in it.
    pub energy: f64,
    /// What fits into it.
    pub capacity: f64,
}

/// A light sensor.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LightReading {
    /// Its name.
    pub name: Arc<str>,
    /// Where it is.
    pub position: [f64; 2],
    /// What it reads; nothing before it has measured.
    pub value: Option<f64>,
    /// Where that comes from.
    pub rays: Vec<LightRay>,
}

/// The way from a light to a sensor.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LightRay {
    /// What holds the light.
    pub light: Arc<str>,
    /// Where the light is.
    pub from: [f64; 2],
    /// Where the sensor is.
    pub to: [f64; 2],
    /// Where an obstacle blocks the light.
    pub blocked_at: Option<[f64; 2]>,
    /// What arrives.
    pub irradiance: f64,
}

/// The lamp.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct LampFrame {
    /// Where it is.
    pub position: [f64; 2],
    /// Whether it shines.
    pub on: bool,
    /// Its colour.
    pub color: [f64; 3],
    /// Its intensity.
    pub intensity: f64,
}

/// The charger.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ChargerFrame {
    /// Where it is.
    pub position: [f64; 2],
    /// How near a robot must be.
    pub radius: f64,
    /// What is in it.
    pub energy: f64,
    /// What fits into it.
    pub capacity: f64,
    /// The colour it shows.
    pub color: [f64; 3],
    /// The robot that it is connected to.
    pub robot: Option<Arc<str>>,
    /// Where its energy came from and went.
    #[serde(skip)]
    pub ledger: Ledger,
}

/// An account of energy in joules.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ledger {
    /// What should be left.
    pub balance: f64,
    /// What a robot got from chargers, or a charger gave.
    pub moved: f64,
}

impl DenFrame {
    /// Simulated seconds since the server started, now.
    pub fn now(&self) -> f64 {
        self.clock.at(Instant::now()).max(self.time)
    }

    /// The robot with a name.
    pub fn robot(&self, name: &str) -> Option<usize> {
        self.robots.iter().position(|robot| &*robot.name == name)
    }
}

impl Show for DenFrame {
    fn text(&self) -> Utf8Bytes {
        self.text
            .get_or_init(|| serde_json::to_string(self).unwrap_or_default().into())
            .clone()
    }
}
