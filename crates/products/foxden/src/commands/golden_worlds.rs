//! The golden worlds that are part of the program: worlds with the answers of the genuine
//! Webots R2023b. They show that an installed program computes what it should. The
//! repository has many more, which `cargo xtask golden` compares.

use crate::{AssetOptions, Device, OpenOptions, World};
use foxden_scene::{FieldRef, Value};

/// A world and its recording.
pub(crate) struct GoldenWorld {
    pub(crate) name: &'static str,
    /// What it shows.
    pub(crate) subject: &'static str,
    text: &'static str,
    /// A row for each step; the first has the names of the columns.
    recording: &'static str,
}

macro_rules! golden {
    ($($name:literal = $subject:literal),* $(,)?) => {
        &[$(GoldenWorld {
            name: $name,
            subject: $subject,
            text: include_str!(concat!("../../bundled/golden/", $name, ".wbt")),
            recording: include_str!(concat!("../../bundled/golden/", $name, ".csv")),
        }),*]
    };
}

pub(crate) const GOLDEN_WORLDS: &[GoldenWorld] = golden![
    "spot_inner_outer" = "light of a spot",
    "physics_moving_light" = "light that moves",
    "robot_at_edge" = "charger",
    "load_match_gender" = "slots that fit",
    "load_mismatch_plain" = "slots that do not fit",
    "bounce_0.5" = "motion with contacts",
];

/// The robot whose sensors were recorded.
const RECORDER: &str = "probe";

/// How near numbers must be, as a share: without and with contacts, which amplify
/// rounding.
const SHARES: [f64; 2] = [1e-9, 1e-6];
/// A number that is zero but for rounding has no digits to compare. Smaller ones are
/// compared as if they were this large: without and with bodies.
const FLOORS: [f64; 2] = [1e-6, 1e-2];
/// How near 32-bit colours must be.
const COLOR: f64 = 1e-7;

/// What a column of a recording has.
enum Column {
    Sensor(Device),
    /// A field, `None` if its node does not exist.
    Field(Option<FieldRef>),
}

/// What Foxden gives for one cell.
enum Found {
    Word(String),
    /// Numbers, and how far each may be from the recorded one.
    Numbers(Vec<f64>, Nearness),
}

#[derive(Clone, Copy)]
enum Nearness {
    Share,
    Color,
    Rotation,
}

impl GoldenWorld {
    /// Runs the world and compares each value. Returns the number of values.
    ///
    /// # Errors
    /// The first difference.
    pub(crate) fn compare(&self) -> Result<usize, String> {
        let assets = AssetOptions {
            offline: true,
            ..AssetOptions::default()
        };
        let options = OpenOptions::new().assets(assets);
        let world = options.open_text(self.text, format!("{}.wbt", self.name));
        let mut world = world.map_err(|error| error.to_string())?;
        let mut lines = self.recording.lines();
        let names: Vec<&str> = lines.next().unwrap_or_default().split(',').collect();
        let names = names.get(2..).unwrap_or_default();
        let columns = columns(&mut world, names)?;
        let floor = FLOORS[usize::from(world.simulation().has_bodies())];
        let (mut count, mut touched) = (0, false);
        for (step, line) in lines.enumerate() {
            if step > 0 {
                world.step();
            }
            touched |= world.simulation().has_contacts();
            let mut cells = line.split(',').skip(1);
            let time = cells.next().and_then(|time| time.parse::<f64>().ok());
            if time.is_none_or(|time| (time - world.time()).abs() > 1e-9) {
                let found = world.time();
                return Err(format!(
                    "step {step}: the time is {found} s, recorded {time:?}"
                ));
            }
            let cells: Vec<&str> = cells.collect();
            if cells.len() != columns.len() {
                return Err(format!(
                    "step {step}: the recording has {} values",
                    cells.len()
                ));
            }
            for ((recorded, column), name) in cells.iter().zip(&columns).zip(names) {
                let found = column.read(&world);
                if !found.is_near(recorded, SHARES[usize::from(touched)], floor) {
                    let found = found.text();
                    return Err(format!("step {step}, {name}: {found}, recorded {recorded}"));
                }
                count += 1;
            }
        }
        Ok(count)
    }
}

/// Finds what is recorded, and enables sensors.
fn columns(world: &mut World, names: &[&str]) -> Result<Vec<Column>, String> {
    let period = world.simulation().settings().basic_time_step as i16;
    let mut columns = Vec::new();
    for name in names {
        columns.push(match name.split_once(':') {
            Some((def, field)) => {
                let scene = world.simulation().scene();
                let node = scene.find_def(def);
                Column::Field(node.and_then(|node| scene.field(node, field)))
            }
            None => {
                let robot = world.robot(RECORDER).map_err(|error| error.to_string())?;
                let sensor = world
                    .device(robot, name)
                    .map_err(|error| error.to_string())?;
                world.enable(sensor, period);
                Column::Sensor(sensor)
            }
        });
    }
    Ok(columns)
}

impl Column {
    fn read(&self, world: &World) -> Found {
        let missing = || Found::Word("MISSING".to_owned());
        let field = match self {
            Self::Sensor(sensor) => {
                let number = world.number(*sensor).unwrap_or(f64::NAN);
                return Found::Numbers(vec![number], Nearness::Share);
            }
            Self::Field(None) => return missing(),
            Self::Field(Some(field)) => *field,
        };
        let simulation = world.simulation();
        let scene = simulation.scene();
        if scene.field_type(field).is_node() {
            let node = scene
                .nodes_in(field)
                .first()
                .and_then(|node| scene.get(*node));
            return Found::Word(node.map_or("NULL", |node| node.type_name()).to_owned());
        }
        match simulation.get(field) {
            Some(Value::Float(value)) => Found::Numbers(vec![value], Nearness::Share),
            Some(Value::FloatList(values)) => Found::Numbers(values, Nearness::Share),
            Some(Value::Vec3(value)) => Found::Numbers(value.to_vec(), Nearness::Share),
            Some(Value::Color(value)) => Found::Numbers(value.to_vec(), Nearness::Color),
            Some(Value::Rotation(value)) => Found::Numbers(value.to_vec(), Nearness::Rotation),
            _ => missing(),
        }
    }
}

impl Found {
    fn is_near(&self, recorded: &str, share: f64, floor: f64) -> bool {
        let (found, nearness) = match self {
            Self::Word(word) => return word == recorded,
            Self::Numbers(numbers, nearness) => (numbers, *nearness),
        };
        let recorded: Option<Vec<f64>> = recorded.split(';').map(number).collect();
        let Some(recorded) = recorded.filter(|recorded| recorded.len() == found.len()) else {
            return false;
        };
        if let (Nearness::Rotation, [x, y, z, angle], [u, v, w, other]) =
            (nearness, &recorded[..], &found[..])
        {
            // the axis of a rotation by nearly nothing is rounding
            let parts = [(x, u), (y, v), (z, w)];
            return parts
                .iter()
                .all(|(one, two)| (*one * angle - *two * other).abs() <= share);
        }
        recorded.iter().zip(found).all(|(recorded, found)| {
            let allowed = match nearness {
                Nearness::Color => COLOR,
                _ => share * recorded.abs().max(floor),
            };
            (recorded.is_nan() && found.is_nan()) || (recorded - found).abs() <= allowed
        })
    }

    fn text(&self) -> String {
        match self {
            Self::Word(word) => word.clone(),
            Self::Numbers(numbers, _) => {
                let numbers: Vec<String> = numbers.iter().map(f64::to_string).collect();
                numbers.join(";")
            }
        }
    }
}

fn number(word: &str) -> Option<f64> {
    match word {
        "-nan" => Some(f64::NAN),
        word => word.parse().ok(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn golden_worlds_are_small() {
        let sizes = GOLDEN_WORLDS.iter();
        let sizes = sizes.map(|world| world.text.len() + world.recording.len());
        assert!(sizes.sum::<usize>() < 60_000);
    }

    #[test]
    fn another_world_than_the_recorded_one_fails() {
        let changes = [
            (
                "spot_inner_outer",
                "SpotLight {",
                "SpotLight { intensity 0.99",
            ),
            (
                "physics_moving_light",
                "linearVelocity 1 ",
                "linearVelocity 1.0001 ",
            ),
            ("robot_at_edge", "cpuConsumption 2", "cpuConsumption 2.001"),
            ("load_match_gender", "\"x-\"", "\"x+\""),
            ("load_mismatch_plain", "\"y\"", "\"x\""),
            ("bounce_0.5", "bounce 0.5", "bounce 0.501"),
        ];
        assert_eq!(changes.len(), GOLDEN_WORLDS.len());
        for (world, (name, from, to)) in GOLDEN_WORLDS.iter().zip(changes) {
            assert_eq!(world.name, name);
            assert!(world.text.contains(from), "{name} has no {from}");
            let count = world
                .compare()
                .unwrap_or_else(|reason| panic!("{name}: {reason}"));
            assert!(count >= 8, "{name} compares {count} values");
            let changed = GoldenWorld {
                text: world.text.replace(from, to).leak(),
                ..*world
            };
            assert!(changed.compare().is_err(), "{name} does not notice {to}");
        }
    }
}
